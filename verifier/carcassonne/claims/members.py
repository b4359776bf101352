"""What quantified claims range over, and how they are judged."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any, TypeAlias

from verifier.carcassonne.claims.claims import Ends, Quantified, Shapes
from verifier.carcassonne.claims.keyring import Keyring
from verifier.carcassonne.claims.shapes import Shape, shapes
from verifier.carcassonne.claims.vocabulary import End, Happening, Table, turn_name
from verifier.carcassonne.notation import position_text
from verifier.carcassonne.tiles import Orientation, base_sheet

Group: TypeAlias = tuple[str, Iterable[Any]]
"""Members judged together, and a name for them: e.g. the outcomes at one table."""


@dataclass(frozen=True, slots=True)
class Judged:
    """How many members were examined, and what speaks against the claim, if anything does."""

    examined: int
    against: str


def judge(claim: Quantified, groups: Iterable[Group]) -> Judged:
    """Return the judgement on a claim that must hold in each of the groups."""
    examined = 0
    for name, members in groups:
        chosen = list(members)
        examined += len(chosen)
        if claim.where is not None:
            chosen = [member for member in chosen if claim.where.evaluate(member)]
        against = _RULINGS[claim.quantifier](claim, chosen)
        if against:
            return Judged(examined, f"{against} ({name})" if name else against)
    return Judged(examined, "")


def outcome_groups(tables: Iterable[Table]) -> Iterator[Group]:
    """Yield the outcomes of each table as a group."""
    for table in tables:
        yield f"at {position_text(table.before)}", table.each()


def end_group(asked: Ends, ring: Keyring) -> Group:
    """Return all ends of games that a claim asks about, with what the keys make of them."""
    return "", (
        _end(asked, ring, scores, meeples) for scores in asked.scores for meeples in asked.meeples
    )


def drawing_group() -> Group:
    """Return every drawing: all kinds of tile in all four rotations."""
    return "", (drawing for kind in base_sheet().kinds for drawing in kind.orientations)


def shape_group(asked: Shapes) -> Group:
    """Return every completed feature that a claim asks about."""
    return "", shapes(asked.kind, asked.most_tiles)


def _end(asked: Ends, ring: Keyring, scores: tuple[int, ...], meeples: tuple[int, ...]) -> End:
    final, result = ring.end(asked.rules, scores, meeples)
    return End(scores, meeples, final, result)


def _every(claim: Quantified, chosen: list[Any]) -> str:
    failing = [member for member in chosen if not claim.test.evaluate(member)]
    if failing:
        return f"fails for {len(failing)} of {len(chosen)}, e.g. {_told(failing[0])}"
    return "" if chosen else "nothing is there to hold for"


def _some(claim: Quantified, chosen: list[Any]) -> str:
    holds = any(claim.test.evaluate(member) for member in chosen)
    return "" if holds else f"holds for none of {len(chosen)}"


def _no(claim: Quantified, chosen: list[Any]) -> str:
    meeting = [member for member in chosen if claim.test.evaluate(member)]
    if meeting:
        return f"holds for {len(meeting)} of {len(chosen)}, e.g. {_told(meeting[0])}"
    return "" if chosen else "nothing is there to fail for"


def _exactly(claim: Quantified, chosen: list[Any]) -> str:
    number = sum(bool(claim.test.evaluate(member)) for member in chosen)
    return "" if number == claim.number else f"holds for {number}, not {claim.number}"


def _set(claim: Quantified, chosen: list[Any]) -> str:
    found = {claim.test.evaluate(member) for member in chosen}
    surplus = sorted(map(str, found - claim.equals))
    lacking = sorted(map(str, claim.equals - found))
    if surplus or lacking:
        return f"not expected but there: {_listed(surplus)}; expected: {_listed(lacking)}"
    return ""


_RULINGS: dict[str, Callable[[Quantified, list[Any]], str]] = {
    "every": _every,
    "some": _some,
    "no": _no,
    "exactly": _exactly,
    "set": _set,
}


def _listed(values: list[str]) -> str:
    shown = ", ".join(values[:8])
    return f"{shown}, ... ({len(values)} in all)" if len(values) > 8 else shown or "nothing"  # noqa: PLR2004 - as many as fit in a line


def _told(member: Any) -> str:
    if isinstance(member, Happening):
        return f"{turn_name(member.outcome)}, which leads to {member.outcome.after.scores}"
    if isinstance(member, Table):
        return position_text(member.before)
    if isinstance(member, End):
        return f"scores {member.scores} with meeples {member.meeples} end as {member.final}"
    if isinstance(member, Orientation):
        return f"tile {member.letter} after {member.rotation} quarter turns"
    assert isinstance(member, Shape)  # noqa: S101 - there is nothing else
    return f"a {member.kind} of the tiles {member.letters}"
