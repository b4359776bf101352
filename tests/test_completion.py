"""A shell that asks gets commands, options, values, and names of packs and examples."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

PROGRAM = str(Path(sys.executable).with_name("meepleproof"))
PAGE = Path(__file__).parent.parent / "docs" / "commands.md"
BASH = shutil.which("bash")


def asked(shell: str, words: str = "", **more: str) -> subprocess.CompletedProcess[str]:
    """Return what the program answers a shell."""
    return subprocess.run(
        [sys.executable, "-m", "meepleproof"],
        env={**os.environ, "_MEEPLEPROOF_COMPLETE": shell, "COMP_WORDS": words, **more},
        capture_output=True,
        text=True,
        check=False,
    )


def completed(words: str) -> list[str]:
    """Return what Bash is told that the last of the words may become."""
    done = asked("bash_complete", words, COMP_CWORD=str(len(words.split(" ")) - 1))
    assert (0, "") == (done.returncode, done.stderr)
    return done.stdout.split()


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("meepleproof so", ["plain,solve"]),
        ("meepleproof pack me", ["plain,merge"]),
        ("meepleproof neom catalogue te", ["plain,template"]),
        ("meepleproof solve --no", ["plain,--nodes"]),
        ("meepleproof odds --game h", []),
        ("meepleproof odds --game n", ["plain,neom"]),
        ("meepleproof find --level e", ["plain,easy", "plain,expert"]),
        ("meepleproof example ledg", ["plain,ledger"]),
        ("meepleproof solve checkl", ["plain,checklist", "file,checkl"]),
        ("meepleproof pack check house-whose", ["plain,house-whose-farm", "file,house-whose"]),
    ],
)
def test_a_word_is_completed(words: str, expected: list[str]) -> None:
    assert expected == completed(words)


def test_names_of_commands_come_without_importing_them() -> None:
    done = asked("bash_complete", "meepleproof s", COMP_CWORD="1", PYTHONVERBOSE="1")
    assert "plain,solve" in done.stdout
    assert "import 'meepleproof.cli.group'" in done.stderr
    assert "meepleproof.cli.commands" not in done.stderr


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_the_page_has_the_line_for_a_shell_and_the_program_answers_it(shell: str) -> None:
    assert f"_MEEPLEPROOF_COMPLETE={shell}_source meepleproof" in PAGE.read_text("utf-8")
    done = asked(f"{shell}_source")
    assert 0 == done.returncode
    assert f"_MEEPLEPROOF_COMPLETE={shell}_complete" in done.stdout


@pytest.mark.skipif(BASH is None, reason="bash is not installed")
def test_bash_takes_the_line_of_the_page() -> None:
    (line,) = re.findall(r"`(eval .*bash_source meepleproof\)\")`", PAGE.read_text("utf-8"))
    script = f"""
{line}
COMP_WORDS=(meepleproof so) COMP_CWORD=1
_meepleproof_completion meepleproof
printf '%s\\n' "${{COMPREPLY[@]}}"
"""
    path = f"{Path(PROGRAM).parent}{os.pathsep}{os.environ['PATH']}"
    done = subprocess.run(
        [str(BASH), "-c", script],
        env={**os.environ, "PATH": path},
        capture_output=True,
        text=True,
        check=True,
    )
    assert "solve\n" == done.stdout


def test_an_unknown_shell_is_no_traceback() -> None:
    done = asked("tcsh_source")
    assert 1 == done.returncode
    assert "Traceback" not in done.stderr
