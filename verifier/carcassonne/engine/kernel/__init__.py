"""The kernel: a table on which turns are made and unmade, and those who ask it something.

:mod:`~verifier.carcassonne.engine.kernel.core` plays the turns; the others build on it and say what
becomes of an outcome: ``counting`` counts on, ``listing`` writes it down. ``solving`` looks for a
goal, on top of ``aiming`` (is it reached?) and of bounds that rule turns out: ``coming`` (what may
still come), ``surrounding`` (monasteries), ``bounding`` (roads and cities), ``closing`` (whole
games). ``seeking`` looks for tiles with which a road or city can be completed, on top of the same
bounds. ``playing`` plays whole games, on top of ``dealing`` and ``judging``. Both are led by
``chance``.

All are ordinary typed Python that runs as it is and, compiled by Cython, a hundred times faster;
``COMPILED`` tells which. The ``.pxd`` files are the layout that compiled modules share.
"""

from verifier.carcassonne.engine.kernel.core import COMPILED, Kernel
from verifier.carcassonne.engine.kernel.counting import Counter
from verifier.carcassonne.engine.kernel.listing import Lister
from verifier.carcassonne.engine.kernel.playing import Player
from verifier.carcassonne.engine.kernel.seeking import Seeker
from verifier.carcassonne.engine.kernel.solving import Solver

__all__ = ["COMPILED", "Counter", "Kernel", "Lister", "Player", "Seeker", "Solver"]
