"""The page in docs/ that shows what was measured."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from tests.bench.neom import MORE_MONEY, Timed
from tests.bench.positions import SUPPLY, TURNS
from tests.bench.questions import GAMES, TILES, Arrivals, Asked
from tests.bench.rows import Measured
from tests.bench.searches import MOST, TARGETS, Climbed, Searched, Sizes, Spread

_HEAD = """# Benchmarks

Written by `{command}`; do not edit. Processor time, not the clock's; on another machine, or while
others work on this one, the numbers differ, so compare within one page only.

{machine}
"""

_SPEED = """
## Speed

The median of {runs} runs, which take turns, and the least and the most.

"""

_TURNS = """
Questions about one turn in version 0.2.0, and since only what a turn changes is made anew, in
milliseconds: the medians of five runs of each, in turn, on one core of an Intel Xeon of 2.6 GHz on
which other work ran beside.

| what | before | after |
| --- | --- | --- |
| outcomes of a turn, 13 tiles | 1.96 | 0.44 |
| outcomes of a turn, 69 tiles | 31.8 | 1.84 |
| the kernel's listing, 69 tiles | 0.175 | 0.046 |
| check of one turn, 69 tiles | 2.30 | 0.48 |
| the referee on one turn, 69 tiles | 98.4 | 0.93 |
| hints for a turn, 69 tiles | 64.7 | 1.37 |
| page of a puzzle, 69 tiles | 43.9 | 8.4 |
| attempt of three turns, 69 tiles | 5.3 | 1.3 |

Since then hints also name the feature that counts, in 0.09 ms, and outcomes carry what other boxes
need. On one AMD EPYC, three runs of each by turns: hints took 0.69 ms before and 0.89 after,
outcomes along that line 0.65 and 0.76.

Two changes made `meepleproof verify --game solo` faster: compiling step 3 once saved about 7 %, and
ending without a last garbage collection, with less work in final scoring, another 15 %. More than a
third of its time is the model's listing and folding of turns and a sixth the process of CP-SAT (a
quarter of that is its start). The rest is spread over reading the scenarios, the engine, and
judging 600,000 cases.
"""
"""What was measured once, when it changed."""

_NEOM = """
## NEOM

What the engine takes to find the most points that *each* first action of the last turns of a game
leads to, their packs known; what it takes to check a whole log, and to count odds. Milliseconds; of
questions about two and three turns the least of three runs. The games are of the demo catalogue,
half of them played greedily, half at random, with all three tile sets. In some rows the player has
£{money} more than in the game, and a Disaster takes any two tiles, unless £8 are paid: at the end
of turn 7, or shown in the first of the packs. Then every pair of tiles that can be lost makes
another first action.

"""

_SEARCHES = """
## Exhaustive search

What it takes to prove the exact number of solutions: the whole call of `solve`, with its check of
the position. Each row is the same {positions} positions of random legal games, {turns} tiles placed
and {supply} or more meeples in supply, with so many known tiles and none after them. A search is
cut short at {cap:,} outcomes or {most:,} solutions; rows with such searches say how many
were *capped*, and what they show of these is less than the truth. Numbers are median / 90 % /
largest.

`total-12` stands for the totals of the checklist, which are far out of reach here. Brute force
visits everything, up to the same limits.

"""


_BESTS = """
## The best that can be reached

What it takes to find and prove the most points of a result, a road, a city at the same positions;
where none is completed that counts as 0.

"""


_MODEL = """
## Questions to the model

Seconds of processor time to say all that is required and to solve it, the start of the solvers'
processes included; from the set-up, with any tiles. Each is asked once: seeds and limits fix the
work. A game *in turn 5* first reaches the goal then; *the shortest* is one with the search through
all that could be shorter.

"""

_ARRIVALS = """
A proof game leads from the set-up to a table. It is asked for {games} tables of random games with
{tiles} tiles (the start tile is one of them), and for the same tables with a point more for the
first colour.

"""


def page(command: str, machine: dict[str, str | int], *parts: str) -> str:
    """Return the page as Markdown."""
    facts = "\n".join(f"* {name}: {fact}" for name, fact in machine.items())
    return _HEAD.format(command=command, machine=facts) + "".join(parts)


def engine_part(
    rows: Sequence[Measured],
    searches: Sequence[Searched],
    climbs: Sequence[Climbed],
    runs: int,
    sizes: Sizes,
) -> str:
    """Return what the page says of kernel and search."""
    about = _SEARCHES.format(
        positions=sizes.positions, turns=TURNS, supply=SUPPLY, cap=sizes.cap, most=MOST
    )
    speed = _table(("what", "unit", "to reach", "median", "least", "most"), map(_speed_row, rows))
    search = _table(
        (
            "goal",
            "tiles",
            "solutions",
            "with one",
            "outcomes",
            "ms",
            "to reach",
            "brute force: outcomes",
            "ms",
        ),
        map(_search_row, searches),
    )
    best = _table(
        ("goal", "tiles", "points", "outcomes", "ms"),
        map(_best_row, climbs),
    )
    return _SPEED.format(runs=runs) + speed + _TURNS + about + search + _BESTS + best


def model_part(answers: Sequence[Asked], arrivals: Sequence[Arrivals]) -> str:
    """Return what the page says of the model."""
    questions = _table(
        ("what", "answer", "reading", "to reach", "seconds"), map(_question_row, answers)
    )
    about = _ARRIVALS.format(games=GAMES, tiles=TILES)
    games = _table(
        ("what", "tables", "reading", "to reach", "median", "most"), map(_arrivals_row, arrivals)
    )
    return _MODEL + questions + about + games


def neom_part(rows: Sequence[Timed]) -> str:
    """Return what questions to NEOM's engine cost."""
    head = ("what", "asked", "to reach", "median", "90 %", "most")
    return _NEOM.format(money=MORE_MONEY) + _table(head, map(_timed_row, rows))


def _timed_row(row: Timed) -> tuple[str, ...]:
    times = (_milliseconds(seconds) for seconds in (row.median, row.tenth, row.most))
    return (row.name, str(row.asked), _milliseconds(row.to_reach), *times)


def _milliseconds(seconds: float) -> str:
    return f"{seconds * 1e3:,.{0 if seconds >= 0.01 else 1}f}"


def _question_row(one: Asked) -> tuple[str, ...]:
    return (one.name, one.verdict, one.reading, one.target, f"{one.seconds:.2f}")


def _arrivals_row(one: Arrivals) -> tuple[str, ...]:
    spread = (f"{one.median:.2f}", f"{one.most:.2f}")
    return (one.name, str(one.tables), one.reading, one.target, *spread)


def _speed_row(measured: Measured) -> tuple[str, ...]:
    row = measured.row
    numbers = (measured.median, measured.least, measured.most)
    return (row.name, row.unit, row.target, *(f"{number:,.{row.decimals}f}" for number in numbers))


def _search_row(row: Searched) -> tuple[str, ...]:
    capped = f", {row.capped} capped" if row.capped else ""
    return (
        row.goal,
        str(row.tiles),
        f"{row.solutions:,}{capped}",
        str(row.solvable),
        _counts(row.nodes),
        _times(row.milliseconds),
        f"{TARGETS[row.tiles]}" if row.goal == "road-5-3c" and row.tiles in TARGETS else "",
        _counts(row.brute_nodes) if row.brute_nodes else "",
        _times(row.brute_milliseconds) if row.brute_milliseconds else "",
    )


def _best_row(row: Climbed) -> tuple[str, ...]:
    capped = f", {row.capped} capped" if row.capped else ""
    return (
        row.goal,
        str(row.tiles),
        f"{_counts(row.worth)}{capped}",
        _counts(row.nodes),
        _times(row.milliseconds),
    )


def _counts(spread: Spread) -> str:
    return " / ".join(_short(number) for number in (spread.median, spread.ninth, spread.most))


def _times(spread: Spread) -> str:
    return " / ".join(
        f"{number:,.1f}" if number < 100 else f"{number:,.0f}"
        for number in (spread.median, spread.ninth, spread.most)
    )


def _short(number: float) -> str:
    """Return a number in three digits or so.

    >>> _short(58), _short(6650.5), _short(2_300_000)
    ('58', '6.7 k', '2.3 M')
    """
    for size, letter in ((10**6, "M"), (10**3, "k")):
        if number >= size:
            return f"{number / size:.{1 if number < 100 * size else 0}f} {letter}"
    return f"{number:.0f}"


def _table(head: tuple[str, ...], rows: Iterable[tuple[str, ...]]) -> str:
    lines = [head, tuple("---" for _ in head), *rows]
    return "".join(f"| {' | '.join(line)} |\n" for line in lines)
