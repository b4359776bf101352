"""Key one: the engine. It plays turns and undoes them, and searches by exhausting them."""

from verifier.engine.engine import Engine
from verifier.engine.features import Feature, features
from verifier.engine.perft import Perft, perft
from verifier.engine.players import Odds, Player, game, playouts
from verifier.engine.search import Best, Line, Solutions, best, solve
from verifier.engine.seeking import seek

__all__ = [
    "Best",
    "Engine",
    "Feature",
    "Line",
    "Odds",
    "Perft",
    "Player",
    "Solutions",
    "best",
    "features",
    "game",
    "perft",
    "playouts",
    "seek",
    "solve",
]
