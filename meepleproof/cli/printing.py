"""All that is printed goes through here, so that no document, file name or argument can forge it.

A name with an escape sequence in it would clear the screen or write a verdict over ours. What comes
from elsewhere is shown with such characters escaped; newlines and colours are ours alone.
"""

from __future__ import annotations

import re
import shutil
import sys
from collections.abc import Iterable, Iterator

import click

from meepleproof.rendering.visible import visible
from verifier.documents.strict_json import most_digits

__all__ = [
    "clear_lines",
    "echo",
    "echo_data",
    "echo_pages",
    "echo_status",
    "echo_text",
    "show_usage_error",
    "status_text",
    "terminal_width",
]

_LONG_NUMBER = re.compile(r"[0-9]{999,}")
# The colours of meepleproof/rendering/canvas.py, which has made visible all that it was given.
_COLOUR = re.compile(r"(\x1b\[[\d;]*m)")


def echo(*lines: str, err: bool = False) -> None:
    """Print lines to stdout or stderr, each on one line whatever is in it.

    A terminal that is narrower has them folded between words.
    """
    width = terminal_width(err=err)
    parts = (part for line in lines for part in _folded(visible(line), width))
    click.echo("".join(f"{part}\n" for part in parts), nl=False, err=err)


def terminal_width(*, err: bool = False) -> int | None:
    """Return how many columns the terminal has that stdout goes to, None if it goes elsewhere."""
    stream = sys.stderr if err else sys.stdout
    if stream is None or not stream.isatty():
        return None
    return shutil.get_terminal_size().columns


def _folded(line: str, width: int | None) -> Iterator[str]:
    """Yield a line in parts that are no wider, the later ones further in; a word stays whole.

    >>> list(_folded("  Red: a city of 5, a road of 3", 20))
    ['  Red: a city of 5,', '    a road of 3']
    >>> list(_folded("        one two", 4))
    ['        one', '          two']
    """
    margin = " " * (len(line) - len(line.lstrip()) + 2)
    while width is not None and len(line) > width:
        cut = line.rfind(" ", len(margin), width + 1)
        if cut < 0:
            cut = line.find(" ", max(width, len(margin)))
        if cut < 0 or not line[cut:].strip():
            break
        yield line[:cut].rstrip()
        line = margin + line[cut:].lstrip()
    yield line


def echo_pages(pages: Iterable[Iterable[str]]) -> None:
    """Print pages of lines, with an empty line between two."""
    for number, page in enumerate(list(map(list, pages))):
        echo(*[""] * (number > 0), *page)


def echo_text(text: str) -> None:
    """Print our own text, a drawing for example: with its newlines and its colours."""
    click.echo("\n".join(map(_coloured, text.removesuffix("\n").split("\n"))))


def echo_data(text: str) -> None:
    """Print a document for other programs as it is: JSON, SVG, a table."""
    click.echo(text, nl=False)


def echo_status(text: str) -> None:
    """Write a text over the line of the terminal on which the cursor is, and stay there."""
    click.echo(status_text(text), nl=False, err=True)


def status_text(text: str) -> str:
    """Return what writes a text over the line of the terminal."""
    return f"\r\x1b[K{visible(text)}"


def clear_lines(count: int) -> None:
    """Remove the last lines that were printed on the terminal."""
    click.echo(f"\x1b[{count}A\x1b[J", nl=False, err=True)


def show_usage_error(error: click.ClickException) -> None:
    """Print an error of click's, which quotes arguments as they are."""
    message = visible(_LONG_NUMBER.sub(_shortened, error.format_message()))
    error.format_message = lambda: message  # type: ignore[method-assign]
    error.show()


def _shortened(number: re.Match[str]) -> str:
    if len(number[0]) <= most_digits():
        return number[0]
    return f"{number[0][:9]}... ({len(number[0]):,} digits, {most_digits():,} are allowed)"


def _coloured(line: str) -> str:
    parts = _COLOUR.split(line)
    return "".join(part if number % 2 else visible(part) for number, part in enumerate(parts))
