"""The words of the claim language for situations, outcomes, ends, drawings and shapes.

Colours are numbered from 1 as in all text. For a feature that was not scored, the value is 0, an
empty text or an empty list.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from typing import NamedTuple, TypeAlias

from verifier.carcassonne.solo.claims.shapes import room_for_meeples
from verifier.carcassonne.solo.goals import Goal, checklist
from verifier.carcassonne.solo.letters import all_letters, letter_of, letters_of, tile_of
from verifier.carcassonne.solo.notation import turn_text
from verifier.carcassonne.solo.position import Position
from verifier.carcassonne.solo.turn import FEATURES, Outcome, Scoring, Turn
from verifier.carcassonne.tiles import EDGES, Orientation
from verifier.claims.language import Argument, Operation, Type, Value, Vocabulary
from verifier.errors import Malformed

# --- The final scores by every order of final scoring (SOLO-FINAL-1 to -7, AMB-11)
#
# The keys return one vector of final scores. Whether the order matters, and under which reading it
# could, takes all orders; there are few enough to try.


Vector: TypeAlias = tuple[int, ...]
Ends: TypeAlias = frozenset[Vector]

_WORTH = 2


@cache
def while_they_count(scores: Vector, meeples: Vector) -> Ends:
    """Return all ends if a lowest colour's meeple is scored as long as there is one.

    >>> sorted(while_they_count((10, 10, 15), (0, 4, 4)))
    [(10, 12, 15)]
    """
    ends: set[Vector] = set()
    for colour in _lowest_with_meeples(scores, meeples):
        ends |= while_they_count(_add(scores, colour, _WORTH), _add(meeples, colour, -1))
    return frozenset(ends or {scores})


@cache
def stopping_anywhere(scores: Vector, meeples: Vector) -> Ends:
    """Return all ends if the player may also stop early."""
    ends = {scores}
    for colour in _lowest_with_meeples(scores, meeples):
        ends |= stopping_anywhere(_add(scores, colour, _WORTH), _add(meeples, colour, -1))
    return frozenset(ends)


@cache
def each_meeple_once(scores: Vector, meeples: Vector) -> Ends:
    """Return all ends if each meeple is offered once, and wasted if its colour is not lowest.

    >>> sorted({min(end) for end in each_meeple_once((0, 0, 0), (2, 2, 2))})
    [2, 4]
    """
    ends: set[Vector] = set()
    for colour, number in enumerate(meeples):
        if number:
            worth = _WORTH if scores[colour] == min(scores) else 0
            ends |= each_meeple_once(_add(scores, colour, worth), _add(meeples, colour, -1))
    return frozenset(ends or {scores})


@cache
def each_colour_once(scores: Vector, meeples: Vector) -> Ends:
    """Return all ends if each colour's meeples are offered once, together."""
    ends: set[Vector] = set()
    for colour, number in enumerate(meeples):
        if number:
            worth = _WORTH * number if scores[colour] == min(scores) else 0
            ends |= each_colour_once(_add(scores, colour, worth), _add(meeples, colour, -number))
    return frozenset(ends or {scores})


ORDERS: dict[str, Callable[[Vector, Vector], Ends]] = {
    "while-they-count": while_they_count,
    "stopping-anywhere": stopping_anywhere,
    "each-meeple-once": each_meeple_once,
    "each-colour-once": each_colour_once,
}
"""The ways of offering meeples, by their name in the claim language."""


def _lowest_with_meeples(scores: Vector, meeples: Vector) -> list[int]:
    lowest = min(scores)
    return [colour for colour, number in enumerate(meeples) if number and scores[colour] == lowest]


def _add(vector: Vector, colour: int, number: int) -> Vector:
    return (*vector[:colour], vector[colour] + number, *vector[colour + 1 :])


# --- the words


Reached: TypeAlias = Callable[[Goal, Outcome], bool]

NO_TURN = "none"
"""Stands for the turn if the game ended because no tile could be placed."""


@dataclass(frozen=True, slots=True)
class Situation:
    """A position and every outcome of its next turn, by the keys.

    ``reached`` returns whether an outcome meets a goal, by the keys.
    """

    before: Position
    outcomes: tuple[Outcome, ...]
    reached: Reached

    def each(self) -> Iterator[Transition]:
        """Yield each outcome together with the position before."""
        return (Transition(self.before, outcome, self.reached) for outcome in self.outcomes)


@dataclass(frozen=True, slots=True)
class Transition:
    """An outcome together with the position before it; ``reached`` is as in a situation."""

    before: Position
    outcome: Outcome
    reached: Reached


class GameEnd(NamedTuple):
    """The end of a game: scores and meeples on tiles, then final scores and result by the keys."""

    scores: tuple[int, ...]
    meeples: tuple[int, ...]
    final: tuple[int, ...]
    result: int


_COLOUR = Argument("number", (1, 2, 3, 4), "a colour")
_FEATURE = Argument("text", FEATURES, "the name of a feature")
_KIND = Argument("text", ("road", "city", "monastery"), "a kind of feature")
_GOAL = Argument("text", tuple(checklist()), "a goal of the checklist")
_EDGE = Argument("text", tuple(EDGES), "an edge")
_TERRAIN = Argument("text", ("road", "city", "field"), "a terrain")
_LETTER = Argument("text", tuple(all_letters()), "a tile")
_NUMBER = Argument("number")
_HOW = Argument("text", tuple(ORDERS), "a way of offering meeples")

_Words: TypeAlias = dict[str, Operation]


def _by_colour(numbers: Callable[[Transition], tuple[int, ...]]) -> Operation:
    return Operation(
        "number", (_COLOUR,), lambda scene, colour: numbers(scene)[_index(scene.before, colour)]
    )


def _plain(kind: Type, meaning: Callable[..., Value], *arguments: Argument) -> Operation:
    return Operation(kind, arguments, meaning)


def _index(position: Position, colour: int) -> int:
    if not 1 <= colour <= position.rules.colours:
        raise Malformed(f"there is no colour {colour}; {position.rules.colours} colours play")
    return colour - 1


def tiles_left(position: Position) -> tuple[int, ...]:
    """Return the number of tiles in each colour's pile."""
    sizes = [len(pile.known) + pile.hidden for pile in position.piles]
    return tuple(sizes[position.pile_of(colour)] for colour in range(position.rules.colours))


def meeple_at(position: Position, x: int, y: int) -> str:
    """Return the meeple on a cell as text like ``E2``, or nothing."""
    for placement in position.placements:
        if placement.cell == (x, y) and placement.meeple is not None:
            return f"{placement.meeple.segment}{placement.meeple.colour + 1}"
    return ""


def _next(position: Position) -> str:
    return letters_of(position.piles[position.pile_of(position.to_move)].known[:1])


def _placement(turn: Turn) -> str:
    return f"{letter_of(turn.tile)}{turn.rotation}.{turn.x}.{turn.y}"


_TABLE: _Words = {
    "before": _by_colour(lambda scene: scene.before.scores),
    "lowest": Operation(
        "truth",
        (_COLOUR,),
        lambda scene, colour: (
            scene.before.scores[_index(scene.before, colour)] == min(scene.before.scores)
        ),
    ),
    "hand": _by_colour(lambda scene: scene.before.supplies),
    "next": _plain("text", lambda scene: _next(scene.before)),
    "to-move": _plain("number", lambda scene: scene.before.to_move + 1),
}


def _scored(scene: Transition, name: str) -> Scoring | None:
    return next((each for each in scene.outcome.scorings if each.feature == name), None)


def _value(scene: Transition, name: str) -> int:
    scoring = _scored(scene, name)
    return scoring.value if scoring else 0


def _numbers(colours: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(colour + 1 for colour in colours)


def _present(scene: Transition, name: str) -> Value:
    scoring = _scored(scene, name)
    return _numbers(scoring.present) if scoring else ()


def _receivers(scene: Transition, name: str) -> Value:
    scoring = _scored(scene, name)
    return _numbers(scoring.colours) if scoring else ()


def gains(before: Position, after: Position) -> tuple[int, ...]:
    """Return the points that each colour received."""
    pairs = zip(before.scores, after.scores, strict=True)
    return tuple(later - earlier for earlier, later in pairs)


def _finals(scene: Transition) -> tuple[int, ...]:
    return scene.outcome.final or (-1,) * scene.before.rules.colours


def _result(scene: Transition) -> int:
    result = scene.outcome.result
    return -1 if result is None else result


def _of_turn(scene: Transition, part: Callable[[Turn], str]) -> str:
    turn = scene.outcome.turn
    return NO_TURN if turn is None else part(turn)


def turn_name(outcome: Outcome) -> str:
    """Return the turn as text, or ``NO_TURN``."""
    return NO_TURN if outcome.turn is None else turn_text(outcome.turn)


def _kinds_scored(scene: Transition, kind: str) -> int:
    return sum(scoring.kind == kind for scoring in scene.outcome.scorings)


_OUTCOME: _Words = {
    **_TABLE,
    "colour": _plain("number", lambda scene: scene.outcome.colour + 1),
    "turn": _plain("text", lambda scene: turn_name(scene.outcome)),
    "tile": _plain("text", lambda scene: _of_turn(scene, lambda turn: letter_of(turn.tile))),
    "placement": _plain(
        "text",
        lambda scene: _of_turn(scene, _placement),
    ),
    "cell": _plain("text", lambda scene: _of_turn(scene, lambda turn: f"{turn.x}.{turn.y}")),
    "claim": _plain("text", lambda scene: _of_turn(scene, lambda turn: turn.claim)),
    "order": _plain("text", lambda scene: _of_turn(scene, lambda turn: "-".join(turn.order))),
    "discards": _plain("text", lambda scene: letters_of(scene.outcome.discards)),
    "score": _by_colour(lambda scene: scene.outcome.after.scores),
    "scores": _plain("list", lambda scene: scene.outcome.after.scores),
    "gain": _by_colour(lambda scene: gains(scene.before, scene.outcome.after)),
    "gains": _plain("list", lambda scene: gains(scene.before, scene.outcome.after)),
    "supply": _by_colour(lambda scene: scene.outcome.after.supplies),
    "supplies": _plain("list", lambda scene: scene.outcome.after.supplies),
    "on-tiles": _by_colour(lambda scene: scene.outcome.after.meeples_on_tiles()),
    "meeple-at": _plain(
        "text", lambda scene, x, y: meeple_at(scene.outcome.after, x, y), _NUMBER, _NUMBER
    ),
    "left": _by_colour(lambda scene: tiles_left(scene.outcome.after)),
    "discarded": _plain("text", lambda scene: letters_of(scene.outcome.after.discards)),
    "monasteries": _plain("number", lambda scene: scene.outcome.after.monasteries),
    "features": _plain(
        "list", lambda scene: tuple(scoring.feature for scoring in scene.outcome.scorings)
    ),
    "brought": _plain(
        "list",
        lambda scene: tuple(each.feature for each in scene.outcome.scorings if each.colours),
    ),
    "scored": _plain("number", _kinds_scored, _KIND),
    "value": _plain("number", _value, _FEATURE),
    "present": _plain("list", _present, _FEATURE),
    "receivers": _plain("list", _receivers, _FEATURE),
    "goal": _plain(
        "truth", lambda scene, name: scene.reached(checklist()[name], scene.outcome), _GOAL
    ),
    "goals": _plain("list", lambda scene: goals_met(scene.outcome, scene.reached)),
    "over": _plain("truth", lambda scene: scene.outcome.after.over),
    "after-to-move": _plain("number", lambda scene: scene.outcome.after.to_move + 1),
    "final": _by_colour(_finals),
    "finals": _plain("list", lambda scene: scene.outcome.final or ()),
    "result": _plain("number", _result),
}


def goals_met(outcome: Outcome, reached: Reached) -> tuple[str, ...]:
    """Return the ids of the goals of the checklist that this outcome meets."""
    return tuple(name for name, goal in checklist().items() if reached(goal, outcome))


def _orders(what: Callable[[Ends], int]) -> Operation:
    return Operation(
        "number", (_HOW,), lambda scene, how: what(ORDERS[how](scene.scores, scene.meeples))
    )


def _of(numbers: Callable[[GameEnd], tuple[int, ...]]) -> Operation:
    return Operation("number", (_COLOUR,), lambda scene, colour: numbers(scene)[colour - 1])


_END: _Words = {
    "score": _of(lambda scene: scene.scores),
    "meeples": _of(lambda scene: scene.meeples),
    "final": _of(lambda scene: scene.final),
    "finals": _plain("list", lambda scene: scene.final),
    "result": _plain("number", lambda scene: scene.result),
    "closing-formula": _plain(
        "number",
        lambda scene: min(
            score + 2 * meeples for score, meeples in zip(scene.scores, scene.meeples, strict=True)
        ),
    ),
    "best": _orders(lambda ends: max(min(end) for end in ends)),
    "worst": _orders(lambda ends: min(min(end) for end in ends)),
    "ends": _orders(len),
}


def _joined(drawing: Orientation, one: str, other: str) -> bool:
    segment = drawing.segment_named(one)
    return segment is not None and EDGES.index(other) in segment.edges


_DRAWING: _Words = {
    "tile": _plain("text", lambda drawing: letter_of(drawing.id)),
    "rotation": _plain("number", lambda drawing: drawing.rotation),
    "terrain": _plain("text", lambda drawing, edge: drawing.terrain[EDGES.index(edge)], _EDGE),
    "edges": _plain("number", lambda drawing, kind: drawing.terrain.count(kind), _TERRAIN),
    "segments": _plain(
        "number",
        lambda drawing, kind: sum(each.kind == kind for each in drawing.segments),
        _KIND,
    ),
    "joined": _plain("truth", _joined, _EDGE, _EDGE),
    "shields": _plain("number", lambda drawing: sum(each.shields for each in drawing.segments)),
    "smallest-shielded": _plain(
        "number",
        lambda drawing: min((len(s.edges) for s in drawing.segments if s.shields), default=0),
    ),
    "copies": _plain("number", lambda drawing: drawing.tile.count),
}


_SHAPE: _Words = {
    "letters": _plain("text", lambda shape: letters_of(shape.kinds)),
    "tiles": _plain("number", lambda shape: shape.tiles),
    "shields": _plain("number", lambda shape: shape.shields),
    "value": _plain("number", lambda shape: shape.value),
    "copies": _plain("number", lambda shape, letter: shape.kinds.count(tile_of(letter)), _LETTER),
    "room": _plain("number", room_for_meeples),
    "loop": _plain("truth", lambda shape: shape.loop),
}

OUTCOME = Vocabulary("an outcome", _OUTCOME)
TABLE = Vocabulary("a table", _TABLE, inner=OUTCOME)
END = Vocabulary("the end of a game", _END)
DRAWING = Vocabulary("a drawing of a tile", _DRAWING)
SHAPE = Vocabulary("a shape", _SHAPE)
