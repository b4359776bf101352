"""The house game as pictures: puzzles with their task, their solutions, and final scoring."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from string import ascii_lowercase
from textwrap import wrap
from typing import Any
from xml.etree.ElementTree import Element

from meepleproof.rendering.carcassonne.board import Panel
from meepleproof.rendering.carcassonne.tiles import above_fields, field_ground
from meepleproof.rendering.house.board import Farms, Mark, house_board
from meepleproof.rendering.house.words import (
    OPEN_KINDS,
    city_letters,
    feature_of,
    goal_in_words,
    lettered,
    points_in_words,
    solution_in_words,
    total_lines,
)
from meepleproof.rendering.markup import Point, element, moved, picture, words
from meepleproof.rendering.palette import STYLE
from verifier.carcassonne.engine.house import HouseEngine
from verifier.carcassonne.house.key import FinalScore
from verifier.carcassonne.house.notation import parse_part_turn
from verifier.carcassonne.house.part_turn import FeatureAt, FinalScoring, PartTurn
from verifier.carcassonne.house.position import Position
from verifier.carcassonne.house.puzzle import HousePuzzle
from verifier.carcassonne.tiles.drawing import lying
from verifier.errors import Illegal
from verifier.wording import colour_name, listed

_WIDTH, _LETTERS = 480, 46
_TILE, _GAP = 100, 20
_SCORE_LETTERS, _SCORE_LINE = 52, 24


def house_svg(
    position: Position,
    puzzle: HousePuzzle | None = None,
    choices: Sequence[Sequence[int]] = (),
) -> str:
    """Return a position of the house game drawn, with the task beside it if it is a puzzle."""
    if puzzle is None:
        return house_board(position, title="A position of the house game")
    panel = Panel()
    panel.lines(f"Puzzle {puzzle.id}", "title", letters=24, pitch=36)
    panel.heading("Goal")
    panel.lines(goal_in_words(puzzle), "goal", letters=38, pitch=28)
    for letter, points in zip(ascii_lowercase, choices, strict=False):
        panel.lines(f"{letter}) {points_in_words(points)}", "note", letters=_LETTERS, pitch=26)
    panel.heading("Scores and pieces in hand")
    for line in colour_lines(position):
        panel.lines(line, "note", letters=60, pitch=26)
    _add_tiles(panel, "Shared hand", position.hand)
    _add_tiles(panel, "Next in the bag", position.bag)
    return house_board(
        position, title=f"Puzzle {puzzle.id}", beside=(panel.parts, (_WIDTH, panel.height))
    )


def hand_svg(position: Position) -> str:
    """Return the shared hand, and the next tile of the bag if it is known, as a picture."""
    panel = Panel()
    _add_tiles(panel, "Shared hand", position.hand)
    _add_tiles(panel, "Next in the bag", position.bag)
    return picture(
        (_WIDTH, panel.height + 1),
        [element("title", text="Tiles"), element("style", text=STYLE), *panel.parts],
    )


def colour_lines(position: Position) -> list[str]:
    """Return a line for each colour: its player, points and pieces in hand."""
    return [_colour_line(position, colour) for colour in range(position.rules.colours)]


def house_solution_svg(puzzle: HousePuzzle, solution: Mapping[str, Any]) -> str:
    """Return the table after the solution with the solution in words beside it.

    Fields are in the colours of their owners. Tiles of a line are numbered, and of a finished table
    the farms; the completed cities at these have letters.

    :raises Illegal: if the line cannot be played.
    """
    panel = Panel()
    panel.lines(f"Solution of {puzzle.id}", "title", letters=24, pitch=36)
    for line in solution_lines(puzzle, solution):
        panel.lines(line, "note", letters=_LETTERS, pitch=24)
        panel.height += 6
    return _solved(puzzle, solution, beside=(panel.parts, (_WIDTH, panel.height)))


def house_solution_board(puzzle: HousePuzzle, solution: Mapping[str, Any]) -> str:
    """Return the table of :func:`house_solution_svg` alone.

    :raises Illegal: if the line cannot be played.
    """
    return _solved(puzzle, solution)


def solution_lines(puzzle: HousePuzzle, solution: Mapping[str, Any]) -> list[str]:
    """Return a solution in words, its farms and cities as they are marked in the picture."""
    lines, farms = solution_in_words(puzzle, solution), solution.get("farms", ())
    letters = lettered(city for farm in farms for city in farm["cities"])
    for number, farm in enumerate(farms, start=1):
        touched = ", ".join(letters[city] for city in farm["cities"])
        cities = f" ({touched})" if touched else ""
        lines[number - 1] = f"{number}. {lines[number - 1].removesuffix('.')}{cities}."
    return lines


def _solved(
    puzzle: HousePuzzle,
    solution: Mapping[str, Any],
    beside: tuple[list[Element], Point] | None = None,
) -> str:
    after, marks = puzzle.position, list[Mark]()
    if puzzle.goal.kind == "farms":
        marks = _farm_marks(after, solution["farms"])
    else:
        turns = [parse_part_turn(text) for text in solution["line"]]
        after = _table_after(after, turns)
        at = {placement.cell: placement for placement in after.placements}
        marks = [Mark(str(number), at[turn.cell]) for number, turn in enumerate(turns, start=1)]
    title = f"Solution of {puzzle.id}"
    return house_board(
        after,
        title=title,
        farms=farms_of(HouseEngine().final_scorings(after)),
        marks=marks,
        beside=beside,
    )


def _farm_marks(position: Position, farms: Sequence[Mapping[str, Any]]) -> list[Mark]:
    """Return the numbers of farms, and letters for the completed cities that they touch."""
    texts = {farm["feature"]: str(number) for number, farm in enumerate(farms, start=1)}
    texts |= lettered(city for farm in farms for city in farm["cities"])
    return marks_at(position, {feature_of(place): text for place, text in texts.items()})


def _table_after(position: Position, turns: Sequence[PartTurn]) -> Position:
    """Return the table after part-turns.

    :raises Illegal: if one of them is none that the rules allow.
    """
    for turn in turns:
        played = [
            outcome
            for outcome in HouseEngine().outcomes_on(position, turn.cell)
            if outcome.part_turn == turn
        ]
        if not played:
            raise Illegal(f"{turn} cannot be played here", where="line", rule="HOUSE-TURN-3")
        position = played[0].after
    return position


def _colour_line(position: Position, colour: int) -> str:
    little, big, builder = position.supplies[colour]
    pieces = [f"{little} little", *["big"] * big, *["builder"] * builder]
    moves = " - to move" if not position.end and colour == position.to_move else ""
    if position.second and moves:
        moves = " - second part of the turn"
    player = position.rules.player_of(colour) + 1
    name = colour_name(colour).capitalize()
    return f"{name}, player {player}: {position.scores[colour]}; {', '.join(pieces)}{moves}"


def _add_tiles(panel: Panel, heading: str, tiles: Sequence[str]) -> None:
    if not tiles:
        return
    panel.heading(heading)
    for number, tile in enumerate(tiles):
        across = number % 4
        if across == 0:
            panel.height += _TILE + 40
        at = (across * (_TILE + _GAP), panel.height - _TILE - 30)
        panel.parts.append(moved(_tile(tile), at))


def _tile(tile: str) -> list[Element]:
    return [
        *field_ground(),
        element("g", above_fields(lying(tile, 0), 0)),
        words(tile, _below(), "note"),
    ]


def _below() -> Point:
    return (0, _TILE + 20)


def score_svg(position: Position, score: FinalScore) -> str:
    """Return the table drawn, its farms in the colours of their owners, with the list beside it."""
    numbered = {scoring.feature: str(n) for n, scoring in enumerate(score.scorings, start=1)}
    return house_board(
        position,
        title="Final scoring by the house rules",
        farms=farms_of(score.scorings),
        marks=marks_at(position, numbered | city_letters(score)),
        beside=_panel(position, score),
    )


def marks_at(position: Position, texts: Mapping[FeatureAt, str]) -> list[Mark]:
    """Return labels for features of the table, each called by one of its segments."""
    at = {placement.cell: placement for placement in position.placements}
    return [Mark(text, at[x, y], name) for (x, y, name), text in texts.items()]


def farms_of(scorings: Iterable[FinalScoring]) -> Farms:
    """Return the fields that are scored, with their owners, for a board to tint."""
    return {
        part: scoring.owners
        for scoring in scorings
        if scoring.kind == "field"
        for part in scoring.parts
    }


def _panel(position: Position, score: FinalScore) -> tuple[list[Element], Point]:
    parts, height = list[Element](), 0
    for line in [*_short_lines(score), "", *total_lines(position, score)]:
        for text in wrap(line, _SCORE_LETTERS) or [""]:
            height += _SCORE_LINE
            parts.append(words(text, (0, height), "note"))
    return parts, (_WIDTH, height)


def _short_lines(score: FinalScore) -> Iterator[str]:
    """Yield a line for each scoring; where it is can be seen on the board."""
    letters = city_letters(score)
    for number, scoring in enumerate(score.scorings, start=1):
        touched = " ".join(letters[city] for city in scoring.cities)
        cities = f" at {touched}" if touched else ""
        owners = listed([colour_name(owner) for owner in scoring.owners])
        kind = OPEN_KINDS[scoring.kind].capitalize()
        yield f"{number}. {kind}{cities}: {scoring.value} to {owners}"
