"""``meepleproof example``: example files, to try commands with."""

from __future__ import annotations

import json
from dataclasses import dataclass
from difflib import get_close_matches
from pathlib import Path

import click
from click.shell_completion import CompletionItem

from meepleproof.cli.console import refuse_existing, write_atomically
from meepleproof.cli.examples import examples
from meepleproof.cli.printing import echo, echo_data
from verifier.documents.data import data

__all__ = ["Example", "command", "shipped_examples"]


@dataclass(frozen=True, slots=True)
class Example:
    """An example file: its name, what it is in a line, and where it is."""

    name: str
    summary: str
    path: Path


def shipped_examples() -> dict[str, Example]:
    """Return the example files by name, in the order in which they are listed.

    >>> shipped_examples()["house-table"].summary
    "A final table of the house rules, for 'house score' and 'show'."
    """
    folder = data("examples")
    listed = json.loads((folder / "index.json").read_text(encoding="utf-8"))
    return {
        one["name"]: Example(one["name"], one["summary"], folder / one["file"]) for one in listed
    }


def _completed(_context: object, _parameter: object, incomplete: str) -> list[CompletionItem]:
    every = shipped_examples().values()
    return [CompletionItem(e.name, help=e.summary) for e in every if e.name.startswith(incomplete)]


@click.command(epilog=examples("example", "example house-game", "example house-game -o game.json"))
@click.argument("name", required=False, shell_complete=_completed)
@click.option("-o", "--output", metavar="FILE", help="Write the example here and not to stdout.")
@click.option("--force", is_flag=True, help="Overwrite an existing file.")
def command(*, name: str | None, output: str | None, force: bool) -> None:
    """Write an example file: a game, a table, a catalogue. Without NAME, list all.

    Each is a file for the commands named in its line; change it as you like.
    """
    if name is None:
        if output is not None:
            raise click.UsageError("-o goes with the NAME of an example")
        echo(*_listed())
        return
    text = _named(name).path.read_text(encoding="utf-8")
    if output is None:
        echo_data(text)
    else:
        refuse_existing(output, force=force)
        write_atomically(output, text, force=force)
        echo(f"Wrote the example {name} to {output}", err=True)


def _listed() -> list[str]:
    every = shipped_examples()
    width = max(map(len, every))
    return [f"{name:{width}}  {one.summary}" for name, one in every.items()]


def _named(name: str) -> Example:
    """Return the example of this name.

    :raises click.BadParameter: if there is none.
    """
    every = shipped_examples()
    if name in every:
        return every[name]
    close = " or ".join(map(repr, get_close_matches(name, every, n=2)))
    guess = f" Did you mean {close}?" if close else ""
    raise click.BadParameter(
        f"There is no example {name!r}.{guess} 'meepleproof example' lists all.",
        param_hint="'NAME'",
    )
