"""Key one of the house game: the engine plays it on the kernel's board."""

from verifier.carcassonne.engine.house.engine import HouseEngine
from verifier.carcassonne.engine.house.perft import HousePerft, perft_of
from verifier.carcassonne.engine.house.players import HouseGames, random_game, random_games

__all__ = [
    "HouseEngine",
    "HouseGames",
    "HousePerft",
    "perft_of",
    "random_game",
    "random_games",
]
