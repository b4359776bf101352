"""What the page about the house rules shows on a console is what the commands print."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

from tests.console_output import run_command

ROOT = Path(__file__).parent.parent
PAGE = (ROOT / "docs" / "house-rules.md").read_text(encoding="utf-8")
SHOWN = re.findall(r"```console\n\$ meepleproof (.*?)\n(.*?)```", PAGE, re.DOTALL)
SCORED = next(words for words, _ in SHOWN if words.startswith("house score"))


@pytest.mark.parametrize(("words", "output"), SHOWN, ids=[words[:30] for words, _ in SHOWN])
def test_the_page_shows_what_is_printed(
    words: str, output: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(ROOT)
    code, printed, err = run_command(capsys, *shlex.split(words))
    assert (0, untimed(output), "") == (code, untimed(printed), err)


def untimed(text: str) -> str:
    return re.sub(r"[0-9.]+ s\)", "TIME s)", text)


def test_its_picture_is_of_the_table_that_it_scores(capsys: pytest.CaptureFixture[str]) -> None:
    drawn = (ROOT / "docs" / "house-score.svg").read_text(encoding="utf-8")
    assert (0, drawn, "") == run_command(capsys, *shlex.split(SCORED), "--svg")
