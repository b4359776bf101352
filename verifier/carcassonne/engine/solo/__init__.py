"""Key one: the engine. It plays turns and undoes them, and searches by exhausting them."""

from verifier.carcassonne.engine.solo.engine import Engine
from verifier.carcassonne.engine.solo.features import Feature, features
from verifier.carcassonne.engine.solo.perft import Perft, perft
from verifier.carcassonne.engine.solo.players import Odds, Player, game, playouts
from verifier.carcassonne.engine.solo.search import (
    Best,
    Line,
    Solutions,
    seek,
    solve,
    solve_alike,
    solve_best,
)

__all__ = [
    "Best",
    "Engine",
    "Feature",
    "Line",
    "Odds",
    "Perft",
    "Player",
    "Solutions",
    "features",
    "game",
    "perft",
    "playouts",
    "seek",
    "solve",
    "solve_alike",
    "solve_best",
]
