"""What many puzzles cost: the start from an index, a filter, and the puzzle of a day."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import date, timedelta
from functools import partial
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory
from time import process_time
from typing import Any

from generator.collection.folder import INDEX, write_index
from generator.collection.index import PuzzleFilter
from generator.pack import pack_text, solutions_path
from meepleproof.service.daily import Days
from meepleproof.service.shelf import Shelf, open_shelf, shipped_packs
from tests.bench.page import _table
from verifier.carcassonne.solo.codec import goal_from_json, position_from_json
from verifier.carcassonne.solo.puzzle import Puzzle
from verifier.documents.strict_json import Document

MANY = 100_000
_OF_A_PACK = 1000
_TIMES = 20
_FIRST_DAY = date(2026, 1, 1)
FILTERS = {
    "no filter": PuzzleFilter(),
    "level, theme and range": PuzzleFilter(level="hard", theme="joining", rating_from=1000),
    "goal and needed rule": PuzzleFilter(goal="city-16", needs="lowest"),
}


@dataclass(frozen=True, slots=True)
class Collected:
    """A row: what was done, how many milliseconds of processor time it took, and the aim."""

    what: str
    milliseconds: float
    aim: str = ""


@dataclass(frozen=True, slots=True)
class Collections:
    """So many made-up puzzles, the size of their index in megabytes, and what work they are."""

    puzzles: int
    megabytes: int
    rows: tuple[Collected, ...]


def collected(quick: bool) -> Collections:
    """Return what it takes to work with a great many puzzles that were made up."""
    number = 100 if quick else MANY
    with TemporaryDirectory() as name:
        folder = Path(name)
        _make_up(folder, number)
        write_index(folder, checked=True)
        size = (folder / INDEX).stat().st_size // 1_000_000
        return Collections(number, size, tuple(_rows(folder)))


def _rows(folder: Path) -> Iterator[Collected]:
    yield Collected("open the index", _milliseconds(lambda: open_shelf([folder]), 3), "1000")
    shelf = open_shelf([folder])
    for what, wanted in FILTERS.items():
        taken = _milliseconds(partial(_page, shelf, wanted))
        yield Collected(f"{what}: count, and the first 20", taken, "20")
    dated = Days(shelf)
    days = (_FIRST_DAY + timedelta(number) for number in count())
    yield Collected(
        "the puzzle of a new day", _milliseconds(lambda: dated.puzzle("solo", next(days)))
    )


def _page(shelf: Shelf, wanted: PuzzleFilter) -> tuple[int, list[Any]]:
    found = shelf.matching(wanted)
    return len(found), [one.document for one in found.after((1000, ""))[:20]]


def collection_part(found: Collections) -> str:
    """Return the part of the page about many puzzles."""
    cells = [(row.what, row.aim, f"{row.milliseconds:.1f}") for row in found.rows]
    return (
        f"## Many puzzles\n\n{found.puzzles:,} made-up puzzles, like those that ship but for their "
        "scores and\nratings, in packs of a thousand, and an index of all "
        f"({found.megabytes} MB). The processor\ntime of one process, the median of several.\n\n"
        + _table(("what", "to reach, ms", "ms"), cells)
    )


def _make_up(folder: Path, number: int) -> None:
    """Write packs of puzzles that are like those that ship but for their scores and ratings."""
    chance = random.Random(1)
    shipped = shipped_packs()
    plan = json.loads((shipped / "plan.json").read_text("utf-8"))
    pool: list[tuple[dict[str, Any], dict[str, Any]]] = []
    for planned in plan["packs"]:
        path = shipped / f"{planned['id']}.json"
        head = json.loads(path.read_text("utf-8"))
        solutions = json.loads(Path(solutions_path(str(path))).read_text("utf-8"))
        pool += [(one, solutions["solutions"][one["id"]]) for one in head["puzzles"]]
    for first in range(0, number, _OF_A_PACK):
        puzzles, lines = [], {}
        for _ in range(first, min(first + _OF_A_PACK, number)):
            puzzle, line = chance.choice(pool)
            puzzles.append(_like(puzzle, chance))
            lines[puzzles[-1]["id"]] = line
        pack = folder / f"made-up-{first}.json"
        pack.write_text(pack_text(head | {"id": pack.stem, "puzzles": puzzles}), "utf-8")
        Path(solutions_path(str(pack))).write_text(json.dumps({"solutions": lines}), "utf-8")


def _like(puzzle: Document, chance: random.Random) -> Document:
    """Return a puzzle with other scores, and so another id, and another rating."""
    scores = [chance.randrange(10, 1000) for _ in puzzle["position"]["scores"]]
    position = puzzle["position"] | {"scores": scores}
    made = Puzzle(goal_from_json(puzzle["goal"], ""), position_from_json(position, ""))
    rating = puzzle["difficulty"]["rating"] + chance.randrange(-200, 200)
    graded = puzzle["difficulty"] | {"rating": max(0, rating)}
    stated = {"id": made.id, "code": made.code, "position": position, "difficulty": graded}
    return puzzle | stated


def _milliseconds(work: Callable[[], object], times: int = _TIMES) -> float:
    """Return the median of the processor times that the work takes."""
    taken = []
    for _ in range(times):
        before = process_time()
        work()
        taken.append(1000 * (process_time() - before))
    return sorted(taken)[len(taken) // 2]
