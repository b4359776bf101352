"""Scenarios and their claims, read from documents of the schema ``scenario``.

There are four kinds of claims: a *quantified* claim (every, some, no, exactly n, or the set of all
values) about the members of a domain; the outcome of a turn; whether a record is legal; whether a
position is valid.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache, cached_property
from itertools import product
from typing import Any, Literal, NamedTuple, TypeAlias

from verifier.carcassonne.solo.catalogue import CATALOGUE
from verifier.carcassonne.solo.codec import position_from_any, record_from_json, turn_from_json
from verifier.carcassonne.solo.goals import Goal, checklist
from verifier.carcassonne.solo.letters import all_letters, letter_of, letters_of, tile_of, tiles_of
from verifier.carcassonne.solo.notation import turn_text
from verifier.carcassonne.solo.position import Position
from verifier.carcassonne.solo.rule_set import SOLO, RuleSet
from verifier.carcassonne.solo.shapes import ShapeKind, room_for_meeples
from verifier.carcassonne.solo.turn import FEATURES, Outcome, Record, Scoring, Turn
from verifier.carcassonne.tiles import EDGES, Orientation, TileSheet
from verifier.claims.language import (
    Argument,
    Operation,
    QuantifiedClaim,
    Type,
    Value,
    Vocabulary,
    read_quantified,
)
from verifier.claims.records_and_positions import (
    LegalityClaim,
    ValidityClaim,
    read_breaks,
    read_validity,
)
from verifier.claims.scenario import (
    Claim,
    Scenario,
    placed,
    read_scenario,
    scenario_documents,
    scenario_suite,
)
from verifier.documents.validation import validate
from verifier.errors import Malformed, MeepleproofError

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


# --- The words of the claim language for situations, outcomes, ends, drawings and shapes
#
# Colours are numbered from 1 as in all text. For a feature that was not scored, the value is 0, an
# empty text or an empty list.


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
    sizes = [pile.size for pile in position.piles]
    return tuple(sizes[position.pile_of(colour)] for colour in range(position.rules.colours))


def meeple_at(position: Position, x: int, y: int) -> str:
    """Return the meeple on a cell as text like ``E2``, ``LE2`` if it is large, or nothing."""
    for placement in position.placements:
        meeple = placement.meeple
        if placement.cell == (x, y) and meeple is not None:
            return f"{'L' if meeple.large else ''}{meeple.segment}{meeple.colour + 1}"
    return ""


def claim_name(turn: Turn) -> str:
    """Return the claim of a turn as text: ``S``, ``LS`` with the large meeple, or ``-``."""
    return f"L{turn.claim}" if turn.large else turn.claim


def river_left(position: Position) -> int:
    """Return how many river tiles are to come."""
    return position.river.size


def _next(position: Position) -> str:
    at = position.pile_of(position.to_move)
    stack = position.piles[at] if position.river.empty else position.river
    return letters_of(stack.known[:1])


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
    "claim": _plain("text", lambda scene: _of_turn(scene, claim_name)),
    "order": _plain("text", lambda scene: _of_turn(scene, lambda turn: "-".join(turn.order))),
    "discards": _plain("text", lambda scene: letters_of(scene.outcome.discards)),
    "score": _by_colour(lambda scene: scene.outcome.after.scores),
    "scores": _plain("list", lambda scene: scene.outcome.after.scores),
    "gain": _by_colour(lambda scene: gains(scene.before, scene.outcome.after)),
    "gains": _plain("list", lambda scene: gains(scene.before, scene.outcome.after)),
    "supply": _by_colour(lambda scene: scene.outcome.after.supplies),
    "supplies": _plain("list", lambda scene: scene.outcome.after.supplies),
    "large": _plain("list", lambda scene: scene.outcome.after.large),
    "on-tiles": _by_colour(lambda scene: scene.outcome.after.meeples_on_tiles()),
    "meeple-at": _plain(
        "text", lambda scene, x, y: meeple_at(scene.outcome.after, x, y), _NUMBER, _NUMBER
    ),
    "left": _by_colour(lambda scene: tiles_left(scene.outcome.after)),
    "river": _plain("text", lambda scene: letters_of(scene.outcome.after.river.known)),
    "river-left": _plain("number", lambda scene: river_left(scene.outcome.after)),
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


# --- Reading


Domain = Literal["outcomes", "tables", "ends", "drawings", "shapes"]

EVERY_KIND = "*"
"""Stands for the next tile: each kind in turn of which a copy is left."""

_VOCABULARY: dict[Domain, Vocabulary] = {
    "outcomes": OUTCOME,
    "tables": TABLE,
    "ends": END,
    "drawings": DRAWING,
    "shapes": SHAPE,
}
_ABOUT_ORDERS = frozenset({"best", "worst", "ends"})


@dataclass(frozen=True, slots=True)
class SituationDomain:
    """The situations of a claim: a position, or the one before a turn of a record, and variants.

    ``switches`` replace answers of the rule set; ``following`` are tiles that replace the next
    one; ``scores`` replace the scores. Empty ones change nothing.
    """

    position: Position | None
    record: Record | None
    turn: int
    switches: tuple[tuple[str, str], ...] = ()
    following: tuple[tuple[str, ...], ...] = ()
    scores: tuple[Vector, ...] = ()


@dataclass(frozen=True, slots=True)
class EndDomain:
    """Ends of games: all combinations of these scores and meeples on tiles."""

    rules: RuleSet
    scores: tuple[Vector, ...]
    meeples: tuple[Vector, ...]
    by_orders: bool


@dataclass(frozen=True, slots=True)
class DrawingDomain:
    """All drawings of the tiles of these sheets."""

    sheets: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ShapeDomain:
    """All completed features of a kind on at most so many tiles of these sheets."""

    sheets: tuple[str, ...]
    kind: ShapeKind
    most_tiles: int


@dataclass(frozen=True, slots=True)
class OutcomeClaim:
    """A claim about the outcome of a turn; if ``turn`` is None, of the record's own."""

    tables: SituationDomain
    turn: Turn | None
    without_turn: bool
    expected: dict[str, Any]


Members: TypeAlias = SituationDomain | EndDomain | DrawingDomain | ShapeDomain
"""The domain of a quantified claim."""

Content: TypeAlias = QuantifiedClaim[Members] | OutcomeClaim | LegalityClaim[Record] | ValidityClaim
SoloClaim: TypeAlias = Claim[Content]
SoloScenario: TypeAlias = Scenario[Content]


class _ScenarioReader:
    """Reads the situation of a scenario's document, once for all its claims."""

    def __init__(self, document: dict[str, Any]) -> None:
        self.given_position = document.get("position")
        self.given_record = document.get("record")

    @cached_property
    def position(self) -> Position:
        return position_from_any(self.given_position, "/position")

    @cached_property
    def record(self) -> Record:
        return record_from_json(self.given_record, "/record")

    def content(self, claim: dict[str, Any], where: str) -> Content:
        kind = claim["claim"]
        if kind == "record":
            return _legality(self, claim, where)
        if kind == "position":
            return read_validity(claim, self.given_position, CATALOGUE, where)
        if kind == "outcome":
            return _brings(self, claim, where)
        domain: Domain = claim.get("over", "outcomes")
        members = _members(domain, self, claim, where)
        return read_quantified(claim, domain, _VOCABULARY[domain], members, where)


def scenario_from_json(document: Any, where: str = "") -> SoloScenario:
    """Return the scenario that a document states.

    :raises Malformed: with the JSON Pointer of what cannot be read; ``where``, such as a file
        name, goes in front of it.
    :raises Illegal: if it states options that the rules do not allow.
    """
    try:
        validate("scenario", document)
        return read_scenario(document, CATALOGUE, _ScenarioReader(document).content)
    except MeepleproofError as error:
        raise placed(error, where) from None


def _legality(
    situation: _ScenarioReader, claim: dict[str, Any], where: str
) -> LegalityClaim[Record]:
    if "record" not in claim and situation.given_record is None:
        raise Malformed("a claim about a record, but there is none", where=where)
    breaks = read_breaks(claim, CATALOGUE, where)
    if "record" in claim:
        record = record_from_json(claim["record"], f"{where}/record")
    else:
        record = situation.record
    return LegalityClaim(record, breaks, claim.get("turn"))


def _brings(situation: _ScenarioReader, claim: dict[str, Any], where: str) -> OutcomeClaim:
    tables = _tables(situation, claim, where)
    given = claim.get("turn")
    without = given == NO_TURN
    if given is None and tables.record is None:
        raise Malformed("a claim about an outcome names its turn", where=where)
    turn = None if given is None or without else turn_from_json(given, f"{where}/turn")
    return OutcomeClaim(tables, turn, without, claim["is"])


def _members(
    domain: Domain, situation: _ScenarioReader, claim: dict[str, Any], where: str
) -> Members:
    if domain == "drawings":
        return DrawingDomain(SOLO.sheets)
    if domain == "shapes":
        return ShapeDomain(SOLO.sheets, claim["kind"], claim["tiles"])
    if domain == "ends":
        scores, meeples = _vectors(claim["scores"]), _vectors(claim["meeples"])
        colours = {len(vector) for vector in scores + meeples}
        if len(colours) != 1:
            raise Malformed("scores and meeples are given for different colours", where=where)
        rules = RuleSet(colours=colours.pop()).with_switches(claim.get("with", {}))
        sources = [claim.get(part) for part in ("where", "holds", "of")]
        return EndDomain(rules, scores, meeples, by_orders=any(map(_speaks_of_orders, sources)))
    return _tables(situation, claim, where)


def _speaks_of_orders(source: Any) -> bool:
    if not isinstance(source, list) or not source:
        return False
    return source[0] in _ABOUT_ORDERS or any(map(_speaks_of_orders, source[1:]))


def _tables(situation: _ScenarioReader, claim: dict[str, Any], where: str) -> SituationDomain:
    record, position, turn = None, None, 0
    if "position" in claim:
        position = position_from_any(claim["position"], f"{where}/position")
    elif situation.given_position is not None and "at" not in claim:
        position = situation.position
    elif situation.given_record is not None:
        record = situation.record
        turn = claim.get("at", len(record.turns))
        if not 1 <= turn <= len(record.turns):
            raise Malformed(
                f"turn {turn} of a record of {len(record.turns)} turns", where=f"{where}/at"
            )
    else:
        raise Malformed("a claim about outcomes needs a position or a record", where=where)
    start = position if position is not None else situation.record.start
    return SituationDomain(
        position=position,
        record=record,
        turn=turn,
        switches=tuple(sorted(claim.get("with", {}).items())),
        following=_following(claim.get("next"), start.sheet),
        scores=_vectors(claim["scores"]) if "scores" in claim else (),
    )


def _following(given: Any, sheet: TileSheet) -> tuple[tuple[str, ...], ...]:
    if given is None:
        return ()
    if given == EVERY_KIND:
        return tuple((kind.id,) for kind in sheet.kinds)
    return tuple(tiles_of(letters) for letters in ((given,) if isinstance(given, str) else given))


def _vectors(given: Any) -> tuple[Vector, ...]:
    """Return the score vectors given as one, as a list of several, or as a box of ranges."""
    if isinstance(given, list):
        return (tuple(given),)
    if "each" in given:
        return tuple(tuple(vector) for vector in given["each"])
    return tuple(product(*[range(low, high + 1) for low, high in given["box"]]))


# --- The scenarios that ship: every worked example and edge case, one file each


_PACKAGE = "verifier.carcassonne.solo.scenarios"


def documents() -> dict[str, Any]:
    """Return the shipped scenario documents by their file name (``folder/ID.json``), in order."""
    return scenario_documents(_PACKAGE)


@cache
def suite() -> tuple[SoloScenario, ...]:
    """Return the shipped scenarios, in the order of their files.

    :raises Malformed: if a file does not follow its schema, or two have one id.
    """
    return scenario_suite(_PACKAGE, scenario_from_json)
