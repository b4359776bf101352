"""Tiles left blank near the end of a game: nothing that happens any more touches them."""

from __future__ import annotations

import io
import json
from typing import Any

import pypdf
import pytest

from meepleproof.cli.console import run
from meepleproof.cli.group import group
from meepleproof.rendering.exports.booklet import Cover
from meepleproof.rendering.solo.booklet import booklet_pdf
from meepleproof.rendering.solo.exports import Entry
from meepleproof.rendering.solo.notes import closed_cells, closed_near_the_end
from meepleproof.rendering.solo.svg import board_svg
from meepleproof.rendering.solo.terminal import board_text
from meepleproof.service.shelf import shipped_packs
from tests.naive import board_of, feature_of, features_of_tile, frontier
from verifier.carcassonne.engine.solo import Engine
from verifier.carcassonne.engine.solo.engine import outcomes_by_engine
from verifier.carcassonne.engine.solo.players import Player, game
from verifier.carcassonne.solo.notation import parse_line
from verifier.carcassonne.solo.position import setup
from verifier.carcassonne.solo.puzzle import Puzzle, parse_code

PACK: dict[str, Any] = json.loads((shipped_packs() / "total-60.json").read_text("utf-8"))
ENDINGS = PACK["puzzles"][:3]
CODES = [one["code"] for one in ENDINGS]
MEEPLE_INSIDE = next(one["code"] for one in PACK["puzzles"] if one["id"] == "cgdj2sctb0w5")
"""A monastery with a meeple has tiles on all four sides, and is not complete."""
EARLY = "s3.4~D0.0.0~U0.1.0.E1~p1.2.3~h3.4.4~t2~nV.J.U"


def naively_closed(puzzle: Puzzle) -> set[tuple[int, int]]:
    board = board_of(puzzle.position)
    free = frontier(board)
    return {
        (x, y)
        for (x, y), lying in board.items()
        if lying.meeple is None
        and not {(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)} & free
        and all(
            feature.complete or feature.kind == "monastery"
            for feature in features_of_tile(board, (x, y)).values()
        )
    }


@pytest.mark.parametrize("code", [*CODES, MEEPLE_INSIDE])
def test_closed_tiles_are_those_without_open_ends_free_sides_and_meeples(code: str) -> None:
    puzzle = parse_code(code)
    closed = closed_near_the_end(puzzle.position)
    assert naively_closed(puzzle) == closed
    assert len(closed) > 15


@pytest.mark.parametrize("seed", [3, 4])
def test_nothing_is_built_on_claimed_or_scored_on_what_was_closed(seed: int) -> None:
    outcomes = outcomes_by_engine(game(0, Player("greedy"), seed=seed))
    closed: frozenset[tuple[int, int]] = frozenset()
    for outcome in outcomes[8::3]:
        before, closed = closed, closed_cells(outcome.after)
        assert before <= closed
        if outcome.turn is None:
            continue
        board = board_of(outcome.after)
        for scoring in outcome.scorings:
            segment = board[outcome.turn.cell].drawing.segment_named(scoring.feature)
            if segment is not None and scoring.feature != "M":
                parts = feature_of(board, outcome.turn.cell, segment).parts
                assert not before & {cell for cell, _ in parts}
    assert closed


def test_a_booklet_leaves_them_blank() -> None:
    first = ENDINGS[0]
    beside = json.loads((shipped_packs() / "total-60.solutions.json").read_text("utf-8"))
    line = parse_line(beside["solutions"][first["id"]]["line"])
    entry = Entry(parse_code(first["code"]), line, "easy", 700)
    pdf = booklet_pdf(Cover("Sixty", "total-60", "1.0.0", "CC0-1.0", "nobody"), (entry,), {})
    pages = [page.extract_text() for page in pypdf.PdfReader(io.BytesIO(pdf)).pages]
    # On the cover, where it is asked, and where it is solved.
    assert [0, 2, 4] == [n for n, page in enumerate(pages) if "tiles are left blank" in page]


def test_only_where_the_last_tiles_are_known_is_anything_left_blank() -> None:
    assert frozenset() == closed_near_the_end(setup())
    last = parse_code(CODES[0]).position
    while not last.over:
        last = Engine().outcomes_in_order(last)[0].after
    assert frozenset() == closed_near_the_end(last)


def test_show_leaves_closed_tiles_blank_and_draws_them_on_demand(
    capsys: pytest.CaptureFixture[str],
) -> None:
    position = parse_code(CODES[0]).position
    mark = f"{len(closed_near_the_end(position))} tiles are left blank"
    shown = dict[tuple[str, ...], str]()
    for options in ((), ("--whole",), ("--svg",), ("--svg", "--whole")):
        assert 0 == run(group, ["show", CODES[0], *options])
        shown[options] = capsys.readouterr().out
        assert ("--whole" not in options) == (mark in shown[options])
    assert board_text(position, colour=False) in shown["--whole",]
    assert ":::::::" in shown[()]
    assert ":::::::" not in shown["--whole",]
    blank, whole = shown["--svg",], shown["--svg", "--whole"]
    drawn = [text.count('href="#mp-tile-') for text in (blank, whole)]
    assert len(closed_near_the_end(position)) == drawn[1] - drawn[0] == blank.count('"mp-blank"')
    assert whole == board_svg(
        position,
        title=f"Puzzle {ENDINGS[0]['id']}",
        goal_text="In four turns: end the game with a result of at least 60 points",
    )


def test_an_early_table_is_drawn_whole(capsys: pytest.CaptureFixture[str]) -> None:
    for options in ((), ("--whole",)):
        assert 0 == run(group, ["show", EARLY, *options])
        assert "blank" not in capsys.readouterr().out
