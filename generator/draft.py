"""Beginnings of games that look like play and lead towards a goal.

At each turn a few tile kinds still in the box are looked at, as if the piles held them, and the
turn that leaves the best prospects is taken. The game is legal by construction, so a puzzle cut
out of it is reachable, and the game proves it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from generator.chance import Chance
from verifier.carcassonne.engine import Engine, Feature, features
from verifier.carcassonne.engine.all_games import box, drawn_from, in_order
from verifier.carcassonne.engine.lines import outcome_of
from verifier.carcassonne.position import Pile, Position, setup
from verifier.carcassonne.solo.goals import Goal
from verifier.carcassonne.solo.rule_set import RuleSet
from verifier.carcassonne.turn import Outcome, Turn
from verifier.errors import Malformed

_FIRST_TURNS = {"road": 5, "city": 5, "monasteries": 14}
"""The fewest drafted turns for a goal that asks for three colours, or for monasteries."""
_FAR = {"road": 9, "city": 13}
_LONGER = 3
"""More turns for a road or city worth so much: the tiles must come from somewhere."""
_SPREAD = 3
_KINDS_LOOKED_AT = 5
_NOISE = 300
SCORED_MONASTERY = 6000
AHEAD = 60
"""What each point costs by which the owner of a feature is not lowest, so that it cannot score."""


@dataclass(frozen=True, slots=True)
class Draft:
    """A legal game from the set-up, and the position it leads to with all piles unknown."""

    game: tuple[Turn, ...]
    position: Position


def draft(goal: Goal, rules: RuleSet, turns: int, chance: Chance) -> Draft | None:
    """Return a game of ``turns`` turns played towards the goal; None if it ended before."""
    drafted = Draft((), setup(rules))
    for _ in range(turns):
        rated = [
            (prospects(outcome.after, goal) + chance.below(_NOISE), place, outcome)
            for place, outcome in enumerate(_choices(drafted.position, chance))
        ]
        if not rated:
            return None
        drafted = then(drafted, max(rated)[2])
    return drafted


def then(drafted: Draft, outcome: Outcome) -> Draft:
    """Return the game with the turn of an outcome added, if it has one; it laid no tile aside."""
    game = drafted.game if outcome.turn is None else (*drafted.game, outcome.turn)
    return Draft(game, replace(outcome.after, piles=drawn_from(drafted.position)))


def turns_towards(goal: Goal, chance: Chance) -> int:
    """Return after how many drafted turns a puzzle for the goal may begin."""
    fewest = _FIRST_TURNS[goal.kind] + chance.below(_SPREAD)
    if goal.kind == "monasteries":
        return fewest + 2 * max(goal.at_least - 3, 0)
    return fewest + (_LONGER if goal.at_least >= _FAR[goal.kind] else 0)


def prospects(position: Position, goal: Goal) -> int:
    """Return how promising the position looks for the goal, in hundredths of a point.

    Of the goal's kind as many open features as it asks for colours, and two at least, are looked
    at, the largest first; they count by their tiles where they bring another colour. Meeples still
    in hand keep the game alive.
    """
    value = 100 * sum(min(supply, 2) for supply in position.supplies)
    if goal.kind == "monasteries":
        value += SCORED_MONASTERY * position.monasteries
    kind = "monastery" if goal.kind == "monasteries" else goal.kind
    wanted = [f for f in features(position) if f.kind == kind and f.open_ends and any(f.meeples)]
    wanted.sort(key=lambda feature: (feature.tiles, -feature.open_ends), reverse=True)
    used: set[int] = set()
    for feature in wanted[: max(goal.colours, 2)]:
        owners = {colour for colour, meeples in enumerate(feature.meeples) if meeples}
        if owners - used or kind == "monastery":
            ahead = min(position.scores[owner] for owner in owners) - min(position.scores)
            value += open_worth(feature) - AHEAD * ahead
        used |= owners
    return value


def open_worth(feature: Feature) -> int:
    """Return what an open feature promises, in hundredths of a tile."""
    # A monastery is the more worth finishing the fuller its surroundings are.
    growth = feature.tiles**2 // 2 if feature.kind == "monastery" else feature.tiles
    return 100 * (growth + feature.shields) - 20 * feature.open_ends


def _choices(position: Position, chance: Chance) -> Iterator[Outcome]:
    letters = chance.shuffled(sorted(box(position)))[:_KINDS_LOOKED_AT]
    for letter in letters:
        try:
            outcomes = Engine().outcomes(with_next(position, letter))
        except Malformed:
            continue  # the tile has no legal placement, and what comes after it is not known
        yield from sorted((o for o in outcomes if not o.after.over), key=in_order)


def with_next(position: Position, letter: str) -> Position:
    """Return the position with the next tile of the colour to move known to be that one."""
    piles = tuple(
        Pile(letter, pile.hidden) if number == position.to_move else pile
        for number, pile in enumerate(position.piles)
    )
    return replace(position, piles=piles)


def with_turn(drafted: Draft, turn: Turn) -> Draft | None:
    """Return the game with that turn added, None if the engine finds it illegal."""
    outcome = outcome_of(with_next(drafted.position, turn.tile), turn)
    return None if outcome is None else then(drafted, outcome)
