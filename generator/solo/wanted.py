"""Wishes for a puzzle: its grade and ideas, the tiles to place, and how it begins."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping
from dataclasses import asdict, dataclass
from typing import Any

from generator.grade import LEVELS, LEVELS_FOR_LENGTH, Grade
from generator.levels import level_of, ratings_of
from generator.solo import HIGHEST_RATING, MOST_IN_HANDS, MOST_ON_TABLE, MOST_POINTS
from generator.solo.solved_puzzle import Reason
from generator.solo.techniques import TECHNIQUES
from verifier.carcassonne.solo.letters import letter_of, tiles_of
from verifier.carcassonne.solo.position import Position
from verifier.carcassonne.tiles import tile_kind
from verifier.errors import Malformed

THEMES = tuple(technique.id for technique in TECHNIQUES)


OTHER_START = "it does not begin as wished: tiles on the table, points, or meeples in hand"
OTHER_ROW = "no row has the requested tiles"
OTHER_LEVEL = "it is not of the level wished for"
OTHER_LEVEL_FOR_LENGTH = "it is not of the level for its length wished for"
OTHER_RATING = "its rating is not in the range wished for"
LACKS_THEME = "it lacks a theme wished for"
HAS_THEME = "it has a theme that was not wished for"


@dataclass(frozen=True, slots=True)
class Wanted:
    """Levels, or any if they are empty; bounds of the rating; themes to have, and to have not.

    ``level`` is by the rating, ``level_for_length`` among puzzles of as many tiles.

    :raises Malformed: if there is no such level or theme, or nothing fits the wish.

    >>> Wanted(level="easy", themes=("blocking",)).without
    ()
    """

    level: str = ""
    rating_from: int = 0
    rating_to: int = HIGHEST_RATING
    themes: tuple[str, ...] = ()
    without: tuple[str, ...] = ()
    level_for_length: str = ""

    def __post_init__(self) -> None:
        """Refuse what no puzzle can be."""
        for where, known in (("level", LEVELS), ("level_for_length", LEVELS_FOR_LENGTH)):
            level = getattr(self, where)
            if level and level not in known:
                message = f"there is no level {level!r}; there are {', '.join(known)}"
                raise Malformed(message, where=where)
        if self.rating_from > self.rating_to:
            message = f"no rating is from {self.rating_from} to {self.rating_to}"
            raise Malformed(message, where="rating_from")
        if self.level:
            self._require_in_range(ratings_of("goal", self.level))
        for where, names in (("themes", self.themes), ("without_themes", self.without)):
            for name in names:
                if name not in THEMES:
                    message = f"there is no theme {name!r}; there are {', '.join(THEMES)}"
                    raise Malformed(message, where=where)
        for name in self.themes:
            if name in self.without:
                message = f"{name!r} is both asked for and ruled out"
                raise Malformed(message, where="without_themes")

    def _require_in_range(self, of_level: range) -> None:
        if self.rating_from >= of_level.stop or self.rating_to < of_level.start:
            raise Malformed(
                f"the level {self.level!r} has no rating from {self.rating_from} to "
                f"{self.rating_to}; ask for one of the two",
                where="level",
            )

    def refusal(self, grade: Grade) -> Reason:
        """Return why a puzzle of that grade is not the one wished for; "" if it is."""
        if self.level not in ("", level_of("goal", grade.rating)):
            return OTHER_LEVEL
        if self.level_for_length not in ("", grade.level_for_length):
            return OTHER_LEVEL_FOR_LENGTH
        if not self.rating_from <= grade.rating <= self.rating_to:
            return OTHER_RATING
        if not set(self.themes) <= set(grade.themes):
            return LACKS_THEME
        return HAS_THEME if set(self.without) & set(grade.themes) else ""


@dataclass(frozen=True, slots=True)
class WantedStart:
    """Tiles that are among those to place, tiles that are not, and bounds of how a puzzle begins.

    ``with_tiles`` names a tile as often as it is wanted. The bounds are of the number of tiles on
    the table, of the points of all colours together, and of the meeples in all hands.

    :raises Malformed: if nothing fits the wish.

    >>> WantedStart(with_tiles=("base/E",), hands_to=3).table_to
    131
    """

    with_tiles: tuple[str, ...] = ()
    without_tiles: tuple[str, ...] = ()
    table_from: int = 0
    table_to: int = MOST_ON_TABLE
    points_from: int = 0
    points_to: int = MOST_POINTS
    hands_from: int = 0
    hands_to: int = MOST_IN_HANDS

    def __post_init__(self) -> None:
        """Refuse what no puzzle can be."""
        for name in ("table", "points", "hands"):
            least, most = self._bounds(name)
            if not 0 <= least <= most:
                message = f"no number is from {least} to {most}"
                raise Malformed(message, where=f"{name}_from")
        for tile in self.with_tiles:
            if tile in self.without_tiles:
                message = f"the tile {letter_of(tile)} is both asked for and ruled out"
                raise Malformed(message, where="without_tiles")
            if self.with_tiles.count(tile) > tile_kind(tile).count:
                message = f"the box has fewer tiles {letter_of(tile)} than asked for"
                raise Malformed(message, where="with_tiles")

    def allows(self, row: Collection[str]) -> bool:
        """Return whether tiles to place are as wished."""
        missing = Counter(self.with_tiles) - Counter(row)
        return not missing and not set(row) & set(self.without_tiles)

    def refusal(self, position: Position) -> Reason:
        """Return why a puzzle that begins there is not the one wished for; "" if it is."""
        values = {
            "table": len(position.placements),
            "points": sum(position.scores),
            "hands": sum(position.in_hand()),
        }
        for name, value in values.items():
            least, most = self._bounds(name)
            if not least <= value <= most:
                return OTHER_START
        return ""

    def _bounds(self, name: str) -> tuple[int, int]:
        return getattr(self, f"{name}_from"), getattr(self, f"{name}_to")


ANY_START = WantedStart()
START: dict[str, Any] = asdict(ANY_START)
"""The members of a wish for a start, as documents name them, if nothing is asked for."""
_OF_TILES = ("with_tiles", "without_tiles")


def read_start(wish: Mapping[str, Any]) -> WantedStart:
    """Return the wish for a start in a document; tiles are letters there.

    :raises Malformed: if a letter stands for no tile, or nothing fits the wish.

    >>> read_start({"goal": "road-10", "without_tiles": ["E"], "hands_to": 2}).without_tiles
    ('base/E',)
    """
    given = {name: wish[name] for name in START if name in wish}
    for name in _OF_TILES:
        given[name] = tiles_of("".join(given.get(name, ())))
    return WantedStart(**given)


def start_words(wish: Mapping[str, Any]) -> Iterator[str]:
    """Yield the wish for a start in a document as words, which distinguish wishes in journals.

    >>> list(start_words({"goal": "road-10", "without_tiles": ["E", "J"], "hands_to": 2}))
    ['without-tiles-EJ', 'hands-to-2']
    """
    for name in START:
        if name in wish:
            value = "".join(wish[name]) if name in _OF_TILES else wish[name]
            yield f"{name}-{value}".replace("_", "-")
