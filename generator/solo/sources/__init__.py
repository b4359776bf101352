"""The sources of puzzles: rows dealt or sought, games of players, lines made to show an idea."""
