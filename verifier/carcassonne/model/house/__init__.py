"""The second key of the house game: its rules as constraints, read in several ways."""
