"""A ledger of past games as a JSON document of the schema ``ledger``."""

from __future__ import annotations

from typing import Any

from verifier.carcassonne.house.handicaps import Handicap, Ledger, PastGame, Player
from verifier.documents.validation import validate
from verifier.errors import Ambiguous

SCHEMA = "urn:meepleproof:ledger:1"


def read_ledger(document: Any, where: str = "") -> Ledger:
    """Return the ledger that a document states.

    :raises Malformed: if it does not follow the schema, or a game names an unknown player.
    :raises Ambiguous: if two players have one name.

    >>> read_ledger(ledger_to_json(Ledger((Player("Ada", child=True), Player("Ben"))))).players[1]
    Player(name='Ben', child=False, handicap=Handicap(per_tile=0, points=0))
    """
    validate("ledger", document, where)
    players = tuple(
        Player(each["name"], each.get("child", False), Handicap(**each.get("handicap", {})))
        for each in document["players"]
    )
    names = [player.name for player in players]
    for number, name in enumerate(names):
        if name in names[:number]:
            raise Ambiguous(f"two players are called {name!r}", where=f"/players/{number}/name")
    games = tuple(
        PastGame(each["tiles"], tuple(each["scores"].items())) for each in document.get("games", ())
    )
    ledger = Ledger(players, games)
    ledger.handicaps()
    return ledger


def ledger_to_json(ledger: Ledger) -> dict[str, Any]:
    """Return the ledger as a document of the schema."""
    return {
        "$schema": SCHEMA,
        "game": "house",
        "players": [_player(player) for player in ledger.players],
        "games": [{"tiles": game.tiles, "scores": dict(game.scores)} for game in ledger.games],
    }


def _player(player: Player) -> dict[str, Any]:
    handicap = {"per_tile": player.handicap.per_tile, "points": player.handicap.points}
    return {
        "name": player.name,
        **({"child": True} if player.child else {}),
        **({"handicap": handicap} if player.handicap != Handicap() else {}),
    }
