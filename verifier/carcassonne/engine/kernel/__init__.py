"""The kernel: a board on which turns are made and unmade, and the classes that ask it something.

The Solo Variant, each class with a module of its own:

* ``board``: lays and lifts tiles, joins and parts features; it knows no game's turns.
* ``river_board``: the river's open end, for both games.
* ``solo_turns``: tiles drawn and placed, claims, scorings. ``counter`` counts turns; ``lister``
  lists what one turn can bring.
* ``goals``: is a goal reached? ``player`` plays whole games and looks for goals in them.
* ``bounds`` leave turns out that cannot help a road, a city or monasteries, ``end_bounds`` those
  that cannot help a goal of the whole game. ``solver`` looks for the lines that reach a goal,
  ``seeker`` for tiles with which a road or city can be completed.

The house game, on the same board:

* ``house_board``: fields. ``house_turns``: part-turns, and the hand.
* ``house_counter`` counts part-turns; ``house_lister`` lists what one can bring; ``house_player``
  plays whole games.
* ``house_endgames``: the margin, and the last two part-turns. ``house_solver`` solves endgames.

``splitmix`` has random numbers.

All are ordinary typed Python that runs as it is and, compiled by Cython, a hundred times faster;
``COMPILED`` says which. A ``.pxd`` file beside a module is the layout that compiled modules share.
Those without a module have the numbers and the shortest functions, said once for both builds:
``numbers``, ``words``, ``house_words`` and ``house_plays``.

Modules import each other from ``cython.cimports``, as Cython has it: compiled code takes what the
layouts say, and where the source runs ``_cimports`` answers. mypy sees neither: what comes that way
is ``Any`` to it, and so is what the classes here inherit.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from verifier.carcassonne.engine.kernel import _cimports  # noqa: F401 - for the source
from verifier.carcassonne.engine.kernel.board import COMPILED

if TYPE_CHECKING:
    from verifier.carcassonne.engine.kernel.counter import Counter
    from verifier.carcassonne.engine.kernel.house_counter import HouseCounter
    from verifier.carcassonne.engine.kernel.house_lister import HouseLister
    from verifier.carcassonne.engine.kernel.house_player import HousePlayer
    from verifier.carcassonne.engine.kernel.house_solver import HouseSolver
    from verifier.carcassonne.engine.kernel.lister import Lister
    from verifier.carcassonne.engine.kernel.player import Player
    from verifier.carcassonne.engine.kernel.seeker import Seeker
    from verifier.carcassonne.engine.kernel.solo_turns import SoloTable
    from verifier.carcassonne.engine.kernel.solver import Solver

__all__ = [
    "COMPILED",
    "Counter",
    "HouseCounter",
    "HouseLister",
    "HousePlayer",
    "HouseSolver",
    "Lister",
    "Player",
    "Seeker",
    "SoloTable",
    "Solver",
]

_MODULES = {
    "Counter": "counter",
    "HouseCounter": "house_counter",
    "HouseLister": "house_lister",
    "HousePlayer": "house_player",
    "HouseSolver": "house_solver",
    "Lister": "lister",
    "Player": "player",
    "Seeker": "seeker",
    "SoloTable": "solo_turns",
    "Solver": "solver",
}


def __getattr__(name: str) -> Any:
    """Return a class; its module is imported when it is first asked for, none of another game's."""
    if name not in _MODULES:
        raise AttributeError(name)
    globals()[name] = getattr(import_module(f"{__name__}.{_MODULES[name]}"), name)
    return globals()[name]
