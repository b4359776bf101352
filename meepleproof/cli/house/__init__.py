"""What commands do with puzzles of the house game."""
