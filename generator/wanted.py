"""What is wished of a puzzle's grade: its level, its rating, and ideas that it has or has not."""

from __future__ import annotations

from dataclasses import dataclass
from typing import get_args

from generator.grading import Grade, Level
from generator.solved_puzzle import Reason
from generator.techniques import TECHNIQUES
from verifier.errors import Malformed

LEVELS: tuple[Level, ...] = get_args(Level)
THEMES = tuple(technique.id for technique in TECHNIQUES)
HIGHEST_RATING = 10_000

OTHER_LEVEL = "it is not of the level wished for"
OTHER_RATING = "its rating is not in the range wished for"
LACKS_THEME = "it lacks a theme wished for"
HAS_THEME = "it has a theme that was not wished for"


@dataclass(frozen=True, slots=True)
class Wanted:
    """A level, or any if it is empty; bounds of the rating; themes to have, and to have not.

    :raises Malformed: if there is no such level or theme, or nothing fits the wish.

    >>> Wanted(level="easy", themes=("blocking",)).without
    ()
    """

    level: str = ""
    rating_from: int = 0
    rating_to: int = HIGHEST_RATING
    themes: tuple[str, ...] = ()
    without: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        """Refuse what no puzzle can be."""
        if self.level and self.level not in LEVELS:
            message = f"there is no level {self.level!r}; there are {', '.join(LEVELS)}"
            raise Malformed(message, where="level")
        if self.rating_from > self.rating_to:
            message = f"no rating is from {self.rating_from} to {self.rating_to}"
            raise Malformed(message, where="rating_from")
        for where, names in (("themes", self.themes), ("without_themes", self.without)):
            for name in names:
                if name not in THEMES:
                    message = f"there is no theme {name!r}; there are {', '.join(THEMES)}"
                    raise Malformed(message, where=where)
        for name in self.themes:
            if name in self.without:
                message = f"{name!r} is wished for and not wished for"
                raise Malformed(message, where="without_themes")

    def refusal(self, grade: Grade) -> Reason:
        """Return why a puzzle of that grade is not the one wished for; "" if it is."""
        if self.level not in ("", grade.level):
            return OTHER_LEVEL
        if not self.rating_from <= grade.rating <= self.rating_to:
            return OTHER_RATING
        if not set(self.themes) <= set(grade.themes):
            return LACKS_THEME
        return HAS_THEME if set(self.without) & set(grade.themes) else ""
