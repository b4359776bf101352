"""Help pages fit into a terminal of 60 columns, and long ones have their options under headings."""

from __future__ import annotations

import click
import pytest

from meepleproof.cli.console import run
from meepleproof.cli.group import group
from meepleproof.cli.helping import Sectioned, folded_command
from tests.help_pages import all_commands, examples_on

MOST = 10
"""So many options are read at a glance; more need headings."""


def command_of(words: tuple[str, ...]) -> click.Command:
    found: click.Command = group
    for word in words:
        assert isinstance(found, click.Group)
        inner = found.get_command(click.Context(found), word)
        assert inner is not None
        found = inner
    return found


@pytest.mark.parametrize("words", list(all_commands()), ids=" ".join)
def test_help_fits_into_sixty_columns(
    words: tuple[str, ...], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    wide = help_of(words, 200, monkeypatch, capsys)
    narrow = help_of(words, 60, monkeypatch, capsys)
    assert [] == [line for line in narrow.splitlines() if len(line) > 60]
    assert examples_on(wide) == examples_on(narrow)


def help_of(
    words: tuple[str, ...],
    columns: int,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> str:
    monkeypatch.setenv("COLUMNS", str(columns))
    assert 0 == run(group, [*words, "--help"])
    return capsys.readouterr().out


@pytest.mark.parametrize("words", list(all_commands()), ids=" ".join)
def test_many_options_stand_under_headings(
    words: tuple[str, ...], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    command = command_of(words)
    options = [one for one in command.params if isinstance(one, click.Option)]
    if len(options) > MOST:
        assert isinstance(command, Sectioned)
    if isinstance(command, Sectioned):
        said = help_of(words, 80, monkeypatch, capsys)
        assert all(f"\n{heading}:\n" in said for heading in command.option_sections)
        lists = said.partition(f"\n{next(iter(command.option_sections))}:\n")[2]
        typed = [line.split()[0].rstrip(",") for line in lists.splitlines() if line[:3] == "  -"]
        assert sorted(typed) == sorted({one.opts[0] for one in options} | {"-h"})


def test_what_is_quoted_is_not_folded() -> None:
    assert ["  a 'b c d' \\", "    ef"] == folded_command("  a 'b c d' ef", 13)
    assert ["  'b c d e f g h'"] == folded_command("  'b c d e f g h'", 9)
