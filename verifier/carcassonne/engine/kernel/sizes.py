# cython: language_level=3, cdivision=True
"""How much room the kernel's arrays have; compiled code has the same numbers from sizes.pxd.

A tile sheet that asks for more is refused (see ``board.py``).
"""

from __future__ import annotations

import cython

if not cython.compiled:
    # Cells of a row, and rows, of which every line of tiles from the middle stays clear.
    STRIDE = 160
    ROWS = 152
    CELLS = STRIDE * ROWS
    # Room for the kinds of a tile sheet, its tiles and their segments.
    KIND_ROOM = 24
    TILE_ROOM = 73
    NODE_ROOM = 118
    MOST_TWINS = 64  # a bit of a word each
    # Room on the board.
    LOG_ROOM = 12 * TILE_ROOM  # a placement joins four times at most, and has eight cells around
    FRONTIER_ROOM = 160  # more than 71 tiles can have around them
    # Room for the piles, and for what one turn can claim, close and score.
    PILE_ROOM = 80
    CLAIM_ROOM = 8
    CLOSED_ROOM = 16
    MOST_SCORED = 12
    COMPLETED_ROOM = MOST_SCORED + 2
