"""The River in the Solo Variant: where it goes on, its stack, the lake, and the games after it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.trying_everything import lines_reaching
from verifier.carcassonne.engine.solo import Engine
from verifier.carcassonne.engine.solo.perft import perft
from verifier.carcassonne.engine.solo.players import Player, game, playouts
from verifier.carcassonne.engine.solo.search import solve
from verifier.carcassonne.solo.goals import Goal
from verifier.carcassonne.solo.notation import parse_position
from verifier.carcassonne.solo.position import Pile, Position, setup
from verifier.carcassonne.solo.rule_set import BOXES, RuleSet
from verifier.carcassonne.solo.turn import Outcome, Record, RecordedTurn
from verifier.errors import Malformed

RIVER = RuleSet(boxes=("river",))
BEND = "s3.4.r~rA0.0.0~rG0.1.0~{0}p1.2.3~h4.4.4~t2~nE.E.E~r{1}"
"""The river runs east and bends right, to the south, towards cell (1,-1)."""
BESIDE = "B0.2.0~B0.2.-1~"
"""A cell with fields east of the river's end, so that it cannot bend left."""


def outcomes(board: str, river: str, **switches: str) -> list[Outcome]:
    """Return the outcomes of the next turn beside the bend."""
    return sorted(Engine().outcomes(position(board, river, **switches)), key=lambda o: str(o.turn))


def position(board: str, river: str, **switches: str) -> Position:
    """Return the position beside the bend."""
    found = parse_position(BEND.format(board, river))
    chosen = {f"box.{key}": value for key, value in switches.items()}
    return replace(found, rules=found.rules.with_switches(chosen))


def placed(found: list[Outcome]) -> set[tuple[str, tuple[int, int], int]]:
    """Return which tile goes where, and how it is turned."""
    return {(o.turn.tile, o.turn.cell, o.turn.rotation) for o in found if o.turn is not None}


# --- where it goes on


def test_two_bends_in_a_row_do_not_turn_to_the_same_side() -> None:
    """SOLO-BOX-7: to the left, back to the east, but not to the west."""
    assert {("river/I", (1, -1), 2)} == placed(outcomes("", "IL"))


def test_after_a_straight_a_bend_may_turn_to_the_same_side() -> None:
    assert {("river/I", (1, -2), 1), ("river/I", (1, -2), 2)} == (
        placed(outcomes("rD1.1.-1~", "IL"))
    )


def test_the_spring_begins_and_only_the_river_goes_on() -> None:
    start = setup(RIVER, river=Pile(("river/B",), 10))
    turns = [outcome.turn for outcome in Engine().outcomes(start) if outcome.turn]
    assert {(1, 0)} == {turn.cell for turn in turns}
    assert {("N", 0), ("S", 0), ("N", 2), ("S", 2)} == {(t.claim, t.rotation) for t in turns}


# --- tiles without a place


def test_a_tile_without_a_place_goes_under_the_stack() -> None:
    found = outcomes(BESIDE, "GDL")
    assert {("river/DF", (1, -1), 1)} == placed(found)
    assert {((), ("river/GJ", "river/L"))} == {(o.discards, o.after.river.known) for o in found}


def test_or_it_leaves_the_game() -> None:
    """By box.riverUnplaceable: remove."""
    found = outcomes(BESIDE, "GDL", riverUnplaceable="remove")
    assert {("river/DF", (1, -1), 1)} == placed(found)
    assert {(("river/GJ",), ("river/L",), ("river/GJ",))} == {
        (o.discards, o.after.river.known, o.after.discards) for o in found
    }


@pytest.mark.parametrize("reading", ["under", "remove"])
def test_the_lake_is_laid_at_once_if_none_fits(reading: str) -> None:
    found = outcomes(BESIDE, "GIL", riverUnplaceable=reading)
    assert {("river/L", (1, -1), 1)} == placed(found)
    assert {(("river/GJ", "river/I"), ())} == {(o.discards, o.after.river.known) for o in found}


def test_a_lake_without_a_place_leaves_the_game_and_the_colour_draws_from_its_pile() -> None:
    found = outcomes("B0.2.0~U0.2.-1~", "L")
    assert {("base/E", ("river/L",), 1)} == {
        (o.turn.tile, o.discards, o.colour) for o in found if o.turn
    }
    assert (1, -1) not in {cell for _, cell, _ in placed(found)}
    assert len(placed(found)) > 1


def test_what_would_go_under_unknown_tiles_is_not_decided() -> None:
    with pytest.raises(Malformed, match=r"river tile is not known, or it would go under"):
        outcomes(BESIDE, "G~v3")
    with pytest.raises(Malformed, match=r"river tile is not known"):
        Engine().outcomes(setup(RIVER))


# --- duty, end and turn order


def test_a_tile_with_nothing_to_claim_has_no_duty_and_ends_no_game() -> None:
    """SOLO-BOX-8."""
    assert {("-", False)} == {(o.turn.claim, o.after.over) for o in outcomes("", "L") if o.turn}
    without = replace(position("", "L"), supplies=(4, 0, 4))
    assert {False} == {outcome.after.over for outcome in Engine().outcomes(without)}


def test_a_tile_with_something_to_claim_has_one() -> None:
    without = replace(position("", "KL"), supplies=(4, 0, 4))
    assert {True} == {outcome.after.over for outcome in Engine().outcomes(without)}
    assert {"-"} != {o.turn.claim for o in outcomes("", "KL") if o.turn}


def test_a_game_with_a_river_to_come_goes_on_without_tiles_in_piles() -> None:
    nothing = replace(position("", "DL"), piles=(Pile(), Pile(), Pile()))
    assert {False} == {outcome.after.over for outcome in Engine().outcomes(nothing)}
    last = replace(nothing, river=Pile(("river/L",)))
    assert {True} == {outcome.after.over for outcome in Engine().outcomes(last)}


# --- whole games


@pytest.mark.parametrize(
    "rules",
    [
        RIVER,
        RuleSet(4, 6, BOXES, large=True),
        RIVER.with_switches({"box.riverUnplaceable": "remove", "box.riverStart": "pile"}),
        RIVER.with_switches({"place.free": "must_allow_meeple", "box.pileOrder": "seat"}),
    ],
    ids=str,
)
def test_games_with_a_river_are_legal_records_and_lay_it_first(rules: RuleSet) -> None:
    for number, player in enumerate((Player("random"), Player())):
        record = game(number, player, seed=11, rules=rules)
        assert () == Engine().violations(record)
        tiles = [turn.tile for turn in record.turns if turn.tile.startswith("river/")]
        assert tiles == [turn.tile for turn in record.turns[: len(tiles)]]


def test_odds_with_a_river_are_those_of_its_games() -> None:
    odds = playouts(6, seed=3, rules=RIVER)
    lengths = sorted(len(game(number, seed=3, rules=RIVER).turns) for number in range(6))
    assert lengths == [n for n, games in odds.lengths.items() for _ in range(games)]


def test_the_river_is_shuffled_for_every_game() -> None:
    openings = {
        tuple(turn.tile for turn in game(number, seed=3, rules=RIVER).turns[:3])
        for number in range(8)
    }
    assert len(openings) > 1


def test_who_looks_ahead_would_see_the_river() -> None:
    with pytest.raises(Malformed, match=r"looks ahead would know its tiles.*SOLO-BOX-7"):
        playouts(1, Player("lookahead", 1), rules=RIVER)


def recorded(tile: str, colour: int = 0, x: int = 1, y: int = 0, rotation: int = 0) -> RecordedTurn:
    """Return a turn without a meeple."""
    return RecordedTurn(colour, tile, rotation, x, y)


@pytest.mark.parametrize(
    ("turns", "rule"),
    [
        ((recorded("river/DF"),), ""),
        ((recorded("base/E"),), "SOLO-BOX-7"),
        ((recorded("river/L", rotation=0),), "SOLO-BOX-7"),
        ((recorded("river/GJ"), recorded("river/GJ", 1, 1, -1, rotation=1)), "SOLO-BOX-7"),
        ((recorded("river/GJ"), recorded("river/GJ", 1, 1, -1, rotation=2)), ""),
    ],
    ids=["straight", "land", "lake", "same side", "other side"],
)
def test_a_record_tells_the_rule_of_the_river_that_it_breaks(
    turns: tuple[RecordedTurn, ...], rule: str
) -> None:
    found = Engine().violations(Record(setup(RIVER), turns))
    assert [rule] * bool(rule) == [each.rule for each in found]


def test_an_official_record_begins_with_the_spring_and_the_whole_stack() -> None:
    start = setup(RIVER)
    short = Record(replace(start, river=Pile((), 9)), ())
    assert ["SOLO-BOX-7"] == [each.rule for each in Engine().violations(short)]
    other = replace(start, placements=setup().placements)
    assert ["SOLO-BOX-7"] == [each.rule for each in Engine().violations(Record(other, ()))]


# --- searching and counting


@pytest.mark.parametrize("reading", ["under", "remove"])
def test_a_search_along_the_river_finds_what_trying_everything_finds(reading: str) -> None:
    """The solver takes back tiles that went under the stack."""
    start = replace(position(BESIDE, "GHDL", riverUnplaceable=reading), piles=(Pile(),) * 3)
    goal = Goal("all", "all-tiles")
    found = solve(start, goal, 4, lines=100_000)
    assert 0 < found.count == lines_reaching(start, goal, 4)


@pytest.mark.parametrize(
    ("rules", "tiles", "message"),
    [
        (RIVER, ("base/E",), r"land tiles come after the lake.*SOLO-BOX-7"),
        (RIVER, ("river/E", "base/E"), r"land tiles come after the lake.*SOLO-BOX-7"),
        (RIVER, ("river/L", "base/E", "river/E"), r"rE comes after a land tile.*SOLO-BOX-7"),
        (RuleSet(), ("river/E",), r"river tile rE is in the row, and none is to come"),
        (RIVER, ("river/E", "river/E"), r"use 2 tiles rE, the set has 1"),
    ],
)
def test_rows_in_which_the_river_does_not_come_first_are_refused(
    rules: RuleSet, tiles: tuple[str, ...], message: str
) -> None:
    with pytest.raises(ValueError, match=message):
        perft(tiles, len(tiles), setup(rules))


def test_rows_are_counted_once_the_lake_lies() -> None:
    after = replace(position("rL1.1.-1~", "L"), river=Pile())
    assert perft(("base/E",), 1, after).leaves[0] == len(
        Engine().outcomes(replace(after, piles=(Pile(("base/E",)),)))
    )
