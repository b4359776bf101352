"""What comes of a turn whose decisions are constants: the rules fold, and the table is read off."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import product

from verifier.errors import Illegal
from verifier.model.builder import TRUE, Builder, Lit, Sum
from verifier.model.constants import broken
from verifier.model.draws import Draw
from verifier.model.rules import ending, scoring
from verifier.model.rules.game import play
from verifier.model.rules.state import Finished, Game, Key, Played, begin
from verifier.model.written import Written
from verifier.position import Cell, Meeple, Placement, Position
from verifier.record import as_recorded
from verifier.rules.ruleset import RuleSet
from verifier.tiles import EDGES, Kind
from verifier.turn import AROUND, NO_CLAIM, Outcome, Scoring, Turn, order_key

Scores = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Folded:
    """A turn with constant decisions, all but its points settled.

    ``after`` is the table with the scores and monasteries of before; ``features`` are what is
    scored, in the order of the turn.
    """

    colour: int
    discards: str
    turn: Turn
    features: tuple[tuple[str, Finished], ...]
    after: Position


def fold(position: Position, drawn: Draw, turn: Turn) -> Folded:
    """Return what the turn leaves on the table.

    :raises Illegal: naming the first rule that the turn breaks.
    """
    game = begin(position, Builder())
    played = play(game, drawn, Written(as_recorded(turn, drawn.colour)))
    for violation in broken(game.builder.requirements):
        raise Illegal(violation.why, where=violation.where, rule=violation.rule)
    turn = replace(turn, claim=next(iter(played.claims), NO_CLAIM))
    keys = [next(iter(slot)) for slot in played.scored.slots]
    order = tuple(_name(key, turn.cell) for key in keys)
    features = tuple(
        (name, played.scored.features[key]) for name, key in zip(order, keys, strict=True)
    )
    after = replace(
        position,
        placements=_placements(position, game, played, turn),
        supplies=tuple(supply.constant for supply in played.supplies),
        to_move=(drawn.colour + 1) % position.rules.colours,
        piles=drawn.after,
        discards=position.discards + drawn.discards,
        over=played.over == TRUE,
    )
    turn = replace(turn, rotation=_rotation(after, turn.cell), order=order)
    return Folded(drawn.colour, drawn.discards, turn, features, after)


def settle(folded: Folded, scores: Scores) -> Iterator[Outcome]:
    """Yield what the turn brings with these scores.

    That is one outcome, or several where score.optional (AMB-10) lets points be declined.
    """
    choices = folded.after.rules.choose("score.optional", {"no": (False,), "yes": (False, True)})
    for declined in product(choices, repeat=len(folded.features)):
        outcome = _settled(folded, scores, declined)
        if outcome is not None:
            yield outcome


def merged(outcomes: Iterable[Outcome]) -> frozenset[Outcome]:
    """Return the outcomes, one for all orders that come to the same.

    They do with equal scores and equal features that brought points; the first order stands.
    """
    first: dict[object, Outcome] = {}
    for outcome in outcomes:
        turn = outcome.turn
        if turn is None:
            return frozenset([outcome])
        brought = frozenset(scoring.feature for scoring in outcome.scorings if scoring.colours)
        place = (turn.tile, turn.rotation, turn.x, turn.y, turn.claim)
        same = (place, outcome.after.scores, brought)
        known = first.get(same)
        if known is None or order_key(turn.order) < order_key(_order(known)):
            first[same] = outcome
    return frozenset(first.values())


def final_scores(rules: RuleSet, scores: Scores, meeples: Scores) -> Scores:
    """Return the scores after final scoring (SOLO-FINAL-1 to -7), in closed form (FACT-1, -2)."""
    finals = ending.final_scores(
        Builder(), rules, [Sum(score) for score in scores], [Sum(number) for number in meeples]
    )
    return tuple(final.constant for final in finals)


def _settled(folded: Folded, scores: Scores, declined: tuple[bool, ...]) -> Outcome | None:
    b = Builder()
    points = [Sum(score) for score in scores]
    scorings = []
    for (name, feature), refused in zip(folded.features, declined, strict=True):
        due = scoring.qualifies(b, points, feature.judges)
        if refused and due != TRUE:
            return None
        paid = b.both(due, b.const(not refused))
        winners = [b.both(paid, winner) for winner in feature.winners]
        points = scoring.gains(b, points, feature.value, winners)
        scorings.append(_scoring(name, feature, winners))
    after = replace(
        folded.after,
        scores=tuple(number.constant for number in points),
        monasteries=folded.after.monasteries + _monasteries(folded.after.rules, scorings),
    )
    final = None
    if after.over:
        final = final_scores(after.rules, after.scores, after.meeples_on_tiles())
    return Outcome(folded.colour, folded.discards, folded.turn, tuple(scorings), after, final)


def _scoring(name: str, feature: Finished, winners: list[Lit]) -> Scoring:
    kind: Kind = "city" if feature.city == TRUE else "road"
    if ending.is_monastery(name):
        kind = "monastery"
    return Scoring(
        feature=name,
        kind=kind,
        value=feature.value.constant,
        present=_colours(feature.present),
        majority=_colours(feature.winners),
        colours=_colours(winners),
    )


def _monasteries(rules: RuleSet, scorings: list[Scoring]) -> int:
    return sum(
        scoring.kind == "monastery" and (bool(scoring.colours) or ending.completed_suffices(rules))
        for scoring in scorings
    )


def _placements(
    position: Position, game: Game, played: Played, turn: Turn
) -> tuple[Placement, ...]:
    home = set(_cells_going_home(game, played, turn))
    lying = [
        replace(placement, meeple=None) if placement.cell in home else placement
        for placement in position.placements
    ]
    meeple = None
    if turn.claim != NO_CLAIM and turn.cell not in home:
        meeple = Meeple(turn.claim, played.tile.colour)
    return (*lying, Placement(turn.tile, turn.rotation, turn.x, turn.y, meeple))


def _cells_going_home(game: Game, played: Played, turn: Turn) -> Iterator[Cell]:
    """Yield the cells whose meeple returns (SOLO-SCORE-11)."""
    for key in (next(iter(slot)) for slot in played.scored.slots):
        if key == turn.claim:
            yield turn.cell
        if isinstance(key, tuple):
            yield key
        if isinstance(key, str) and key in EDGES:
            for node in played.features.reach[EDGES.index(key)]:
                if node < len(game.table.features):
                    yield from game.table.features[node].manned


def _name(key: Key, cell: Cell) -> str:
    if not isinstance(key, tuple):
        return str(key)
    step = (key[0] - cell[0], key[1] - cell[1])
    return next(name for name, around in AROUND.items() if around == step)


def _rotation(position: Position, cell: Cell) -> int:
    return next(placed.rotation for placed in position.placements if placed.cell == cell)


def _order(outcome: Outcome) -> tuple[str, ...]:
    return () if outcome.turn is None else outcome.turn.order


def _colours(literals: list[Lit]) -> tuple[int, ...]:
    return tuple(colour for colour, literal in enumerate(literals) if literal == TRUE)
