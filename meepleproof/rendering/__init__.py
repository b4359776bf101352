"""Drawings of a position for people, and turns in words: our own drawing, nobody's artwork."""
