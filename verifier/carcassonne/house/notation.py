"""Part-turns and positions of the house game as short text, both ways.

A part-turn is written for people: ``base/V0.-1.0.big.Sl`` is tile V of the base game, unturned, on
cell (-1, 0), with a big follower on the field at ``Sl``; a ``+`` at the end says that the second
part of the turn follows.

A position is a code for shells and links, as short as it can be and still be read: letters,
digits, ``-``, ``.``, ``_`` and ``~`` alone. Its words are joined by ``~``; colours are numbered
from 1; what is left out has its usual value.

=================== ===========================================================================
``h4.3.bitk.711``   the house game: 4 players, a hand of 3, the sets, the supply of a colour
``o.road.VALUE``    a chosen answer of the switch ``house.road``
``b0.0.D0U1lE2``    the board, from the row and column of cell (0, 0): rows from south to north
                    joined by ``.``, tiles from west to east, ``-`` or ``-3`` empty cells between
``p9.0.0.4``        points of the colours
``s611.711``        little followers, big ones and builders in the supplies
``t2``              colour 2 is to move; ``t2s``: it plays the second part of its turn
``nVUiE``           the hand; ``gWW`` known tiles of the bag, ``u30`` unknown ones after them
``rBCL``            river tiles to come, ``xF`` tiles laid aside, ``eplayed`` or ``etie`` the end
=================== ===========================================================================

A tile is its (first) letter, after the letter of its set unless it is of the base game: ``i`` Inns
& Cathedrals, ``t`` Traders & Builders, ``k`` King & Scout, ``r`` River. On the board quarter turns
follow, then the piece if there is one: ``l`` little, ``b`` big, ``u`` builder; feature; colour.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import get_args

from verifier.carcassonne.house.part_turn import PartTurn
from verifier.carcassonne.house.position import (
    PIECES,
    End,
    Piece,
    Placement,
    Position,
    StandingPiece,
)
from verifier.carcassonne.house.rule_set import Pieces, RuleSet
from verifier.carcassonne.table.cells import Cell
from verifier.carcassonne.table.notation import NUMBER, Words, quoted
from verifier.carcassonne.tiles import SETS, tile_sheet
from verifier.carcassonne.tiles.drawing import NAMES, lying
from verifier.errors import Malformed

_SET_LETTERS = {"base": "b", "river": "r", "ic": "i", "tb": "t", "ks": "k"}
_SETS_BY_LETTER = {letter: name for name, letter in _SET_LETTERS.items()}
_PIECE_LETTERS: dict[Piece, str] = {"little": "l", "big": "b", "builder": "u"}
_PIECES_BY_LETTER = {letter: piece for piece, letter in _PIECE_LETTERS.items()}

_NAME = "|".join(sorted(NAMES, key=len, reverse=True))
_TILE = r"[ritk]?[A-Z]"
_PART_TURN = re.compile(
    rf"([a-z]+/[A-Z]{{1,2}})([0-3])\.({NUMBER})\.({NUMBER})"
    rf"(?:\.({'|'.join(PIECES)})\.({_NAME}))?(\+?)"
)
_BOARD = re.compile(rf"({NUMBER})\.({NUMBER})\.((?:{_TILE}[0-3]|[lbu](?:{_NAME})[1-9]|[-.0-9])*)")
_ON_BOARD = re.compile(
    rf"(?P<gap>-[0-9]{{0,4}})|(?P<row>\.)|(?P<tile>{_TILE})(?P<turns>[0-3])"
    rf"(?:(?P<piece>[lbu])(?P<feature>{_NAME})(?P<colour>[1-9]))?"
)
_RULES = re.compile(r"([0-9])(?:\.([0-9])(?:\.([britk]+)(?:\.([0-9]{3}))?)?)?")
_TILES = re.compile(rf"(?:{_TILE})*")
_SUPPLY = r"(?:[0-9]{3}|[0-9]{1,6}-[0-9]{1,6}-[0-9]{1,6})"
_SUPPLIES = re.compile(rf"{_SUPPLY}(?:\.{_SUPPLY})*")
_SCORES = re.compile(r"-?[0-9]{1,6}(?:\.-?[0-9]{1,6})*")
_TO_MOVE = re.compile(r"([1-9])(s?)")
_COUNT = re.compile(r"[0-9]{1,6}")
_BOARD_WORD = re.compile(r"b(.*)", re.DOTALL)
_WORDS = tuple("hpstngurxe")
_EXPECTED = "words that begin with one of h o b p s t n g u r x e, each once but o and b"


# --- part-turns and tiles for people


def parse_part_turn(text: str) -> PartTurn:
    """Return the part-turn written as ``text``, which ``str`` of it gives back.

    :raises Malformed: if it cannot be read, or there is no such tile.

    >>> parse_part_turn("base/U1.0.-1.builder.N+").second
    True
    """
    match = _PART_TURN.fullmatch(text)
    if match is None:
        raise Malformed(
            f"{quoted(text)} is not a part-turn; write tile, quarter turns, cell, and piece and "
            "feature if there is one, like 'base/V0.-1.0.big.Sl', with '+' at the end if the "
            "second part of the turn follows",
            where="part-turn",
        )
    tile, rotation, x, y, piece, feature, plus = match.groups()
    require_tile(tile, "part-turn")
    found: Piece | None = next((known for known in PIECES if known == piece), None)
    return PartTurn(tile, int(rotation), int(x), int(y), found, feature or "", plus == "+")


def parse_part_turns(text: str) -> tuple[PartTurn, ...]:
    """Return the part-turns of a text, one after another with spaces between.

    :raises Malformed: if one of them cannot be read.

    >>> [each.cell for each in parse_part_turns("base/V0.-1.0 base/U0.1.0.little.E")]
    [(-1, 0), (1, 0)]
    """
    return tuple(parse_part_turn(word) for word in text.split())


def parse_tiles(text: str) -> tuple[str, ...]:
    """Return the tiles of a text like ``base/V ic/K``.

    :raises Malformed: for a tile that no set has.
    """
    return tuple(require_tile(tile, "tiles") for tile in text.split())


def require_tile(tile: str, where: str) -> str:
    """Return the id of a tile of any of the sets as it is.

    :raises Malformed: for what is none, naming what there is.

    >>> require_tile("ic/Z", "/hand/0")
    Traceback (most recent call last):
    ...
    verifier.errors.Malformed: there is no tile 'ic/Z'; the ic set has A, B, C, D, E, F, G, H, I, \
J, K, L, M, N, O, P, Q (at /hand/0; HOUSE-SETUP-1)
    """
    tile_set, slash, _ = tile.partition("/")
    message = f"{quoted(tile)} is not a tile: write set and letter, like ic/K"
    if slash and tile_set not in SETS:
        message = f"{quoted(tile)}: there is no tile set {tile_set!r}; there are {', '.join(SETS)}"
    elif slash:
        try:
            lying(tile, 0)
        except Malformed as error:
            message = error.message
        else:
            return tile
    raise Malformed(message, where=where, rule="HOUSE-SETUP-1")


# --- positions


def position_text(position: Position) -> str:
    """Return the position as a code; equal positions give equal codes.

    >>> from verifier.carcassonne.house.position import set_up
    >>> from verifier.carcassonne.house.rule_set import HOUSE
    >>> position_text(set_up(HOUSE, ("base/V", "ic/K", "base/E", "base/W"), hidden=30))
    'h4~b0.0.D0~t1~nEViK~gW~u30'
    """
    rules = position.rules
    words = [_rules_word(rules)]
    words += [f"o.{key.removeprefix('house.')}.{value}" for key, value in rules.switches]
    words += _board_words(position.placements)
    if any(position.scores) or len(position.scores) != rules.colours:
        words.append("p" + ".".join(map(str, position.scores)))
    if position.supplies != _usual_supplies(rules, position.placements):
        words.append("s" + ".".join(_digits(supply) for supply in position.supplies))
    words.append(f"t{position.to_move + 1}{'s' if position.second else ''}")
    for letter, tiles in zip("ngrx", _rows(position), strict=True):
        if tiles or letter == "n":
            words.append(letter + "".join(_tile_letters(tile) for tile in tiles))
    if position.hidden:
        words.append(f"u{position.hidden}")
    if position.end:
        words.append(f"e{position.end}")
    return "~".join(words)


def parse_position(text: str) -> Position:
    """Return the position written as ``text``, valid or not.

    :raises Malformed: naming the word that cannot be read.
    :raises Illegal: for rules that no text allows.

    >>> parse_position("h4~b0.0.D0U0lE1~t2~nEViK").placements[1].piece
    StandingPiece(piece='little', feature='E', colour=0)
    """
    words = Words(text, _BOARD_WORD, _WORDS, "htn", _EXPECTED, switches="house.")
    rules = _rules(words).with_switches(words.switches)
    placements = tuple(each for board in words.board for each in _board(board[1], words))
    to_move = words.matching("t", _TO_MOVE, "a colour like 't2'")
    return Position(
        rules=rules,
        placements=placements,
        scores=_scores(words, rules),
        supplies=_supplies(words, rules, placements),
        to_move=int(to_move[1]) - 1,
        hand=_tiles("n", words),
        bag=_tiles("g", words),
        hidden=int(words.matching("u", _COUNT, "a count like 'u30'", "0")[0]),
        river=_tiles("r", words),
        discards=_tiles("x", words),
        second=bool(to_move[2]),
        end=_end(words),
    )


def _rows(position: Position) -> tuple[tuple[str, ...], ...]:
    return (position.hand, position.bag, position.river, position.discards)


def _rules_word(rules: RuleSet) -> str:
    usual = RuleSet(rules.players)
    parts = [
        str(rules.players),
        str(rules.hand),
        "".join(_SET_LETTERS[name] for name in rules.sets),
        "" if rules.supply is None else _digits(rules.supply),
    ]
    if rules.supply is None:
        parts.pop()
        if rules.sets == usual.sets:
            parts.pop()
            if rules.hand == usual.hand:
                parts.pop()
    return "h" + ".".join(parts)


def _rules(words: Words) -> RuleSet:
    match = words.matching("h", _RULES, "players, hand, sets and supply like 'h4.3.bitk.711'")
    players, hand, letters, supply = match.groups()
    usual = RuleSet()
    return RuleSet(
        players=int(players),
        hand=int(hand) if hand else usual.hand,
        sets=tuple(_SETS_BY_LETTER[letter] for letter in letters) if letters else usual.sets,
        supply=_pieces(supply) if supply else None,
    )


def _board_words(placements: Iterable[Placement]) -> Iterator[str]:
    """Yield the words of the board: one, unless several tiles lie on one cell."""
    layers: list[dict[Cell, Placement]] = []
    for placement in placements:
        layer = next((each for each in layers if placement.cell not in each), None)
        if layer is None:
            layer = {}
            layers.append(layer)
        layer[placement.cell] = placement
    return (_board_word(layer) for layer in layers)


def _board_word(table: dict[Cell, Placement]) -> str:
    west, south = min(x for x, _ in table), min(y for _, y in table)
    written, at = f"b{west}.{south}.", (west, south)
    for (x, y), placement in sorted(table.items(), key=lambda item: (item[0][1], item[0][0])):
        if y > at[1]:
            written, at = written + "." * (y - at[1]), (west, y)
        if x > at[0]:
            gap = x - at[0]
            written += "-" if gap == 1 else f"-{gap}"
        written, at = written + _placed(placement), (x + 1, y)
    return written


def _placed(placement: Placement) -> str:
    written = f"{_tile_letters(placement.tile)}{placement.rotation}"
    piece = placement.piece
    if piece is None:
        return written
    return f"{written}{_PIECE_LETTERS[piece.piece]}{piece.feature}{piece.colour + 1}"


def _board(written: str, words: Words) -> Iterator[Placement]:
    match = _BOARD.fullmatch(written)
    if match is None:
        words.unreadable(f"b{written}", "column, row and rows of tiles like 'b0.0.D0U1lE2.-V3'")
    west, y = int(match[1]), int(match[2])
    x, rows, place = west, match[3], 0
    while place < len(rows):
        part = _ON_BOARD.match(rows, place)
        if part is None:
            at = rows[place : place + 9]
            words.unreadable(f"b{written}", f"a tile, a gap or a row at {at!r}")
        place = part.end()
        if part["gap"]:
            x += int(part["gap"][1:] or 1)
        elif part["row"]:
            x, y = west, y + 1
        else:
            yield _placement(part, x, y)
            x += 1


def _placement(part: re.Match[str], x: int, y: int) -> Placement:
    piece = None
    if part["piece"]:
        kind = _PIECES_BY_LETTER[part["piece"]]
        piece = StandingPiece(kind, part["feature"], int(part["colour"]) - 1)
    return Placement(_tile(part["tile"]), int(part["turns"]), x, y, piece)


def _tile_letters(tile: str) -> str:
    tile_set, _, letters = tile.partition("/")
    return letters[0] if tile_set == "base" else f"{_SET_LETTERS[tile_set]}{letters[0]}"


def _tile(letters: str) -> str:
    tile_set = _SETS_BY_LETTER[letters[0]] if len(letters) > 1 else "base"
    for tile in tile_sheet(tile_set).tiles:
        if tile.letter[0] == letters[-1]:
            return tile.id
    return require_tile(f"{tile_set}/{letters[-1]}", "position")


def _tiles(letter: str, words: Words) -> tuple[str, ...]:
    written = words.matching(letter, _TILES, "tiles like 'VUiK'")[0]
    return tuple(_tile(each) for each in re.findall(_TILE, written))


def _scores(words: Words, rules: RuleSet) -> tuple[int, ...]:
    none = ".".join("0" for _ in range(rules.colours))
    written = words.matching("p", _SCORES, "points joined by '.', of up to 6 digits", none)[0]
    return tuple(int(number) for number in written.split("."))


def _supplies(
    words: Words, rules: RuleSet, placements: tuple[Placement, ...]
) -> tuple[Pieces, ...]:
    if "s" not in words.named:
        return _usual_supplies(rules, placements)
    written = words.matching("s", _SUPPLIES, "three digits for each colour, like '711.611'")
    return tuple(_pieces(digits) for digits in written[0].split("."))


def _usual_supplies(rules: RuleSet, placements: tuple[Placement, ...]) -> tuple[Pieces, ...]:
    """Return what the colours have left beside the pieces on the board, but not less than none."""
    on_board = [p.piece for p in placements if p.piece is not None]
    return tuple(
        Pieces(
            *(
                max(0, number - sum((s.piece, s.colour) == (sort, colour) for s in on_board))
                for sort, number in zip(PIECES, rules.start_supply, strict=True)
            )
        )
        for colour in range(rules.colours)
    )


def _pieces(digits: str) -> Pieces:
    return Pieces(*map(int, digits.split("-") if "-" in digits else digits))


def _digits(pieces: Pieces) -> str:
    # No box holds ten pieces of a sort, but what is wrong must be written down, too.
    return ("" if max(pieces) < 10 else "-").join(map(str, pieces))  # noqa: PLR2004 - one digit


def _end(words: Words) -> End:
    given = words.named.get("e")
    if given is None:
        return ""
    known: tuple[End, ...] = get_args(End)
    found = next((end for end in known if end and given == end), None)
    return words.unreadable(f"e{given}", "'eplayed' or 'etie'") if found is None else found
