"""What an attempt at a puzzle of the house game brings, in words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from meepleproof.rendering.house.score import place_in_words
from meepleproof.rendering.house.words import (
    feature_of,
    goal_in_words,
    margin_in_words,
    points_in_text,
    points_in_words,
)
from verifier.carcassonne.house.notation import parse_part_turn
from verifier.carcassonne.house.part_turn import PartTurn
from verifier.carcassonne.house.puzzle import HousePuzzle


def turn_in_words(puzzle: HousePuzzle, gain: int, *, solved: bool, placed: bool) -> str:
    """Return what part-turns bring that score so many points.

    ``placed`` says whether their placements are those of a solution.
    """
    scored = points_in_text(gain)
    if solved:
        return f"It solves the puzzle and scores {scored}."
    if placed:
        return f"The placement is right, but with this piece it scores {scored}."
    fails = " and makes its colour no owner" if puzzle.goal.kind == "own" else ""
    return f"It scores {scored}{fails}."


def wrong_number_in_words(puzzle: HousePuzzle) -> str:
    """Return what a puzzle of a turn asks for, where something else was played."""
    wanted = "both parts of a turn" if puzzle.part_turns > 1 else "one part-turn"
    return f"It can be played, but the puzzle asks for {wanted}."


def refutation_in_words(
    puzzle: HousePuzzle, rest: Sequence[PartTurn], margin: int, *, placed: bool
) -> str:
    """Return what follows a wrong first part-turn of a study, and the margin that it brings."""
    player = puzzle.position.rules.player_of(puzzle.position.to_move) + 1
    line = " ".join(map(str, rest))
    result = f"at best player {player} then {margin_in_words(margin)}: {line}."
    start = "The placement is right, but with this piece" if placed else "It is refuted:"
    return f"{start} {result}"


def study_in_words(
    puzzle: HousePuzzle, play: Mapping[str, Any], *, kept: bool, placed: bool
) -> str:
    """Return how the play of a study stands.

    ``kept`` says whether the goal can still be reached; ``placed`` that only the first part-turn
    was played, and its placement is that of the solution.
    """
    player = puzzle.position.rules.player_of(puzzle.position.to_move) + 1
    if "margin" in play:
        goal = "reached" if kept else "missed"
        result = margin_in_words(play["margin"])
        return f"The game is over: player {player} {result}. The goal is {goal}."
    if not play["standings"]:
        return goal_in_words(puzzle)
    if "refutation" in play:
        shown = play["refutation"]
        rest = [parse_part_turn(text) for text in shown["line"]]
        return refutation_in_words(puzzle, rest, shown["margin"], placed=placed)
    if placed:
        return "This is the only right placement."
    return "The goal can still be reached."


def farms_in_words(
    points: Sequence[int | str], wrong: Mapping[str, Any] | None, *, solved: bool
) -> str:
    """Return whether these are the points of the farms; if not, the mistake that leads to them.

    ``wrong`` is the wrong answer of the pack that it is, if it is one.
    """
    said = f"{points_in_words(points).capitalize()}"
    if solved:
        return f"{said}: this is right."
    if wrong is None:
        return f"{said}: this is wrong."
    where = "; ".join(place_in_words(feature_of(place)) for place in wrong["farms"])
    farms = "farm" if len(wrong["farms"]) == 1 else "farms"
    reasons = "; or: ".join(wrong["reasons"])
    return f"{said}: this is wrong, for {reasons}. Look at the {farms} {where}."
