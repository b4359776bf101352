"""The words of the claim language for the house game: of outcomes, tables and final scorings.

Colours and players are numbered from 1 as in all text. What is asked of a feature that was not
scored is 0 or an empty list, a final score where there is none is -1.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TypeAlias

from verifier.carcassonne.house.codec import (
    feature_text,
)
from verifier.carcassonne.house.drawing import NAMES
from verifier.carcassonne.house.part_turn import FinalScoring, Outcome, Scoring
from verifier.carcassonne.house.position import PIECES, Position
from verifier.carcassonne.house.rule_set import Pieces
from verifier.carcassonne.table.cells import AROUND
from verifier.claims.language import Argument, Operation, Type, Value, Vocabulary
from verifier.errors import Malformed

NO_FINAL = -1


@dataclass(frozen=True, slots=True)
class Situation:
    """A position and everything that one part-turn can bring there, as the keys say."""

    before: Position
    outcomes: tuple[Outcome, ...]

    def each(self) -> Iterator[Transition]:
        """Yield each outcome together with the position before."""
        return (Transition(self.before, outcome) for outcome in self.outcomes)


@dataclass(frozen=True, slots=True)
class Transition:
    """An outcome together with the position before."""

    before: Position
    outcome: Outcome


@dataclass(frozen=True, slots=True)
class Finish:
    """A feature of a table with what it brings if the game ends there."""

    before: Position
    scoring: FinalScoring


_COLOUR = Argument("number", (1, 2, 3, 4, 5, 6), "a colour")
_PLAYER = Argument("number", (1, 2, 3, 4, 5, 6), "a player")
_FEATURE = Argument("text", (*NAMES, *AROUND), "the name of a feature")
_KIND = Argument("text", ("city", "road", "river", "monastery", "field"), "a kind of feature")
_SORT = Argument("text", PIECES, "a sort of piece")
_NUMBER = Argument("number")

_Words: TypeAlias = dict[str, Operation]


def _plain(kind: Type, meaning: Callable[..., Value], *arguments: Argument) -> Operation:
    return Operation(kind, arguments, meaning)


def _by_colour(numbers: Callable[[Transition], tuple[int, ...]]) -> Operation:
    return _plain(
        "number",
        lambda scene, colour: numbers(scene)[_index(scene.before, colour)],
        _COLOUR,
    )


def _index(position: Position, colour: int) -> int:
    if not 1 <= colour <= position.rules.colours:
        raise Malformed(f"there is no colour {colour}; {position.rules.colours} colours play")
    return colour - 1


def _left(scene: Transition, sort: str, colour: int) -> int:
    supply = scene.outcome.after.supplies[_index(scene.before, colour)]
    return int(supply[Pieces._fields.index(sort)])


def gains(before: Position, after: Position) -> tuple[int, ...]:
    """Return the points that each colour received."""
    pairs = zip(before.scores, after.scores, strict=True)
    return tuple(later - earlier for earlier, later in pairs)


def final_scores(before: Position, scorings: tuple[FinalScoring, ...]) -> tuple[int, ...]:
    """Return the scores by colour with what the features of a table bring at the end."""
    scores = list(before.scores)
    for scoring in scorings:
        for colour in scoring.owners:
            scores[colour] += scoring.value
    return tuple(scores)


def piece_at(position: Position, x: int, y: int) -> str:
    """Return the piece on a cell as text like ``little.E.2``, or nothing."""
    for placement in position.placements:
        piece = placement.piece
        if placement.cell == (x, y) and piece is not None:
            return f"{piece.piece}.{piece.feature}.{piece.colour + 1}"
    return ""


def totals(outcome: Outcome) -> tuple[int, ...]:
    """Return the final scores by player, the sums of their colours (HOUSE-2P-3)."""
    if outcome.final is None:
        return ()
    rules = outcome.after.rules
    return tuple(
        sum(
            score for colour, score in enumerate(outcome.final) if rules.player_of(colour) == player
        )
        for player in range(rules.players)
    )


def _total(scene: Transition, player: int) -> int:
    sums = totals(scene.outcome)
    if player > scene.before.rules.players:
        raise Malformed(f"there is no player {player}; {scene.before.rules.players} players play")
    return sums[player - 1] if sums else NO_FINAL


def _scored(scene: Transition, name: str) -> Scoring | None:
    return next((each for each in scene.outcome.scorings if each.feature == name), None)


def _value(scene: Transition, name: str) -> int:
    scoring = _scored(scene, name)
    return scoring.value if scoring else 0


def _owners(scene: Transition, name: str) -> Value:
    scoring = _scored(scene, name)
    return _numbers(scoring.owners) if scoring else ()


def _numbers(colours: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(colour + 1 for colour in colours)


def _finals(scene: Transition) -> tuple[int, ...]:
    return scene.outcome.final or (NO_FINAL,) * scene.before.rules.colours


_TABLE: _Words = {
    "before": _by_colour(lambda scene: scene.before.scores),
    "hand-before": _plain("list", lambda scene: scene.before.hand),
    "to-move": _plain("number", lambda scene: scene.before.to_move + 1),
    "second-part": _plain("truth", lambda scene: scene.before.second),
}

_OUTCOME: _Words = {
    **_TABLE,
    "turn": _plain("text", lambda scene: str(scene.outcome.part_turn)),
    "tile": _plain("text", lambda scene: scene.outcome.part_turn.tile),
    "rotation": _plain("number", lambda scene: scene.outcome.part_turn.rotation),
    "cell": _plain(
        "text", lambda scene: f"{scene.outcome.part_turn.x}.{scene.outcome.part_turn.y}"
    ),
    "placement": _plain("text", lambda scene: _placement(scene.outcome)),
    "piece": _plain("text", lambda scene: scene.outcome.part_turn.piece or ""),
    "feature": _plain("text", lambda scene: scene.outcome.part_turn.feature),
    "goes-on": _plain("truth", lambda scene: scene.outcome.part_turn.second),
    "score": _by_colour(lambda scene: scene.outcome.after.scores),
    "scores": _plain("list", lambda scene: scene.outcome.after.scores),
    "gain": _by_colour(lambda scene: gains(scene.before, scene.outcome.after)),
    "gains": _plain("list", lambda scene: gains(scene.before, scene.outcome.after)),
    "left": _plain("number", _left, _SORT, _COLOUR),
    "piece-at": _plain(
        "text", lambda scene, x, y: piece_at(scene.outcome.after, x, y), _NUMBER, _NUMBER
    ),
    "features": _plain(
        "list", lambda scene: tuple(each.feature for each in scene.outcome.scorings)
    ),
    "scored": _plain(
        "number",
        lambda scene, kind: sum(each.kind == kind for each in scene.outcome.scorings),
        _KIND,
    ),
    "value": _plain("number", _value, _FEATURE),
    "owners": _plain("list", _owners, _FEATURE),
    "hand": _plain("list", lambda scene: scene.outcome.after.hand),
    "bag": _plain("list", lambda scene: scene.outcome.after.bag),
    "river": _plain("list", lambda scene: scene.outcome.after.river),
    "discards": _plain("list", lambda scene: scene.outcome.after.discards),
    "after-to-move": _plain("number", lambda scene: scene.outcome.after.to_move + 1),
    "end": _plain("text", lambda scene: scene.outcome.after.end),
    "final": _by_colour(_finals),
    "finals": _plain("list", lambda scene: scene.outcome.final or ()),
    "total": _plain("number", _total, _PLAYER),
    "totals": _plain("list", lambda scene: totals(scene.outcome)),
}


def _placement(outcome: Outcome) -> str:
    turn = outcome.part_turn
    return f"{turn.tile}{turn.rotation}.{turn.x}.{turn.y}"


def _weight(scene: Finish, colour: int) -> int:
    return dict(scene.scoring.weights).get(_index(scene.before, colour), 0)


_FINISH: _Words = {
    "feature": _plain("text", lambda scene: feature_text(scene.scoring.feature)),
    "kind": _plain("text", lambda scene: scene.scoring.kind),
    "value": _plain("number", lambda scene: scene.scoring.value),
    "weight": _plain("number", _weight, _COLOUR),
    "owners": _plain("list", lambda scene: _numbers(scene.scoring.owners)),
    "cities": _plain(
        "list", lambda scene: tuple(feature_text(city) for city in scene.scoring.cities)
    ),
}

OUTCOME = Vocabulary("an outcome", _OUTCOME)
TABLE = Vocabulary("a table", _TABLE, inner=OUTCOME)
FINISH = Vocabulary("the final scoring of a feature", _FINISH)
