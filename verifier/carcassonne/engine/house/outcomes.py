"""Makes outcomes of what the kernel lists for a part-turn."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import TypeAlias

from verifier.carcassonne.engine.house.draws import Draws
from verifier.carcassonne.engine.house.laid_out import LaidOut
from verifier.carcassonne.engine.house_tables import FIELD
from verifier.carcassonne.engine.tables import CITY, MONASTERY, ROAD
from verifier.carcassonne.house.drawing import NAMES, Kind
from verifier.carcassonne.house.part_turn import Outcome, PartTurn, Scoring
from verifier.carcassonne.house.position import PIECES, Placement, Position, StandingPiece
from verifier.carcassonne.house.rule_set import Pieces
from verifier.carcassonne.turn import AROUND

KIND: dict[int, Kind] = {ROAD: "road", CITY: "city", MONASTERY: "monastery", FIELD: "field"}
_DIRECTIONS = {step: name for name, step in AROUND.items()}
_ORDER = (*NAMES, *AROUND)
Weights: TypeAlias = tuple[tuple[int, int], ...]

Listed: TypeAlias = tuple[
    int,
    int,
    int,
    int,
    int,
    bool,
    list[tuple[int, int, int, list[int]]],
    tuple[int, ...],
    tuple[tuple[int, int, int], ...],
    list[int],
    bool,
    list[int] | None,
]
"""See ``HouseLister.part_turns``."""


def outcomes_listed(
    position: Position, table: LaidOut, draws: Draws, listed: Iterable[Listed]
) -> list[Outcome]:
    """Return the outcomes of part-turns with one tile, of which the kernel lists what changes."""
    found = []
    for each in listed:
        one = _outcome(position, table, draws, each)
        found.append(one)
        goes_on = each[5]
        if goes_on and not one.after.end and (one.after.hand or one.after.hidden):
            found.append(_second(one))
    return found


def _outcome(position: Position, table: LaidOut, draws: Draws, listed: Listed) -> Outcome:
    number, drawing, piece, name, hand, _, features, scores, supplies, home, back, final = listed
    x, y = table.cell(number)
    tile, rotation = table.tables.kinds[drawing // 4], drawing % 4
    standing = StandingPiece(PIECES[piece - 1], NAMES[name], position.to_move) if piece else None
    part_turn = PartTurn(
        tile,
        rotation,
        x,
        y,
        standing.piece if standing else None,
        standing.feature if standing else "",
    )
    draw = draws.hands[hand] if hand >= 0 else draws.otherwise
    after = Position(
        rules=position.rules,
        placements=(
            *_without_pieces(position.placements, home),
            Placement(tile, rotation, x, y, None if back else standing),
        ),
        scores=scores,
        supplies=tuple(Pieces(*supply) for supply in supplies),
        to_move=(position.to_move + 1) % position.rules.colours,
        hand=draw.hand,
        bag=draw.bag,
        hidden=draw.hidden,
        river=draw.river,
        discards=draw.discards,
        end="" if hand >= 0 else draws.end,
    )
    return Outcome(
        colour=position.to_move,
        part_turn=part_turn,
        scorings=_scorings((x, y), table, features),
        after=after,
        final=tuple(final or ()) if after.end == "played" else None,
    )


def _second(one: Outcome) -> Outcome:
    """Return the outcome in which the colour goes on with the second part (HOUSE-TURN-8)."""
    return replace(
        one,
        part_turn=replace(one.part_turn, second=True),
        after=replace(one.after, to_move=one.colour, second=True),
    )


def _without_pieces(placements: tuple[Placement, ...], home: list[int]) -> tuple[Placement, ...]:
    """Return the placements without the pieces of those numbers, counted among all pieces."""
    if not home:
        return placements
    carrying = [number for number, laid in enumerate(placements) if laid.piece is not None]
    gone = {carrying[number] for number in home}
    return tuple(
        replace(laid, piece=None) if number in gone else laid
        for number, laid in enumerate(placements)
    )


def _scorings(
    cell: tuple[int, int], table: LaidOut, features: list[tuple[int, int, int, list[int]]]
) -> tuple[Scoring, ...]:
    found = []
    for name, kind, value, each in features:
        feature = NAMES[name] if name < len(NAMES) else _around(cell, table, name - len(NAMES))
        weights = weighing(each)
        found.append(Scoring(feature, KIND[kind], value, weights, owners(weights)))
    return tuple(sorted(found, key=lambda scoring: _ORDER.index(scoring.feature)))


def _around(cell: tuple[int, int], table: LaidOut, number: int) -> str:
    x, y = table.cell(number)
    return _DIRECTIONS[x - cell[0], y - cell[1]]


def weighing(weights: list[int]) -> Weights:
    """Return the colours with a follower and what these weigh."""
    return tuple((colour, weight) for colour, weight in enumerate(weights) if weight)


def owners(weights: Weights) -> tuple[int, ...]:
    """Return the colours with the greatest weight (HOUSE-OWN-1, -2)."""
    most = max(weight for _, weight in weights)
    return tuple(colour for colour, weight in weights if weight == most)
