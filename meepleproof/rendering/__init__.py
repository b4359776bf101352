"""Drawings of positions and puzzles for people, and turns in words; all drawings are our own."""
