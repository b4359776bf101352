"""Puzzles of NEOM: kinds, where they come from, their proof, grade and packs."""
