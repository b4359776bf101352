"""Replays games on the engine that the model found, and turns games into records and text."""

from __future__ import annotations

from verifier.carcassonne.engine.solo import Engine
from verifier.carcassonne.engine.solo.referee import play, setup_violations
from verifier.carcassonne.solo.notation import line_text
from verifier.carcassonne.solo.position import Position
from verifier.carcassonne.solo.record import Record, as_recorded
from verifier.carcassonne.solo.turn import Outcome, Turn, turns_of
from verifier.errors import Illegal, KeysDisagree, Malformed


def record_of(line: tuple[Turn, ...], start: Position) -> Record:
    """Return a line from the official set-up as a record.

    >>> from verifier.carcassonne.solo.notation import parse_line
    >>> from verifier.carcassonne.solo.position import setup
    >>> [turn.colour for turn in record_of(parse_line("U0.1.0.E~U0.-1.0.-"), setup()).turns]
    [0, 1]
    """
    colours = start.rules.colours
    turns = (as_recorded(turn, number % colours) for number, turn in enumerate(line))
    return Record(start, tuple(turns))


def outcomes_by_engine(game: Record) -> tuple[Outcome, ...]:
    """Return the outcomes of a game's turns as the engine plays them.

    :raises KeysDisagree: if the engine finds the game illegal.
    """
    broken = setup_violations(game)
    if broken:
        raise KeysDisagree(f"the engine finds the model's set-up illegal: {broken[0].why}")
    outcomes: list[Outcome] = []
    position = game.start
    for number, turn in enumerate(game.turns, start=1):
        try:
            outcomes.append(play(position, turn, Engine()))
        except (Illegal, Malformed) as error:
            raise KeysDisagree(
                f"the engine finds the model's game illegal: {error.message}",
                where=f"turn {number}, {error.where}",
                rule=error.rule,
            ) from None
        position = outcomes[-1].after
    return tuple(outcomes)


def record_of_outcomes(
    start: Position, outcomes: tuple[Outcome, ...], *, official: bool = True
) -> Record:
    """Return outcomes as a record of their turns, by default from the official set-up."""
    turns = tuple(
        as_recorded(outcome.turn, outcome.colour, outcome.discards)
        for outcome in outcomes
        if outcome.turn is not None
    )
    return Record(start, turns, official)


def game_text(outcomes: tuple[Outcome, ...]) -> str:
    """Return the turns of these outcomes as one text."""
    return line_text(turns_of(outcomes))
