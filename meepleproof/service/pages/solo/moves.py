"""The turns of a game in the words of the page, which shows no letters on tiles."""

from __future__ import annotations

from collections.abc import Iterable

from meepleproof.rendering.palette import PIGMENTS
from meepleproof.service.pages.solo.board import SIDES
from meepleproof.service.pages.solo.scoring_notes import scoring_in_words
from verifier.carcassonne.solo.position import Position
from verifier.carcassonne.solo.turn import NO_CLAIM, Outcome, Turn
from verifier.carcassonne.tiles import EDGES, drawing_of

_MONASTERY = "M"
_TURNED = (
    "As it lies at first: ",
    "A quarter turn clockwise: ",
    "Half a turn: ",
    "A quarter turn anticlockwise: ",
)


def moves_in_words(start: Position, outcomes: Iterable[Outcome]) -> list[str]:
    """Return each turn with what it scored.

    >>> from verifier.carcassonne.solo.notation import parse_line, parse_position
    >>> from meepleproof.service.play.turns import play_turns
    >>> position = parse_position("s3.4~D0.0.0.N1~p1.2.3~h3.4.4~t1~nE.V.")
    >>> moves_in_words(position, play_turns(position, parse_line("E2.0.1.-.S"))[0])
    ['Blue places the tile on (0, 1). City, 4 points: blue 1 to 5.']
    """
    told, position = list[str](), start
    for outcome in outcomes:
        name = PIGMENTS[outcome.colour].name.capitalize()
        sentences = [_leaving(outcome), _made(name, outcome.turn)]
        if outcome.scorings or outcome.result is not None:
            sentences.append(scoring_in_words(position, outcome))
        told.append(" ".join(filter(None, sentences)))
        position = outcome.after
    return told


def hint_in_words(position: Position, outcome: Outcome) -> str:
    """Return a turn that is to be made, with how the tile is turned and what it scores."""
    turn = outcome.turn
    turned = "" if turn is None else _TURNED[turn.rotation]
    (told,) = moves_in_words(position, [outcome])
    return f"{turned}{told}"


def _leaving(outcome: Outcome) -> str:
    number = len(outcome.discards)
    if not number:
        return ""
    return "A tile fits nowhere." if number == 1 else f"{number} tiles fit nowhere."


def _made(name: str, turn: Turn | None) -> str:
    if turn is None:
        return "No tile can be placed any more."
    claim = "" if turn.claim == NO_CLAIM else f" and claims {_feature(turn)}"
    return f"{name} places the tile on ({turn.x}, {turn.y}){claim}."


def _feature(turn: Turn) -> str:
    if turn.claim == _MONASTERY:
        return "the monastery"
    edge = EDGES.index(turn.claim)
    segment = drawing_of(turn.tile, turn.rotation).segment_at(edge)
    return "it" if segment is None else f"the {segment.kind} ({SIDES[edge]})"
