"""``meepleproof site``: the page as files, for any web host."""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec
from itertools import count
from pathlib import Path

import click

from meepleproof.cli.examples import examples
from meepleproof.cli.group import GuessingGroup
from meepleproof.cli.printing import echo
from meepleproof.cli.status_line import counting, status_line
from meepleproof.rendering.exports.printing import require_installed

__all__ = ["command"]


@click.group(cls=GuessingGroup, epilog=examples("site build my-site"))
def command() -> None:
    """Write the page as files that any web host can serve."""


@command.command(
    epilog=examples(
        "site build my-site",
        "example plan -o plan.json",
        "pack build plan.json -o my-packs",
        "site build own-site --packs my-packs",
    )
)
@click.argument("folder", type=click.Path(path_type=Path))
@click.option(
    "--packs",
    type=click.Path(path_type=Path),
    metavar="DIR",
    multiple=True,
    help="Packs to offer; else those that ship.",
)
@click.option(
    "--engine",
    type=click.Path(path_type=Path),
    metavar="DIR",
    help="Python for browsers (npm's package pyodide, unpacked), for what else needs 'serve'.",
)
@click.option(
    "--docs",
    type=click.Path(path_type=Path),
    metavar="DIR",
    help="The documents, as 'make docs' writes them, for a folder of the site.",
)
@click.option(
    "--address",
    metavar="URL",
    help="Where it will lie: messages show a picture of its links.",
)
@click.option(
    "--cards", is_flag=True, help="A picture for each puzzle, not for each goal and pack."
)
@click.option("--force", is_flag=True, help="Replace the site of an earlier build.")
def build(
    folder: Path,
    packs: tuple[Path, ...],
    engine: Path | None,
    docs: Path | None,
    address: str | None,
    *,
    cards: bool,
    force: bool,
) -> None:
    """Write the page into FOLDER: every puzzle, hints and solutions, days, first steps, rules.

    Put the folder on any web host, at any path; nothing of ours needs to run there. To try it,
    'python -m http.server --directory FOLDER'.
    """
    if find_spec("starlette") is None:
        raise click.UsageError(
            "building a site needs starlette, which comes with the extra 'serve': "
            "pip install 'meepleproof[serve]'"
        )
    built = import_module("meepleproof.service.built_site")
    built.require_free(folder, force=force)  # at once, before a minute of work begins
    if cards and address is None:
        raise click.UsageError("--cards needs --address: messages find pictures by whole addresses")
    sharing = None
    if address is not None:
        sharing = import_module("meepleproof.service.built_cards").Sharing(address, cards)
        require_installed()
    files = None
    if engine is not None:
        files = import_module("meepleproof.service.built_engine").read_engine(engine)
    documents = None
    if docs is not None:
        documents = import_module("meepleproof.service.built_docs").read_docs(docs)
    shelf = import_module("meepleproof.service.shelf").open_shelf(packs)
    total = len(shelf.readable())
    with status_line() as show:
        puzzles = counting(count(), total, "puzzles", show)
        number = built.build_site(
            shelf,
            folder,
            force=force,
            engine=files,
            sharing=sharing,
            docs=documents,
            tell=lambda: next(puzzles),
        )
    echo(f"Wrote {number} files into {folder}.", err=True)
