"""After every question the kernel's table is as it was: what is made is unmade."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from tests.builds import BUILDS, PYTHON, Build
from tests.games import TILES
from tests.naive_search import goals_for, puzzle_position
from verifier.carcassonne.engine import kernel
from verifier.carcassonne.engine.pause import let_signals_in
from verifier.carcassonne.engine.solo import features, search
from verifier.carcassonne.engine.solo.laid_out import LaidOut, lay_out
from verifier.carcassonne.solo.goals import Goal
from verifier.carcassonne.solo.letters import tiles_of
from verifier.carcassonne.solo.notation import position_text
from verifier.carcassonne.solo.position import Position, row

NUMBERS = (
    "frontier_size", "placed", "nodes", "twin_bits", "monasteries", "log_size", "colours",
    "colour", "scores", "supply", "scored_monasteries", "outcomes_top", "asked_size", "piles",
    "discards",
)  # fmt: skip


def state(kernel: Any) -> dict[str, object]:
    """Return all that the uncompiled kernel's table says, without what is left over in it."""
    placed, nodes, log = kernel.placed, kernel.nodes, kernel.log_size
    frontier = list(kernel.frontier[: kernel.frontier_size])
    return {
        **{name: getattr(kernel, name) for name in NUMBERS},
        "tile": list(kernel.tile),
        "need": list(kernel.need),
        "frontier": frontier,
        "place": [kernel.place_in_frontier[cell] for cell in frontier],
        "laid": list(kernel.placed_cell[:placed]),
        "log at": list(kernel.placed_log[:placed]),
        "base": [kernel.base[cell] for cell in kernel.placed_cell[:placed]],
        "features": [
            list(part[:nodes])
            for part in (kernel.parent, kernel.node_kind, kernel.word, kernel.twins)
        ],
        "monasteries at": list(kernel.monastery_cell[: kernel.monasteries]),
        "monasteries by": list(kernel.monastery_node[: kernel.monasteries]),
        "log": [
            list(part[:log])
            for part in (kernel.log_root, kernel.log_branch, kernel.log_word, kernel.log_twins)
        ],
        "piles at": list(kernel.pile_at),
    }


def showing(table: LaidOut[Any], kinds: list[int]) -> object:
    """Return all that a kernel, compiled or not, shows of its table."""
    lists = isinstance(table.kernel, kernel.Lister)
    shown = [table.kernel.outcomes(kind) for kind in kinds] if lists else []
    return table.kernel.features(), shown


def cases(count: int) -> Iterator[tuple[int, Position]]:
    return ((seed, puzzle_position(seed, 2)) for seed in range(7_000, 7_000 + count))


def questions(seed: int, position: Position) -> Iterator[tuple[str, LaidOut[Any], Any]]:
    """Yield questions to put to a table: what is asked, the table, and how."""
    lister = lay_out(position, kernel.Lister)
    for tile in TILES:
        kind = lister.kind_number(tile)
        yield f"outcomes {tile}", lister, lambda t, kind=kind: t.kernel.outcomes(kind)
    solver = lay_out(position, kernel.Solver)
    for goal in goals_for(seed, position, ())[::2]:
        search.set_goal(solver, goal, position.rules)
        for limits in ((10, 0), (0, 0), (10, 7)):
            arguments = (2, *limits, 1, let_signals_in)
            yield (
                f"{goal} {limits}",
                solver,
                lambda t, arguments=arguments: t.kernel.solve(*arguments),
            )
    seeker = lay_out(position, kernel.Seeker)
    search.set_goal(seeker, Goal("r", "road", 4, colours=2), position.rules)
    bag = [1] * len(TILES)
    for nodes in (7, 700):
        sought = (bag, 2, seed, 3, nodes, let_signals_in)
        yield f"seek {nodes}", seeker, lambda t, sought=sought: t.kernel.seek(*sought)
    counted = lay_out(row(position, tiles_of("XL")), kernel.Counter)
    yield "count", counted, lambda t: t.kernel.count(2)


def test_the_kernel_unmakes_what_it_made() -> None:
    pauses = 0
    with PYTHON.in_use():
        for seed, position in cases(20):
            for about, table, ask in questions(seed, position):
                before = state(table.kernel)
                ask(table)
                after = state(table.kernel)
                wrong = [name for name in before if before[name] != after[name]]
                assert [] == wrong, f"seed {seed}, {about}: {position_text(position)}"
                pauses += 1
    assert 20 * (24 + 3 * 7 + 2 + 1) <= pauses


def test_a_kernel_answers_the_same_after_any_question(build: Build) -> None:
    for seed, position in cases(10):
        shown: dict[int, object] = {}
        for about, table, ask in questions(seed, position):
            few = [table.kind_number(tile) for tile in tiles_of("XBEU")]
            first = shown.setdefault(id(table), showing(table, few))
            ask(table)
            assert first == showing(table, few), f"{build.name}, seed {seed}, {about}"


def test_all_builds_hold_the_same_features() -> None:
    for seed, position in cases(40):
        shown = []
        for build in BUILDS:
            with build.in_use():
                shown.append(features(position))
        assert shown[:1] * len(BUILDS) == shown, seed


def test_a_stopped_search_leaves_the_table_whole(build: Build) -> None:
    for seed, position in cases(10):
        table = lay_out(position, kernel.Solver)
        goal = Goal("r", "road", 60)
        search.set_goal(table, goal, position.rules)
        before = table.kernel.features()
        for nodes in range(1, 40):
            table.kernel.solve(2, 1, nodes, False, let_signals_in)
            assert before == table.kernel.features(), (build.name, seed, nodes)
