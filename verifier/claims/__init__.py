"""The language of claims and scenarios, for any game."""
