"""Puzzles of dominoes, played."""

from meepleproof.service.play.play import PlayedGame

GAME = PlayedGame(
    "Dominoes",
    "/domino",
    daily=("ends",),
    one_scale=True,
    kinds=(("ends", "how can it end?", ("ends",)),),
    paths=("/domino",),
)
