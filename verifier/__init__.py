"""Tiles, rules, positions, the two keys (engine and model), and their verdicts.

Import the packages by name: this one imports nothing, so that ``import verifier`` is quick.
"""

__version__ = "0.3.0"
