"""Whether a table of the house game can come about in a game, by both keys.

The model asks CP-SAT for a game; the engine plays it and must come to the same table. Only the
model searches all games, so that there is none is not claimed: that stays undecided.
"""

from __future__ import annotations

import contextlib
from dataclasses import dataclass, replace

from verifier import __version__
from verifier.carcassonne.engine.house import HouseEngine
from verifier.carcassonne.house.part_turn import PartTurn, Record, RecordedPartTurn, as_recorded
from verifier.carcassonne.house.position import Position, set_up
from verifier.carcassonne.model.house.questions import Answer
from verifier.carcassonne.model.house.reach import game_to
from verifier.carcassonne.verdict import Verdict
from verifier.constraints.cpsat import CpSatSolver, Parameters
from verifier.errors import KeysDisagree, Malformed
from verifier.processes import cpu_seconds
from verifier.verdict import KeyReport

_CLAIM = "some legal game from the set-up leads to this table"
_MOST_TILES = 12
"""Longer games are not put to the model, which would take minutes to state them."""


@dataclass(frozen=True, slots=True)
class Reach:
    """A game that leads to the table, None without one, and the verdict of both keys."""

    game: Record | None
    verdict: Verdict


def reach(position: Position, *, limit: int = 60, solver: CpSatSolver | None = None) -> Reach:
    """Return a proof game: it ends with the tiles, pieces, scores, supplies and mover given.

    ``limit`` is in seconds of one core, roughly.

    :raises Illegal: if the position has faults.
    :raises Malformed: for a limit that is not positive.
    :raises KeysDisagree: if the engine does not follow the model's game to this table.
    """
    if limit < 1:
        raise Malformed(f"a limit of {limit} seconds: give one second at least", where="--time")
    if len(position.placements) > _MOST_TILES + 1:
        why = f"games of more than {_MOST_TILES} tiles are not searched"
        return Reach(None, Verdict("undecided", (), why, _CLAIM))
    began = cpu_seconds()
    with contextlib.ExitStack() as stack:
        asked = stack.enter_context(CpSatSolver()) if solver is None else solver
        answer = game_to(asked, position, Parameters(limit=limit))
    model = _model_report(answer, len(position.placements) - 1, cpu_seconds() - began)
    if answer.verdict != "found":
        why = answer.reason
        if answer.verdict == "impossible":
            only = "by the model alone there is none, and the engine does not search games"
            why = f"{only}: {why}" if why else only
        return Reach(None, Verdict("undecided", (model,), why, _CLAIM))
    began = cpu_seconds()
    game = _played(position, answer.line)
    engine = KeyReport(
        HouseEngine.name,
        len(answer.line),
        version=__version__,
        method="played the game to this table",
        seconds=round(cpu_seconds() - began, 2),
        work="part-turns",
    )
    return Reach(game, Verdict("holds", (engine, model), claim=_CLAIM))


def game_lines(game: Record) -> list[str]:
    """Return a game as lines for people: number, colour, part-turn."""
    lines = list[str]()
    for number, turn in enumerate(game.turns, start=1):
        placed = PartTurn(turn.tile, turn.rotation, turn.x, turn.y)
        pieces = "".join(f".{piece.piece}.{piece.feature}" for piece in turn.pieces)
        lines.append(f"{number}. Colour {turn.colour + 1}: {placed}{pieces}")
    return lines


def _played(position: Position, line: tuple[PartTurn, ...]) -> Record:
    """Return the game as a record, after the engine has played it.

    :raises KeysDisagree: if a part-turn is not legal by the engine, or it ends elsewhere.
    """
    tiles = tuple(part_turn.tile for part_turn in line)
    draw = (*tiles, *position.hand, *position.river, *position.bag)
    table = start = set_up(position.rules, draw, position.hidden)
    turns: list[RecordedPartTurn] = []
    for number, part_turn in enumerate(line, start=1):
        outcomes = HouseEngine().outcomes(table)
        outcome = next((each for each in outcomes if each.part_turn == part_turn), None)
        if outcome is None:
            raise KeysDisagree(f"part-turn {number}, {part_turn}, is legal by the model alone")
        turns.append(as_recorded(part_turn, outcome.colour, second=table.second))
        table = outcome.after
    if not _same_table(table, position):
        raise KeysDisagree("the model's game leads to another table by the engine")
    return Record(start, tuple(turns))


def _same_table(one: Position, other: Position) -> bool:
    """Return whether tiles, pieces, scores, supplies and mover are the same.

    A piece may stand on any segment of its feature on the tile, so features are not compared.
    """
    return _seen(one) == _seen(other)


def _seen(position: Position) -> Position:
    bare = [
        replace(each, piece=None if each.piece is None else replace(each.piece, feature=""))
        for each in position.placements
    ]
    return replace(position, placements=tuple(bare), hand=(), bag=(), river=(), hidden=0, end="")


def _model_report(answer: Answer, part_turns: int, seconds: float) -> KeyReport:
    return KeyReport(
        "model",
        part_turns,
        trouble=answer.reason if answer.verdict == "undecided" else "",
        version=__version__,
        method=f"{answer.solver} for a game of as many part-turns as there are tiles",
        parameters=(("limit", round(answer.limit)), ("seed", answer.seed)),
        seconds=round(seconds, 2),
        work="part-turns",
    )
