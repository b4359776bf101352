"""The shelf: the puzzles of all packs that the service offers, found by an index.

A puzzle is read when it is asked for. What ships was checked when it was made, so it is offered at
once; packs of other folders are checked first, unless an index says that they were.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any, overload

from generator.collection.folder import HeldPack, HeldPuzzle, PackFolder, read_folder
from generator.collection.index import Facts, Found, Index, Place, PuzzleFilter
from generator.grade import UNGRADED
from generator.kinds import form_of, forms_alone
from generator.listed import game_of_kind
from generator.pack import Packed
from meepleproof.service.play.play import play_of
from verifier.documents.data import data, pack_folders
from verifier.documents.strict_json import Document
from verifier.errors import Malformed
from verifier.games import game_of

__all__ = [
    "Shelf",
    "ShelvedPuzzle",
    "ShelvedPuzzles",
    "coded",
    "open_shelf",
    "shipped_packs",
]


_PUZZLES_KEPT = 1000
_PACKS_KEPT = 100


@dataclass(frozen=True)
class ShelvedPuzzle:
    """A puzzle of a pack on the shelf, with its solution."""

    packed: Packed[Any]
    pack: str

    @property
    def puzzle(self) -> Any:
        """The puzzle itself, as its game knows it."""
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
    def kind(self) -> str:
        """The kind of puzzle that it is."""
        return self.packed.kind

    @property
    def game(self) -> str:
        """The game whose rules it follows."""
        return game_of_kind(self.kind)

    @property
    def level(self) -> str:
        """``easy``, ``medium``, ``hard``, ``expert``, or empty if it is not graded."""
        return self.packed.level

    @property
    def rating(self) -> int | None:
        """Its rating; a puzzle rated 400 more takes ten times as many tries. None if not rated."""
        rating: int | None = self.document.get("difficulty", {}).get("rating")
        return rating

    @property
    def themes(self) -> tuple[str, ...]:
        """The ids of the ideas that the solution needs."""
        return self.packed.themes

    @property
    def place(self) -> Place:
        """Its place in the order of all puzzles: by rating, then by id."""
        return (UNGRADED if self.rating is None else self.rating, self.id)


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

    @property
    def places(self) -> Iterator[Place]:
        """The places in the order of all, for which no puzzle is read."""
        return iter(self._found)

    def after(self, place: Place) -> ShelvedPuzzles:
        """Return those that come after that place."""
        return ShelvedPuzzles(self._shelf, self._found.after(place))


class Shelf:
    """The packs of some folders; ``retracted`` has, by id, why puzzles were withdrawn from them.

    A retracted puzzle is only in the document of its pack, which does not change. One set aside is
    found by its id, and nowhere else.
    """

    def __init__(self, folders: Iterable[PackFolder], retracted: Mapping[str, str]) -> None:
        self._folders = tuple(folders)
        self._index = Index.joined([folder.index for folder in self._folders])
        packs = [pack for folder in self._folders for pack in folder.packs]
        self.packs = tuple(sorted(packs, key=lambda pack: pack.id))
        self._packs = {pack.id: pack for pack in self.packs}
        self.retracted = dict(retracted)
        self.puzzles = self.matching(PuzzleFilter())
        self._shelved = lru_cache(_PUZZLES_KEPT)(self._read)
        self._beside = lru_cache(_PACKS_KEPT)(self._beside_of)

    def readable(self) -> list[ShelvedPuzzle]:
        """Return all that open by their ids: the puzzles of the lists, and those set aside."""
        aside = (identity for pack in self.packs for identity in pack.set_aside)
        return [*self.puzzles, *(self.known(identity) for identity in aside)]

    def pack(self, identity: str) -> HeldPack | None:
        """Return the pack of that id."""
        return self._packs.get(identity)

    def held(self, identity: str) -> HeldPuzzle | None:
        """Return the puzzle of that id as its pack has it."""
        found = (folder.puzzle(identity) for folder in self._folders)
        return next((one for one in found if one is not None), None)

    def puzzle(self, identity: str) -> ShelvedPuzzle | None:
        """Return the puzzle of that id, of whatever game."""
        return self._shelved(identity)

    def known(self, identity: str) -> ShelvedPuzzle:
        """Return the puzzle of an id that the index or a pack names.

        :raises Malformed: if there is none.
        """
        shelved = self.puzzle(identity)
        if shelved is None:
            raise Malformed(f"the puzzle {identity} is named, but missing")
        return shelved

    def goals(self) -> dict[str, Any]:
        """Return the documents of the goals of the puzzles by their ids."""
        return {
            identity: goal for folder in self._folders for identity, goal in folder.goals.items()
        }

    def values(self, name: str) -> frozenset[str]:
        """Return the values that puzzles have of a property of the index."""
        return frozenset(self._index.values(name))

    def facts(self, wanted: PuzzleFilter) -> list[Facts]:
        """Return what the index knows of the puzzles that fit, by rating and id."""
        ids = set(self.matching(wanted).ids)
        return [one for one in self._index.facts() if one.id in ids]

    def size(self, pack: str) -> int:
        """Return how many puzzles of a pack are offered."""
        return len(self.matching(PuzzleFilter(pack=pack)))

    def matching(self, wanted: PuzzleFilter) -> ShelvedPuzzles:
        """Return the puzzles that fit, by rating and id."""
        return ShelvedPuzzles(self, self._index.matching(wanted))

    def _read(self, identity: str) -> ShelvedPuzzle | None:
        held = self.held(identity)
        if held is None:
            return None
        pack = self._packs[held.pack]
        form = form_of(pack.head, repr(str(pack.path)))
        packed = form.packed(
            held.document,
            held.solution,
            f"the puzzle {identity}",
            kind=held.kind,
            beside=self._beside(held.pack),
        )
        return ShelvedPuzzle(packed, held.pack)

    def _beside_of(self, pack: str) -> Any:
        held = self._packs[pack]
        where = repr(str(held.path))
        return form_of(held.head, where).beside(held.head, where)


def coded(shelf: Shelf, code: str) -> Packed[Any]:
    """Return the puzzle of a code, as the shelf has it if it does.

    Turned or mirrored it has the same id, but another solution.

    :raises Malformed: if there is no code, it cannot be read, or it has no puzzle to play here.
    :raises Illegal: if its position breaks a rule.
    """
    if not code:
        raise Malformed("the code is missing; links to puzzles have one", where="code")
    game = game_of(code).name
    form = next((one for one in forms_alone(game) if one.is_code(code)), None)
    if form is None:
        raise Malformed("this is a position; the code of a puzzle has a goal, too", where="code")
    packed = form.of_code(code)
    shelved = shelf.puzzle(packed.id)
    if shelved is not None and shelved.puzzle.code == packed.puzzle.code:
        return shelved.packed
    play_of(packed.kind).require_playable(packed)
    return packed


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
    opened = [read_folder(folder, checked=not given) for folder in given or pack_folders()]
    retracted = {name: why for folder in opened for name, why in folder.withdrawn.retracted.items()}
    _require_different([pack.id for folder in opened for pack in folder.packs], "pack")
    ids = [identity for folder in opened for _, identity in folder.index.places]
    _require_different(ids, "puzzle")
    return Shelf(opened, retracted)


def _require_different(ids: list[str], what: str) -> None:
    for identity, times in Counter(ids).items():
        if times > 1:
            raise Malformed(f"two packs of the shelf have the {what} {identity!r}", where="--packs")
