"""Puzzles of the Solo Variant: where they come from, how they are proved and graded."""
