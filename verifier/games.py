"""The games that are verified: what lists say of them, and whose a document is.

A game is loaded when it is asked for. One more game is one more entry of ``GAMES``.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Any

from verifier.claims.scenario import ScenarioVerdict
from verifier.game import KEYS, AnyScenario, Facts, Keyring
from verifier.wording import listed

__all__ = ["GAMES", "Keyrings", "game_of", "titles"]

_SOLO = Facts(
    "solo",
    "the Solo Variant",
    "verifier.carcassonne.solo",
    code="s",
    marked=False,
    own_subject="puzzle",
)
"""The first game: documents did not say yet which one they are of."""

GAMES = {
    game.name: game
    for game in (
        _SOLO,
        Facts("house", "McGuire's house rules", "verifier.carcassonne.house", code="h"),
        Facts(
            "neom",
            "NEOM for one player",
            "verifier.neom",
            own_subject="log",
            changed_tiles=16_000,
        ),
    )
}
"""The games by name."""


def game_of(source: Any) -> Facts:
    """Return the game that a document or a code is of, readable or not.

    A document names its game (``"game": "house"``), and a code begins with its letter. What says
    nothing, or names no game that there is, is of the Solo Variant.

    >>> [game_of(each).name for each in ({"game": "neom"}, {}, "h4~b0.0.D0~t1~nEViK", [])]
    ['neom', 'solo', 'house', 'solo']
    """
    if isinstance(source, str):
        games = (game for game in GAMES.values() if game.code and source.startswith(game.code))
        return next(games, _SOLO)
    name = source.get("game") if isinstance(source, dict) else None
    return GAMES.get(name, _SOLO) if isinstance(name, str) else _SOLO


def titles(names: Iterable[str] = GAMES) -> str:
    """Return the titles of the games of these names, or of all, as a part of a sentence.

    >>> titles(["solo", "neom"])
    'the Solo Variant and NEOM for one player'
    """
    return listed([GAMES[name].title for name in names])


class Keyrings:
    """The keys of all games, each of which is loaded when a scenario of it is checked.

    ``names`` are the keys to ask, ``engine``, ``model`` or both. Close it when done.
    """

    def __init__(self, names: Collection[str] = KEYS) -> None:
        self._names = names
        self._rings: dict[str, Keyring] = {}

    def check(self, game: Facts, scenario: AnyScenario) -> ScenarioVerdict:
        """Return the verdict on a scenario of that game.

        :raises MeepleproofError: if a claim is about a situation that there cannot be.
        """
        if game.name not in self._rings:
            self._rings[game.name] = game.load().keyring(self._names)
        return self._rings[game.name].check(scenario)

    def close(self) -> None:
        """End the processes of solvers."""
        for ring in self._rings.values():
            ring.close()
