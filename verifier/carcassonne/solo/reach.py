"""Whether a position can arise in a game, by both keys.

The engine plays the tiles of the table in every order; the model asks CP-SAT for their turns. The
position can arise if one key finds a game that the other replays to the same table; it cannot if
both complete their search without one.
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from dataclasses import dataclass, replace

from verifier import __version__
from verifier.carcassonne.engine.solo import Engine
from verifier.carcassonne.engine.solo.engine import (
    game_text,
    outcomes_by_engine,
    record_of,
    record_of_outcomes,
)
from verifier.carcassonne.engine.solo.reach import reach_by_engine, same_table
from verifier.carcassonne.model.solo import reach as reach_module
from verifier.carcassonne.model.solo.constant_reading import violations
from verifier.carcassonne.model.solo.questions import Answer, outcomes_of
from verifier.carcassonne.solo.faults import require_valid
from verifier.carcassonne.solo.letters import letter_of
from verifier.carcassonne.solo.position import Placement, Position, set_up_around
from verifier.carcassonne.solo.turn import Record, turns_of
from verifier.carcassonne.verdict import Verdict
from verifier.constraints.cpsat import CpSatSolver, Parameters
from verifier.errors import KeysDisagree
from verifier.limits import require_limit
from verifier.processes import cpu_seconds
from verifier.verdict import KeyReport

_OUTCOMES = 2_000
"""Outcomes that the engine may examine for each second of the limit."""

_MOST_TURNS = 24
"""Longer games are not put to the model, which would take minutes to state them."""

_CLAIM = "some legal game from the set-up leads to this table"
_WHEN = "by the model alone there is a game; it does not tell when tiles were laid aside"
_NOT_FOLLOWED = "a tile laid aside costs a turn by tile.unplaceable, which neither key follows here"


@dataclass(frozen=True, slots=True)
class Reach:
    """A game that leads to the position, None without one, and the verdict of both keys."""

    position: Position
    game: Record | None
    verdict: Verdict


def reach(position: Position, *, limit: int = 60, solver: CpSatSolver | None = None) -> Reach:
    """Return a proof game: it ends with the tiles, meeples, scores, supplies and turn given.

    Piles are not compared, since a puzzle may show any tiles that are left. ``limit`` is in seconds
    of one core, roughly, see :func:`verifier.carcassonne.solo.smallest.smallest`.

    :raises Illegal: if the position has faults.
    :raises Malformed: for a limit that is not positive.
    :raises KeysDisagree: if one key refutes the other.
    """
    require_limit(limit)
    require_valid(position)
    starts = sorted(_starts(position), key=lambda placed: placed.cell != (0, 0))
    followed = position.rules.choose(
        "tile.unplaceable",
        {
            "redraw_same_pile": True,
            "redraw_next_pile": False,
            "skip_turn": False,
            "end_game": False,
        },
    )
    if position.discards and not followed:
        return Reach(position, None, Verdict("undecided", (), _NOT_FOLLOWED, _CLAIM))
    game, engine, engine_done = _by_engine(position, starts, limit)
    if game is not None:
        return Reach(position, game, Verdict("holds", (engine, _confirmed(game)), claim=_CLAIM))
    found, model, model_done = _by_model(position, starts, limit, solver)
    if found is not None:
        if engine_done:
            raise KeysDisagree(
                "the model finds a game that leads to the position; by the engine there is none"
            )
        if position.discards:  # the model does not find out when they were laid aside
            return Reach(position, None, Verdict("undecided", (engine, model), _WHEN, _CLAIM))
        _require_arrived(found, position)
        return Reach(position, found, Verdict("holds", (engine, model), claim=_CLAIM))
    if engine_done and model_done:
        why = "neither key finds a game after looking at all of them"
        if not starts:
            start_tile = letter_of(position.rules.start_tile)
            why = f"no tile {start_tile} without a meeple lies there to start from"
        return Reach(position, None, Verdict("violated", (engine, model), why, _CLAIM))
    alone = [report.key for report in (engine, model) if not report.trouble]
    why = f"by the {alone[0]} alone there is none" if alone else "neither key came to an end"
    return Reach(position, None, Verdict("undecided", (engine, model), why, _CLAIM))


def _require_arrived(game: Record, position: Position) -> None:
    played = outcomes_by_engine(game)
    if not same_table(played[-1].after, position):
        raise KeysDisagree(
            f"the model reaches the position by {game_text(played)}; by the engine that game "
            "leads to another position"
        )


def _starts(position: Position) -> Iterator[Placement]:
    """Yield the tiles that may be the start tile, which never carries a meeple (SOLO-SETUP-5)."""
    start_tile = position.rules.start_tile
    for placed in position.placements:
        if placed.tile == start_tile and placed.meeple is None:
            yield placed


def _by_engine(
    position: Position, starts: list[Placement], limit: int
) -> tuple[Record | None, KeyReport, bool]:
    """Return the game that the engine found, if any, and whether it searched all games."""
    began, most = cpu_seconds(), limit * _OUTCOMES
    game, examined, done = None, 0, True
    for start in starts:
        arrival = reach_by_engine(position, start, nodes=max(most - examined, 1))
        examined += arrival.outcomes
        done = done and arrival.exhaustive
        if arrival.line is not None:
            game = record_of_outcomes(set_up_around(start, position.rules), arrival.line)
            break
    report = KeyReport(
        Engine.name,
        examined,
        trouble="" if done or game else "its limit was reached",
        version=__version__,
        method="played the tiles of the table in every order",
        parameters=(("outcomes at most", most),),
        seconds=round(cpu_seconds() - began, 2),
        work="outcomes",
    )
    return game, report, done


def _confirmed(game: Record) -> KeyReport:
    """Return that the model, too, finds the game legal, and its end as the engine does.

    :raises KeysDisagree: if it does not.
    """
    began = cpu_seconds()
    for violation in violations(game):
        raise KeysDisagree(
            f"the model finds the engine's game illegal: {violation.why}",
            where=f"turn {violation.turn}, {violation.where}",
            rule=violation.rule,
        )
    played = outcomes_by_engine(game)
    line = turns_of(played)
    ends = [outcomes_of(game.start, line)[-1:], played[-1:]]
    tables = [[_without_piles(outcome.after) for outcome in end] for end in ends]
    if tables[0] != tables[1]:
        raise KeysDisagree(f"by the model the game {game_text(played)} leads to another position")
    return KeyReport(
        "model",
        len(game.turns),
        version=__version__,
        method="replayed the game",
        seconds=round(cpu_seconds() - began, 2),
        work="turns",
    )


def _without_piles(position: Position) -> Position:
    return replace(position, piles=(), discards=())


def _by_model(
    position: Position, starts: list[Placement], limit: int, solver: CpSatSolver | None
) -> tuple[Record | None, KeyReport, bool]:
    """Return the game that the model found, if any, and whether there can be no other."""
    began, turns = cpu_seconds(), len(position.placements) - 1
    answers: list[Answer] = []
    game, trouble = None, ""
    if turns > _MOST_TURNS:
        trouble = f"{turns} turns are more than it is asked about, {_MOST_TURNS}"
        starts = []
    with contextlib.ExitStack() as stack:
        cpsat = stack.enter_context(CpSatSolver()) if solver is None else solver
        for start in starts:
            left = max(limit - sum(answer.time for answer in answers), 0.0)
            answers.append(
                reach_module.reach_by_model(cpsat, position, start, Parameters(limit=left))
            )
            if answers[-1].verdict == "found":
                game = record_of(answers[-1].line, set_up_around(start, position.rules))
                break
    undecided = [answer for answer in answers if answer.verdict == "undecided"]
    report = KeyReport(
        "model",
        len(answers),
        trouble=trouble or "".join(answer.reason for answer in undecided[:1]),
        version=__version__,
        method="asked CP-SAT for the turns",
        parameters=(("limit", limit), ("seed", Parameters().seed)),
        seconds=round(cpu_seconds() - began, 2),
        work="questions",
    )
    return game, report, not (trouble or undecided)
