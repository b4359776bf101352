"""``meepleproof pack check``: prove every puzzle of packs again, by both keys."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import click

from generator.chance import Chance
from generator.checking import discrepancies
from generator.curation import marks_of
from generator.house.checking import discrepancies as house_discrepancies
from generator.house.pack import PackedHousePuzzle
from generator.neom.checking import discrepancies as neom_discrepancies
from generator.neom.pack import PackedNeomPuzzle
from generator.pack import PackedPuzzle
from generator.records.checking import discrepancies as record_discrepancies
from generator.records.pack import PackedRecordPuzzle, is_record_pack
from meepleproof.cli.console import emit_json, read_json
from meepleproof.cli.examples import examples
from meepleproof.cli.house.packs import read_house_pack
from meepleproof.cli.neom_packs import is_neom, read_neom_pack
from meepleproof.cli.pack_files import read_pack_files, retractions_of
from meepleproof.cli.printing import echo
from meepleproof.cli.record_packs import read_record_pack
from meepleproof.cli.runs import JOBS
from meepleproof.cli.shipped import pack_path
from meepleproof.cli.status_line import status_line
from meepleproof.cli.workers import workers
from verifier.carcassonne.house.codec import (
    is_house,
)
from verifier.carcassonne.house.puzzle import canonical_text as canonical_table
from verifier.constraints.cpsat import CpSatSolver
from verifier.errors import KeysDisagree
from verifier.verdict import EXIT_CODES, Answer

__all__ = ["command"]

AnyPuzzle = PackedPuzzle | PackedHousePuzzle | PackedNeomPuzzle | PackedRecordPuzzle


@dataclass(frozen=True, slots=True)
class _PackReport:
    """The report on a pack: how many of its puzzles were proved again, and what is wrong."""

    pack: str
    version: str
    puzzles: int
    proved: int
    wrong: tuple[str, ...]
    disagreement: str = ""

    @property
    def answer(self) -> Answer:
        if self.disagreement:
            return "keys disagree"
        return "violated" if self.wrong else "holds"

    def to_json(self) -> dict[str, Any]:
        head = {"pack": self.pack, "version": self.version, "answer": self.answer}
        wrong = [*self.wrong, *([self.disagreement] if self.disagreement else [])]
        return {**head, "puzzles": self.puzzles, "proved": self.proved, "wrong": wrong}

    def in_words(self) -> Iterator[str]:
        name = f"{self.pack} {self.version}"
        if self.answer == "holds":
            yield f"{name}: {self.proved} of {self.puzzles} puzzles proved again by both keys."
        for wrong in self.wrong:
            yield f"{name}: {wrong}."
        if self.disagreement:
            yield f"{name}: the keys disagree: {self.disagreement}"


@click.command(epilog=examples("pack check pack.json", "pack check --sample 5 road-10 stay"))
@click.argument("packs", metavar="PACK...", nargs=-1, required=True)
@click.option("--sample", type=click.IntRange(1), help="Prove only so many puzzles of a pack.")
@click.option("--seed", type=int, default=1, show_default=True, help="Random seed of the choice.")
@click.option("--jobs", metavar="N", type=JOBS, default=1, help="Worker processes.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def command(
    *, packs: tuple[str, ...], sample: int | None, seed: int, jobs: int, as_json: bool
) -> int:
    """Prove every puzzle of packs again, without believing anything they say.

    Exit code 0 if all holds, 1 if something does not, 5 if the keys disagree.
    """
    read = {path: _read(path) for path in map(pack_path, packs)}
    reports: list[_PackReport] = []
    with workers(jobs) as executor:
        for path, (document, packed) in read.items():
            with status_line() as show:
                show(f"{document['id']}: {len(packed)} puzzles")
                reports.append(_checked(path, document, packed, sample, seed, executor))
            if not as_json:
                for line in reports[-1].in_words():
                    echo(line)
    if as_json:
        emit_json([one.to_json() for one in reports])
    return max(EXIT_CODES[one.answer] for one in reports)


def _read(path: str) -> tuple[dict[str, Any], Sequence[AnyPuzzle]]:
    document = read_json(path)
    if is_house(document):
        return document, read_house_pack(path, document)
    if is_neom(document):
        return document, read_neom_pack(path, document)
    if is_record_pack(document):
        return document, read_record_pack(path, document)
    return read_pack_files(path)


def _checked(
    path: str,
    document: dict[str, Any],
    packed: Sequence[AnyPuzzle],
    sample: int | None,
    seed: int,
    executor: Executor,
) -> _PackReport:
    retracted = retractions_of(Path(path).parent)
    wrong = [
        f"the puzzle {one.puzzle.id} is retracted: {retracted[one.puzzle.id]}"
        for one in packed
        if one.puzzle.id in retracted
    ]
    wrong += _alike(packed)
    chosen = packed if sample is None else Chance(seed, document["id"]).shuffled(packed)[:sample]
    disagreement = ""
    results = list(executor.map(_discrepancies, chosen))
    for one, (discrepant, disagreed) in zip(chosen, results, strict=True):
        wrong += [f"puzzle {one.puzzle.id}: {sentence}" for sentence in discrepant]
        disagreement = disagreement or disagreed
    return _PackReport(
        document["id"], document["version"], len(packed), len(chosen), tuple(wrong), disagreement
    )


def _discrepancies(packed: AnyPuzzle) -> tuple[tuple[str, ...], str]:
    """Return what is wrong with a puzzle, and where the keys disagree. A worker runs this."""
    try:
        if isinstance(packed, PackedHousePuzzle):
            return tuple(house_discrepancies(packed)), ""
        if isinstance(packed, PackedNeomPuzzle):
            return tuple(neom_discrepancies(packed)), ""
        if isinstance(packed, PackedRecordPuzzle):
            return tuple(record_discrepancies(packed)), ""
        with CpSatSolver() as solver:
            return tuple(discrepancies(packed, solver)), ""
    except KeysDisagree as error:
        return (), str(error)


def _alike(packed: Sequence[AnyPuzzle]) -> Iterator[str]:
    seen: dict[str, str] = {}
    for one in packed:
        for mark in sorted(_marks(one)):
            other = seen.setdefault(mark, one.puzzle.id)
            if other != one.puzzle.id:
                part = mark.partition(" ")[0]
                yield f"the puzzles {other} and {one.puzzle.id} have the same {part}"


def _marks(packed: AnyPuzzle) -> set[str]:
    if isinstance(packed, PackedHousePuzzle):
        return {f"table {canonical_table(packed.puzzle.position)}"}
    if isinstance(packed, PackedNeomPuzzle):
        return {f"question {packed.puzzle.question}"}
    if isinstance(packed, PackedRecordPuzzle):
        return {f"question {packed.puzzle}"}
    return marks_of(packed.puzzle, packed.line or ())
