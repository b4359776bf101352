"""``meepleproof pack check``: prove every puzzle of packs again, by both keys."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

import click

from generator.chance import Chance
from generator.collection.folder import withdrawn_in
from generator.kinds import kind_named
from generator.pack import Packed
from generator.workers import SolverLost, WorkerSolver
from meepleproof.cli.console import emit_json
from meepleproof.cli.examples import examples
from meepleproof.cli.pack_files import read_pack_files
from meepleproof.cli.printing import echo
from meepleproof.cli.runs import JOBS
from meepleproof.cli.shipped import pack_path, packs_and_files
from meepleproof.cli.status_line import ShowStatus, status_line
from meepleproof.cli.ticks import OutOfTime, in_time, require_time, used_up
from meepleproof.cli.workers import workers
from verifier.constraints.process import undecided_by_model
from verifier.errors import KeysDisagree, Undecided
from verifier.verdict import EXIT_CODES, Answer

__all__ = ["command"]

_EACH = "Seconds at most for each puzzle, both keys together; 0, the default, is no limit."


@dataclass(frozen=True, slots=True)
class _PackReport:
    """The report on a pack: how many puzzles were looked at, what is wrong, and what is open."""

    pack: str
    version: str
    puzzles: int
    proved: int
    wrong: tuple[str, ...]
    undecided: tuple[str, ...]
    disagreement: str = ""

    @property
    def answer(self) -> Answer:
        if self.disagreement:
            return "keys disagree"
        if self.wrong:
            return "violated"
        return "undecided" if self.undecided else "holds"

    def to_json(self) -> dict[str, Any]:
        head = {"pack": self.pack, "version": self.version, "answer": self.answer}
        wrong = [*self.wrong, *([self.disagreement] if self.disagreement else [])]
        document = {**head, "puzzles": self.puzzles, "proved": self.proved, "wrong": wrong}
        return {**document, "undecided": list(self.undecided)} if self.undecided else document

    def in_words(self) -> Iterator[str]:
        name = f"{self.pack} {self.version}"
        if self.answer in ("holds", "undecided"):
            yield f"{name}: {self.proved} of {self.puzzles} puzzles proved again by both keys."
        for left in self.undecided:
            yield f"{name}: {left}."
        for wrong in self.wrong:
            yield f"{name}: {wrong}."
        if self.disagreement:
            yield f"{name}: the keys disagree: {self.disagreement}"


@click.command(epilog=examples("pack check house-whose-farm", "pack check --sample 2 road-10 stay"))
@click.argument("packs", metavar="PACK...", nargs=-1, required=True, shell_complete=packs_and_files)
@click.option("--sample", type=click.IntRange(1), help="Prove only so many puzzles of a pack.")
@click.option("--seed", type=int, default=1, show_default=True, help="Random seed of the choice.")
@click.option("--jobs", metavar="N", type=JOBS, default=1, help="Worker processes.")
@click.option("--time", "seconds", metavar="SECONDS", type=float, default=0, help=_EACH)
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def command(
    *,
    packs: tuple[str, ...],
    sample: int | None,
    seed: int,
    jobs: int,
    seconds: float,
    as_json: bool,
) -> int:
    """Prove every puzzle of packs again, without believing anything they say.

    Exit code 0 if all holds, 1 if something does not, 4 if something was left open, because time
    ran out or a solver crashed for example, 5 if the keys disagree.
    """
    require_time(seconds)
    read = {path: read_pack_files(path) for path in map(pack_path, packs)}
    reports: list[_PackReport] = []
    with workers(jobs) as executor:
        for path, (document, packed) in read.items():
            chosen = _chosen(document, packed, sample, seed)
            with status_line() as show:
                show(f"{document['id']}: {len(chosen)} puzzles")
                results = executor.map(partial(_looked_at, seconds=seconds), chosen)
                looked_at = list(_counted(results, document["id"], len(chosen), show))
            wrong = [*_retracted(path, packed), *_alike(packed)]
            reports.append(_report(document, packed, chosen, looked_at, wrong))
            if not as_json:
                for line in reports[-1].in_words():
                    echo(line)
    if as_json:
        emit_json([one.to_json() for one in reports])
    return max(EXIT_CODES[one.answer] for one in reports)


def _chosen(
    document: dict[str, Any], packed: Sequence[Packed[Any]], sample: int | None, seed: int
) -> Sequence[Packed[Any]]:
    return packed if sample is None else Chance(seed, document["id"]).shuffled(packed)[:sample]


def _counted(
    results: Iterable[_LookedAt], pack: str, whole: int, show: ShowStatus
) -> Iterator[_LookedAt]:
    for number, one in enumerate(results, start=1):
        show(f"{pack}: {number} of {whole} puzzles")
        yield one


def _report(
    document: dict[str, Any],
    packed: Sequence[Packed[Any]],
    chosen: Sequence[Packed[Any]],
    looked_at: Sequence[_LookedAt],
    wrong: list[str],
) -> _PackReport:
    undecided = []
    for one, found in zip(chosen, looked_at, strict=True):
        wrong += [f"puzzle {one.id}: {sentence}" for sentence in found.wrong]
        if found.undecided:
            undecided.append(f"puzzle {one.id} is undecided: {found.undecided}")
    return _PackReport(
        document["id"],
        document["version"],
        len(packed),
        len(chosen) - len(undecided),
        tuple(wrong),
        tuple(undecided),
        next((found.disagreement for found in looked_at if found.disagreement), ""),
    )


def _retracted(path: str, packed: Sequence[Packed[Any]]) -> Iterator[str]:
    retracted = withdrawn_in(Path(path).parent).retracted
    for one in packed:
        if one.id in retracted:
            yield f"the puzzle {one.id} is retracted: {retracted[one.id]}"


@dataclass(frozen=True, slots=True)
class _LookedAt:
    """What is wrong with a puzzle, why something is open, and where the keys disagree."""

    wrong: tuple[str, ...]
    undecided: str = ""
    disagreement: str = ""


def _looked_at(packed: Packed[Any], seconds: float) -> _LookedAt:
    """Return what both keys find about a puzzle in that time. A worker runs this."""
    wrong: list[str] = []
    try:
        with in_time(seconds), WorkerSolver() as solver:
            wrong.extend(kind_named(packed.kind).discrepancies(packed, solver))
    except KeysDisagree as error:
        return _LookedAt(tuple(wrong), disagreement=str(error))
    except OutOfTime:
        return _LookedAt(tuple(wrong), undecided=used_up(seconds))
    except Undecided as error:
        return _LookedAt(tuple(wrong), undecided=error.message)
    except SolverLost as error:
        return _LookedAt(tuple(wrong), undecided=undecided_by_model(str(error)))
    return _LookedAt(tuple(wrong))


def _alike(packed: Sequence[Packed[Any]]) -> Iterator[str]:
    seen: dict[str, str] = {}
    for one in packed:
        for mark in sorted(kind_named(one.kind).marks(one)):
            other = seen.setdefault(mark, one.id)
            if other != one.id:
                part = mark.partition(" ")[0]
                yield f"the puzzles {other} and {one.id} have the same {part}"
