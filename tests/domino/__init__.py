"""A fourth game, of dominoes, which shows that no line of the product has to know a game.

It has a folder on each layer, as the games that ship do: what :mod:`verifier` needs is beside this
file, and each of the folders ``generator``, ``rendering``, ``play``, ``pages`` and ``cli`` holds a
``domino``.
"""

from pathlib import Path

import generator
import meepleproof.cli
import meepleproof.rendering
import meepleproof.service.pages
import meepleproof.service.play
from verifier.documents.schemas import FOLDERS
from verifier.game import Facts
from verifier.games import GAMES

_HERE = Path(__file__).parent
FACTS = Facts("domino", "a line of dominoes", "tests.domino", code="d")


def register() -> None:
    """Make the game known in this process, with its schemas and its folders."""
    GAMES[FACTS.name] = FACTS
    FOLDERS.append(_HERE / "schemas")
    service = (meepleproof.service.play, meepleproof.service.pages)
    for layer in (generator, meepleproof.rendering, *service, meepleproof.cli):
        layer.__path__.append(str(_HERE / layer.__name__.rpartition(".")[2]))
