"""The sources of puzzles: dealt rows of tiles, rows that the engine seeks, games of players."""
