"""Puzzles and games of the house rules, played."""
