"""``meepleproof pack build``: make packs as a plan says."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from contextlib import nullcontext
from pathlib import Path
from typing import Any, Protocol

import click

from generator.journal import Journal
from generator.pack_form import Title, pack_text
from generator.run import Plan, Run
from generator.solo.curation import Chosen, Selection, chosen_before, select
from generator.solo.pack_writing import pack_document, solutions_document
from generator.solo.pipeline import ProvedPuzzle, Wish
from generator.solo.wanted import HIGHEST_RATING, Wanted, read_start, start_words
from meepleproof.cli.console import INTERRUPTED, read_json, write_atomically
from meepleproof.cli.examples import examples
from meepleproof.cli.house.packs import build_pack
from meepleproof.cli.neom.packs import build_neom_pack
from meepleproof.cli.pack_files import (
    read_pack_files,
    refuse_existing_pack,
    retractions_of,
    write_pack,
)
from meepleproof.cli.pinned import made_again, pins_of
from meepleproof.cli.records.packs import build_record_pack
from meepleproof.cli.runs import (
    JOBS,
    local_workers,
    print_message,
    print_rejections,
    replay_journal,
    work,
)
from verifier.carcassonne.solo.codec import goal_from_json
from verifier.carcassonne.solo.goals import Goal
from verifier.carcassonne.solo.puzzle import CONTRACT, Contract, parse_goal
from verifier.carcassonne.solo.rule_set import SOLO
from verifier.documents.strict_json import Document
from verifier.documents.validation import validate
from verifier.errors import Malformed, MeepleproofError
from verifier.games import game_of
from verifier.verdict import EXIT_CODES

__all__ = ["command"]


_RECORDS = "record-plan"


class _BuildPack(Protocol):
    """Makes a pack of a plan in a folder; returns whether it has as many puzzles as planned."""

    def __call__(self, planned: Document, folder: str, *, force: bool) -> bool: ...


_BUILT_AT_ONCE: dict[str, _BuildPack] = {
    "house-plan": build_pack,
    "neom-plan": build_neom_pack,
    _RECORDS: build_record_pack,
}
"""What makes the packs of a plan, by its schema, where no run is kept."""


@click.command(
    epilog=examples(
        "pack build plan.json -o packs",
        "pack build plan.json --only road-10 --run journals -o packs",
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
    """Make the packs of a plan; of more puzzles than are needed, so many of each level are chosen.

    The same plan gives the same bytes. No two puzzles of a pack start, go or end alike, and none
    is among the retractions in the folder. Where the plan names the puzzles (--pin writes them
    there), these are made again, whatever would be chosen today; that keeps no journal.
    """
    document = read_json(plan)
    form = _form(document)
    wanted = _wanted(document, plan, only, form)
    for pack in wanted:
        refuse_existing_pack(_path(output, pack), force=force)
    if form in _BUILT_AT_ONCE:
        if runs is not None or jobs > 1 or pin:
            raise click.UsageError("--run, --jobs and --pin are for packs of solo positions")
        build_at_once = _BUILT_AT_ONCE[form]
        whole = [build_at_once(pack, output, force=force) for pack in wanted]
        return EXIT_CODES["holds" if all(whole) else "undecided"]
    _require_packs_before(wanted, document, output)
    retracted = retractions_of(Path(output))
    if runs is not None:
        Path(runs).mkdir(exist_ok=True)
    short = False
    for pack in wanted:
        if "pinned" in pack:
            again = made_again(pack, _plan(pack).wishes, jobs)
            print_message(f"{pack['id']}: {len(again)} puzzles made again")
            _write(_path(output, pack), pack, again, force=force)
            continue
        run = Run(_plan(pack))
        error = _run(run, pack, runs, jobs)
        if isinstance(error, MeepleproofError | OSError):
            raise error
        if error is not None:
            print_message("Interrupted; go on with the same command." if runs else "Interrupted.")
            return INTERRUPTED
        pool = [one.finished for one in run.progress]
        before = _chosen_before(pack, document, output)
        selection = select(pool, pack["per_level"], retracted, before)
        _print_selection(pack, run, selection)
        short = short or bool(selection.missing)
        _write(_path(output, pack), pack, selection.chosen, force=force)
        if pin:
            pack["pinned"] = pins_of(selection.chosen, run)
            write_atomically(plan, pack_text(document), force=True)
    return EXIT_CODES["undecided"] if short else EXIT_CODES["holds"]


def _form(document: Any) -> str:
    """Return the schema of the plan."""
    if game_of(document).name == "neom":
        return "neom-plan"
    stated = document.get("$schema") if isinstance(document, dict) else None
    if stated == f"urn:meepleproof:{_RECORDS}:1":
        return _RECORDS
    return "house-plan" if game_of(document).name == "house" else "plan"


def _wanted(document: Any, path: str, only: tuple[str, ...], form: str) -> list[Document]:
    validate(form, document, repr(path))
    packs = {pack["id"]: pack for pack in document["packs"]}
    if len(packs) < len(document["packs"]):
        raise Malformed("two packs of the plan have one id", where=f"{path!r}/packs")
    for identity in only:
        if identity not in packs:
            known = ", ".join(packs)
            raise Malformed(f"the plan has no pack {identity!r}; it has {known}", where="--only")
    return [packs[identity] for identity in only or packs]


def _before(pack: Document, document: Document) -> list[Document]:
    """Return the packs of its set, if it has one, that are chosen before a pack is chosen."""
    packs: list[Document] = document["packs"]
    is_free = "most_of_skeleton" in document and "pinned" not in pack
    return packs[: packs.index(pack)] if is_free else []


def _require_packs_before(wanted: Sequence[Document], document: Document, folder: str) -> None:
    """Check that the packs before these are in the folder, or will be when their turn comes.

    :raises Malformed: if one is missing.
    """
    for number, pack in enumerate(wanted):
        for one in _before(pack, document):
            if one not in wanted[:number] and not Path(_path(folder, one)).exists():
                raise Malformed(
                    f"{pack['id']!r} is chosen after {one['id']!r}, which is not in {folder!r}: "
                    "make that one first, or all",
                    where="--only",
                )


def _chosen_before(pack: Document, document: Document, folder: str) -> Chosen:
    """Return what was chosen for the packs before it in the plan, as they are in the folder."""
    packs = (read_pack_files(_path(folder, one))[1] for one in _before(pack, document))
    puzzles = ((one.puzzle, one.line or ()) for packed in packs for one in packed)
    return chosen_before(puzzles, document.get("most_of_skeleton", 0))


def _path(folder: str, pack: Document) -> str:
    return str(Path(folder) / f"{pack['id']}.json")


def _plan(pack: Document) -> Plan:
    wishes = tuple(
        Wish(
            _goal(wish["goal"], f"{pack['id']}/wishes/{number}/goal"),
            wish["tiles"],
            SOLO,
            wish.get("by_order", False),
            tuple(wish.get("needs", ())),
            wish.get("mid_game", False),
            _wanted_grade(wish),
            contract=_contract(pack),
            start=read_start(wish),
            decoys=wish.get("decoys", 0),
        )
        for number, wish in enumerate(pack["wishes"])
    )
    return Plan(wishes, pack["count"], pack["seed"], pack["candidates"])


def _goal(given: str | Document, where: str) -> Goal:
    return parse_goal(given) if isinstance(given, str) else goal_from_json(given, where)


def _run(
    run: Run, pack: Document, runs: str | None, jobs: int
) -> KeyboardInterrupt | MeepleproofError | OSError | None:
    """Work until the run has ended; return the interrupt or error that ended it early, or None."""
    with nullcontext() if runs is None else _journal(Path(runs) / pack["id"], pack) as journal:
        if journal is not None:
            replay_journal(run, journal)
        with local_workers(jobs) as workers:
            return work(run, workers, journal)


def _journal(folder: Path, pack: Document) -> Journal:
    """Return the pack's journal, a new one or the one of an earlier run.

    :raises Malformed: if it was begun for another plan.
    """
    planned = _parameters(pack) | {"seed": pack["seed"], "contract": _contract(pack)}
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


def _parameters(pack: Document) -> dict[str, int | str]:
    wishes = " ".join(
        "/".join([_goal_text(wish["goal"]), str(wish["tiles"]), *_further(wish)])
        for wish in pack["wishes"]
    )
    names = ("count", "per_level", "candidates")
    return {"wishes": wishes, **{name: pack[name] for name in names}}


def _wanted_grade(wish: Document) -> Wanted:
    return Wanted(
        wish.get("level", ""),
        wish.get("rating_from", 0),
        wish.get("rating_to", HIGHEST_RATING),
        tuple(wish.get("themes", ())),
        tuple(wish.get("without_themes", ())),
    )


def _further(wish: Document) -> Iterator[str]:
    if wish.get("by_order"):
        yield "order"
    for name in wish.get("needs", ()):
        yield f"needs-{name}"
    if wish.get("mid_game"):
        yield "mid-game"
    if "level" in wish:
        yield f"level-{wish['level']}"
    for name in ("rating_from", "rating_to"):
        if name in wish:
            yield f"{name}-{wish[name]}".replace("_", "-")
    yield from (f"theme-{name}" for name in wish.get("themes", ()))
    yield from (f"without-{name}" for name in wish.get("without_themes", ()))
    yield from start_words(wish)
    if "decoys" in wish:
        yield f"decoys-{wish['decoys']}"


def _contract(pack: Document) -> Contract:
    """Return the contract of a pack's puzzles, which is also the form it is written in."""
    contract: Contract = pack.get("contract", CONTRACT)
    return contract


def _goal_text(given: str | Document) -> str:
    """Return a goal of a plan for the journal, in which runs of other plans are told apart."""
    return given if isinstance(given, str) else json.dumps(given, sort_keys=True)


def _print_selection(pack: Document, run: Run, selection: Selection) -> None:
    print_rejections(run)
    name = pack["id"]
    print_message(f"{name}: {len(selection.chosen)} puzzles chosen of {len(run.puzzles)}")
    for reason, times in sorted(selection.left_out.items()):
        print_message(f"{name}: left out {times}: {reason}")
    for level, number in selection.missing:
        print_message(
            f"{name}: {number} of level {level} are missing; ask for more, or other tiles"
        )


def _write(path: str, pack: Document, chosen: Sequence[ProvedPuzzle], *, force: bool) -> None:
    title = Title(pack["id"], pack["title"], pack["version"])
    form = _contract(pack)
    document = pack_document(
        chosen,
        title,
        rules=SOLO,
        seed=pack["seed"],
        parameters=_parameters(pack),
        form=form,
    )
    write_pack(path, document, solutions_document(chosen, title, form), force=force)
