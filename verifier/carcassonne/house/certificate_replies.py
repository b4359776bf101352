"""The perfect reply to any part-turn of an endgame, read off its certificate, and refutations."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias

from verifier.carcassonne.house.certificates import (
    Certificate,
    Node,
    Plays,
    Side,
    bound,
    holder,
    placement_of,
    placement_text,
)
from verifier.carcassonne.house.part_turn import PartTurn
from verifier.carcassonne.house.position import Placement
from verifier.errors import Illegal, Undecided


@dataclass(frozen=True, slots=True)
class Reply:
    """The part-turn to play next, and the margin that is proved if it is played.

    ``least`` and ``most`` are None where the certificate proves nothing of the line on that side.
    """

    part_turn: PartTurn
    least: int | None
    most: int | None


@dataclass(frozen=True, slots=True)
class Proved:
    """The margin that is proved of a line: at least so much, at most so much.

    Each is None where the certificate proves nothing on that side.
    """

    least: int | None
    most: int | None


@dataclass(frozen=True, slots=True)
class Refutation:
    """A line to the end of the game, and the margin that it brings.

    The player to move in the endgame has no better play after the first part-turn against those
    of the other player.
    """

    line: tuple[PartTurn, ...]
    margin: int


_Trees: TypeAlias = dict[Side, Node | None]
"""What of either tree follows a line; a tree that does not follow it is left out.

None is the end of the game with a margin that the tree does not state.
"""


def reply(certificate: Certificate, line: Sequence[PartTurn] = ()) -> Reply | None:
    """Return the perfect reply to a line of part-turns from the endgame; None if the game is over.

    To whatever one player does it answers as long as the other has played by such replies.

    :raises Illegal: if the first part-turn is not legal, or something follows the end of the game.
    :raises Undecided: if both players have left what the certificate proves.
    """
    trees = _trees_after(certificate, line)
    if not trees:
        why = "both players have left the play that the certificate proves"
        raise Undecided(f"{why} after {_text(line)}", where="line")
    going_on = {side: node for side, node in trees.items() if isinstance(node, Plays)}
    if not going_on:
        return None
    player = _mover(certificate, line)
    own = (side for side in going_on if holder(certificate.endgame, side) == player)
    side = next(own, next(iter(going_on)))
    chosen = _best(going_on[side], side, first=not line)
    after = _followed(trees, chosen, (*line, chosen))
    bounds = {each: bound(node, each) for each, node in after.items() if node is not None}
    return Reply(chosen, bounds.get("least"), bounds.get("most"))


def proved_after(certificate: Certificate, line: Sequence[PartTurn]) -> Proved:
    """Return what the certificate proves after a line of part-turns from the endgame.

    Before the first part-turn that is its value; of the end of the game the trees may say nothing.

    :raises Illegal: as :func:`reply`.
    """
    if not line:
        return Proved(certificate.value, certificate.value)
    trees = _trees_after(certificate, line)
    bounds = {side: bound(node, side) for side, node in trees.items() if node is not None}
    return Proved(bounds.get("least"), bounds.get("most"))


def refutation(certificate: Certificate, first: PartTurn | Placement) -> Refutation:
    """Return the line that shows what a first part-turn brings at most, or a first placement.

    Of a placement it is the part-turn that brings the most.

    :raises Illegal: if it is not legal in the endgame.
    """
    then = certificate.most.then
    found = [each for each in then if first in (each, placement_of(each))]
    if not found:
        text = str(first) if isinstance(first, PartTurn) else placement_text(first)
        raise Illegal(f"{text} is not legal there", where="line", rule="HOUSE-TURN-3")
    part_turn = max(found, key=lambda each: bound(then[each], "most"))
    return _played_out((part_turn,), then[part_turn])


def refutation_after(certificate: Certificate, line: Sequence[PartTurn]) -> Refutation | None:
    """Return a line with the best play that follows it, and what that brings at most.

    None if the certificate bounds nothing there: the other player has not played by its replies,
    or the game is over.

    :raises Illegal: as :func:`reply`.
    """
    node = _trees_after(certificate, line).get("most")
    return _played_out(tuple(line), node) if isinstance(node, Plays) else None


def _played_out(line: tuple[PartTurn, ...], node: Node) -> Refutation:
    played = list(line)
    while isinstance(node, Plays):
        part_turn = _best(node, "most")
        played.append(part_turn)
        node = node.then[part_turn]
    return Refutation(tuple(played), node)


def _trees_after(certificate: Certificate, line: Sequence[PartTurn]) -> _Trees:
    trees: _Trees = {"least": certificate.least, "most": certificate.most}
    for number, part_turn in enumerate(line):
        if not trees:
            break
        trees = _followed(trees, part_turn, line[: number + 1])
    return trees


def _followed(trees: _Trees, part_turn: PartTurn, line: Sequence[PartTurn]) -> _Trees:
    found: _Trees = {}
    for side, node in trees.items():
        if not isinstance(node, Plays):
            text = f"{_text(line)}: the game is over before the last of them"
            raise Illegal(text, where="line", rule="HOUSE-END-1")
        if part_turn in node.then:
            found[side] = node.then[part_turn]
        elif node.of is not None:
            found[side] = None
        elif side == "most" and len(line) == 1:
            raise Illegal(f"{part_turn} is not legal there", where="line", rule="HOUSE-TURN-3")
    return found


def _best(node: Plays, side: Side, *, first: bool = False) -> PartTurn:
    """Return what the player to move plays; at the holder's turn there is one part-turn.

    At the first part-turn ``least`` may have several.
    """
    values = {part_turn: bound(then, side) for part_turn, then in node.then.items()}
    worst_for_holder = min if side == "least" and not first else max
    return worst_for_holder(values, key=lambda part_turn: values[part_turn])


def _mover(certificate: Certificate, line: Sequence[PartTurn]) -> int:
    """Return the player to move after a line (HOUSE-TURN-1, -8)."""
    start = certificate.endgame.position
    turns = sum(not part_turn.second for part_turn in line)
    return start.rules.player_of((start.to_move + turns) % start.rules.colours)


def _text(line: Sequence[PartTurn]) -> str:
    return " ".join(map(str, line)) or "the first part-turn"
