"""docs/development/mutants.md: who catches each mutant."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from tests.mutants.mutant import Area, Mutant
from tests.mutants.mutant_runs import Found

_HEAD = """# Mutants: who catches a wrong rule

A mutant is this program with one wrong change. `make mutants` makes each of them in a copy, with
the kernel uncompiled if the change is there, and asks who notices. `meepleproof verify` alone must
catch every mutant of a rule of play. A mutant that nothing catches must be proved equivalent to the
original. The mutants are data, in `tests/mutants/`; this page is written by the run. Results are
cached per mutant until the mutant, its file, or its scenarios or tests change, and `--only` keeps
all other rows, so rows may come from different commits. `python -m tests.mutants --anew`, which
runs at night, asks again about all.

- **verify**: the scenarios, by both keys; the first that does not hold, those of the broken rule
  asked first.
- **conformance**: the [cases for foreign engines](../conformance.md) that show the rule, answered
  by the key that has the mutant.
- **oracle**: that key's outcomes on random positions against the naive third program of the tests.
- **tests**: for what is no rule of play, the first test that fails of those named for that part.

They are asked in this order until one notices the change, so "-" stands for one who was not asked
or noticed nothing; `python -m tests.mutants --all` asks everybody. A mutant is noticed by an answer
that differs or, where the table says so, by an error where there should be none.
"""


_SAME = "the same program"


class Unasked(Exception):
    """A mutant that nobody was asked about, neither in this run nor in the page as it was."""


def page(wanted: Sequence[tuple[Area, Mutant]], found: Iterable[Found], before: str = "") -> str:
    """Return the page about all these mutants, area by area.

    What was not found now is taken over from the page as it was before.

    :raises Unasked: if it is not there, either.
    """
    rows = {each.mutant.id: _row(each) for each in found}
    old = before.splitlines()
    for area, mutant in wanted:
        if mutant.id not in rows:
            rows[mutant.id] = _old_row(old, area, mutant)
    return "\n".join(_lines(wanted, rows))


def _old_row(lines: Sequence[str], area: Area, mutant: Mutant) -> str:
    begins = f"| {_described(mutant)} |"
    for line in lines:
        if line.startswith(begins) and line.count(" | ") == len(_columns(area)):
            return line
    raise Unasked(f"{mutant.id}: the page does not have it; ask with --only {mutant.id}")


def _lines(wanted: Sequence[tuple[Area, Mutant]], rows: Mapping[str, str]) -> Iterator[str]:
    yield _HEAD
    same = [mutant for _, mutant in wanted if mutant.equivalent]
    by_verify = sum(area.verify and _by_verify(rows[mutant.id]) for area, mutant in wanted)
    others = len(wanted) - by_verify - len(same)
    yield (
        f"{len(wanted)} mutants: {by_verify} caught by verify, {others} by others alone, "
        f"{len(same)} that change nothing.\n"
    )
    for area in dict.fromkeys(area for area, _ in wanted):
        yield f"## {area.title}\n"
        yield f"| mutant | {' | '.join(_columns(area))} |"
        yield f"| --- |{' --- |' * len(_columns(area))}"
        yield from (rows[mutant.id] for its, mutant in wanted if its == area)
        yield ""
    yield "## Mutants that change nothing\n"
    for mutant in same:
        yield f"- {_described(mutant)} {mutant.equivalent}"
    yield ""


def _by_verify(row: str) -> bool:
    return row.split(" | ")[2] not in ("-", _SAME)


def _described(mutant: Mutant) -> str:
    return f"`{mutant.id}`: {mutant.says}"


def _columns(area: Area) -> tuple[str, ...]:
    return ("rule", "verify", "conformance", "oracle") if area.verify else ("tests",)


def _row(found: Found) -> str:
    cells = [_described(found.mutant)]
    cells += [_cell(found, column) for column in _columns(found.area)]
    return f"| {' | '.join(cells)} |"


def _cell(found: Found, column: str) -> str:
    if column == "rule":
        return found.mutant.rule or "-"
    if found.mutant.equivalent:
        return _SAME
    ways = [what for name, what in found.noticed.items() if name.startswith(column) and what]
    text = "; ".join(dict.fromkeys(ways))
    shown = text if len(text) <= 70 else f"{text[:67]}..."
    return shown.replace("|", "\\|") or "-"
