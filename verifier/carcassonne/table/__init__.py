"""What the games of Carcassonne share about a table: cells, faults, texts; never a rule."""
