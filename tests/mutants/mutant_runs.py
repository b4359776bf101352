"""Puts mutants to the catchers, several at a time, and keeps what was found."""

from __future__ import annotations

import json
import signal
import tempfile
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor, as_completed
from dataclasses import asdict, dataclass
from hashlib import sha256
from pathlib import Path
from queue import SimpleQueue
from subprocess import CompletedProcess

from tests.mutants.copied import Copied, catchers, fingerprint
from tests.mutants.mutant import ROOT, Area, Mutant

KEPT = ROOT / "build" / "mutants"

Noticed = dict[str, str]
"""By catcher, what it noticed first; empty if nothing."""

PYTEST = ("-m", "pytest", "-q", "-x", "--tb=no", "-rfE", "-p", "no:cacheprovider", "-p", "no:xdist")
_FAILED, _BROKEN_OFF = 1, 2


class Unusable(Exception):
    """A run that says nothing: a catcher did not run, or finds fault with the unchanged program."""


@dataclass(frozen=True, slots=True)
class Found:
    """What came of one mutant."""

    mutant: Mutant
    area: Area
    noticed: Noticed

    @property
    def survives(self) -> bool:
        """Whether nobody noticed anything."""
        return not any(self.noticed.values())

    @property
    def trouble(self) -> str:
        """What is wrong with this, in a sentence; empty if all is as it should be."""
        if self.mutant.equivalent:
            by = [name for name, what in self.noticed.items() if what]
            return f"is not equivalent, for it is caught by {', '.join(by)}" if by else ""
        if self.survives:
            return "survives"
        if self.area.verify and not self.noticed["verify"]:
            return "is not caught by verify alone"
        return ""


def run(
    wanted: list[tuple[Area, Mutant]], jobs: int, show: Callable[[str], None], *, everybody: bool
) -> list[Found]:
    """Return what came of each mutant, in the order given.

    Catchers are asked until one notices something, or ``everybody``.

    :raises Stale: if a mutant does not apply.
    :raises Unusable: if the catchers say nothing of use.
    """
    with tempfile.TemporaryDirectory(prefix="mutants-") as folder:
        catching = _Catching(Path(folder), jobs, everybody=everybody)
        found: dict[str, Found] = {}
        with ThreadPoolExecutor(jobs) as pool:
            for each in as_completed(pool.submit(catching.found, a, m) for a, m in wanted):
                one = each.result()
                found[one.mutant.id] = one
                by = ", ".join(name for name, what in one.noticed.items() if what) or "nobody"
                marked = f" *** {one.trouble}" if one.trouble else ""
                show(f"{len(found)}/{len(wanted)} {one.mutant.id}: {by}{marked}")
        show("nothing changed: nobody may notice anything")
        for compiled in (False, True):
            areas = {area: None for area, mutant in wanted if mutant.in_kernel is not compiled}
            if areas:
                catching.require_quiet(areas, compiled=compiled)
    return [found[mutant.id] for _, mutant in wanted]


class _Catching:
    """Copies of the program, each lent to one mutant at a time."""

    def __init__(self, folder: Path, copies: int, *, everybody: bool) -> None:
        self._who = "all" if everybody else "first"
        self._free: SimpleQueue[Copied] = SimpleQueue()
        for number in range(copies):
            self._free.put(Copied(folder / str(number)))

    def require_quiet(self, areas: Iterable[Area], *, compiled: bool) -> None:
        """Do nothing if no catcher finds fault with the program as it is.

        :raises Unusable: if one does.
        """
        keys = {key: None for area in areas for key in area.keys}
        tests = {file: None for area in areas for file in area.tests}
        verify = any(area.verify for area in areas)
        everything = Area("all", "", verify, tuple(keys), tuple(tests), ())
        noticed = self._noticed(everything, None, compiled=compiled)
        loud = [f"{name}: {what}" for name, what in noticed.items() if what]
        if loud:
            raise Unusable(f"without any mutant, {'; '.join(loud)}")

    def found(self, area: Area, mutant: Mutant) -> Found:
        """Return what comes of the mutant."""
        noticed = self._noticed(area, mutant, compiled=not mutant.in_kernel)
        return Found(mutant, area, noticed)

    def _noticed(self, area: Area, mutant: Mutant | None, *, compiled: bool) -> Noticed:
        """Return what the catchers notice, from an earlier run if that asked the same."""
        key = [
            *(self._who, area.verify, area.keys, area.tests),
            *(_changed(mutant), catchers(area), compiled),
        ]
        kept = KEPT / f"{sha256(json.dumps(key).encode()).hexdigest()}.json"
        if kept.exists():
            known: Noticed = json.loads(kept.read_text(encoding="utf-8"))
            return known
        copied = self._free.get()
        try:
            with copied.with_mutant(mutant, compiled=compiled):
                rule = "" if mutant is None else mutant.rule
                noticed = dict(self._by_keys(copied, rule, area)) if area.verify else {}
                if self._who == "all" or not any(noticed.values()):
                    noticed |= dict(_by_tests(copied, area))
        finally:
            self._free.put(copied)
        KEPT.mkdir(parents=True, exist_ok=True)
        kept.write_text(json.dumps(noticed), encoding="utf-8")
        return noticed

    def _by_keys(self, copied: Copied, rule: str, area: Area) -> Iterator[tuple[str, str]]:
        module = "tests.mutants.catching"
        ended = copied.run("-m", module, str(copied.folder), self._who, rule, *area.keys)
        for line in ended.stdout.splitlines():
            name, what = json.loads(line)
            yield name, what
        if ended.returncode:
            yield "verify" if not ended.stdout else "the next catcher", _end(ended)


def _changed(mutant: Mutant | None) -> list[str]:
    """Return the mutant and the file it makes; without one, all files."""
    if mutant is None:
        return [fingerprint()]
    text = (ROOT / mutant.file).read_text(encoding="utf-8")
    return [*asdict(mutant).values(), mutant.applied(text)]


def _end(ended: CompletedProcess[str]) -> str:
    """Return why a process ended early: a program that does not even start is caught, too."""
    if ended.returncode == -signal.SIGXCPU:
        return "does not end"
    if ended.returncode == 1 and ended.stderr.startswith("Traceback"):
        return f"error, {ended.stderr.splitlines()[-1]}"
    raise Unusable(f"a catcher ended with {ended.returncode}: {ended.stderr[-2000:]}")


def _by_tests(copied: Copied, area: Area) -> Iterator[tuple[str, str]]:
    """Run the area's tests, up to the first file that fails."""
    for file in area.tests:
        ended = copied.run(*PYTEST, file)
        failed = [
            line.split(" ")[1].rpartition("::")[2].partition("[")[0]
            for line in ended.stdout.splitlines()
            if line.startswith(("FAILED", "ERROR"))
        ]
        if ended.returncode not in (0, _FAILED, _BROKEN_OFF):
            raise Unusable(f"pytest {file} ended with {ended.returncode}: {ended.stdout[-2000:]}")
        yield file, (failed[0] if failed else "cannot start") if ended.returncode else ""
        if ended.returncode:
            return
