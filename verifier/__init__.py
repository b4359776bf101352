"""What is true: tiles, rules, positions, the two keys (engine and model), and their verdicts.

Nothing is imported here, so that ``import verifier`` costs nothing; import its packages by name.
"""

__version__ = "0.2.0"
