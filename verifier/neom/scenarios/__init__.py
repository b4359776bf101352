"""The scenarios of NEOM that ship, one JSON file each."""
