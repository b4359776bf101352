"""Puzzles and games of NEOM, played."""
