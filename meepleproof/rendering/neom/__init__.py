"""How cities and puzzles of NEOM are shown."""
