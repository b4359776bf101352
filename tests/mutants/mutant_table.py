"""docs/mutants.md: who catches each mutant."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from tests.mutants.mutant import Area
from tests.mutants.mutant_runs import Found

_HEAD = """# Mutants: who catches a wrong rule

A mutant is this program with one wrong change. `make mutants` makes each of them in a copy,
uncompiled, and asks who notices. `meepleproof verify` alone must catch every mutant of a rule of
play; whatever nobody catches must be shown to be the same program. The mutants are data, in
`tests/mutants/`; this page is written by the run. What earlier runs found is kept until a mutant or
the file it changes is another, so the rows may rest on several states of the rest of the program;
`python -m tests.mutants --anew` asks again about all.

- **verify**: the scenarios, by both keys; the first that does not hold, those of the broken rule
  asked first.
- **conformance**: the [cases for foreign engines](conformance.md) that show the rule, answered by
  the key that has the mutant.
- **oracle**: that key's outcomes on random positions against the naive third program of the tests.
- **tests**: for what is no rule of play, the first test that fails of those named for that part.

They are asked in this order until one notices the change, so "-" stands for one who was not asked
or noticed nothing; `python -m tests.mutants --all` asks everybody. A mutant is noticed by an answer
that differs or, where the table says so, by an error where there should be none.
"""


def page(found: Iterable[Found]) -> str:
    """Return the page about these mutants, area by area."""
    return "\n".join(_lines(list(found)))


def _lines(found: list[Found]) -> Iterator[str]:
    yield _HEAD
    same = [each for each in found if each.mutant.equivalent]
    by_verify = sum(bool(each.noticed.get("verify")) for each in found)
    others = len(found) - by_verify - len(same)
    yield (
        f"{len(found)} mutants: {by_verify} caught by verify, {others} by others alone, "
        f"{len(same)} that change nothing.\n"
    )
    for area in dict.fromkeys(each.area for each in found):
        yield f"## {area.title}\n"
        yield f"| mutant | {' | '.join(_columns(area))} |"
        yield f"| --- |{' --- |' * len(_columns(area))}"
        yield from (_row(each) for each in found if each.area == area)
        yield ""
    yield "## Mutants that change nothing\n"
    for each in same:
        yield f"- `{each.mutant.id}`: {each.mutant.says} {each.mutant.equivalent}"
    yield ""


def _columns(area: Area) -> tuple[str, ...]:
    return ("rule", "verify", "conformance", "oracle") if area.verify else ("tests",)


def _row(found: Found) -> str:
    cells = [f"`{found.mutant.id}`: {found.mutant.says}"]
    cells += [_cell(found, column) for column in _columns(found.area)]
    return f"| {' | '.join(cells)} |"


def _cell(found: Found, column: str) -> str:
    if column == "rule":
        return found.mutant.rule or "-"
    if found.mutant.equivalent:
        return "the same program"
    told = [what for name, what in found.noticed.items() if name.startswith(column) and what]
    text = "; ".join(dict.fromkeys(told))
    shown = text if len(text) <= 70 else f"{text[:67]}..."
    return shown.replace("|", "\\|") or "-"
