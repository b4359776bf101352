"""``meepleproof generate``: make a pack of puzzles."""

from __future__ import annotations

import shlex
from contextlib import AbstractContextManager
from dataclasses import asdict
from typing import Any, get_type_hints

import click
from click.core import ParameterSource

from generator.journal import Journal
from generator.pack_form import Title, pack_text
from generator.run import Run
from generator.solo.pack_writing import pack_document, solutions_document
from generator.workers import Workers
from meepleproof.cli.cluster import cluster
from meepleproof.cli.console import INTERRUPTED
from meepleproof.cli.examples import examples
from meepleproof.cli.house.packs import generate_pack
from meepleproof.cli.neom.packs import generate_neom_pack
from meepleproof.cli.pack_files import refuse_existing_pack, write_pack, wrote_in_words
from meepleproof.cli.printing import echo_data
from meepleproof.cli.records.packs import generate_record_pack
from meepleproof.cli.runs import (
    JOBS,
    local_workers,
    print_message,
    print_rejections,
    replay_journal,
    work,
)
from meepleproof.cli.wishes import WishOptions, check_numbers, wish_options
from verifier.errors import Malformed, MeepleproofError
from verifier.verdict import EXIT_CODES

__all__ = ["command"]

_KINDS = (
    "Solo Variant: find-the-error, which-rule, help, retro or proof-game. "
    "House game: whose-farm, part-turn, study or double-turn. "
    "NEOM: last-turns, disaster or link."
)


@click.command(
    epilog=examples(
        "generate --goal road-5-3c --count 3 --seed 7 -o pack.json",
        "generate --goal city-16 --needs order --tiles 3 -o pack.json",
        "generate --game house --kind study --count 2 -o studies.json",
    )
)
@click.option(
    "--game", type=click.Choice(["solo", "house", "neom"]), default="solo", help="Which game."
)
@click.option("--kind", help=_KINDS)
@click.option("--catalogue", metavar="FILE", help="The tiles of NEOM; the demo if not given.")
@wish_options
@click.option("--jobs", metavar="N", type=JOBS, default=1, help="Worker processes.")
@click.option("--cluster", "address", metavar="ADDRESS", help="Work on a Dask cluster instead.")
@click.option(
    "--run", "begin", metavar="DIR", help="Keep a journal there, to resume the run later."
)
@click.option("--resume", metavar="DIR", help="Resume that run with its original options.")
@click.option("-o", "--output", metavar="FILE", help="Write the pack here and not to stdout.")
@click.option("--force", is_flag=True, help="Overwrite an existing file.")
@click.pass_context
def command(  # noqa: PLR0913 - one for each option that is not of the run
    context: click.Context,
    /,
    *,
    game: str,
    kind: str | None,
    catalogue: str | None,
    jobs: int,
    address: str | None,
    begin: str | None,
    resume: str | None,
    output: str | None,
    force: bool,
    **given: Any,
) -> int:
    """Make puzzles: positions from which exactly one line of play reaches the goal.

    The same options make the same bytes, on whatever machine, however many work on it, and however
    often the run was broken off and resumed: what is tried is limited by --candidates, not by the
    clock. Whatever ends it early, finished puzzles are kept. Puzzles of the house
    game, of NEOM and of special kinds are made by --kind, in one go.
    """
    if game != "solo":
        return _of_another(game, kind, context, output, force=force)
    if catalogue is not None:
        raise click.UsageError("--catalogue goes with --game neom")
    if kind is not None:
        return _of_another(game, kind, context, output, force=force)
    if begin is not None and resume is not None:
        raise click.UsageError("give either --run or --resume")
    if output is not None:
        refuse_existing_pack(output, force=force)
    workers = local_workers(jobs) if address is None else cluster(address)
    options = WishOptions(**given)
    if resume is not None:
        with Journal.resume(resume) as journal:
            return _generate(_as_begun(journal, options, context), journal, workers, output, force)
    options.plan()  # raises an error before a folder is made
    if begin is None:
        return _generate(options, None, workers, output, force)
    with Journal.begin(begin, options.parameters()) as journal:
        return _generate(options, journal, workers, output, force)


def _of_another(
    game: str, kind: str | None, context: click.Context, output: str | None, *, force: bool
) -> int:
    """Make puzzles of a kind: of the house game, of NEOM, or special ones of the Solo Variant."""
    named = _NAMES[game]
    if kind is None:
        raise click.UsageError(f"give a --kind of puzzles of {named}")
    taken = {"game", "kind", "count", "seed", "candidates", "output", "force"}
    if game == "neom":
        taken.add("catalogue")
    for name in sorted(context.params.keys() - taken):
        if context.get_parameter_source(name) is ParameterSource.COMMANDLINE:
            raise click.UsageError(f"--{_OPTIONS.get(name, name)} is not for {named}")
    count, seed, candidates = (context.params[name] for name in ("count", "seed", "candidates"))
    check_numbers(count, seed, candidates)
    if output is not None:
        refuse_existing_pack(output, force=force)
    if game == "solo":
        code, text = generate_record_pack(kind, count, seed, candidates, output=output, force=force)
    elif game == "house":
        code, text = generate_pack(kind, count, seed, candidates, output=output, force=force)
    else:
        path, numbers = context.params["catalogue"], (count, seed, candidates)
        code, text = generate_neom_pack(kind, path, numbers, output=output, force=force)
    echo_data(text)
    return code


_NAMES = {"solo": "special kinds of puzzles", "house": "the house game", "neom": "NEOM"}

_OPTIONS = {"address": "cluster", "begin": "run"}
"""Options whose parameters have another name."""


def _generate(
    options: WishOptions,
    journal: Journal | None,
    workers: AbstractContextManager[Workers],
    output: str | None,
    force: bool,  # noqa: FBT001 - passed on
) -> int:
    """Work until the run has ended or is ended early, write the pack, and return the exit code."""
    run = Run(options.plan())
    if journal is not None:
        replay_journal(run, journal)
    with workers as opened:
        error = work(run, opened, journal)
    print_rejections(run)
    if journal is not None and error is not None:
        into = ["-o", output, "--force"] if output is not None else []
        resume = shlex.join(["--resume", journal.folder, *into])
        print_message(f"All that was done is kept. To go on: meepleproof generate {resume}")
    if run.puzzles:
        _write(run, options, output, force=force)
    if isinstance(error, MeepleproofError | OSError):
        raise error
    return _end(run, interrupted=error is not None)


def _as_begun(journal: Journal, options: WishOptions, context: click.Context) -> WishOptions:
    """Return the options a run was begun with.

    :raises Malformed: if others were given now, or it was begun by another command.
    """
    begun: dict[str, Any] = {"goal": None, "level": None} | journal.parameters
    now, types = asdict(options), get_type_hints(WishOptions)
    if begun.keys() != now.keys() or not all(
        isinstance(value, types[name]) and isinstance(value, bool) == (types[name] is bool)
        for name, value in begun.items()
    ):
        raise Malformed("not a run of this command", where=journal.folder)
    others = [
        f"--{name} was {_shown(begun[name])}, not {_shown(now[name])}"
        for name in now
        if context.get_parameter_source(name) is ParameterSource.COMMANDLINE
        and now[name] != begun[name]
    ]
    if others:
        raise Malformed(
            f"the run was started with other options: {', '.join(others)}; continue it with "
            "--resume and without these options, or start another with --run",
            where=journal.folder,
        )
    return WishOptions(**begun)


def _shown(value: object) -> str:
    return {"True": "on", "False": "off", "None": "not given"}.get(str(value), str(value))


def _title(goals: list[str]) -> Title:
    if len(goals) > 1:
        return Title("checklist", "The checklist")
    return Title(goals[0].replace(".", "-"), f"Puzzles for {goals[0]}")


def _document(run: Run, options: WishOptions, title: Title, goals: list[str]) -> dict[str, Any]:
    plan = run.plan
    return pack_document(
        run.puzzles,
        title,
        rules=plan.wishes[0].rules,
        seed=plan.seed,
        parameters={
            "goals": " ".join(goals),
            "tiles": options.tiles,
            "count": plan.count,
            "candidates": plan.most_candidates,
            **({"needs": options.needs} if options.needs else {}),
            **options.further(),
        },
    )


def _write(run: Run, options: WishOptions, output: str | None, *, force: bool) -> None:
    """Write the pack, and its solutions beside it."""
    goals = [wish.goal.id for wish in run.plan.wishes]
    title = _title(goals)
    document = _document(run, options, title, goals)
    if output is None:
        echo_data(pack_text(document))
        return
    solutions = solutions_document(run.puzzles, title)
    try:
        write_pack(output, document, solutions, force=force)
    except OSError:
        echo_data(pack_text(document) + pack_text(solutions))
        print_message("The pack and its solutions went to stdout, as they could not be written.")
        raise
    print_message(wrote_in_words(len(run.puzzles), output))


def _end(run: Run, *, interrupted: bool) -> int:
    if interrupted:
        kept = (
            f"{len(run.puzzles)} finished puzzles kept" if run.puzzles else "nothing was finished"
        )
        print_message(f"Interrupted: {kept}.")
        return INTERRUPTED
    for wish in run.unmet:
        print_message(
            f"{wish.goal}: {len(wish.puzzles)} of {wish.count} puzzles from "
            f"{wish.counted} candidates"
        )
    if run.unmet:
        goals = ", ".join(wish.goal for wish in run.unmet)
        print_message(
            f"Fewer than {run.plan.count} puzzles were found for {goals}. That proves nothing: "
            "try other --tiles, another --seed, or more --candidates."
        )
        return EXIT_CODES["undecided"]
    return EXIT_CODES["holds"]
