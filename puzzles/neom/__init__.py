"""Packs of puzzles of NEOM, on an invented catalogue."""
