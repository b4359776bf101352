"""Plays all games from the set-up, with every tile of the box at each turn.

A game is abandoned only when it can no longer lead to what is wanted, and of two mirror images only
one is played. Games in which a tile is laid aside are not played: unless a pile runs out because of
it, such a game places the same tiles as the game without that tile.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass, replace
from functools import cache

from verifier.carcassonne.engine.solo.engine import Engine
from verifier.carcassonne.engine.solo.goals import promising, reached
from verifier.carcassonne.engine.solo.search import Line, tiles_in_box
from verifier.carcassonne.solo.goals import Goal
from verifier.carcassonne.solo.position import Pile, Position, setup
from verifier.carcassonne.solo.rule_set import RuleSet, require_plain
from verifier.carcassonne.solo.turn import Outcome, Turn
from verifier.carcassonne.tiles import EDGES, Kind, Orientation, drawing_of, tiles_in_play
from verifier.errors import Malformed


@dataclass(frozen=True, slots=True)
class SearchedGames:
    """The result of playing all games of so many turns.

    ``line`` is a game that reaches the goal, or empty. If it is empty and the search was
    ``exhaustive``, no game reaches the goal: each was played to its end or ruled out before.
    ``outcomes`` counts the turns played.
    """

    line: Line
    outcomes: int
    exhaustive: bool


KindsWanted = Callable[[Position, int], Collection[Kind] | None]
TilesWanted = Callable[[Position], Collection[str]]


def _any_kind(_position: Position, _left: int) -> None:
    return None


def play_all(
    rules: RuleSet,
    turns: int,
    met: Callable[[Outcome, int], bool],
    promising: Callable[[Position, int], bool],
    *,
    kinds: KindsWanted = _any_kind,
    tiles: TilesWanted = tiles_in_box,
    nodes: int = 0,
) -> SearchedGames:
    """Play the games of at most ``turns`` turns from the set-up until one meets a condition.

    ``met(outcome, left)`` returns whether an outcome meets it with so many turns left, and
    ``promising(position, left)`` whether a position may still lead to one that does. ``kinds``
    returns the kinds of features of which the next turn must claim one, None if it need not, and
    ``tiles`` those that may be drawn next. All four must agree on mirror images. The search stops
    after ``nodes`` outcomes (0: never).

    :raises Malformed: for no turns, or a negative number of outcomes.
    :raises Undecided: with other boxes or large meeples: not every tile has a mirror image then.
    """
    if turns < 1 or nodes < 0:
        raise Malformed(f"{turns} turns and {nodes} outcomes: play one turn at least")
    require_plain(rules, "what all games have in common")
    search = _Search(met, promising, kinds, tiles, nodes)
    line = search.from_the_setup(rules, turns)
    return SearchedGames(line, search.outcomes, exhaustive=not search.stopped)


class _Search:
    def __init__(
        self,
        met: Callable[[Outcome, int], bool],
        promising: Callable[[Position, int], bool],
        kinds: KindsWanted,
        tiles: TilesWanted,
        nodes: int,
    ) -> None:
        self.met = met
        self.promising = promising
        self.kinds = kinds
        self.tiles = tiles
        self.nodes = nodes
        self.outcomes = 0
        self.stopped = False

    def from_the_setup(self, rules: RuleSet, turns: int) -> Line:
        """Return a shortest line that meets the condition; empty if none was found."""
        games: list[tuple[Position, Line]] = [(setup(rules), ())]
        for left in reversed(range(turns)):
            games = list(self._one_turn_more(games, left))
            for _, line in games:
                if self.met(line[-1], left):
                    return line
        return ()

    def _one_turn_more(
        self, games: list[tuple[Position, Line]], left: int
    ) -> Iterator[tuple[Position, Line]]:
        """Yield the games that meet the condition, or still may in ``left`` more turns."""
        for position, line in games:
            kept = [
                outcome
                for outcome in self._outcomes(position, left)
                if (line or comes_first(outcome))
                and (self.met(outcome, left) or self._goes_on(outcome, left))
            ]
            for outcome in sorted(kept, key=outcome_sort_key):
                yield outcome.after, (*line, outcome)

    def _goes_on(self, outcome: Outcome, left: int) -> bool:
        return left > 0 and not outcome.after.over and self.promising(outcome.after, left)

    def _outcomes(self, position: Position, left: int) -> Iterator[Outcome]:
        """Yield the outcomes of the next turn with any tile that is wanted."""
        if 0 < self.nodes <= self.outcomes:
            self.stopped = True
            return
        drawn = replace(position, piles=piles_after_draw(position))
        kinds = self.kinds(position, left + 1)
        for outcome in Engine().outcomes_of_each(drawn, sorted(self.tiles(position)), kinds):
            self.outcomes += 1
            yield outcome


def piles_after_draw(position: Position) -> tuple[Pile, ...]:
    """Return the piles, all unknown, after the colour to move drew a tile.

    A tile of the river is drawn from no pile (SOLO-BOX-7).
    """
    if not position.river.empty:
        return position.piles
    own = position.pile_of(position.to_move)
    return tuple(
        replace(pile, hidden=pile.hidden - (number == own))
        for number, pile in enumerate(position.piles)
    )


def outcome_sort_key(outcome: Outcome) -> str:
    """Return the key by which outcomes are sorted in the same order on every machine."""
    return repr((outcome.turn, outcome.scorings))


# --- Mirror images of a first turn
#
# The set-up is its own mirror image from east to west. So are all tiles but J and K, which are
# images of each other and equally many; and no rule depends on left and right.


_EDGES = (0, 3, 2, 1)
"""The mirror image of each edge."""


def comes_first(outcome: Outcome) -> bool:
    """Return whether the turn is not after its mirror image, in a fixed order of turns."""
    turn = outcome.turn
    return turn is None or _key(turn) <= _key(mirrored(turn, outcome.after.rules.sheets))


def mirrored(turn: Turn, sheets: tuple[str, ...]) -> Turn:
    """Return the mirror image of a turn beside the start tile, which has no two segments to join.

    >>> mirrored(Turn("base/J", 0, 1, 0, "E"), ("base",))
    Turn(tile='base/K', rotation=0, x=-1, y=0, claim='S', order=(), large=False)
    """
    drawing = drawing_of(turn.tile, turn.rotation)
    tile, rotation = _images(sheets)[_look(drawing, _EDGES)]
    names = {"-": "-", "M": "M"}
    for segment in drawing.segments:
        if segment.edges:
            names[segment.name] = EDGES[min(_EDGES[edge] for edge in segment.edges)]
    order = tuple(names[name] for name in turn.order)
    return Turn(tile, rotation, -turn.x, turn.y, names[turn.claim], order, turn.large)


def _key(turn: Turn) -> tuple[int, int, str, int, str]:
    return (turn.x, turn.y, turn.tile, turn.rotation, turn.claim)


@cache
def _images(sheets: tuple[str, ...]) -> dict[object, tuple[str, int]]:
    """Return tiles in their first rotation, by how they look."""
    return {
        _look(drawing, (0, 1, 2, 3)): (kind.id, rotation)
        for kind in tiles_in_play(sheets).kinds
        for rotation, drawing in reversed([*enumerate(kind.orientations)])
    }


def _look(drawing: Orientation, edges: tuple[int, ...]) -> object:
    """Return how a drawing looks with its edges moved as ``edges`` states."""
    return frozenset(
        (segment.kind, frozenset(edges[edge] for edge in segment.edges), segment.shields)
        for segment in drawing.segments
    )


# --- Whether a goal can be reached in fewer turns
#
# Counting tiles and cells gives a first bound; beyond it games are played, and abandoned when
# bounds rule out the goal. Only games in which every tile has a place are covered. What is counted,
# and which positions are promising, depends on the kind: see
# :mod:`verifier.carcassonne.engine.solo.goals`.


def smallest_by_engine(goal: Goal, rules: RuleSet, turns: int, *, nodes: int = 0) -> SearchedGames:
    """Play the games of at most ``turns`` turns from the set-up until one reaches the goal.

    >>> from verifier.carcassonne.solo.goals import checklist
    >>> from verifier.carcassonne.solo.rule_set import SOLO
    >>> smallest_by_engine(checklist()["city-8-10-3c"], SOLO, 2)
    SearchedGames(line=(), outcomes=194, exhaustive=True)
    """
    return play_all(
        rules,
        turns,
        met=lambda outcome, _: reached(goal, outcome),
        promising=lambda position, left: promising(goal, position, left),
        nodes=nodes,
    )
