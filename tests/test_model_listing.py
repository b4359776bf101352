"""Every play of one turn and of two: the model's readings, the engine and the naive oracle agree.

One body for all: what the turns were, scoring orders aside, and what they brought. The orders are
compared by themselves, since only the model tells each of several that come to the same.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import permutations, product
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from meepleproof.cli.console import run
from meepleproof.cli.group import group
from tests.games import ORACLE, features_seen
from tests.naive_search import puzzle_position
from tests.test_model_builder import NAMES, Formula, formulas, literals, value
from verifier.carcassonne.engine.solo import Engine
from verifier.carcassonne.model.solo import outcomes as outcomes_module
from verifier.carcassonne.model.solo.draws import schedule
from verifier.carcassonne.model.solo.key import Model
from verifier.carcassonne.model.solo.listing import Play, plays, turns_of
from verifier.carcassonne.model.solo.questions import Line, Terms
from verifier.carcassonne.model.solo.rules import state
from verifier.carcassonne.model.solo.solvers import lines_by_clauses
from verifier.carcassonne.solo import game as solo_game
from verifier.carcassonne.solo.claims import documents
from verifier.carcassonne.solo.letters import tiles_of
from verifier.carcassonne.solo.notation import parse_position, position_text
from verifier.carcassonne.solo.position import Position, row, setup
from verifier.carcassonne.solo.turn import Outcome, Turn
from verifier.constraints.builder import FALSE, Builder
from verifier.constraints.csp import NONE, CompiledCsp, solutions
from verifier.constraints.sat import SatSolver
from verifier.errors import Illegal, Malformed, Undecided

TILES = range(6, 14)

MUST_BE_SEEN = {
    "3 colours", "4 colours", *(f"{meeples} meeples" for meeples in range(3, 8)), "row", "piles",
    "game over", "end A", "supply empty", "claimed and scored", "completed road", "completed city",
    "completed monastery", "monastery elsewhere", "two completed", "three completed",
    "three colours on one", "sole majority", "shared", "nobody qualified",
}  # fmt: skip

SWITCHES = json.loads((Path(__file__).parent / "vectors" / "switches.json").read_text("utf-8"))
"""Positions where a switch changes what a placed tile brings; the other switches in play change
which tile is drawn, or what a game begins with."""

THREE_AT_ONCE = (
    "s3.4~E2.-1.1.S3~G1.0.1.N1~V2.-2.0~D0.0.0~U0.1.0.E2~A1.2.0.M2~A0.-2.1.S1~p1.2.3~h2.2.3~t1~n"
)


class Told(NamedTuple):
    """What there is to say of one turn, whoever says it."""

    turn: Turn
    scores: tuple[int, ...]
    supplies: tuple[int, ...]
    monasteries: int
    over: bool
    brought: frozenset[str]
    result: int | None


Game = tuple[Told, ...]


@pytest.fixture(scope="module")
def model() -> Iterator[Model]:
    made = Model()
    yield made
    made.close()


# The readings


def told_of(outcome: Outcome) -> Told:
    assert outcome.turn is not None
    after = outcome.after
    brought = frozenset(scoring.feature for scoring in outcome.scorings if scoring.colours)
    turn = replace(outcome.turn, order=())
    return Told(
        turn,
        after.scores,
        after.supplies,
        after.monasteries,
        after.over,
        brought,
        outcome.result,
    )


def told_of_play(play: Play) -> Game:
    """Return what a play says; only the last of its turns can have ended the game."""
    return tuple(
        Told(
            replace(turn, order=()),
            after.scores,
            after.supplies,
            after.monasteries,
            after.over,
            after.brought,
            play.result if after.over else None,
        )
        for turn, after in zip(play.line, play.after, strict=True)
    )


def by_playing(
    outcomes: Callable[[Position], frozenset[Outcome]], position: Position, turns: int
) -> Iterator[Game]:
    """Yield the games of exactly that many turns in which no tile had to be laid aside."""
    if turns == 0:
        yield ()
        return
    try:
        following = outcomes(position)
    except Malformed:  # one was, and the tile that comes instead is not known
        return
    for outcome in following:
        if outcome.turn is not None and not outcome.discards:
            for rest in by_playing(outcomes, outcome.after, turns - 1):
                yield (told_of(outcome), *rest)


def by_settling(position: Position, line: Line) -> Iterator[Game]:
    """Yield what a line brings where its decisions are constants, points taken or declined."""
    if not line:
        yield ()
        return
    (drawn,) = schedule(position, 1)
    settle = outcomes_module.settling([outcomes_module.fold(position, drawn, line[0])])
    for outcome in settle(position.scores):
        for rest in by_settling(outcome.after, line[1:]):
            yield (told_of(outcome), *rest)


def compare(model: Model, position: Position, turns: int, *, settle: bool) -> Counter[str]:
    """Compare all that can happen by every reading; return how much it was.

    CP-SAT tells the lines; ``settle`` says whether to settle what they bring as constants, too.
    """
    about = position_text(position)
    expected = set(by_playing(ORACLE.outcomes, position, turns))
    assert expected == set(by_playing(Engine().outcomes, position, turns)), about
    listed = plays(position, turns)
    assert len(listed) == len(set(listed)), about
    assert expected == {told_of_play(play) for play in listed}, about
    lines = model.lines(position, turns)
    assert len(lines) == len(set(lines)) == model.count_lines(position, turns), about
    assert {play.line for play in listed} == set(lines), about
    if settle:
        assert expected == {each for line in lines for each in by_settling(position, line)}, about
    return Counter(positions=1, plays=len(listed), games=len(expected))


# Positions


def positions(first_seed: int, count: int, turns: int) -> Iterator[Position]:
    """Yield that many positions of 6 to 13 tiles from which that many turns may be played."""
    found, seed = 0, first_seed
    while found < count:
        position = puzzle_position(seed, turns)
        seed += 1
        known = [drawn.tile for drawn in schedule(position, turns)]
        if len(position.placements) in TILES and len(known) == turns and all(known):
            yield position
            found += 1


def compare_many(model: Model, first_seed: int, count: int, turns: int) -> Counter[str]:
    compared = Counter[str]()
    for position in positions(first_seed, count, turns):
        compared += compare(model, position, turns, settle=True)
    return compared


def test_one_turn_is_told_alike_by_all(model: Model) -> None:
    seen = set[str]()
    for position in positions(0, 60, turns=1):
        compare(model, position, 1, settle=True)
        seen |= features_seen(position, ORACLE.outcomes(position))
    assert set() == MUST_BE_SEEN - seen


def test_two_turns_are_told_alike_by_all(model: Model) -> None:
    for position in positions(0, 5, turns=2):
        compare(model, position, 2, settle=False)


@pytest.mark.parametrize("vector", [pytest.param(case, id=case["about"]) for case in SWITCHES])
def test_every_switch_is_read_alike(model: Model, vector: dict[str, str]) -> None:
    default = parse_position(vector["position"])
    rules = default.rules.with_switches({vector["switch"]: vector["value"]})
    position = replace(default, rules=rules)
    by_default, switched = (set(by_playing(ORACLE.outcomes, p, 1)) for p in (default, position))
    assert by_default != switched
    compare(model, position, 1, settle=True)
    compare(model, position, 2, settle=False)


@pytest.mark.slow
@pytest.mark.parametrize(("turns", "count"), [(1, 1_000), (2, 100)])
def test_turns_are_told_alike_by_all_by_night(
    model: Model, turns: int, count: int, record_property: Any
) -> None:
    compared = Counter[str]()
    for position in positions(1_000_000, count, turns):
        compared += compare(model, position, turns, settle=True)
    for what, number in compared.items():
        record_property(what, number)
    assert count == compared["positions"]


@pytest.mark.slow
def test_three_turns_are_told_alike_by_all_by_night(model: Model) -> None:
    for vector in SWITCHES:
        position = parse_position(vector["position"])
        position = row(position, (*position.piles[0].known, *tiles_of("U")))
        compare(model, position, 3, settle=False)


def test_what_scores_may_be_decided_by_the_cell_alone(model: Model) -> None:
    """Only one feature can score, and it does wherever the tile goes to one cell."""
    table = "T0.-1.-1~Q2.0.-1~L3.1.-1~R3.-1.0~B0.0.0.M3~U1.1.0.N3~J2.-1.1~V3.1.1"
    position = parse_position(f"s3.5~{table}~p2.6.3~h5.5.3~t1~nB")
    compare(model, position, 1, settle=True)


# Points declined, and scoring orders


def test_a_line_on_which_points_may_be_declined_is_one_line(model: Model) -> None:
    """A line is a sequence of turns, and these do not tell which points were taken (AMB-10)."""
    (vector,) = [each for each in SWITCHES if each["switch"] == "score.optional"]
    default = parse_position(vector["position"])
    rules = default.rules.with_switches({"score.optional": "yes"})
    position = replace(default, rules=rules)
    lines = model.lines(position, 2)
    assert 87 == len(lines) == len(set(lines)) == model.count_lines(position, 2)
    assert lines == model.lines(default, 2)
    with SatSolver() as solver:
        assert lines == lines_by_clauses(solver, position, 2)
    played = plays(position, 2)
    assert (105, set(lines)) == (len(played), {play.line for play in played})


@pytest.mark.parametrize("turns", [1, 2])
def test_every_order_of_what_is_scored_is_listed(turns: int) -> None:
    position = row(parse_position(THREE_AT_ONCE), tiles_of("LU"[:turns]))
    orders: dict[object, set[tuple[str, ...]]] = {}
    for play in plays(position, turns):
        first, *rest = play.line
        placed = tuple(replace(turn, order=()) for turn in play.line)
        orders.setdefault((placed, *(turn.order for turn in rest)), set()).add(first.order)
    most = max(orders.values(), key=len)
    assert 6 == len(most)
    assert all(set(permutations(min(found))) == found for found in orders.values())


def test_orders_that_differ_in_effect_are_told_apart() -> None:
    position = row(parse_position(THREE_AT_ONCE), tiles_of("L"))
    by_placement: dict[object, set[object]] = {}
    for play in plays(position, 1):
        (turn,), (after,) = play.line, play.after
        by_placement.setdefault(replace(turn, order=()), set()).add((after.scores, after.brought))
    outcomes = Counter(
        replace(outcome.turn, order=()) for outcome in Engine().outcomes(position) if outcome.turn
    )
    assert outcomes == {turn: len(effects) for turn, effects in by_placement.items()}
    assert max(outcomes.values()) > 1


# Terms


def test_all_games_of_one_turn_are_194() -> None:
    assert 194 == len(plays(setup(), 1, terms=Terms(tiles=True)))


@pytest.mark.slow
def test_all_games_of_two_turns_are_50_920() -> None:
    assert 50_920 == len(plays(setup(), 2, terms=Terms(tiles=True)))


def test_only_the_kinds_and_the_cells_asked_for_are_listed() -> None:
    terms = Terms(tiles=frozenset(tiles_of("EU")), window=frozenset([(0, 1), (1, 0)]))
    found = {
        (turn.tile, turn.cell) for play in plays(setup(), 1, terms=terms) for turn in play.line
    }
    assert {("base/E", (0, 1)), ("base/U", (1, 0))} == found


def test_a_tile_without_a_place_has_no_play() -> None:
    closed = parse_position("s3.4~D0.0.0~E2.0.1~p1.2.3~h4.4.4~t1~nC")
    assert () == plays(closed, 1)


def test_there_is_no_play_beyond_the_last_tile_or_the_end_of_the_game() -> None:
    assert () == plays(row(setup(), tiles_of("U")), 2)
    assert () == plays(replace(row(setup(), tiles_of("U")), over=True), 1)


@pytest.mark.parametrize(
    ("position", "turns", "match"),
    [
        (setup(), 1, "not known"),
        (row(setup(), tiles_of("U")), 0, "0 turns"),
        (setup(), -1, "-1 turns"),
    ],
)
def test_what_cannot_be_listed_is_refused(position: Position, turns: int, match: str) -> None:
    with pytest.raises(Malformed, match=match):
        plays(position, turns)


def test_a_position_with_faults_is_refused() -> None:
    position = parse_position("s3.4~D0.0.0~U0.0.1~p1.2.3~h4.4.4~t1~nU")
    with pytest.raises(Illegal):
        plays(position, 1)


# Beside CP-SAT


def test_both_readings_of_a_turn_are_one_key() -> None:
    position = row(parse_position(THREE_AT_ONCE), tiles_of("L"))
    model = Model(beside=turns_of)
    assert Engine().outcomes(position) == model.outcomes(position)
    model.close()


def test_the_model_says_nothing_where_its_readings_differ() -> None:
    def forgetful(game: state.Game) -> frozenset[Turn]:
        return frozenset(turn for turn in turns_of(game) if turn.claim != "E")

    model = Model(beside=forgetful)
    with pytest.raises(Undecided, match=r"readings differ on whether U0\.-1\.0\.E is a legal turn"):
        model.outcomes(row(setup(), tiles_of("U")))
    model.close()


def test_verify_leaves_undecided_what_the_readings_differ_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    scenario = tmp_path / "scenario.json"
    scenario.write_text(json.dumps(documents()["examples/EX-SCORE-1.json"]), "utf-8")
    monkeypatch.setattr(solo_game, "turns_of", lambda *_: frozenset())
    assert 4 == run(group, ["verify", str(scenario)])
    assert "the model's readings differ on whether" in capsys.readouterr().out


# The compiled definitions


@settings(max_examples=100)
@given(
    required=st.lists(formulas(), min_size=1, max_size=3),
    together=st.sampled_from([((0, 1), (2, 3)), ((3, 0, 2), (1,)), ((0, 1, 2, 3),), ((0,), (1,))]),
)
def test_compiled_cones_hold_where_the_formulas_do(
    required: list[Formula], together: tuple[tuple[int, ...], ...]
) -> None:
    b = Builder()
    decisions = literals(b)
    found = {place for places in together for place in places}
    alone = [(place,) for place in range(NAMES) if place not in found]
    choices = [tuple(decisions[place] for place in places) for places in (*together, *alone)]
    for formula in required:
        b.require(formula(b, decisions), "a rule")
    expected = []
    for values in product(*((NONE, *range(1, len(choice) + 1)) for choice in choices)):
        holds = {
            decision: chosen == place
            for choice, chosen in zip(choices, values, strict=True)
            for place, decision in enumerate(choice, 1)
        }
        if all(value(b, need.literal, holds) for need in b.requirements):
            expected.append(values)
    assert sorted(expected) == sorted(map(tuple, solutions(CompiledCsp(b, choices))))


def test_what_cannot_be_met_by_any_choice_has_no_solution() -> None:
    b = Builder()
    choice = (b.decision("d"),)
    assert [[NONE], [1]] == sorted(solutions(CompiledCsp(b, [choice])))
    b.require(FALSE, "a rule")
    assert [] == list(solutions(CompiledCsp(b, [choice])))
