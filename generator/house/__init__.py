"""Puzzles of the house game: kinds, where they come from, their proof, grade and packs."""
