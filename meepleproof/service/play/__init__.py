"""Turns of a player and the state of a game, without HTTP."""
