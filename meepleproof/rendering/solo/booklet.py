"""A booklet to print: how to play, the puzzles, hints in steps, and the solutions, each apart."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from importlib import resources
from typing import Any, Literal

from meepleproof.rendering.exports.drawings import moves
from meepleproof.rendering.exports.entry import Entry, played
from meepleproof.rendering.exports.typesetting import FONT, pdf, require_installed
from meepleproof.rendering.solo.closed import closed_near_the_end
from meepleproof.rendering.solo.guide import rules_in_short
from meepleproof.rendering.solo.hints import steps
from meepleproof.rendering.solo.legend import legend
from meepleproof.rendering.solo.panel import ACROSS
from meepleproof.rendering.solo.svg import board_svg, description, next_tiles_svg, scoreboard_svg
from meepleproof.rendering.solo.words import goal_in_words, line_in_words
from meepleproof.rendering.square_codes import square_code
from verifier.carcassonne.solo.position import Position
from verifier.carcassonne.solo.turn import Outcome
from verifier.errors import Malformed

Paper = Literal["a4", "us-letter"]

_CODE_LINE = 118
"""Characters of a code that fit beside its square code."""

_SHEET = 6
"""Parts of a page of solutions."""

_MANY_TURNS = 12

_LARGE = 9
"""Boards of more columns or rows get a page of their own, or their tiles would be too small."""


@dataclass(frozen=True, slots=True)
class Cover:
    """The pack that a booklet is made from, as its cover names it.

    ``address`` is that of a service which offers the pack, or empty.
    """

    title: str
    pack: str
    version: str
    licence: str
    attribution: str
    address: str = ""


def booklet_pdf(
    cover: Cover, entries: tuple[Entry, ...], sentences: Mapping[str, str], paper: Paper = "a4"
) -> bytes:
    """Return the booklet as PDF, the same bytes for the same input.

    The puzzles are ordered by rating. Where the cover has an address each has a square code that
    opens it there. ``sentences`` has a sentence for each theme, by its id: the first hint. The
    rules printed are those of the first puzzle, as a pack has one rule set.

    :raises NotInstalled: without the extra ``print``.
    :raises Illegal: if a solution cannot be played.
    :raises Malformed: for a theme without a sentence, or without any puzzle.
    """
    require_puzzles(cover, entries)
    entries = tuple(sorted(entries, key=lambda entry: entry.rating))
    pictures, data = _content(entries, cover.address)
    data["hints"] = [asdict(step) for step in steps(entries, sentences)]
    return typeset("booklet.typ", cover, paper, pictures, data)


def require_puzzles(cover: Cover, entries: Sequence[Any]) -> None:
    """Check that a booklet can be made, before work is done in vain.

    :raises NotInstalled: without the extra ``print``.
    :raises Malformed: without any puzzle.
    """
    require_installed()
    if not entries:
        raise Malformed(
            "a booklet needs puzzles, and the pack has none", where=f"pack {cover.pack}"
        )


def typeset(
    template: str, cover: Cover, paper: Paper, pictures: Mapping[str, str], data: Mapping[str, Any]
) -> bytes:
    """Return the booklet that a template makes of a cover, pictures by file name, and data.

    :raises NotInstalled: without the extra ``print``.
    """
    main = resources.files("meepleproof.rendering.exports").joinpath(template).read_bytes()
    content = {**data, "cover": asdict(cover), "font": FONT, "paper": paper}
    files = {name: picture.encode() for name, picture in pictures.items()}
    return pdf({**files, "main.typ": main, "booklet.json": json.dumps(content).encode()})


def _content(entries: tuple[Entry, ...], address: str) -> tuple[dict[str, str], dict[str, Any]]:
    """Return the pictures by file name, and the data for the template."""
    rules = entries[0].puzzle.position.rules
    samples = {f"legend-{n}.svg": sample for n, sample in enumerate(legend(rules.colours))}
    pictures = {name: sample.svg for name, sample in samples.items()}
    puzzles, solutions = [], []
    for number, entry in enumerate(entries, start=1):
        outcomes = played(entry)
        pictures |= _pictures(number, entry, outcomes)
        puzzles.append(_puzzle(number, entry, address))
        if address:
            pictures[f"code-{number}.svg"] = square_code(puzzles[-1]["address"])
        solutions.append(_solution(number, entry, outcomes))
    return pictures, {
        "legend": [{"picture": name, "meaning": one.meaning} for name, one in samples.items()],
        "puzzles": puzzles,
        "sheets": _sheets(entries),
        "rules": [asdict(rule) for rule in rules_in_short(rules)],
        "solutions": solutions,
        "solution_sheets": _solution_sheets(solutions),
    }


def _pictures(number: int, entry: Entry, outcomes: tuple[Outcome, ...]) -> dict[str, str]:
    position, after = entry.puzzle.position, outcomes[-1].after
    closed = closed_near_the_end(position)
    return {
        f"board-{number}.svg": board_svg(position, scoreboard=False, blank=closed),
        f"scoreboard-{number}.svg": scoreboard_svg(position),
        f"tiles-{number}.svg": next_tiles_svg(position, 2 * ACROSS if _large(position) else ACROSS),
        f"solution-{number}.svg": board_svg(
            after, highlight=moves(outcomes), scoreboard=False, letters=True, blank=closed
        ),
    }


def _sheets(entries: tuple[Entry, ...]) -> list[list[int]]:
    """Return the numbers of the puzzles by page: two on a page, but a large board alone."""
    sheets: list[list[int]] = []
    half_free = False
    for number, entry in enumerate(entries, start=1):
        large = _large(entry.puzzle.position)
        if half_free and not large:
            sheets[-1].append(number)
        else:
            sheets.append([number])
        half_free = not large and len(sheets[-1]) == 1
    return sheets


def _solution_sheets(solutions: Sequence[Mapping[str, Any]]) -> list[list[int]]:
    """Return the numbers of the solutions by page: three on a page, or two where one is large."""
    sheets: list[list[int]] = []
    free = 0
    for one in solutions:
        if one["parts"] > free:
            sheets.append([])
            free = _SHEET
        sheets[-1].append(one["number"])
        free -= one["parts"]
    return sheets


def _parts(turns: int, *, large: bool) -> int:
    """Return how many parts of a page a solution takes, all for one of many turns."""
    if turns > _MANY_TURNS:
        return _SHEET
    return 3 if large else 2


def _large(position: Position) -> bool:
    cells = [placement.cell for placement in position.placements]
    return any(max(axis) - min(axis) >= _LARGE for axis in zip(*cells, strict=True))


def _puzzle(number: int, entry: Entry, address: str) -> dict[str, Any]:
    puzzle = entry.puzzle
    return {
        "number": number,
        "id": puzzle.id,
        "goal": goal_in_words(puzzle.goal, puzzle.tiles),
        "level": entry.level,
        "rating": entry.rating,
        "large": _large(puzzle.position),
        "unique": entry.unique,
        "code": code_lines(puzzle.code),
        "address": f"{address}/puzzle/{puzzle.id}" if address else "",
        "description": description(puzzle.position),
    }


def _solution(number: int, entry: Entry, outcomes: tuple[Outcome, ...]) -> dict[str, Any]:
    large = _large(outcomes[-1].after)
    parts = _parts(len(outcomes), large=large or bool(entry.tries))
    return {
        "number": number,
        "id": entry.puzzle.id,
        "goal": goal_in_words(entry.puzzle.goal, entry.puzzle.tiles),
        "large": large,
        "parts": parts,
        "unique": entry.unique,
        "description": description(outcomes[-1].after),
        "turns": line_in_words(entry.puzzle.position, outcomes),
        "tries": entry.tries,
    }


def code_lines(code: str) -> list[str]:
    """Return the code in lines, broken where one of its words ends.

    >>> [len(line) for line in code_lines("~".join(["D0.0.0"] * 20))]
    [112, 27]
    """
    lines = [""]
    for word in code.split("~"):
        if lines[-1] and len(lines[-1]) + len(word) >= _CODE_LINE:
            lines.append("")
        lines[-1] += f"{word}~"
    lines[-1] = lines[-1].removesuffix("~")
    return lines
