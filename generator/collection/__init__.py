"""Collections: the packs of folders as one, in which puzzles are found by what is known of them."""
