"""Where the player stands, as an address: the turns made, and the turn in the making."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from urllib.parse import urlencode

from service.play.turn_form import FIELD, Chosen
from verifier.carcassonne.turn import NO_CLAIM, OWN_FEATURES
from verifier.errors import Malformed

_LONGEST = 4000
"""Letters in a code or a line: the longest game with all of its turns has fewer."""
_CELL = re.compile(r"(-?[0-9]{1,3})\.(-?[0-9]{1,3})")
_CLAIMS = (*OWN_FEATURES, NO_CLAIM, FIELD)


@dataclass(frozen=True, slots=True)
class Way:
    """The address of a game: its path, what always belongs to it, and the turns made so far.

    ``kept`` is what was asked and stays for the turn in the making.

    >>> way = Way("/puzzle/x", (), ("U0.1.0.E",))
    >>> way.to(at="0.1", turn="1")
    '/puzzle/x?line=U0.1.0.E&at=0.1&turn=1'
    >>> way.back().to()
    '/puzzle/x'
    >>> Way("/puzzle/x", (), (), (("hint", "1"),)).to(at="0.1")
    '/puzzle/x?at=0.1&hint=1'
    """

    path: str
    fixed: tuple[tuple[str, str], ...]
    turns: tuple[str, ...]
    kept: tuple[tuple[str, str], ...] = ()

    def to(self, **more: str) -> str:
        """Return the address with something chosen for the next turn, or asked."""
        line = (("line", "~".join(self.turns)),) if self.turns else ()
        query = urlencode(dict([*self.fixed, *line, *more.items(), *self.kept]) | more)
        return f"{self.path}?{query}" if query else self.path

    def on(self, turn: str) -> Way:
        """Return the way with one more turn made."""
        return Way(self.path, self.fixed, (*self.turns, turn))

    def back(self) -> Way:
        """Return the way with the last turn taken back."""
        return Way(self.path, self.fixed, self.turns[:-1])

    def start(self) -> Way:
        """Return the way with no turn made."""
        return Way(self.path, self.fixed, ())


def turns_asked(query: Mapping[str, str]) -> tuple[str, ...]:
    """Return the turns made so far, as they were written.

    :raises Malformed: if there are too many.
    """
    line = text_asked(query, "line")
    return tuple(line.split("~")) if line else ()


def text_asked(query: Mapping[str, str], name: str) -> str:
    """Return a text of the address, empty if there is none.

    :raises Malformed: if it is too long.
    """
    text = query.get(name, "")
    if len(text) > _LONGEST:
        raise Malformed(
            f"{len(text)} letters are too many; at most {_LONGEST} are read", where=name
        )
    return text


def chosen(query: Mapping[str, str]) -> Chosen:
    """Return what the address says was chosen for the next turn.

    :raises Malformed: naming the part that cannot be read.

    >>> chosen({"at": "-1.0", "turn": "3", "claim": "E"})
    Chosen(cell=(-1, 0), rotation=3, claim='E', order=None)
    """
    at, claim = query.get("at", ""), query.get("claim")
    cell = _CELL.fullmatch(at)
    if at and cell is None:
        raise Malformed(f"{at[:20]!r} is not a cell; write it like '-1.0'", where="at")
    if claim is not None and claim not in _CLAIMS:
        raise Malformed(f"{claim[:20]!r} is no claim; there are {' '.join(_CLAIMS)}", where="claim")
    return Chosen(
        None if cell is None else (int(cell[1]), int(cell[2])),
        number_asked(query, "turn", 3) or 0,
        claim,
        number_asked(query, "order", 999),
    )


def number_asked(query: Mapping[str, str], name: str, most: int) -> int | None:
    """Return a number of the address, None if there is none.

    :raises Malformed: if it is no number from 0 to ``most``.
    """
    text = query.get(name)
    if text is None:
        return None
    if not re.fullmatch("[0-9]{1,3}", text) or int(text) > most:
        raise Malformed(f"{text[:20]!r} is no number from 0 to {most}", where=name)
    return int(text)
