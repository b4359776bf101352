# The kernel's numbers: how much room its arrays have, and what small numbers stand for. A tile sheet
# that asks for more room is refused (board.py).

cdef enum:
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

    # In a cell's need, on its north side, that a neighbour shows a river edge; and its stack.
    RIVER_SHOWN = 256
    RIVER_ROOM = 16

    # The kinds of segments, as in the tables, and of the nodes that are monasteries. Goals measure
    # these, or something of the whole game.
    CITY = 2
    MONASTERY = 3
    ROADS = 1
    CITIES = 2
    MONASTERIES = 3
    TOTAL = 4
    ALL_TILES = 5
    STAY = 6
    LEVEL = 7
    RESTRAINT = 8

    # Where a tile may help.
    ALL_HELP = 0
    SOME_HELP = 1
    NONE_HELPS = 2

    # Answers of drawing a tile.
    DRAWN = 0
    UNKNOWN = 1
    NO_TILES = 2
    FROM_RIVER = 4  # in place of a pile's number

    # Bounds. Cells are told apart by the bits of a word; where there are more, nothing is ruled out.
    MOST_ENDS = 64
    MOST_WAYS = 32
    FAR = 1000  # more steps than there are between any two cells
    MONASTERY_POINTS = 9
    MOST_SPARE = 3  # spare tiles between the cells of two features that are counted one by one
    GROWING = 5  # more roads or cities than one tile can extend
    MOST_GROWTH = 8  # more tiles than are counted one by one
    # How a colour comes to have a majority.
    BY_MAJORITY = 1
    BY_CLAIM = 2

    # How a player chooses a turn, and how many outcomes of it are kept.
    AT_RANDOM = 0
    GREEDILY = 1
    MOST_KEPT = 64
    NO_CLAIM = -1
    LARGE = 16  # added to the number of a claim that the large meeple makes
