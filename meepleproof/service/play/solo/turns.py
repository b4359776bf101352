"""A player's turns of the Solo Variant, played one after another as far as the rules allow."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from meepleproof.service.play.refusal import Refusal, as_sentence
from verifier.carcassonne.engine.solo import Engine, referee
from verifier.carcassonne.solo.notation import parse_turn
from verifier.carcassonne.solo.position import Position
from verifier.carcassonne.solo.turn import Outcome, Turn, as_recorded
from verifier.errors import Illegal, Malformed


def play_turns(
    position: Position, turns: Iterable[Turn], first: int = 1
) -> tuple[tuple[Outcome, ...], Refusal | None]:
    """Play turns, numbered from ``first``, and return their outcomes and the refusal, if any.

    No turn is made after a refused one. If no tile can be placed any more, the end of the game
    follows by itself (SOLO-END-6).

    >>> from verifier.carcassonne.solo.notation import parse_line
    >>> from verifier.carcassonne.solo.position import row, setup
    >>> position, line = row(setup(), ("base/U", "base/V")), parse_line("U0.1.0.E~V0.1.0.-")
    >>> outcomes, refusal = play_turns(position, line)
    >>> len(outcomes), refusal.turn, refusal.rules
    (1, 2, ('BASE-PLACE-2',))
    """
    outcomes: list[Outcome] = []
    refusal = None
    for number, turn in enumerate(turns, start=first):
        result = _play_turn(position, turn, number)
        if isinstance(result, Refusal):
            refusal = result
            break
        outcomes.append(result)
        position = result.after
    end = _automatic_end(position)
    if end is not None:
        outcomes.append(end)
    return tuple(outcomes), refusal


def parse_player_turn(text: str, number: int) -> Turn:
    """Return the turn that a player sent at that place, from 0, of a list.

    :raises Malformed: if it cannot be read; the place is a JSON Pointer like ``/turns/0``.
    """
    try:
        return parse_turn(text)
    except Malformed as error:
        raise Malformed(error.message, where=f"/turns/{number}", rule=error.rule) from None


def _play_turn(position: Position, turn: Turn, number: int) -> Outcome | Refusal:
    """Return the outcome of a turn, or why it cannot be made."""
    try:
        return _play_by_engine(position, turn) or _play_by_referee(position, turn, number)
    except Malformed:
        return Refusal(number, (), "The puzzle shows no further tile to place.")


def _play_by_engine(position: Position, turn: Turn) -> Outcome | None:
    """Return the outcome of a turn if the engine lists just one, as it does for most."""
    if len(set(turn.order)) < len(turn.order):
        return None
    listed = Engine().outcomes_of(position, turn)
    return listed[0] if len(listed) == 1 else None


def _play_by_referee(position: Position, turn: Turn, number: int) -> Outcome | Refusal:
    """Return the outcome of a turn, or why it cannot be made, by the referee."""
    engine = Engine()
    # Whose turn it is and what was laid aside follow from the rules.
    drawn = engine.draw(position)
    recorded = as_recorded(turn, drawn.colour, drawn.discards)
    try:
        return referee.play(position, recorded, engine)
    except Illegal as error:
        return Refusal(number, (error.rule,), as_sentence(error.message))


def _automatic_end(position: Position) -> Outcome | None:
    """Return the end of a game in which no known tile can be placed (SOLO-END-6), else None."""
    engine = Engine()
    if position.over or not engine.draw(position).no_place:
        return None
    (end,) = engine.outcomes(position)
    return end


def end_rule(outcomes: Sequence[Outcome]) -> str | None:
    """Return the rule by which a game ended with its last outcome, None if it goes on.

    If SOLO-END-1 and SOLO-END-4 apply in one turn, it is the latter; the result is the same
    (SOLO-END-5).
    """
    if not outcomes or not outcomes[-1].after.over:
        return None
    if outcomes[-1].turn is None:
        return "SOLO-END-6"
    after = outcomes[-1].after
    last_tile = all(pile.empty for pile in (*after.piles, after.river))
    return "SOLO-END-4" if last_tile else "SOLO-END-1"
