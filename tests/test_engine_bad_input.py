"""Whatever the engine is given it answers or says what is wrong, on both builds alike."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests import strategies
from tests.builds import BUILDS, Build
from tests.games import TILES
from verifier.carcassonne.engine.solo import Engine, features, perft, solve
from verifier.carcassonne.solo.goals import Goal, checklist
from verifier.carcassonne.solo.letters import tile_of, tiles_of
from verifier.carcassonne.solo.notation import parse_position
from verifier.carcassonne.solo.position import Meeple, Pile, Placement, Position, row, setup
from verifier.carcassonne.solo.rule_set import RuleSet
from verifier.carcassonne.solo.turn import FEATURES
from verifier.errors import Illegal, Malformed, MeepleproofError

START = parse_position("s3.4~D0.0.0~p1.2.3~h4.4.4~t1~nE.J.U")
ROAD = Goal("road-2", "road", at_least=2)
HUGE = 10**30


def changed(**change: Any) -> Position:
    return replace(START, **change)


def laid(*placements: Placement) -> Position:
    """Return the start with other tiles on the table, and the supplies that fit."""
    on = Counter(placement.meeple.colour for placement in placements if placement.meeple)
    return replace(START, placements=placements, supplies=tuple(4 - on[c] for c in range(3)))


def with_tile(*placements: Placement) -> Position:
    return laid(*START.placements, *placements)


UNFIT = {
    "no tile on the table": (changed(placements=()), "SOLO-SETUP-5"),
    "two tiles on a cell": (with_tile(Placement("base/E", 2, 0, 0)), "BASE-PLACE-2"),
    "edges that do not match": (with_tile(Placement("base/B", 0, 1, 0)), "BASE-PLACE-3"),
    "a table in pieces": (with_tile(Placement("base/E", 2, 0, 2)), "BASE-PLACE-2"),
    "a tile out of reach": (with_tile(Placement("base/E", 2, 0, HUGE)), "BASE-TILE-1"),
    "a far tile within reach": (with_tile(Placement("base/E", 2, 900, -900)), "BASE-PLACE-2"),
    "a meeple on a field": (
        laid(Placement("base/D", 0, 0, 0, Meeple("S", 0))),
        "SOLO-MEEPLE-3",
    ),
    "a meeple on no segment": (
        laid(Placement("base/D", 0, 0, 0, Meeple("Q", 0))),
        "SOLO-MEEPLE-3",
    ),
    "a meeple of a fifth colour": (
        laid(Placement("base/D", 0, 0, 0, Meeple("N", 4))),
        "SOLO-SETUP-2",
    ),
    "a meeple of no colour": (
        laid(Placement("base/D", 0, 0, 0, Meeple("N", -1))),
        "SOLO-SETUP-2",
    ),
    "a meeple on a complete city": (
        with_tile(Placement("base/E", 2, 0, 1, Meeple("S", 0))),
        "SOLO-SCORE-11",
    ),
    "meeples side by side": (
        with_tile(
            Placement("base/U", 0, 1, 0, Meeple("E", 0)),
            Placement("base/U", 0, 2, 0, Meeple("E", 1)),
        ),
        "BASE-MEEPLE-3",
    ),
    "too many scores": (changed(scores=(1, 2, 3, 4)), "SOLO-SETUP-2"),
    "too few supplies": (changed(supplies=(4, 4)), "SOLO-SETUP-2"),
    "two piles for three colours": (
        changed(piles=(Pile(tiles_of("E")), Pile(tiles_of("J")))),
        "SOLO-SETUP-6",
    ),
    "no piles": (changed(piles=()), "SOLO-SETUP-6"),
    "a fourth colour to move": (changed(to_move=3), "SOLO-TURN-1"),
    "no colour to move": (changed(to_move=-1), "SOLO-TURN-1"),
    "an unknown tile in a pile": (row(START, ("?",)), "SOLO-OPTION-4"),
    "an unknown tile laid aside": (changed(discards=("?",)), "SOLO-OPTION-4"),
    "more tiles than the set has": (row(START, tiles_of("CC")), "BASE-TILE-1"),
    "a pile beyond all measure": (row(START, TILES * 100), "BASE-TILE-1"),
    "fewer unknown tiles than none": (
        changed(piles=(Pile(tiles_of("E"), -1), Pile(), Pile())),
        "SOLO-SETUP-6",
    ),
    "more discards than tiles": (changed(discards=tiles_of("U" * 80)), "BASE-TILE-1"),
}
NUMBERS = {
    "a score below nought": (changed(scores=(-1, 2, 3)), "/scores"),
    "a score beyond the board": (changed(scores=(10_000, 2, 3)), "/scores"),
    "a huge score": (changed(scores=(1, 2, HUGE)), "/scores"),
    "a supply below nought": (changed(supplies=(4, -1, 4)), "/supplies"),
    "a supply of eight": (changed(supplies=(4, 8, 4)), "/supplies"),
    "a huge supply": (changed(supplies=(4, 4, HUGE)), "/supplies"),
    "a huge number of unknown tiles": (
        changed(piles=(Pile(tiles_of("E"), HUGE), Pile(), Pile())),
        "/piles",
    ),
    "fewer monasteries than none": (changed(monasteries=-1), "/monasteries"),
    "a huge number of monasteries": (changed(monasteries=HUGE), "/monasteries"),
}


@pytest.mark.parametrize("name", UNFIT)
def test_a_table_the_kernel_cannot_bear_is_refused(build: Build, name: str) -> None:
    position, rule = UNFIT[name]
    for ask in (Engine().outcomes, features, lambda p: solve(p, ROAD, 1)):
        with pytest.raises(Illegal) as caught:
            ask(position)
        assert rule == caught.value.rule, build.name
        assert caught.value.where


@pytest.mark.parametrize("name", NUMBERS)
def test_a_number_that_does_not_fit_is_refused(build: Build, name: str) -> None:
    position, where = NUMBERS[name]
    for ask in (Engine().outcomes, features):
        with pytest.raises(Malformed) as caught:
            ask(position)
        assert where == caught.value.where, build.name
    with pytest.raises(Illegal):
        solve(position, ROAD, 1)


def test_numbers_alone_do_not_stop_a_turn(build: Build) -> None:
    # Claims are put for all scores in a box, so scores below the start have outcomes, too.
    for position in (changed(scores=(0, 0, 0)), changed(supplies=(0, 7, 2))):
        assert Engine().outcomes(position), build.name


def test_all_tiles_of_the_set_can_be_in_one_row(build: Build) -> None:
    counts = {kind.id: kind.count for kind in START.sheet.kinds}
    line = [Placement("base/U", 0, x, 0) for x in range(1, counts[tile_of("U")] + 1)]
    rest = Counter(counts) - Counter(tiles_of("D" + "U" * len(line)))
    whole = row(with_tile(*line), tuple(rest.elements()))
    assert 72 == len(whole.placements) + len(whole.piles[0].known)
    assert Engine().outcomes(whole), build.name


# Questions that cannot be asked


@pytest.mark.parametrize("turns", [0, -1, 73, HUGE, -HUGE])
def test_turns_that_cannot_be_played(build: Build, turns: int) -> None:
    with pytest.raises(Malformed, match=f"{turns} turns: give 1 to 72"):
        solve(START, ROAD, turns)
    assert build.kinds


@pytest.mark.parametrize("limits", [{"lines": -1}, {"nodes": -1}, {"lines": -HUGE}])
def test_limits_below_nought(build: Build, limits: dict[str, Any]) -> None:
    with pytest.raises(Malformed, match="give 0 or more"):
        solve(START, ROAD, 1, **limits)
    assert build.kinds


def test_a_game_that_is_over_has_no_solutions_to_look_for(build: Build) -> None:
    with pytest.raises(Illegal, match="the game is over"):
        solve(changed(over=True), ROAD, 1)
    assert frozenset() == Engine().outcomes(changed(over=True)), build.name


@pytest.mark.parametrize(
    "piles", [(Pile(),), (Pile((), 9),), (Pile(), Pile(), Pile()), (Pile((), 1), Pile(), Pile())]
)
def test_without_a_known_tile_nothing_can_be_searched(
    build: Build, piles: tuple[Pile, ...]
) -> None:
    with pytest.raises(Malformed, match="no next tile is known"):
        solve(changed(piles=piles), ROAD, 1)
    assert build.kinds


def test_a_goal_reached_already(build: Build) -> None:
    around = "V2.-1.-1~U0.0.-1~V1.1.-1~U1.-1.0~B0.0.0~U1.1.0~V3.-1.1~U0.0.1~V0.1.1"
    position = parse_position(f"s3.4~{around}~p1.2.3~h4.4.4~t1~nE~m1")
    with pytest.raises(Illegal, match="'monastery' is reached already"):
        solve(position, Goal("monastery", "monasteries", at_least=1), 1)
    two = Goal("monastery", "monasteries", at_least=2)
    assert 0 == solve(position, two, 1).count, build.name
    # One passed by is not reached, nor ever will be.
    none = Goal("monastery", "monasteries", at_least=0, at_most=0)
    assert 0 == solve(position, none, 1).count


@pytest.mark.parametrize(
    "goal",
    [
        {"kind": "farm"},
        {"kind": "road", "at_least": -1},
        {"kind": "road", "at_least": 5, "at_most": 4},
        {"kind": "road", "at_least": 5, "colours": -1},
        {"kind": "total", "at_least": 5, "colours": 2},
    ],
)
def test_goals_that_contradict_themselves(goal: dict[str, Any]) -> None:
    with pytest.raises((Illegal, Malformed), match="goal 'mine'"):
        Goal("mine", **goal)


def test_tiles_that_fit_nowhere_leave_no_line(build: Build) -> None:
    closed = parse_position("s3.4~D0.0.0~E2.0.1~A1.1.0~A3.-1.0~p1.2.3~h4.4.4~t1~nX")
    found = solve(closed, ROAD, 1)
    assert (0, ()) == (found.count, found.lines), build.name
    assert found.exhaustive
    (end,) = Engine().outcomes(closed)
    assert end.turn is None
    assert (tiles_of("X"), True) == (end.discards, end.after.over)


# Fuzz


def answer(ask: Callable[[], object]) -> object:
    """Return an answer, or the error in its place; anything else is a fault of the engine."""
    try:
        return ask()
    except MeepleproofError as error:
        return (type(error), str(error))


def alike(ask: Callable[[], object]) -> object:
    """Return the answer on which all builds agree."""
    answers = []
    for build in BUILDS:
        with build.in_use():
            answers.append(answer(ask))
    assert answers[:1] * len(BUILDS) == answers
    return answers[0]


integers = st.integers(-2, 9) | st.sampled_from([-HUGE, 72, 255, 9_999, 10_000, 65_536, HUGE])
small = st.integers(-1, 4)
piles = st.builds(
    Pile,
    st.lists(st.sampled_from(TILES), max_size=6).map(tuple)
    | st.sampled_from([tiles_of("CC"), ("é",), tiles_of("A" * 99), tiles_of("UXUX")]),
    st.integers(0, 2) | integers,
)
orders = st.none() | st.lists(st.sampled_from([*FEATURES, "Q"]), max_size=4).map(tuple)
goals = st.builds(
    lambda kind, least, most, colours: Goal(
        "fuzz", kind, least, None if most is None else least + most, colours
    ),
    st.sampled_from(["road", "city"]),
    st.integers(0, 12) | st.just(HUGE),
    st.none() | st.integers(0, 5),
    st.integers(0, 4) | st.just(HUGE),
) | st.sampled_from([*checklist().values(), Goal("t", "total", 3), Goal("m", "monasteries", 1)])


@st.composite
def broken(draw: st.DrawFn) -> Position:
    """Positions of games with some of their parts replaced by anything."""
    position = draw(strategies.positions(most_turns=12))
    extra = st.builds(
        Placement,
        st.sampled_from(TILES),
        st.integers(0, 3),
        st.integers(-3, 3),
        st.integers(-3, 3),
        st.none() | st.builds(Meeple, st.sampled_from([*"NESWM", "Q", ""]), small),
    )
    several = st.lists(integers, min_size=2, max_size=5).map(tuple)
    parts: dict[str, st.SearchStrategy[Any]] = {
        "scores": several,
        "supplies": several,
        "to_move": integers,
        "piles": st.lists(piles, max_size=4).map(tuple),
        "discards": st.lists(st.sampled_from([*TILES, "?"]), max_size=5).map(tuple),
        "monasteries": integers,
        "over": st.booleans(),
        "rules": strategies.rule_sets(),
        "placements": st.lists(extra, min_size=1, max_size=2).map(
            lambda more: (*position.placements, *more)
        ),
    }
    names = draw(st.sets(st.sampled_from(sorted(parts)), max_size=3))
    return replace(position, **{name: draw(parts[name]) for name in sorted(names)})


fuzz = settings(
    max_examples=120, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large]
)
by_night = settings(fuzz, max_examples=5_000)


def outcomes_answer_or_refuse(position: Position, order: tuple[str, ...] | None) -> None:
    alike(lambda: Engine().outcomes(position, order))


def solve_answers_or_refuses(
    position: Position, goal: Goal, turns: int, lines: int, nodes: int
) -> None:
    alike(lambda: solve(position, goal, turns, lines=lines, shown=1, nodes=nodes))


@fuzz
@given(position=broken() | strategies.any_positions(), order=orders)
def test_outcomes_answer_or_refuse(position: Position, order: tuple[str, ...] | None) -> None:
    outcomes_answer_or_refuse(position, order)


limits = {
    "turns": st.integers(1, 4) | integers,
    "lines": integers,
    # Always a limit, for the known tiles may be many.
    "nodes": st.integers(1, 1_000) | st.sampled_from([-HUGE, -1]),
}


@fuzz
@given(position=broken() | strategies.positions(most_turns=12), goal=goals, **limits)
def test_solve_answers_or_refuses(
    position: Position, goal: Goal, turns: int, lines: int, nodes: int
) -> None:
    solve_answers_or_refuses(position, goal, turns, lines, nodes)


@fuzz
@given(st.lists(st.sampled_from(TILES) | st.characters(), max_size=3), integers)
def test_perft_answers_or_refuses(tiles: list[str], depth: int) -> None:
    alike(lambda: perft(tuple(tiles), depth))


@pytest.mark.slow
@by_night
@given(position=broken() | strategies.any_positions(), order=orders)
def test_outcomes_answer_or_refuse_by_night(
    position: Position, order: tuple[str, ...] | None
) -> None:
    outcomes_answer_or_refuse(position, order)


@pytest.mark.slow
@by_night
@given(position=broken() | strategies.positions(most_turns=12), goal=goals, **limits)
def test_solve_answers_or_refuses_by_night(
    position: Position, goal: Goal, turns: int, lines: int, nodes: int
) -> None:
    solve_answers_or_refuses(position, goal, turns, lines, nodes)


def test_the_fuzz_meets_answers_and_refusals() -> None:
    met: Counter[str] = Counter()

    @settings(fuzz, max_examples=100)
    @given(broken())
    def look(position: Position) -> None:
        found = alike(lambda: Engine().outcomes(position))
        met["refused" if isinstance(found, tuple) else "answered"] += 1

    look()
    assert met["refused"] > 10
    assert met["answered"] > 10


def test_the_whole_set_can_be_played_out(build: Build) -> None:
    """Every tile but the start in one row, laid in one long line: nothing overruns its room."""
    colours, meeples = 4, 7
    rules = RuleSet(colours, meeples)
    counts = {kind.id: kind.count for kind in setup().sheet.kinds}
    tiles = tuple((Counter(counts) - Counter(tiles_of("D"))).elements())
    position, turns = row(setup(rules), tiles), 0
    while not position.over:
        position = replace(position, supplies=(meeples,) * colours)
        following = [o for o in Engine().outcomes(position) if o.turn is not None]
        if not following:
            break
        position = max(following, key=lambda o: (o.turn.x, o.turn.y) if o.turn else (0, 0)).after
        position = replace(position, over=not any(pile.known for pile in position.piles))
        turns += 1
    assert turns > 60, build.name
