"""What the page about NEOM shows on a console is what the commands print."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

from tests.console_output import run_command

ROOT = Path(__file__).parent.parent
PAGE = (ROOT / "docs" / "neom.md").read_text(encoding="utf-8")
SHOWN = re.findall(r"```console\n\$ meepleproof (.*?)\n(.*?)```", PAGE, re.DOTALL)
BROKEN = "neom catalogue check docs/examples/neom-catalogue-broken.json"
CODES = {BROKEN: 3}
"""The exit codes of commands that are shown to refuse something."""


@pytest.mark.parametrize(("words", "output"), SHOWN, ids=[words[:30] for words, _ in SHOWN])
def test_the_page_shows_what_is_printed(
    words: str, output: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(ROOT)
    assert (CODES.get(words, 0), output, "") == run_command(capsys, *shlex.split(words))
