"""Questions on records and tables: which turn is wrong, which rule forbids it, what came last.

A table of such a puzzle has ``frames`` to step through and ``questions``, each with options. Its
line is the values of the options that were chosen, joined by ``*``.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from itertools import combinations, product
from math import dist, prod
from typing import Any

from generator.pack import Packed
from generator.solo.records.kind import record_kind
from generator.solo.records.noted import MISTAKES
from generator.solo.records.past import start_of
from generator.solo.records.which_rule import LEGAL
from meepleproof.rendering.palette import PIGMENTS
from meepleproof.rendering.solo.words import CORNERS, SIDE_NAMES, tile_in_words
from meepleproof.service.play.solo.document import piece_document, players_document
from meepleproof.service.play.solo.sentences import said
from verifier.carcassonne.solo.catalogue import CATALOGUE
from verifier.carcassonne.solo.notation import parse_line, turn_text
from verifier.carcassonne.solo.position import Meeple, Placement, Position
from verifier.carcassonne.solo.puzzle import RecordPuzzle, TablePuzzle, TurnsPuzzle
from verifier.carcassonne.solo.turn import NO_CLAIM, RecordedTurn, Turn
from verifier.carcassonne.tiles import EDGES
from verifier.documents.strict_json import Document
from verifier.errors import Malformed

__all__ = ["quiz_answers", "quiz_table"]

_APART = "*"
_MOST_ANSWERS = 500
"""So many answers are listed one by one."""
_RULES = {
    "BASE-PLACE-2": "the tile touches no other by an edge",
    "BASE-PLACE-3": "an edge of the tile does not fit",
    "SOLO-MEEPLE-1": "a meeple must be placed, and is not",
    "SOLO-MEEPLE-5": "the feature that is claimed has a meeple already",
    "SOLO-MEEPLE-11": "the colour has no meeple left",
    "SOLO-SCORE-1": "something is scored that is not complete, or not scored that is",
    "SOLO-SCORE-3": "several features are scored, in no order",
    "SOLO-SCORE-13": "a complete feature without a meeple is scored",
}
"""The rules that a turn may break, as a player sees it."""
_LOOK_FOR = {
    "fit": "A tile does not fit where it lies.",
    "must-place": "A meeple was not placed that had to be.",
    "occupied": "A meeple went where there was one already.",
    "order": "The scoring is not what it should be.",
    "run-out": "A colour had no meeple left.",
}
"""What to look for, by the mistake."""
_CLAIMED = {
    **{edge: f"its feature in the {side}" for edge, side in zip(EDGES, SIDE_NAMES, strict=True)},
    "M": "its monastery",
    NO_CLAIM: "nowhere: none was placed",
}


def quiz_table(packed: Packed[Any], line: str) -> Document:
    """Return the table of a puzzle with its questions, or with how the answers in a line fare.

    :raises Malformed: if the line is no answer to them.
    """
    quiz = _QUIZZES[packed.kind](packed)
    document: Document = {
        "game": "solo",
        "line": line,
        "turns": int(bool(line)),
        "of": 1,
        "moves": [],
        "path": [],
        "quiz": {"frames": quiz.frames(), "questions": quiz.questions()},
        "pieces": [piece_document(one) for one in quiz.position.placements],
        "players": players_document(quiz.position),
    }
    if packed.solution is not None:
        document["help"] = {
            "hints": quiz.hints(),
            "check": {"on_track": True, "says": "Answer, and you will see."},
            "solution": {"head": "The answer", "line": "", "moves": quiz.told()},
        }
    return document | _ended(packed, quiz.answer(line.split(_APART))) if line else document


def quiz_answers(packed: Packed[Any]) -> Document:
    """Return what each answer leads to, for browsers offline.

    Where there are too many, ``off`` has it by the numbers of the questions answered wrongly, and
    ``right`` the right answers.
    """
    quiz = _QUIZZES[packed.kind](packed)
    options = [[str(one["value"]) for one in each["options"]] for each in quiz.questions()]
    if prod(map(len, options)) <= _MOST_ANSWERS:
        lines = product(*options)
        told = {_APART.join(each): _ended(packed, quiz.answer(each)) for each in lines}
        return {"without": [], "answers": told}
    right = quiz.right()
    numbers = range(len(right))
    wrong = (off for number in range(len(right) + 1) for off in combinations(numbers, number))
    return {
        "without": [],
        "answers": {},
        "apart": _APART,
        "right": right,
        "off": {
            ".".join(str(number + 1) for number in off): _ended(
                packed, quiz.answer(_wrong_in(off, right, options))
            )
            for off in wrong
        },
    }


def _wrong_in(
    off: Sequence[int], right: Sequence[str], options: Sequence[Sequence[str]]
) -> list[str]:
    """Return the right answers, with any wrong ones to the questions of those numbers."""
    return [
        next(value for value in options[number] if value != one) if number in off else one
        for number, one in enumerate(right)
    ]


def _ended(packed: Packed[Any], answer: Document) -> Document:
    judged = record_kind(packed.kind).judge(packed.puzzle, answer, packed.solution or {})
    kind, head = ("solved", "solved.head") if judged.solved else ("missed", "missed.head")
    says = _in_words(judged.sentence)
    return {"turns": 1, "moves": [says], "end": {"kind": kind, "head": said(head), "says": says}}


def _in_words(sentence: str) -> str:
    """Return a sentence with what rules say to a player in place of their ids."""
    for rule, says in _RULES.items():
        sentence = sentence.replace(f"breaks {rule}.", f"breaks a rule: {says}.")
        sentence = sentence.replace(f"but not {rule}.", "but not this one.")
    return sentence


class _Quiz(ABC):
    """The questions of a puzzle; ``position`` is what lies on the board before any frame."""

    position: Position

    def frames(self) -> list[Document]:
        """Return what is shown step by step: words, pieces beside those before, marked cells."""
        return []

    @abstractmethod
    def questions(self) -> list[Document]:
        """Return the questions, each with its options, and the frame that shows what it is on."""

    @abstractmethod
    def answered(self, chosen: Sequence[str]) -> Document:
        """Return the answer that options make, as requests and solutions state it."""

    @abstractmethod
    def right(self) -> list[str]:
        """Return the values of the options that are right."""

    @abstractmethod
    def hints(self) -> list[Document]:
        """Return the hints, each saying more."""

    @abstractmethod
    def told(self) -> list[str]:
        """Return the sentences that tell the solution."""

    def answer(self, chosen: Sequence[str]) -> Document:
        """Return the same as :meth:`answered`.

        :raises Malformed: if what was chosen is not among the options.
        """
        questions = self.questions()
        if len(chosen) != len(questions):
            message = f"{len(chosen)} answers are given to {len(questions)} questions"
            raise Malformed(message, where="line")
        for value, question in zip(chosen, questions, strict=True):
            if value not in [option["value"] for option in question["options"]]:
                raise Malformed(f"{value[:40]!r} is no answer to: {question['ask']}", where="line")
        return self.answered(chosen)


def _rule_options(*, legal: bool = False) -> list[Document]:
    first = [{"value": LEGAL, "says": "it is legal", "short": "legal"}] if legal else []
    rules = _RULES.items()
    return [*first, *({"value": rule, "says": says, "short": "✗"} for rule, says in rules)]


def _frame(recorded: RecordedTurn, head: str) -> Document:
    """Return a turn as it was noted: the tile with its meeple, and words."""
    laid = Placement(recorded.tile, recorded.rotation, recorded.x, recorded.y)
    name = PIGMENTS[recorded.colour].name
    if recorded.meeples:
        claim = recorded.meeples[0].segment
        laid = replace(laid, meeple=Meeple(claim, recorded.colour))
        said = f"{name} lays the marked tile and claims {_feature(laid, claim)}"
    else:
        said = f"{name} lays the marked tile, without a meeple"
    if recorded.order:
        said += f". Scored: {', then '.join(_feature(laid, each) for each in recorded.order)}"
    piece = piece_document(laid)
    return {"says": f"{head}: {said}.", "pieces": [piece], "marked": [piece["at"]]}


def _feature(laid: Placement, name: str) -> str:
    if name not in EDGES:
        return "the monastery" if name == "M" else f"the monastery in the {CORNERS[name]}"
    edge = EDGES.index(name)
    segment = laid.drawing.segment_at(edge)
    return "nothing" if segment is None else f"the {segment.kind} ({SIDE_NAMES[edge]})"


class _FindTheError(_Quiz):
    """Which turn of a record breaks a rule, and which rule that is."""

    def __init__(self, packed: Packed[RecordPuzzle]) -> None:
        self.record = packed.puzzle.record
        self.solution = packed.solution or {}
        self.themes = packed.themes
        self.position = self.record.start

    def frames(self) -> list[Document]:
        """Return the start, and the table after each turn as it was noted."""
        turns = enumerate(self.record.turns, start=1)
        start: Document = {"says": "The start.", "pieces": [], "marked": []}
        return [start, *(_frame(turn, f"Turn {number}") for number, turn in turns)]

    def questions(self) -> list[Document]:
        """Return which turn it is, which can be tapped, and what is wrong."""
        turns = [
            {"value": str(number), "says": str(number), "at": [turn.x, turn.y]}
            for number, turn in enumerate(self.record.turns, start=1)
        ]
        return [
            {"short": "turn", "ask": "Which turn breaks a rule?", "options": turns},
            {"short": "rule", "ask": "What is wrong with it?", "options": _rule_options()},
        ]

    def answered(self, chosen: Sequence[str]) -> Document:
        """Return the turn and the rule."""
        return {"turn": int(chosen[0]), "rule": chosen[1]}

    def right(self) -> list[str]:
        """Return those of the solution."""
        return [str(self.solution["turn"]), self.solution["rule"]]

    def hints(self) -> list[Document]:
        """Return what to look for, about when, and the turn."""
        turn = int(self.solution["turn"])
        first, last = max(1, turn - 2), min(len(self.record.turns), turn + 2)
        noted = self.record.turns[turn - 1]
        return [
            *({"says": _LOOK_FOR[theme]} for theme in self.themes if theme in _LOOK_FOR),
            {"says": f"It is one of the turns {first} to {last}."},
            {"says": f"It is turn {turn}.", "at": [noted.x, noted.y]},
        ]

    def told(self) -> list[str]:
        """Return the turn, and what the rule says."""
        turn, rule = self.solution["turn"], self.solution["rule"]
        return [f"Turn {turn}: {_RULES[rule]}. {CATALOGUE.rule(rule).sentence}"]


class _WhichRule(_Quiz):
    """For each of the turns proposed the rule that forbids it; one is legal."""

    def __init__(self, packed: Packed[TurnsPuzzle]) -> None:
        self.puzzle = packed.puzzle
        self.solution = packed.solution or {}
        self.position = self.puzzle.position

    def frames(self) -> list[Document]:
        """Return each proposal by itself."""
        turns = enumerate(self.puzzle.proposals, start=1)
        return [{**_frame(turn, f"Proposal {number}"), "alone": True} for number, turn in turns]

    def questions(self) -> list[Document]:
        """Return a question for each proposal."""
        return [
            {
                "short": str(number + 1),
                "ask": f"What about proposal {number + 1}?",
                "options": _rule_options(legal=True),
                "frame": number,
            }
            for number in range(len(self.puzzle.proposals))
        ]

    def answered(self, chosen: Sequence[str]) -> Document:
        """Return the verdicts."""
        return {"verdicts": list(chosen)}

    def right(self) -> list[str]:
        """Return those of the solution."""
        return list(self.solution["verdicts"])

    def hints(self) -> list[Document]:
        """Return what to look for, how many tiles do not fit, and which turn is legal."""
        verdicts = self.right()
        kinds = [name for name, rules in MISTAKES.items() if set(rules) & set(verdicts)]
        misfits = sum(rule in MISTAKES["fit"] for rule in verdicts)
        return [
            {"says": " ".join(_LOOK_FOR[name] for name in kinds)},
            {"says": f"Proposals whose tile does not fit: {misfits}."},
            {"says": f"Proposal {verdicts.index(LEGAL) + 1} is legal."},
        ]

    def told(self) -> list[str]:
        """Return each verdict in words."""
        return [
            f"Proposal {number}: {'it is legal' if rule == LEGAL else _RULES[rule]}."
            for number, rule in enumerate(self.right(), start=1)
        ]


class _Retro(_Quiz):
    """Which tile was laid last, and what its meeple claimed."""

    def __init__(self, packed: Packed[TablePuzzle]) -> None:
        self.position = packed.puzzle.position
        self.solution = packed.solution or {}
        start = start_of(self.position)
        self.tiles = {f"{one.x}.{one.y}": one for one in self.position.placements if one != start}
        self.colour = (self.position.to_move - 1) % self.position.rules.colours

    def questions(self) -> list[Document]:
        """Return which tile it was, which can be tapped, and what its meeple claimed."""
        tiles = [
            {
                "value": value,
                "says": f"{tile_in_words(one.drawing)}, on ({one.x}, {one.y})",
                "short": "the marked one",
                "at": [one.x, one.y],
            }
            for value, one in self.tiles.items()
        ]
        claims = [
            {
                "value": name,
                "says": says,
                "of": [value for value, one in self.tiles.items() if name in _claims(one)],
            }
            for name, says in _CLAIMED.items()
        ]
        last = PIGMENTS[self.colour].name
        return [
            {
                "short": "tile",
                "ask": f"The last turn was {last}'s. Which tile was laid in it?",
                "options": tiles,
            },
            {
                "short": "meeple",
                "ask": "Where did its meeple go?",
                "options": [one for one in claims if one["of"]],
            },
        ]

    def answered(self, chosen: Sequence[str]) -> Document:
        """Return the turn as a line."""
        laid = self.tiles[chosen[0]]
        return {"line": turn_text(Turn(laid.tile, laid.rotation, laid.x, laid.y, chosen[1]))}

    def right(self) -> list[str]:
        """Return the last turn of the game that the solution states."""
        last = parse_line(self.solution["line"])[-1]
        return [f"{last.x}.{last.y}", last.claim]

    def hints(self) -> list[Document]:
        """Return whether its meeple still stands, tiles among which it is, and the tile."""
        right = self.tiles[self.right()[0]]
        cells = [one.cell for one in self.tiles.values()]
        near = sorted(cells, key=lambda cell: (dist(cell, right.cell), cell))[:_MARKED]
        stays = right.meeple is not None and right.meeple.colour == self.colour
        where = "still stands on it" if stays else "has come home, or none was placed"
        return [
            {"says": f"The meeple of that turn {where}."},
            {
                "says": "It is one of the marked tiles.",
                "cells": [list(one) for one in sorted(near)],
            },
            {"says": "It is the marked tile.", "at": [right.x, right.y]},
        ]

    def told(self) -> list[str]:
        """Return the turn in words."""
        cell, claim = self.right()
        placed = f"its meeple went on {_CLAIMED[claim]}"
        said = "no meeple was placed" if claim == NO_CLAIM else placed
        return [f"The marked tile on ({cell.replace('.', ', ')}) was laid last, and {said}."]


_MARKED = 3
"""So many tiles are marked by a hint."""


def _claims(laid: Placement) -> set[str]:
    """Return what a meeple on a tile may have claimed; each road and city by its first edge."""
    return {segment.name for segment in laid.drawing.segments} | {NO_CLAIM}


_QUIZZES: Mapping[str, Callable[[Packed[Any]], _Quiz]] = {
    "find-the-error": _FindTheError,
    "which-rule": _WhichRule,
    "retro": _Retro,
}
