"""Games that are played for some turns, and then drafted until the table is ripe for an idea."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator

from generator.chance import Chance
from generator.solo.draft import Draft, outcomes_with, then
from generator.solo.sources.played_games import stages
from verifier.carcassonne.engine.solo.players import Player
from verifier.carcassonne.engine.solo.search import tiles_to_draw
from verifier.carcassonne.solo.position import Position
from verifier.carcassonne.solo.rule_set import RuleSet
from verifier.carcassonne.solo.turn import Outcome

_SPREAD = 8
"""The turns before drafting begins differ by less than that."""
_TRIED, _OUTCOMES, _NOISE = 4, 14, 60
"""Kinds of tiles and outcomes of each tried for a drafted turn, and how much chance decides."""


def ripe_game(
    ripeness: Callable[[Position], int],
    played: int,
    drafted: int,
    rules: RuleSet,
    chance: Chance,
    offered: Collection[str] = (),
) -> list[Draft]:
    """Return the stages of a game, played for so many turns or more, and drafted for so many.

    Of the kinds of tiles that are tried for a drafted turn, those ``offered`` are always some.
    """
    player = Player(chance.choice(["greedy", "random"]))
    whole = [stage for stage, _ in stages(player, chance.below(1 << 53), rules)]
    game = whole[: played + chance.below(_SPREAD)]
    for _ in range(drafted):
        rated = [
            (ripeness(outcome.after) + chance.below(_NOISE), place, outcome)
            for place, outcome in enumerate(_choices(game[-1].position, chance, offered))
        ]
        if not rated:
            break
        game.append(then(game[-1], max(rated)[2]))
    return game


def _choices(position: Position, chance: Chance, offered: Collection[str]) -> Iterator[Outcome]:
    """Yield outcomes that complete nothing, as what is ripe is to stay so."""
    left = tiles_to_draw(position)
    tried = chance.shuffled(sorted(left))[:_TRIED]
    for tile in (*tried, *(one for one in offered if one in left and one not in tried)):
        growing = [one for one in going_on(position, tile) if not one.scorings]
        yield from chance.shuffled(growing)[:_OUTCOMES]


def going_on(position: Position, tile: str) -> list[Outcome]:
    """Return the outcomes with that tile that do not end the game."""
    return [one for one in outcomes_with(position, tile) if not one.after.over]
