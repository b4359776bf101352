"""Collections: the packs of folders taken together, and an index to find puzzles in them."""
