"""Certificates of endgames: proof trees by which a value is checked without any search.

A proof tree is a strategy of one player, the *holder* of the tree: at the holder's part-turns it
has one play, at the other player's all that there are. ``least`` is a strategy of the player to
move and shows that they get at least so much; ``most`` is one of the other player and bounds what
each first part-turn can bring. All margins are of the player to move in the endgame, with
handicaps; a tie is a margin of 0 (AMB-43).
"""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass, field
from functools import cached_property, partial
from typing import Any, Literal, Protocol, TypeAlias

from verifier.carcassonne.house.codec import (
    GAME,
    part_turn_to_json,
    position_of,
    position_to_json,
)
from verifier.carcassonne.house.endgame import Endgame, ValuedPlay
from verifier.carcassonne.house.faults import require_valid
from verifier.carcassonne.house.notation import parse_part_turn
from verifier.carcassonne.house.part_turn import Outcome, PartTurn
from verifier.carcassonne.house.position import Placement, Position
from verifier.documents.strict_json import Document
from verifier.documents.validation import validate
from verifier.errors import Illegal, Malformed, Undecided

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
        upper, lower = _most_of_placements(self.most), _bounds(self.least, "least")
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
    upper = _most_of_placements(most)
    best = (placement for placement, margin_ in upper.items() if margin_ >= value)
    others = (margin_ for margin_ in upper.values() if margin_ < value)
    return value, tuple(sorted(best, key=placement_order)), max(others, default=None)


def _most_of_placements(most: Plays) -> dict[Placement, int]:
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


# --- as JSON documents, both ways
#
# Part-turns with the same continuation share a key, in which they are joined by spaces.


_FORM_1 = "urn:meepleproof:house-certificate:1"
_FORM_2 = "urn:meepleproof:house-certificate:2"
"""Written where several placements are best; a program that reads form 1 alone must not take it."""

_OF = "of"
_NO_HANDICAPS = (0, 0)


def certificate_to_json(certificate: Certificate) -> Document:
    """Return the certificate as a document; equal certificates give equal ones."""
    document: Document = {
        "$schema": _FORM_1 if len(certificate.best) == 1 else _FORM_2,
        "game": GAME,
        "position": position_to_json(certificate.endgame.position),
        "value": certificate.value,
        "best": [placement_text(placement) for placement in certificate.best],
        "least": _node_to_json(certificate.least),
        "most": _node_to_json(certificate.most),
    }
    if certificate.endgame.handicaps != _NO_HANDICAPS:
        document["handicaps"] = list(certificate.endgame.handicaps)
    if certificate.others is not None:
        document["others"] = certificate.others
    return document


def certificate_from_json(document: Any, where: str = "") -> Certificate:
    """Return the certificate that a document states, right or wrong.

    :raises Malformed: if it cannot be read, or gives a part-turn twice; ``where`` says which
        document it is.
    :raises Illegal: if the position has faults or is no endgame.
    """
    validate("house-certificate", document, where)
    return certificate_of(document)


def certificate_of(document: Document) -> Certificate:
    """Return the certificate of a document whose form has been checked.

    :raises Malformed: if it gives a part-turn twice.
    :raises Illegal: if the position has faults or is no endgame.
    """
    first, second = document.get("handicaps", _NO_HANDICAPS)
    position = position_of(document["position"], "/position")
    require_valid(position)
    reader = _Reader()
    return Certificate(
        endgame=Endgame(position, (first, second)),
        value=document["value"],
        best=tuple(reader.placement(text, n) for n, text in enumerate(document["best"])),
        others=document.get("others"),
        least=reader.plays(document["least"], "/least"),
        most=reader.plays(document["most"], "/most"),
        form=2 if document.get("$schema") == _FORM_2 else 1,
    )


def placement_text(placement: Placement) -> str:
    """Return a placement without its piece in the notation of part-turns.

    >>> placement_text(Placement("base/E", 1, 0, -2))
    'base/E1.0.-2'
    """
    return str(PartTurn(placement.tile, placement.rotation, placement.x, placement.y))


def _node_to_json(node: Node) -> int | Document:
    if isinstance(node, int):
        return node
    together: dict[str, tuple[int | Document, list[str]]] = {}
    for part_turn, then in node.then.items():
        written = _node_to_json(then)
        text = json.dumps(written, sort_keys=True)
        together.setdefault(text, (written, []))[1].append(part_turn_to_json(part_turn))
    document: Document = {" ".join(sorted(texts)): then for then, texts in together.values()}
    return document if node.of is None else {_OF: node.of, **document}


class _Reader:
    """Reads trees; most part-turns stand in a document many times."""

    def __init__(self) -> None:
        self._known: dict[str, PartTurn] = {}

    def plays(self, document: Document, where: str) -> Plays:
        """Return part-turns with what follows."""
        then: dict[PartTurn, Node] = {}
        for key, written in document.items():
            if key == _OF:
                continue
            place = f"{where}/{key.replace('/', '~1')}"
            node = written if isinstance(written, int) else self.plays(written, place)
            for text in key.split(" "):
                part_turn = self.part_turn(text, place)
                if part_turn in then:
                    raise Malformed(f"the part-turn {part_turn} is given twice", where=place)
                then[part_turn] = node
        if not then:
            raise Malformed("no part-turn is given", where=where)
        return Plays(then, document.get(_OF))

    def part_turn(self, text: str, where: str) -> PartTurn:
        """Return a part-turn, with what is not in the normal form left as it is."""
        if text not in self._known:
            try:
                self._known[text] = parse_part_turn(text)
            except Malformed as error:
                raise error.at(where) from None
        return self._known[text]

    def placement(self, text: str, number: int) -> Placement:
        """Return one of the best placements."""
        part_turn = self.part_turn(text, f"/best/{number}")
        if str(part_turn) != placement_text(placement_of(part_turn)):
            raise Malformed(f"{text} is a part-turn, not a placement", where=f"/best/{number}")
        return placement_of(part_turn)


# --- in plain words


def claim_in_words(certificate: Certificate) -> str:
    """Return what a certificate claims, as one sentence without its full stop."""
    value = certificate.value
    return f"by best play of both {_result(value)}; {_choice(certificate)}"


def _result(value: int) -> str:
    if value > 0:
        return f"the player to move wins by {_points(value)}"
    if value < 0:
        return f"the player to move loses by {_points(-value)}"
    return "nobody wins"


def _choice(certificate: Certificate) -> str:
    value, others = certificate.value, certificate.others
    texts = [placement_text(each) for each in certificate.best]
    if len(texts) > 1:
        *first, last = texts
        best = f"{', '.join(first)} and {last} are equally good"
        return best if others is None else f"{best}, {_lead(certificate)} better than any other"
    if others is None:
        return f"{texts[0]} is the only placement there is"
    if value > 0 >= others:
        best = f"only {texts[0]} wins"
    elif value == 0 > others:
        best = f"only {texts[0]} does not lose"
    else:
        best = f"{texts[0]} is the only best placement"
    return f"{best}; it is {_lead(certificate)} better than any other"


def _lead(certificate: Certificate) -> str:
    points = _points(certificate.lead or 0)
    return points if certificate.is_lead_exact else f"at least {points}"


def _points(number: int) -> str:
    return f"{number} point{'' if number == 1 else 's'}"


# --- written from the answers of a solver


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
    upper = _most_of_placements(most)
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
    return _turn_order(outcome.part_turn)


def _turn_order(part_turn: PartTurn) -> tuple[tuple[int, int, str, int], str]:
    return placement_order(placement_of(part_turn)), str(part_turn)


# --- read for the perfect reply to any part-turn, and for refutations


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
    part_turn = _chosen(found, then, "most", max)
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
    worst_for_holder = min if side == "least" and not first else max
    return _chosen(node.then, node.then, side, worst_for_holder)


def _chosen(
    among: Collection[PartTurn],
    then: Mapping[PartTurn, Node],
    side: Side,
    least_or_most: Callable[[Iterable[int]], int],
) -> PartTurn:
    """Return the part-turn with that bound, in whatever order a document has its members.

    Of equal ones it is the one that a document names first as we write it: part-turns that lead on
    alike stand together there, in the alphabet, where the first of them by its cell would stand.
    """
    wanted = least_or_most(bound(then[part_turn], side) for part_turn in among)
    tied = [part_turn for part_turn in among if bound(then[part_turn], side) == wanted]
    together = (
        [each for each in tied if then[each] == then[part_turn]]
        for part_turn in sorted(then, key=_turn_order)
    )
    return min(next(filter(None, together)), key=str)


def _mover(certificate: Certificate, line: Sequence[PartTurn]) -> int:
    """Return the player to move after a line (HOUSE-TURN-1, -8)."""
    start = certificate.endgame.position
    turns = sum(not part_turn.second for part_turn in line)
    return start.rules.player_of((start.to_move + turns) % start.rules.colours)


def _text(line: Sequence[PartTurn]) -> str:
    return " ".join(map(str, line)) or "the first part-turn"
