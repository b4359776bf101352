# cython: language_level=3, cdivision=True
"""How much room the kernel's arrays have; compiled code has the same numbers from sizes.pxd.

A tile sheet that asks for more is refused (see ``board.py``).
"""

from __future__ import annotations

import cython

if not cython.compiled:
    # Cells of a row, and rows, of which every line of tiles from the middle stays clear.
    STRIDE = 272
    ROWS = 268
    CELLS = STRIDE * ROWS
    # Room for the kinds of a tile sheet, the segments of one, all tiles and all their segments.
    KIND_ROOM = 80
    SEGMENT_ROOM = 8
    DRAWN_ROOM = 4 * SEGMENT_ROOM * KIND_ROOM  # the segments of all drawings
    TILE_ROOM = 132
    NODE_ROOM = 488
    MOST_TWINS = 64  # a bit of a word each
    # Room on the board.
    # A placement joins four roads or cities and eight fields at most, and has eight cells around;
    # each of eight borders of its fields is marked once, a piece put down, 13 features scored.
    LOG_ROOM = 42 * TILE_ROOM
    FRONTIER_ROOM = 272  # more than 131 tiles can have around them
    # Room for the piles, and for what one turn can claim, close and score.
    PILE_ROOM = 136
    CLAIM_ROOM = 8
    CLOSED_ROOM = 16
    MOST_SCORED = 12
    COMPLETED_ROOM = MOST_SCORED + 2
