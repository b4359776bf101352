"""Writes the certificate of an endgame from the answers of a solver."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Executor
from dataclasses import dataclass
from functools import partial
from typing import Protocol, TypeAlias

from verifier.carcassonne.house.certificates.certificate import (
    Certificate,
    Node,
    Plays,
    Side,
    bound,
    claim_of,
    holder,
    margin,
    most_of_placements,
    mover,
    placement_of,
    placement_order,
)
from verifier.carcassonne.house.endgame import Endgame, ValuedPlay
from verifier.carcassonne.house.part_turn import Outcome, PartTurn
from verifier.carcassonne.house.position import Position
from verifier.errors import Illegal

BestPlay: TypeAlias = Callable[[Endgame], ValuedPlay]
"""A solver: it returns a best part-turn of the colour to move."""


class Lister(Protocol):
    """The part of a key that is asked here; see :class:`verifier.carcassonne.house.key.Key`."""

    def outcomes(self, position: Position) -> frozenset[Outcome]:
        """Return everything that one part-turn can bring."""

    def outcome(self, position: Position, part_turn: PartTurn) -> Outcome | None:
        """Return what that part-turn brings, None if it is not legal."""


def certify(
    endgame: Endgame,
    best_play: BestPlay,
    lister: Lister,
    *,
    exact_lead: bool = True,
    executor: Executor | None = None,
) -> Certificate:
    """Return the certificate of an endgame, as the solver and one key have it.

    It is not checked. With ``exact_lead`` it proves by how much the best placements are ahead of
    the others, else only that it is so much at least. An executor's workers share the part-turns,
    with the same result; then the solver and the key must be what can be sent to them.

    :raises Illegal: if no tile of the hand can be placed.
    """
    branch = partial(_after, _Writer(endgame, best_play, lister))
    outcomes = sorted(lister.outcomes(endgame.position), key=_in_order)
    if not outcomes:
        why = "hand_unplayable: no tile of the hand can be placed"
        raise Illegal(why, where="/hand", rule="HOUSE-TURN-11")
    share = map if executor is None else partial(executor.map, chunksize=8)
    most = Plays(dict(share(branch, outcomes, ["most"] * len(outcomes))))
    chosen = _to_prove(most, outcomes, exact_lead=exact_lead)
    least = Plays(dict(map(branch, chosen, ["least"] * len(chosen))))
    return Certificate(endgame, *claim_of(least, most), least, most)


def _after(writer: _Writer, outcome: Outcome, side: Side) -> tuple[PartTurn, Node]:
    return outcome.part_turn, writer.after(outcome, side)


@dataclass(frozen=True, slots=True)
class _Writer:
    endgame: Endgame
    best_play: BestPlay
    lister: Lister

    def after(self, outcome: Outcome, side: Side) -> Node:
        """Return the tree below an outcome."""
        ended = margin(self.endgame, outcome)
        if ended is not None:
            return ended
        position = outcome.after
        if mover(position) == holder(self.endgame, side):
            chosen = self._chosen(position)
            return Plays({chosen.part_turn: self.after(chosen, side)})
        outcomes = sorted(self.lister.outcomes(position), key=_in_order)
        ends = [margin(self.endgame, each) for each in outcomes]
        known = [each for each in ends if each is not None]
        if len(known) == len(ends):
            best = min(known) if side == "least" else max(known)
            last = outcomes[ends.index(best)]
            return Plays({last.part_turn: best}, of=len(outcomes))
        return Plays({each.part_turn: self.after(each, side) for each in outcomes})

    def _chosen(self, position: Position) -> Outcome:
        play = self.best_play(Endgame(position, self.endgame.handicaps)).part_turn
        outcome = self.lister.outcome(position, play)
        if outcome is None:
            raise Illegal(f"the solver plays {play}, which is not legal", rule="HOUSE-TURN-3")
        return outcome


def _to_prove(most: Plays, outcomes: list[Outcome], *, exact_lead: bool) -> list[Outcome]:
    """Return an outcome of each best placement, and with ``exact_lead`` one of the next best."""
    values = {part_turn: bound(node, "most") for part_turn, node in most.then.items()}
    upper = most_of_placements(most)
    value = max(upper.values())
    lower = [margin_ for margin_ in upper.values() if margin_ < value]
    wanted = [placement for placement, margin_ in upper.items() if margin_ == value]
    if exact_lead and lower:
        wanted.append(next(each for each in upper if upper[each] == max(lower)))
    # A placement is as good as the best of its part-turns.
    return [
        next(
            outcome
            for outcome in outcomes
            if placement_of(outcome.part_turn) == each and values[outcome.part_turn] == upper[each]
        )
        for each in wanted
    ]


def _in_order(outcome: Outcome) -> tuple[tuple[int, int, str, int], str]:
    return placement_order(placement_of(outcome.part_turn)), str(outcome.part_turn)
