"""What pages ask while they are played: the same requests for the service and for the engine.

House games, studies off their certificates, tables that were played, and packs of NEOM. Each is
made from its seed alone; what the service answers leads on from one request to the next.
"""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any
from urllib.parse import urlencode

from generator.chance import Chance
from generator.collection.index import PuzzleFilter
from meepleproof.service.pages.puzzles import packed_address
from meepleproof.service.play.asked import TABLE
from meepleproof.service.play.house.attempt import StudyPlay
from meepleproof.service.play.house.evenings import RECORD, read_evening
from meepleproof.service.play.house.game import HouseGame, choice, remembered_house_games
from meepleproof.service.play.house.scoring import TOLD
from meepleproof.service.play.neom import helper
from meepleproof.service.shelf import Shelf, ShelvedPuzzle
from verifier.carcassonne.engine.house import HouseEngine
from verifier.carcassonne.engine.house.players import deck, greedy_game
from verifier.carcassonne.house.position import Placement, set_up
from verifier.carcassonne.house.rule_set import RuleSet
from verifier.carcassonne.tiles import SETS

__all__ = [
    "STUDIES",
    "Request",
    "house_game",
    "neom_game",
    "off_certificate",
    "scored_table",
    "studies_of",
]

STUDIES = ("study", "farm-study", "study-of-four", "last-bag-tile")
"""Kinds that have a certificate."""
_SEATS = ("person", "greedy", "ahead")
_MINUTES = (3, 4, 5, 6)
_MOST_TILES = 40
_WALKS = 200
"""So many lines of a study are tried by chance."""
_SEVERAL = 3
"""In so many tables one is spoiled."""


@dataclass(frozen=True, slots=True)
class Request:
    """A path with its query, the body if it has one, and the file of the puzzle it is about."""

    path: str
    body: str = ""
    packed: str = ""


# --- games by the house rules


def house_game(seed: int) -> list[Request]:
    """Return what the page of a game asks: its beginning, its middle, both ends, its record.

    Players, boxes, hand, handicaps and seats differ from game to game. A part-turn on a cell that
    is taken is among what is asked.
    """
    query = _set_up(random.Random(seed))
    game = _played_out(query)
    line = [str(one) for one in game.line]
    half = line[: len(line) // 2]
    taken = [*half, (half or line)[-1]]
    asked = [[], half, line[:-1], line, taken]
    return [
        *(_house(query, part) for part in asked),
        _house(query, half, exactly="1"),
        Request(f"{RECORD}?{urlencode({**query, 'line': '~'.join(line)})}"),
    ]


def _house(query: dict[str, str], line: list[str], **more: str) -> Request:
    asked = {"game": "house", **query, **more, **({"line": "~".join(line)} if line else {})}
    return Request(f"{TABLE}?{urlencode(asked)}")


def _set_up(rng: random.Random) -> dict[str, str]:
    players = rng.choice((2, 2, 2, 3, 4, 5, 6))
    boxes = [name for name in SETS if name == "base" or rng.random() < 1 / 2]
    return {
        "players": str(players),
        "minutes": str(max(players, rng.choice(_MINUTES))),
        "sets": ".".join(boxes),
        "hand": str(rng.choice((1, 3, 3, 4))),
        "names": "~".join(f"Player {number}" for number in range(1, players + 1)),
        "seats": ".".join(rng.choice(_SEATS) for _ in range(players)),
        "handicaps": ".".join(
            f"{rng.choice(('', 'c'))}{rng.randrange(3)}:{rng.randrange(-30, 30)}"
            for _ in range(players)
        ),
        "seed": str(rng.randrange(10**6)),
    }


def _played_out(query: dict[str, str]) -> HouseGame:
    """Return the game in which everybody takes what looks best."""
    evening = read_evening(query)
    games = remembered_house_games()
    game = games(evening, ())
    while not game.position.end:
        chosen = choice(game.seen(), "greedy", evening.handicaps)
        if chosen is None:
            break
        game = games(evening, (*game.line, chosen.part_turn))
    return game


# --- studies


def off_certificate(one: ShelvedPuzzle) -> list[Request]:
    """Return lines of a study whose last answer the engine works out, and one that it looks up.

    :raises StopIteration: if its certificate knows all lines that are looked at.
    """
    study, rng = StudyPlay(one.packed), random.Random(one.id)
    first = [str(next(iter(study.certificate.most.then)))]
    played = (_by_chance(study, rng) for _ in range(_WALKS))
    off = next(line for line in played if line)
    return [
        _of_study(one, first),
        _of_study(one, off[:-1]),
        _of_study(one, off),
        _of_study(one, off, exactly="1"),
    ]


def _by_chance(study: StudyPlay, rng: random.Random) -> list[str]:
    """Return a line by chance as far as the engine has to answer; empty if it never has to."""
    engine, position, line = HouseEngine(), study.certificate.endgame.position, list[str]()
    while not position.end:
        outcome = rng.choice(engine.outcomes_in_order(position))
        position = outcome.after
        line.append(str(outcome.part_turn))
        if '"engine"' in json.dumps(study.attempt(line, helped=True)["play"]):
            return line
    return []


def _of_study(one: ShelvedPuzzle, line: list[str], **more: str) -> Request:
    query = {"puzzle": one.id, "line": "~".join(line), **more}
    return Request(f"{TABLE}?{urlencode(query)}", packed=packed_address(one.id))


def studies_of(shelf: Shelf) -> list[ShelvedPuzzle]:
    """Return the studies on a shelf."""
    return [one for kind in STUDIES for one in shelf.matching(PuzzleFilter(kind=kind))]


# --- tables that are scored


def scored_table(seed: int) -> Request:
    """Return the scoring of a table after a game; on some a piece stands where none can."""
    rng, chance = random.Random(seed), Chance("engine-table", seed)
    rules = RuleSet(rng.choice((2, 3, 4, 5, 6)), tuple(_boxes(rng)))
    tiles = chance.shuffled(sorted(deck(rules)))[: rng.randrange(3, _MOST_TILES)]
    position = greedy_game(set_up(rules, tuple(tiles)), chance.below)[-1].after
    placements = list(position.placements)
    if seed % _SEVERAL == 0:
        placements = _spoiled(rng, placements)
    scores = ".".join(map(str, position.scores))
    board = "~".join([f"h{rules.players}", f"p{scores}", *map(_word, placements)])
    return Request(f"{TOLD}?{urlencode({'board': board})}")


def _boxes(rng: random.Random) -> Iterator[str]:
    return (name for name in SETS if name == "base" or (name != "river" and rng.random() < 1 / 2))


def _spoiled(rng: random.Random, placements: list[Placement]) -> list[Placement]:
    """Return the table with a tile moved aside, so that it touches none or what does not fit."""
    number = rng.randrange(1, len(placements))
    moved = replace(placements[number], x=placements[number].x + rng.choice((1, 2, 9)))
    return [*placements[:number], moved, *placements[number + 1 :]]


def _word(laid: Placement) -> str:
    tile = f"{laid.tile}{laid.rotation}.{laid.x}.{laid.y}"
    piece = laid.piece
    return tile if piece is None else f"{tile}.{piece.piece}.{piece.feature}.{piece.colour + 1}"


# --- NEOM


def neom_game(seed: int) -> Iterator[tuple[Request, bool]]:
    """Yield what the helper asks in a whole game that a seed deals, and whether a pack lies open.

    What is done is chosen by chance among all that the table offers.
    """
    rng = random.Random(seed)
    asked: dict[str, Any] = {"seed": seed}
    while True:
        document = helper.table_document(asked)
        yield Request(helper.TABLE, json.dumps(asked)), "pack" in document
        event = _event(rng, document)
        if event is None:
            return
        log = document["log"]
        asked = {"seed": seed, "log": {**log, "events": [*log["events"], event]}}


def _event(rng: random.Random, document: dict[str, Any]) -> dict[str, Any] | None:
    """Return what is done next as the page writes it; None at the end."""
    if "keep" in document:
        return {"keep": rng.choice(document["keep"])}
    if "sets" in document:
        return dict(rng.choice(document["sets"])["event"])
    if "answers" in document:
        return dict(rng.choice(document["answers"])["event"])
    if "choices" not in document:
        return None
    chosen = rng.choice(document["choices"])
    way = rng.choice(chosen["ways"])
    event = dict(chosen["event"])
    if "square" in way:
        event["square"] = way["square"]
    return event | {name: way[name] for name in ("bought", "routes") if name in way}
