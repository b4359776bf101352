"""The benchmarks run and give every row; what they measure is not judged here."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.bench.generation import Generated, Shared, generation_part
from tests.bench.page import engine_part, model_part, page
from tests.bench.positions import COUNT, KNOWN, SUPPLY, TURNS, stored, with_tiles
from tests.bench.questions import QUESTIONS, Arrivals, Asked
from tests.bench.rows import ROWS, Measured
from tests.bench.searches import BESTS, GOALS, Climbed, Searched, Sizes, Spread, searched
from verifier.carcassonne.engine.solo import Engine
from verifier.carcassonne.solo.faults import faults

ROOT = Path(__file__).parent.parent


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells a process's own memory")
def test_a_quick_run_gives_every_row() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "tests.bench", "--quick", "--json"],
        cwd=ROOT,
        capture_output=True,
        encoding="utf-8",
        check=True,
    )
    document = json.loads(done.stdout)
    assert Engine.kernel == document["machine"]["engine"]
    assert [row.name for row in ROWS] == [row["row"] for row in document["rows"]]
    assert all(row["median"] > 0 for row in document["rows"])
    assert [goal.id for goal in GOALS] == [search["goal"] for search in document["searches"]]
    assert [goal.id for goal in BESTS] == [climb["goal"] for climb in document["best"]]
    assert all(search["nodes"]["most"] <= 1_000 for search in document["searches"])
    assert [one.name for one in QUESTIONS] == [one["name"] for one in document["questions"]]
    assert all(one["reading"] in ("CP-SAT", "clauses") for one in document["questions"])
    assert 2 == sum(one["tables"] for one in document["proof_games"])
    assert all(0 < row["median"] <= row["tenth"] <= row["most"] for row in document["neom"])
    assert 15 == len(document["neom"])
    assert [("stay.0.x.0", 1)] == [
        (one["goal"], sum(one["made"].values())) for one in document["generated"]
    ]
    assert all(document["shared"][name] > 0 for name in ("alone", "together", "memory"))
    assert f"run 1 of 1: {ROWS[-1].name}" in done.stderr


def test_the_positions_are_what_the_page_says() -> None:
    positions = stored()
    assert COUNT == len(positions) == len(set(positions))
    for position in positions:
        assert () == faults(position)
        assert TURNS + 1 == len(position.placements)
        assert sum(position.supplies) >= SUPPLY
        assert KNOWN == sum(len(pile.known) for pile in position.piles)
        for tiles in range(1, KNOWN):
            assert tiles == sum(len(pile.known) for pile in with_tiles(position, tiles).piles)
            assert not any(pile.hidden for pile in with_tiles(position, tiles).piles)


def test_a_search_cut_short_is_told() -> None:
    cut = list(searched(Sizes(2, (3,), 3), lambda _: None))
    whole = list(searched(Sizes(2, (3,), 10**9), lambda _: None))
    assert [2] == [row.capped for row in cut if row.goal == "all-tiles"]
    assert {0} == {row.capped for row in whole}
    assert [goal.id for goal in GOALS] == [row.goal for row in whole]
    assert all(row.nodes.most <= 3 for row in cut)


def test_the_page_shows_targets_beside_what_was_measured() -> None:
    rows = [Measured(row, 1234.5, 1.0, 2000.0) for row in ROWS]
    spread = Spread(6650.5, 58.25, 2_300_000)
    searches = [Searched("road-5-3c", 4, 40, 3, 1, 1234, spread, spread, None, None)]
    climbs = [Climbed("best road", 5, 40, 1, Spread(7, 9, 12), spread, spread)]
    sizes = Sizes(40, (4,), 10**7)
    part = engine_part(rows, searches, climbs, 7, sizes)
    text = page("make bench", {"engine": "compiled"}, part)
    assert "* engine: compiled" in text
    assert "| perft WLXW 4 | M nodes/s | 18 or more | 1,234.5 | 1.0 | 2,000.0 |" in text
    expected = (
        "| road-5-3c | 4 | 1,234, 3 capped | 1 | 6.7 k / 58 / 2.3 M | 6,650 / 58.2 / 2,300,000"
    )
    assert f"{expected} | 1 |  |  |" in text
    assert "10,000,000 outcomes" in text
    assert "| best road | 5 | 7 / 9 / 12, 1 capped | 6.7 k / 58 / 2.3 M |" in text


def test_the_page_shows_what_the_model_answered() -> None:
    question = Asked("road-5-3c in turn 5", "1", "found", "clauses", 0.304)
    arrived = Arrivals("proof game, 10 tiles: found", "2", 12, "CP-SAT", 1.25, 2.5)
    text = model_part([question], [arrived])
    assert "| road-5-3c in turn 5 | found | clauses | 1 | 0.30 |" in text
    assert "| proof game, 10 tiles: found | 12 | CP-SAT | 2 | 1.25 | 2.50 |" in text


def test_the_page_shows_what_generating_took() -> None:
    made = {"easy": 8, "medium": 4, "hard": 0}
    row = Generated("road-5-3c", 4, 24, made, 30.0, {"no line": 10, "dull": 2})
    other = Generated("road-10", 4, 24, dict.fromkeys(made, 0), 30.0, {"no line": 24})
    text = generation_part([row, other], Shared(16, 41.0, 22.0, 160.4))
    assert (
        "| road-5-3c | 24 | 12 | 24.0 | 20 or more | 16.0 | 8.0 | 0.0 | 10 no line; 2 dull |"
        in text
    )
    assert "| road-10 | 24 | 0 | 0.0 |  | 0.0 | 0.0 | 0.0 | 24 no line |" in text
    assert "| two workers against one | times as fast | 1.8 | 1.86 |" in text
    assert "| memory of a worker | MB | under 400 | 160 |" in text
