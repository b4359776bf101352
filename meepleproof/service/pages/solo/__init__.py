"""Pages of the Solo Variant."""
