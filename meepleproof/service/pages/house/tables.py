"""Tables of puzzles of the house game: after a line, with what it means for the goal."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from generator.house.judging import Judgement
from generator.house.pack import PackedHousePuzzle
from meepleproof.rendering.house.words import (
    margin_in_words,
    solution_in_words,
    turn_in_words,
    wrong_number_in_words,
)
from meepleproof.rendering.wording import points_in_text
from meepleproof.service.pages.house.document import (
    Seats,
    house_document,
    refused_told,
    usual_seats,
)
from meepleproof.service.pages.house.farms import farms_table
from meepleproof.service.pages.house.words import drawn_in_words, laid_in_words
from meepleproof.service.play.house.puzzles import (
    HousePuzzles,
    PlayedLine,
    judged_turn,
    play_study,
    play_turn,
)
from meepleproof.service.play.house.study import StudyPlay
from verifier.carcassonne.house.notation import parse_part_turn
from verifier.carcassonne.house.part_turn import Outcome
from verifier.carcassonne.house.position import Position
from verifier.carcassonne.house.puzzle import STUDIES, HousePuzzle
from verifier.documents.strict_json import Document


def house_table(
    puzzles: HousePuzzles, packed: PackedHousePuzzle, line: str, *, answered: bool = True
) -> Document:
    """Return the table of a puzzle after a line, with its help if it is on the shelf.

    In a study the other player answers if ``answered``.
    The line of a puzzle about farms is an answer: the points of the colours, like ``3.0.6``.

    :raises Malformed: if the line cannot be read.
    """
    if packed.puzzle.goal.kind == "farms":
        return farms_table(packed, line)
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


def _turn_table(packed: PackedHousePuzzle, texts: Sequence[str]) -> Document:
    puzzle, played = packed.puzzle, play_turn(packed, texts)
    judged = judged_turn(packed, played)
    seats = usual_seats(puzzle.position)
    document = _table(packed, played, seats, playing=judged is None)
    if judged is not None:
        document["end"] = end_of_turn(
            puzzle, judged, whole=len(played.outcomes) == puzzle.part_turns
        )
    if packed.solution is not None:
        solved = judged is not None and judged.solved
        document["help"] = turn_help(packed, played.outcomes, solved=solved)
    return document


def end_of_turn(puzzle: HousePuzzle, judged: Judgement, *, whole: bool = True) -> Document:
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


def turn_help(packed: PackedHousePuzzle, outcomes: Sequence[Outcome], *, solved: bool) -> Document:
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
