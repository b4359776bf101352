"""How tables and puzzles of the house rules are shown."""
