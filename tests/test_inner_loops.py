"""Compiled, the inner loops call nothing of Python: a call for each turn costs a factor of six.

Cython says nothing when a function without ``exceptval(check=False)`` lets every caller look for
an exception, or when a variable without a type becomes an object. So the kernel is translated to C
here, and no function of it may name anything of Python's C API but those listed.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.builds import FOLDER, MODULES

ROOT = Path(__file__).parents[1]

MAY_CALL = {
    # let Python hear signals every so many outcomes
    "house_counter.HouseCounter._pause",
    "house_solver.HouseSolver._pause",
    "solo_turns.SoloTable._pause",
    # remember orders met in a set, where more than four features are scored at once
    "solo_turns.SoloTable._orders",
    "solo_turns.SoloTable._score_next",
    # write down what is asked for
    "house_lister.HouseLister._next_hand",
    "house_lister.HouseLister._write",
    "house_player.HousePlayer._write",
    "lister.Lister._outcome",
    "player.Player._write",
    "seeker.Seeker._note_row",
    "solver.Solver._found",
}

# Cython's abs() can fail for one number that never comes; what tells of that is never called.
PYTHON = re.compile(r"\b(?:_?Py_?[A-Z]\w*|__Pyx_(?!WriteUnraisable\b)\w+)")
# Those that return an object or memory are left out: who calls them is noticed by that.
FUNCTION = re.compile(
    r"^static [^\n;*]*?__pyx_f_8verifier_11carcassonne_6engine_6kernel_(\w+)\([^\n]*\) \{$(.*?)^\}",
    re.MULTILINE | re.DOTALL,
)
COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)

Calls = dict[str, set[str]]
"""What functions of compiled code name of Python, by module, class and name."""


def calls(folder: Path, modules: list[str], changed: tuple[str, str, str] | None = None) -> Calls:
    """Translate modules, perhaps with a text in a file changed, and read what they call."""
    package = folder / FOLDER.relative_to(ROOT)
    package.mkdir(parents=True)
    for above in list(package.relative_to(folder).parents)[:-1]:
        (folder / above / "__init__.py").touch()
    for path in (*FOLDER.glob("*.py"), *FOLDER.glob("*.pxd")):
        shutil.copy(path, package)
    if changed is not None:
        name, old, new = changed
        text = (package / name).read_text(encoding="utf-8")
        assert 1 == text.count(old), f"{old!r} in {name}: mend this test"
        (package / name).write_text(text.replace(old, new), encoding="utf-8")
    files = [f"verifier/carcassonne/engine/kernel/{module}.py" for module in modules]
    subprocess.run(
        [sys.executable, "-m", "cython", *files], cwd=folder, capture_output=True, check=True
    )
    found: Calls = {}
    for module in modules:
        translated = (package / f"{module}.c").read_text(encoding="utf-8")
        for name, body in FUNCTION.findall(translated):
            found[readable(name)] = set(PYTHON.findall(COMMENT.sub("", body)))
    return found


def readable(mangled: str) -> str:
    """Return the name of a function from Cython's, which writes a length before each part.

    >>> readable("5board_5Board__root"), readable("5words_tiles_in")
    ('board.Board._root', 'words.tiles_in')
    """
    parts = []
    while mangled[0].isdigit():
        digits = re.match(r"\d+", mangled)
        assert digits is not None
        end = digits.end() + int(digits[0])
        parts.append(mangled[digits.end() : end])
        mangled = mangled[end + 1 :]
    return ".".join((*parts, mangled))


def callers(found: Calls) -> set[str]:
    return {name for name, named in found.items() if named}


@pytest.mark.slow
def test_the_inner_loops_call_nothing_of_python(tmp_path: Path) -> None:
    found = calls(tmp_path, MODULES)
    hot = {"board.Board._place", "board.Board._place_everywhere", "words.bits_in"}
    hot |= {"solo_turns.SoloTable._scorings", "solo_turns.SoloTable._visit"}
    hot |= {"counter.Counter._outcome", "solver.Solver._outcome"}
    hot |= {"house_board.HouseBoard._lay_tile", "house_counter.HouseCounter._count_claims"}
    assert hot <= set(found)
    culprits = {name: named for name, named in found.items() if named and name not in MAY_CALL}
    assert {} == culprits
    assert set() == MAY_CALL - callers(found), "listed, but calls nothing or is no more"


@pytest.mark.parametrize(
    ("file", "old", "new", "module", "culprit"),
    [
        (
            "board.pxd",
            "void _lift(self) noexcept",
            "void _lift(self)",
            "board",
            "board.Board._place_everywhere",
        ),
        (
            "counter.py",
            "    @cython.exceptval(check=False)\n    def _count_row",
            "    def _count_row",
            "counter",
            "counter.Counter._outcome",
        ),
        (
            "solo_turns.py",
            "        self._gather(closed)\n",
            "        self._gather(closed)\n        self._end()\n",
            "solo_turns",
            "solo_turns.SoloTable._complete",
        ),
        (
            "words.pxd",
            "    cdef unsigned long long one = 1\n",
            "    one = 1\n",
            "counter",
            "words.one_for",
        ),
    ],
    ids=[
        "layout without noexcept",
        "method without exceptval",
        "an object returned",
        "variable without type",
    ],
)
def test_what_would_cost_is_noticed(
    tmp_path: Path, file: str, old: str, new: str, module: str, culprit: str
) -> None:
    found = calls(tmp_path, [module], (file, old, new))
    assert culprit in callers(found) - MAY_CALL
