"""Positions, turns and goals as short text, both ways, safe in shells and links.

A text is made of words joined by ``~``; the parts of a word are joined by ``.``. Nothing but
letters, digits, ``-``, ``.``, ``_`` and ``~`` occurs. Colours are numbered from 1.

==================== ==========================================================================
``L0.-1.0``          tile L, no quarter turn, on cell (-1, 0); ``.E2``: a meeple of colour 2 on E,
                     ``.LE2``: a large one
``s3.4``             the Solo Variant with 3 colours of 4 meeples; ``s3.4.itL``: with the boxes i
                     and t, and large meeples; ``o.KEY.VALUE`` a chosen option
``p1.2.3``           points of the colours; ``h4.4.4`` meeples in hand, ``l1.1.0`` large ones
``t2``               colour 2 is to move
``nLK.V.W``          next tiles in the piles of the colours (or ``nLVWK``: one row for all)
``u22.23.21``        unknown tiles below them
``rBCL``             river tiles that come next, by their letters alone; ``v7`` unknown ones below
``xC``               discards; ``m1`` monasteries scored so far; ``over`` the game has ended
==================== ==========================================================================

A tile of another box stands after the letter of its set: ``iK``, ``tA``, ``kC``, ``rB``
(:mod:`verifier.carcassonne.solo.letters`).

A turn is a placement followed by the claimed feature (``-`` for none, ``LS`` with the large meeple)
and, if something scores, the features in scoring order joined by ``-``: ``L0.-1.0.S.S-W-N``.
"""

from __future__ import annotations

import re

from verifier.carcassonne.solo.letters import BOX_LETTERS, letter_of, letters_of, tiles_of
from verifier.carcassonne.solo.position import Meeple, Pile, Placement, Position
from verifier.carcassonne.solo.rule_set import RuleSet
from verifier.carcassonne.solo.turn import FEATURES, NO_CLAIM, Turn
from verifier.carcassonne.table.notation import NUMBER, Words
from verifier.errors import Malformed

_CELL = rf"({NUMBER})\.({NUMBER})"
_TILE = r"[ritk]?[A-Z]"
_PLACED = re.compile(rf"({_TILE})([0-3])\.{_CELL}(?:\.(L?)([NESWM])([1-9]))?")
_TURN = re.compile(rf"({_TILE})([0-3])\.{_CELL}\.(?:(L?)([NESWM])|-)(?:\.([A-Za-z-]+))?")
_NUMBERS = re.compile(r"-?[0-9]{1,6}(\.-?[0-9]{1,6})*")
_TILES = re.compile(rf"(?:{_TILE})*(?:\.(?:{_TILE})*)*")
_LETTERS = re.compile(rf"(?:{_TILE})*")
_RIVER = re.compile(r"[A-Z]*")
_RULES = re.compile(r"([0-9])\.([0-9])(?:\.(?=.)([ritk]*)(L?))?")
_WORDS = ("s", "p", "h", "l", "t", "n", "u", "r", "v", "x", "m", "over")
_BOXES_BY_LETTER = {letter: box for box, letter in BOX_LETTERS.items()}
_EXPECTED = "a placement or one of s o p h l t n u r v x m over, each once"


def position_text(position: Position) -> str:
    """Return the position as text; equal positions give equal texts.

    >>> from verifier.carcassonne.solo.position import setup
    >>> position_text(setup())
    's3.4~D0.0.0~p1.2.3~h4.4.4~t1~n..~u24.24.23'
    """
    rules = position.rules
    words = [_rules_word(rules)]
    words += [f"o.{key}.{value}" for key, value in rules.switches]
    words += [f"without.{rule}" for rule in rules.without]  # in messages; it cannot be read
    words += [_placement_word(placement) for placement in position.placements]
    words += [f"p{_dotted(position.scores)}", f"h{_dotted(position.supplies)}"]
    if position.large:
        words.append(f"l{_dotted(position.large)}")
    words.append(f"t{position.to_move + 1}")
    words.append("n" + ".".join(letters_of(pile.known) for pile in position.piles))
    if any(pile.hidden for pile in position.piles):
        words.append(f"u{_dotted(tuple(pile.hidden for pile in position.piles))}")
    if position.river.known:
        words.append("r" + letters_of(position.river.known).replace("r", ""))
    if position.river.hidden:
        words.append(f"v{position.river.hidden}")
    if position.discards:
        words.append(f"x{letters_of(position.discards)}")
    if position.monasteries:
        words.append(f"m{position.monasteries}")
    if position.over:
        words.append("over")
    return "~".join(words)


def parse_position(text: str) -> Position:
    """Return the position written as ``text``.

    :raises Malformed: naming the word that cannot be read. Whether the position is valid is not
        asked here, see :func:`verifier.carcassonne.solo.faults.faults`.

    >>> parse_position("s3.4~D0.0.0~p1.2.3~h4.4.4~t1~nE.J.U").piles[1]
    Pile(known=('base/J',), hidden=0)
    """
    words = Words(text, _PLACED, _WORDS, "sphtn", _EXPECTED)
    return Position(
        rules=_parse_rules(words),
        placements=tuple(_parse_placement(placed) for placed in words.board),
        scores=_numbers("p", words),
        supplies=_numbers("h", words),
        to_move=_number("t", words) - 1,
        piles=_parse_piles(words),
        discards=_discards(words),
        monasteries=_number("m", words),
        over="over" in words.named,
        large=_numbers("l", words) if "l" in words.named else (),
        river=_river(words),
    )


def turn_text(turn: Turn) -> str:
    """Return the turn as text.

    >>> turn_text(Turn("base/L", 0, -1, 0, "S", ("S", "W", "N")))
    'L0.-1.0.S.S-W-N'
    """
    return str(turn)


def parse_turn(text: str) -> Turn:
    """Return the turn written as ``text``.

    :raises Malformed: if it cannot be read.

    >>> parse_turn("V2.-2.0.-")
    Turn(tile='base/V', rotation=2, x=-2, y=0, claim='-', order=(), large=False)
    """
    match = _TURN.fullmatch(text)
    if match is None:
        raise Malformed(
            f"{text!r} is not a turn; write tile, quarter turns, cell, claim and order "
            "like 'L0.-1.0.S.S-W-N', with '-' for no claim",
            where="turn",
        )
    tile, rotation, x, y, large, claim, order = match.groups()
    features = tuple(order.split("-")) if order else ()
    if not set(features) <= set(FEATURES):
        raise Malformed(f"{text!r} names a feature that is not one of {' '.join(FEATURES)}")
    return Turn(
        _known_tile(tile, text),
        int(rotation),
        int(x),
        int(y),
        claim or NO_CLAIM,
        features,
        bool(large),
    )


def line_text(line: tuple[Turn, ...]) -> str:
    """Return the turns of a line as one text."""
    return "~".join(turn_text(turn) for turn in line)


def parse_line(text: str) -> tuple[Turn, ...]:
    """Return the turns of a line written as one text.

    :raises Malformed: if one of them cannot be read.
    """
    return tuple(parse_turn(word) for word in text.split("~")) if text else ()


def beside_text(rules: RuleSet) -> str:
    """Return what lies beside the base game: the letters of the boxes, ``L`` for large meeples.

    >>> beside_text(RuleSet(boxes=("tb", "ic"), large=True)), beside_text(RuleSet())
    ('itL', '')
    """
    return "".join(BOX_LETTERS[box] for box in rules.boxes) + ("L" if rules.large else "")


def _placement_word(placement: Placement) -> str:
    word = f"{letter_of(placement.tile)}{placement.rotation}.{placement.x}.{placement.y}"
    meeple = placement.meeple
    if meeple is None:
        return word
    return f"{word}.{'L' if meeple.large else ''}{meeple.segment}{meeple.colour + 1}"


def _parse_placement(match: re.Match[str]) -> Placement:
    tile, rotation, x, y, large, segment, colour = match.groups()
    meeple = Meeple(segment, int(colour) - 1, bool(large)) if segment else None
    return Placement(_known_tile(tile, match[0]), int(rotation), int(x), int(y), meeple)


def _known_tile(letter: str, text: str) -> str:
    (tile,) = _known_tiles(letter, text)
    return tile


def _known_tiles(letters: str, text: str) -> tuple[str, ...]:
    try:
        return tiles_of(letters)
    except Malformed as error:
        raise Malformed(f"{text!r}: {error.message}") from None


def _parse_rules(words: Words) -> RuleSet:
    match = words.matching(
        "s", _RULES, "colours and meeples like 's3.4', then boxes and large meeples like 's3.4.itL'"
    )
    boxes = tuple(_BOXES_BY_LETTER[letter] for letter in match[3] or "")
    rules = RuleSet(int(match[1]), int(match[2]), boxes, bool(match[4]))
    return rules.with_switches(words.switches)


def _rules_word(rules: RuleSet) -> str:
    word = f"s{rules.colours}.{rules.meeples}"
    others = beside_text(rules)
    return f"{word}.{others}" if others else word


def _parse_piles(words: Words) -> tuple[Pile, ...]:
    written = words.matching("n", _TILES, "tile letters in piles like 'nLK.V.W'")[0]
    known = [_known_tiles(pile, f"n{written}") for pile in written.split(".")]
    hidden = _numbers("u", words) if "u" in words.named else (0,) * len(known)
    if min(hidden) < 0:
        words.unreadable(f"u{words.named['u']}", "no pile with fewer than no tiles")
    if len(hidden) != len(known):
        raise Malformed(
            f"'n{written}' shows {len(known)} piles, 'u{words.named['u']}' counts {len(hidden)}",
            where="position",
        )
    return tuple(Pile(tiles, below) for tiles, below in zip(known, hidden, strict=True))


def _river(words: Words) -> Pile:
    letters = words.matching("r", _RIVER, "letters of river tiles like 'rBCL'")[0]
    tiles = "".join(f"r{letter}" for letter in letters)
    hidden = _number("v", words)
    if hidden < 0:
        words.unreadable(f"v{words.named['v']}", "no river with fewer than no tiles")
    return Pile(_known_tiles(tiles, f"r{letters}"), hidden)


def _discards(words: Words) -> tuple[str, ...]:
    letters = words.matching("x", _LETTERS, "tile letters")[0]
    return _known_tiles(letters, f"x{letters}")


def _numbers(name: str, words: Words) -> tuple[int, ...]:
    written = words.matching(name, _NUMBERS, "numbers of up to 6 digits joined by '.'", "0")[0]
    return tuple(int(number) for number in written.split("."))


def _number(name: str, words: Words) -> int:
    numbers = _numbers(name, words)
    if len(numbers) != 1:
        words.unreadable(name + words.named[name], "one number")
    return numbers[0]


def _dotted(numbers: tuple[int, ...]) -> str:
    return ".".join(str(number) for number in numbers)
