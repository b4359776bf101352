"""The language in which claims are written; it knows no game."""
