"""The reading in which every decision is a constant: the rules fold, and what breaks is named."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from verifier.carcassonne.house.faults import faults
from verifier.carcassonne.house.position import Position
from verifier.carcassonne.house.record import Record, RecordedPartTurn
from verifier.carcassonne.model.house.final_scoring import FinalTable
from verifier.carcassonne.model.house.ground import collect
from verifier.carcassonne.model.house.hand import drawn_by, is_short
from verifier.carcassonne.model.house.outcomes import Known, Supposed
from verifier.carcassonne.model.house.record_reading import RecordReading
from verifier.carcassonne.model.house.rules.game import play, why_no_second_part
from verifier.carcassonne.model.house.rules.set_up import named_things_exist, official
from verifier.carcassonne.model.house.rules.state import begin
from verifier.carcassonne.model.solo.constant_reading import broken_requirements
from verifier.carcassonne.model.solo.rules.state import Demand
from verifier.carcassonne.table.cells import numbers_text
from verifier.carcassonne.table.faults import Violation
from verifier.constraints.builder import FALSE, TRUE, Builder

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
