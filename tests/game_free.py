"""Prints the share of lines on each layer that know no game: ``python -m tests.game_free``.

A module knows a game if it lies in a game's folder or imports from one. Names are not looked for in
its text: a word about a game in a help text is no dependence.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import grimp

from verifier.games import GAMES

ROOT = Path(__file__).parent.parent
LAYERS = {
    "verifier": "verifier",
    "generator": "generator",
    "rendering": "meepleproof.rendering",
    "service": "meepleproof.service",
    "command line": "meepleproof.cli",
    "library": "meepleproof.library",
}


@dataclass(frozen=True, slots=True)
class Layer:
    """A layer: the lines of its modules, the game-free ones of them, and who else knows a game."""

    name: str
    lines: int
    free: int
    knowing: tuple[str, ...]

    @property
    def share(self) -> int:
        """The share of game-free lines in per cent."""
        return round(100 * self.free / self.lines)


def of_a_game(module: str) -> bool:
    """Return whether a module lies in a game's folder, or in one that only games share.

    >>> of_a_game("verifier.carcassonne.table.cells"), of_a_game("generator.kind")
    (True, False)
    """
    folders = {*GAMES, *(facts.package.split(".")[1] for facts in GAMES.values())}
    return not folders.isdisjoint(module.split("."))


def layers() -> Iterator[Layer]:
    """Yield each layer. Modules outside games' folders that import from one are ``knowing``."""
    graph = grimp.build_graph("verifier", "generator", "meepleproof")
    for name, package in LAYERS.items():
        modules = {package, *graph.find_descendants(package)}
        neutral = {one for one in modules if not of_a_game(one)}
        knowing = {
            one
            for one in neutral
            if any(map(of_a_game, graph.find_modules_directly_imported_by(one)))
        }
        lines = {one: _lines(one) for one in modules}
        free = sum(lines[one] for one in neutral - knowing)
        yield Layer(name, sum(lines.values()), free, tuple(sorted(knowing)))


def _lines(module: str) -> int:
    path = ROOT.joinpath(*module.split("."))
    file = path / "__init__.py" if path.is_dir() else path.with_suffix(".py")
    return file.read_text(encoding="utf-8").count("\n") if file.exists() else 0


def main() -> None:
    """Print a row for each layer, and which modules outside games' folders know one."""
    rows = [f"{'layer':<14}{'lines':>8}{'game-free':>11}{'share':>7}"]
    notes = list[str]()
    for one in layers():
        rows.append(f"{one.name:<14}{one.lines:>8,}{one.free:>11,}{one.share:>6}%")
        if one.knowing:
            notes += ["", f"{one.name}: these know a game and lie in no game's folder"]
            notes += [f"  {module}" for module in one.knowing]
    sys.stdout.write("\n".join([*rows, *notes, ""]))


if __name__ == "__main__":
    main()
