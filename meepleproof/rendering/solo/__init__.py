"""How positions and puzzles of the Solo Variant are shown."""
