"""Rules that are proved and puzzles worth solving: what a program needs to use them.

Each name is imported when it is first used, so ``import meepleproof`` is quick.

>>> import meepleproof
>>> position = meepleproof.Position(tiles="EU")
>>> [str(turn) for turn in position.legal_turns][:2]
['E1.0.-1.E', 'E2.0.-1.S']
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from meepleproof.library.position import Outcome, Position
    from meepleproof.library.puzzle import Puzzle, Solutions, generate, read_pack, solve
    from meepleproof.library.scenario import verify
    from verifier import __version__
    from verifier.carcassonne.solo.goals import Goal
    from verifier.carcassonne.solo.turn import Turn
    from verifier.errors import Illegal, KeysDisagree, Malformed, MeepleproofError, Undecided

__all__ = [
    "Goal",
    "Illegal",
    "KeysDisagree",
    "Malformed",
    "MeepleproofError",
    "Outcome",
    "Position",
    "Puzzle",
    "Solutions",
    "Turn",
    "Undecided",
    "__version__",
    "generate",
    "read_pack",
    "solve",
    "verify",
]

_MODULES = {
    "meepleproof.library.position": ("Outcome", "Position"),
    "meepleproof.library.puzzle": ("Puzzle", "Solutions", "generate", "read_pack", "solve"),
    "meepleproof.library.scenario": ("verify",),
    "verifier": ("__version__",),
    "verifier.errors": ("Illegal", "KeysDisagree", "Malformed", "MeepleproofError", "Undecided"),
    "verifier.carcassonne.solo.goals": ("Goal",),
    "verifier.carcassonne.solo.turn": ("Turn",),
}
_MODULE_OF = {name: module for module, names in _MODULES.items() for name in names}


def __getattr__(name: str) -> Any:
    if name not in _MODULE_OF:
        raise AttributeError(f"module 'meepleproof' has no attribute {name!r}")
    value = getattr(import_module(_MODULE_OF[name]), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
