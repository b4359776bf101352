"""Tables of puzzles that ask whose farm it is: the question, and what the answers lead to."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from itertools import combinations

from generator.house.farms import farm_points_by_engine
from generator.house.pack import PackedHousePuzzle
from meepleproof.rendering.house.words import (
    farms_in_words,
    feature_of,
    points_in_words,
    solution_in_words,
)
from meepleproof.rendering.palette import PIGMENTS
from meepleproof.service.pages.house.document import house_document, usual_seats
from meepleproof.service.pages.house.features import features_told
from verifier.carcassonne.engine.house import HouseEngine
from verifier.carcassonne.house.position import Position
from verifier.documents.strict_json import Document
from verifier.errors import Malformed

_POINTS = re.compile(r"[0-9]{1,3}(?:\.[0-9]{1,3})*")


def farms_table(packed: PackedHousePuzzle, line: str) -> Document:
    """Return the finished table with the question, or with the answer to what was answered.

    :raises Malformed: if the line does not have the points of each colour, like ``3.0.6``.
    """
    puzzle = packed.puzzle
    document = house_document(puzzle.position, (), usual_seats(puzzle.position), playing=False)
    features = [one for one in document.pop("features") if one["kind"] == "farm"]
    for one in document["people"]:
        one["ends"] = one["points"]
    document |= {"line": line, "turns": int(bool(line)), "of": 1}
    document["numbers"] = {
        "ask": "What does each colour get for its farms?",
        "says": "Tap fields to tint them while you think. Then type the points.",
    }
    if packed.solution is not None:
        document["help"] = _help(packed, features)
    if not line:
        return document
    points, right = _points_of(line, puzzle.position), farm_points_by_engine(puzzle.position)
    wrong = next((one for one in _known(packed) if tuple(one["points"]) == points), None)
    return document | _answered(packed, points, _off(points, right), wrong)


def farms_answers(packed: PackedHousePuzzle) -> Document:
    """Return what all answers lead to: those known, and others by the colours that are ``off``.

    In these, ``{2}`` stands for the points that were answered for the second colour.
    """
    right = farm_points_by_engine(packed.puzzle.position)
    known = {
        ".".join(map(str, one["points"])): _answered(packed, one["points"], (), one)
        for one in _known(packed)
    }
    points = [f"{{{number + 1}}}" for number in range(len(right))]
    return {
        "without": [],
        "answers": {line: {"turns": 1, **told} for line, told in known.items()},
        "right": list(right),
        "off": {
            ".".join(str(colour + 1) for colour in off): {
                "turns": 1,
                **_answered(packed, points, off, None),
            }
            for number in range(len(right) + 1)
            for off in combinations(range(len(right)), number)
        },
    }


def _known(packed: PackedHousePuzzle) -> list[Document]:
    """Return the wrong answers that come of one mistake."""
    found: list[Document] = (packed.solution or {"wrong": []})["wrong"]
    return found


def _off(points: Sequence[int], right: Sequence[int]) -> tuple[int, ...]:
    """Return the colours for which an answer is wrong."""
    both = enumerate(zip(points, right, strict=True))
    return tuple(colour for colour, (given, true) in both if given != true)


def _answered(
    packed: PackedHousePuzzle,
    points: Sequence[int | str],
    off: Sequence[int],
    wrong: Document | None,
) -> Document:
    """Return what an answer adds to the table; ``wrong`` is the known mistake it comes of."""
    solved, said = wrong is None and not off, points_in_words(points)
    if solved:
        says = farms_in_words(points, None, solved=True)
    elif wrong is not None:
        reasons = "; or: ".join(wrong["reasons"])
        says = f"{said.capitalize()} is wrong. Remember: {reasons}."
    else:
        names = " and ".join(PIGMENTS[colour].name for colour in off)
        says = f"{said.capitalize()} is wrong for {names}."
    return {
        "moves": [f"The answer: {said}."],
        "end": {
            "kind": "solved" if solved else "missed",
            "head": "Solved!" if solved else "Not this time",
            "says": says,
        },
        "features" if solved else "mistakes": _shown(packed.puzzle.position, off, wrong),
    }


def _shown(position: Position, off: Sequence[int], wrong: Document | None) -> list[Document]:
    """Return the farms, or those that were misread, as the rules read them.

    Of a known mistake they are those that it changes, else those of the colours that are ``off``.
    """
    farms = [one for one in HouseEngine().final_scorings(position) if one.kind == "field"]
    if wrong is not None:
        places = {feature_of(text) for text in wrong["farms"]}
        farms = [farm for farm in farms if places & set(farm.parts)]
    elif off:
        farms = [farm for farm in farms if {*off} & {colour for colour, _ in farm.weights}]
    return features_told(position, farms)


def _points_of(line: str, position: Position) -> tuple[int, ...]:
    colours = position.rules.colours
    if not _POINTS.fullmatch(line):
        raise Malformed(f"{line[:40]!r} are no points; write them like '3.0.6'", where="line")
    points = tuple(map(int, line.split(".")))
    if len(points) != colours:
        message = f"the table has {colours} colours, but points are given for {len(points)}"
        raise Malformed(message, where="line", rule="HOUSE-2P-1")
    return points


def _help(packed: PackedHousePuzzle, features: Iterable[Document]) -> Document:
    farms = list(features)
    hints: list[Document] = [
        {"says": f"Farms with followers on them: {len(farms)}."},
        *({"says": one["says"], "cells": _cells_of(one)} for one in farms),
    ]
    return {
        "hints": hints,
        "check": {"on_track": True, "says": "Type the points to check them."},
        "solution": {"head": "The answer", "line": "", "moves": _farm_lines(packed)},
    }


def _cells_of(farm: Document) -> list[list[int]]:
    return sorted({(x, y): [x, y] for x, y, _ in farm["fields"]}.values())


def _farm_lines(packed: PackedHousePuzzle) -> list[str]:
    return solution_in_words(packed.puzzle, packed.solution or {})
