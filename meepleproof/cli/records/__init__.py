"""What the commands say about puzzles whose subject is a record."""
