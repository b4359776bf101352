"""``meepleproof generate``: make a pack of puzzles."""

from __future__ import annotations

import shlex
from contextlib import AbstractContextManager, suppress
from typing import Any

import click
from click.core import ParameterSource

from generator.journal import Journal
from generator.kinds import kind_named
from generator.listed import ASKED, game_of_kind, kinds_in_words, listed_kind, listed_kinds
from generator.pack import pack_text
from generator.run import Plan, Run
from generator.workers import Workers
from meepleproof.cli.cluster import cluster
from meepleproof.cli.console import INTERRUPTED
from meepleproof.cli.examples import examples
from meepleproof.cli.helping import Sectioned
from meepleproof.cli.pack_files import refuse_existing_pack, write_pack, wrote_in_words
from meepleproof.cli.printing import echo_data
from meepleproof.cli.runs import (
    JOBS,
    local_workers,
    print_message,
    print_rejections,
    replay_journal,
    work,
)
from meepleproof.cli.wishes import (
    NUMBERS,
    check_numbers,
    kept,
    numbered,
    options_given,
    read_kept,
    require_one_of,
    wish_options,
    wish_sections,
)
from verifier.errors import Malformed, MeepleproofError
from verifier.games import GAMES
from verifier.verdict import EXIT_CODES

__all__ = ["command"]

_FIRST = "goal"
"""The kind that is made if none is named."""

_SECTIONS = wish_sections()


@click.command(
    cls=Sectioned,
    sections={
        **_SECTIONS,
        ASKED: ("kind", "game", *_SECTIONS[ASKED]),
        "The run": (*NUMBERS, "jobs", "address", "begin", "resume"),
    },
    epilog=examples(
        "generate --goal road-5-3c --count 3 --seed 7 -o pack.json",
        "generate --goal city-16 --needs order --tiles 3 -o ordered.json",
        "generate --kind study --count 2 -o studies.json",
    ),
)
@click.option("--kind", metavar="KIND", help=f"What a puzzle asks: {kinds_in_words()}.")
@click.option(
    "--game", type=click.Choice(list(GAMES)), help="Which game, if --kind leaves it open."
)
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
    kind: str | None,
    game: str | None,
    jobs: int,
    address: str | None,
    begin: str | None,
    resume: str | None,
    output: str | None,
    force: bool,
    **_: Any,
) -> int:
    """Make puzzles, proved by both keys: positions with exactly one line to a goal, and others.

    The same options make the same bytes, on whatever machine, however many work on it, and however
    often the run was broken off and resumed: what is tried is limited by --candidates, not by the
    clock. Whatever ends it early, finished puzzles are kept.
    """
    if begin is not None and resume is not None:
        raise click.UsageError("give either --run or --resume")
    if output is not None:
        refuse_existing_pack(output, force=force)
    workers = local_workers(jobs) if address is None else cluster(address)
    if resume is not None:
        with Journal.resume(resume) as journal:
            wish = _as_begun(journal, kind, game, context)
            return _generate(wish, journal, workers, output, force)
    options = options_given(context, _named(kind, game))
    require_one_of(options, _named(kind, game))
    wish = _Wish(_named(kind, game), options)
    if begin is None:
        return _generate(wish, None, workers, output, force)
    with Journal.begin(begin, wish.parameters()) as journal:
        return _generate(wish, journal, workers, output, force)


class _Wish:
    """The options that decide which puzzles are made; an error is raised if none can be.

    ``options`` are as they were typed.
    """

    def __init__(self, kind: str, options: dict[str, Any]) -> None:
        self.kind, self.typed = kind_named(kind), options
        check_numbers(options["count"], options["seed"], options["candidates"])
        self.options = numbered(options, kind)
        try:
            wishes = self.kind.wishes(self.options)
        except MeepleproofError as error:
            raise error.at(_word_of(error.where, kind)) from None
        self.plan = Plan(wishes, options["count"], options["seed"], options["candidates"])

    def parameters(self) -> dict[str, Any]:
        """Return the parameters of a journal."""
        return kept(self.typed, self.options, self.kind.name)


def _word_of(where: str, kind: str) -> str:
    """Return the word of the option that the place of an error names, or the place itself."""
    words = {option.name: option.word for option in listed_kind(kind).options}
    return words.get(where, where)


def _named(kind: str | None, game: str | None) -> str:
    """Return the kind that was asked for.

    :raises Malformed: if there is none of that name.
    :raises click.UsageError: if it is of another game, or a game alone was named.
    """
    if kind is None:
        if game is None or any(one.name == _FIRST for one in listed_kinds(game)):
            return _FIRST
        raise click.UsageError(f"say which puzzles by --kind; there are {kinds_in_words(game)}")
    of = game_of_kind(kind)
    if game not in (None, of):
        raise click.UsageError(
            f"puzzles of the kind {kind} are of {GAMES[of].title}; there are {kinds_in_words(game)}"
        )
    return kind


def _generate(
    wish: _Wish,
    journal: Journal | None,
    workers: AbstractContextManager[Workers],
    output: str | None,
    force: bool,  # noqa: FBT001 - passed on
) -> int:
    """Work until the run has ended or is ended early, write the pack, and return the exit code."""
    run = Run(wish.plan)
    if journal is not None:
        replay_journal(run, journal)
    with workers as opened:
        error = work(run, opened, journal)
    # If the reader of the messages has left, the pack is written all the same.
    with suppress(BrokenPipeError):
        print_rejections(run)
        if journal is not None and error is not None:
            into = ["-o", output, "--force"] if output is not None else []
            resume = shlex.join(["--resume", journal.folder, *into])
            print_message(f"All that was done is kept. To go on: meepleproof generate {resume}")
    if run.puzzles:
        _write(run, wish, output, force=force)
    if isinstance(error, MeepleproofError | OSError):
        raise error
    return _end(run, wish, interrupted=error is not None)


def _as_begun(
    journal: Journal, kind: str | None, game: str | None, context: click.Context
) -> _Wish:
    """Return the wish that a run was begun with.

    :raises Malformed: if another was given now, or the run was begun by another command.
    """
    begun, where = read_kept(journal.parameters, journal.folder), journal.folder
    of = str(journal.parameters["kind"])
    if kind not in (None, of) or game not in (None, game_of_kind(of)):
        raise Malformed(f"the run was started for puzzles of the kind {of}", where=where)
    now = {**options_given(context, of)}
    words = {option.name: option.word for option in listed_kind(of).options}
    others = [
        f"{words.get(name, f'--{name}')} was {_shown(begun[name])}, not {_shown(now[name])}"
        for name in now
        if context.get_parameter_source(name) is ParameterSource.COMMANDLINE
        and now[name] != begun[name]
    ]
    if others:
        raise Malformed(
            f"the run was started with other options: {', '.join(others)}; continue it with "
            "--resume and without these options, or start another with --run",
            where=where,
        )
    wish = _Wish(of, begun)
    if wish.parameters() != journal.parameters:
        raise Malformed("a file that the run was started with has changed", where=where)
    return wish


def _shown(value: object) -> str:
    return {"True": "on", "False": "off", "None": "not given"}.get(str(value), str(value))


def _write(run: Run, wish: _Wish, output: str | None, *, force: bool) -> None:
    """Write the pack, and its solutions beside it."""
    kind = wish.kind
    document, solutions = kind.form.write(
        run.puzzles,
        kind.pack_title(run.plan.wishes),
        seed=run.plan.seed,
        parameters=kind.pack_parameters(wish.options),
        options=wish.options,
    )
    if output is None:
        echo_data(pack_text(document))
        return
    try:
        write_pack(output, document, solutions, force=force)
    except OSError:
        echo_data(pack_text(document) + pack_text(solutions))
        print_message("The pack and its solutions went to stdout, as they could not be written.")
        raise
    print_message(wrote_in_words(len(run.puzzles), output))


def _end(run: Run, wish: _Wish, *, interrupted: bool) -> int:
    if interrupted:
        kept = (
            f"{len(run.puzzles)} finished puzzles kept" if run.puzzles else "nothing was finished"
        )
        print_message(f"Interrupted: {kept}.")
        return INTERRUPTED
    for one in run.unmet:
        print_message(
            f"{one.name}: {len(one.puzzles)} of {one.count} puzzles from {one.counted} candidates"
        )
    if run.unmet:
        names = ", ".join(one.name for one in run.unmet)
        tiles = "other --tiles, " if "tiles" in wish.options else ""
        print_message(
            f"Fewer than {run.plan.count} puzzles were found for {names}. That proves nothing: "
            f"try {tiles}another --seed, or more --candidates."
        )
        return EXIT_CODES["undecided"]
    return EXIT_CODES["holds"]
