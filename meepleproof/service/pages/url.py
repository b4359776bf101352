"""The state of a game in its URL: the turns made, and the choices for the next one."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from urllib.parse import urlencode

from meepleproof.service.play.solo.choices import FIELD, Choices
from verifier.carcassonne.solo.turn import NO_CLAIM, OWN_FEATURES
from verifier.errors import Malformed

_LONGEST = 4000
"""Characters in a code or a line; the longest game has fewer."""
_CELL = re.compile(r"(-?[0-9]{1,3})\.(-?[0-9]{1,3})")
_CLAIMS = (*OWN_FEATURES, NO_CLAIM, FIELD)


@dataclass(frozen=True, slots=True)
class GameUrl:
    """The URL of a game: its path, its fixed parameters, and the turns made so far.

    ``kept`` are parameters that stay until the next turn is made.

    >>> url = GameUrl("/puzzle/x", (), ("U0.1.0.E",))
    >>> url.link(at="0.1", turn="1")
    '/puzzle/x?line=U0.1.0.E&at=0.1&turn=1'
    >>> url.without_last_turn().link()
    '/puzzle/x'
    >>> GameUrl("/puzzle/x", (), (), (("hint", "1"),)).link(at="0.1")
    '/puzzle/x?at=0.1&hint=1'
    """

    path: str
    fixed: tuple[tuple[str, str], ...]
    turns: tuple[str, ...]
    kept: tuple[tuple[str, str], ...] = ()

    def link(self, **more: str) -> str:
        """Return the URL as text, with more parameters: choices, or help asked for."""
        line = (("line", "~".join(self.turns)),) if self.turns else ()
        query = urlencode(dict([*self.fixed, *line, *more.items(), *self.kept]) | more)
        return f"{self.path}?{query}" if query else self.path

    def with_turn(self, turn: str) -> GameUrl:
        """Return the URL with one more turn made."""
        return GameUrl(self.path, self.fixed, (*self.turns, turn))

    def without_last_turn(self) -> GameUrl:
        """Return the URL with the last turn taken back."""
        return GameUrl(self.path, self.fixed, self.turns[:-1])

    def without_turns(self) -> GameUrl:
        """Return the URL with no turn made."""
        return GameUrl(self.path, self.fixed, ())


def read_turns(query: Mapping[str, str]) -> tuple[str, ...]:
    """Return the turns made so far, in the notation, unparsed.

    :raises Malformed: if there are too many.
    """
    line = read_text(query, "line")
    return tuple(line.split("~")) if line else ()


def read_text(query: Mapping[str, str], name: str) -> str:
    """Return a parameter as text, empty if it is missing.

    :raises Malformed: if it is too long.
    """
    text = query.get(name, "")
    if len(text) > _LONGEST:
        raise Malformed(
            f"{len(text)} letters are too many; at most {_LONGEST} are read", where=name
        )
    return text


def read_choices(query: Mapping[str, str]) -> Choices:
    """Return the choices for the next turn.

    :raises Malformed: if a parameter cannot be read; it names the parameter.

    >>> read_choices({"at": "-1.0", "turn": "3", "claim": "E"})
    Choices(cell=(-1, 0), rotation=3, claim='E', order=None)
    """
    at, claim = query.get("at", ""), query.get("claim")
    cell = _CELL.fullmatch(at)
    if at and cell is None:
        raise Malformed(f"{at[:20]!r} is not a cell; write it like '-1.0'", where="at")
    if claim is not None and claim not in _CLAIMS:
        raise Malformed(
            f"{claim[:20]!r} is not a claim; there are {' '.join(_CLAIMS)}", where="claim"
        )
    return Choices(
        None if cell is None else (int(cell[1]), int(cell[2])),
        read_number(query, "turn", 3) or 0,
        claim,
        read_number(query, "order", 999),
    )


def read_number(query: Mapping[str, str], name: str, most: int) -> int | None:
    """Return a parameter as a number, None if it is missing.

    :raises Malformed: if it is no number from 0 to ``most``.
    """
    text = query.get(name)
    if text is None:
        return None
    if not re.fullmatch("[0-9]{1,4}", text) or int(text) > most:
        raise Malformed(f"{text[:20]!r} is not a number from 0 to {most}", where=name)
    return int(text)
