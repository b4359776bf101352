"""The house game's model: counts that are known, and cases that its rules decide."""

from __future__ import annotations

from dataclasses import replace

import pytest

from verifier.carcassonne.house.drawing import NAMES
from verifier.carcassonne.house.part_turn import Outcome
from verifier.carcassonne.house.position import Placement, Position, StandingPiece, set_up
from verifier.carcassonne.house.rule_set import Pieces, RuleSet
from verifier.carcassonne.model.house.key import HouseModel
from verifier.errors import Malformed

MODEL = HouseModel()

H15 = (
    "base/U base/E base/B base/B base/U base/B base/B base/B base/V base/U ic/B base/E base/A base/U"
)
ROWS = {
    "h01": (2, 1, "base/V base/U base/V base/W base/E", None, (42, 1254), (16055410, 516810880)),
    "h03": (2, 1, "base/X base/B tb/B ic/H ic/K", None, (34, 162), (12950174, 80668876)),
    "h06": (2, 1, "ic/G tb/N ks/C tb/X tb/I", None, (28, 1692), (11297748, 789327756)),
    "h09": (
        *(2, 3, "base/E base/E base/B base/B base/E base/A", None),
        *((25, 1271), (10231155, 702046366)),
    ),
    "h11": (
        *(3, 1, "base/L base/K base/J base/L base/V base/W", Pieces(1, 0, 0)),
        *((56, 2462), (13972782, 865349834)),
    ),
    "h15": (2, 1, H15, None, (110,), (51489596,)),
}
PREFIX = {
    "h15": (
        "base/U0.1.0.little.E base/E2.0.-1.little.Nl base/B0.1.-1.little.M base/B0.2.-1.little.M "
        "base/U0.2.0.builder.E base/B0.3.-1 base/B0.1.1 base/B0.2.1"
    )
}


def played(position: Position, part_turns: str) -> Position:
    """Return the position after part-turns in the notation of the house game."""
    for text in part_turns.split():
        (outcome,) = (each for each in MODEL.outcomes(position) if str(each.part_turn) == text)
        position = outcome.after
    return position


def part_turns(position: Position) -> set[str]:
    return {str(outcome.part_turn) for outcome in MODEL.outcomes(position)}


def the(position: Position, text: str) -> Outcome:
    (outcome,) = (each for each in MODEL.outcomes(position) if str(each.part_turn) == text)
    return outcome


def table(
    placements: str, *, hand: str = "base/B", bag: str = "", rules: RuleSet | None = None
) -> Position:
    """Return a position of tiles in the notation of placements; ``tile0.x.y.piece.feature.colour``.

    Supplies and scores are those of the start.
    """
    start = set_up(rules or RuleSet(players=2, hand=1), (*hand.split(), *bag.split()))
    lying = []
    for text in placements.split():
        drawing, x, y, *piece = text.split(".")
        stands = StandingPiece(piece[0], piece[1], int(piece[2])) if piece else None  # type: ignore[arg-type] - the tests name only real pieces
        lying.append(Placement(drawing[:-1], int(drawing[-1]), int(x), int(y), stands))
    return replace(start, placements=tuple(lying))


# Counts


@pytest.mark.parametrize("row", ROWS)
def test_the_plays_are_as_many_as_another_program_counted(row: str) -> None:
    players, hand, draw, supply, leaves, checksums = ROWS[row]
    rules = RuleSet(players=players, hand=hand, supply=supply)
    level = [played(set_up(rules, tuple(draw.split())), PREFIX.get(row, ""))]
    for count, checksum in zip(leaves, checksums, strict=True):
        found = [outcome for position in level for outcome in MODEL.outcomes(position)]
        assert count == len(found)
        assert checksum == sum(_leaf(outcome) ** 2 % 1000003 for outcome in found)
        level = [outcome.after for outcome in found if not outcome.after.end]


def _leaf(outcome: Outcome) -> int:
    """Return the number that stands for a leaf of a perft of the house game."""
    after = outcome.after
    final = list(after.scores)
    for scored in MODEL.final_scorings(after):
        for colour in scored.owners:
            final[colour] += scored.value
    assert outcome.final in (None, tuple(final))
    number = 0
    for colour, (little, big, builder) in enumerate(after.supplies):
        worth = 7 * final[colour] + 3 * after.scores[colour]
        number += (colour + 1) * (worth + 11 * little + 13 * big + 17 * builder)
    tie = after.end == "tie"
    return number + 1000 * (after.to_move + 1) + 5000 * after.second + 100000 * tie
