"""``meepleproof odds``: its JSON, its table, its errors, and that it hears Ctrl-C."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import click
import pytest

from meepleproof.cli.commands.odds import command
from meepleproof.cli.console import run
from meepleproof.cli.group import group
from meepleproof.rendering.solo.words import goal_in_words
from verifier.carcassonne.engine.solo import Engine, Player, playouts
from verifier.carcassonne.engine.solo.players import PLAYERS
from verifier.carcassonne.solo.goals import checklist
from verifier.carcassonne.solo.rule_set import RuleSet

ROOT = Path(__file__).parent.parent
FEW = ["--player", "random", "--games", "40", "--seed", "7"]


def printed(capsys: pytest.CaptureFixture[str], *arguments: str) -> dict[str, Any]:
    assert 0 == run(group, ["odds", *arguments, "--json"])
    out, err = capsys.readouterr()
    assert "" == err
    document: dict[str, Any] = json.loads(out)
    return document


def test_players_that_can_be_named_are_those_there_are() -> None:
    (option,) = (one for one in command.params if one.name == "name")
    assert isinstance(option.type, click.Choice)
    assert PLAYERS == tuple(option.type.choices)


def test_the_json_says_what_came_of_the_games(capsys: pytest.CaptureFixture[str]) -> None:
    document = printed(capsys, *FEW)
    odds = playouts(40, Player("random"), seed=7)
    assert {
        "player": "random",
        "games": 40,
        "seed": 7,
        "rules": {"colours": 3, "meeples": 4},
        "goals": odds.goals,
        "turns": {str(turns): games for turns, games in odds.lengths.items()},
        "results": {str(result): games for result, games in odds.results.items()},
        "lowest": {str(lowest): games for lowest, games in odds.lowest.items()},
        "best": {"game": odds.best, "result": max(odds.results)},
        "checksum": f"{odds.checksum:016x}",
        "engine": Engine.kernel,
    } == document


def test_options_choose_rules_and_player(capsys: pytest.CaptureFixture[str]) -> None:
    switches = ["--switch", "end.rescue=yes", "--switch", "city.two=2"]
    options = ["--colours", "4", "--meeples", "5", *switches, "--games", "2", "--seed", "3"]
    rules = RuleSet(4, 5).with_switches({"end.rescue": "yes", "city.two": "2"})
    document = printed(capsys, *options, "--player", "greedy")
    assert f"{playouts(2, seed=3, rules=rules).checksum:016x}" == document["checksum"]
    assert {"city.two": "2", "end.rescue": "yes"} == document["rules"]["switches"]
    assert "ahead" not in document


def test_the_lookahead_player_looks_one_turn_ahead_if_not_told(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("verifier.carcassonne.engine.solo.players._WIDTH", 2)
    monkeypatch.setattr("verifier.carcassonne.engine.solo.players._SAMPLES", 1)
    options = ["--player", "lookahead", "--games", "1"]
    document = printed(capsys, *options)
    assert 1 == document["ahead"]
    assert document == printed(capsys, *options, "--ahead", "1")
    assert document != printed(capsys, *options, "--ahead", "2")


def test_several_processes_tell_what_one_does(capsys: pytest.CaptureFixture[str]) -> None:
    options = ["--player", "random", "--games", "700", "--seed", "7"]
    assert printed(capsys, *options) == printed(capsys, *options, "--jobs", "2")


def test_the_table_tells_every_goal_and_the_spread(capsys: pytest.CaptureFixture[str]) -> None:
    assert 0 == run(group, ["odds", *FEW])
    out, err = capsys.readouterr()
    rows = [line.split() for line in out.splitlines()]
    goals = list(map(goal_in_words, checklist().values()))
    assert goals == [re.split(" {2,}", line)[0] for line in out.splitlines()[1:15]]
    assert ["least", "10", "%", "50", "%", "90", "%", "most", "mean"] == rows[16]
    odds = playouts(40, Player("random"), seed=7)
    in_order = [turns for turns, games in odds.lengths.items() for _ in range(games)]
    marks = [in_order[place] for place in (0, 3, 19, 35, 39)]
    assert ["turns", *map(str, marks), f"{sum(in_order) / 40:.3f}"] == rows[17]
    assert err.startswith(f"{Engine.kernel} engine, ")


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        (["--games", "0"], 2, "0 games: give 1 to 1,000,000,000"),
        (["--games", "-5"], 2, "-5 games: give 1 to 1,000,000,000"),
        (["--games", "1000000000000"], 2, "1000000000000 games: give 1 to"),
        (["--games", "many"], 2, "'many' is not a valid integer"),
        (["--seed", "-1"], 2, "seed -1: give a whole number from 0 to 2^53 - 1"),
        (["--seed", "9" * 30], 2, "give a whole number from 0 to 2^53 - 1"),
        (["--player", "clever"], 2, "'clever' is not one of 'random', 'greedy', 'lookahead'"),
        (["--player", "lookahead", "--ahead", "0"], 2, "0 turns ahead: give 1 to 9"),
        (["--ahead", "2"], 2, "2 turns ahead: the greedy player looks at none"),
        (["--colours", "2"], 2, "2 colours: the Solo Variant is played with 3, or 4"),
        (["--meeples", "8"], 2, "8 meeples per colour"),
        (["--switch", "city.two"], 2, "'city.two' does not choose a value; write SWITCH=VALUE"),
        (["--switch", "city.two=3"], 2, "switch city.two has no value '3'"),
        (["--switch", "city.three=3"], 2, "unknown switch 'city.three'"),
        (["--switch", "city.two=2", "--switch", "city.two=4"], 2, "is set to both"),
        (["--jobs", "0"], 2, "0 is not in the range 1<=x<=61"),
    ],
)
def test_what_cannot_be_played_is_said_in_one_paragraph(
    capsys: pytest.CaptureFixture[str], arguments: list[str], code: int, message: str
) -> None:
    assert code == run(group, ["odds", *arguments, "--json"])
    out, err = capsys.readouterr()
    assert "" == out
    assert message in " ".join(err.split())
    assert "Traceback" not in err


@pytest.mark.parametrize("jobs", ["1", "2"])
@pytest.mark.parametrize("everybody", [True, False], ids=["terminal", "kill"])
def test_ctrl_c_ends_it_with_its_code(jobs: str, everybody: bool) -> None:
    arguments = ["odds", "--games", "900000000", "--jobs", jobs, "--json"]
    program = (
        "import sys\nfrom meepleproof.cli.group import group\n"
        "from meepleproof.cli.console import run\n"
        "from meepleproof.cli.commands import odds\nprint('begins', flush=True)\n"
        f"sys.exit(run(group, {arguments}))"
    )
    with subprocess.Popen(
        [sys.executable, "-c", program],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        cwd=ROOT,
        start_new_session=True,
    ) as process:
        try:
            assert process.stdout is not None
            assert "begins\n" == process.stdout.readline()
            time.sleep(1)
            assert process.poll() is None
            if everybody:  # as a terminal does
                os.killpg(process.pid, signal.SIGINT)
            else:
                process.send_signal(signal.SIGINT)
            out, err = process.communicate(timeout=60)
        finally:
            process.kill()
    assert 130 == process.returncode
    assert "" == out
    assert "Error: interrupted\n" == err
