"""Shows that the lowest score cannot be so high after so few turns, whichever tiles are drawn."""

from __future__ import annotations

from itertools import product

from verifier.engine.playing import Played, fronts, play_all
from verifier.position import Cell, Position
from verifier.rules.ruleset import RuleSet
from verifier.turn import Outcome

_A_TILE = 5
"""No tile is worth more in all its roads and cities together."""

_MONASTERY = 9
"""What a monastery is worth, and the tiles it takes."""


def play_above(rules: RuleSet, turns: int, lowest: int, *, nodes: int = 0) -> Played:
    """Play the games of ``turns`` turns until after one no score is ``lowest`` or less.

    >>> from verifier.rules.ruleset import SOLO
    >>> play_above(SOLO, 1, 2).line, len(play_above(SOLO, 1, 1).line)
    ((), 1)
    """

    def met(outcome: Outcome, left: int) -> bool:
        return not left and min(outcome.after.scores) > lowest

    def hopeful(position: Position, left: int) -> bool:
        return may_pass(position, left, lowest)

    return play_all(rules, turns, met, hopeful, nodes=nodes)


def may_pass(position: Position, left: int, lowest: int) -> bool:
    """Tell whether all colours may have more than ``lowest`` points after ``left`` more turns.

    What a colour gains is worth of what is open and of the tiles to come. One that needs points and
    has no turn to come needs an open feature with its meeple, and all cells at the open ends of
    those features must be covered, one a turn. In the last turn the colour to move may also claim
    what nobody has claimed yet.
    """
    colours = position.rules.colours
    coming = {(position.to_move + turn) % colours for turn in range(left)}
    is_open = [*fronts(position, "road"), *fronts(position, "city")]
    monks = _monks(position)
    enough_for_a_monastery = len(position.placements) + left >= _MONASTERY
    most = sum(front.worth for front in is_open) + _MONASTERY * len(monks)
    most += left * (_A_TILE + _MONASTERY * enough_for_a_monastery)
    needy = [colour for colour, score in enumerate(position.scores) if score <= lowest]
    if any(position.scores[colour] + most <= lowest for colour in needy):
        return False
    free = coming if left > 1 or enough_for_a_monastery else set[int]()
    waiting = [
        [
            front.gaps
            for front in is_open
            if len(front.gaps) <= left
            and (colour in front.colours or (colour in coming and not front.colours))
        ]
        for colour in needy
        if colour not in free and colour not in monks
    ]
    return any(len(frozenset[Cell]().union(*gaps)) <= left for gaps in product(*waiting))


def _monks(position: Position) -> list[int]:
    """Return the colours of the meeples on monasteries."""
    return [
        placed.meeple.colour
        for placed in position.placements
        if placed.meeple is not None and placed.meeple.segment == "M"
    ]
