"""The bounds lose nothing: with them and without, the search finds the same lines.

Goals are taken from what random lines of the position bring: many can be reached, and just so.
"""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from itertools import islice
from typing import Any

import pytest

from generator.solo.pack import PackedPuzzle, read_pack
from tests.builds import BUILDS, Build
from tests.games import PLAY_SWITCHES, TILES, game
from tests.naive_goals import worths
from tests.naive_search import KINDS, READINGS, Tree, goals_for, puzzle_position
from verifier.carcassonne.engine import kernel
from verifier.carcassonne.engine.pause import let_signals_in
from verifier.carcassonne.engine.solo import Engine, search, solve, solve_best
from verifier.carcassonne.engine.solo.laid_out import lay_out
from verifier.carcassonne.solo.catalogue import CATALOGUE
from verifier.carcassonne.solo.faults import faults
from verifier.carcassonne.solo.goals import Goal
from verifier.carcassonne.solo.letters import tiles_of
from verifier.carcassonne.solo.notation import position_text
from verifier.carcassonne.solo.position import Pile, Position, row, setup
from verifier.carcassonne.solo.rule_set import SOLO
from verifier.carcassonne.solo.turn import Outcome
from verifier.documents.data import data
from verifier.errors import Malformed

TOLD = 200
MOST_NODES = {"compiled": 300_000, "python": 3_000}
"""Where brute force visits more, a position is searched for fewer turns."""

UNBOUNDED = ("stay", "level", "restraint")
COUNT = {"compiled": 240, "python": 16}
BY_NIGHT = 4_000
LEAST = {
    "compiled": {
        **{f"{kind} late": 5 for kind in KINDS},
        # To stay in the game there is nothing to prune but what has too few turns to begin with;
        # goals about the scores alone are searched without bounds.
        **{f"{kind} pruned": 20 for kind in KINDS if kind not in UNBOUNDED},
        "2 colours": 5,
        "3 colours": 2,
    },
    "python": {f"{kind} searched": 5 for kind in KINDS},
}
"""What must be among the searches: some that find lines only in the last turn, for every goal."""
BEST = 30
RESULTS = {"compiled": 120, "python": 4}
"""Positions of which results just as large as can be reached are asked."""

TURNED = sorted({*PLAY_SWITCHES, *READINGS} - {"start.spaces", "result.offset"})


@cache
def shipped() -> Sequence[PackedPuzzle]:
    """Return the puzzles of the checklist."""
    pack, solutions = (
        json.loads(data("puzzles").joinpath(name).read_text(encoding="utf-8"))
        for name in ("checklist.json", "checklist.solutions.json")
    )
    return read_pack(pack, "checklist", solutions)


def changed_puzzle(seed: int, turns: int) -> tuple[Position, list[Goal]]:
    """Return a shipped puzzle with other tiles, numbers and readings, and goals like its own.

    Features of two and three colours a few tiles from completion hardly come about by chance.
    """
    rng = random.Random(f"changed {seed}")
    packed = rng.choice(shipped())
    line = packed.line or ()
    position, goal = packed.puzzle.position, packed.puzzle.goal
    for turn in line[: max(0, len(line) - turns)]:
        position = next(o.after for o in Engine().outcomes(position) if o.turn == turn)
    row = [turn.tile for turn in line[-turns:]]
    if rng.random() < 0.3:
        row[rng.randrange(len(row))] = rng.choice(TILES)
    if rng.random() < 0.3:
        rng.shuffle(row)
    turned = {key: rng.choice(CATALOGUE.switch(key).values) for key in TURNED if rng.random() < 0.1}
    position = replace(
        position,
        rules=position.rules.with_switches(turned),
        scores=tuple(score + rng.choice((0, 0, 1, 5)) for score in position.scores),
        to_move=(position.to_move + rng.choice((0, 0, 0, 1))) % 3,
    )
    least = max(0, goal.at_least - rng.choice((0, 0, 1, 2)))
    most = goal.at_most if goal.at_most is None else goal.at_most + rng.randrange(3)
    goals = [replace(goal, at_least=least, at_most=most)]
    if goal.kind in ("road", "city"):
        goals += [replace(goal, at_least=least, at_most=None, colours=c) for c in range(4)]
    return dealt(rng, position, row), goals


def of_a_game(seed: int, turns: int) -> Position:
    """Return a position of a game from the official set-up, with tiles drawn anew."""
    rng = random.Random(f"bounds {seed}")
    played = [position for position, _ in islice(game(seed, official=True), rng.randrange(4, 16))]
    position = played[-1]
    used = Counter(placement.tile for placement in position.placements)
    counts = SOLO.sheet.counts()
    bag = [tile for tile in counts for _ in range(counts[tile] - used[tile])]
    readings = {
        key: rng.choice(CATALOGUE.switch(key).values) for key in READINGS if rng.random() < 0.2
    }
    position = replace(position, rules=position.rules.with_switches(readings))
    return dealt(rng, position, rng.sample(bag, turns))


def dealt(rng: random.Random, position: Position, row: Sequence[str]) -> Position:
    """Return the position with these tiles to come, in one row or in piles, unknown ones below."""
    hidden = rng.choice((0, 0, 9))
    if rng.random() < 0.5:
        return replace(position, piles=(Pile(tuple(row), hidden),), discards=())
    colours, first = position.rules.colours, position.to_move
    piles = tuple(
        Pile(tuple(row[(c - first) % colours :: colours]), hidden) for c in range(colours)
    )
    return replace(position, piles=piles, discards=())


def reached_goals(seed: int, position: Position, turns: int) -> list[Goal]:
    """Return goals that random lines of the position reach, or miss by a little."""
    rng, engine = random.Random(f"lines {seed}"), Engine()
    brought: list[Outcome] = []
    for _ in range(6):
        now = position
        for _ in range(turns):
            try:
                outcomes = sorted(engine.outcomes(now), key=str)
            except Malformed:  # the next tile is not known
                break
            if not outcomes:
                break
            scoring = [o for o in outcomes if o.scorings or o.final]
            outcome = rng.choice(scoring if scoring and rng.random() < 0.6 else outcomes)
            brought.append(outcome)
            now = outcome.after
    return goals_for(seed, position, brought)


def questions(seed: int, turns: int) -> tuple[Position, list[Goal]]:
    """Return a position and goals to search it for."""
    if seed % 4 == 0:
        return changed_puzzle(seed, turns)
    position = puzzle_position(seed, turns) if seed % 4 < 3 else of_a_game(seed, turns)
    return position, reached_goals(seed, position, turns)


def playable(position: Position) -> bool:
    """Return whether a search for a goal may begin here."""
    known = any(pile.known for pile in position.piles)
    return known and not position.over and not faults(position)


def compare(first_seed: int, count: int, turns: int, build: Build) -> Counter[str]:
    """Compare the lines found with and without bounds, one by one; return what was seen."""
    seen: Counter[str] = Counter()
    for seed in range(first_seed, first_seed + count):
        position, goals = questions(seed, turns)
        if not playable(position):
            continue
        solver = lay_out(position, kernel.Solver)
        for goal in goals:
            search.set_goal(solver, goal, position.rules)
            about = f"seed {seed}, {goal}: {position_text(position)}"
            seen += compare_searches(solver.kernel, goal, turns, MOST_NODES[build.name], about)
    return seen


def compare_searches(
    solver: Any, goal: Goal, turns: int, most_nodes: int, about: str
) -> Counter[str]:
    """Compare the searches of so many turns, or fewer if that is too much for brute force."""
    for depth in range(turns, 0, -1):
        brute = solver.solve(depth, TOLD, most_nodes, False, let_signals_in)
        if not brute[3] and sum(brute[1]) <= TOLD:
            continue
        bounded = solver.solve(depth, TOLD, 0, True, let_signals_in)
        assert brute[:2] == bounded[:2], f"{depth} turns, {about}"
        assert brute[3] == bounded[3], about
        assert bounded[2] <= brute[2], about
        found, last = bool(brute[0]), bool(depth > 1 and brute[1][-1])
        seen = {"searched": 1, "solvable": found, "late": last, "pruned": bounded[2] < brute[2]}
        counted = Counter({f"{goal.kind} {what}": int(number) for what, number in seen.items()})
        return counted + Counter({f"{goal.colours} colours": int(found and last)})
    return Counter()


def enough(seen: Counter[str], least: dict[str, int]) -> dict[str, int]:
    """Return of what there was too little."""
    return {what: seen[what] for what, number in least.items() if seen[what] < number}


def test_the_bounds_lose_nothing(build: Build, record_property: Any) -> None:
    seen = compare(0, COUNT[build.name], 3, build)
    record_property("seen", dict(seen))
    assert {} == enough(seen, LEAST[build.name])


@pytest.mark.slow
def test_the_bounds_lose_nothing_by_night(record_property: Any) -> None:
    build = BUILDS[0]
    seen = compare(100_000, BY_NIGHT, 4, build)
    record_property("seen", dict(seen))
    # Goals to stay ask for three turns at most, and these searches have four.
    least = {f"{kind} late": BY_NIGHT // 80 for kind in KINDS if kind != "stay"}
    assert {} == enough(seen, {**least, "2 colours": BY_NIGHT // 40, "3 colours": BY_NIGHT // 80})


@pytest.mark.slow
def test_the_best_is_the_best_of_all_lines() -> None:
    found: Counter[str] = Counter()
    for seed in range(700, 700 + BEST):
        position, goals = questions(seed, 2)
        if not playable(position):
            continue
        # An end without any turn is no line.
        first = [child for child in Tree(position, 2).children if child[0].turn is not None]
        later = [outcome for _, after in first if after for outcome in after.outcomes()]
        outcomes = [*(outcome for outcome, _ in first), *later]
        for goal in goals:
            about = f"seed {seed}, {goal}: {position_text(position)}"
            expected = max((w for o in outcomes for w in worths(goal, o)), default=None)
            for build in BUILDS[: 1 if seed % 5 else None]:  # the slow build on every fifth
                with build.in_use():
                    for filtered in (True, False):
                        actual = solve_best(position, goal, 2, filtered=filtered)
                        assert (expected, True) == (actual.worth, actual.exhaustive), about
            if expected is not None:
                ended = goal.about_the_end and not actual.line[-1].after.over
                assert ended or expected in worths(goal, actual.line[-1]), about
                found[goal.kind] += 1
    assert set(KINDS) == set(found), found


def test_a_search_for_the_best_can_be_cut_short(build: Build) -> None:
    position, goal = row(setup(), tiles_of("AVUAV")), Goal("any", "road")
    whole = solve_best(position, goal, 5)
    assert 6 == whole.worth
    assert whole.exhaustive, build.name
    for nodes in (1, whole.nodes // 2, whole.nodes - 1):
        cut = solve_best(position, goal, 5, nodes=nodes)
        assert (nodes, False) == (cut.nodes, cut.exhaustive)
        assert (cut.worth or 0) <= (whole.worth or 0)
    assert whole == solve_best(position, goal, 5, nodes=whole.nodes)


def test_the_clock_stops_a_search(build: Build) -> None:
    position = row(setup(), tiles_of("UVWLXWLUVEJKLW"))
    found = solve(position, Goal("r", "road", 70), 14, seconds=0.01, filtered=False)
    assert not found.exhaustive, build.name
    assert 0 == found.count
    assert found.nodes > 0


@pytest.mark.parametrize("seconds", [-1, float("nan"), float("inf")])
def test_no_time_can_be_less_than_none(seconds: float) -> None:
    with pytest.raises(Malformed, match="0 or more"):
        solve(row(setup(), tiles_of("U")), Goal("r", "road", 2), 1, seconds=seconds)


def of_some_colours(seed: int, position: Position) -> Position:
    """Return the position with some colours so far ahead that the others alone decide."""
    rng = random.Random(f"ahead {seed}")
    colours = position.rules.colours
    behind = rng.sample(range(colours), rng.choice((1, 1, 2, 3)))
    gaps = [rng.choice((0, 0, 1, 4)) if colour in behind else 60 for colour in range(colours)]
    starts = position.rules.start_scores
    return replace(position, scores=tuple(map(sum, zip(starts, gaps, strict=True))))


def test_the_bounds_for_results_lose_nothing() -> None:
    """Results are asked for more often than in the mixture, just as large as can be reached."""
    build = BUILDS[0]
    seen: Counter[str] = Counter()
    for seed in range(RESULTS[build.name]):
        position = puzzle_position(50_000 + seed, 3) if seed % 2 else of_a_game(50_000 + seed, 3)
        if not playable(position):
            continue
        for scored in (position, *(of_some_colours(3 * seed + n, position) for n in range(3))):
            seen += compare_results(scored, build, f"seed {seed}")
    least_seen = 2 * RESULTS[build.name]
    assert {} == enough(seen, {"total solvable": least_seen, "total pruned": least_seen})


def compare_results(position: Position, build: Build, about: str) -> Counter[str]:
    """Compare the searches for just the largest result, one less and one more."""
    seen: Counter[str] = Counter()
    solver = lay_out(position, kernel.Solver)
    search.set_goal(solver, Goal("any result", "total"), position.rules)
    most = solver.kernel.climb(3, MOST_NODES[build.name], False, let_signals_in)[0]
    for least in range(max(most - 1, 0), most + 2):
        goal = Goal("result", "total", least)
        search.set_goal(solver, goal, position.rules)
        described = f"{about}, {goal}: {position_text(position)}"
        seen += compare_searches(solver.kernel, goal, 3, MOST_NODES[build.name], described)
    return seen
