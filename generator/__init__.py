"""What is worth solving: from a goal and wishes to a pack of puzzles."""
