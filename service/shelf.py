"""The shelf: the puzzles of all packs that the service offers, read once and held in memory."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from importlib import resources
from pathlib import Path
from typing import Any

from generator.pack import RETRACTIONS, PackedPuzzle, read_pack, read_reasons
from generator.pack_form import solutions_path
from service.other_games import OtherPack, OtherPuzzle, is_other_pack, read_other_pack
from verifier.carcassonne.puzzle import Puzzle
from verifier.carcassonne.turn import Turn
from verifier.errors import Malformed
from verifier.strict_json import json_value

__all__ = ["PuzzleFilter", "Shelf", "ShelvedPack", "ShelvedPuzzle", "open_shelf", "shipped_packs"]

Document = dict[str, Any]

_PACK = "urn:meepleproof:pack:"
_UNGRADED = 999_999
"""The rating by which a puzzle without one is sorted; no pack may state a greater one."""


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
    def place(self) -> tuple[int, str]:
        """Its place in the order of all puzzles: by rating, then by id."""
        return (_UNGRADED if self.rating is None else self.rating, self.id)

    @property
    def _difficulty(self) -> Document:
        difficulty: Document = self.document.get("difficulty", {})
        return difficulty


@dataclass(frozen=True, slots=True)
class ShelvedPack:
    """A pack as it was published, and its puzzles but for those withdrawn since."""

    document: Document
    puzzles: tuple[ShelvedPuzzle, ...]

    @property
    def id(self) -> str:
        """The name that all versions of the pack share."""
        return str(self.document["id"])


@dataclass(frozen=True, slots=True)
class PuzzleFilter:
    """Which puzzles a client wants; a member that is None does not matter."""

    goal: str | None = None
    level: str | None = None
    rating_from: int | None = None
    rating_to: int | None = None
    theme: str | None = None
    needs: str | None = None
    pack: str | None = None

    def fits(self, shelved: ShelvedPuzzle) -> bool:
        """Return whether a puzzle is one of these; one without a rating is in no range."""
        return (
            self.goal in (None, shelved.puzzle.goal.id)
            and self.level in (None, shelved.level)
            and (self.theme is None or self.theme in shelved.themes)
            and (self.needs is None or self.needs in shelved.needs)
            and self.pack in (None, shelved.pack)
            and self._rating_fits(shelved.rating)
        )

    def _rating_fits(self, rating: int | None) -> bool:
        if self.rating_from is None and self.rating_to is None:
            return True
        least, most = self.rating_from or 0, self.rating_to
        return rating is not None and least <= rating and (most is None or rating <= most)


class Shelf:
    """The packs of some folders; ``retracted`` has, by id, why puzzles were withdrawn from them.

    A withdrawn puzzle is only in the document of its pack, which does not change. ``others`` are
    packs of other games and special kinds, which are only read: no day has a puzzle of them.
    """

    def __init__(
        self,
        packs: Iterable[ShelvedPack],
        retracted: Mapping[str, str],
        others: Iterable[OtherPack] = (),
    ) -> None:
        self.others = tuple(sorted(others, key=lambda pack: pack.id))
        other_puzzles = [one for pack in self.others for one in pack.puzzles]
        self._others = {one.id: one for one in other_puzzles}
        self._other_codes = {one.document.get("code", ""): one for one in other_puzzles}
        self.packs = tuple(sorted(packs, key=lambda pack: pack.id))
        self.retracted = dict(retracted)
        self.puzzles = tuple(
            sorted((one for pack in self.packs for one in pack.puzzles), key=lambda one: one.place)
        )
        self._packs = {pack.id: pack for pack in self.packs}
        self._puzzles = {one.id: one for one in self.puzzles}

    def pack(self, identity: str) -> ShelvedPack | None:
        """Return the pack of that id."""
        return self._packs.get(identity)

    def puzzle(self, identity: str) -> ShelvedPuzzle | None:
        """Return the puzzle of that id."""
        return self._puzzles.get(identity)

    def other_puzzle(self, identity: str) -> OtherPuzzle | None:
        """Return the puzzle of that id of another game."""
        return self._others.get(identity)

    def other_puzzle_of_code(self, code: str) -> OtherPuzzle | None:
        """Return the puzzle of another game that this code writes as its pack does."""
        return self._other_codes.get(code)

    def matching(self, wanted: PuzzleFilter) -> tuple[ShelvedPuzzle, ...]:
        """Return the puzzles that fit, by rating and id."""
        return tuple(filter(wanted.fits, self.puzzles))

    def daily(self, day: str) -> ShelvedPuzzle | None:
        """Return the puzzle of a day, given like ``2026-11-21``; None where there are none.

        It follows from the day and the ids alone: the puzzle for which the SHA-256 of both is
        smallest. So a new puzzle on the shelf only takes some days from others.
        """
        return min(
            self.puzzles,
            key=lambda one: hashlib.sha256(f"{day}~{one.id}".encode()).digest(),
            default=None,
        )


def _shipped() -> tuple[Path, ...]:
    """Return the folders of the packs that ship, one for each game."""
    return tuple(shipped_packs() / game for game in ("", "house", "neom", "records"))


def shipped_packs() -> Path:
    """Return the folder of the packs of the Solo Variant that ship."""
    return Path(str(resources.files("puzzles")))


def open_shelf(folders: Iterable[Path] = ()) -> Shelf:
    """Return the shelf of all packs in the folders; of those that ship, if none is given.

    A folder has packs, each with a file of its solutions beside it, and perhaps retractions.

    :raises Malformed: if one of these cannot be read, or two packs have the same id or puzzle.
    :raises OSError: if a folder or a file cannot be opened.
    """
    packs, others = list[ShelvedPack](), list[OtherPack]()
    retracted = dict[str, str]()
    for folder in tuple(folders) or _shipped():
        reasons = _retractions(folder / RETRACTIONS)
        retracted |= reasons
        for path in sorted(folder.iterdir()):
            schema = _schema_of(path)
            if schema.startswith(_PACK):
                packs.append(_shelved(path, reasons))
            elif is_other_pack(schema):
                others.append(_other(path, reasons))
    _require_different([*(pack.id for pack in packs), *(pack.id for pack in others)], "pack")
    every = [one.id for pack in packs for one in pack.puzzles]
    every += [one.id for pack in others for one in pack.puzzles]
    _require_different(every, "puzzle")
    return Shelf(packs, retracted, others)


def _schema_of(path: Path) -> str:
    """Return what a file states as its schema, empty if nothing: packs are known by it."""
    if path.suffix != ".json":
        return ""
    document = _read(path)
    return str(document.get("$schema", "")) if isinstance(document, dict) else ""


def _other(path: Path, reasons: Mapping[str, str]) -> OtherPack:
    beside = Path(solutions_path(str(path)))
    return read_other_pack(_read(path), repr(str(path)), _read(beside), reasons)


def _shelved(path: Path, retracted: Mapping[str, str]) -> ShelvedPack:
    document, beside = _read(path), Path(solutions_path(str(path)))
    packed = read_pack(document, repr(str(path)), _read(beside))
    kept = [one for one in packed if one.document["id"] not in retracted]
    return ShelvedPack(document, tuple(_solved(one, document["id"], beside) for one in kept))


def _solved(packed: PackedPuzzle, pack: str, beside: Path) -> ShelvedPuzzle:
    if packed.line is None or packed.game is None:
        raise Malformed(
            f"the solution of the puzzle {packed.puzzle.id} is missing", where=repr(str(beside))
        )
    return ShelvedPuzzle(packed, pack, packed.line, packed.game)


def _retractions(path: Path) -> dict[str, str]:
    if not path.exists():
        return {}
    return read_reasons(_read(path), repr(str(path)))


def _read(path: Path) -> Any:
    name = repr(str(path))
    try:
        text = path.read_text(encoding="utf-8-sig")
    except UnicodeDecodeError:
        raise Malformed("not UTF-8 text", where=name) from None
    return json_value(text, name)


def _require_different(ids: list[str], what: str) -> None:
    for identity in ids:
        if ids.count(identity) > 1:
            raise Malformed(f"two packs of the shelf have the {what} {identity!r}", where="--packs")
