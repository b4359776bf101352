"""Help pages: options under headings, narrow columns, and examples that fit into the terminal."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import Any

import click

__all__ = ["HelpContext", "Sectioned", "folded_command"]

_EXAMPLES = "\b\nExamples:\n"
_SHARE = 3
"""The column of names is at most this part of a line."""


class HelpFormatter(click.HelpFormatter):
    """Writes a help page for a terminal as narrow as 60 columns."""

    def write_dl(
        self, rows: Iterable[tuple[str, str]], col_max: int = 30, col_spacing: int = 2
    ) -> None:
        """Write names with what they mean, in two columns."""
        super().write_dl(list(rows), min(col_max, self.width // _SHARE), col_spacing)

    def write_text(self, text: str) -> None:
        """Write paragraphs; a command in the examples is folded as a shell reads it."""
        if not text.startswith(_EXAMPLES):
            super().write_text(text)
            return
        indent = " " * self.current_indent
        self.write(f"{indent}Examples:\n")
        for line in text.removeprefix(_EXAMPLES).splitlines():
            width = self.width - self.current_indent
            self.write("".join(f"{indent}{part}\n" for part in folded_command(line, width)))


class HelpContext(click.Context):
    """A context whose command has such a help page."""

    formatter_class = HelpFormatter


def folded_command(line: str, width: int) -> list[str]:
    r"""Return a command as lines of that width, which a shell reads as one.

    >>> for part in folded_command("  show road-10 --puzzle 2 --svg -o '2 b.svg'", 24):
    ...     print(part)
      show road-10 \
        --puzzle 2 --svg \
        -o '2 b.svg'
    """
    found: list[str] = []
    margin = " " * (len(line) - len(line.lstrip()) + 2)
    while len(line) > width and (cut := _cut(line, len(margin), width)):
        found.append(f"{line[:cut]} \\")
        line = margin + line[cut + 1 :]
    return [*found, line]


def _cut(line: str, margin: int, width: int) -> int:
    """Return where to fold a command: before an option if there is one, not in what is quoted."""
    blanks = [
        at
        for at in range(margin, min(width - 1, len(line)))
        if line[at] == " " and line.count("'", 0, at) % 2 == 0
    ]
    return max((at for at in blanks if line[at + 1] in "-|>"), default=max(blanks, default=0))


class Sectioned(click.Command):
    """A command with so many options that its help has them under headings.

    ``sections`` has their names by heading; any other is under "Options".
    """

    def __init__(self, *given: Any, sections: Mapping[str, Collection[str]], **named: Any) -> None:
        super().__init__(*given, **named)
        self.option_sections = sections

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the options, by heading."""
        records = {
            param.name: record
            for param in self.get_params(ctx)
            if (record := param.get_help_record(ctx)) is not None
        }
        sections = {
            heading: [records.pop(name) for name in names]
            for heading, names in self.option_sections.items()
        }
        for heading, rows in {**sections, "Options": list(records.values())}.items():
            with formatter.section(heading):
                formatter.write_dl(rows)
