"""Tables of puzzles of the house game: after a line, with what it means for the goal.

Of one part-turn and of farms there is also what every answer leads to, for browsers offline.
Studies and both parts of a turn have no such list: hundreds of ways to begin have hundreds of ways
to go on each.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from itertools import combinations
from typing import Any

from generator.house.farms import farm_points_by_engine
from generator.house.judging import Judgement
from generator.pack import Packed
from meepleproof.rendering.house.words import (
    farms_in_words,
    feature_of,
    margin_in_words,
    points_in_words,
    solution_in_words,
    turn_in_words,
    wrong_number_in_words,
)
from meepleproof.rendering.palette import PIGMENTS
from meepleproof.rendering.wording import points_in_text
from meepleproof.service.play.house.attempt import StudyPlay
from meepleproof.service.play.house.document import (
    Seats,
    colours_document,
    drawn_in_words,
    features_document,
    house_document,
    laid_in_words,
    players_document,
    refusal_document,
    usual_seats,
)
from meepleproof.service.play.house.puzzles import (
    PlayedLine,
    judged_part_turns,
    judged_turn,
    play_study,
    play_turn,
)
from meepleproof.service.play.numbered import Numbered
from verifier.carcassonne.engine.house import HouseEngine
from verifier.carcassonne.house.notation import parse_part_turn
from verifier.carcassonne.house.part_turn import Outcome
from verifier.carcassonne.house.position import Position
from verifier.carcassonne.house.puzzle import STUDIES, HousePuzzle
from verifier.documents.strict_json import Document
from verifier.errors import Malformed


def house_table(packed: Packed[HousePuzzle], line: str, *, answered: bool = True) -> Document:
    """Return the table of a puzzle after a line, with its help if it is on the shelf.

    In a study the other player answers if ``answered``.
    The line of a puzzle about farms is an answer: the points of the colours, like ``3.0.6``.

    :raises Malformed: if the line cannot be read.
    """
    if packed.puzzle.goal.kind == "farms":
        return _farms_table(packed, line)
    texts = tuple(line.split("~")) if line else ()
    if packed.puzzle.goal.kind in STUDIES:
        return _study_table(StudyPlay(packed), texts, answered=answered)
    return _turn_table(packed, texts)


# A study


def _study_table(study: StudyPlay, texts: Sequence[str], *, answered: bool) -> Document:
    packed, played = study.packed, play_study(study, texts, answered=answered)
    start, goal = packed.puzzle.position, packed.puzzle.goal
    solver = start.rules.player_of(start.to_move)
    names = tuple("You" if player == solver else "Opponent" for player in (0, 1))
    document = _table(packed, played, Seats(names, goal.handicaps))
    told = study.told(played.outcomes, helped=True)
    play = told["play"]
    kept = all(each["kept"] for each in play["standings"])
    if "margin" in play:
        document["end"] = {
            "kind": "solved" if told["solved"] else "missed",
            "head": "Solved!" if told["solved"] else "Not this time",
            "says": f"You {margin_in_words(play['margin']).replace('s by', ' by', 1)}."
            if play["margin"]
            else "It is a draw.",
        }
    if not kept and "refutation" in play:
        document["refutation"] = _refutation(played.outcomes, play["refutation"])
    document["help"] = {
        "hints": []
        if not kept or "margin" in play
        else _hints(played.outcomes, start, play["reply"]),
        "check": _check(kept=kept, by=[each["by"] for each in play["standings"]]),
        "solution": _solution(packed),
    }
    return document


def _refutation(outcomes: Sequence[Outcome], shown: Document) -> Document:
    line = [*(str(outcome.part_turn) for outcome in outcomes), *shown["line"]]
    return {
        "says": f"The goal is out of reach: at best you now {_you(shown['margin'])}.",
        "line": "~".join(line),
    }


def _you(margin: int) -> str:
    """Return what a margin means for the person who plays."""
    if not margin:
        return "draw"
    return f"{'win' if margin > 0 else 'lose'} by {points_in_text(abs(margin))}"


def _check(*, kept: bool, by: Sequence[str]) -> Document:
    proof = " Only the engine has shown this." if "engine" in by else ""
    says = (
        "You are on track: the goal can still be reached."
        if kept
        else "If your opponent plays well, the goal is out of reach. Undo, and try something else."
    )
    return {"on_track": kept, "says": f"{says}{proof}"}


def _hints(outcomes: Sequence[Outcome], start: Position, reply: Document) -> list[Document]:
    position = outcomes[-1].after if outcomes else start
    if not reply["turn"]:
        return []
    turn = parse_part_turn(reply["turn"])
    cell = list(turn.cell)
    hints: list[Document] = []
    if len(set(position.hand)) > 1:
        hints.append({"says": f"Take the tile with {drawn_in_words(turn.tile, 0)}."})
    hints.append({"says": f"It goes on ({turn.x}, {turn.y}).", "at": cell})
    hints.append({"says": laid_in_words(turn, position.to_move), "at": cell})
    return hints


# One turn


def _turn_table(packed: Packed[HousePuzzle], texts: Sequence[str]) -> Document:
    puzzle, played = packed.puzzle, play_turn(packed, texts)
    judged = judged_turn(packed, played)
    seats = usual_seats(puzzle.position)
    document = _table(packed, played, seats, playing=judged is None)
    if judged is not None:
        document["end"] = _end_of_turn(
            puzzle, judged, whole=len(played.outcomes) == puzzle.part_turns
        )
    if packed.solution is not None:
        solved = judged is not None and judged.solved
        document["help"] = _turn_help(packed, played.outcomes, solved=solved)
    return document


def _end_of_turn(puzzle: HousePuzzle, judged: Judgement, *, whole: bool = True) -> Document:
    """Return what is said at the end of a turn, or of a part of it where the whole was asked."""
    says = (
        turn_in_words(puzzle, judged.gain, solved=judged.solved, placed=judged.placed)
        if whole
        else wrong_number_in_words(puzzle)
    )
    return {
        "kind": "solved" if judged.solved else "missed",
        "head": "Solved!" if judged.solved else "Not this time",
        "says": says,
    }


def _turn_help(
    packed: Packed[HousePuzzle], outcomes: Sequence[Outcome], *, solved: bool
) -> Document:
    """Return the help for a puzzle of a turn that is on the shelf, after some part-turns."""
    line = [parse_part_turn(text) for text in (packed.solution or {})["line"]]
    made = len(outcomes)
    placed = [_placed(outcome.part_turn) for outcome in outcomes]
    on_track = solved or placed == [_placed(turn) for turn in line[:made]]
    hints = (
        _hints(outcomes, packed.puzzle.position, {"turn": str(line[made])})
        if (on_track and made < len(line))
        else []
    )
    says = (
        "You are on track." if on_track else "This is not the way to the goal. Undo, and try again."
    )
    return {
        "hints": hints,
        "check": {"on_track": on_track, "says": says},
        "solution": _solution(packed),
    }


def _placed(turn: Any) -> tuple[Any, ...]:
    return (turn.tile, turn.rotation, turn.cell)


# All of them


def _table(
    packed: Packed[HousePuzzle], played: PlayedLine, seats: Seats, *, playing: bool = True
) -> Document:
    puzzle = packed.puzzle
    position = played.outcomes[-1].after if played.outcomes else puzzle.position
    document = house_document(position, played.outcomes, seats, playing=playing)
    if puzzle.goal.kind not in STUDIES:
        document["of"] = puzzle.part_turns
    if played.outcomes:
        before = played.outcomes[: played.before]
        document["back"] = "~".join(str(outcome.part_turn) for outcome in before)
    if played.answers:
        document["answered"] = [_answer(one) for one in played.outcomes[-played.answers :]]
    if played.refusal is not None:
        document["refused"] = refusal_document(played.refusal)
    return document


def _answer(outcome: Outcome) -> Document:
    return {
        "at": list(outcome.part_turn.cell),
        "says": laid_in_words(outcome.part_turn, outcome.colour),
    }


def _solution(packed: Packed[HousePuzzle]) -> Document:
    solution = packed.solution or {}
    others: list[Document] = solution.get("refutations") or solution.get("others") or []
    colour = packed.puzzle.position.to_move
    count = len(solution["line"])
    moves = solution_in_words(packed.puzzle, {**solution, "refutations": [], "others": []})
    return {
        "head": "The only placement that does it" if count > 1 else "The solution",
        "line": "~".join(solution["line"]),
        "moves": moves,
        "tries": [
            {
                "says": f"{laid_in_words(parse_part_turn(other['line'][0]), colour)} "
                f"{_comes_to(other)}",
                "line": "~".join(other["line"]),
            }
            for other in others
        ],
    }


def _comes_to(other: Document) -> str:
    if "value" in other:
        return f"Then you {_you(other['value'])}."
    return f"It scores {points_in_text(other['gain'])}."


def has_answers(packed: Packed[HousePuzzle]) -> bool:
    """Return whether the answers to a puzzle on the shelf can be listed."""
    kind = packed.puzzle.goal.kind
    return packed.solution is not None and kind not in (*STUDIES, "double")


def answers_document(packed: Packed[HousePuzzle]) -> Document:
    """Return what follows each answer to a puzzle that has a list of them.

    The browser lays the tile itself. What it does not know is how the part-turn fares, the scores,
    and the pieces in hand; ``answers`` has the number of what is ``shared`` by part-turns.
    """
    if packed.puzzle.goal.kind == "farms":
        return _farms_answers(packed)
    puzzle, shared, answers = packed.puzzle, Numbered(), dict[str, int]()
    seats = usual_seats(puzzle.position)
    for outcome, judged in judged_part_turns(packed):
        helped = _turn_help(packed, [outcome], solved=judged.solved)
        told = {
            "players": colours_document(outcome.after, [outcome]),
            # What the features left would bring is not listed; it differs from turn to turn.
            "people": players_document(outcome.after, [outcome], (), seats),
            "features": [],
            "end": _end_of_turn(puzzle, judged),
            "help": {"hints": helped["hints"], "check": helped["check"]},
        }
        answers[str(outcome.part_turn)] = shared.number(told)
    return {"shared": shared.listed, "answers": answers}


_POINTS = re.compile(r"[0-9]{1,3}(?:\.[0-9]{1,3})*")


def _farms_table(packed: Packed[HousePuzzle], line: str) -> Document:
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


def _farms_answers(packed: Packed[HousePuzzle]) -> Document:
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


def _known(packed: Packed[HousePuzzle]) -> list[Document]:
    """Return the wrong answers that come of one mistake."""
    found: list[Document] = (packed.solution or {"wrong": []})["wrong"]
    return found


def _off(points: Sequence[int], right: Sequence[int]) -> tuple[int, ...]:
    """Return the colours for which an answer is wrong."""
    both = enumerate(zip(points, right, strict=True))
    return tuple(colour for colour, (given, true) in both if given != true)


def _answered(
    packed: Packed[HousePuzzle],
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
    return features_document(position, farms)


def _points_of(line: str, position: Position) -> tuple[int, ...]:
    colours = position.rules.colours
    if not _POINTS.fullmatch(line):
        raise Malformed(f"{line[:40]!r} are no points; write them like '3.0.6'", where="line")
    points = tuple(map(int, line.split(".")))
    if len(points) != colours:
        message = f"the table has {colours} colours, but points are given for {len(points)}"
        raise Malformed(message, where="line", rule="HOUSE-2P-1")
    return points


def _help(packed: Packed[HousePuzzle], features: Iterable[Document]) -> Document:
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


def _farm_lines(packed: Packed[HousePuzzle]) -> list[str]:
    return solution_in_words(packed.puzzle, packed.solution or {})
