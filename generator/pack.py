"""Packs: puzzles and their provenance in one document, solutions in another beside it.

Someone who opens a pack to play from it must not read the solutions by accident. Each form of packs
is one object in its game's package; what all of them share is here.
"""

from __future__ import annotations

import json
import re
from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, ClassVar, Generic, Protocol, TypeVar

from generator.levels import level_of
from generator.listed import listed_form
from verifier import __version__
from verifier.documents.canonical_json import digest
from verifier.documents.schemas import schema
from verifier.documents.strict_json import Document
from verifier.documents.validation import validate
from verifier.errors import Malformed

ATTRIBUTION = "the meepleproof authors"
LICENCE = "CC0-1.0"
RETRACTIONS = "retractions.json"
"""The file in a folder of packs that lists the puzzles withdrawn."""


class Asked(Protocol):
    """What is asked of every puzzle."""

    @property
    def id(self) -> str:
        """Its id of twelve characters."""


P = TypeVar("P", bound=Asked)


@dataclass(frozen=True, slots=True)
class Title:
    """A pack's id, which never changes, its title for readers, and its version."""

    id: str
    text: str
    version: str = "1.0.0"


@dataclass(frozen=True)
class Packed(Generic[P]):
    """A puzzle as its pack has it, of the kind with that name.

    ``document`` is everything that the pack states about it, ``solution`` what the document of its
    solutions does; None if that was not read.
    """

    kind: str
    puzzle: P
    document: Document
    solution: Document | None = None

    @property
    def id(self) -> str:
        """Its id of twelve characters."""
        return str(self.puzzle.id)

    @property
    def level(self) -> str:
        """Its level, by its rating; empty if it is not graded."""
        return level_of(self.kind, self.rating) if "difficulty" in self.document else ""

    @property
    def level_for_length(self) -> str:
        """Its level among puzzles of its length, which its pack states; empty if not graded."""
        return str(self.document.get("difficulty", {}).get("level", ""))

    @property
    def rating(self) -> int:
        """Its rating; 0 if it is not graded."""
        return int(self.document.get("difficulty", {}).get("rating", 0))

    @property
    def themes(self) -> tuple[str, ...]:
        """The ideas of its solution."""
        return tuple(self.document.get("themes", ()))


@dataclass(frozen=True, slots=True)
class Selection:
    """The puzzles chosen, how many were left out for which reason, and what is missing."""

    chosen: tuple[Packed[Any], ...]
    left_out: Mapping[str, int]
    missing: tuple[str, ...]


# --- what a document states


def provenance(seed: int, parameters: Document, *, model: str = __version__) -> Document:
    """Return where a pack comes from: seed, parameters, and the versions of both keys."""
    return {
        "generator": "meepleproof",
        "version": __version__,
        "seed": seed,
        "parameters": parameters,
        "keys": [{"name": "engine", "version": __version__}, {"name": "model", "version": model}],
    }


def report_of(key: str, work: Mapping[str, int]) -> Document:
    """Return what a pack states of one key's part in a proof: what it examined."""
    return {"name": key, "version": __version__, "parameters": {}, "work": dict(work)}


def source_of(seed: int, candidate: int) -> Document:
    """Return which candidate of which seed a puzzle was made from."""
    return {"seed": seed, "candidate": candidate}


def sealed(document: Document) -> Document:
    """Return the document with its integrity digest, over everything else in it."""
    body = {key: value for key, value in document.items() if key != "integrity"}
    return {**body, "integrity": digest(body)}


def pack_text(document: Document) -> str:
    """Return the document as it is written to a file: indented, with its keys in order."""
    return json.dumps(document, indent=1, ensure_ascii=False) + "\n"


def solutions_path(pack: str) -> str:
    """Return the name of the file with the solutions of a pack, which lies beside it.

    >>> solutions_path("puzzles/road-5-3c.json")
    'puzzles/road-5-3c.solutions.json'
    """
    return f"{pack.removesuffix('.json')}.solutions.json"


# --- grades of today


@dataclass(frozen=True, slots=True)
class Regraded:
    """A pack and its solutions with grades of today, and the ids of puzzles with another grade."""

    pack: Document
    solutions: Document
    changed: tuple[str, ...]


def regraded(pack: Document, solutions: Document, grades: Sequence[Document]) -> Regraded:
    """Return a pack with the ``grades`` of its puzzles; the same documents if no grade changes."""
    graded = zip(pack["puzzles"], grades, strict=True)
    puzzles = [_with(stated, found) for stated, found in graded]
    changed = tuple(
        new["id"] for old, new in zip(pack["puzzles"], puzzles, strict=True) if old != new
    )
    if not changed:
        return Regraded(pack, solutions, ())
    version = corrected(pack["version"])
    return Regraded(
        sealed({**pack, "version": version, "puzzles": puzzles}),
        sealed({**solutions, "version": version}),
        changed,
    )


def _with(stated: Document, found: Document) -> Document:
    """Return the puzzle with its new grade; where it comes from stays at the end."""
    graded = {**stated, **found}
    for name in ("source", "ideas"):
        if name in graded:
            graded[name] = graded.pop(name)
    return graded


def corrected(version: str) -> str:
    """Return the version of a pack after a correction beside its puzzles.

    >>> corrected("2.0.9")
    '2.0.10'
    """
    *others, last = version.split(".")
    return ".".join([*others, str(int(last) + 1)])


# --- forms


class PackForm(ABC, Generic[P]):
    """A form of packs: how their documents are written and read, and planned.

    ``name``, ``puzzle``, ``solutions`` and ``plan`` are the schemas of packs, of a puzzle, of
    solutions, and of plans; ``game`` is what documents say of their game, None if they do not.
    """

    name: ClassVar[str]
    puzzle: ClassVar[str]
    solutions: ClassVar[str]
    plan: ClassVar[str]
    game: ClassVar[str | None] = None
    shared: ClassVar[tuple[str, ...]] = ("licence", "attribution")
    """Entries in which packs that are merged must be alike."""

    # writing

    def number(self, options: Mapping[str, Any]) -> int:
        """Return the number of the form in which a pack made with these options is written."""
        return 1

    def entries(
        self,
        puzzles: Sequence[Packed[P]],
        options: Mapping[str, Any],
        seed: int,
        parameters: Document,
    ) -> Document:
        """Return the entries of a pack between its head and its puzzles."""
        return {"provenance": provenance(seed, parameters)}

    def write(
        self,
        puzzles: Sequence[Packed[P]],
        title: Title,
        *,
        seed: int,
        parameters: Document,
        options: Mapping[str, Any],
    ) -> tuple[Document, Document]:
        """Return the pack of these puzzles and its solutions; equal arguments give equal bytes."""
        number = self.number(options)
        pack = sealed(
            {
                **self._head(self.name, number),
                "id": title.id,
                "title": title.text,
                "version": title.version,
                "licence": LICENCE,
                "attribution": ATTRIBUTION,
                **self.entries(puzzles, options, seed, parameters),
                "puzzles": [one.document for one in puzzles],
            }
        )
        solved = {one.id: one.solution or {} for one in puzzles}
        return pack, self.solutions_of(solved, title, number)

    def solutions_of(self, solutions: Document, title: Title, number: int = 1) -> Document:
        """Return the document of a pack's solutions, given by the ids of their puzzles."""
        return sealed(
            {
                **self._head(self.solutions, number),
                "pack": title.id,
                "version": title.version,
                "solutions": solutions,
            }
        )

    def _head(self, schema: str, number: int) -> Document:
        form = {"$schema": f"urn:meepleproof:{schema}:{number}"}
        return form if self.game is None else {**form, "game": self.game}

    # reading

    def kind_of(self, puzzle: Document, stated: str = "") -> str:
        """Return the kind of a puzzle by its document, and what its pack says of it, if it does."""
        form = listed_form(self.name)
        return stated if form is None else form.kind_of(puzzle, stated)

    def read(
        self, document: Document, where: str, solutions: Document | None = None
    ) -> tuple[Packed[P], ...]:
        """Return the puzzles of a pack, with their solutions if these are given.

        :raises Malformed: if it does not have the form of a pack, was changed after it was made,
            names a puzzle twice, or is not the pack of these solutions.
        :raises Illegal: if a puzzle contradicts the rules.
        """
        require_form(self.name, document, where)
        _require_once(document, where)
        solution_of = self._solutions(solutions, document, f"{where}, solutions")
        beside = self.beside(document, where)
        stated = document["provenance"]["parameters"].get("kind", "")
        return tuple(
            self.packed(
                puzzle,
                solution_of.get(puzzle["id"]),
                f"{where}/puzzles/{number}",
                kind=self.kind_of(puzzle, stated),
                beside=beside,
            )
            for number, puzzle in enumerate(document["puzzles"])
        )

    def beside(self, document: Document, where: str) -> Any:
        """Return what a pack holds beside its puzzles that these need in order to be read."""
        return None

    def beside_of(self, given: Any) -> Any:
        """Return the same from what a kind knows of a wish."""
        return None

    @abstractmethod
    def packed(
        self,
        document: Document,
        solution: Document | None,
        where: str,
        *,
        kind: str = "",
        beside: Any = None,
    ) -> Packed[P]:
        """Return the puzzle of a document whose form has been checked.

        ``kind`` is the one that the pack names, if it does.

        :raises Malformed: if it contradicts itself.
        :raises Illegal: if it contradicts the rules.
        """

    def is_code(self, text: str) -> bool:
        """Return whether a text is the code of a puzzle of this form."""
        return False

    def of_code(self, code: str) -> Packed[P]:
        """Return the puzzle that a code writes, of which no pack states anything.

        It may contradict the rules, see :meth:`require_valid`.

        :raises Malformed: if it cannot be read.
        """
        raise NotImplementedError

    def require_valid(self, puzzle: P) -> None:
        """Do nothing if what a puzzle begins with obeys the rules.

        :raises Illegal: if it does not.
        """

    def is_alone(self, document: Any) -> bool:
        """Return whether a document is marked as a puzzle by itself, valid or not."""
        return False

    def read_alone(self, document: Document, where: str) -> Packed[P]:
        """Return the puzzle of a document that is one by itself.

        :raises Malformed: if it does not have that form, or contradicts itself.
        :raises Illegal: if it contradicts the rules.
        """
        validate(self.puzzle, document, where)
        return self.packed(document, None, where)

    def require_alone(self, puzzle: Document, solution: Document, where: str) -> None:
        """Check that puzzle and solution have the forms that they have in packs.

        ``where`` is the place of the entries ``puzzle`` and ``solution``.

        :raises Malformed: if they do not.
        """
        validate(self.puzzle, puzzle, f"{where}/puzzle")
        alone = self.solutions_of({puzzle["id"]: solution}, Title("alone", "Alone"))
        try:
            validate(self.solutions, alone, where)
        except Malformed as error:
            place = error.where.replace(f"/solutions/{puzzle['id']}", "/solution")
            raise error.at(place) from None

    def _solutions(self, document: Document | None, pack: Document, where: str) -> Document:
        """Return the solutions of the pack by the ids of their puzzles.

        :raises Malformed: if the document does not have that form, or is not of this pack.
        """
        if document is None:
            return {}
        require_form(self.solutions, document, where)
        of, wanted = (document["pack"], document["version"]), (pack["id"], pack["version"])
        if of != wanted:
            raise Malformed(
                f"these are the solutions of {of[0]} {of[1]}, the pack is {wanted[0]} {wanted[1]}",
                where=where,
            )
        solutions: Document = document["solutions"]
        return solutions

    # planning

    def planned_kind(self, pack: Document) -> str:
        """Return the kind of the puzzles of a pack of a plan."""
        return str(pack["kind"])

    def planned(self, pack: Document) -> tuple[Mapping[str, Any], ...]:
        """Return the options of each wish of a pack of a plan, as ``generate`` takes them."""
        return ({},)

    def pool(self, pack: Document) -> int:
        """Return how many puzzles to make for each wish of a pack of a plan."""
        return int(pack["pool"])

    def planned_parameters(self, pack: Document) -> Document:
        """Return what a pack states of the plan by which it was made."""
        return {name: pack[name] for name in ("kind", "count", "pool", "candidates")}

    def journalled(self, pack: Document) -> Document:
        """Return the parameters of the journal of a run for a pack of a plan."""
        return {**self.planned_parameters(pack), "seed": pack["seed"]}

    def chosen_before(self, pack: Document, plan: Document) -> tuple[str, ...]:
        """Return the packs of the plan with a view to which this one is chosen, by their ids."""
        return ()

    def select(
        self,
        pool: Sequence[Sequence[Packed[P]]],
        pack: Document,
        plan: Document,
        *,
        before: Sequence[Packed[P]],
        side: Mapping[str, str],
    ) -> Selection:
        """Return so many puzzles of the pool as are planned.

        ``pool`` has the puzzles of each wish, ``side`` which of two answers is right, by ids.
        """
        chosen = choose([one for of_wish in pool for one in of_wish], pack["count"], side)
        lacking = pack["count"] - len(chosen)
        missing = (f"{lacking} puzzles are missing",) if lacking else ()
        return Selection(chosen, {}, missing)


def choose(
    puzzles: Sequence[Packed[P]], count: int, side: Mapping[str, str]
) -> tuple[Packed[P], ...]:
    """Return so many of the puzzles: of each side and level as many as can be, then rarer ideas."""
    chosen: list[Packed[P]] = []
    sides: Counter[str] = Counter()
    levels: Counter[str] = Counter()
    themes: Counter[str] = Counter()
    left = list(puzzles)
    while left and len(chosen) < count:
        best = min(
            left,
            key=lambda one: (
                sides[side.get(one.id, "")],
                levels[one.level_for_length],
                -sum(Fraction(1, 1 + themes[theme]) for theme in one.themes),
                one.id,
            ),
        )
        left.remove(best)
        chosen.append(best)
        sides[side.get(best.id, "")] += 1
        levels[best.level_for_length] += 1
        themes.update(best.themes)
    return tuple(sorted(chosen, key=lambda one: (one.rating, one.id)))


# --- what all documents of packs must be


def require_form(name: str, document: Document, where: str) -> None:
    """Check that it is such a document, of a version we read, unchanged since it was made.

    :raises Malformed: if it is not.
    """
    stated, read = document.get("$schema"), forms_read(name)
    other = rf"urn:meepleproof:{name}:[0-9]{{1,9}}"
    if isinstance(stated, str) and stated not in read and re.fullmatch(other, stated):
        raise Malformed(
            f"it has the form {stated}; this version reads {' and '.join(read)}, a newer one may "
            "read it",
            where=f"{where}/$schema",
        )
    validate(name, document, where)
    stated, actual = document["integrity"], sealed(document)["integrity"]
    if stated != actual:
        raise Malformed(
            f"it was changed after it was made: it states {stated}, its content gives {actual}",
            where=f"{where}/integrity",
        )


def forms_read(name: str) -> tuple[str, ...]:
    """Return the forms of such a document that this version reads.

    >>> forms_read("pack")
    ('urn:meepleproof:pack:1', 'urn:meepleproof:pack:2')
    """
    stated = schema(name)["properties"]["$schema"]
    return tuple(stated.get("enum", [stated.get("const")]))


def require_stated(document: Document, actual: Mapping[str, Any], of: str, where: str) -> None:
    """Check that a puzzle's document states what its own content gives.

    :raises Malformed: if an entry differs; ``of`` says what gives the value.
    """
    for key, value in actual.items():
        if document[key] != value:
            raise Malformed(
                f"the puzzle states the {key} {document[key]!r}, {of} {value!r}",
                where=f"{where}/{key}",
            )


@dataclass(frozen=True, slots=True)
class Withdrawn:
    """Why puzzles are not offered, by id: ``retracted`` ones are wrong, those ``set_aside`` right.

    What is set aside stays in its pack and opens by its id; lists, filters and days leave it out.
    """

    retracted: Mapping[str, str] = field(default_factory=dict)
    set_aside: Mapping[str, str] = field(default_factory=dict)


def read_withdrawn(document: Document, where: str) -> Withdrawn:
    """Return what a document of retractions says.

    :raises Malformed: if the document does not have the form of retractions, or names a puzzle
        twice.
    """
    validate("retractions", document, where)
    retracted, set_aside = document["retractions"], document.get("set_aside", [])
    for identity, times in Counter(entry["id"] for entry in (*retracted, *set_aside)).items():
        if times > 1:
            raise Malformed(f"the puzzle {identity} is named twice", where=where)
    reasons = ({entry["id"]: entry["reason"] for entry in some} for some in (retracted, set_aside))
    return Withdrawn(*reasons)


def schema_of(document: Any) -> str:
    """Return the name of the schema that a document names, without its number; empty if none.

    >>> schema_of({"$schema": "urn:meepleproof:house-pack:1"}), schema_of([])
    ('house-pack', '')
    """
    stated = document.get("$schema") if isinstance(document, dict) else None
    parts = stated.split(":") if isinstance(stated, str) else []
    return parts[2] if parts[:2] == ["urn", "meepleproof"] and len(parts) > 2 else ""  # noqa: PLR2004 - urn, meepleproof, name


def _require_once(pack: Document, where: str) -> None:
    for identity, times in Counter(one["id"] for one in pack["puzzles"]).items():
        if times > 1:
            message = f"the pack {pack['id']!r} has the puzzle {identity} {times} times"
            raise Malformed(message, where=f"{where}/puzzles")
