"""Attempts at puzzles of the house game, judged: farms, part-turns, and the play of studies."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TypeAlias

from generator.house.farms import farm_points_by_engine
from generator.house.judging import judge_by_engine
from generator.house.pack import PackedHousePuzzle
from generator.house.part_turns import require_play
from meepleproof.rendering.house.words import (
    farms_in_words,
    goal_in_words,
    turn_in_words,
    wrong_number_in_words,
)
from meepleproof.service.play.house.study import StudyPlay
from meepleproof.service.play.house.turns import parse_player_part_turns, play_part_turns
from verifier.carcassonne.house.codec import (
    outcome_to_json,
)
from verifier.carcassonne.house.faults import require_valid
from verifier.carcassonne.house.puzzle import STUDIES, HousePuzzle, parse_code
from verifier.documents.strict_json import Document
from verifier.errors import Malformed

__all__ = ["Attempts", "house_attempts", "house_puzzle_of_code"]

Attempts: TypeAlias = Callable[[Document], Document]


def house_puzzle_of_code(code: str) -> PackedHousePuzzle:
    """Return the puzzle of a code, of which no pack is asked.

    :raises Malformed: if it cannot be read, or is a study: these are answered by certificates.
    :raises Illegal: if the position has faults or is none for its goal.
    """
    puzzle = parse_code(code)
    require_valid(puzzle.position)
    if puzzle.goal.kind in STUDIES:
        raise Malformed(
            "no pack here has this study, and studies are answered by the certificate beside "
            "them; 'meepleproof explain CODE --turn PART-TURN' makes one"
        )
    if puzzle.goal.kind == "farms":
        farm_points_by_engine(puzzle.position)
    else:
        require_play(puzzle)
    return PackedHousePuzzle(puzzle, {})


def house_attempts(packed: PackedHousePuzzle) -> Attempts:
    """Return what answers attempts at a puzzle: a function from what is tried to how it fares.

    It raises Malformed for what cannot be read, or is none for the goal, with a JSON Pointer.
    """
    study = StudyPlay(packed) if packed.puzzle.goal.kind in STUDIES else None
    return partial(_attempt, packed, study)


def _attempt(packed: PackedHousePuzzle, study: StudyPlay | None, request: Document) -> Document:
    wanted, other = "turns", "points"
    if packed.puzzle.goal.kind == "farms":
        wanted, other = other, wanted
    if wanted not in request:
        asks = "the points of every colour" if wanted == "points" else "part-turns"
        message = f"the puzzle asks for {asks}: give {wanted!r}, not {other!r}"
        raise Malformed(message, where=f"/{other}")
    if study is not None:
        return study.attempt(request["turns"], helped=request.get("help", False))
    if "help" in request:
        raise Malformed("'help' is for studies: only these are played on", where="/help")
    if wanted == "points":
        return _farms_attempt(packed, tuple(request["points"]))
    return _turn_attempt(packed.puzzle, request["turns"])


def _farms_attempt(packed: PackedHousePuzzle, points: tuple[int, ...]) -> Document:
    colours = packed.puzzle.position.rules.colours
    if len(points) != colours:
        message = f"the table has {colours} colours, but points are given for {len(points)}"
        raise Malformed(message, where="/points", rule="HOUSE-2P-1")
    if packed.solution is None:
        right, known = farm_points_by_engine(packed.puzzle.position), []
    else:
        right, known = tuple(packed.solution["points"]), packed.solution["wrong"]
    wrong = next((each for each in known if tuple(each["points"]) == points), None)
    solved = points == right
    document: Document = {
        "solved": solved,
        "sentence": farms_in_words(points, wrong, solved=solved),
    }
    return document if wrong is None else {**document, "wrong": wrong}


def _turn_attempt(puzzle: HousePuzzle, texts: list[str]) -> Document:
    outcomes, refusal = play_part_turns(puzzle.position, parse_player_part_turns(texts))
    document: Document = {"outcomes": [outcome_to_json(outcome) for outcome in outcomes]}
    if refusal is not None:
        return {
            **document,
            "solved": False,
            "sentence": refusal.sentence,
            "refusal": refusal.to_json(),
        }
    judged = judge_by_engine(puzzle, outcomes)
    if judged is None:
        sentence = wrong_number_in_words(puzzle) if outcomes else goal_in_words(puzzle)
        return {**document, "solved": False, "sentence": sentence}
    sentence = turn_in_words(puzzle, judged.gain, solved=judged.solved, placed=judged.placed)
    return {**document, "solved": judged.solved, "sentence": sentence, "gain": judged.gain}
