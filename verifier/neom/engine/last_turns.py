"""The most points of the turns to come, their packs known."""

from __future__ import annotations

from verifier.neom.engine.goods import Tokens
from verifier.neom.engine.known_turns import KnownTurns, all_known
from verifier.neom.engine.missing import Missing
from verifier.neom.engine.position import Position, position_of
from verifier.neom.engine.prepared import Prepared, PreparedTile
from verifier.neom.engine.score_by_headings import score
from verifier.neom.engine.situation import Findings
from verifier.neom.engine.turn_end import income_of
from verifier.neom.engine.turns import turns
from verifier.neom.score import total
from verifier.neom.state import TURNS, FirstAction, State, first_action

Packs = tuple[tuple[PreparedTile, ...], ...]


def best_by_first_action(
    prepared: Prepared, state: State, packs: tuple[tuple[str, ...], ...], *, income_at_end: bool
) -> dict[FirstAction, int]:
    """Return the most points that each first action can lead to.

    Where something is unknown that might matter, all turns are played out one by one.

    :raises Missing: if unknown values decide.
    """
    tiles = tuple(tuple(prepared.tile(tile) for tile in pack) for pack in packs)
    if not tiles:
        return {}
    position = position_of(prepared, state)
    if all_known(prepared, position, tiles):
        return KnownTurns(prepared, position, tiles, income_at_end=income_at_end).best()
    return played_out(prepared, position, tiles, income_at_end=income_at_end)


def played_out(
    prepared: Prepared, position: Position, packs: Packs, *, income_at_end: bool
) -> dict[FirstAction, int]:
    """Return the most points of each first action, by trying everything.

    :raises Missing: if unknown values decide.
    """
    known: dict[tuple[Position, int], int] = {}
    best: dict[FirstAction, int] = {}
    for deed, answer, after in turns(prepared, position, packs[0]):
        first = first_action(deed.public(prepared, answer))
        points = _most(prepared, after, packs[1:], known, income_at_end=income_at_end)
        best[first] = max(points, best.get(first, points))
    return best


def _most(
    prepared: Prepared,
    position: Position,
    packs: Packs,
    known: dict[tuple[Position, int], int],
    *,
    income_at_end: bool,
) -> int:
    key = (position, len(packs))
    if key not in known:
        known[key] = (
            max(
                _most(prepared, after, packs[1:], known, income_at_end=income_at_end)
                for _, _, after in turns(prepared, position, packs[0])
            )
            if packs
            else _points(prepared, position, income_at_end=income_at_end)
        )
    return known[key]


def _points(prepared: Prepared, position: Position, *, income_at_end: bool) -> int:
    """Return the score of the city as it stands, after an income if one is still to come."""
    money = position.money
    if income_at_end and not _income_came(position):
        found = Findings()
        amount = income_of(prepared, position.layout, found)
        if amount is None:
            raise Missing(found.unknown)
        money += amount
    tokens = Tokens(position.tokens, position.tokens)
    headings = score(prepared, position.layout, tokens, money)
    points = total(headings)
    if points is None:
        raise Missing([each for heading in headings for each in heading.unknown])
    return points


def _income_came(position: Position) -> bool:
    return position.turn == 1 or position.turn > TURNS
