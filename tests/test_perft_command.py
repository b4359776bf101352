"""``meepleproof perft``: its JSON, its table, its errors, and that it hears Ctrl-C."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from meepleproof.cli.console import run
from meepleproof.cli.group import group
from tests.builds import BUILDS
from verifier.carcassonne.engine.solo import Engine

ROOT = Path(__file__).parent.parent
KEYS = {"tiles", "leaves", "nodes", "placements", "checksum", "engine", "seconds"}


def test_the_json_says_what_was_counted(capsys: pytest.CaptureFixture[str]) -> None:
    assert 0 == run(group, ["perft", "--tiles", "EJUVWK", "--depth", "4", "--json"])
    out, err = capsys.readouterr()
    document = json.loads(out)
    assert KEYS == set(document)
    assert "EJUVWK" == document["tiles"]
    assert [4, 61, 298, 3654] == document["leaves"]
    assert [4, 65, 363, 4017] == document["nodes"]
    assert (3988, 33185969317966) == (document["placements"], document["checksum"])
    assert document["engine"] == Engine.kernel == BUILDS[0].name
    assert document["seconds"] >= 0
    assert "" == err


def test_the_depth_is_the_whole_row_if_not_given(capsys: pytest.CaptureFixture[str]) -> None:
    assert 0 == run(group, ["perft", "--tiles", "VUEJ", "--json"])
    assert 4244 == json.loads(capsys.readouterr().out)["leaves"][-1]


def test_the_table_has_a_line_for_each_depth(capsys: pytest.CaptureFixture[str]) -> None:
    assert 0 == run(group, ["perft", "--tiles", "WLX", "--depth", "2"])
    out, err = capsys.readouterr()
    rows = [line.split() for line in out.splitlines()]
    assert ["depth", "tile", "leaves", "nodes"] == rows[0]
    assert [["1", "W", "21", "21"], ["2", "L", "849", "870"]] == rows[1:]
    assert err.startswith(f"{Engine.kernel} engine, ")


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        (["--tiles", ""], 2, "the row of tiles is empty; give letters like 'EJUVWK'"),
        (["--tiles", "0"], 2, "there is no tile '0'"),
        (["--tiles", "EZ"], 2, "there is no tile 'Z'"),
        (["--tiles", "ej"], 2, "there is no tile 'e'"),
        (["--tiles", "EJ", "--depth", "0"], 2, "depth 0 for the row 'EJ': give 1 to 2"),
        (["--tiles", "EJ", "--depth", "-1"], 2, "depth -1 for the row 'EJ': give 1 to 2"),
        (["--tiles", "EJ", "--depth", "9" * 30], 2, "for the row 'EJ': give 1 to 2"),
        (["--tiles", "XX"], 2, "use 2 tiles X, the set has 1 (at --tiles; BASE-TILE-1)"),
        (["--tiles", "U" * 999], 2, "a row of 999 tiles"),
        (["--tiles", "EJ", "--depth", "two"], 2, "'two' is not a valid integer"),
        ([], 2, "Missing option '--tiles'"),
    ],
)
@pytest.mark.parametrize("as_json", [[], ["--json"]])
def test_what_cannot_be_counted_is_said_in_one_paragraph(
    capsys: pytest.CaptureFixture[str],
    arguments: list[str],
    code: int,
    message: str,
    as_json: list[str],
) -> None:
    assert code == run(group, ["perft", *arguments, *as_json])
    out, err = capsys.readouterr()
    assert "" == out
    assert message in " ".join(err.split())
    assert "Traceback" not in err
    assert len(err) < 500


# Ctrl-C

COUNT = "perft(tiles_of('UVWLXWLUVEJKLW'), 14)"
SOLVE = """solve(
    row(setup(), tiles_of('UVWLXWLUVEJKLW')), Goal('r', 'road', 70), 14, filtered=False
)"""
INTERRUPT = """
from verifier.carcassonne.engine.solo import perft, solve
from verifier.carcassonne.solo.goals import Goal
from verifier.carcassonne.solo.position import row, setup
from verifier.carcassonne.solo.letters import tiles_of
{choose}
print("begins", flush=True)
try:
    {question}
except KeyboardInterrupt:
    print("heard")
"""
CHOOSE = {
    "compiled": "",
    "python": "from tests.builds import PYTHON\nPYTHON.in_use().__enter__()",
}
LONG_ENOUGH = 120.0
"""Seconds after which nobody would wait any more; compiled it takes a fraction of one."""


@pytest.mark.parametrize("name", [build.name for build in BUILDS])
@pytest.mark.parametrize("question", [COUNT, SOLVE], ids=["perft", "solve"])
def test_ctrl_c_is_heard_in_the_kernel(name: str, question: str) -> None:
    program = INTERRUPT.format(choose=CHOOSE[name], question=question)
    with subprocess.Popen(
        [sys.executable, "-c", program], stdout=subprocess.PIPE, text=True, cwd=ROOT
    ) as process:
        try:
            assert process.stdout is not None
            assert "begins\n" == process.stdout.readline()
            time.sleep(0.5)  # the kernel is at work by then; before, Python itself would hear it
            assert process.poll() is None
            process.send_signal(signal.SIGINT)
            out, _ = process.communicate(timeout=LONG_ENOUGH)
        finally:
            process.kill()
    assert "heard\n" == out
    assert 0 == process.returncode


def test_ctrl_c_ends_the_command_with_its_code() -> None:
    arguments = ["perft", "--tiles", "UVWLXWLUVEJKLW", "--json"]
    program = (
        "import sys\nfrom meepleproof.cli.group import group\n"
        "from meepleproof.cli.console import run\n"
        "from meepleproof.cli.commands import perft\nprint('begins', flush=True)\n"
        f"sys.exit(run(group, {arguments}))"
    )
    with subprocess.Popen(
        [sys.executable, "-c", program], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        try:
            assert process.stdout is not None
            assert "begins\n" == process.stdout.readline()
            time.sleep(0.5)
            process.send_signal(signal.SIGINT)
            out, err = process.communicate(timeout=LONG_ENOUGH)
        finally:
            process.kill()
    assert 130 == process.returncode
    assert "" == out
    assert "Traceback" not in err
