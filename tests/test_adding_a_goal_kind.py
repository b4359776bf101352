"""What adding-a-goal-kind.md shows stands in the files it names; no other names the kinds."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import PurePosixPath

from generator.solo import goal_kinds as generator_kinds
from tests.shown_lines import ROOT, not_in_their_files, page, shown_lines
from verifier.carcassonne.engine.solo import goals as engine_goals
from verifier.carcassonne.model.solo.rules import goals as model_goals
from verifier.carcassonne.solo.goals import goal_kinds

PAGE = page("development/adding-a-goal-kind.md")
BLOCKS = shown_lines(PAGE)

PACKAGES = ("generator", "meepleproof", "schemas", "verifier")


def modules() -> Iterator[tuple[PurePosixPath, str]]:
    for package in PACKAGES:
        for path in (ROOT / package).rglob("*.py"):
            yield PurePosixPath(path.relative_to(ROOT).as_posix()), path.read_text("utf-8")


def test_each_line_shown_stands_in_its_file() -> None:
    assert len(BLOCKS) >= 6
    assert {} == not_in_their_files(PAGE)


def test_the_files_that_the_page_lists_are_those_it_shows() -> None:
    listed = re.findall(r"^\| `(\S+)` \|", PAGE, re.MULTILINE)
    assert {*listed, "verifier/carcassonne/solo/catalogue.json"} == {name for name, _ in BLOCKS}


def test_every_file_has_every_kind() -> None:
    kinds = list(goal_kinds())
    own = json.loads((ROOT / "schemas" / "goal.schema.json").read_text("utf-8"))["$defs"]["own"]
    assert kinds == own["properties"]["kind"]["enum"]
    for module in (engine_goals, model_goals, generator_kinds):
        assert kinds == list(module._KINDS), module.__name__


def test_no_other_module_names_the_kind_of_the_page() -> None:
    """The other kinds have names that words of the game have, too; see the next test."""
    files = [path for package in PACKAGES for path in (ROOT / package).rglob("*.py")]
    naming = {
        path.relative_to(ROOT).as_posix()
        for path in files
        if '"two-goals"' in path.read_text("utf-8")
    }
    assert naming == {name for name, _ in BLOCKS if name.endswith(".py")}


def test_no_other_module_asks_a_goal_for_its_kind_by_name() -> None:
    comparison = re.compile(r"""goal\.kind (==|!=|in|not in) ["'(]""")
    asking = {str(path) for path, text in modules() if comparison.search(text)}
    # Goals of the house game are a type of their own, with kinds of their own.
    asking = {path for path in asking if "house" not in path}
    assert asking <= {name for name, _ in BLOCKS}
