"""The members over which quantified claims range."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from verifier.carcassonne.solo.claims.keyring import Keyring
from verifier.carcassonne.solo.claims.reading import DrawingDomain, EndDomain, ShapeDomain
from verifier.carcassonne.solo.claims.shapes import Shape, shapes
from verifier.carcassonne.solo.claims.vocabulary import GameEnd, Situation, Transition, turn_name
from verifier.carcassonne.solo.letters import letter_of, letters_of
from verifier.carcassonne.solo.notation import position_text
from verifier.carcassonne.table.cells import numbers_text
from verifier.carcassonne.tiles import Orientation, tiles_in_play
from verifier.claims.quantified import Group


def outcome_groups(tables: Iterable[Situation]) -> Iterator[Group]:
    """Yield the outcomes of each situation as a group."""
    for table in tables:
        yield f"at {position_text(table.before)}", table.each()


def end_group(domain: EndDomain, ring: Keyring) -> Group:
    """Return all ends of games in a claim's domain, with the keys' final scores."""
    final_scoring = ring.final_scoring(domain.rules)
    return "", (
        GameEnd(scores, meeples, *final_scoring(scores, meeples))
        for scores in domain.scores
        for meeples in domain.meeples
    )


def drawing_group(domain: DrawingDomain) -> Group:
    """Return every drawing: all kinds of tile in all four rotations."""
    kinds = tiles_in_play(domain.sheets).kinds
    return "", (drawing for kind in kinds for drawing in kind.orientations)


def shape_group(domain: ShapeDomain) -> Group:
    """Return every completed feature in a claim's domain."""
    return "", shapes(domain.sheets, domain.kind, domain.most_tiles)


def describe(member: Any) -> str:
    """Return a member in words, as an example for a claim's verdict."""
    if isinstance(member, Transition):
        scores = numbers_text(member.outcome.after.scores)
        return f"{turn_name(member.outcome)}, which leads to {scores}"
    if isinstance(member, Situation):
        return position_text(member.before)
    if isinstance(member, GameEnd):
        return f"scores {member.scores} with meeples {member.meeples} end as {member.final}"
    if isinstance(member, Orientation):
        return f"tile {letter_of(member.id)} after {member.rotation} quarter turns"
    assert isinstance(member, Shape)  # noqa: S101 - there is nothing else
    return f"a {member.kind} of the tiles {letters_of(member.kinds)}"
