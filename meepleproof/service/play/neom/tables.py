"""Tables of puzzles of NEOM: what the page needs after a line, and what every answer leads to.

A line of tiles to link is each tile with its square, ``demo-I-08*B3``, joined by ``~``. Other
puzzles have one answer: a first action (``demo-I-08*B3``, ``sell``, ``prevent``; where a Disaster
strikes, with the answer to it, like ``sell*pay`` or ``sell*lose*B3``), ``take`` or ``leave``, an
amount (``6``), or helpers (``*demo-I-08*demo-C-02``, and ``*`` for none).
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import TypeAlias

from generator.pack import Packed
from meepleproof.rendering.neom.puzzles import first_in_words, links_in_words, question_in_words
from meepleproof.rendering.wording import points_in_text
from meepleproof.service.play.neom.attempt import (
    judged_first,
    neom_attempt,
    why_no_actions,
    why_not_here,
    why_unsound,
)
from meepleproof.service.play.neom.document import (
    UNANSWERED,
    asked,
    cell_of,
    covering_centre,
    end_document,
    hand_document,
    help_document,
    name_of,
    purse,
    read_square_name,
    reason_document,
    refusal_document,
    reminded,
    rules_document,
    table_of_puzzle,
    tile_art,
    tile_piece,
    to_play,
    with_names,
)
from meepleproof.service.play.neom.puzzles import (
    LinkLine,
    Placed,
    link_line,
    play_link,
    squares_next,
)
from meepleproof.service.play.numbered import Numbered
from verifier.documents.strict_json import Document
from verifier.errors import Malformed
from verifier.neom.documents import read_square
from verifier.neom.engine import Engine
from verifier.neom.puzzle import (
    LinkQuestion,
    NeomPuzzle,
    PurchaseQuestion,
    TurnsQuestion,
    first_action_from_json,
    first_action_to_json,
)
from verifier.neom.state import (
    SQUARES,
    TURNS,
    City,
    DisasterAnswer,
    FirstAction,
    Square,
    square_name,
)
from verifier.neom.tiles import DECKS

__all__ = [
    "Answers",
    "answers_document",
    "lines_offered",
    "link_answers",
    "link_table",
    "neom_puzzle_table",
    "read_first_action",
]


def neom_puzzle_table(packed: Packed[NeomPuzzle], line: str) -> Document:
    """Return the table of a puzzle after a line.

    :raises Malformed: if the line cannot be read.
    """
    question = packed.puzzle.question
    if isinstance(question, LinkQuestion):
        return link_table(packed, question, line)
    if isinstance(question, PurchaseQuestion):
        return _purchase_table(packed, question, line)
    return _turns_table(packed, question, line)


Answers: TypeAlias = tuple[DisasterAnswer | None, ...]


_AMOUNTS = range(100)
"""Amounts of money, in £, that a player may type; a larger one needs the server."""


_MOST_CITIES = 2_000
"""So many cities of a link are listed at most; each takes half a millisecond."""


def answers_document(packed: Packed[NeomPuzzle], most_cities: int = _MOST_CITIES) -> Document:
    """Return how the table after each answer differs from the first one.

    ``answers`` has by line the members that are other than in the first table, ``without`` the
    members that are gone. Of a link see :func:`link_answers`; one of more cities has no list.
    """
    first, question = neom_puzzle_table(packed, ""), packed.puzzle.question
    if isinstance(question, LinkQuestion):
        return link_answers(packed, question, most_cities) or {}
    if isinstance(question, PurchaseQuestion):
        tables = {line: neom_puzzle_table(packed, line) for line in _answer_lines(question)}
    else:
        tables = _tables_of_answers(packed, question, first)
    gone = sorted(set(first).difference(*tables.values()))
    return {
        "without": gone,
        "answers": {
            line: {name: told for name, told in table.items() if first.get(name) != told}
            for line, table in tables.items()
        },
    }


def _answer_lines(question: PurchaseQuestion) -> Iterator[str]:
    if not question.helpers:
        yield from map(str, _AMOUNTS)
        return
    helpers = sorted(question.helpers)
    for number in range(len(helpers) + 1):
        for chosen in combinations(helpers, number):
            yield f"*{'*'.join(chosen)}"


_MOST_TRIES = 12
_ACTS = {"sell": "Sell a tile", "prevent": "Prevent the Disaster"}
_TAKE = {"take": "Take it", "leave": "Leave it"}
_ANSWERS = {
    "protected": "Protected from the Disaster",
    "pay": "Pay for the Disaster",
    "lose": "Lose {lost} to the Disaster",
    "nothing": "The Disaster does nothing",
}


def _turns_table(packed: Packed[NeomPuzzle], question: TurnsQuestion, line: str) -> Document:
    """Return the table of a question about turns, or what its answer leads to.

    :raises Malformed: if the line is no answer.
    """
    if question.kind == "disaster":
        return _disaster_table(packed, question, line)
    return _first_table(_asked(packed, question), line)


def _told_always(
    engine: Engine, packed: Packed[NeomPuzzle], question: TurnsQuestion, city: City, line: str
) -> Document:
    document = table_of_puzzle(packed, city, line)
    document["notes"] = [*reminded(engine, packed.puzzle, question), *document["notes"]]
    packs = _packs(packed, question)
    return {
        **document,
        "purse": purse(engine, packed.puzzle, question.state),
        "packs": packs,
        "confirm": "That is my answer",
    }


def _packs(packed: Packed[NeomPuzzle], question: TurnsQuestion) -> list[Document]:
    """Return the packs of the turns, but for tiles that can be chosen from the hand."""
    told, catalogue = [], packed.puzzle.catalogue
    for number, pack in enumerate(question.packs):
        passed = question.state.turn + number - 1
        generation, turn = question.state.generation + passed // TURNS, passed % TURNS + 1
        later = f" of Generation {DECKS[generation - 1]}" if passed >= TURNS else ""
        head = f"Turn {turn}{later} shows"
        cards = list(pack)
        if not number and question.kind == "last-turns":
            head, cards = (
                "The Disaster",
                [each for each in pack if catalogue.tile(each).type == "disaster"],
            )
        told.append({"head": head, "cards": cards})
    if question.kind == "disaster":
        told.append({"head": "Cornerstones in reserve", "cards": sorted(question.state.reserve)})
    return [one for one in told if one["cards"]]


# The Disaster


def _disaster_table(packed: Packed[NeomPuzzle], question: TurnsQuestion, line: str) -> Document:
    document = _told_always(Engine(), packed, question, question.city, line)
    solution = packed.solution or {}
    if line and line not in _TAKE:
        raise Malformed(f"{line[:20]!r} is neither 'take' nor 'leave'", where="line")
    document["help"] = help_document(packed, UNANSWERED, on_track=not line, line="")
    if not line:
        document["acts"] = [
            {"name": each, "says": says, "claims": [_claim(each, "", each)]}
            for each, says in _TAKE.items()
        ]
        return document
    judged = neom_attempt(packed, {"answer": line})
    by = first_in_words(packed.puzzle.catalogue, solution["leave_by"])
    says = f"{judged['sentence']} Who leaves it does best with this: {by}."
    document["moves"] = [f"{_TAKE[line]}."]
    says = with_names(packed, says)
    document["end"] = end_document(solved=judged["solved"], says=says, tells=True)
    return document


# The first action


def _tables_of_answers(
    packed: Packed[NeomPuzzle], question: TurnsQuestion, first: Document
) -> dict[str, Document]:
    """Return the tables after all answers that the first table offers, by their lines."""
    lines = lines_offered(first)
    if question.kind == "disaster":
        return {line: _disaster_table(packed, question, line) for line in lines}
    asked = _asked(packed, question)
    return {line: _first_table(asked, line) for line in lines}


def lines_offered(first: Document) -> list[str]:
    """Return the lines of all answers that a first table offers."""
    claims = [one for act in first["acts"] for one in act["claims"]]
    lines = [text for claim in claims for text, _ in claim["plays"]]
    for held in first.get("hand", ()):
        for way in (way for square in held["squares"] for way in square["ways"]):
            plays = [play for one in first["claims"][way["claims"]] for play in one["plays"]]
            lines += [f"{way['begins']}{rest}" for rest, _ in plays]
    return lines


@dataclass(frozen=True, slots=True)
class _Asked:
    """A question for the first action, with the most points that each one leads to."""

    packed: Packed[NeomPuzzle]
    question: TurnsQuestion
    engine: Engine
    best: Mapping[FirstAction, int]


def _asked(packed: Packed[NeomPuzzle], question: TurnsQuestion) -> _Asked:
    engine = Engine()
    best = engine.best_by_first_action(packed.puzzle.catalogue, question.state, question.packs)
    return _Asked(packed, question, engine, best)


def _first_table(asked: _Asked, line: str) -> Document:
    packed, question, best = asked.packed, asked.question, asked.best
    puzzle = packed.puzzle
    if not line:
        document = _told_always(asked.engine, packed, question, question.city, "")
        document["help"] = _help(packed, best, answered=False)
        return document | _choices(asked)
    first = read_first_action(packed, line)
    if first not in best:
        (refusal,) = why_no_actions(asked.engine, puzzle, question, [first])
        refused = refusal_document(puzzle.catalogue, refusal, 1)
        return {**_first_table(asked, ""), "refused": refused}
    given = first_action_to_json(first)
    judged = judged_first(packed, given, best[first])
    city = question.city
    if first.square is not None:
        city = city.with_tile(first.square, first.placed)
    document = _told_always(asked.engine, packed, question, city, line)
    document["help"] = _help(packed, best, answered=True)
    document["moves"] = [with_names(packed, f"{first_in_words(puzzle.catalogue, given)}.")]
    if first.square is not None:
        at = cell_of(first.square)
        document |= {"path": [[tile_art(first.placed), at]], "last": {"at": at}}
    says = with_names(packed, judged["sentence"])
    document["end"] = end_document(solved=judged["solved"], says=says)
    return document


def _help(
    packed: Packed[NeomPuzzle], best: Mapping[FirstAction, int], *, answered: bool
) -> Document:
    told = help_document(packed, UNANSWERED, on_track=not answered, line=_text(_best(packed)))
    head = "What other actions lead to"
    solution = told["solution"]
    tries = {"tries": _tries(packed, best), "tries_head": head}
    told["solution"] = {**solution, "moves": solution["moves"][:1], **tries}
    return told


def _best(packed: Packed[NeomPuzzle]) -> FirstAction:
    return first_action_from_json((packed.solution or {})["first"])


def _choices(asked: _Asked) -> Document:
    """Return the hand and the other actions, each with the answers to a Disaster that strikes."""
    packed, question, engine = asked.packed, asked.question, asked.engine
    puzzle = packed.puzzle
    catalogue, pack = puzzle.catalogue, question.packs[0]
    answers = defaultdict[tuple[str, str, Square | None], list[DisasterAnswer | None]](list)
    for action in asked.best:
        answers[action.kind, action.placed, action.square].append(action.disaster)
    claims = Numbered()
    numbers = {key: claims.number(_claims(found)) for key, found in answers.items()}
    kinds = {tile: "place" for tile in pack if catalogue.tile(tile).type != "disaster"}
    kinds |= dict.fromkeys(sorted(question.state.reserve), "cornerstone")
    hand = [
        (tile, {at: number for (_, each, at), number in numbers.items() if each == tile and at})
        for tile in kinds
    ]

    def reasons(tile: str, squares: Sequence[Square]) -> list[Document]:
        actions = [FirstAction(kinds[tile], tile, square, None) for square in squares]
        refusals = why_no_actions(engine, puzzle, question, actions)
        return [reason_document(catalogue, refusal, tile) for refusal in refusals]

    acts = [
        {"name": name, "says": says, "claims": [_with(name, one) for one in claims.listed[number]]}
        for name, says in _ACTS.items()
        for (kind, _, _), number in numbers.items()
        if kind == name
    ]
    told = hand_document(packed, question.city, hand, reasons)
    return {**told, "claims": claims.listed, "acts": acts}


def _claims(answers: Iterable[DisasterAnswer | None]) -> list[Document]:
    ordered = sorted(answers, key=_after)
    return [_claim(_after(each) or "-", _said(each), _after(each)) for each in ordered]


def _claim(name: str, says: str, text: str) -> Document:
    return {"name": name, "says": says, "chosen": says and f"{says}.", "plays": [[text, 0]]}


def _with(begins: str, claim: Document) -> Document:
    return {**claim, "plays": [[f"{begins}{rest}", effect] for rest, effect in claim["plays"]]}


def _said(answer: DisasterAnswer | None) -> str:
    """Return an answer to the Disaster in words, empty if none strikes."""
    if answer is None:
        return ""
    lost = " and ".join(map(square_name, answer.squares)) or "nothing"
    return _ANSWERS[answer.kind].format(lost=lost)


def _after(answer: DisasterAnswer | None) -> str:
    """Return how a line writes an answer to the Disaster, after the action."""
    if answer is None:
        return ""
    return "".join(f"*{each}" for each in (answer.kind, *map(square_name, answer.squares)))


def _text(action: FirstAction) -> str:
    done = action.kind if action.square is None else to_play(action.placed, action.square)
    return f"{done}{_after(action.disaster)}"


def read_first_action(packed: Packed[NeomPuzzle], line: str) -> FirstAction:
    """Return the first action of a line.

    :raises Malformed: if it is none.
    """
    done, *rest = line.split("*")
    document: Document = {"action": done}
    if done not in _ACTS:
        tile = packed.puzzle.catalogue.tile_by_id.get(done)
        if tile is None:
            raise Malformed(f"{done[:40]!r} is neither a tile nor an action", where="line")
        if not rest:
            raise Malformed(f"{line[:40]!r} has no square; write it like 'TILE*B3'", where="line")
        kind = "cornerstone" if tile.deck == "C" else "place"
        square = square_name(read_square_name(rest.pop(0)))
        document = {"action": kind, "tile": tile.id, "square": square}
    if rest:
        word, *squares = rest
        if word not in _ANSWERS:
            raise Malformed(f"{word[:20]!r} is no answer to a Disaster", where="line")
        lost = [square_name(read_square_name(each)) for each in squares]
        document["disaster"] = {"answer": word, "squares": lost}
    return first_action_from_json(document)


def _tries(packed: Packed[NeomPuzzle], best: Mapping[FirstAction, int]) -> list[Document]:
    """Return the other actions with what they lead to, the best first."""
    right = _best(packed)
    others = sorted(
        ((points, action) for action, points in best.items() if action != right),
        key=lambda one: (-one[0], _text(one[1])),
    )
    catalogue = packed.puzzle.catalogue
    return [
        {
            "says": with_names(
                packed,
                f"{first_in_words(catalogue, first_action_to_json(action))}: "
                f"{points_in_text(points)} at most.",
            ),
            "line": _text(action),
        }
        for points, action in others[:_MOST_TRIES]
    ]


_AMOUNT = re.compile("0|[1-9][0-9]{0,3}")


def _purchase_table(packed: Packed[NeomPuzzle], question: PurchaseQuestion, line: str) -> Document:
    """Return the table of a question about a purchase, or what its answer is worth.

    :raises Malformed: if the line is no answer.
    """
    document = table_of_puzzle(packed, question.city, line)
    packs = [{"head": "To place", "cards": sorted(question.tiles_to_place)}]
    if question.helpers:
        packs.append({"head": "Helpers", "cards": sorted(question.helpers)})
    document |= {"purse": purse(Engine(), packed.puzzle, question.state), "packs": packs}
    document["help"] = help_document(packed, UNANSWERED, on_track=not line, line="")
    if question.helpers:
        return document | _helpers(packed, question, line)
    return document | _money(packed, line)


def _money(packed: Packed[NeomPuzzle], line: str) -> Document:
    if not line:
        return {"amount": {"ask": "The least money", "unit": "£"}}
    if _AMOUNT.fullmatch(line) is None:
        raise Malformed(f"{line[:20]!r} is no amount; write it like '6'", where="line")
    judged = neom_attempt(packed, {"money": int(line)})
    return {"moves": [f"£{line}."], "end": _judged_end(packed, judged)}


def _helpers(packed: Packed[NeomPuzzle], question: PurchaseQuestion, line: str) -> Document:
    catalogue = packed.puzzle.catalogue
    if not line:
        return {"picks": {"ask": "Which helpers come before?", "cards": sorted(question.helpers)}}
    chosen = [each for each in line.split("*") if each]
    if not line.startswith("*") or not set(chosen) <= set(question.helpers):
        raise Malformed(f"{line[:40]!r} names a tile that is no helper here", where="line")
    judged = neom_attempt(packed, {"helpers": chosen})
    names = " and ".join(name_of(catalogue.tile(each)) for each in sorted(chosen)) or "No helper"
    return {"moves": [f"{names}."], "end": _judged_end(packed, judged)}


def _judged_end(packed: Packed[NeomPuzzle], judged: Document) -> Document:
    """Return how it ended, in the words of the judge with the names of tiles."""
    return end_document(solved=judged["solved"], says=with_names(packed, judged["sentence"]))


_CHECKS = ["You are on track.", "This is not the way. Undo, and try again."]
"""What is said to a player who is on track, and to one who is not."""

_NEXT_TILE = "Choose the next tile, and then a square."

_PLACED: Document = {"name": "-", "says": "", "chosen": "", "plays": [["", 0]]}
"""The one thing to do with a tile that lies on a square."""


def link_table(packed: Packed[NeomPuzzle], question: LinkQuestion, line: str) -> Document:
    """Return the table after some tiles were placed.

    :raises Malformed: if the line cannot be read, or names a tile that is not to be placed.
    """
    engine, puzzle, solution = Engine(), packed.puzzle, packed.solution or {}
    wanted = [_read(question, text) for text in line.split("~")] if line else []
    played = play_link(engine, puzzle, question, wanted)
    document = table_of_puzzle(packed, played.city, _line(played.placed))
    document |= _placed_told(packed, question, played)
    if played.refusal is not None:
        turn = len(played.placed) + 1
        document["refused"] = refusal_document(puzzle.catalogue, played.refusal, turn)
    document |= _next_told(engine, packed, question, played)
    on_track = set(played.placed) <= _right(packed)
    whole = _line(link_line(engine, puzzle, question, solution))
    document["help"] = help_document(packed, _CHECKS[not on_track], on_track=on_track, line=whole)
    return document


def _read(question: LinkQuestion, text: str) -> Placed:
    tile, _, square = text.partition("*")
    if tile not in question.tiles_to_place:
        message = f"{tile[:40]!r} is none of the tiles that this puzzle places"
        raise Malformed(message, where="line")
    return tile, read_square_name(square)


def _line(placed: tuple[Placed, ...]) -> str:
    return "~".join(to_play(*one) for one in placed)


def _placed_told(packed: Packed[NeomPuzzle], question: LinkQuestion, played: LinkLine) -> Document:
    placed, count = played.placed, len(question.tiles_to_place)
    number = len(placed) + 1
    told: Document = {
        "of": count,
        "purse": [["Tiles left", str(count - len(placed))]],
        "confirm": "Place it",
        "moves": [f"{_name(packed, tile)} on {square_name(square)}." for tile, square in placed],
        "path": [[tile_art(tile), cell_of(square)] for tile, square in placed],
    }
    says = question_in_words(packed.puzzle)
    if placed:
        told["last"] = {"at": cell_of(placed[-1][1])}
        says = _NEXT_TILE
    return {**told, "ask": asked(packed.puzzle, f"Tile {number} of {count}", says)}


def _next_told(
    engine: Engine, packed: Packed[NeomPuzzle], question: LinkQuestion, played: LinkLine
) -> Document:
    """Return the hand with its squares, or how it ended."""
    puzzle, city = packed.puzzle, played.city
    fits = squares_next(engine, puzzle, question, city)
    end = _link_end(engine, packed, played, fits)
    if end is not None:
        return {"end": end}

    def reasons(tile: str, squares: Sequence[Square]) -> list[Document]:
        refusals = why_not_here(engine, puzzle, question, city, tile, squares)
        return [reason_document(puzzle.catalogue, refusal, tile) for refusal in refusals]

    hand = [(tile, dict.fromkeys(fits[tile], 0)) for tile in sorted(fits)]
    return {"claims": [[_PLACED]], **hand_document(packed, city, hand, reasons)}


def _link_end(
    engine: Engine,
    packed: Packed[NeomPuzzle],
    played: LinkLine,
    fits: Mapping[str, frozenset[Square]],
) -> Document | None:
    """Return how it ended, by the squares for each tile that is left; None if one can go on."""
    if not fits:
        if set(played.placed) == _right(packed):
            return end_document(solved=True, says=links_in_words())
        refusal = why_unsound(engine, packed.puzzle, played.city)
        return end_document(solved=False, says=with_names(packed, refusal["sentence"]))
    if any(fits.values()):
        return None
    names = " and ".join(_name(packed, tile) for tile in sorted(fits))
    says = f"By roads and the rules for covering no square is left for {names}."
    return end_document(solved=False, says=says)


def _right(packed: Packed[NeomPuzzle]) -> set[Placed]:
    placed = (packed.solution or {})["placed"]
    return {(one["tile"], read_square(one["square"])) for one in placed}


def _name(packed: Packed[NeomPuzzle], tile: str) -> str:
    return name_of(packed.puzzle.catalogue.tile(tile))


def link_answers(
    packed: Packed[NeomPuzzle], question: LinkQuestion, most_cities: int
) -> Document | None:
    """Return what the page cannot know by itself of the table after any tiles were placed.

    None if the tiles can make more cities than these.

    ``cities`` has by the placed tiles, in the order of their texts, the number of the end, or for
    each tile that is left the number of the reason why it cannot lie on a square, -1 where it can.
    ``pieces`` are the drawings of the tiles on the board, the second one on the bare City Center.
    """
    engine, puzzle = Engine(), packed.puzzle
    ends, closed = Numbered(), _ClosedSquares(engine, packed, question)
    cities = dict[str, int | dict[str, list[int]]]()
    grown: dict[frozenset[Placed], City] = {frozenset(): question.city}
    while grown:
        placed, city = grown.popitem()
        fits = squares_next(engine, puzzle, question, city)
        line = LinkLine(city, tuple(sorted(placed)))
        end = _link_end(engine, packed, line, fits)
        if len(cities) == most_cities:
            return None
        cities[_key(placed)] = closed.numbers(city, fits) if end is None else ends.number(end)
        for tile, squares in fits.items():
            for square in squares:
                more = placed | {(tile, square)}
                if _key(more) not in cities:
                    grown[more] = city.with_tile(square, tile)
    reasons = closed.reasons.listed
    return {
        "cities": cities,
        "ends": ends.listed,
        "reasons": reasons,
        "rules": rules_document(sorted({rule for one in reasons for rule in one["rules"]})),
        "pieces": {
            tile: [
                tile_piece(puzzle.catalogue.tile(tile)),
                covering_centre(puzzle.catalogue.tile(tile)),
            ]
            for tile in question.tiles_to_place
        },
        "says": _NEXT_TILE,
        "checks": _CHECKS,
    }


def _key(placed: frozenset[Placed]) -> str:
    return "~".join(sorted(to_play(*one) for one in placed))


class _ClosedSquares:
    """Why tiles cannot lie on squares, with a number for each reason."""

    def __init__(self, engine: Engine, packed: Packed[NeomPuzzle], question: LinkQuestion) -> None:
        self.engine, self.puzzle, self.question = engine, packed.puzzle, question
        self.reasons = Numbered()
        self._bare = dict[tuple[str, Square], int]()

    def numbers(self, city: City, fits: Mapping[str, frozenset[Square]]) -> dict[str, list[int]]:
        """Return for each tile and square the number of the reason, -1 where the tile fits."""
        return {tile: self._of_tile(city, tile, fits[tile]) for tile in sorted(fits)}

    def _of_tile(self, city: City, tile: str, fits: frozenset[Square]) -> list[int]:
        closed = [square for square in SQUARES if square not in fits]
        # Why a tile cannot lie on a bare square is the same in every city: no road links it, or
        # the question keeps the City Center free.
        asked = [square for square in closed if city.at(square) or (tile, square) not in self._bare]
        found = dict(zip(asked, self._asked(city, tile, asked), strict=True))
        self._bare |= {(tile, square): found[square] for square in asked if not city.at(square)}
        return [
            -1 if square in fits else found.get(square, self._bare.get((tile, square), -1))
            for square in SQUARES
        ]

    def _asked(self, city: City, tile: str, squares: Sequence[Square]) -> list[int]:
        refusals = why_not_here(self.engine, self.puzzle, self.question, city, tile, squares)
        catalogue = self.puzzle.catalogue
        return [self.reasons.number(reason_document(catalogue, one, tile)) for one in refusals]
