"""Where a log stands after an event, and what is found on the way."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace

from verifier.neom.engine.goods import Tokens
from verifier.neom.engine.missing import Missing
from verifier.neom.engine.position import Position
from verifier.neom.state import TileSet
from verifier.neom.unknowns import Unknown

STACKS = (4, 3, 2)
"""The Cornerstones in the three stacks (NEOM-SOLO-CORNER-1)."""


@dataclass(frozen=True, slots=True)
class Situation:
    """What has happened so far.

    ``position.money`` and ``position.tokens`` are only to be read through ``money``, None where
    it cannot be followed, and ``tokens``. ``pack`` is None before a turn's reveal. ``seen`` are
    all tiles shown. ``ready`` says that the Preliminary Round is over.
    """

    position: Position
    money: int | None
    tokens: Tokens
    seen: frozenset[str] = frozenset()
    stacks: tuple[tuple[str, ...], ...] = ()
    kept: tuple[str, ...] = ()
    tile_set: TileSet | None = None
    pack: tuple[str, ...] | None = None
    disaster_shown: bool = False
    acted: bool = False
    strike_due: bool = False
    ended: bool = False

    def at(self, position: Position, money: int | None, tokens: Tokens) -> Situation:
        """Return the situation with another position."""
        settled = position._replace(money=money or 0, tokens=tokens.surely)
        return replace(self, position=settled, money=money, tokens=tokens)

    def turn_over(self, position: Position) -> Situation:
        """Return the situation before the next turn's reveal."""
        return replace(
            self, position=position, pack=None, disaster_shown=False, acted=False, strike_due=False
        )


@dataclass(slots=True)
class Findings:
    """The rules that an event breaks, and what could not be determined about it."""

    broken: list[tuple[str, str]] = field(default_factory=list)
    unknown: list[Unknown] = field(default_factory=list)

    def breaks(self, rule: str, message: str) -> None:
        """Note a broken rule."""
        self.broken.append((rule, message))

    def lacks(self, unknown: Iterable[Unknown]) -> None:
        """Note what could not be determined."""
        self.unknown += unknown

    def ask(self, rule: str, message: str, question: Callable[[], object]) -> None:
        """Note the rule as broken if the question is answered by no, or what the answer lacks."""
        try:
            if not question():
                self.breaks(rule, message)
        except Missing as missing:
            self.lacks(missing.unknown)
