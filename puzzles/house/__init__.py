"""The puzzle packs that ship, read as package data (CC0-1.0, see LICENSE beside this file)."""
