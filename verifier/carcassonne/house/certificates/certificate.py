"""What a certificate of an endgame holds: the claim, and a proof tree for each of its two sides.

A proof tree is a strategy of one player, the *holder* of the tree: at the holder's part-turns it
has one play, at the other player's all that there are. ``least`` is a strategy of the player to
move and shows that they get at least so much; ``most`` is one of the other player and bounds what
each first part-turn can bring. All margins are of the player to move in the endgame, with
handicaps; a tie is a margin of 0 (AMB-43).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Literal, TypeAlias

from verifier.carcassonne.house.endgame import Endgame
from verifier.carcassonne.house.part_turn import Outcome, PartTurn
from verifier.carcassonne.house.position import Placement, Position

Side: TypeAlias = Literal["least", "most"]
"""Which bound a tree proves: ``least`` is held by the player to move, ``most`` by the other."""

SIDES: tuple[Side, Side] = ("least", "most")


@dataclass(frozen=True, slots=True)
class Plays:
    """Part-turns from a table, with what follows each.

    Where ``of`` is a number, each of that many part-turns ends the game, and the one that is given
    is a best one for the colour to move.
    """

    then: Mapping[PartTurn, Node]
    of: int | None = None


Node: TypeAlias = int | Plays
"""Part-turns with what follows, or the margin with which the game has ended."""


@dataclass(frozen=True)
class Certificate:
    """A value of an endgame, the placements that have it, and the proof trees.

    ``best`` are all placements by which the player to move gets ``value``, in the order of
    :func:`placement_order`. ``others`` is a margin that no other placement surpasses, and one of
    them has by ``most``; None if there are no others.

    At the first part-turn ``most`` has all plays, and ``least`` one or more, each with a strategy
    of its own: there is one for each best placement, or ``value`` would be shown of one of them
    alone. ``form`` is that of the document which stated it; form 1 was written without these
    strategies, so it can prove one best placement only.
    """

    endgame: Endgame
    value: int
    best: tuple[Placement, ...]
    others: int | None
    least: Plays
    most: Plays
    form: int = field(default=2, compare=False)

    @cached_property
    def bounds(self) -> dict[Placement, Bounds]:
        """What is proved of each first placement, in the order of :func:`placement_order`."""
        upper, lower = most_of_placements(self.most), _bounds(self.least, "least")
        in_order = sorted(upper, key=placement_order)
        return {each: Bounds(lower.get(each), upper[each]) for each in in_order}

    @property
    def lead(self) -> int | None:
        """How many points the best placements are ahead, at least; None if there are no others."""
        return None if self.others is None else self.value - self.others

    @property
    def is_lead_exact(self) -> bool:
        """Whether some other placement is proved to bring as much as ``others`` says."""
        return any(
            bounds.least == self.others
            for placement, bounds in self.bounds.items()
            if placement not in self.best
        )


@dataclass(frozen=True, slots=True)
class Bounds:
    """What is proved of a first placement: it brings at least so much, if given, and at most."""

    least: int | None
    most: int


def bound(node: Node, side: Side) -> int:
    """Return the bound that a tree proves below the first part-turn.

    Where it has several plays they are the other player's, who takes what is worst for its holder.

    >>> bound(Plays({PartTurn("base/V", 0, 0, 1): 3, PartTurn("base/V", 1, 0, 1): -2}), "least")
    -2
    """
    if isinstance(node, int):
        return node
    found = (bound(each, side) for each in node.then.values())
    return min(found) if side == "least" else max(found)


def holder(endgame: Endgame, side: Side) -> int:
    """Return the player whose strategy that tree is."""
    return endgame.player if side == "least" else 1 - endgame.player


def mover(position: Position) -> int:
    """Return the player to move."""
    return position.rules.player_of(position.to_move)


def margin(endgame: Endgame, outcome: Outcome) -> int | None:
    """Return the margin if the outcome ends the game, else None.

    HOUSE-2P-3, AMB-34: a player has the sum of their colours and their handicap. AMB-43: a tie is
    a margin of 0.
    """
    if outcome.after.end == "tie":
        return 0
    if outcome.final is None:
        return None
    totals = list(endgame.handicaps)
    for colour, score in enumerate(outcome.final):
        totals[endgame.position.rules.player_of(colour)] += score
    return totals[endgame.player] - totals[1 - endgame.player]


def placement_of(part_turn: PartTurn) -> Placement:
    """Return the placement that a part-turn makes, without a piece.

    >>> placement_of(PartTurn("base/V", 0, 0, 1, "big", "Sl")) == Placement("base/V", 0, 0, 1)
    True
    """
    return Placement(part_turn.tile, part_turn.rotation, part_turn.x, part_turn.y)


def placement_order(placement: Placement) -> tuple[int, int, str, int]:
    """Return what placements are sorted by: their cells, then their tiles."""
    return (placement.y, placement.x, placement.tile, placement.rotation)


def counted(node: Node) -> int:
    """Return how many part-turns a tree has."""
    if isinstance(node, int):
        return 0
    return len(node.then) + sum(counted(each) for each in node.then.values())


def claim_of(least: Plays, most: Plays) -> tuple[int, tuple[Placement, ...], int | None]:
    """Return value, best placements and the bound of all others, as these trees say.

    They prove the value only if ``most`` gives none that is greater.
    """
    value = max(_bounds(least, "least").values())
    upper = most_of_placements(most)
    best = (placement for placement, margin_ in upper.items() if margin_ >= value)
    others = (margin_ for margin_ in upper.values() if margin_ < value)
    return value, tuple(sorted(best, key=placement_order)), max(others, default=None)


def most_of_placements(most: Plays) -> dict[Placement, int]:
    """Return what the first placements bring at most by such a tree."""
    return _bounds(most, "most")


def _bounds(first: Plays, side: Side) -> dict[Placement, int]:
    """Return the bound of each placement that the first part-turns of a tree make."""
    found: dict[Placement, int] = {}
    for part_turn, node in first.then.items():
        placement = placement_of(part_turn)
        this = bound(node, side)
        found[placement] = max(this, found.get(placement, this))
    return found
