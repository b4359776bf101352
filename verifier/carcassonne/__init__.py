"""The games of the Carcassonne family: tiles, positions, and the two keys with their rules."""
