"""Key one of the house game: the engine plays it on the kernel's board."""

from verifier.carcassonne.engine.house.engine import HouseEngine
from verifier.carcassonne.engine.house.games import HouseGames, random_game, random_games
from verifier.carcassonne.engine.house.perft import HousePerft, perft_of

__all__ = [
    "HouseEngine",
    "HouseGames",
    "HousePerft",
    "perft_of",
    "random_game",
    "random_games",
]
