"""``meepleproof pack build``: make packs as a plan says."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import nullcontext
from pathlib import Path
from typing import Any

import click

from generator.collection.folder import withdrawn_in
from generator.journal import Journal
from generator.kind import Rejection, Result, Wish
from generator.kinds import form_of_plan, kind_named
from generator.pack import Packed, PackForm, Selection, Title, pack_text
from generator.run import Plan, Run
from meepleproof.cli.console import INTERRUPTED, read_json, write_atomically
from meepleproof.cli.examples import examples
from meepleproof.cli.pack_files import (
    read_pack_files,
    refuse_existing_pack,
    write_pack,
)
from meepleproof.cli.runs import (
    JOBS,
    local_workers,
    print_message,
    print_rejections,
    replay_journal,
    work,
)
from meepleproof.cli.status_line import status_line
from meepleproof.cli.workers import workers
from verifier.constraints.cpsat import CpSatSolver
from verifier.documents.strict_json import Document
from verifier.documents.validation import validate
from verifier.errors import Malformed, MeepleproofError
from verifier.verdict import EXIT_CODES

__all__ = ["command"]


@click.command(
    epilog=examples(
        "example plan -o plan.json",
        "pack build plan.json -o packs",
        "pack build plan.json --only small-roads --run journals -o more",
    )
)
@click.argument("plan", metavar="PLAN")
@click.option("--only", metavar="ID", multiple=True, help="Make only this pack of the plan.")
@click.option("--jobs", metavar="N", type=JOBS, default=1, help="Worker processes.")
@click.option("--run", "runs", metavar="DIR", help="Keep journals there; resume those there.")
@click.option("--pin", is_flag=True, help="Name the chosen puzzles in the plan, for later builds.")
@click.option("-o", "--output", metavar="DIR", default=".", help="Write the packs there.")
@click.option("--force", is_flag=True, help="Overwrite existing files.")
def command(
    *,
    plan: str,
    only: tuple[str, ...],
    jobs: int,
    runs: str | None,
    pin: bool,
    output: str,
    force: bool,
) -> int:
    """Make the packs of a plan; of more puzzles than are needed, those that differ are chosen.

    The same plan gives the same bytes. None of the puzzles is among the retractions in the folder;
    of those for goals, no two start, go or end alike. Where the plan names the puzzles (--pin
    writes them there), these are made again, whatever would be chosen today; that keeps no journal.
    """
    document = read_json(plan)
    form = form_of_plan(document, repr(plan))
    wanted = _wanted(document, plan, only, form)
    Path(output).mkdir(exist_ok=True)
    for pack in wanted:
        refuse_existing_pack(_path(output, pack["id"]), force=force)
    _require_packs_before(wanted, document, form, output)
    retracted = withdrawn_in(Path(output)).retracted
    if runs is not None:
        Path(runs).mkdir(exist_ok=True)
    short = False
    for pack in wanted:
        planned = _plan(pack, form, tuple(retracted))
        if "pinned" in pack:
            again = _made_again(pack, planned.wishes, jobs)
            print_message(f"{pack['id']}: {len(again)} puzzles made again")
            _write(output, pack, form, again, force=force)
            continue
        run = Run(planned)
        error = _run(run, pack, form, runs, jobs)
        if isinstance(error, MeepleproofError | OSError):
            raise error
        if error is not None:
            print_message("Interrupted; go on with the same command." if runs else "Interrupted.")
            return INTERRUPTED
        selection = _selection(run, pack, document, form, output)
        _print_selection(pack, run, selection)
        short = short or bool(selection.missing)
        if selection.chosen or not selection.missing:
            _write(output, pack, form, selection.chosen, force=force)
        if pin and selection.chosen:
            pack["pinned"] = _pins_of(selection.chosen, run)
            write_atomically(plan, pack_text(document), force=True)
    return EXIT_CODES["undecided"] if short else EXIT_CODES["holds"]


def _wanted(document: Any, path: str, only: tuple[str, ...], form: PackForm[Any]) -> list[Document]:
    validate(form.plan, document, repr(path))
    packs = {pack["id"]: pack for pack in document["packs"]}
    if len(packs) < len(document["packs"]):
        raise Malformed("two packs of the plan have one id", where=f"{path!r}/packs")
    for identity in only:
        if identity not in packs:
            known = ", ".join(packs)
            raise Malformed(f"the plan has no pack {identity!r}; it has {known}", where="--only")
    return [packs[identity] for identity in only or packs]


def _require_packs_before(
    wanted: Sequence[Document], document: Document, form: PackForm[Any], folder: str
) -> None:
    """Check that the packs before these are in the folder, or will be when their turn comes.

    :raises Malformed: if one is missing.
    """
    for number, pack in enumerate(wanted):
        made = {one["id"] for one in wanted[:number]}
        for one in form.chosen_before(pack, document):
            if one not in made and not Path(_path(folder, one)).exists():
                raise Malformed(
                    f"{pack['id']!r} is chosen after {one!r}, which is not in {folder!r}: "
                    "make that one first, or all",
                    where="--only",
                )


def _path(folder: str, identity: str) -> str:
    return str(Path(folder) / f"{identity}.json")


def _plan(pack: Document, form: PackForm[Any], retracted: tuple[str, ...]) -> Plan:
    kind = kind_named(form.planned_kind(pack))
    wishes = list[Wish]()
    for number, options in enumerate(form.planned(pack)):
        place = f"wishes/{number}/" if "wishes" in pack else ""
        try:
            wishes += kind.wishes(options)
        except MeepleproofError as error:
            raise error.at(f"{pack['id']}/{place}{error.where}") from None
    return Plan(tuple(wishes), form.pool(pack), pack["seed"], pack["candidates"], retracted)


def _run(
    run: Run, pack: Document, form: PackForm[Any], runs: str | None, jobs: int
) -> KeyboardInterrupt | MeepleproofError | OSError | None:
    """Work until the run has ended; return the interrupt or error that ended it early, or None."""
    kept = nullcontext() if runs is None else _journal(Path(runs) / pack["id"], pack, form)
    with kept as journal:
        if journal is not None:
            replay_journal(run, journal)
        with local_workers(jobs) as opened:
            return work(run, opened, journal)


def _journal(folder: Path, pack: Document, form: PackForm[Any]) -> Journal:
    """Return the pack's journal, a new one or the one of an earlier run.

    :raises Malformed: if it was begun for another plan.
    """
    planned = form.journalled(pack)
    if not folder.exists():
        return Journal.begin(str(folder), planned)
    journal = Journal.resume(str(folder))
    begun = journal.parameters
    if begun != planned:
        journal.close()
        others = ", ".join(
            f"{name} {begun.get(name, 'missing')} and not {planned.get(name, 'missing')}"
            for name in sorted(begun.keys() | planned.keys())
            if begun.get(name) != planned.get(name)
        )
        raise Malformed(
            f"the run was started for another plan, with {others}; use another folder for this one",
            where=str(folder),
        )
    return journal


def _selection(
    run: Run, pack: Document, plan: Document, form: PackForm[Any], folder: str
) -> Selection:
    """Return the puzzles chosen of those made, with a view to the packs before this one."""
    before = [
        one
        for identity in form.chosen_before(pack, plan)
        for one in read_pack_files(_path(folder, identity))[1]
    ]
    pool = [one.finished for one in run.progress]
    side = {
        one.id: progress.kind.side(one) for progress in run.progress for one in progress.finished
    }
    return form.select(pool, pack, plan, before=before, side=side)


def _print_selection(pack: Document, run: Run, selection: Selection) -> None:
    print_rejections(run)
    name = pack["id"]
    print_message(f"{name}: {len(selection.chosen)} puzzles chosen of {len(run.puzzles)}")
    for reason, times in sorted(selection.left_out.items()):
        print_message(f"{name}: left out {times}: {reason}")
    for missing in selection.missing:
        print_message(f"{name}: {missing}")


def _write(
    folder: str, pack: Document, form: PackForm[Any], chosen: Sequence[Packed[Any]], *, force: bool
) -> None:
    document, solutions = form.write(
        chosen,
        Title(pack["id"], pack["title"], pack["version"]),
        seed=pack["seed"],
        parameters=form.planned_parameters(pack),
        options=form.planned(pack)[0],
    )
    write_pack(_path(folder, pack["id"]), document, solutions, force=force)


# --- puzzles that a plan names


def _made_again(pack: Document, wishes: Sequence[Wish], jobs: int) -> list[Packed[Any]]:
    """Return the puzzles that a planned pack names, in its order.

    :raises Malformed: if a candidate does not become the puzzle that is named.
    """
    pins = pack["pinned"]
    where = f"{pack['id']}/pinned"
    for number, pin in enumerate(pins):
        if pin["wish"] >= len(wishes):
            message = f"there is no wish {pin['wish']}; they are numbered 0 to {len(wishes) - 1}"
            raise Malformed(message, where=f"{where}/{number}/wish")
    tasks = [
        (wishes[pin["wish"]], pin.get("seed", pack["seed"]), pin["candidate"], pin["id"])
        for pin in pins
    ]
    made = list[Packed[Any]]()
    with workers(jobs) as executor, status_line() as show:
        for number, one in enumerate(executor.map(_make_again, tasks)):
            if isinstance(one, Rejection):
                message = f"candidate {one.candidate}, puzzle {pins[number]['id']}: {one.reason}"
                raise Malformed(message, where=f"{where}/{number}")
            made.append(one)
            show(f"{pack['id']}: puzzle {len(made)} of {len(pins)}")
    return made


def _make_again(task: tuple[Wish, int, int, str]) -> Result:
    """Return what the candidate becomes. A worker runs this."""
    with CpSatSolver() as solver:
        return kind_named(task[0].kind).make_again(*task, solver)


def _pins_of(chosen: Sequence[Packed[Any]], run: Run) -> list[Document]:
    """Return what a plan names of puzzles chosen from a run: wish, candidate and id."""
    wish_of = {
        one.id: wish
        for wish, progress in reversed([*enumerate(run.progress)])
        for one in progress.finished
    }
    return [
        {
            "wish": wish_of[one.id],
            "candidate": one.document["source"]["candidate"],
            "id": one.id,
        }
        for one in chosen
    ]
