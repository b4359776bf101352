"""The kernel: a board on which turns are made and unmade, and the classes that ask it something.

Each class builds on the one before it, in one object, and each has a module of its own:

* ``board``: lays and lifts tiles, joins and parts features; it knows no game's turns.
* ``piles``: draws tiles. ``solo_scoring`` and ``solo_turns``: the Solo Variant's turns.
* ``counter`` counts turns; ``lister`` lists what one turn can bring.
* ``solver`` looks for a goal: on top of ``goals`` (is it reached?) and of bounds that leave turns
  out: ``lookahead`` (what may still come), ``monastery_bound``, ``feature_bound`` (roads and
  cities, by their ``open_features``), ``end_bound`` (whole games, by ``completable`` features and
  what ``feature_sets`` bring).
* ``seeker`` looks for tiles with which a road or city can be completed, on top of the same bounds.
* ``player`` plays whole games, on top of ``dealer`` (unknown tiles), ``evaluator``,
  ``kept_outcomes`` (the best of a turn) and ``turn_choice``.

The house game builds on the same board:

* ``house_board``: fields, and where the river goes on. ``house_turns``: part-turns.
* ``house_lister`` lists what one part-turn can bring.
* ``house_hand``: the shared hand and its bag. On top of it ``house_counter`` counts part-turns,
  and ``house_player`` plays whole games.
* ``house_solver`` solves endgames, on top of ``house_margin`` (the tiles to come, and the margin if
  the game ended now), ``house_last_tile`` (the last part-turn), ``house_last_placements`` (those of
  the last two tiles), ``house_last_plays`` (the last two part-turns) and ``house_playing``
  (part-turns listed and made); ``house_plays`` has part-turns as numbers.

``arrays``, ``sizes``, ``inlined`` and ``splitmix`` (random numbers) serve all of them, and
``house_words`` those of the house game.

All are ordinary typed Python that runs as it is and, compiled by Cython, a hundred times faster;
``COMPILED`` says which. The ``.pxd`` files are the layout that compiled modules share.
"""

from verifier.carcassonne.engine.kernel.arrays import COMPILED
from verifier.carcassonne.engine.kernel.counter import Counter
from verifier.carcassonne.engine.kernel.house_counter import HouseCounter
from verifier.carcassonne.engine.kernel.house_lister import HouseLister
from verifier.carcassonne.engine.kernel.house_player import HousePlayer
from verifier.carcassonne.engine.kernel.house_solver import HouseSolver
from verifier.carcassonne.engine.kernel.lister import Lister
from verifier.carcassonne.engine.kernel.player import Player
from verifier.carcassonne.engine.kernel.seeker import Seeker
from verifier.carcassonne.engine.kernel.solo_turns import SoloTurns
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
    "SoloTurns",
    "Solver",
]
