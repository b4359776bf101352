"""Scenarios of the house game and their claims: read from JSON, and put to every key."""
