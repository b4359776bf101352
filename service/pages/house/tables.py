"""Tables of puzzles of the house game: after a line, with what it means for the goal."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Any

from generator.house.farms import farm_points_by_engine
from generator.house.pack import PackedHousePuzzle
from rendering.house_answers import farms_in_words, turn_in_words, wrong_number_in_words
from rendering.house_words import (
    feature_of,
    margin_in_words,
    points_in_text,
    points_in_words,
    solution_in_words,
)
from rendering.palette import PIGMENTS
from service.pages.house.document import Seats, house_document, refused_told
from service.pages.house.features import features_told
from service.pages.house.words import drawn_in_words, laid_in_words
from service.pages.numbered import Document
from service.play.house_puzzles import (
    HousePuzzles,
    PlayedLine,
    judged_turn,
    play_study,
    play_turn,
)
from service.play.house_study import StudyPlay
from verifier.carcassonne.engine.house import HouseEngine
from verifier.carcassonne.house.notation import parse_part_turn
from verifier.carcassonne.house.part_turn import Outcome
from verifier.carcassonne.house.position import Position
from verifier.carcassonne.house.puzzle import STUDIES
from verifier.errors import Malformed

_POINTS = re.compile(r"[0-9]{1,3}(?:\.[0-9]{1,3})*")


def house_table(
    puzzles: HousePuzzles, packed: PackedHousePuzzle, line: str, *, answered: bool = True
) -> Document:
    """Return the table of a puzzle after a line, with its help if it is on the shelf.

    In a study the other player answers if ``answered``.
    The line of a puzzle about farms is an answer: the points of the colours, like ``3.0.6``.

    :raises Malformed: if the line cannot be read.
    """
    if packed.puzzle.goal.kind == "farms":
        return _farms_table(packed, line)
    texts = tuple(line.split("~")) if line else ()
    study = puzzles.study(packed)
    if study is not None:
        return _study_table(study, texts, answered=answered)
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
        "hints": [] if not kept or "margin" in play else _hints(played, start, play["reply"]),
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


def _hints(played: PlayedLine, start: Position, reply: Document) -> list[Document]:
    position = played.outcomes[-1].after if played.outcomes else start
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


def _turn_table(packed: PackedHousePuzzle, texts: Sequence[str]) -> Document:
    puzzle, played = packed.puzzle, play_turn(packed, texts)
    judged = judged_turn(packed, played)
    seats = _players(puzzle.position)
    document = _table(packed, played, seats, playing=judged is None)
    if judged is not None:
        whole = len(played.outcomes) == puzzle.part_turns
        says = (
            turn_in_words(puzzle, judged.gain, solved=judged.solved, placed=judged.placed)
            if whole
            else wrong_number_in_words(puzzle)
        )
        document["end"] = {
            "kind": "solved" if judged.solved else "missed",
            "head": "Solved!" if judged.solved else "Not this time",
            "says": says,
        }
    if packed.solution is not None:
        document["help"] = _turn_help(packed, played, solved=judged is not None and judged.solved)
    return document


def _turn_help(packed: PackedHousePuzzle, played: PlayedLine, *, solved: bool) -> Document:
    line = [parse_part_turn(text) for text in (packed.solution or {})["line"]]
    made = len(played.outcomes)
    placed = [_placed(outcome.part_turn) for outcome in played.outcomes]
    on_track = solved or placed == [_placed(turn) for turn in line[:made]]
    hints = (
        _hints(played, packed.puzzle.position, {"turn": str(line[made])})
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


# Whose farm?


def _farms_table(packed: PackedHousePuzzle, line: str) -> Document:
    """Return the finished table with the question, or with the answer to what was answered."""
    puzzle = packed.puzzle
    document = house_document(puzzle.position, (), _players(puzzle.position), playing=False)
    features = [one for one in document.pop("features") if one["kind"] == "farm"]
    for one in document["people"]:
        one["ends"] = one["points"]
    document |= {"line": line, "turns": int(bool(line)), "of": 1}
    document["numbers"] = {
        "ask": "What does each colour get for its farms?",
        "says": "Tap fields to tint them while you think. Then type the points.",
    }
    if packed.solution is not None:
        document["help"] = _farms_help(packed, features)
    if not line:
        return document
    points = _points_of(line, puzzle.position)
    right = farm_points_by_engine(puzzle.position)
    known = (packed.solution or {"wrong": []})["wrong"]
    wrong = next((each for each in known if tuple(each["points"]) == points), None)
    solved = points == right
    document["moves"] = [f"The answer: {points_in_words(points)}."]
    document["end"] = {
        "kind": "solved" if solved else "missed",
        "head": "Solved!" if solved else "Not this time",
        "says": _farms_sentence(points, right, wrong),
    }
    if solved:
        document["features"] = features
    else:
        document["mistakes"] = _mistaken(puzzle.position, points, right, wrong)
    return document


def _farms_sentence(points: tuple[int, ...], right: tuple[int, ...], wrong: Document | None) -> str:
    if points == right:
        return farms_in_words(points, None, solved=True)
    if wrong is not None:
        reasons = "; or: ".join(wrong["reasons"])
        return f"{points_in_words(points).capitalize()} is wrong. Remember: {reasons}."
    off = [PIGMENTS[n].name for n, pair in enumerate(zip(points, right, strict=True)) if _off(pair)]
    return f"{points_in_words(points).capitalize()} is wrong for {' and '.join(off)}."


def _off(pair: tuple[int, int]) -> bool:
    return pair[0] != pair[1]


def _mistaken(
    position: Position,
    points: tuple[int, ...],
    right: tuple[int, ...],
    wrong: Document | None,
) -> list[Document]:
    """Return the farms that were misread, as the rules read them.

    Of a known mistake they are those that it changes, else those of the colours that are wrong.
    """
    farms = [one for one in HouseEngine().final_scorings(position) if one.kind == "field"]
    if wrong is not None:
        places = {feature_of(text) for text in wrong["farms"]}
        found = [farm for farm in farms if places & set(farm.parts)]
    else:
        off = {n for n, pair in enumerate(zip(points, right, strict=True)) if _off(pair)}
        found = [farm for farm in farms if off & {colour for colour, _ in farm.weights}]
    return features_told(position, found)


def _points_of(line: str, position: Position) -> tuple[int, ...]:
    colours = position.rules.colours
    if not _POINTS.fullmatch(line):
        raise Malformed(f"{line[:40]!r} are no points; write them like '3.0.6'", where="line")
    points = tuple(map(int, line.split(".")))
    if len(points) != colours:
        message = f"the table has {colours} colours, but points are given for {len(points)}"
        raise Malformed(message, where="line", rule="HOUSE-2P-1")
    return points


def _farms_help(packed: PackedHousePuzzle, features: Iterable[Document]) -> Document:
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


# All of them


def _table(
    packed: PackedHousePuzzle, played: PlayedLine, seats: Seats, *, playing: bool = True
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
        document["refused"] = refused_told(played.refusal)
    return document


def _answer(outcome: Outcome) -> Document:
    return {
        "at": list(outcome.part_turn.cell),
        "says": laid_in_words(outcome.part_turn, outcome.colour),
    }


def _players(position: Position) -> Seats:
    players = position.rules.players
    if players == position.rules.colours:
        names = tuple(pigment.name.capitalize() for pigment in PIGMENTS[:players])
    else:
        names = tuple(f"Player {number}" for number in range(1, players + 1))
    return Seats(names, (0,) * players)


def _solution(packed: PackedHousePuzzle) -> Document:
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
