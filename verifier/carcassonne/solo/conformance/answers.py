"""Answers the requests of the protocol by a key, for our own engine and for tests."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from operator import and_
from typing import TypeAlias

from verifier import __version__
from verifier.carcassonne.engine.solo import perft
from verifier.carcassonne.engine.solo.goals import kind_of
from verifier.carcassonne.solo.claims import (
    NO_TURN,
    EndDomain,
    OutcomeClaim,
    SituationDomain,
    goals_met,
)
from verifier.carcassonne.solo.codec import (
    position_from_json,
    record_from_json,
    rules_from_json,
    turn_from_json,
)
from verifier.carcassonne.solo.conformance import AREAS, OPTIONS, PROTOCOL
from verifier.carcassonne.solo.faults import faults, require_valid
from verifier.carcassonne.solo.goals import checklist
from verifier.carcassonne.solo.key import Key
from verifier.carcassonne.solo.keyring import Keyring, end_group
from verifier.carcassonne.solo.notation import turn_text
from verifier.carcassonne.solo.position import Position
from verifier.carcassonne.solo.turn import Outcome, Record, Turn
from verifier.documents.strict_json import Document
from verifier.errors import Ambiguous, Illegal, Malformed, MeepleproofError, Undecided

Count: TypeAlias = Callable[[Key, Position, int], Iterable[int]]

MOST_LINES = 1_000_000
"""No turn more is counted once so many lines have been; the deepest case of the suite has fewer."""


def leaves(key: Key, position: Position, depth: int) -> list[int]:
    """Return the numbers of lines of 1, 2, ... ``depth`` turns, by playing all of them."""
    found: list[int] = []
    tables = [position]
    for _ in range(depth):
        outcomes = [outcome for table in tables for outcome in key.outcomes(table)]
        found.append(len(outcomes))
        tables = [outcome.after for outcome in outcomes if not outcome.after.over]
    return found


def leaves_by_perft(_key: Key, position: Position, depth: int) -> Iterable[int]:
    """Return the same as :func:`leaves` by :func:`perft`, which is many times faster.

    :raises Malformed: unless the position has one row of tiles, all known.
    """
    if len(position.piles) != 1:
        raise Malformed("lines are counted for one row of tiles", where="/position/piles")
    return perft(position.piles[0].known, depth, position).leaves


def leaves_within_limit(key: Key, position: Position, depth: int) -> Iterable[int]:
    """Return the same as :func:`leaves_by_perft`, one turn deeper each time, as far as is quick.

    :raises Malformed: as it does.
    :raises Undecided: if there are more than ``MOST_LINES`` before the last turn.
    """
    found: list[int] = []
    for turns in range(1, depth + 1):
        if found and found[-1] > MOST_LINES:
            raise Undecided(
                f"{found[-1]:,} lines of {turns - 1} turns are too many to count longer ones",
                where="/depth",
            )
        found = list(leaves_by_perft(key, position, turns))
    return found


def answer(request: Document, key: Key, count: Count = leaves) -> Document:
    """Return the key's answer to a request that follows its schema.

    ``count`` is the function that counts lines, by default :func:`leaves`.

    >>> from verifier.carcassonne.engine.solo import Engine
    >>> answer({"ask": "final", "rules": {"colours": 3, "meeples": 4}, "scores": [10, 12, 15],
    ...         "meeples": [2, 1, 0]}, Engine())
    {'final': [14, 14, 15], 'result': 14}

    :raises MeepleproofError: if the request cannot be answered, such as for a faulty position.
    """
    if request["ask"] == "hello":
        return {
            "protocol": PROTOCOL,
            "name": "meepleproof",
            "version": __version__,
            "can": [*AREAS, OPTIONS],
        }
    if request["ask"] == "count":
        position = _position(request)
        return {"leaves": list(count(key, position, request["depth"]))}
    return _ANSWERS[request["ask"]](request, key)


def reply(request: Document, key: Key, count: Count = leaves) -> Document:
    """Return the key's answer, or what the protocol says in place of one: why there is none.

    >>> from verifier.carcassonne.engine.solo import Engine
    >>> reply({"ask": "final", "rules": {"colours": 3, "meeples": 4}, "scores": [1, 2, 3],
    ...        "meeples": [4]}, Engine())
    {'error': '1 meeples are given for 3 colours (at /meeples; SOLO-SETUP-2)'}
    """
    try:
        return answer(request, key, count)
    except Undecided as error:
        return {"cannot": str(error)}
    except MeepleproofError as error:
        return {"error": str(error)}


def _position(request: Document) -> Position:
    position = position_from_json(request["position"], "/position")
    require_valid(position)
    return position


def _turns(request: Document, key: Key) -> Document:
    turns = [outcome.turn for outcome in key.outcomes(_position(request))]
    placed = {turn_text(replace(turn, order=())) if turn else NO_TURN for turn in turns}
    return {"turns": sorted(placed)}


def _play(request: Document, key: Key) -> Document:
    outcome = _brought(request, key)
    return {"legal": False} if outcome is None else {"legal": True, **_table(outcome)}


def _goals(request: Document, key: Key) -> Document:
    outcome = _brought(request, key)
    if outcome is None:
        raise Illegal(f"{request['turn']!r} is not a legal turn", where="/turn")
    before = _position(request)
    return {
        "goals": [
            name for name in goals_met(outcome, key.reached) if not _reached_already(name, before)
        ]
    }


def _reached_already(name: str, position: Position) -> bool:
    """Return whether the table shows that an earlier turn met a goal of the checklist."""
    goal = checklist()[name]
    return any(kind_of(goal).reached_already(goal, position))


def _brought(request: Document, key: Key) -> Outcome | None:
    position, ring = _position(request), Keyring([key])
    without = request["turn"] == NO_TURN
    turn = None if without else turn_from_json(request["turn"], "/turn")
    if turn is not None and "declined" in request:
        return _declining(request["declined"], turn, ring.ways(position, turn))
    tables = SituationDomain(position=position, record=None, turn=0)
    ((_, outcome),) = ring.brought(OutcomeClaim(tables, turn, without, {}))
    return outcome


def _declining(declined: Sequence[str], turn: Turn, ways: Iterable[Outcome]) -> Outcome | None:
    """Return the outcome, of all those of a turn, in which just these points are declined.

    None if the rules do not let them be declined.
    """
    unknown = [name for name in declined if name not in turn.order]
    if unknown:
        raise Malformed(
            f"{unknown[0]!r} is declined, but not among those scored", where="/declined"
        )

    def brought(outcome: Outcome) -> list[bool]:
        points = {scoring.feature: bool(scoring.colours) for scoring in outcome.scorings}
        return [points[name] for name in turn.order]

    refused = [name in declined for name in turn.order]
    left = [way for way in ways if not any(map(and_, brought(way), refused))]
    # What is not declined is taken, and taking the first one settles who is lowest for the next.
    return max(left, key=brought, default=None)


def _table(outcome: Outcome) -> Document:
    after = outcome.after
    shown: Document = {
        "scores": list(after.scores),
        "supplies": list(after.supplies),
        **({"large": list(after.large)} if after.large else {}),
        "meeples": _meeples(after),
        "over": after.over,
    }
    if outcome.final is not None:
        shown |= {"final": list(outcome.final), "result": outcome.result}
    return shown


def _meeples(position: Position) -> list[str]:
    return [
        f"{laid.x}.{laid.y}.{'L' * laid.meeple.large}{laid.meeple.segment}{laid.meeple.colour + 1}"
        for laid in position.placements
        if laid.meeple is not None
    ]


def _final(request: Document, key: Key) -> Document:
    rules = rules_from_json(request["rules"], "/rules")
    scores, meeples = tuple(request["scores"]), tuple(request["meeples"])
    for name, numbers in (("scores", scores), ("meeples", meeples)):
        if len(numbers) != rules.colours:
            raise Malformed(
                f"{len(numbers)} {name} are given for {rules.colours} colours",
                where=f"/{name}",
                rule="SOLO-SETUP-2",
            )
    asked = EndDomain(rules, (scores,), (meeples,), by_orders=False)
    (end,) = end_group(asked, Keyring([key]))[1]
    return {"final": list(end.final), "result": end.result}


def _judged_position(request: Document, _key: Key) -> Document:
    found = faults(position_from_json(request["position"], "/position"))
    return {"legal": False, "rule": found[0].rule} if found else {"legal": True}


def _judged_record(request: Document, key: Key) -> Document:
    record = record_from_json(request["record"], "/record")
    broken = key.violations(record)
    if broken:
        return {"legal": False, "turn": broken[0].turn, "rule": broken[0].rule}
    last = _last(record, key)
    return {"legal": True} if last is None else {"legal": True, **_table(last)}


def _last(record: Record, key: Key) -> Outcome | None:
    """Return the outcome of a legal record's last turn; None where the record leaves it open."""
    if not record.turns:
        return None
    tables = SituationDomain(position=None, record=record, turn=len(record.turns))
    brings = OutcomeClaim(tables, turn=None, without_turn=False, expected={})
    try:
        ((_, outcome),) = Keyring([key]).brought(brings)
    except (Ambiguous, Malformed):  # points that may be declined; a tile unknown before its turn
        return None
    return outcome


_ANSWERS: dict[str, Callable[[Document, Key], Document]] = {
    "turns": _turns,
    "play": _play,
    "goals": _goals,
    "final": _final,
    "position": _judged_position,
    "record": _judged_record,
}
