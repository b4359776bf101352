"""Drafts the beginning of a game that leads towards a goal and looks like play.

For each turn a few tile kinds still in the box are tried, and the turn with the best prospects is
played. The game is legal by construction, so it proves that a puzzle at its end is reachable.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass, replace

from generator.chance import Chance
from generator.solo.evaluation import prospects, suits
from generator.solo.goal_kinds import kind_of
from verifier.carcassonne.engine.solo import Engine
from verifier.carcassonne.engine.solo.all_games import outcome_sort_key, piles_after_draw
from verifier.carcassonne.engine.solo.engine import outcome_of
from verifier.carcassonne.engine.solo.search import tiles_to_draw
from verifier.carcassonne.solo.goals import Goal
from verifier.carcassonne.solo.position import Pile, Position, setup, with_row
from verifier.carcassonne.solo.rule_set import RuleSet
from verifier.carcassonne.solo.turn import Outcome, Turn
from verifier.errors import Malformed

_SPREAD = 3
_UNTIL_SPENT = 3
_KINDS = 5
_NOISE = 300


@dataclass(frozen=True, slots=True)
class Draft:
    """A legal game from the set-up, and the position it leads to, with all piles unknown."""

    game: tuple[Turn, ...]
    position: Position


def draft(
    goal: Goal, rules: RuleSet, turns: int, chance: Chance, needs: Collection[str] = ()
) -> Draft | None:
    """Return a game of ``turns`` turns played towards the goal; None if it ended before.

    It is played towards the middle of a game, too, if the puzzle is to need rules.
    """
    drafted = Draft((), setup(rules))
    for _ in range(turns):
        rated = [
            (_rated(outcome.after, goal, needs) + chance.below(_NOISE), place, outcome)
            for place, outcome in enumerate(_choices(drafted.position, chance))
        ]
        if not rated:
            return None
        drafted = then(drafted, max(rated)[2])
    return drafted


def _rated(position: Position, goal: Goal, needs: Collection[str]) -> int:
    return prospects(position, goal) + suits(position, needs)


def then(drafted: Draft, outcome: Outcome) -> Draft:
    """Return the draft with the turn of an outcome added, if it has one. No tile was laid aside."""
    game = drafted.game if outcome.turn is None else (*drafted.game, outcome.turn)
    return Draft(game, replace(outcome.after, piles=piles_after_draw(drafted.position)))


def turns_towards(goal: Goal, chance: Chance, needs: Collection[str] = ()) -> int:
    """Return after how many drafted turns a puzzle for the goal begins, by chance.

    It takes some more until meeples are spent or scores uneven, so that rules can matter.
    """
    later = _UNTIL_SPENT + chance.below(_SPREAD) if needs else 0
    return kind_of(goal).drafted_turns(goal) + later + chance.below(_SPREAD)


def _choices(position: Position, chance: Chance) -> Iterator[Outcome]:
    for tile in chance.shuffled(sorted(tiles_to_draw(position)))[:_KINDS]:
        yield from (one for one in outcomes_with(position, tile) if not one.after.over)


def outcomes_with(position: Position, tile: str) -> list[Outcome]:
    """Return the outcomes in order if that tile is the next one; none if it cannot be placed."""
    try:
        outcomes = Engine().outcomes(with_next(position, tile))
    except Malformed:
        return []  # the tile has no legal placement, and the tile after it is not known
    # Where no tile of the river has a place, the lake is laid in its stead (SOLO-BOX-7).
    placing = [one for one in outcomes if one.turn is None or one.turn.tile == tile]
    return sorted(placing, key=outcome_sort_key)


def with_next(position: Position, tile: str) -> Position:
    """Return the position in which that tile is the next one of the colour to move."""
    if not position.river.empty:
        return with_row(position, (tile,))
    piles = tuple(
        Pile((tile,), pile.hidden) if number == position.to_move else pile
        for number, pile in enumerate(position.piles)
    )
    return replace(position, piles=piles)


def with_turn(drafted: Draft, turn: Turn) -> Draft | None:
    """Return the draft with that turn added, None if the engine finds it illegal."""
    outcome = outcome_of(with_next(drafted.position, turn.tile), turn)
    return None if outcome is None else then(drafted, outcome)
