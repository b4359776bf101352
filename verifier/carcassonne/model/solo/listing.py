"""Lists every play of one turn or two by python-constraint's backtracking.

The game is the open one that is put to CP-SAT, but each cell, drawing, claim and place of a scoring
order is one variable of several values, and all that is required of the same variables is one
compiled function. The outcome of a play is computed from the same definitions.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from verifier.carcassonne.model.solo.draws import UNKNOWN, not_known, schedule
from verifier.carcassonne.model.solo.open_reading import decided, decisions, feature_name, open_game
from verifier.carcassonne.model.solo.questions import KNOWN_TILES, Line, Terms
from verifier.carcassonne.model.solo.rules import ending
from verifier.carcassonne.model.solo.rules.state import Game
from verifier.carcassonne.solo.faults import require_valid
from verifier.carcassonne.solo.position import Position
from verifier.carcassonne.solo.turn import Turn
from verifier.constraints.builder import Lit, Sum
from verifier.constraints.csp import Choice, CompiledCsp, solutions
from verifier.errors import Malformed


@dataclass(frozen=True, slots=True)
class AfterTurn:
    """The state after a turn: scores and supplies by colour, monasteries, whether the game is over.

    ``large`` are the large meeples in supply, and ``brought`` contains the features that brought
    points, by their names in the turn.
    """

    scores: tuple[int, ...]
    supplies: tuple[int, ...]
    large: tuple[int, ...]
    monasteries: int
    over: bool
    brought: frozenset[str]


@dataclass(frozen=True, slots=True)
class Play:
    """A line, the state after each of its turns, and the result if the game ended there.

    Plays of one line differ if score.optional (AMB-10) allows points to be declined.
    """

    line: Line
    after: tuple[AfterTurn, ...]
    result: int


def plays(position: Position, turns: int, *, terms: Terms = KNOWN_TILES) -> tuple[Play, ...]:
    """Return every play of exactly that many turns, sorted, each scoring order by itself.

    Known tiles are assumed to be placeable when their turn comes, as in :mod:`questions`. The time
    grows with the number of plays, so this is meant for one turn or two.

    :raises Malformed: if an unknown tile may not be any tile, or for no turns.

    >>> from verifier.carcassonne.solo.position import row, setup
    >>> [(play.line[0].claim, play.after[0].scores) for play in plays(row(setup(), ("base/E",)), 1)]
    [('E', (1, 2, 3)), ('S', (1, 2, 3)), ('S', (5, 2, 3)), ('W', (1, 2, 3))]
    """
    require_valid(position)
    if turns < 1:
        raise Malformed(f"{turns} turns: ask about one at least")
    draws = list(schedule(position, turns))
    for drawn in draws:
        if drawn.tile == UNKNOWN and terms.tiles is False:
            not_known(drawn.pile)
    if len(draws) < turns:  # SOLO-END-4
        return ()
    kinds = None if isinstance(terms.tiles, bool) else terms.tiles
    game = open_game(position, draws, kinds=kinds, window=terms.window)
    return tuple(sorted(_plays(game), key=_sort_key))


def turns_of(game: Game) -> frozenset[Turn]:
    """Return every turn of an open game of one turn, each scoring order by itself."""
    literals = decisions(game)
    cones = CompiledCsp(game.builder, choices_of(game))
    values_of = cones.values([game.builder.count([literal]) for literal in literals])
    found = (values_of(*values) for values in solutions(cones))
    return frozenset(
        decided(game, {literal: n == 1 for literal, n in zip(literals, numbers, strict=True)})[0]
        for numbers in found
    )


def choices_of(game: Game) -> list[Choice]:
    """Return the decisions of a game grouped into choices; a single one is yes or no."""
    left = dict.fromkeys(game.builder.decisions)
    choices: list[Choice] = []
    for played in game.turns:
        for literals in (
            played.tile.at.values(),
            played.tile.drawing.values(),
            played.claims.values(),
            # If only one feature can score, whether it does may follow from another choice.
            *(slot.values() for slot in played.scored.slots),
        ):
            choices.append(tuple(literal for literal in literals if literal in left))
            for literal in choices[-1]:
                del left[literal]
    return [*filter(None, choices), *((decision,) for decision in left)]


def _plays(game: Game) -> Iterator[Play]:
    literals = decisions(game)
    numbers = [result := ending.result(game)]
    for played in game.turns:
        literals += [played.over, *played.scored.brought.values()]
        numbers += [*played.scores, *played.supplies, *played.large_supplies, played.monasteries]
    counts = {literal: game.builder.count([literal]) for literal in literals}
    wanted = [*counts.values(), *numbers]
    cones = CompiledCsp(game.builder, choices_of(game))
    values_of = cones.values(wanted)
    for values in solutions(cones):
        value = dict(zip(wanted, values_of(*values), strict=True))
        holds = {literal: value[count] == 1 for literal, count in counts.items()}
        line = decided(game, holds)
        after = tuple(_after(game, line, turn, holds, value) for turn in range(len(line)))
        yield Play(line, after, value[result])


def _after(
    game: Game, line: Line, turn: int, holds: Mapping[Lit, bool], value: Mapping[Sum, int]
) -> AfterTurn:
    played = game.turns[turn]
    return AfterTurn(
        scores=tuple(value[score] for score in played.scores),
        supplies=tuple(value[supply] for supply in played.supplies),
        large=tuple(value[supply] for supply in played.large_supplies if game.rules.large),
        monasteries=value[played.monasteries],
        over=holds[played.over],
        brought=frozenset(
            feature_name(key, line, turn)
            for key, brought in played.scored.brought.items()
            if holds[brought]
        ),
    )


def _sort_key(play: Play) -> tuple[list[str], list[tuple[int, ...]]]:
    return [str(turn) for turn in play.line], [after.scores for after in play.after]
