"""Where a game beside the real one stands, or a demo game that a seed deals.

No game and no catalogue is kept: a page sends the log, and its catalogue if it has one of its own.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Any

from meepleproof.rendering.neom.chances import chance_in_text, disaster_chances, next_disaster
from meepleproof.rendering.neom.words import (
    event_in_words,
    goods_in_words,
    heading_in_words,
    next_in_words,
    reminders,
    solo_title,
    squares_in_words,
    when_in_words,
)
from meepleproof.service.play.neom.document import (
    cell_of,
    city_document,
    named,
    neom_sheet,
    rules_document,
    tiles_document,
)
from meepleproof.service.play.neom.proofs import read_log
from meepleproof.service.play.neom.table import (
    Choice,
    NeomTable,
    Way,
    dealt_log,
    log_in_link,
    log_of_link,
    neom_table,
    new_log,
)
from meepleproof.service.play.refusal import as_sentence
from meepleproof.service.play.url import read_text
from meepleproof.service.problems import of_error
from verifier.documents.strict_json import Document
from verifier.errors import Illegal, Malformed, MeepleproofError
from verifier.neom.documents import event_to_json, log_to_json
from verifier.neom.log import Act, Log, Strike
from verifier.neom.odds import question
from verifier.neom.odds.seen import tiles_in_play
from verifier.neom.state import (
    HEADINGS,
    SQUARES,
    TILE_SETS,
    TURNS,
    DisasterAnswer,
    square_name,
    total,
)
from verifier.neom.tiles import DECKS, TileCatalogue
from verifier.neom.tiles_document import checked_document, demo_catalogue, provenance_to_json
from verifier.neom.tiles_places import checked_to_json

__all__ = [
    "CATALOGUE",
    "CATALOGUE_SCHEMA",
    "DEMO",
    "HELPER",
    "LINKED",
    "TABLE",
    "TABLE_SCHEMA",
    "catalogue_document",
    "linked",
    "table_document",
]

HELPER = "/neom/table"
DEMO = "/neom/demo"
LINKED = "/linked"
"""Below a page, where it asks for what its address says if no server has read that."""
TABLE = "/api/neom/table"
TABLE_SCHEMA = "neom-table-request"
CATALOGUE = "/api/neom/catalogue"
CATALOGUE_SCHEMA = "neom-catalogue-request"
_SEED = re.compile(r"[0-9]{1,12}")


def linked(query: Mapping[str, str], *, dealt: bool) -> Document:
    """Return the log that the address of a page has, and the seed if the game is ``dealt``.

    :raises Malformed: if one of them cannot be read.
    """
    found: Document = {}
    link, seed = read_text(query, "log"), read_text(query, "seed")
    if link:
        found["log"] = log_of_link(link)
    if dealt and seed:
        found["seed"] = _seed(seed)
    return found


def _seed(text: str) -> int:
    if not _SEED.fullmatch(text):
        raise Malformed(f"{text[:20]!r} is no number of up to 12 digits", where="seed")
    return int(text)


def catalogue_document(asked: Document) -> Document:
    """Return what is wrong with the catalogue of a request, and what it leaves open."""
    document = asked["catalogue"]
    return checked_to_json(document, checked_document(document))


def table_document(asked: dict[str, Any]) -> Document:
    """Return where the game of a request of the schema ``neom-table-request`` stands.

    :raises Problem: if its catalogue or log cannot be read, or an event breaks a rule.
    """
    try:
        if "log" in asked:
            catalogue, log = read_log(asked)
        else:  # the schema wants a seed then
            catalogue = demo_catalogue()
            log = new_log(catalogue, asked["seed"])
        return _neom_table_document(_followed(catalogue, log, asked.get("seed")))
    except MeepleproofError as error:
        raise of_error(error) from None


def _followed(catalogue: TileCatalogue, log: Log, seed: int | None) -> NeomTable:
    """Return where a log stands; what is illegal is said with the names of tiles and the rule."""
    try:
        return neom_table(catalogue, log if seed is None else dealt_log(catalogue, log, seed))
    except Illegal as error:
        why = as_sentence(named(catalogue, error.message))
        rules = rules_document([error.rule] if error.rule else [])
        said = " ".join((why, *(f"{rule}: {sentence}" for rule, sentence in rules.items())))
        raise Illegal(said, where=error.where, rule=error.rule) from None


def _neom_table_document(table: NeomTable) -> Document:
    """Return where a game stands, what may be done next, and what to remember."""
    catalogue, log = table.catalogue, log_to_json(table.log)
    document: Document = {
        "log": log,
        "link": log_in_link(log),
        "back": table.back,
        "catalogue": provenance_to_json(catalogue),
        "next": table.due.next or "nothing",
        "head": as_sentence(next_in_words(table.due)) if table.due.next else "The game is over.",
        "when": _when(table),
        "city": city_document(catalogue, table.standing.state.city),
        "facts": [list(fact) for fact in _facts(table)],
        "reminders": [],
        "events": [
            {
                "when": when_in_words(table.log, number),
                "says": named(catalogue, event_in_words(catalogue, event)),
            }
            for number, event in enumerate(table.log.events)
        ],
        "wrong": [
            f"You noted {each.what} {each.noted}, but it is {each.followed}."
            for each in table.report.differences
        ],
        "unknown": list(dict.fromkeys(as_sentence(str(each)) for _, each in table.report.unknown)),
        **_next(table),
    }
    if catalogue.note:
        document["note"] = catalogue.note
    if table.lacks:
        document["lacks"] = as_sentence(table.lacks)
    seen = table.seen()
    if seen is not None:
        document["reminders"] = [list(each) for each in reminders(table.due)]
        document["odds"] = _odds(table)
    if table.report.score:
        document["result"] = _result(table)
    drawn = _drawn(table)
    document["tiles"] = tiles_document(catalogue, drawn | set(table.unseen()))
    document["sheet"] = neom_sheet(
        replace(
            catalogue,
            tiles=tuple(tile for tile in catalogue.tiles if tile.id in drawn),
            boards=(catalogue.board(table.standing.state.city.board),),
        )
    )
    return document


def _when(table: NeomTable) -> str:
    state = table.standing.state
    if table.due.next in ("cornerstones", "keep", "tiles"):
        return "Preliminary Round"
    if state.ended:
        return "The end of the game"
    marks = " ".join(state.tile_set)
    return f"Generation {DECKS[state.generation - 1]}, turn {state.turn} of {TURNS}, tiles {marks}"


def _facts(table: NeomTable) -> Iterator[tuple[str, str]]:
    state, money = table.standing.state, table.standing.money
    yield "Money", "cannot be followed: note it" if money is None else f"£{money}"
    yield "Goods", goods_in_words(state.tokens)
    names = [table.catalogue.tile(tile).name or tile for tile in sorted(state.reserve)]
    if names:
        yield "In reserve", ", ".join(names)


def _drawn(table: NeomTable) -> set[str]:
    """Return the tiles that the page draws."""
    state = table.standing.state
    drawn = {tile for _, tile in state.city.tiles} | state.reserve
    if table.due.next in ("keep", "act"):
        drawn.update(table.turned_up)
    return drawn


# --- what may be done next


def _next(table: NeomTable) -> Document:
    following = table.due.next
    if following in ("cornerstones", "reveal"):
        key = following
        generation = table.standing.state.generation
        deck = "C" if key == "cornerstones" else DECKS[generation - 1]
        shown = {"key": key, "deck": deck, "number": table.due.shown, "of": list(table.unseen())}
        return {"shown": shown}
    if following == "keep":
        return {"keep": list(table.turned_up)}
    if following == "tiles":
        return {
            "sets": [
                {
                    "says": " ".join(marks),
                    "tiles": tiles_in_play(",".join(marks)),
                    "event": {"tile_set": list(marks)},
                }
                for marks in TILE_SETS
            ]
        }
    if following == "act":
        return {
            "pack": list(table.turned_up),
            "choices": [_choice(table, each) for each in table.choices],
        }
    if following == "strike":
        return {"answers": list(_answers(table))}
    return {}


def _choice(table: NeomTable, choice: Choice) -> Document:
    act = Act(choice.action, choice.selected, choice.placed * (choice.action == "cornerstone"))
    return {
        "tile": choice.selected,
        "says": _offer(table, choice),
        "event": event_to_json(act),
        **({"holds": choice.placed} if choice.placed else {}),
        "ways": [_way(way) for way in choice.ways],
    }


def _offer(table: NeomTable, choice: Choice) -> str:
    name = table.catalogue.tile(choice.placed).name if choice.placed else ""
    if choice.action == "place":
        return "Place it"
    if choice.action == "cornerstone":
        return f"Give it up and place the Cornerstone {name or choice.placed}"
    if choice.action == "prevent":
        return "Select the Disaster, which prevents it"
    value = table.catalogue.parameters.sell_value
    return "Sell it" if value is None else f"Sell it for £{value}"


def _way(way: Way) -> Document:
    said = [] if way.paid is None or way.square is None else [f"for £{way.paid}"]
    if way.bought:
        said.append(f"buying {goods_in_words(way.bought)}")
    if way.routes:
        said.append(f"by the route {' and '.join(way.routes)}")
    document: Document = {"says": ", ".join(said)}
    if way.square is not None:
        document |= {"at": cell_of(way.square), "square": square_name(way.square)}
    for name, words in (("bought", way.bought), ("routes", way.routes)):
        if words:
            document[name] = list(words)
    return document


_STRUCK = {
    "protected": "The city is protected",
    "pay": "Pay",
    "lose": "Lose tiles",
    "nothing": "Nothing happens",
}


def _answers(table: NeomTable) -> Iterator[Document]:
    answers = table.answers or _imaginable(table)
    for answer in answers:
        document: Document = {
            "kind": answer.kind,
            "says": _answer_in_words(table, answer),
            "event": event_to_json(Strike(answer.kind, answer.squares)),
        }
        if answer.squares:
            document["cells"] = [cell_of(square) for square in answer.squares]
        yield document


def _imaginable(table: NeomTable) -> Iterable[DisasterAnswer]:
    """Return what an answer could be where it cannot be determined; tiles are lost one by one."""
    lying = [square for square, _ in table.standing.state.city.tiles if square in SQUARES]
    yield from (DisasterAnswer(kind) for kind in ("protected", "pay", "nothing"))
    yield from (DisasterAnswer("lose", (square,)) for square in lying)


def _answer_in_words(table: NeomTable, answer: DisasterAnswer) -> str:
    if answer.kind == "pay":
        asked = table.catalogue.parameters.disaster(table.standing.state.generation).pay
        if not asked:
            return "Pay what it asks"
        money = table.standing.money
        return f"Pay £{asked}" if money is None else f"Pay £{min(asked, money)}"
    if answer.squares:
        return (
            f"Lose the tile{'s' * (len(answer.squares) > 1)} on{squares_in_words(answer.squares)}"
        )
    return _STRUCK[answer.kind]


# --- odds and result


def _odds(table: NeomTable) -> Document:
    seen = table.seen()
    assert seen is not None  # noqa: S101 - asked before
    chances = question.chances(seen)
    numbers = range(seen.packs + 1, TURNS + 1)
    names = [*(f"Pack {number}" for number in numbers), "Pack 8, never seen"]
    if chances.disaster is None:
        packs = [[name, str(size)] for name, size in zip(names, chances.sizes, strict=True)]
        return {"head": "This Generation's Disaster was seen.", "packs": packs, "lines": []}
    places = map(chance_in_text, chances.disaster.places)
    return {
        "head": next_disaster(seen, chances),
        "packs": [
            [name, str(size), chance]
            for name, size, chance in zip(names, chances.sizes, places, strict=True)
        ],
        "lines": [
            [label, "" if chance is None else chance_in_text(chance)]
            for label, chance in disaster_chances(seen, chances.disaster)
        ],
    }


def _result(table: NeomTable) -> Document:
    score, reached = table.report.score, total(table.report.score)
    rank = None if reached is None else solo_title(table.catalogue.parameters, reached)
    document: Document = {
        "headings": [
            {
                "name": heading.name,
                "says": heading_in_words(heading.name),
                "rule": HEADINGS[heading.name],
                "points": "?" if heading.points is None else str(heading.points),
                "unknown": [as_sentence(str(each)) for each in heading.unknown],
            }
            for heading in score
        ],
        "total": "?" if reached is None else str(reached),
    }
    return document | ({"rank": rank} if rank else {})
