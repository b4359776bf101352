"""The model's part of ``compare``: a game on which two readings differ in the last turn.

Both readings use one builder and share every decision: cells, drawings, claims, scoring orders.
Until they differ, both have the same table, so all turns but the last are stated once, and the last
one by each reading. Readings differ if a colour's score, the end of the game or its result does, or
if a turn is legal by one of them only.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from verifier.carcassonne.model.answers import cpsat_answer
from verifier.carcassonne.model.solo.draws import (
    UNKNOWN,
    Draw,
    NoDraw,
    draw,
    river_in_box,
    schedule,
    tiles_in_box,
)
from verifier.carcassonne.model.solo.open_reading import OpenReading, decided, decisions
from verifier.carcassonne.model.solo.questions import FREE_TILES, Answer, Line, Terms
from verifier.carcassonne.model.solo.rules import ending
from verifier.carcassonne.model.solo.rules.claiming import Puts
from verifier.carcassonne.model.solo.rules.game import play
from verifier.carcassonne.model.solo.rules.placing import placeable, tiles_in_the_box
from verifier.carcassonne.model.solo.rules.state import (
    Drawing,
    Features,
    Game,
    Key,
    PlacedTile,
    PlayedTurn,
    ScorableFeature,
    begin,
)
from verifier.carcassonne.solo.position import Pile, Position
from verifier.carcassonne.solo.rule_set import RuleSet
from verifier.carcassonne.solo.turn import RecordedMeeple
from verifier.carcassonne.table.cells import Cell
from verifier.constraints.builder import FALSE, TRUE, Builder, Lit, Sum
from verifier.constraints.cpsat import CpSatReply, CpSatSolver

OF_DRAWING = ("tile.unplaceable", "pile.empty")
"""The switches that decide who draws what; no other affects the draws."""

OF_ENDING = ("final.unit", "result.offset", "start.spaces")
"""The switches that decide the result of an end, given the table."""

OF_LARGE = "box.large"
"""The switch that decides how many meeples there are."""

OF_RIVER = ("box.pileOrder", "box.riverUnplaceable", "box.riverStart")
"""The switches that decide how a game with the River is set up and drawn."""

_LEGAL_BY_ONE = "SOLO-PLACE-3"
"""The one rule by which a switch decides what is legal (AMB-06)."""


@dataclass(frozen=True, slots=True)
class ComparisonByModel:
    """Whether readings differ after exactly so many turns, and the piles that the game needs."""

    answer: Answer
    piles: tuple[Pile, ...] = ()


@dataclass(frozen=True, slots=True)
class Aside:
    """A tile without a place: the turn for which it is drawn, its pile, and the tile if known."""

    turn: int
    pile: int
    tile: str


@dataclass(frozen=True, slots=True)
class _Course:
    """The draws of a game: all turns by one reading, the last turn also by the other.

    Without a ``rival`` the game ends by one reading only, when one more tile is drawn.
    """

    draws: tuple[Draw, ...]
    rival: Draw | None
    aside: Aside | None = None


def compare_by_model(
    solver: CpSatSolver, one: Position, other: Position, turns: int, *, terms: Terms = FREE_TILES
) -> ComparisonByModel:
    """Return a game of exactly that many turns on which the rules of two positions differ.

    The positions differ in their rules, and in their scores if start spaces differ. The answer
    ``impossible`` covers games in which the readings agree until the last turn, so ask about fewer
    turns first. If the draws differ, it covers games in which at most one tile has no place, and
    known tiles are assumed to have one.
    """
    if not turns and one.scores != other.scores:
        return ComparisonByModel(Answer("found"), one.piles)
    parted = _set_up_otherwise(one.rules, other.rules)
    if parted:
        reason = f"by {parted} games are set up or drawn otherwise, and the model follows none"
        return ComparisonByModel(Answer("undecided", reason=reason))
    answer = ComparisonByModel(Answer("impossible"))
    for course in _courses(one, other, turns):
        if course is None:
            reason = (
                "what is drawn before ends or changes the game, and the model follows no further"
            )
            answer = ComparisonByModel(Answer("undecided", reason=reason))
            continue
        reply = _Question(one, other, course, terms).ask(solver)
        if reply.answer.verdict == "found":
            return reply
        if answer.answer.verdict == "impossible":
            answer = reply
    return answer


def _set_up_otherwise(one: RuleSet, other: RuleSet) -> str:
    """Return a switch about boxes that parts the readings; empty if none does (SOLO-BOX-12)."""
    in_play = (*((OF_LARGE,) if one.large else ()), *(OF_RIVER if "river" in one.boxes else ()))
    return next((key for key in in_play if one.value(key) != other.value(key)), "")


def _courses(one: Position, other: Position, turns: int) -> Iterator[_Course | None]:
    """Yield every course to ask about; None for one in which the readings differ otherwise."""
    if all(one.rules.value(key) == other.rules.value(key) for key in OF_DRAWING):
        draws = tuple(schedule(one, turns))
        if turns and len(draws) == turns:
            yield _Course(draws, draws[-1])
        other_results = any(one.rules.value(key) != other.rules.value(key) for key in OF_ENDING)
        if other_results and len(draws) == turns and _ends_by_drawing(one, turns):
            yield None
        return
    for aside in (None, *asides(one, turns + 1)):
        ones, others = (draws_of(position, turns + 1, aside) for position in (one, other))
        for turn, (drawn, rival) in enumerate(zip(ones, others, strict=False), start=1):
            if not differ(drawn, rival):
                continue
            played = tuple(each for each in ones[:turns] if isinstance(each, Draw))
            if isinstance(drawn, NoDraw) or isinstance(rival, NoDraw):
                if turn == turns + 1:
                    yield _Course(played, None, aside)
            elif turn <= turns:
                yield _Course(played, rival, aside) if turn == turns else None
            break


def _ends_by_drawing(position: Position, turns: int) -> bool:
    """Return whether the game ends after that many turns with tiles left in some pile."""
    *_, last = [None, *draws_of(position, turns + 1, None)]
    return isinstance(last, NoDraw) and any(not pile.empty for pile in last.after)


def asides(position: Position, turns: int) -> Iterator[Aside]:
    """Yield for every turn the tile that is drawn for it."""
    for turn, drawn in enumerate(schedule(position, turns), start=1):
        yield Aside(turn, drawn.pile, drawn.tile)


def draws_of(position: Position, turns: int, aside: Aside | None) -> list[Draw | NoDraw]:
    """Return the draws of the turns if the first tile of that turn is laid aside."""
    found: list[Draw | NoDraw] = []
    for turn in range(1, turns + 1):
        drawn = _drawn(position, aside=aside is not None and turn == aside.turn)
        found.append(drawn)
        if isinstance(drawn, NoDraw):
            break
        position = drawn.following(position)
    return found


def _drawn(position: Position, *, aside: bool) -> Draw | NoDraw:
    has_a_place = iter([not aside])
    return draw(position, lambda _: next(has_a_place, True), lambda _: UNKNOWN)


def differ(one: Draw | NoDraw, other: Draw | NoDraw) -> bool:
    """Return whether another colour moves, another tile is drawn, or one game ends."""
    if isinstance(one, NoDraw) or isinstance(other, NoDraw):
        return type(one) is not type(other)
    return (one.colour, one.tile) != (other.colour, other.tile)


class _SharedReading:
    """The reading of a turn with the decisions made for the same turn by other rules."""

    def __init__(self, played: PlayedTurn, reading: OpenReading) -> None:
        self.played = played
        self.reading = reading

    def tile(self, _game: Game, _draw: Draw) -> tuple[dict[Cell, Lit], dict[Drawing, Lit]]:
        return self.played.tile.at, self.played.tile.drawing

    def puts(self, _game: Game, _tile: PlacedTile, _features: Features) -> Puts:
        return [(RecordedMeeple(name), claim) for name, claim in self.played.claims.items()]

    def large(self, _game: Game, _tile: PlacedTile, _puts: Puts) -> Lit:
        return self.played.claim.large

    def order(
        self,
        _game: Game,
        _tile: PlacedTile,
        _features: Features,
        _finished: dict[Key, ScorableFeature],
    ) -> list[dict[Key, Lit]]:
        return self.played.scored.slots

    def declined(self, game: Game, tile: PlacedTile, places: int) -> list[Lit]:
        """Share declined points, too (AMB-10), or leave them open if only one reading allows it."""
        shared = self.played.scored.declined
        optional = game.rules.choose("score.optional", {"no": False, "yes": True})
        if optional and shared != [FALSE] * places:
            return shared
        return self.reading.declined(game, tile, places)


class _Question:
    """One question: an open game of this course in which the readings differ at the end."""

    def __init__(self, one: Position, other: Position, course: _Course, terms: Terms) -> None:
        self.one, self.other, self.course, self.terms = one, other, course, terms
        left = tiles_in_box(one)
        kinds = left if isinstance(terms.tiles, bool) else terms.tiles
        allowed = {kind: number for kind, number in left.items() if kind in kinds}
        self.reading = OpenReading(allowed, terms.window, river=river_in_box(one))
        self.game = begin(one, Builder())
        self.aside: dict[str, Lit] = {}

    def ask(self, solver: CpSatSolver) -> ComparisonByModel:
        b, course = self.game.builder, self.course
        shared = course.draws if course.rival is None else course.draws[:-1]
        for turn, drawn in enumerate(shared, start=1):
            self._lay_aside(turn)
            play(self.game, drawn, self.reading)
        self._lay_aside(len(shared) + 1)
        if course.rival is None:
            b.require(-self.game.over, "SOLO-END-1")
        else:
            b.require(self._parted(course.draws[-1], course.rival), "parted")
        parameters = self.terms.parameters
        if any(requirement.literal == FALSE for requirement in b.requirements):
            return ComparisonByModel(
                Answer("impossible", seed=parameters.seed, limit=parameters.limit)
            )
        literals = [*decisions(self.game), *(lit for lit in self.aside.values() if lit != TRUE)]
        return self._comparison(solver.ask(b, literals, parameters))

    def _lay_aside(self, turn: int) -> None:
        """SOLO-PLACE-4: the tile drawn first has no place; it is left open which one it is."""
        if self.course.aside is None or self.course.aside.turn != turn:
            return
        b, box_ = self.game.builder, self.reading.box
        self.aside = {self.course.aside.tile: TRUE}
        if self.course.aside.tile == UNKNOWN:
            self.aside = {kind: b.decision(f"{kind} laid aside") for kind in sorted(box_)}
            b.require(b.exactly_one(self.aside.values()), "SOLO-PLACE-4", turn=turn)
            self.reading.drawn.append(self.aside)
            self.game.demand(tiles_in_the_box(b, box_, self.reading.drawn), turn)
        for kind, laid_aside in self.aside.items():
            no_place = b.implies(laid_aside, -placeable(self.game, kind))
            b.require(no_place, "SOLO-PLACE-4", turn=turn)

    def _parted(self, drawn: Draw, by_other: Draw) -> Lit:
        """Add the last turn by both readings, and return whether they differ in it."""
        game, b = self.game, self.game.builder
        rival = _at_the_same_table(game, self.other)
        played, allowed = _last_turn(game, drawn, self.reading)
        again, also_allowed = _last_turn(rival, by_other, _SharedReading(played, self.reading))
        if drawn.tile != by_other.tile:
            also_allowed = FALSE
        if drawn.pile != by_other.pile and drawn.tile == UNKNOWN:
            self.reading.drawn.append(self.reading.drawn[-1])  # two such tiles, in two piles
            game.demand(tiles_in_the_box(b, self.reading.box, self.reading.drawn), len(game.turns))
        b.require(b.either(allowed, also_allowed), _LEGAL_BY_ONE)
        both_over = b.both(game.over, rival.over)
        results = FALSE
        if both_over != FALSE:
            results = b.both(both_over, _unequal(b, ending.result(game), ending.result(rival)))
        return b.either(
            -b.iff(allowed, also_allowed),
            -b.iff(game.over, rival.over),
            results,
            b.both(_other_points(b, game, rival), _other_scoring(b, played, again)),
        )

    def _comparison(self, reply: CpSatReply) -> ComparisonByModel:
        line = decided(self.game, reply.found[-1]) if reply.found else None
        answer = cpsat_answer(
            reply, line, self.terms.parameters, everywhere=self.terms.window is None
        )
        if line is None:
            return ComparisonByModel(answer)
        holds = reply.found[-1]
        laid = [kind for kind, lit in self.aside.items() if lit == TRUE or holds[lit]]
        return ComparisonByModel(answer, self._piles(line, tuple(laid)))

    def _piles(self, line: Line, laid_aside: tuple[str, ...]) -> tuple[Pile, ...]:
        """Return the piles with the tiles on top that either reading draws."""
        last = () if self.course.rival is None else (self.course.rival,)
        readings = (self.course.draws, (*self.course.draws[: len(line) - len(last)], *last))
        taken = [self._taken(draws, line, laid_aside) for draws in readings]
        piles = []
        for number, pile in enumerate(self.one.piles):
            known = max(pile.known, *(each[number] for each in taken), key=len)
            piles.append(Pile(known, pile.size - len(known)))
        return tuple(piles)

    def _taken(
        self, draws: Sequence[Draw], line: Line, laid_aside: tuple[str, ...]
    ) -> list[tuple[str, ...]]:
        """Return by pile the tiles that are drawn from it."""
        taken = [tuple[str, ...]()] * len(self.one.piles)
        aside = self.course.aside
        for turn in range(1, len(line) + 2):
            if aside is not None and turn == aside.turn:
                taken[aside.pile] += laid_aside
            if turn <= len(line):
                taken[draws[turn - 1].pile] += (line[turn - 1].tile,)
        return taken


def _at_the_same_table(game: Game, other: Position) -> Game:
    """Return the present game, to continue by the rules of ``other``."""
    return replace(
        game,
        table=replace(game.table, position=other),
        turns=list(game.turns),
        joined={node: dict(nodes) for node, nodes in game.joined.items()},
        covered=dict(game.covered),
        closed=dict(game.closed),
    )


def _last_turn(
    game: Game, drawn: Draw, reading: OpenReading | _SharedReading
) -> tuple[PlayedTurn, Lit]:
    """Return the turn as played, and whether it is legal if that depends on the reading."""
    b = game.builder
    before = len(b.requirements)
    played = play(game, drawn, reading)
    added = b.requirements[before:]
    b.requirements[before:] = [each for each in added if each.rule != _LEGAL_BY_ONE]
    return played, b.all_of(each.literal for each in added if each.rule == _LEGAL_BY_ONE)


def _other_points(b: Builder, game: Game, rival: Game) -> Lit:
    pairs = zip(game.scores, rival.scores, strict=True)
    return b.any_of(_unequal(b, one, other) for one, other in pairs)


def _other_scoring(b: Builder, played: PlayedTurn, again: PlayedTurn) -> Lit:
    """Return whether some feature is worth more or judged by other colours, or points are declined.

    Scores that were equal before the turn can differ after it for no other reason; this redundant
    requirement makes proofs several times shorter.
    """
    reasons = [
        -b.iff(one, other)
        for one, other in zip(played.scored.declined, again.scored.declined, strict=True)
    ]
    for key, feature in played.scored.features.items():
        rival = again.scored.features[key]
        judged = [
            -b.iff(one, other) for one, other in zip(feature.judges, rival.judges, strict=True)
        ]
        won = [
            -b.iff(one, other) for one, other in zip(feature.winners, rival.winners, strict=True)
        ]
        differs = b.either(*judged, *won, _unequal(b, feature.value, rival.value))
        reasons.append(b.both(feature.scored, differs))
    return b.any_of(reasons)


def _unequal(b: Builder, one: Sum, other: Sum) -> Lit:
    return -b.equals(b.plus(one, b.times(-1, other)), 0)
