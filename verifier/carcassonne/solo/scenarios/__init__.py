"""The scenarios of the Solo Variant as JSON files, and their reader."""
