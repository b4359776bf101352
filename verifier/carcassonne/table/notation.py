"""The grammar of codes: words joined by ``~``, each a name and what it says, whatever the game."""

from __future__ import annotations

import re
from collections.abc import Collection
from typing import NoReturn

from verifier.errors import Malformed

NUMBER = "-?[0-9]{1,4}"
"""A coordinate of a cell, as a pattern."""

_QUOTED = 200


class Words:
    """The words of a code: those of the board, chosen switches (``o.``), and the others by name."""

    def __init__(
        self,
        text: str,
        board: re.Pattern[str],
        names: Collection[str],
        needed: str,
        expected: str,
        *,
        switches: str = "",
    ) -> None:
        """Read the words of ``text``.

        Words of the ``board`` match that pattern; others begin with one of the ``names``, letters
        but for whole words, and stand there once. ``needed`` are letters that must not be missing,
        ``expected`` what is said of a word that is none of these. The keys of switches are written
        without what they all begin with.

        :raises Malformed: naming the word that cannot be read, or that is missing.
        """
        self.text = text
        self.board: list[re.Match[str]] = []
        self.switches: dict[str, str] = {}
        self.named: dict[str, str] = {}
        for word in text.split("~"):
            name = word if word in names else word[:1]
            if on_board := board.fullmatch(word):
                self.board.append(on_board)
            elif word.startswith("o."):
                key, _, value = word[2:].rpartition(".")
                if switches + key in self.switches:
                    self.unreadable(word, f"one answer for {key}")
                self.switches[switches + key] = value
            elif name in self.named or name not in names:
                self.unreadable(word, expected)
            else:
                self.named[name] = word[len(name) :]
        for name in needed:
            if name not in self.named:
                raise Malformed(
                    f"position {quoted(text)} lacks the word {name!r}", where="position"
                )

    def matching(
        self, name: str, pattern: re.Pattern[str], expected: str, usual: str = ""
    ) -> re.Match[str]:
        """Return the match of what a word says, or of what is ``usual`` if it is left out.

        :raises Malformed: with what was ``expected``, if it does not match.
        """
        said = self.named.get(name, usual)
        match = pattern.fullmatch(said)
        return self.unreadable(name + said, expected) if match is None else match

    def unreadable(self, word: str, expected: str) -> NoReturn:
        """Refuse a word.

        :raises Malformed: always.
        """
        why = f"cannot read {word!r} in {quoted(self.text)}: expected {expected}"
        raise Malformed(why, where="position")


def quoted(text: str) -> str:
    """Return a text in quotation marks, cut off where it is too long for a message.

    >>> quoted("s3.4~what")
    "'s3.4~what'"
    """
    return repr(text) if len(text) <= _QUOTED else f"{text[:_QUOTED]!r}..."


def parted_code(text: str, example: str) -> tuple[str, str]:
    """Return the goal of a puzzle's code, a word ``g.`` like the example, and its other words.

    :raises Malformed: if it does not state one goal.

    >>> parted_code("s3.4~g.road-10~t1", "road-10")
    ('road-10', 's3.4~t1')
    """
    words = text.split("~")
    goals = [word for word in words if word.startswith("g.")]
    if len(goals) != 1:
        why = f"{text!r} states {len(goals)} goals; a puzzle has one word like 'g.{example}'"
        raise Malformed(why, where="code")
    return goals[0].removeprefix("g."), "~".join(word for word in words if word != goals[0])
