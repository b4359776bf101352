"""Key one of the house game: the engine plays it on the kernel's board."""

from verifier.carcassonne.engine.house.engine import HouseEngine

__all__ = ["HouseEngine"]
