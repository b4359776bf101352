"""Scenarios of the house game as data."""
