"""The packs of puzzles on game records that ship, read as package data (CC0-1.0)."""
