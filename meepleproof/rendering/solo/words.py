"""Turns, goals and game records in words; records as they were noted, legal or not."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from meepleproof.rendering.wording import SIDES
from verifier.carcassonne.solo.goals import Goal, bounds_in_words, goal_kinds
from verifier.carcassonne.solo.letters import letter_of, letters_of
from verifier.carcassonne.solo.position import Placement, Position
from verifier.carcassonne.solo.turn import (
    LARGE,
    NO_CLAIM,
    Outcome,
    Record,
    RecordedTurn,
    Scoring,
    Turn,
)
from verifier.carcassonne.table.cells import AROUND, STEPS
from verifier.carcassonne.tiles import EDGES, Orientation, Segment, drawing_of
from verifier.wording import colour_name, listed

SIDE_NAMES = tuple(SIDES.values())
"""The sides of a tile in words, clockwise from the north."""
CORNERS = {
    "n": "north",
    "ne": "north-east",
    "e": "east",
    "se": "south-east",
    "s": "south",
    "sw": "south-west",
    "w": "west",
    "nw": "north-west",
}
_NUMBERS = ("No", "One", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine", "Ten")
_ROTATIONS = ("no turn", "a quarter turn clockwise", "a half turn", "a quarter turn anticlockwise")


def turn_in_words(position: Position, turn: Turn | None, outcome: Outcome | None = None) -> str:
    """Return a turn in words, as seen from the position before it, with its outcome if given.

    ``turn`` is None where no tile could be placed any more.

    >>> from verifier.carcassonne.solo.position import row, setup
    >>> print(turn_in_words(row(setup(), ("base/V",)), Turn("base/V", 1, 1, 0, "N")))
    Colour 1 (blue) places V (a quarter turn clockwise) on (1, 0), east of D on (0, 0), and claims \
the road at its north edge.
    """
    colour = position.to_move if outcome is None else outcome.colour
    sentences = [] if outcome is None else _discards(outcome)
    sentences.append(
        "No tile is left to place." if turn is None else _action(position, turn, colour)
    )
    if outcome is not None:
        sentences.append(outcome_in_words(position, outcome))
    elif turn is not None and turn.order:
        order = listed([_feature(turn, name) for name in turn.order])
        sentences.append(f"In this order score: {order}.")
    return " ".join(filter(None, sentences))


def line_in_words(start: Position, outcomes: Iterable[Outcome]) -> list[str]:
    """Return the turns of a line with their outcomes, a sentence or more for each."""
    told, position = list[str](), start
    for outcome in outcomes:
        told.append(turn_in_words(position, outcome.turn, outcome))
        position = outcome.after
    return told


def numbered(sentences: Iterable[str]) -> list[str]:
    """Return the sentences with their numbers before them.

    >>> numbered(["First this.", "Then that."])
    ['1. First this.', '2. Then that.']
    """
    return [f"{number}. {sentence}" for number, sentence in enumerate(sentences, start=1)]


def outcome_in_words(position: Position, outcome: Outcome) -> str:
    """Return an outcome in words: points, returned meeples, the end of the game; or ""."""
    sentences = [
        *_scorings(position, outcome),
        *_returns(position, outcome),
        *_end(position, outcome),
    ]
    return " ".join(sentences)


def goal_in_words(goal: Goal, tiles: int | None = None) -> str:
    """Return the goal as an instruction, with the number of turns if that of tiles is given.

    >>> goal_in_words(Goal("road-5-3c", "road", at_least=5, at_most=5, colours=3), tiles=4)
    'In four turns: score a road worth exactly 5 points with 3 colours'
    """
    kind = goal_kinds()[goal.kind]
    number = Counted(bounds_in_words(goal))
    # "With 1 colour" would read as if a second must not be paid, which it may.
    with_colours = f" with {goal.colours} colours" if goal.colours > 1 else ""
    parts = _in_one_sentence([goal_in_words(part) for part in goal.parts])
    until = Counted(goal.at_least if goal.at_most is None else number)
    small = {(0, 0): kind.wish_of_nothing, (1, None): kind.wish_of_one}
    wish = small.get((goal.at_least, goal.at_most), "") or kind.wish.format(
        bounds=number, until=until, with_colours=with_colours, parts=parts
    )
    if tiles is None:
        return wish
    if kind.wish_with_tiles:
        all_tiles = "the tile" if tiles == 1 else "every tile"
        wish = kind.wish_with_tiles.format(all_tiles=all_tiles, parts=parts)
    return in_turns(tiles, wish)


def in_turns(turns: int, wish: str) -> str:
    """Return a wish with the number of turns in which it is to be met.

    >>> in_turns(2, "Score a monastery")
    'In two turns: score a monastery'
    """
    count = _NUMBERS[turns].lower() if turns < len(_NUMBERS) else str(turns)
    return f"In {count} {'turn' if turns == 1 else 'turns'}: {wish[0].lower()}{wish[1:]}"


def left_in_words(goal: Goal, done: int) -> str:
    """Return what is left of a goal of which so much is done already; the whole goal if none is.

    >>> left_in_words(Goal("monasteries-4", "monasteries", at_least=4), 3)
    'Score one more monastery for 9 points (3 of 4 are done)'
    """
    kind, left = goal_kinds()[goal.kind], goal.at_least - done
    if not kind.wish_left or not done or left < 1:
        return goal_in_words(goal)
    number = Counted(left)
    told = kind.wish_left.format(left=number, done=done, asked=goal.at_least)
    return told.replace(f"Score {number} more", f"Score {_NUMBERS[left].lower()} more", 1)


def worth_in_words(goal: Goal, worth: int) -> str:
    """Return what a line is worth for the goal.

    >>> worth_in_words(Goal("monasteries-3", "monasteries", at_least=3), 4)
    '4 monasteries'
    """
    return goal_kinds()[goal.kind].worth.format(worth=worth)


class Counted(str):
    """A number as text; formatted with ``one|many``, the noun or verb that goes with it.

    >>> ["{n} {n:tile|tiles}".format(n=Counted(number)) for number in ("1", "at least 2")]
    ['1 tile', 'at least 2 tiles']
    """

    __slots__ = ()

    def __format__(self, words: str) -> str:
        """Return the word for that number, or the number."""
        return _noun(self, *words.split("|")) if words else str(self)


def _in_one_sentence(wishes: list[str]) -> str:
    return " and ".join([*wishes[:1], *(wish[0].lower() + wish[1:] for wish in wishes[1:])])


def _action(position: Position, turn: Turn, colour: int) -> str:
    claim = "nothing" if turn.claim == NO_CLAIM else _feature(turn, turn.claim)
    tile = f"{letter_of(turn.tile)} ({_ROTATIONS[turn.rotation]}) on ({turn.x}, {turn.y})"
    around = _surroundings(position, turn)
    claim += " with the large meeple" if turn.large else ""
    parts = [f"{colour_name(colour).capitalize()} places {tile}", around, f"and claims {claim}."]
    return ", ".join(part for part in parts if part)


def _surroundings(position: Position, turn: Turn) -> str:
    table = {placement.cell: letter_of(placement.tile) for placement in position.placements}
    neighbours = []
    for side, step in zip(SIDES.values(), STEPS, strict=True):
        cell = (turn.x - step[0], turn.y - step[1])
        if cell in table:
            neighbours.append(f"{side} of {table[cell]} on ({cell[0]}, {cell[1]})")
    return listed(neighbours)


def _feature(turn: Turn, name: str) -> str:
    """Return a feature in words, as seen from the tile just placed."""
    if name == "M":
        return "its monastery"
    if name in AROUND:
        step = AROUND[name]
        cell = f"({turn.x + step[0]}, {turn.y + step[1]})"
        return f"the monastery to its {CORNERS[name]}, on {cell}"
    terrain = drawing_of(turn.tile, turn.rotation).terrain
    return f"the {terrain[EDGES.index(name)]} at its {SIDES[name]} edge"


def _scorings(position: Position, outcome: Outcome) -> list[str]:
    sentences = []
    scores = list(position.scores)
    for scoring in outcome.scorings:
        sentences.append(_scoring(outcome, scoring, scores))
        for colour in scoring.colours:
            scores[colour] += scoring.value
    return sentences


def _scoring(outcome: Outcome, scoring: Scoring, scores: Sequence[int]) -> str:
    """Return one scoring in words, given the scores just before it (SOLO-SCORE-4)."""
    what = scoring.kind if outcome.turn is None else _feature(outcome.turn, scoring.feature)
    value = str(scoring.value)
    worth = f"{what[0].upper()}{what[1:]} ({value} {_noun(value, 'point', 'points')})"
    if not scoring.colours:
        return f"{worth} brings nothing: {_why_nothing(scoring, scores)}."
    gains = [
        f"{colour_name(colour)} from {scores[colour]} to {scores[colour] + scoring.value}"
        for colour in scoring.colours
    ]
    return f"{worth} brings {listed(gains)}."


def _why_nothing(scoring: Scoring, scores: Sequence[int]) -> str:
    majority = listed([colour_name(colour) for colour in scoring.majority])
    if any(scores[colour] == min(scores) for colour in scoring.majority):
        return f"the points are not given to {majority}"
    if len(scoring.majority) > 1:
        return f"none of {majority} is lowest then"
    alone = " alone has the majority and" if len(scoring.present) > 1 else ""
    return f"{majority}{alone} is not lowest then"


def _returns(position: Position, outcome: Outcome) -> list[str]:
    on_tiles = list(position.meeples_on_tiles())
    if outcome.turn is not None and outcome.turn.claim != NO_CLAIM:
        on_tiles[outcome.colour] += 1
    back = [
        f"{before - after} of {colour_name(colour)}"
        for colour, (before, after) in enumerate(
            zip(on_tiles, outcome.after.meeples_on_tiles(), strict=True)
        )
        if before > after
    ]
    return [f"Meeples that return: {listed(back)}."] if back else []


def _end(position: Position, outcome: Outcome) -> list[str]:
    if outcome.final is None:
        return []
    after = outcome.after
    if outcome.turn is not None and all(pile.empty for pile in after.piles):
        why = "That was the last tile: the game is over."
    elif outcome.turn is not None and not position.in_hand()[outcome.colour]:
        who = colour_name(outcome.colour).capitalize()
        why = f"{who} had to claim a feature but has no meeple in hand: the game is over."
    else:
        why = "The game is over."
    scores = ", ".join(str(score) for score in outcome.final)
    return [f"{why} Final scores: {scores}. Result: {outcome.result}."]


def _discards(outcome: Outcome) -> list[str]:
    if not outcome.discards:
        return []
    leave = "leaves" if len(outcome.discards) == 1 else "leave"
    letters = [letter_of(tile) for tile in outcome.discards]
    return [f"{listed(letters)} cannot be placed and {leave} the game."]


def _noun(number: str, one: str, many: str) -> str:
    return one if number.rsplit(maxsplit=1)[-1] == "1" else many


def record_in_words(record: Record) -> Iterator[str]:
    """Yield the turns of a record in words, numbered from 1.

    >>> from verifier.carcassonne.solo.notation import parse_line
    >>> from verifier.carcassonne.engine.solo.engine import record_of
    >>> from verifier.carcassonne.solo.position import setup
    >>> print(*record_in_words(record_of(parse_line("U0.1.0.E"), setup())))
    1. Colour 1 (blue) places U (no turn) on (1, 0), east of D on (0, 0), and claims the road at \
its east edge.
    """
    position = record.start
    for number, recorded in enumerate(record.turns, start=1):
        yield f"{number}. {recorded_turn_in_words(position, recorded)}"
        position = _with_tile(position, recorded)


def recorded_turn_in_words(position: Position, recorded: RecordedTurn) -> str:
    """Return a turn in words as it was noted, as seen from the table before it."""
    laid_aside = f"{letters_of(recorded.discards)} is laid aside. " if recorded.discards else ""
    seen = replace(position, to_move=recorded.colour)
    return laid_aside + turn_in_words(seen, noted_turn(recorded))


def noted_turn(recorded: RecordedTurn) -> Turn:
    """Return a recorded turn with one meeple at most as a turn."""
    claim = recorded.meeples[0].segment if recorded.meeples else NO_CLAIM
    x, y = recorded.cell
    large = any(meeple.piece == LARGE for meeple in recorded.meeples)
    return Turn(recorded.tile, recorded.rotation, x, y, claim, recorded.order, large)


def table_of(record: Record) -> Position:
    """Return the table with all tiles of the record as they were noted, without meeples."""
    position = record.start
    for recorded in record.turns:
        position = _with_tile(position, recorded)
    return position


def _with_tile(position: Position, recorded: RecordedTurn) -> Position:
    laid = Placement(recorded.tile, recorded.rotation, recorded.x, recorded.y)
    return replace(position, placements=(*position.placements, laid))


def tile_in_words(tile: Placement | Orientation) -> str:
    """Return what is drawn on a tile, and where a meeple stands on it, for a screen reader.

    >>> tile_in_words(drawing_of("base/D", 0))
    'city north, road east-west'
    """
    if isinstance(tile, Orientation):
        river = "-".join(SIDE_NAMES[edge] for edge in tile.river)
        return ", ".join([*map(_segment, tile.segments), *([f"river {river}"] if river else [])])
    drawing, meeple = tile.drawing, tile.meeple
    segment = None if meeple is None else drawing.segment_named(meeple.segment)
    words = tile_in_words(drawing)
    if meeple is not None and segment is not None:
        size = "large meeple" if meeple.large else "meeple"
        words += f"; a {size} of {colour_name(meeple.colour)} on the {_segment(segment)}"
    return words


def _segment(segment: Segment) -> str:
    """Return a segment with the sides it reaches.

    >>> _segment(Segment("city", (0, 3), 1))
    'city north-west with a shield'
    """
    sides = "-".join(SIDE_NAMES[edge] for edge in segment.edges)
    shown = {"a shield": segment.shields, "an inn": segment.inn, "a cathedral": segment.cathedral}
    marks = listed([mark for mark, there in shown.items() if there])
    return f"{segment.kind} {sides}".rstrip() + (f" with {marks}" if marks else "")
