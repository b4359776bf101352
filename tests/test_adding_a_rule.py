"""What docs/development/adding-a-rule.md says to type in, typed into a copy of the packages."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterable
from itertools import dropwhile, takewhile
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PAGE = (ROOT / "docs" / "development" / "adding-a-rule.md").read_text("utf-8")

PARTS = ("verifier", "meepleproof", "schemas")
"""What `meepleproof verify` needs. The kernel runs uncompiled in the copy."""

SCENARIOS = "verifier/carcassonne/solo/scenarios"
TWO_CAPS, TWO_TILE_ROAD = f"{SCENARIOS}/geometry/EC-G-22.json", f"{SCENARIOS}/scoring/ROAD-TWO.json"

BLOCK = re.compile(r"^```diff\n--- (\S+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)

MODEL, ENGINE = "verifier/carcassonne/model/solo/rules", "verifier/carcassonne/engine"
QUOTED = {
    "def city_value": f"{MODEL}/scoring.py",
    "def one_meeple": f"{MODEL}/claiming.py",
    '"two_tile_city": (': f"{ENGINE}/solo/laid_out.py",
    "self.two_tile_city = ": f"{ENGINE}/kernel/solo_turns.py",
    "cdef int two_tile_city": f"{ENGINE}/kernel/solo_turns.pxd",
    "value: cython.int = points_of": f"{ENGINE}/kernel/solo_turns.py",
}
"""How each quotation in the six steps begins, and the module that it is from."""
SAID_BESIDE = re.compile(r" {3,}# .*")

ASK_EACH = """
import json, sys
from tests.oracle import Oracle
from verifier.carcassonne.engine.solo import Engine
from verifier.carcassonne.model.solo.key import Model
from verifier.carcassonne.solo.notation import parse_position
answers, model = {}, Model()
for name, key in {"engine": Engine(), "model": model, "naive": Oracle()}.items():
    try:
        outcomes = key.outcomes(parse_position(sys.argv[1]))
    except NotImplementedError as refused:
        answers[name] = str(refused)
    else:
        scored = (scoring for each in outcomes for scoring in each.scorings)
        answers[name] = sorted({each.value for each in scored if each.kind == sys.argv[2]})
model.close()
print(json.dumps(answers))
"""
"""Prints for each key what features of a kind are worth that a turn can score, or its refusal."""


def blocks(title: str) -> list[tuple[str, str]]:
    """Return the changes that the page's section of this title shows: file, lines of a diff."""
    section = PAGE.partition(f"### {title}\n")[2].partition("\n#")[0]
    found: list[tuple[str, str]] = BLOCK.findall(section)
    assert found
    return found


def quotation(begins: str) -> str:
    """Return the lines of code that the page quotes, without what it says beside them."""
    lines = dropwhile(lambda line: not line.startswith(f"    {begins}"), PAGE.splitlines())
    first = next(lines)
    others = [f"    {other}" for other in QUOTED if other != begins]
    rest = takewhile(
        lambda line: line[:4].isspace() and not line.startswith(tuple(others)),
        filter(None, lines),
    )
    return bare(SAID_BESIDE.sub("", line) for line in (first, *rest))


def bare(lines: Iterable[str]) -> str:
    """Return lines without indentation and without empty ones."""
    return "".join(f"{line.strip()}\n" for line in lines if line.strip())


class Contributor:
    """Somebody with a copy of the repository who types in what the page shows."""

    def __init__(self, folder: Path, title: str) -> None:
        self.folder = folder
        self.left = blocks(title)
        left_out = shutil.ignore_patterns("*.so", "*.pyd", "__pycache__", "conformance")
        for part in PARTS:
            shutil.copytree(ROOT / part, folder / part, ignore=left_out)
        (folder / "tests").mkdir()
        for file in (*(ROOT / "tests").glob("naive*.py"), ROOT / "tests" / "oracle.py"):
            shutil.copy(file, folder / "tests")

    def type_in(self, file: str) -> None:
        """Make the next change, which is one of this file."""
        named, diff = self.left.pop(0)
        assert file == Path(named).name
        path = self.folder / named
        text = path.read_text("utf-8") if path.exists() else ""
        for hunk in diff.split("@@\n"):
            lines = hunk.splitlines(keepends=True)
            before = "".join(line[1:] for line in lines if line[0] in " -")
            after = "".join(line[1:] for line in lines if line[0] in " +")
            assert text.count(before) == 1 or not text, f"{named} has not once:\n{before}"
            text = text.replace(before, after, 1)
        path.write_text(text, "utf-8")

    def run(self, *arguments: str) -> subprocess.CompletedProcess[str]:
        """Run Python in the copy."""
        return subprocess.run(
            [sys.executable, *arguments],
            cwd=self.folder,
            env={**os.environ, "PYTHONPATH": str(self.folder)},
            capture_output=True,
            text=True,
            check=False,
        )

    def ask(self, position: str, kind: str) -> dict[str, list[int] | str]:
        """Return what the features of a kind are worth by each key, or why it refuses."""
        done = self.run("-c", ASK_EACH, position, kind)
        assert not done.stderr
        answers: dict[str, list[int] | str] = json.loads(done.stdout)
        return answers

    def verify(self, file: str) -> tuple[int, str]:
        """Return the exit code of `meepleproof verify` and what it printed."""
        done = self.run("-m", "meepleproof", "verify", file)
        return done.returncode, done.stdout + done.stderr


@pytest.mark.parametrize("begins", QUOTED)
def test_the_page_quotes_the_code_as_it_is(begins: str) -> None:
    code = bare((ROOT / QUOTED[begins]).read_text("utf-8").splitlines())
    assert 1 == code.count(quotation(begins))


def test_a_new_value_by_the_page_alone(tmp_path: Path) -> None:
    someone = Contributor(tmp_path, "A new value: `city.two=3`")
    city = "s3.4~o.city.two.{}~D0.0.0.N1~p1.2.3~h3.4.4~t2~n.E.~u5.5.5"
    someone.type_in("switches.json")
    refusal = "city.two has the values 4, 2, 3; this rule names 4, 2"
    assert refusal in " ".join(PAGE.split())
    answers = someone.ask(city.format(3), "city")
    assert (refusal, refusal) == (answers["engine"], answers["model"])
    someone.type_in("laid_out.py")
    answers = someone.ask(city.format(3), "city")
    assert ([3], refusal) == (answers["engine"], answers["model"])
    someone.type_in("scoring.py")
    someone.type_in("naive.py")
    for worth in (4, 2, 3):
        answers = someone.ask(city.format(worth), "city")
        assert {"engine": [worth], "model": [worth], "naive": [worth]} == answers
    someone.type_in("EC-G-22.json")
    code, printed = someone.verify(TWO_CAPS)
    assert 0 == code, printed
    assert "claims by keys: engine and model 3" in printed
    assert not someone.left


def test_a_new_switch_by_the_page_alone(tmp_path: Path) -> None:
    someone = Contributor(tmp_path, "A new switch: `road.two`")
    road = "s3.4~o.road.two.{}~D0.0.0~X0.1.0.E1~p1.2.3~h3.4.4~t2~n.A.~u5.5.5"
    someone.type_in("catalogue.json")
    someone.type_in("switches.json")
    page = someone.run("-m", "meepleproof", "rules", "road.two")
    assert "Is a completed road of two tiles worth 1 point?" in page.stdout
    answers = someone.ask(road.format(1), "road")
    assert {"engine": [2, 3], "model": [2, 3], "naive": [2, 3]} == answers
    for file in ("laid_out.py", "solo_turns.pxd", "solo_turns.py", "bounds.py"):
        someone.type_in(file)
    answers = someone.ask(road.format(1), "road")
    assert ([1, 3], [2, 3]) == (answers["engine"], answers["model"])
    someone.type_in("scoring.py")
    someone.type_in("naive.py")
    for worth in (2, 1):
        answers = someone.ask(road.format(worth), "road")
        assert {name: [worth, 3] for name in ("engine", "model", "naive")} == answers
    someone.type_in("ROAD-TWO.json")
    code, printed = someone.verify(TWO_TILE_ROAD)
    assert 0 == code, printed
    assert "claims by keys: engine and model 2" in printed
    assert not someone.left
