"""The game of dominoes as a game: positions, two keys, claims and one scenario."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Protocol

from tests.domino.catalogue import CATALOGUE
from verifier import verdict
from verifier.claims.agreement import Tally, common_answer
from verifier.claims.scenario import Scenario, ScenarioVerdict, check_claims, read_scenario
from verifier.documents.canonical_json import digest
from verifier.documents.strict_json import Document
from verifier.documents.validation import validate
from verifier.errors import Malformed
from verifier.game import KEYS, Game

__all__ = ["GAME", "SCENARIO"]

SCENARIO: Document = {
    "game": "domino",
    "id": "D-1",
    "title": "Two dominoes of the hand fit, and one of them both ways to one end.",
    "rules": ["DOMINO-1", "DOMINO-2"],
    "source": "own",
    "authority": "ours",
    "claims": [{"claim": "ends", "position": "d0-1.1-2~h2-2.0-2.0-1", "are": [0, 2]}],
}

Domino = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Position:
    """A line of dominoes from left to right, and the hand."""

    line: tuple[Domino, ...]
    hand: tuple[Domino, ...]

    @property
    def code(self) -> str:
        """The position as text."""
        return "~".join(
            letter + ".".join(f"{one}-{other}" for one, other in dominoes)
            for letter, dominoes in (("d", self.line), ("h", self.hand))
        )

    @property
    def id(self) -> str:
        """The id of the puzzle that it is."""
        return digest(self.code)[-12:]


@dataclass(frozen=True, slots=True)
class EndsClaim:
    """The line can end in these numbers of pips after one more domino."""

    position: Position
    ends: frozenset[int]


class Key(Protocol):
    """One implementation of the rules."""

    name: str

    def ends(self, position: Position) -> frozenset[int]:
        """Return the ends that the line can have after one more domino."""


class Engine:
    """It tries every domino both ways around."""

    name = "engine"

    def ends(self, position: Position) -> frozenset[int]:
        end = position.line[-1][1]
        ways = [way for one, other in position.hand for way in ((one, other), (other, one))]
        return frozenset(other for one, other in ways if one == end)


class Model:
    """It asks of every end whether a domino with it and the present end is in the hand."""

    name = "model"

    def ends(self, position: Position) -> frozenset[int]:
        have = [sorted(domino) for domino in position.hand]
        end = position.line[-1][1]
        return frozenset(new for new in range(7) if sorted((end, new)) in have)


class Verdict(verdict.Verdict):
    __slots__ = ()
    common: ClassVar[tuple[str, ...]] = ("positions",)


class Keyring(Tally):
    verdict = Verdict

    def __init__(self, keys: Sequence[Key]) -> None:
        super().__init__()
        self.keys = keys

    def check(self, scenario: Scenario[EndsClaim]) -> ScenarioVerdict:
        return check_claims(scenario, self, self._verdict)

    def _verdict(self, claim: EndsClaim) -> Verdict:
        answers = {}
        for key in self.keys:
            self.ask(key.name)
            answers[key.name] = key.ends(claim.position)
            self.count(key.name, len(answers[key.name]))
        ends = common_answer(answers, lambda: "the ends")
        if ends == claim.ends:
            return Verdict("holds", self.reports())
        return Verdict("violated", self.reports(), f"the ends are {sorted(ends)}")


def read_position(source: Document | str, where: str = "") -> Position:
    """Return the position that a text writes.

    :raises Malformed: if it writes none.
    """
    if not isinstance(source, str):
        raise Malformed("a position of dominoes is written as text", where=where)
    words = {word[:1]: word[1:].split(".") for word in source.split("~")}
    line, hand = ([(int(one[0]), int(one[2])) for one in words[letter]] for letter in "dh")
    return Position(tuple(line), tuple(hand))


class _Dominoes:
    shared = ("positions",)

    def read(self, source: Document | str, where: str = "") -> Position:
        return read_position(source, where)

    def scenario(self, document: Any, where: str = "") -> Scenario[EndsClaim]:
        def content(claim: Document, place: str) -> EndsClaim:
            position = self.read(claim["position"], f"{where} {place}/position")
            return EndsClaim(position, frozenset(claim["are"]))

        validate("domino-scenario", document, where)
        return read_scenario(document, CATALOGUE, content)

    def suite(self) -> tuple[Scenario[EndsClaim], ...]:
        return (self.scenario(SCENARIO),)

    def keyring(self, names: Collection[str] = KEYS) -> Keyring:
        keys: tuple[Key, ...] = (Engine(), Model())
        return Keyring([key for key in keys if key.name in names])


GAME: Game = _Dominoes()
