"""What ``import meepleproof`` offers: positions, puzzles and scenarios for other programs."""
