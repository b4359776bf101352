"""Positions, turns and goals as short text, both ways, safe in shells and links.

A text is made of words joined by ``~``; the parts of a word are joined by ``.``. Nothing but
letters, digits, ``-``, ``.``, ``_`` and ``~`` occurs. Colours are numbered from 1.

==================== ==========================================================================
``L0.-1.0``          tile L, no quarter turn, on cell (-1, 0); ``.E2``: a meeple of colour 2 on E
``s3.4``             the Solo Variant with 3 colours of 4 meeples; ``o.KEY.VALUE`` a chosen option
``p1.2.3``           points of the colours; ``h4.4.4`` meeples in hand
``t2``               colour 2 is to move
``nLK.V.W``          next tiles in the piles of the colours (or ``nLVWK``: one row for all)
``u22.23.21``        unknown tiles below them
``xC``               discards; ``m1`` monasteries scored so far; ``over`` the game has ended
==================== ==========================================================================

A turn is a placement followed by the claimed feature (``-`` for none) and, if something scores,
the features in scoring order joined by ``-``: ``L0.-1.0.S.S-W-N``.
"""

from __future__ import annotations

import re
from typing import NoReturn

from verifier.carcassonne.solo.letters import letter_of, letters_of, tiles_of
from verifier.carcassonne.solo.position import Meeple, Pile, Placement, Position
from verifier.carcassonne.solo.rule_set import RuleSet
from verifier.carcassonne.solo.turn import FEATURES, Turn
from verifier.errors import Malformed

_CELL = r"(-?[0-9]{1,4})\.(-?[0-9]{1,4})"
_PLACED = re.compile(rf"([A-Z])([0-3])\.{_CELL}(?:\.([NESWM])([1-9]))?")
_TURN = re.compile(rf"([A-Z])([0-3])\.{_CELL}\.([NESWM-])(?:\.([A-Za-z-]+))?")
_NUMBERS = re.compile(r"-?[0-9]{1,6}(\.-?[0-9]{1,6})*")
_QUOTED = 200
_TILES = re.compile(r"[A-Z]*(\.[A-Z]*)*")


def position_text(position: Position) -> str:
    """Return the position as text; equal positions give equal texts.

    >>> from verifier.carcassonne.solo.position import setup
    >>> position_text(setup())
    's3.4~D0.0.0~p1.2.3~h4.4.4~t1~n..~u24.24.23'
    """
    rules = position.rules
    words = [f"s{rules.colours}.{rules.meeples}"]
    words += [f"o.{key}.{value}" for key, value in rules.switches]
    words += [f"without.{rule}" for rule in rules.without]  # in messages; it cannot be read
    words += [_placement_word(placement) for placement in position.placements]
    words += [f"p{_dotted(position.scores)}", f"h{_dotted(position.supplies)}"]
    words.append(f"t{position.to_move + 1}")
    words.append("n" + ".".join(letters_of(pile.known) for pile in position.piles))
    if any(pile.hidden for pile in position.piles):
        words.append(f"u{_dotted(tuple(pile.hidden for pile in position.piles))}")
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
    fields: dict[str, str] = {}
    placements: list[Placement] = []
    switches: dict[str, str] = {}
    for word in text.split("~"):
        if placed := _PLACED.fullmatch(word):
            placements.append(_parse_placement(placed))
        elif word.startswith("o."):
            key, _, value = word[2:].rpartition(".")
            if key in switches:
                _unreadable(word, text, f"one answer for {key}")
            switches[key] = value
        else:
            name, rest = ("over", "") if word == "over" else (word[:1], word[1:])
            if name in fields or name not in ("s", "p", "h", "t", "n", "u", "x", "m", "over"):
                _unreadable(word, text, "a placement or one of s o p h t n u x m over, each once")
            fields[name] = rest
    missing = [name for name in ("s", "p", "h", "t", "n") if name not in fields]
    if missing:
        raise Malformed(f"position {text!r} lacks the word {missing[0]!r}", where="position")
    return Position(
        rules=_parse_rules(fields["s"], switches, text),
        placements=tuple(placements),
        scores=_numbers("p", fields, text),
        supplies=_numbers("h", fields, text),
        to_move=_number("t", fields, text) - 1,
        piles=_parse_piles(fields, text),
        discards=_tiles("x", fields, text),
        monasteries=_number("m", fields, text) if "m" in fields else 0,
        over="over" in fields,
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
    Turn(tile='base/V', rotation=2, x=-2, y=0, claim='-', order=())
    """
    match = _TURN.fullmatch(text)
    if match is None:
        raise Malformed(
            f"{text!r} is not a turn; write tile, quarter turns, cell, claim and order "
            "like 'L0.-1.0.S.S-W-N', with '-' for no claim",
            where="turn",
        )
    tile, rotation, x, y, claim, order = match.groups()
    features = tuple(order.split("-")) if order else ()
    if not set(features) <= set(FEATURES):
        raise Malformed(f"{text!r} names a feature that is not one of {' '.join(FEATURES)}")
    return Turn(_known_tile(tile, text), int(rotation), int(x), int(y), claim, features)


def line_text(line: tuple[Turn, ...]) -> str:
    """Return the turns of a line as one text."""
    return "~".join(turn_text(turn) for turn in line)


def parse_line(text: str) -> tuple[Turn, ...]:
    """Return the turns of a line written as one text.

    :raises Malformed: if one of them cannot be read.
    """
    return tuple(parse_turn(word) for word in text.split("~")) if text else ()


def _placement_word(placement: Placement) -> str:
    word = f"{letter_of(placement.tile)}{placement.rotation}.{placement.x}.{placement.y}"
    if placement.meeple is None:
        return word
    return f"{word}.{placement.meeple.segment}{placement.meeple.colour + 1}"


def _parse_placement(match: re.Match[str]) -> Placement:
    tile, rotation, x, y, segment, colour = match.groups()
    meeple = Meeple(segment, int(colour) - 1) if segment else None
    return Placement(_known_tile(tile, match[0]), int(rotation), int(x), int(y), meeple)


def _known_tile(letter: str, text: str) -> str:
    (tile,) = _known_tiles(letter, text)
    return tile


def _known_tiles(letters: str, text: str) -> tuple[str, ...]:
    try:
        return tiles_of(letters)
    except Malformed as error:
        raise Malformed(f"{text!r}: {error.message}") from None


def _parse_rules(numbers: str, switches: dict[str, str], text: str) -> RuleSet:
    match = re.fullmatch(r"([0-9])\.([0-9])", numbers)
    if match is None:
        _unreadable(f"s{numbers}", text, "colours and meeples like 's3.4'")
    return RuleSet(int(match[1]), int(match[2])).with_switches(switches)


def _parse_piles(fields: dict[str, str], text: str) -> tuple[Pile, ...]:
    if not _TILES.fullmatch(fields["n"]):
        _unreadable(f"n{fields['n']}", text, "tile letters in piles like 'nLK.V.W'")
    known = [_known_tiles(pile, f"n{fields['n']}") for pile in fields["n"].split(".")]
    hidden = _numbers("u", fields, text) if "u" in fields else (0,) * len(known)
    if min(hidden) < 0:
        _unreadable(f"u{fields['u']}", text, "no pile with fewer than no tiles")
    if len(hidden) != len(known):
        raise Malformed(
            f"'n{fields['n']}' shows {len(known)} piles, 'u{fields['u']}' counts {len(hidden)}",
            where="position",
        )
    return tuple(Pile(tiles, below) for tiles, below in zip(known, hidden, strict=True))


def _tiles(name: str, fields: dict[str, str], text: str) -> tuple[str, ...]:
    letters = fields.get(name, "")
    if not re.fullmatch(r"[A-Z]*", letters):
        _unreadable(name + letters, text, "tile letters")
    return _known_tiles(letters, name + letters)


def _numbers(name: str, fields: dict[str, str], text: str) -> tuple[int, ...]:
    if not _NUMBERS.fullmatch(fields[name]):
        _unreadable(name + fields[name], text, "numbers of up to 6 digits joined by '.'")
    return tuple(int(number) for number in fields[name].split("."))


def _number(name: str, fields: dict[str, str], text: str) -> int:
    numbers = _numbers(name, fields, text)
    if len(numbers) != 1:
        _unreadable(name + fields[name], text, "one number")
    return numbers[0]


def _dotted(numbers: tuple[int, ...]) -> str:
    return ".".join(str(number) for number in numbers)


def _unreadable(word: str, text: str, expected: str) -> NoReturn:
    shown = text if len(text) <= _QUOTED else f"{text[:_QUOTED]}..."
    raise Malformed(f"cannot read {word!r} in {shown!r}: expected {expected}", where="position")
