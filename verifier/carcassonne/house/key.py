"""What a key of the house game must be able to say, and what is asked of several keys at once."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from verifier import __version__
from verifier.carcassonne.house.faults import require_valid
from verifier.carcassonne.house.part_turn import (
    FinalScoring,
    Outcome,
    PartTurn,
    Record,
    final_scorings_text,
)
from verifier.carcassonne.house.position import Position
from verifier.carcassonne.table.faults import Violation
from verifier.carcassonne.verdict import Verdict
from verifier.claims.agreement import Disagreement, common_answer
from verifier.errors import KeysDisagree, Malformed
from verifier.processes import cpu_seconds
from verifier.verdict import KeyReport


class Key(Protocol):
    """One implementation of the house rules."""

    @property
    def name(self) -> str:
        """What verdicts call it."""

    def outcomes(self, position: Position) -> frozenset[Outcome]:
        """Return everything that one part-turn can bring: tiles, placements, pieces, second parts.

        A second part is on offer only where the rules allow it, a tile is left and the refilled
        hand can be placed; a hand that cannot be placed is a tie at once. A game that has ended
        has no outcomes, nor has a declared hand that cannot be placed.

        While a tile to be drawn is not known, the hand stays short: nothing is said of a tie, and
        a second part is on offer, for it is chosen before the draw (AMB-41). Whose turn comes
        next is told even if the game has ended.

        Where the whole hand is laid aside (``discard_and_continue``), a second part is on offer if
        any hand drawn after that can be placed.

        Of the river (AMB-39): if nothing in hand can be placed, all of it goes under the river
        stack, in the order of the hand, and as many are drawn anew; if no river tile can be placed,
        all are laid aside and the lake comes into the hand alone. A lake that cannot be placed is
        an unplayable hand as any other. A tile without a river among them goes wherever a land
        tile may go (AMB-37).

        :raises Malformed: if the hand is short and the next tile is not known, or there is no
            such tile.
        """

    def outcome(self, position: Position, part_turn: PartTurn) -> Outcome | None:
        """Return the one of :meth:`outcomes` that this part-turn brings, None if it is not legal.

        :raises Malformed: as :meth:`outcomes`.
        """

    def final_scorings(self, position: Position) -> tuple[FinalScoring, ...]:
        """Return what each feature would bring if the game ended now (HOUSE-FINAL-1 to -5).

        In the order of the features.
        """

    def violations(self, record: Record) -> tuple[Violation, ...]:
        """Return the rules that a record breaks, the first broken part-turn's only; empty if none.

        Scores noted in the record that are not those of the rules are violations too.
        """


# --- Whether a game was played by the rules, and if not which rule was broken first


_METHODS = {"engine": "plays the record", "model": "reads the record as constants"}
_CLAIM = "the game is legal"


@dataclass(frozen=True, slots=True)
class CheckedRecord:
    """The verdict on the claim that a game is legal, and what breaks it first if anything does.

    ``broken`` are the rules that all keys find broken in the first illegal part-turn, in the words
    of the first key.
    """

    verdict: Verdict
    broken: tuple[Violation, ...] = ()


def check_record(record: Record, keys: Sequence[Key]) -> CheckedRecord:
    """Return whether a game is legal by all the keys given.

    They disagree if they do not find the same part-turn illegal, or no rule broken in common.

    :raises Illegal: if the game starts from a position that cannot be.
    """
    require_valid(record.start)
    found: list[tuple[Violation, ...]] = []
    reports: list[KeyReport] = []
    for key in keys:
        began = cpu_seconds()
        found.append(key.violations(record))
        reports.append(_report(key, record, cpu_seconds() - began))
    firsts = [_first(each) for each in found]
    common = set.intersection(*(set(_places(each)) for each in firsts))
    if any(firsts) and not common:
        why = "; ".join(f"{key.name} {_said(each)}" for key, each in zip(keys, firsts, strict=True))
        return CheckedRecord(Verdict("keys disagree", tuple(reports), why, _CLAIM))
    broken = tuple(each for each in firsts[0] if (each.turn, each.rule) in common)
    if not broken:
        return CheckedRecord(Verdict("holds", tuple(reports), claim=_CLAIM))
    why = f"{_place(broken[0].turn)} breaks {broken[0].rule}"
    return CheckedRecord(Verdict("violated", tuple(reports), why, _CLAIM), broken)


def _first(found: tuple[Violation, ...]) -> tuple[Violation, ...]:
    turn = min((each.turn for each in found), default=0)
    return tuple(each for each in found if each.turn == turn)


def _places(found: tuple[Violation, ...]) -> list[tuple[int, str]]:
    return [(each.turn, each.rule) for each in found]


def _said(found: tuple[Violation, ...]) -> str:
    if not found:
        return "finds nothing broken"
    rules = " ".join(dict.fromkeys(each.rule for each in found))
    return f"finds {_place(found[0].turn)} to break {rules}"


def _place(turn: int) -> str:
    return f"part-turn {turn}" if turn else "the set-up"


def _report(key: Key, record: Record, seconds: float) -> KeyReport:
    return KeyReport(
        key=key.name,
        examined=len(record.turns),
        work="part-turns",
        version=__version__,
        method=_METHODS[key.name],
        seconds=round(seconds, 2),
    )


# --- What a final table comes to: every feature's owners and points, and the players' totals


@dataclass(frozen=True, slots=True)
class FinalScore:
    """Final scoring of a table, feature by feature, and what it makes of the scores.

    ``scores`` are by colour and without handicaps; ``totals`` by player, with them
    (HOUSE-2P-3, HOUSE-WIN-1). ``winners`` are the players with the most.
    """

    scorings: tuple[FinalScoring, ...]
    scores: tuple[int, ...]
    totals: tuple[int, ...]
    winners: tuple[int, ...]


def final_score(
    position: Position, keys: Sequence[Key], handicaps: Sequence[int] = ()
) -> FinalScore:
    """Return what the table comes to if the game ends now, on which all keys agree.

    ``handicaps`` are by player, none if left out. The keys find the features, their owners and
    points; adding them up is shared.

    :raises Malformed: if there are not as many handicaps as players.
    :raises KeysDisagree: if the keys do.
    """
    players = position.rules.players
    handicaps = handicaps or (0,) * players
    if len(handicaps) != players:
        raise Malformed(
            f"{len(handicaps)} handicaps for {players} players", where="handicaps", rule="AMB-34"
        )
    try:
        scorings = common_answer(
            {key.name: key.final_scorings(position) for key in keys},
            lambda: "final scoring",
            shown=final_scorings_text,
        )
    except Disagreement as error:
        raise KeysDisagree(str(error)) from None
    scores = list(position.scores)
    for scoring in scorings:
        for owner in scoring.owners:
            scores[owner] += scoring.value
    totals = list(handicaps)
    for colour, score in enumerate(scores):
        totals[position.rules.player_of(colour)] += score
    winners = tuple(player for player, total in enumerate(totals) if total == max(totals))
    return FinalScore(scorings, tuple(scores), tuple(totals), winners)
