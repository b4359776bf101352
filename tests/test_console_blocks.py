"""What a page shows on a console is what its commands print, one after another in any folder."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

from tests.console_output import run_command

ROOT = Path(__file__).parent.parent
_BLOCK = re.compile(r"^```console\n(.*?)^```", re.DOTALL | re.MULTILINE)
_COMMAND = re.compile(r"^\$ ", re.MULTILINE)
_TIME = re.compile(r"[0-9.]+ s\b")
_VERSION = re.compile(r"\b(engine|model) [0-9.]+:")
PAGES = [
    page.name
    for page in sorted((ROOT / "docs").glob("*.md"))
    if _BLOCK.search(page.read_text("utf-8"))
]
CODES = {
    "neom catalogue check broken.json": 3,
    "house check game.json": 1,
}
"""The exit codes of commands that are shown to refuse something."""


@pytest.mark.parametrize("name", PAGES)
def test_a_page_shows_what_is_printed(
    name: str,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(tmp_path)
    page = (ROOT / "docs" / name).read_text("utf-8")
    for block in _BLOCK.findall(page):
        for shown in _COMMAND.split(block)[1:]:
            command, _, output = shown.partition("\n")
            words = command.removeprefix("meepleproof ")
            code, printed, _ = run_command(capsys, *shlex.split(words))
            assert CODES.get(words, 0) == code, words
            assert fits(untimed(output), untimed(printed)), f"{words}\n{printed}"


def fits(shown: str, printed: str) -> bool:
    r"""Return whether a page shows what was printed; three dots are for any number of lines.

    >>> fits("a\n...\nd\n", "a\nb\nc\nd\n"), fits("a\n", "a\nb\n")
    (True, False)
    """
    pattern = re.escape(shown).replace(f"{re.escape('...')}\\\n", "(.*\n)*?")
    return re.fullmatch(pattern, printed) is not None


def untimed(text: str) -> str:
    return _VERSION.sub(r"\1 VERSION:", _TIME.sub("TIME s", text))


def test_the_picture_of_the_house_rules_is_of_the_table_that_is_scored(
    capsys: pytest.CaptureFixture[str],
) -> None:
    page = (ROOT / "docs" / "house-rules.md").read_text("utf-8")
    scored = re.findall(r"^\$ meepleproof (house score .*)$", page, re.MULTILINE)
    drawn = (ROOT / "docs" / "house-score.svg").read_text("utf-8")
    assert (0, drawn, "") == run_command(capsys, *shlex.split(scored[0]), "--svg")
