"""Plays all games from the set-up, with every tile of the box at each turn.

A game is abandoned only when it can no longer lead to what is wanted, and of two mirror images only
one is played. Games in which a tile is laid aside are not played: unless a pile runs out because of
it, such a game places the same tiles as the game without that tile.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass, replace

from verifier.carcassonne.engine.solo.engine import Engine
from verifier.carcassonne.engine.solo.mirror import comes_first
from verifier.carcassonne.engine.solo.search import Line
from verifier.carcassonne.solo.position import Pile, Position, setup
from verifier.carcassonne.solo.rule_set import RuleSet
from verifier.carcassonne.solo.turn import Outcome
from verifier.carcassonne.tiles import Kind
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


def tiles_in_box(position: Position) -> Counter[str]:
    """Return the tiles that unknown ones may be, by letter (BASE-TILE-1)."""
    left = Counter(position.sheet.counts())
    left.subtract(position.known_tiles())
    return +left


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
    """
    if turns < 1 or nodes < 0:
        raise Malformed(f"{turns} turns and {nodes} outcomes: play one turn at least")
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
    """Return the piles, all unknown, after the colour to move drew a tile."""
    own = position.pile_of(position.to_move)
    return tuple(
        replace(pile, hidden=pile.hidden - (number == own))
        for number, pile in enumerate(position.piles)
    )


def outcome_sort_key(outcome: Outcome) -> str:
    """Return the key by which outcomes are sorted in the same order on every machine."""
    return repr((outcome.turn, outcome.scorings))
