"""What the commands print, word for word; ``python -m tests.test_transcripts`` writes it anew.

Each file in golden/transcripts/ begins with ``$ meepleproof ...``, then what came of it: stdout,
stderr behind ``! ``, and the exit code.
"""

from __future__ import annotations

import io
import os
import re
import shlex
import subprocess
import sys
from contextlib import chdir, redirect_stderr, redirect_stdout
from pathlib import Path
from unittest.mock import patch

import pytest

from meepleproof.cli.console import run
from meepleproof.cli.group import group

ROOT = Path(__file__).parent.parent
FOLDER = ROOT / "tests" / "golden" / "transcripts"
ROADS = "s3.4~D0.0.0~U0.1.0.E1~A1.2.0~p1.2.3~h3.4.4~t2~nSAS"
COMMANDS = {
    "help": "--help",
    "rules-rule": "rules SOLO-SCORE-6",
    "rules-switch": "rules score.soleMajority",
    "rules-unknown": "rules SOLO-SCORE-66",
    "rules-house-rule": "rules --game house HOUSE-TURN-8",
    "rules-house-usual-rule": "rules --game house BASE-ROAD-1",
    "odds": "odds --games 40 --seed 7",
    "odds-no-player": "odds --player clever",
    "odds-neom": "odds --game neom",
    "odds-neom-seen": "odds --game neom --tiles 1+,4+ --seen market/- --want market --want park",
    "odds-neom-two-disasters": "odds --game neom --tiles 1+ --seen flood/fire",
    "odds-neom-too-many-wanted": "odds --game neom --tiles 1+,4+ "
    + " ".join("--want=" + n for n in "abcde"),
    "rules-neom-rule": "rules --game neom NEOM-SCORE-4",
    "perft": "perft --tiles EJUV",
    "perft-too-deep": "perft --tiles EJ --depth 3",
    "verify-scenario": "verify verifier/carcassonne/solo/scenarios/scoring/EC-S-13.json",
    "verify-house-scenario": "verify verifier/carcassonne/house/scenarios/builders/EC-H-23.json",
    "verify-neom-scenario": "verify verifier/neom/scenarios/disasters/EC-N-04.json",
    "verify-house-record": "verify docs/examples/house-game-broken.json",
    "house-check": "house check docs/examples/house-game.json",
    "house-check-broken": "house check docs/examples/house-game-broken.json",
    "house-check-no-record": "house check docs/examples/ledger.json",
    "tiles": "tiles",
    "tiles-set": "tiles tb",
    "tiles-tile": "tiles tb/C",
    "tiles-unknown": "tiles ic/Z",
    "tiles-svg-and-json": "tiles ks --svg --json",
    "show-position": "show s3.4~D0.0.0~U0.1.0.E1~p1.2.3~h3.4.4~t2~n.L.~u21.22.22",
    "show-fault": "show s3.4~D0.0.0~U1.1.0~p1.2.3~h4.4.4~t2~n.L.",
    "solve-puzzle": "solve puzzles/checklist.json --puzzle 4",
    "solve-proved": "solve puzzles/checklist.json --puzzle 4 --prove",
    "solve-no-goal": "solve s3.4~D0.0.0~p1.2.3~h4.4.4~t1~nE.J.U",
    "solve-limit": f"solve {ROADS} --goal road.4.x.0 --nodes 20",
    "solve-best": f"solve {ROADS} --goal road.0.x.0 --best",
    "solve-no-time": f"solve {ROADS} --goal road-10 --time -1",
    "compare-neom": "compare --game neom --from docs/examples/neom-state.json",
    "compare-neom-no-parameter": "compare --game neom --from docs/examples/neom-game.json sale=4",
    "compare-no-effect": "compare goal.worth=sum_over_colours",
    "explain-turn": "explain s3.4~D0.0.0~U0.1.0.E1~p1.2.3~h3.4.4~t2~n.L.~u21.22.22 --turn L1.2.0.W",
    "explain-fault": "explain s3.4~D0.0.0~U1.1.0~p1.2.3~h4.4.4~t2~n.L.",
    "smallest-no-time": "smallest city-16 --time 0",
    "smallest-colours": "smallest road.5.5.4",
    "smallest-total": "smallest total-50",
    "smallest-no-proof": "smallest city-16 --proof none.json",
    "smallest-no-known-game": "smallest total-60 --proof none.json",
    "check-pack": "check puzzles/checklist.json",
    "compare-over": "compare city.two=2 --from s3.4~D0.0.0~p1.2.3~h4.4.4~t1~n..~over",
    "compare-pack": "compare city.two=2 --from puzzles/checklist.json",
    "explain-no-file": "explain nonsense",
    "explain-bad-turn": f"explain {ROADS} --turn L2",
    "reach-fault": "reach s3.4~D0.0.0~U0.1.0.E1~U0.2.0.E2~p1.2.3~h3.3.4~t3~n..",
    "compare-two-tile-city": "compare city.two=2",
    "best-one-turn": "best --turns 1",
    "show-house": "show h2~b-1.-1.B0lM3E0.V1bN1D0U1uN1.-E2~p1.2.3.4~t2s~nEViK~gWW~u30",
    "house-score": "house score h2~b0.-1.W0lS2.D0lEl1A1bM3.E2lNl4~p3.4.5.6~t1~n~eplayed",
    "house-setup": "house setup --players 4 --minutes 30",
    "house-setup-river": "house setup --players 2 --minutes 90 --sets base,river --hand colours",
    "house-setup-seven": "house setup --players 7 --minutes 30",
    "show-neom": "show docs/examples/neom-state.json",
    "neom-check": "neom check docs/examples/neom-game.json",
    "neom-check-broken": "neom check docs/examples/neom-game-broken.json",
    "neom-deal-board": "neom deal --seed 23 --board",
    "neom-add-illegal": "neom add docs/examples/neom-game-next.json keep demo-C-20",
    "neom-deal-stack": "neom deal --seed 7 --stack 1",
    "neom-next": "neom next docs/examples/neom-game-next.json",
    "neom-next-broken": "neom next docs/examples/neom-game-broken.json",
    "neom-score-unfinished": "neom score docs/examples/neom-game-next.json",
    "neom-catalogue-check": "neom catalogue check verifier/neom/demo.json",
    "neom-catalogue-check-broken": "neom catalogue check docs/examples/neom-catalogue-broken.json",
    "neom-catalogue-tile": "neom catalogue show demo-I-14",
    "neom-catalogue-no-tile": "neom catalogue show demo-IV-14",
    "reach-game": "reach s3.4~D0.0.0~U0.1.0.E1~p1.2.3~h3.4.4~t2~n..",
    "reach-none": "reach s3.4~D0.0.0~U0.1.0.E1~p2.2.3~h3.4.4~t2~n..",
    "generate-unknown-goal": "generate --goal castle-9",
    "generate-no-tiles": "generate --goal road-10 --tiles 0",
    "generate-no-level": "generate --goal road-10 --tiles 2 --level hard",
}


def transcript(command: str) -> str:
    """Return what a run of the program prints, without what differs between machines.

    It runs in this process: for most commands a new one would take longer to start than to answer.
    """
    printed, errors = _stream(), _stream()
    with (
        chdir(ROOT),
        patch.dict(os.environ, COLUMNS="100"),
        patch.object(sys, "stdin", _stream()),
        redirect_stdout(printed),
        redirect_stderr(errors),
    ):
        code = run(group, shlex.split(command))
    told = "".join(f"! {line}\n" for line in _text(errors).splitlines())
    text = f"$ meepleproof {command}\n{_text(printed)}{told}exit code {code}\n"
    text = re.sub(r"\b(compiled|python) engine", "KERNEL engine", text)
    return re.sub(r"\d+\.\d+ s\b", "TIME s", text)


def _stream() -> io.TextIOWrapper:
    """Return an empty stream as the program opens those of its own process."""
    return io.TextIOWrapper(io.BytesIO(), encoding="utf-8", newline="\n")


def _text(stream: io.TextIOWrapper) -> str:
    stream.seek(0)
    return stream.read()


@pytest.mark.parametrize("name", COMMANDS)
def test_a_command_prints_what_it_printed(name: str) -> None:
    expected = (FOLDER / f"{name}.txt").read_text(encoding="utf-8")
    assert expected == transcript(COMMANDS[name])


@pytest.mark.parametrize("name", ["tiles-tile", "solve-no-time", "check-pack"])
def test_a_process_of_its_own_prints_the_same(name: str) -> None:
    words = shlex.split(COMMANDS[name])
    done = subprocess.run(
        [sys.executable, "-m", "meepleproof", *words],
        cwd=ROOT,
        env={**os.environ, "COLUMNS": "100"},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    assert transcript(COMMANDS[name]).split("\n", 1)[1] == (
        done.stdout
        + "".join(f"! {line}\n" for line in done.stderr.splitlines())
        + f"exit code {done.returncode}\n"
    )


def test_no_transcript_is_left_over() -> None:
    assert sorted(COMMANDS) == sorted(path.stem for path in FOLDER.iterdir())


if __name__ == "__main__":
    for one, words in COMMANDS.items():
        (FOLDER / f"{one}.txt").write_text(transcript(words), encoding="utf-8")
