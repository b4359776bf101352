"""Rules, and switches for the readings on which their texts differ, as data."""
