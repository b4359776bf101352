"""One exit code for one sort of mistake: a value that an option cannot have is wrong usage, 2."""

from __future__ import annotations

import shlex
from pathlib import Path

import pytest

from tests.console_output import run_command

ROADS = "s3.4~D0.0.0~U0.1.0.E1~A1.2.0~p1.2.3~h3.4.4~t2~nSAS"


@pytest.mark.parametrize(
    ("command", "option"),
    [
        ("best --turns 0", "--turns"),
        ("best --turns 72", "--turns"),
        ("best --turns 2 --meeples 0", "--meeples"),
        ("best --turns 2 --time 0", "--time"),
        ("check x.json --jobs 0", "--jobs"),
        ("compare city.two=2 --turns -1", "--turns"),
        ("compare city.two=2 --time 0", "--time"),
        ("compare city.two=2 --switch zzz=1", "--switch"),
        ("compare --game house house.road=official_1_2 --players 9", "--players"),
        ("compare --game house house.road=official_1_2 --switch zzz=1", "--switch"),
        ("conform --rule zzz -- mine", "--rule"),
        ("dataset -o x.zzz", "-o"),
        (f"explain {ROADS} --time 0", "--time"),
        (f"explain {ROADS} --turn L2", "--turn"),
        ("find --goal castle", "--goal"),
        ("find --rating-from -1", "--rating-from"),
        ("generate --goal castle-9", "--goal"),
        ("generate --goal road-10 --candidates 0", "--candidates"),
        ("generate --goal road-10 --count 0", "--count"),
        ("generate --goal road-10 --needs zzz", "--needs"),
        ("generate --goal road-10 --rating-from 5 --rating-to 3", "--rating-from"),
        ("generate --goal road-10 --seed=-1", "--seed"),
        ("generate --goal road-10 --theme zzz", "--theme"),
        ("generate --goal road-10 --tiles 0", "--tiles"),
        ("generate --kind zzz", "--kind"),
        ("house result LEDGER --tiles 0 --score Ada=1", "--tiles"),
        ("house result LEDGER --tiles 60 --score Ada", "--score"),
        ("house result LEDGER --tiles 60 --score Ada=1 --date zzz", "--date"),
        ("house setup --players 3 --minutes 0", "--minutes"),
        ("house setup --players 3 --minutes 20 --hand 0", "--hand"),
        ("house setup --players 3 --minutes 20 --sets zzz", "--sets"),
        ("house setup --players 3 --minutes 20 --switch zzz=1", "--switch"),
        ("house setup --players 9 --minutes 30", "--players"),
        ("odds --colours 9", "--colours"),
        ("odds --game neom --tiles zzz", "--tiles"),
        ("odds --game neom --tiles 1+ --want a,b", "--want"),
        ("odds --game neom --tiles 1+ --want disaster", "--want"),
        ("odds --game neom --tiles 1+ --want ''", "--want"),
        ("odds --games 0", "--games"),
        ("odds --player clever", "--player"),
        ("odds --seed -1", "--seed"),
        ("odds --switch city.two=9", "--switch"),
        ("odds --switch zzz", "--switch"),
        ("odds --switch zzz=1", "--switch"),
        ("pack check stay --sample 0", "--sample"),
        ("pack check stay --time -1", "--time"),
        ("pack merge road-5-3c --id 'Z Z' --title x -o x.json", "--id"),
        ("pack merge road-5-3c --id x --title '' -o x.json", "--title"),
        ("pack merge road-5-3c --id x --title x --version one -o x.json", "--version"),
        ("pack retract 59t9f467mcqr --reason x --date zzz", "--date"),
        ("perft --game house --draw base/V --hand 0", "--hand"),
        ("perft --game house --draw zzz", "--draw"),
        ("perft --tiles EJ --depth 0", "--depth"),
        ("perft --tiles EJ --depth 3", "--depth"),
        ("perft --tiles zzz", "--tiles"),
        (f"reach {ROADS} --time -1", "--time"),
        ("show checklist --puzzle 99", "--puzzle"),
        ("smallest road-10 --time 0", "--time"),
        (f"solve {ROADS} --goal castle", "--goal"),
        (f"solve {ROADS} --goal road-10 --nodes -1", "--nodes"),
        (f"solve {ROADS} --goal road-10 --time -3", "--time"),
    ],
)
def test_a_value_that_an_option_cannot_have_is_wrong_usage_and_the_option_is_named(
    command: str,
    option: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    ledger = Path("docs/examples/ledger.json").absolute()
    monkeypatch.chdir(tmp_path)
    code, out, err = run_command(capsys, *shlex.split(command.replace("LEDGER", str(ledger))))
    assert (2, "") == (code, out)
    said = err.splitlines()[-1]
    assert f"'{option}'" in said or f"(at {option}" in said


@pytest.mark.parametrize(
    "command",
    [
        "show nothing.json",
        "rules ZZZ",
        "tiles zzz",
        "smallest castle",
        "check puzzles/checklist.json",
        "show s3.4~D0.0.0~p0.0.0~h4.4.4~t1~nE.J.U",
        "compare zzz=1",
        "verify tests/test_exit_codes.py",
    ],
)
def test_what_is_to_be_read_and_cannot_be_is_invalid_input(
    command: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert 3 == run_command(capsys, *shlex.split(command))[0]
