"""The shelf: the puzzles of all packs that the service offers, found by an index.

A puzzle is read when it is asked for. What ships was checked when it was made, so it is offered at
once; packs of other folders are checked first, unless an index says that they were.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from functools import cached_property, lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, overload

from generator.collection.folder import (
    HeldPack,
    HeldPuzzle,
    PackFolder,
    read_document,
    read_folder,
)
from generator.collection.index import UNGRADED, Found, Index, Place, PuzzleFilter
from generator.grade import Level, level_of
from generator.pack import RETRACTIONS, read_reasons, solutions_path
from generator.solo.pack import PackedPuzzle
from meepleproof.service.daily import Daily
from meepleproof.service.play.offered import OtherPuzzle, offered
from verifier.carcassonne.solo.codec import checked_goal
from verifier.carcassonne.solo.goals import Goal
from verifier.carcassonne.solo.notation import parse_line
from verifier.carcassonne.solo.puzzle import Puzzle, parse_code
from verifier.carcassonne.solo.turn import Turn
from verifier.documents.data import data, pack_folders
from verifier.documents.strict_json import Document
from verifier.errors import Malformed
from verifier.later import later

__all__ = [
    "OtherPack",
    "Outline",
    "Shelf",
    "ShelvedPuzzle",
    "ShelvedPuzzles",
    "open_shelf",
    "other_puzzle_alone",
    "read_pack_folder",
    "shipped_packs",
]


if TYPE_CHECKING:
    from meepleproof.service.play.house import attempt as house
else:
    house = later("meepleproof.service.play.house.attempt")

_FORM, _KIND = "pack", "goal"
"""Puzzles for goals are listed and have days; the others are only read."""
_PUZZLES_KEPT = 1000
_MOST_OUTLINES = 2000
"""A list of so many is a tenth of a megabyte, which browsers load easily."""


@dataclass(frozen=True, slots=True)
class Outline:
    """As much of a puzzle as a list needs: its id, rating, goal, and number of tiles."""

    id: str
    rating: int
    goal: Goal
    tiles: int


@dataclass(frozen=True, slots=True)
class ShelvedPuzzle:
    """A puzzle of a pack, with its solution and the game that leads to its position."""

    packed: PackedPuzzle
    pack: str
    line: tuple[Turn, ...]
    game: tuple[Turn, ...]

    @property
    def puzzle(self) -> Puzzle:
        """The puzzle itself."""
        return self.packed.puzzle

    @property
    def document(self) -> Document:
        """Its document in the pack, which does not have the solution."""
        return self.packed.document

    @property
    def solution(self) -> Document:
        """What the pack's solutions say of it: its line and more."""
        return self.packed.solution or {}

    @property
    def id(self) -> str:
        """The 12 characters that name it."""
        return str(self.document["id"])

    @property
    def level(self) -> str:
        """``easy``, ``medium``, ``hard``, or empty where the pack does not say."""
        return str(self._difficulty.get("level", ""))

    @property
    def rating(self) -> int | None:
        """Its rating; a puzzle rated 400 more takes ten times as many tries. None if not rated."""
        return self._difficulty.get("rating")

    @property
    def themes(self) -> tuple[str, ...]:
        """The ids of the ideas that the solution needs."""
        return tuple(self.document.get("themes", ()))

    @property
    def needs(self) -> tuple[str, ...]:
        """The names of the rules that the puzzle needs."""
        return tuple(self.document.get("needs", ()))

    @property
    def place(self) -> Place:
        """Its place in the order of all puzzles: by rating, then by id."""
        return (UNGRADED if self.rating is None else self.rating, self.id)

    @property
    def _difficulty(self) -> Document:
        difficulty: Document = self.document.get("difficulty", {})
        return difficulty


class ShelvedPuzzles(Sequence[ShelvedPuzzle]):
    """Puzzles of the shelf by rating and id, each read when it is looked at."""

    def __init__(self, shelf: Shelf, found: Found) -> None:
        self._shelf = shelf
        self._found = found
        self._places: list[Place] | None = None

    def __len__(self) -> int:
        return len(self._found)

    def __iter__(self) -> Iterator[ShelvedPuzzle]:
        return (self._shelf.known(identity) for _, identity in self._found)

    @overload
    def __getitem__(self, number: int) -> ShelvedPuzzle: ...
    @overload
    def __getitem__(self, number: slice) -> list[ShelvedPuzzle]: ...
    def __getitem__(self, number: int | slice) -> ShelvedPuzzle | list[ShelvedPuzzle]:
        if self._places is None:
            self._places = list(self._found)
        if isinstance(number, slice):
            return [self._shelf.known(identity) for _, identity in self._places[number]]
        return self._shelf.known(self._places[number][1])

    @property
    def ids(self) -> Iterator[str]:
        """The ids alone, for which no puzzle is read."""
        return (identity for _, identity in self._found)

    def after(self, place: Place) -> ShelvedPuzzles:
        """Return those that come after that place."""
        return ShelvedPuzzles(self._shelf, self._found.after(place))


class OtherPack:
    """A pack of puzzles of another game or of special kinds, without those withdrawn since.

    The puzzles are prepared when the first of them is asked for: some packs take a second.
    """

    def __init__(
        self,
        document: Document,
        where: str,
        solutions: Callable[[], Document],
        retracted: Collection[str] = (),
    ) -> None:
        """Take the document, its name for errors, what reads its solutions, and withdrawn ids."""
        self.document = document
        self.offered = tuple(one for one in document["puzzles"] if one["id"] not in retracted)
        self.withdrawn = tuple(one["id"] for one in document["puzzles"] if one["id"] in retracted)
        self._where = where
        self._solutions = solutions

    @property
    def id(self) -> str:
        """The name that all versions of the pack share."""
        return str(self.document["id"])

    @property
    def ids(self) -> list[str]:
        """The ids of its puzzles."""
        return [str(one["id"]) for one in self.offered]

    @property
    def codes(self) -> dict[str, str]:
        """The ids of its puzzles by their codes; not every kind has them."""
        return {str(one["code"]): str(one["id"]) for one in self.offered if "code" in one}

    @property
    def label(self) -> Document:
        """What tells it from others: its ``game``, or the special ``kinds`` of its puzzles."""
        if "game" in self.document:
            return {"game": self.document["game"]}
        return {"kinds": sorted({puzzle["kind"] for puzzle in self.document["puzzles"]})}

    def puzzle(self, identity: str) -> OtherPuzzle | None:
        """Return the puzzle of that id.

        :raises Malformed: if the pack or its solutions cannot be read, or one of these is missing.
        :raises Illegal: if a puzzle contradicts the rules.
        """
        return self._by_id.get(identity)

    @property
    def puzzles(self) -> tuple[OtherPuzzle, ...]:
        """All its puzzles; what is raised is as for :meth:`puzzle`."""
        return tuple(self._by_id.values())

    @cached_property
    def _by_id(self) -> dict[str, OtherPuzzle]:
        puzzles = offered(self.document, self._where, self._solutions())
        ids = set(self.ids)
        return {one.id: one for one in puzzles if one.id in ids}


class Shelf:
    """The packs of some folders; ``retracted`` has, by id, why puzzles were withdrawn from them.

    A withdrawn puzzle is only in the document of its pack, which does not change. ``others`` are
    packs of other games and special kinds, which are only read: no day has a puzzle of them.
    """

    def __init__(
        self,
        folders: Iterable[PackFolder],
        retracted: Mapping[str, str],
        others: Iterable[OtherPack] = (),
    ) -> None:
        self._folders = tuple(folders)
        self._index = Index.joined([folder.index for folder in self._folders])
        self.others = tuple(sorted(others, key=lambda pack: pack.id))
        self._others = {one: pack for pack in self.others for one in pack.ids}
        self._other_codes = {code: one for pack in self.others for code, one in pack.codes.items()}
        packs = [pack for folder in self._folders for pack in folder.packs if pack.form == _FORM]
        self.packs = tuple(sorted(packs, key=lambda pack: pack.id))
        self._packs = {pack.id: pack for pack in self.packs}
        self.retracted = dict(retracted)
        self.puzzles = self.matching(PuzzleFilter())
        self._shelved = lru_cache(_PUZZLES_KEPT)(self._read)

    def pack(self, identity: str) -> HeldPack | None:
        """Return the pack of that id."""
        return self._packs.get(identity)

    def puzzle(self, identity: str) -> ShelvedPuzzle | None:
        """Return the puzzle of that id."""
        return self._shelved(identity)

    def known(self, identity: str) -> ShelvedPuzzle:
        """Return the puzzle of an id that the index has.

        :raises Malformed: if there is none.
        """
        shelved = self.puzzle(identity)
        if shelved is None:
            raise Malformed(f"the index names the puzzle {identity}, which is missing")
        return shelved

    def other_puzzle(self, identity: str) -> OtherPuzzle | None:
        """Return the puzzle of that id of another game."""
        pack = self._others.get(identity)
        return None if pack is None else pack.puzzle(identity)

    def other_puzzle_of_code(self, code: str) -> OtherPuzzle | None:
        """Return the puzzle of another game that this code writes as its pack does."""
        identity = self._other_codes.get(code)
        return None if identity is None else self.other_puzzle(identity)

    def goals(self) -> dict[str, Goal]:
        """Return the goals of the puzzles by their ids."""
        return {
            identity: checked_goal(goal)
            for folder in self._folders
            for identity, goal in folder.goals.items()
        }

    def lengths(self) -> list[int]:
        """Return how many tiles puzzles have, each number once."""
        return sorted(int(tiles) for tiles in self._index.values("tiles"))

    @cached_property
    def outlines(self) -> list[Outline]:
        """The outlines of all puzzles in their order; of very many, of some spread over them."""
        goals = self.goals()
        facts = [one for one in self._index.facts() if ("kind", _KIND) in one.values]
        some = facts[:: max(1, -(-len(facts) // _MOST_OUTLINES))]
        return [
            Outline(identity, rating, goals[values["goal"]], int(values["tiles"]))
            for rating, identity, values in ((*one.place, dict(one.values)) for one in some)
        ]

    def strength(self, puzzle: ShelvedPuzzle) -> Level:
        """Return how hard a puzzle is among all, of whatever length: in which third by rating."""
        return level_of(UNGRADED if puzzle.rating is None else puzzle.rating, *self._thirds)

    @cached_property
    def _thirds(self) -> tuple[int, int]:
        ratings = [one.rating for one in self.outlines]
        return ratings[len(ratings) // 3], ratings[2 * len(ratings) // 3]

    def has_goal(self, identity: str) -> bool:
        """Return whether there are puzzles for the goal of that id."""
        return any(identity in folder.goals for folder in self._folders)

    def size(self, pack: str) -> int:
        """Return how many puzzles of a pack are offered."""
        return len(self._index.matching(PuzzleFilter(pack=pack)))

    def matching(self, wanted: PuzzleFilter) -> ShelvedPuzzles:
        """Return the puzzles that fit, by rating and id."""
        return ShelvedPuzzles(self, self._index.matching(replace(wanted, kind=_KIND)))

    def daily(self, day: str) -> ShelvedPuzzle | None:
        """Return the puzzle of a day, given like ``2026-11-21``; None where there are none.

        It is one of the easiest seventh on Mondays, and of the hardest on Sundays.

        :raises ValueError: if it is no day.
        """
        identity = self._days.puzzle(date.fromisoformat(day))
        return None if identity is None else self.known(identity)

    @cached_property
    def _days(self) -> Daily:
        return Daily(list(self.puzzles.ids))

    def _read(self, identity: str) -> ShelvedPuzzle | None:
        found = (folder.puzzle(identity) for folder in self._folders)
        held = next((one for one in found if one is not None), None)
        return None if held is None or held.kind != _KIND else _shelved(held)


def other_puzzle_alone(game: str, code: str) -> OtherPuzzle | None:
    """Return the puzzle of a code as far as attempts at it need it; None if its game has no codes.

    :raises Malformed: if it cannot be read, or is a study, of which only packs have certificates.
    :raises Illegal: if it contradicts the rules.
    """
    return house.house_puzzle_alone(code) if game == "house" else None


def _shelved(held: HeldPuzzle) -> ShelvedPuzzle:
    """Return a puzzle whose pack was checked: its code writes its position."""
    document, solution = held.document, held.solution
    puzzle = Puzzle(checked_goal(document["goal"]), parse_code(document["code"]).position)
    packed = PackedPuzzle("goal", puzzle, document, solution)
    line, game = parse_line(solution["line"]), parse_line(solution["game"])
    return ShelvedPuzzle(packed, held.pack, line, game)


def shipped_packs() -> Path:
    """Return the folder of the packs of the Solo Variant that ship."""
    return data("puzzles")


def open_shelf(folders: Iterable[Path] = ()) -> Shelf:
    """Return the shelf of all packs in the folders; of those that ship, if none is given.

    A folder has packs, each with a file of its solutions beside it, and perhaps retractions.

    :raises Malformed: if one of these cannot be read, or two packs have the same id or puzzle.
    :raises OSError: if a folder or a file cannot be opened.
    """
    given = tuple(folders)
    opened = [read_pack_folder(folder, checked=not given) for folder in given or pack_folders()]
    retracted = {name: why for folder in opened for name, why in folder.retracted.items()}
    others = [
        _other(pack.path, folder.retracted, checked=not given)
        for folder in opened
        for pack in folder.packs
        if pack.form != _FORM
    ]
    _require_different([pack.id for folder in opened for pack in folder.packs], "pack")
    ids = [identity for folder in opened for _, identity in folder.index.places]
    _require_different(ids, "puzzle")
    return Shelf(opened, retracted, others)


def read_pack_folder(folder: Path, *, checked: bool = False) -> PackFolder:
    """Return what a folder offers; ``checked`` if its packs need no check.

    :raises Malformed: if one of its files cannot be read, or its index is not of its packs.
    :raises OSError: if the folder or a file cannot be opened.
    """
    retracted = _retractions(folder / RETRACTIONS)
    return read_folder(folder, retracted, checked=checked)


def _other(path: Path, retracted: Mapping[str, str], *, checked: bool) -> OtherPack:
    """Return a pack of another kind; it is read and checked when it is needed, or else now."""
    pack = OtherPack(
        read_document(path, strict=not checked),
        repr(str(path)),
        lambda: read_document(Path(solutions_path(str(path)))),
        frozenset(retracted),
    )
    if not checked:
        _ = pack.puzzles
    return pack


def _retractions(path: Path) -> dict[str, str]:
    return read_reasons(read_document(path), repr(str(path))) if path.exists() else {}


def _require_different(ids: list[str], what: str) -> None:
    for identity, times in Counter(ids).items():
        if times > 1:
            raise Malformed(f"two packs of the shelf have the {what} {identity!r}", where="--packs")
