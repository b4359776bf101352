"""A fourth game, of dominoes, which shows that no line of the product has to know a game."""

from verifier.game import Facts

FACTS = Facts("domino", "a line of dominoes", "tests.domino", code="d")
"""What tests register it by."""
