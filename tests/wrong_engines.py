"""Wrong engines, one fault each, put to the conformance suite; ``python -m tests.wrong_engines``.

It writes docs/development/wrong-engines.md: what finds each of them, and where its broken rule
stands in the table of rules that ``meepleproof conform`` prints. The faults are in
``wrong_engines.toml``; each is a change to the text of the small engine or of the toy engine
under it.
"""

from __future__ import annotations

import sys
import tomllib
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from itertools import islice
from pathlib import Path
from types import CodeType, ModuleType
from typing import Any
from unittest.mock import patch

from tests import small_engine
from verifier.carcassonne.example import toy_engine
from verifier.carcassonne.solo.conformance import (
    AREAS,
    BOXES,
    Case,
    CaseResult,
    cases,
    judge,
    suspects,
)
from verifier.documents.strict_json import Document

FAULTS = Path(__file__).with_suffix(".toml")
PAGE = Path(__file__).parent.parent / "docs" / "development" / "wrong-engines.md"

LEAST = 3
"""Cases that must fail in the area where a rule is taught, and rows among which the rule stands."""

MOST_LINES = 400
"""The small engine is not asked to count more."""

Reply = Callable[[Document], Document]


@dataclass(frozen=True, slots=True)
class Fault:
    """A fault: the rule that it breaks, the area where that is taught, and the texts changed."""

    id: str
    area: str
    rule: str
    says: str
    changes: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Found:
    """What the suite says of an engine with a fault: which cases failed, and which rules first."""

    fault: Fault
    failed: tuple[Case, ...]
    rules: tuple[str, ...]

    @property
    def taught(self) -> tuple[Case, ...]:
        """The cases that failed in the area where the rule is taught."""
        return tuple(case for case in self.failed if case.area == self.fault.area)

    @property
    def row(self) -> int:
        """The row of the broken rule in the table of rules, from 1; 0 if it is not there."""
        return self.rules.index(self.fault.rule) + 1 if self.fault.rule in self.rules else 0

    @property
    def sees_it(self) -> bool:
        """Whether that is enough for an author to find the fault."""
        return len(self.taught) >= LEAST and 1 <= self.row <= LEAST


def faults() -> tuple[Fault, ...]:
    """Return all faults."""
    entries = tomllib.loads(FAULTS.read_text(encoding="utf-8"))["fault"]
    return tuple(
        Fault(**entry | {"changes": tuple((old, new) for old, new in entry["changes"])})
        for entry in entries
    )


def engine_with(fault: Fault | None) -> Reply:
    """Return the small engine, with a fault if one is given.

    :raises AssertionError: if a text to be changed is not there just once.
    """
    texts = {
        module.__name__: Path(str(module.__file__)).read_text(encoding="utf-8")
        for module in (toy_engine, small_engine)
    }
    for old, new in fault.changes if fault else ():
        places = [name for name, text in texts.items() for _ in range(text.count(old))]
        assert len(places) == 1, f"{fault.id if fault else ''}: {len(places)} places have {old!r}"
        name = places[0]
        texts[name] = texts[name].replace(old, new)
    made: dict[str, ModuleType] = {}
    with patch.dict(sys.modules):
        for module in (toy_engine, small_engine):
            made[module.__name__] = sys.modules[module.__name__] = ModuleType(module.__name__)
            made[module.__name__].__file__ = module.__file__
            exec(  # noqa: S102 - our own text, changed
                _compiled(texts[module.__name__], str(module.__file__)),
                made[module.__name__].__dict__,
            )
    reply: Reply = made[small_engine.__name__].reply
    return reply


@cache
def _compiled(text: str, name: str) -> CodeType:
    return compile(text, name, "exec")


@cache
def asked() -> tuple[Case, ...]:
    """Return the cases that the small engine is asked: it knows the base game alone."""
    asked = (c for c in cases() if c.area != BOXES)
    return tuple(c for c in asked if sum(c.answer.get("leaves", [])) <= MOST_LINES)


def results(reply: Reply, chosen: Iterable[Case]) -> Iterator[CaseResult]:
    """Yield the results of an engine; one that breaks down over a request answers ``error``."""
    for case in chosen:
        answered: dict[str, Any] = {"error": "it broke down"}
        with suppress(Exception):
            answered = reply(case.request)
        yield judge(case, answered)


def found(fault: Fault) -> Found:
    """Return what the whole suite says of an engine with this fault."""
    judged = list(results(engine_with(fault), asked()))
    failed = tuple(each.case for each in judged if each.ruling == "failed")
    return Found(fault, failed, tuple(suspects(judged)))


def failing(fault: Fault, most: int) -> list[Case]:
    """Return some cases of the area that teaches its rule which an engine with this fault fails."""
    here = [case for case in asked() if case.area == fault.area]
    here.sort(key=lambda case: (fault.rule not in case.rules, len(case.rules)))  # likely ones first
    failed = (r.case for r in results(engine_with(fault), here) if r.ruling == "failed")
    return list(islice(failed, most))


HEAD = f"""# Wrong engines: what the conformance suite finds

Can the [suite](../conformance.md) find what is wrong with an engine, and does it say so? Each
engine below is a small one that shares no rule with this program (`tests/small_engine.py`) and
passes all that it is asked, with one fault put in on purpose (`tests/wrong_engines.toml`). For
each, at least {LEAST} cases fail in the area where the page for authors teaches the broken rule,
and that rule is one of the first {LEAST} in the table of rules that `meepleproof conform` prints.

`make wrong-engines` puts the whole suite to all of them and writes this page; the slow tests do so
every night. The faults were known when cases were added and rules named, so this shows that these
are found, not how likely any other fault is to be.
"""


def _row(one: Found) -> str:
    numbers = f"{len(one.taught)} | {len(one.failed)} | {one.row}"
    return f"| {one.fault.says} | {one.fault.rule} | {numbers} |"


def page(all_found: Iterable[Found]) -> str:
    """Return the page about these engines, area by area."""
    lines = [HEAD]
    by_area: dict[str, list[Found]] = {area: [] for area in AREAS}
    for each in all_found:
        by_area[each.fault.area].append(each)
    for area, rows in by_area.items():
        if rows:
            lines += [f"## `{area}`: {AREAS[area]}", ""]
            lines += [
                "| the engine's fault | rule | fails here | in all | row |",
                "| --- | --- | --- | --- | --- |",
            ]
            lines += map(_row, rows)
            lines.append("")
    return "\n".join(lines)


if __name__ == "__main__":
    everything = [found(fault) for fault in faults()]
    PAGE.write_text(page(everything), encoding="utf-8", newline="\n")
    unseen = [each.fault.id for each in everything if not each.sees_it]
    sys.exit(f"not found, or not told: {', '.join(unseen)}" if unseen else 0)
