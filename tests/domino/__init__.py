"""A fourth game, of dominoes, which shows that no line of the product has to know a game."""

from pathlib import Path

from verifier.documents.schemas import FOLDERS
from verifier.game import Facts
from verifier.games import GAMES

FACTS = Facts("domino", "a line of dominoes", "tests.domino", code="d")


def register() -> None:
    """Make the game known in this process, with its schemas."""
    GAMES[FACTS.name] = FACTS
    FOLDERS.append(Path(__file__).parent / "schemas")
