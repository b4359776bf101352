"""The options of wishes for puzzles: those of all kinds, made of what each kind lists."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import click
from click.core import ParameterSource

from generator.listed import Option, listed_kind, listed_kinds
from meepleproof.cli.console import read_json
from verifier.documents.canonical_json import digest
from verifier.errors import Malformed

__all__ = [
    "NUMBERS",
    "check_numbers",
    "kept",
    "numbered",
    "options_given",
    "read_kept",
    "require_one_of",
    "wish_options",
    "wish_sections",
]

NUMBERS = ("count", "seed", "candidates")
"""Options that wishes of every kind have."""
_MOST_PUZZLES = 100_000
_TYPES: Mapping[str, type] = {
    "text": str,
    "words": str,
    "number": int,
    "yes": bool,
    "document": str,
}

_OF_ALL = (
    click.option("--count", type=int, default=1, show_default=True, help="Puzzles for a wish."),
    click.option("--seed", type=int, default=1, show_default=True, help="Random seed."),
    click.option(
        "--candidates",
        type=int,
        default=100,
        show_default=True,
        help="Candidates to try per puzzle.",
    ),
)


def wish_options(command: Any) -> Any:
    """Give a command the options of all kinds, each once, in the order in which they are listed."""
    options = {option.name: option for kind in listed_kinds() for option in kind.options}
    of_kinds = tuple(map(_clicked, options.values()))
    for option in reversed((*of_kinds[:3], *_OF_ALL, *of_kinds[3:])):
        command = option(command)
    return command


def wish_sections() -> dict[str, list[str]]:
    """Return the names of these options by the headings that they have in help."""
    found: dict[str, dict[str, None]] = {}
    for kind in listed_kinds():
        for option in kind.options:
            found.setdefault(option.section, {})[option.name] = None
    return {heading: list(names) for heading, names in found.items()}


def check_numbers(count: int, seed: int, candidates: int) -> None:
    """Refuse numbers that no run can have.

    :raises Malformed: if one of them is out of its range.
    """
    if not 1 <= count <= _MOST_PUZZLES:
        raise Malformed(f"{count} puzzles: give 1 to {_MOST_PUZZLES}", where="--count")
    if not 0 <= seed < 1 << 53:
        raise Malformed(f"seed {seed}: give a whole number from 0 to 2^53 - 1", where="--seed")
    if candidates < 1:
        raise Malformed(f"{candidates} candidates: give at least 1", where="--candidates")


def options_given(context: click.Context, kind: str) -> dict[str, Any]:
    """Return the values of the options of a kind, and of those that all kinds have.

    :raises click.UsageError: if an option was given that the kind does not take.
    """
    own = {option.name: option for option in listed_kind(kind).options}
    every = {option.name: option for each in listed_kinds() for option in each.options}
    for name in sorted(every.keys() - own.keys()):
        if context.get_parameter_source(name) is ParameterSource.COMMANDLINE:
            taken = ", ".join(option.word for option in own.values()) or "none of its own"
            raise click.UsageError(
                f"{every[name].word} is not for puzzles of the kind {kind}; its options: {taken}"
            )
    return {name: context.params[name] for name in (*own, *NUMBERS)}


def require_one_of(options: Mapping[str, Any], kind: str) -> None:
    """Do nothing if of the options that exclude each other exactly one is given.

    :raises click.UsageError: if none is, or several are.
    """
    listed = listed_kind(kind)
    if listed.one_of and sum(bool(options[name]) for name in listed.one_of) != 1:
        words = {option.name: option.word for option in listed.options}
        raise click.UsageError(f"give either {' or '.join(words[name] for name in listed.one_of)}")


def numbered(options: Mapping[str, Any], kind: str) -> dict[str, Any]:
    """Return options as a kind takes them: a document in place of the name of its file.

    :raises Malformed: if a file cannot be read.
    """
    read = dict(options)
    for option in listed_kind(kind).options:
        if option.type == "document" and read[option.name] is not None:
            path = read[option.name]
            name = "standard input" if path == "-" else repr(path)
            read[option.name] = (read_json(path), name)
    return read


# --- in journals


def kept(options: Mapping[str, Any], read: Mapping[str, Any], kind: str) -> dict[str, Any]:
    """Return the parameters of a journal; options that were not given are left out.

    Of a file its digest is kept, too.
    """
    digests = {
        f"{option.name}_digest": digest(read[option.name][0])
        for option in listed_kind(kind).options
        if option.type == "document" and read[option.name] is not None
    }
    given = {name: value for name, value in options.items() if value is not None}
    return {"kind": kind, **given, **digests}


def read_kept(parameters: Mapping[str, Any], where: str) -> dict[str, Any]:
    """Return the options of the parameters of a journal.

    :raises Malformed: if they are not those of a run of ``generate``.
    """
    try:
        listed = listed_kind(str(parameters.get("kind")))
    except Malformed:
        raise Malformed("not a run of this command", where=where) from None
    types = {option.name: _TYPES[option.type] for option in listed.options}
    types |= dict.fromkeys(NUMBERS, int)
    optional = {option.name for option in listed.options if option.default is None}
    found = {name: parameters.get(name) for name in types}
    extra = parameters.keys() - types.keys() - {"kind"} - {f"{name}_digest" for name in optional}
    if extra or not all(
        (value is None and name in optional)
        or (isinstance(value, types[name]) and isinstance(value, bool) == (types[name] is bool))
        for name, value in found.items()
    ):
        raise Malformed("not a run of this command", where=where)
    return found


def _clicked(option: Option) -> Any:
    """Return an option of a kind as click has it."""
    words, given = [option.word, option.name], _click_type(option)
    if option.type == "words":
        return click.option(
            *words, metavar=option.metavar, multiple=True, callback=_joined, help=option.help
        )
    if option.type == "yes":
        return click.option(*words, is_flag=True, help=option.help)
    return click.option(
        *words,
        type=given,
        default=option.default,
        metavar=option.metavar or None,
        help=option.help,
        show_default=option.shown,
    )


def _click_type(option: Option) -> Any:
    if option.choices:
        return click.Choice(option.choices)
    if option.type != "number":
        return str
    if option.least is None and option.most is None:
        return int
    return click.IntRange(option.least, option.most)


def _joined(_context: click.Context, _option: click.Parameter, names: tuple[str, ...]) -> str:
    return " ".join(sorted(set(names)))
