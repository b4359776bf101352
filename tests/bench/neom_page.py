"""What is asked of the server about NEOM, and the steps a person takes on its pages."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import partial
from pathlib import Path

from meepleproof.service.play.neom.helper import table_document
from meepleproof.service.play.neom.tables import neom_puzzle_table
from meepleproof.service.shelf import Shelf
from verifier.documents.strict_json import Document

LINK = "acv6b6eez72q"
_LAST_TURNS, _PURCHASE, _DISASTER = "10hr3c9mczcp", "frnk3pvfq4k8", "5rp0s98cha45"
"""The puzzles of NEOM whose tables take the most time of their kind."""

LINK_STEPS = (
    ("take a tile of the hand", '.card-tile[aria-pressed="false"]', "click"),
    ("lay it on a square", ".mp-fits", "click"),
    ("take it back", "#lift", "click"),
)
_GAME = Path(__file__).parent.parent.parent / "docs" / "examples" / "neom-game-dealt.json"
_FIRST_OF_III = 14


def log() -> Document:
    """Return a game in which the first pack of Generation III was just turned up."""
    game: Document = json.loads(_GAME.read_text("utf-8"))
    packs = [number for number, event in enumerate(game["events"]) if "reveal" in event]
    return {**game, "events": game["events"][: packs[_FIRST_OF_III] + 1]}


def asked(shelf: Shelf) -> dict[str, Callable[[], Document]]:
    """Return what is asked about NEOM, by its name."""
    found: dict[str, Callable[[], Document]] = {}
    for name, identity, line in (
        ("NEOM, last turns", _LAST_TURNS, ""),
        ("the same after an answer", _LAST_TURNS, "sell"),
        ("NEOM, link", LINK, ""),
        ("NEOM, purchase", _PURCHASE, ""),
        ("NEOM, Disaster", _DISASTER, ""),
    ):
        found[name] = partial(neom_puzzle_table, shelf.known(identity).packed, line)
    return {**found, "NEOM at the table, Generation III": partial(table_document, {"log": log()})}
