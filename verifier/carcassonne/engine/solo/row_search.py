"""Searches for rows of tiles with which a road or city goal can be reached."""

from __future__ import annotations

from verifier.carcassonne.engine import kernel
from verifier.carcassonne.engine.pause import let_signals_in
from verifier.carcassonne.engine.solo.all_games import tiles_in_box
from verifier.carcassonne.engine.solo.goals import kind_of
from verifier.carcassonne.engine.solo.laid_out import lay_out
from verifier.carcassonne.engine.solo.players import _check_seed
from verifier.carcassonne.engine.solo.search import _limit, _require_going_on, _set_goal
from verifier.carcassonne.solo.faults import require_valid
from verifier.carcassonne.solo.goals import Goal
from verifier.carcassonne.solo.position import Position, with_row
from verifier.errors import Illegal, Malformed


def seek(
    position: Position, goal: Goal, turns: int, *, seed: int, most: int = 1, nodes: int
) -> tuple[tuple[str, ...], ...]:
    """Return up to ``most`` rows of that many tiles whose last can be the first to reach the goal.

    Rows consist of tiles still in the piles, which must all be unknown. The seed decides which rows
    are tried; one may be tried twice, and there may be others than those returned. At most
    ``nodes`` outcomes are examined (0: no limit).

    :raises Illegal: if the position has faults, the game is over, or the goal is no road or city.
    :raises Malformed: if next tiles are known, a pile has too few for so many turns, or the seed or
        a limit is out of range.

    >>> from verifier.carcassonne.solo.position import setup
    >>> goal = Goal("a road for two colours", "road", at_least=3, colours=2)
    >>> seek(setup(), goal, 3, seed=1, most=2, nodes=100_000)
    (('base/A', 'base/W', 'base/O'), ('base/A', 'base/L', 'base/P'))
    """
    require_valid(position)
    _check_question(position, goal, turns)
    _check_seed(seed)
    table = lay_out(position, kernel.Seeker)
    _set_goal(table, goal, position.rules)
    left, kinds = tiles_in_box(position), table.tables.kinds
    bag = [left[tile] for tile in kinds]
    limits = (_limit("rows", most), _limit("nodes", nodes))
    rows = table.kernel.seek(bag, turns, seed, *limits, let_signals_in)
    return tuple(table.tiles(row) for row in rows)


def _check_question(position: Position, goal: Goal, turns: int) -> None:
    if not kind_of(goal).sought(goal):
        raise Illegal(f"no tiles are sought for {goal.id!r}: ask for a road or city", where="goal")
    _require_going_on(position)
    if any(pile.known for pile in position.piles):
        raise Malformed("next tiles are known; tiles are sought for unknown ones", where="/piles")
    most = sum(pile.hidden for pile in position.piles)
    if not 1 <= turns <= most:
        raise Malformed(f"{turns} turns: ask for 1 to {most}", where="turns")
    # Whatever the tiles are, colours draw from their piles in turn.
    for number, pile in enumerate(with_row(position, ("?",) * turns).piles):
        if pile.hidden < 0:
            needed = len(pile.known)
            raise Malformed(
                f"{turns} turns ask for {needed} tiles of a pile of {needed + pile.hidden}",
                where=f"/piles/{number}",
            )
