"""The model as a key of the house game; records are read as constants, so the rules fold."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from verifier.carcassonne.house.faults import faults
from verifier.carcassonne.house.part_turn import (
    FinalScoring,
    Outcome,
    PartTurn,
    Record,
    RecordedPartTurn,
    RecordedPiece,
)
from verifier.carcassonne.house.position import PIECES, Position
from verifier.carcassonne.model.demands import Demand, broken_requirements
from verifier.carcassonne.model.house import outcomes as final_scoring
from verifier.carcassonne.model.house.hand import drawn_by, is_short
from verifier.carcassonne.model.house.outcomes import (
    FinalTable,
    Known,
    Supposed,
    every_outcome,
    outcome_of,
)
from verifier.carcassonne.model.house.rules.claiming import Misplaced, Puts
from verifier.carcassonne.model.house.rules.game import (
    named_things_exist,
    official,
    play,
    why_no_second_part,
)
from verifier.carcassonne.model.house.rules.state import (
    Drawing,
    Features,
    Game,
    PlacedTile,
    Put,
    begin,
    collect,
)
from verifier.carcassonne.table.cells import Cell, numbers_text
from verifier.carcassonne.table.faults import Violation
from verifier.carcassonne.tiles.drawing import NAMES, lying
from verifier.constraints.builder import FALSE, TRUE, Builder, Lit
from verifier.errors import Malformed


class HouseModel:
    """Key two of the house game."""

    name = "model"

    def outcomes(self, position: Position) -> frozenset[Outcome]:
        """Return everything that one part-turn can bring, see :class:`Key`.

        :raises Malformed: if the hand is short and the next tile is not known, or there is no
            such tile.
        """
        return frozenset(every_outcome(position)) if _require_known(position) else frozenset()

    def outcome(self, position: Position, part_turn: PartTurn) -> Outcome | None:
        """Return what one part-turn brings, None if it is not legal; see :class:`Key`.

        :raises Malformed: as :meth:`outcomes`.
        """
        return outcome_of(position, part_turn) if _require_known(position) else None

    def violations(self, record: Record) -> tuple[Violation, ...]:
        """Return the rules that a record breaks, see :func:`constant_reading.violations`."""
        return violations(record)

    def final_scorings(self, position: Position) -> tuple[FinalScoring, ...]:
        """Return what each feature would bring if the game ended now, see :class:`Key`."""
        return final_scoring.final_scorings(position)


def _require_known(position: Position) -> bool:
    if position.end:
        return False
    if is_short(position):
        raise Malformed("the next tile of the bag is not known", where="/hidden")
    return True


# --- Records: every decision is a constant, so the rules fold, and what breaks is named


Why = tuple[str, str]
"""A rule and a sentence."""


@dataclass(frozen=True, slots=True)
class _After:
    """What a part-turn leaves: the table if the next colour moves, and if a second part follows.

    ``no_second`` says why none can.
    """

    position: Position
    second: Position | None
    no_second: Why


def violations(record: Record) -> tuple[Violation, ...]:
    """Return the rules a record breaks; an empty tuple if it is a legal game so far.

    Of the part-turns the first broken one is reported, with every rule it breaks. A start that is
    not the official set-up is reported as part-turn 0, and the part-turns are judged from it all
    the same unless its table is faulty.
    """
    found = [Violation(each.rule, 0, each.where, each.why) for each in faults(record.start)]
    b = Builder()
    if record.official:
        for literal, rule, where, why in official(record.start):
            b.require(literal, rule, where=where, why=why)
    known = {violation.rule for violation in found}
    set_up = [each for each in broken_requirements(b.requirements) if each.rule not in known]
    part_turn = () if found else _broken_part_turn(record)
    return (*found, *set_up, *part_turn)


def _broken_part_turn(record: Record) -> tuple[Violation, ...]:
    start = record.start
    no_first_part = ("HOUSE-TURN-8", "there is no first part of that turn")
    after = _After(start, start if start.second else None, no_first_part)
    for number, turn in enumerate(record.turns, start=1):
        judged = _Judged(after, turn, number)
        if judged.found:
            return tuple(judged.found)
        after = judged.after
    return tuple(_final(record, after.position))


class _Judged:
    """One part-turn, played on what those before it left; ``found`` are the rules it breaks."""

    def __init__(self, before: _After, turn: RecordedPartTurn, number: int) -> None:
        self.turn, self.number = turn, number
        self.found: list[Violation] = []
        self.after = before
        self._blame(named_things_exist(before.position.rules, turn))
        if self.found:
            return
        self._blame(_goes_on(before.position))
        if self.found:
            return
        position = self._whose_turn(before)
        self.after = self._played(_with_the_tile_drawn(position, turn.tile))

    def _whose_turn(self, before: _After) -> Position:
        """HOUSE-TURN-1, -8: the table of the colour to move, or as if the stated one were."""
        position = before.position
        if self.turn.second:
            if before.second is None:
                rule, why = before.no_second
                self._blame([Demand(FALSE, rule, "second", why)])
            position = before.second or replace(position, second=True, to_move=self.turn.colour)
        elif position.second:
            why = "the game starts in the middle of a turn, and this is its second part"
            self._blame([Demand(FALSE, "HOUSE-TURN-8", "second", why)])
        if self.turn.colour != position.to_move:
            due, stated = position.to_move + 1, self.turn.colour + 1
            why = f"it is the turn of colour {due}, not of colour {stated}"
            self._blame([Demand(FALSE, "HOUSE-TURN-1", f"colour {stated}", why)])
            position = replace(position, to_move=self.turn.colour)
        return position

    def _played(self, position: Position) -> _After:
        game = begin(position, Builder())
        played = play(game, drawn_by(position, 0).seen, RecordReading(self.turn))
        self.found += broken_requirements(
            replace(requirement, turn=self.number) for requirement in game.builder.requirements
        )
        if self.found:
            return self.after
        start = begin(position, Builder(), game.table)
        put = next((put for put, literal in played.puts.items() if literal == TRUE), None)
        supposed = Supposed(start, played.tile, Known())
        left = {each.part_turn.second: each.after for each in supposed.outcomes_with(put)}
        self._blame(_noted(self.turn.scores, left[False].scores, "HOUSE-TURN-6", "scores"))
        return _After(left[False], left.get(True), why_no_second_part(start, played))

    def _blame(self, demands: Iterable[Demand]) -> None:
        for literal, rule, where, why in demands:
            if literal == FALSE:
                self.found.append(Violation(rule, self.number, where, why))


def _goes_on(position: Position) -> Iterator[Demand]:
    """HOUSE-END-1, HOUSE-TURN-11: nobody plays once the game has ended."""
    if position.end == "played":
        yield Demand(FALSE, "HOUSE-END-1", "", "all tiles have been played before")
    elif position.end == "tie":
        why = "the hand could not be placed, so the game has ended as a tie before"
        yield Demand(FALSE, "HOUSE-TURN-11", "", why)


def _with_the_tile_drawn(position: Position, tile: str) -> Position:
    """Return the position with a tile that nobody had seen in the hand, if it may have been it."""
    if tile in position.hand or not is_short(position):
        return position
    return replace(position, hand=(*position.hand, tile), hidden=position.hidden - 1)


def _final(record: Record, end: Position) -> Iterator[Violation]:
    """HOUSE-FINAL-1, HOUSE-END-1, HOUSE-TURN-11: the scores noted last are those of the end."""
    number = len(record.turns)
    if record.final is None:
        return
    if end.end == "played":
        for demand in _noted(
            record.final, FinalTable(collect(end)).scores(end), "HOUSE-FINAL-1", "/final"
        ):
            yield Violation(demand.rule, number, demand.where, demand.why)
    elif end.end == "tie":
        why = "the game has ended as a tie, without final scoring"
        yield Violation("HOUSE-TURN-11", number, "/final", why)
    else:
        why = "tiles are left to be played, so there is no final scoring yet"
        yield Violation("HOUSE-END-1", number, "/final", why)


def _noted(
    noted: tuple[int, ...] | None, scores: tuple[int, ...], rule: str, where: str
) -> Iterator[Demand]:
    if noted is not None and noted != scores:
        why = f"the scores are {numbers_text(scores)}, not {numbers_text(noted)}"
        yield Demand(FALSE, rule, where, why)


# --- The reading of a part-turn as it was written down


class RecordReading:
    """The reading of one recorded part-turn: every decision is a constant.

    Whether a second part follows is for the next part-turn to say, so here none does.
    """

    def __init__(self, turn: RecordedPartTurn) -> None:
        """Read that part-turn."""
        self.turn = turn

    def tile(self, _game: Game) -> tuple[dict[Cell, Lit], dict[Drawing, Lit]]:
        """Return the one cell and the one drawing, by the smallest rotation that looks so."""
        id_ = self.turn.tile
        rotation = self.turn.rotation % len(lying(id_, 0).rotations)
        return {self.turn.cell: TRUE}, {(id_, rotation): TRUE}

    def puts(
        self, _game: Game, tile: PlacedTile, around: Features
    ) -> tuple[Puts, tuple[Misplaced, ...]]:
        """Return the pieces that were put down, and those that no rule allows."""
        puts: Puts = []
        misplaced: list[Misplaced] = []
        for piece in self.turn.pieces:
            found = self._put(tile, around, piece)
            if isinstance(found, Misplaced):
                misplaced.append(found)
            else:
                puts.append((found, TRUE))
        return puts, tuple(misplaced)

    def second(self, _game: Game, _may: Lit) -> Lit:
        """Return that none follows."""
        return FALSE

    def _put(self, tile: PlacedTile, around: Features, piece: RecordedPiece) -> Put | Misplaced:
        sort = next((sort for sort in PIECES if sort == piece.piece), None)
        if sort is None:
            return Misplaced(piece.piece, piece.feature)
        if piece.colour not in (None, self.turn.colour):
            return Misplaced(piece.piece, piece.feature, colour=piece.colour)
        if piece.cell not in (None, self.turn.cell):
            return Misplaced(piece.piece, piece.feature, cell=piece.cell)
        place = NAMES.index(piece.feature) if piece.feature in NAMES else -1
        if tile.shows.kind("river", place) == TRUE:
            return Misplaced(piece.piece, piece.feature, river=True)
        if place not in around.linked:
            return Misplaced(piece.piece, piece.feature)
        return sort, min(place, *around.linked[place], place)
