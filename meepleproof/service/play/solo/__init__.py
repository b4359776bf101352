"""Puzzles and games of the Solo Variant, played."""
