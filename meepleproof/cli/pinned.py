"""Packs whose puzzles a plan names: those are made again, whatever would be chosen today."""

from __future__ import annotations

from collections.abc import Sequence

from generator.run import Run
from generator.solo.pipeline import ProvedPuzzle, Rejection, Wish, make_again
from meepleproof.cli.status_line import status_line
from meepleproof.cli.workers import workers
from verifier.constraints.cpsat import CpSatSolver
from verifier.documents.strict_json import Document
from verifier.errors import Malformed

__all__ = ["made_again", "pins_of"]


def made_again(pack: Document, wishes: Sequence[Wish], jobs: int) -> list[ProvedPuzzle]:
    """Return the puzzles that a planned pack names, in its order.

    :raises Malformed: if a candidate does not become the puzzle that is named.
    """
    pins = pack["pinned"]
    where = f"{pack['id']}/pinned"
    for number, pin in enumerate(pins):
        if pin["wish"] >= len(wishes):
            message = f"there is no wish {pin['wish']}; they are numbered 0 to {len(wishes) - 1}"
            raise Malformed(message, where=f"{where}/{number}/wish")
    tasks = [(wishes[pin["wish"]], pack["seed"], pin["candidate"], pin["id"]) for pin in pins]
    made = list[ProvedPuzzle]()
    with workers(jobs) as executor, status_line() as show:
        for number, one in enumerate(executor.map(_made_again, tasks)):
            if isinstance(one, Rejection):
                message = f"candidate {one.candidate}, puzzle {pins[number]['id']}: {one.reason}"
                raise Malformed(message, where=f"{where}/{number}")
            made.append(one)
            show(f"{pack['id']}: puzzle {len(made)} of {len(pins)}")
    return made


def _made_again(task: tuple[Wish, int, int, str]) -> ProvedPuzzle | Rejection:
    """Return what the candidate becomes. A worker runs this."""
    with CpSatSolver() as solver:
        return make_again(*task, solver)


def pins_of(chosen: Sequence[ProvedPuzzle], run: Run) -> list[Document]:
    """Return what a plan names of puzzles chosen from a run: wish, candidate and id."""
    wish_of = {
        one.puzzle.id: wish
        for wish, progress in reversed([*enumerate(run.progress)])
        for one in progress.finished
    }
    return [
        {"wish": wish_of[one.puzzle.id], "candidate": one.candidate, "id": one.puzzle.id}
        for one in chosen
    ]
