"""``meepleproof explain``: which rules matter, where something is broken or out of reach."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, NoReturn

import click

from generator.solo.goal_kinds import kind_of
from generator.solo.pack import read_puzzle
from generator.solo.proving import only_solution
from generator.solo.records.pack import is_record_pack
from generator.solo.tries import Try, proved_tries, try_document
from meepleproof.cli.console import emit_json
from meepleproof.cli.examples import examples
from meepleproof.cli.house.explaining import explain_house
from meepleproof.cli.inputs import (
    HousePuzzles,
    NeomDocument,
    RecordPack,
    house_of_code,
    house_of_document,
    is_code,
    is_pack,
    positions_of_pack,
    read_document,
    refuse_puzzle_option,
)
from meepleproof.cli.neom.explaining import explain_neom
from meepleproof.cli.pack_puzzles import single
from meepleproof.cli.printing import echo
from meepleproof.cli.records.explaining import explain_records
from meepleproof.cli.status_line import status_line
from meepleproof.cli.ticks import OutOfTime, in_time, left, used_up
from meepleproof.cli.verdicts import answer_to_json, verdict_in_words
from verifier.carcassonne.solo.catalogue import CATALOGUE
from verifier.carcassonne.solo.codec import position_from_any, record_from_json, turn_from_json
from verifier.carcassonne.solo.explain import (
    Explanation,
    Reason,
    explain_goal,
    explain_position,
    explain_record,
    explain_turn,
)
from verifier.carcassonne.solo.goals import Goal
from verifier.carcassonne.solo.notation import line_text, parse_position, parse_turn
from verifier.carcassonne.solo.position import Position
from verifier.carcassonne.solo.puzzle import Puzzle, parse_code, parse_goal
from verifier.carcassonne.solo.smallest import require_limit
from verifier.carcassonne.solo.turn import Record, Turn
from verifier.carcassonne.verdict import Verdict
from verifier.constraints.cpsat import CpSatSolver
from verifier.errors import Malformed, Undecided
from verifier.games import game_of
from verifier.verdict import EXIT_CODES

__all__ = ["command"]


@dataclass(frozen=True, slots=True)
class _Question:
    """A position with a turn, with a goal, or by itself."""

    position: Position
    turn: Turn | None = None
    goal: Goal | None = None


@click.command(
    epilog=examples(
        "explain checklist --puzzle 4",
        "explain s3.4~D0.0.0~p0.0.0~h4.4.4~t1~nE.J.U --turn E0.1.0",
        "explain s3.4~D0.0.0~p0.0.0~h4.4.4~t1~nE.J.U --goal road-10",
        "explain game.json",
        "explain find-the-error --puzzle 3 --turn '7 SOLO-MEEPLE-5'",
    )
)
@click.argument("given", metavar="FILE|CODE")
@click.option("--puzzle", "wanted", metavar="ID|N", help="Which puzzle of a pack.")
@click.option("--turn", "turn_word", metavar="TURN", help="A turn or an answer, as text.")
@click.option("--goal", "goal_word", metavar="GOAL", help="A goal for the position's known tiles.")
@click.option(
    "--time", "limit", type=int, default=60, show_default=True, help="Seconds at most, in all."
)
@click.option("--solution", "told", is_flag=True, help="Print the solution and the tries.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON, solution and tries included.")
def command(
    *,
    given: str,
    wanted: str | None,
    turn_word: str | None,
    goal_word: str | None,
    limit: int,
    told: bool,
    as_json: bool,
) -> int:
    """Explain why a game is broken, a turn illegal, a position impossible, a goal out of reach.

    FILE is a game record, a puzzle, a pack or a position in JSON, or - for standard input; CODE is
    a position or a puzzle as text. A position is examined alone, or with a --turn or --goal;
    {"position": ..., "turn": ...} holds both. For a goal out of reach the rules in its way are
    listed; without any one of them it could be reached. Of a puzzle of the house game it says what
    is wrong with the part-turns given as --turn; of one of NEOM and of a game with an illegal turn
    likewise, --turn being an answer: JSON like '{"first": {"action": "sell"}}', or a turn and a
    rule like '7 SOLO-MEEPLE-5'. What is right, and why all else is wrong, is told with --solution.

    Exit code 0 says that nothing is wrong, 1 that something is, 4 that time ran out or a key left
    it open.
    """
    require_limit(limit)
    if turn_word is not None and goal_word is not None:
        raise click.UsageError("give either --turn or --goal")
    question = _read(given, wanted)
    if isinstance(question, HousePuzzles | NeomDocument | RecordPack):
        if goal_word is not None:
            raise click.UsageError("--goal is for puzzles and positions of the Solo Variant")
        try:
            return _explain_puzzle(question, wanted, turn_word, limit, told=told, as_json=as_json)
        except OutOfTime:
            raise Undecided(used_up(limit), where=repr(given)) from None
    if isinstance(question, _Question):
        if turn_word is not None:
            question = _Question(question.position, turn=parse_turn(turn_word))
        if goal_word is not None:
            question = _Question(question.position, goal=parse_goal(goal_word))
    elif turn_word is not None or goal_word is not None:
        raise click.UsageError("--turn and --goal go with a position, not with a game")
    explanation, tries = _in_time(question, limit, told=told or as_json)
    if as_json:
        emit_json(_data(explanation, tries))
    else:
        why_not = [f"Why not {line_text(one.line)}? {one.why} [engine and model]" for one in tries]
        echo(*_page(explanation, told=told), *why_not)
    return EXIT_CODES[explanation.verdict.answer]


def _explain_puzzle(
    given: HousePuzzles | NeomDocument | RecordPack,
    wanted: str | None,
    answer: str | None,
    limit: int,
    *,
    told: bool,
    as_json: bool,
) -> int:
    """Explain a puzzle that asks something else than how to reach a goal."""
    if isinstance(given, RecordPack):
        return explain_records(given, wanted, answer, limit, told=told, as_json=as_json)
    if isinstance(given, NeomDocument):
        return explain_neom(given, wanted, answer, limit, told=told, as_json=as_json)
    return explain_house(single(given.puzzles).puzzle, answer, limit, told=told, as_json=as_json)


def _in_time(
    question: _Question | Record, limit: int, *, told: bool
) -> tuple[Explanation, tuple[Try, ...]]:
    """Return what there is time for: whether something is wrong, and if ``told`` the tries."""
    began = time.monotonic()
    try:
        with in_time(limit), status_line() as show:
            show(_claim(question))
            found = _explained(question, limit)
    except OutOfTime:
        return Explanation(Verdict("undecided", (), used_up(limit), _claim(question))), ()
    if not (found.line and told):
        return found, ()
    try:
        with in_time(left(limit, began)), status_line() as show:
            show("the tries")
            return found, _tries(question)
    except OutOfTime:
        echo(f"The tries are not told: {used_up(limit)}.", err=True)
        return found, ()


def _claim(question: _Question | Record) -> str:
    """Return what is claimed of what was given, in case it is left open."""
    if isinstance(question, Record):
        return "the game is legal"
    if question.goal is not None:
        return f"the known tiles can reach {question.goal.id}"
    return "the turn is legal" if question.turn is not None else "the position has no faults"


def _explained(question: _Question | Record, limit: int) -> Explanation:
    if isinstance(question, Record):
        return explain_record(question)
    on_table = explain_position(question.position)
    if on_table.reasons:
        return on_table
    if question.turn is not None:
        return explain_turn(question.position, question.turn)
    if question.goal is not None:
        return explain_goal(question.position, question.goal, limit=limit)
    return on_table


def _read(  # noqa: PLR0911 - one for each thing that can be explained
    given: str, wanted: str | None
) -> Record | _Question | HousePuzzles | NeomDocument | RecordPack:
    """Return the record or position given, which may have faults, or puzzles of another game."""
    if is_code(given):
        refuse_puzzle_option(wanted)
        if given.startswith("h"):
            found = house_of_code(given)
            return found if isinstance(found, HousePuzzles) else _refuse_house(repr(given))
        if "~g." not in given:
            return _Question(parse_position(given))
        puzzle = parse_code(given)
        return _Question(puzzle.position, goal=puzzle.goal)
    document, name = read_document(given)
    if game_of(document).name == "house":
        if not (is_pack(document) or "goal" in document):
            _refuse_house(name)
        house = house_of_document(document, name, wanted)
        return house if isinstance(house, HousePuzzles) else _refuse_house(name)
    if game_of(document).name == "neom":
        return NeomDocument(document, name)
    if is_record_pack(document):
        return RecordPack(document, name)
    if is_pack(document):
        one = single(positions_of_pack(document, name, wanted))
        return _Question(one.position, goal=None if one.puzzle is None else one.puzzle.goal)
    refuse_puzzle_option(wanted)
    return _from_document(document, name)


def _refuse_house(name: str) -> NoReturn:
    raise Malformed(
        "of the house game only puzzles are explained; for a whole game there is 'house check'",
        where=name,
    )


def _from_document(document: Any, name: str) -> Record | _Question:
    keys = set(document) if isinstance(document, dict) else set()
    if "turns" in keys:
        return record_from_json(document, name)
    if "goal" in keys:
        puzzle = read_puzzle(document, name)
        return _Question(puzzle.position, goal=puzzle.goal)
    if "position" in keys:
        return _with_turn(document, name)
    return _Question(position_from_any(document, name))


def _with_turn(document: dict[str, Any], name: str) -> _Question:
    others = sorted(set(document) - {"position", "turn"})
    if others or "turn" not in document:
        fault = f"{others[0]!r} is not known here" if others else "'turn' is missing"
        raise Malformed(f'{fault}; write {{"position": ..., "turn": ...}}', where=name)
    position = position_from_any(document["position"], f"{name}/position")
    return _Question(position, turn=turn_from_json(document["turn"], f"{name}/turn"))


def _page(explanation: Explanation, *, told: bool) -> Iterator[str]:
    for reason in explanation.reasons:
        turn = f"turn {reason.turn}" if reason.turn else ""
        place = ", ".join(part for part in (turn, reason.where) if part)
        where = f" ({place})" if place else ""
        yield f"{reason.rule}{where}: {reason.why} [{' and '.join(reason.keys)}]"
        yield f"  {CATALOGUE.rule(reason.rule).sentence}"
        if reason.line:
            yield f"  {line_text(reason.line)}"
    yield from verdict_in_words(explanation.verdict)
    if explanation.line:
        yield line_text(explanation.line) if told else "--solution tells how."


def _tries(question: _Question | Record) -> tuple[Try, ...]:
    """Return lines that nearly solve a puzzle with one solution, and why they fail."""
    if isinstance(question, Record) or question.goal is None:
        return ()
    puzzle = Puzzle(question.goal, question.position)
    solution = None if kind_of(puzzle.goal).ending else only_solution(puzzle)
    if solution is None:
        return ()
    with CpSatSolver() as solver:
        return proved_tries(puzzle, solution, solver)


def _data(explanation: Explanation, tries: Sequence[Try]) -> dict[str, Any]:
    return answer_to_json(
        "explain",
        explanation.verdict,
        reasons=[_entry(each) for each in explanation.reasons],
        line=line_text(explanation.line) or None,
        tries=[try_document(one) for one in tries] or None,
    )


def _entry(reason: Reason) -> dict[str, Any]:
    entry: dict[str, Any] = {
        "rule": reason.rule,
        "sentence": CATALOGUE.rule(reason.rule).sentence,
        "turn": reason.turn,
        "where": reason.where,
        "why": reason.why,
        "keys": list(reason.keys),
    }
    return {**entry, "line": line_text(reason.line)} if reason.line else entry
