"""``meepleproof solve``: limits, several processes, the best, and what is told of them."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import time
from typing import Any

import pytest

from meepleproof.cli.console import run
from meepleproof.cli.group import group
from tests.test_transcripts import ROADS
from verifier.carcassonne.engine.solo import Engine
from verifier.carcassonne.verdict import SHARED
from verifier.documents.validation import validate
from verifier.verdict import EXIT_CODES, Answer

LONG = "s3.4~D0.0.0~p1.2.3~h4.4.4~t1~nWLXWLWLV.VUEJUVUV.UVEKNUUV"
"""A position with more known tiles than anybody can search."""
CITY = "s3.4~D0.0.0~p1.2.3~h4.4.4~t1~nE.U.~u23.23.23"
"""A city of four points can be had with the first of two tiles, in one way."""


def printed(capsys: pytest.CaptureFixture[str], code: int, *arguments: str) -> Any:
    """Return the document of the one puzzle, having looked at the exit code."""
    assert code == run(group, ["solve", *arguments, "--json"])
    out, err = capsys.readouterr()
    assert "" == err
    (document,) = json.loads(out)
    validate("solved", document)
    assert Engine.kernel == document["engine"]
    return document


def test_several_processes_tell_what_one_does(capsys: pytest.CaptureFixture[str]) -> None:
    question = (ROADS, "--goal", "road.2.x.0", "--all")
    alone = printed(capsys, 0, *question)
    assert (111, [1, 3, 107]) == (alone["solutions"], alone["search"]["by_length"])
    together = printed(capsys, 0, *question, "--jobs", "2")
    # They go into first turns that one alone rules out.
    assert together["search"].pop("outcomes") >= alone["search"].pop("outcomes")
    assert alone == together


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_a_limit_leaves_it_undecided_with_what_was_found(
    capsys: pytest.CaptureFixture[str], jobs: str
) -> None:
    question = (ROADS, "--goal", "road.2.x.0", "--all", "--jobs", jobs)
    everything = printed(capsys, 0, *question)["search"]
    document = printed(capsys, 4, *question, "--nodes", "20")
    cut = document["search"]
    assert ("undecided", False) == (document["answer"], "solutions" in document)
    assert not cut["exhaustive"]
    assert 20 == cut["outcomes"]
    assert 0 < sum(cut["by_length"]) == len(cut["lines"])
    assert cut["lines"] == everything["lines"][: len(cut["lines"])]
    assert 4 == run(group, ["solve", *question, "--nodes", "20"])
    assert "Undecided: the search was stopped at its limit. Sol" in capsys.readouterr().out


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_time_is_kept(capsys: pytest.CaptureFixture[str], jobs: str) -> None:
    cut = printed(capsys, 4, LONG, "--goal", "road-10-3c", "--time", "0.3", "--jobs", jobs)
    assert ("undecided", False) == (cut["answer"], "solutions" in cut)


def test_what_was_not_searched_through_is_not_proved(capsys: pytest.CaptureFixture[str]) -> None:
    question = (ROADS, "--goal", "road.60.x.0", "--nodes", "1", "--prove")
    assert "reachable" == printed(capsys, 1, *question[:3])["claim"]
    cut = printed(capsys, 4, LONG, "--goal", "road.3.x.0", "--nodes", "1", "--prove")
    assert ("reachable", "undecided") == (cut["claim"], cut["answer"])
    assert "the search was stopped at its limit" == cut["why"]


@pytest.mark.parametrize(
    ("text", "goal", "answer", "words"),
    [
        (ROADS, "road.60.x.0", "violated", "No solution: engine and model agree."),
        (ROADS, "road.2.3.0", "holds", "Not unique: engine and model agree."),
        (CITY, "city.4.4.1", "holds", "Not unique, for fewer tiles suffice: engine and model"),
        (CITY.replace("nE.U", "nE."), "city.4.4.1", "holds", "Unique: engine and model agree."),
    ],
)
def test_what_both_keys_say(
    capsys: pytest.CaptureFixture[str], text: str, goal: str, answer: Answer, words: str
) -> None:
    code = EXIT_CODES[answer]
    found = printed(capsys, code, text, "--goal", goal, "--prove")
    assert ("unique", ["engine", "model"]) == (found["claim"], found["keys"])
    assert words.startswith("Unique") == (found["answer"] == "holds")
    assert list(SHARED) == found["shared"]
    assert code == run(group, ["solve", text, "--goal", goal, "--prove"])
    assert words in capsys.readouterr().out
    alone = printed(capsys, code, text, "--goal", goal)
    assert ["engine"] == alone["keys"]
    assert (answer, "reachable") == (alone["answer"], alone["claim"])
    assert "shared" not in alone
    assert code == run(group, ["solve", text, "--goal", goal])
    assert "engine alone (" in capsys.readouterr().out


def test_the_best_is_told_with_its_line(capsys: pytest.CaptureFixture[str]) -> None:
    found = printed(capsys, 0, ROADS, "--goal", "road.2.x.0", "--best")["search"]
    assert (4, True, 1) == (found["best"], found["exhaustive"], len(found["lines"]))
    assert "The road at its east edge (4 points)" in found["lines"][0]["words"][-1]
    none = printed(capsys, 1, ROADS, "--goal", "road.60.x.0", "--best")["search"]
    assert none["exhaustive"]
    assert "best" not in none
    question = (ROADS, "--goal", "total.0.x.0", "--best")
    cut = printed(capsys, 4, *question, "--nodes", "30")["search"]
    assert not cut["exhaustive"]
    assert cut["best"] <= printed(capsys, 0, *question)["search"]["best"]


@pytest.mark.parametrize(
    ("goal", "options", "code", "words"),
    [
        ("road.0.x.0", (), 0, "engine alone: 4 points ("),
        ("monasteries.1.x.0", (), 1, "Solutions: none, by the "),
        ("all-tiles", (), 0, "engine alone: a result of 4 with all tiles used ("),
        ("road.0.x.0", ("--nodes", "1"), 4, "Best so far: none (1 outcomes"),
    ],
)
def test_the_best_in_words(
    capsys: pytest.CaptureFixture[str], goal: str, options: tuple[str, ...], code: int, words: str
) -> None:
    assert code == run(group, ["solve", ROADS, "--goal", goal, "--best", *options])
    assert words in capsys.readouterr().out


@pytest.mark.parametrize(
    ("options", "code", "words"),
    [
        (("--jobs", "0"), 2, "0 is not in the range"),
        (("--jobs", "x"), 2, "'x' is not a valid integer"),
        (("--time", "-1"), 2, "a limit of -1.0 seconds: give 0 or more"),
        (("--time", "nan"), 2, "a limit of nan seconds"),
        (("--time", "inf"), 2, "a limit of inf seconds"),
        (("--time", "-1", "--jobs", "2"), 2, "a limit of -1.0 seconds: give 0 or more"),
        (("--nodes", "-1"), 2, "a limit of -1 nodes: give 0 or more"),
        (("--nodes", "-1", "--best"), 2, "a limit of -1 nodes: give 0 or more"),
        (("--best", "--all"), 2, "--best goes without --all, --prove and --jobs"),
        (("--best", "--prove"), 2, "--best goes without --all, --prove and --jobs"),
        (("--best", "--jobs", "2"), 2, "--best goes without --all, --prove and --jobs"),
    ],
)
def test_wrong_limits_are_refused(
    capsys: pytest.CaptureFixture[str], options: tuple[str, ...], code: int, words: str
) -> None:
    assert code == run(group, ["solve", ROADS, "--goal", "road-10", *options])
    out, err = capsys.readouterr()
    assert "" == out
    assert words in err


INTERRUPTED = """
import sys
from meepleproof.cli.group import group
from meepleproof.cli.commands import solve
from meepleproof.cli.console import run
print('begins', flush=True)
sys.exit(run(group, sys.argv[1:]))
"""


def test_ctrl_c_stops_the_workers_too() -> None:
    arguments = ["solve", LONG, "--goal", "road-10-3c", "--jobs", "2"]
    with subprocess.Popen(
        [sys.executable, "-c", INTERRUPTED, *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    ) as process:
        try:
            assert process.stdout is not None
            assert "begins\n" == process.stdout.readline()
            time.sleep(1)  # the workers are at work by then
            process.send_signal(signal.SIGINT)
            # Workers that went on would keep the pipes open.
            out, err = process.communicate(timeout=60)
        finally:
            process.kill()
    assert 130 == process.returncode
    assert ("", "Error: interrupted\n") == (out, err)
