"""Drawings and words: each tile shows what it is, each picture is the same bytes every time.

After a wanted change of the drawing, `python -m tests.test_pictures` writes the golden files anew.
"""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path
from xml.etree.ElementTree import Element, fromstring

import pytest

from meepleproof.rendering.canvas import Canvas
from meepleproof.rendering.carcassonne.blocks import HIGH, WIDE, draw_block
from meepleproof.rendering.carcassonne.tiles import spot, tile_drawing
from meepleproof.rendering.palette import PIGMENTS
from meepleproof.rendering.solo.guide import legend
from meepleproof.rendering.solo.notes import next_draws
from meepleproof.rendering.solo.svg import Move, board_svg, next_tiles_svg, scoreboard_svg
from meepleproof.rendering.solo.terminal import board_text, draw_tile
from meepleproof.rendering.solo.words import goal_in_words, turn_in_words
from tests.games import game
from verifier.carcassonne.solo.faults import faults
from verifier.carcassonne.solo.goals import Goal, checklist
from verifier.carcassonne.solo.letters import letter_of, tiles_of
from verifier.carcassonne.solo.notation import parse_position, parse_turn
from verifier.carcassonne.solo.position import Meeple, setup
from verifier.carcassonne.solo.puzzle import parse_goal
from verifier.carcassonne.solo.rule_set import SOLO
from verifier.carcassonne.solo.turn import NO_CLAIM, Outcome, Scoring, Turn
from verifier.carcassonne.tiles import Orientation

GOLDEN = Path(__file__).parent / "golden"
PLAYED = parse_position(
    "s3.4~F1.0.-3~T2.-1.-2.E2~N3.0.-2~J0.1.-2~V3.-2.-1.E1~W0.-1.-1~A1.0.-1~I2.1.-1~L3.2.-1.S1"
    "~U0.-2.0~U0.-1.0.E3~D0.0.0~U0.1.0~V0.2.0~V1.-1.1.N1~K2.0.1~D0.1.1.N1"
    "~p7.4.7~h0.3.3~t2~nVV.BBQ.WUJ~u15.16.15~xC~m1"
)
FOUR = parse_position("s4.3~D0.0.0~B0.0.-1.M4~p1.2.3.4~h3.3.3.2~t1~nL.V..K~u0.0.5.0~o.city.two.2")
DRAWINGS = [drawing for kind in SOLO.sheet.kinds for drawing in kind.orientations]
GATES = ((50, 0), (100, 50), (50, 100), (0, 50))
BLOCK_GATES = ((4, 0), (8, 2), (4, 4), (0, 2))


def goldens() -> dict[str, str]:
    line = (Move(1, parse_turn("B0.3.0.M")), Move(2, parse_turn("W0.0.2.E")))
    goal = goal_in_words(checklist()["road-5-3c"], tiles=8)
    return {
        "setup.svg": board_svg(setup()),
        "played.svg": board_svg(PLAYED, title="A <puzzle>", goal_text=goal, highlight=line),
        "four.svg": board_svg(FOUR, coordinates=False),
        "setup.txt": board_text(setup(), colour=False),
        "played.txt": board_text(PLAYED, colour=False),
        "four.txt": board_text(FOUR, colour=False),
        "played.ansi": board_text(PLAYED, colour=True),
    }


@pytest.mark.parametrize("name", goldens())
def test_pictures_are_the_same_bytes_every_time(name: str) -> None:
    assert (GOLDEN / name).read_text(encoding="utf-8") == goldens()[name]


def test_the_positions_of_the_goldens_can_lie_on_a_table() -> None:
    assert () == faults(PLAYED) + faults(FOUR)


@pytest.mark.parametrize("name", [name for name in goldens() if name.endswith(".svg")])
def test_svg_is_whole_and_names_its_contents(name: str) -> None:
    picture = parsed(goldens()[name])
    ids = [part.get("id") for part in picture.iter() if part.get("id")]
    used = {part.get("href", "")[1:] for part in picture.iter("use")}
    assert len(ids) == len(set(ids))
    assert used <= set(ids)
    assert {"title", "desc", "style"} <= {part.tag for part in picture}
    assert picture.get("viewBox") == f"0 0 {picture.get('width')} {picture.get('height')}"


@pytest.mark.parametrize("name", [name for name in goldens() if name.endswith(".svg")])
def test_svg_has_whole_numbers_for_coordinates(name: str) -> None:
    for part in parsed(goldens()[name]).iter():
        for key in ("x", "y", "cx", "cy", "r", "rx", "ry", "width", "height"):
            assert re.fullmatch(r"-?\d+", part.get(key, "0"))
        assert "." not in part.get("d", "")


def test_svg_shows_each_tile_and_meeple_on_the_table() -> None:
    used = [part.get("href") for part in parsed(board_svg(PLAYED, next_tiles=False)).iter("use")]
    for placement in PLAYED.placements:
        assert f"#mp-tile-{letter_of(placement.tile)}{placement.rotation}" in used
    on_table, in_hand = PLAYED.meeples_on_tiles(), PLAYED.supplies
    for colour in range(3):
        # One more stands before the name of the colour.
        assert on_table[colour] + in_hand[colour] + 1 == used.count(f"#mp-pawn-{colour + 1}")


def test_svg_carries_any_title() -> None:
    picture = parsed(board_svg(setup(), title='<b>&"\x00\ud800 \u2603'))
    assert '<b>&"?? \u2603' == picture.findtext("title")


def test_svg_draws_highlighted_turns_even_far_from_the_table() -> None:
    picture = parsed(board_svg(setup(), highlight=(Move(0, parse_turn("X0.9.9.N")),)))
    assert "#mp-tile-X0" in [part.get("href") for part in picture.iter("use")]
    badges = [part.text for part in picture.iter("text") if "badge" in part.get("class", "")]
    assert ["1"] == badges


def test_svg_shows_whether_a_claim_still_stands() -> None:
    standing, gone = (Move(0, parse_turn("D0.0.0.E")), Move(2, parse_turn("U0.1.0.E")))
    table = parse_position("s3.4~D0.0.0.E1~U0.1.0~p1.2.3~h3.4.4~t1~n")
    picture = parsed(board_svg(table, highlight=(standing, gone), scoreboard=False))
    assert ["#mp-pawn-1"] == [
        used for used in (part.get("href", "") for part in picture.iter("use")) if "pawn" in used
    ]
    assert ["mp-returned"] == [
        part.get("class") for part in picture.iter("path") if part.get("class") == "mp-returned"
    ]


def test_board_scoreboard_and_next_tiles_can_stand_apart() -> None:
    apart = (
        board_svg(PLAYED, scoreboard=False),
        scoreboard_svg(PLAYED),
        next_tiles_svg(PLAYED, across=8),
    )
    digits, found = 3, [texts(picture) for picture in apart]
    assert texts(board_svg(PLAYED)) == found[0] + found[1][digits:] + found[2][digits:]


@pytest.mark.parametrize("drawing", DRAWINGS, ids=lambda d: f"{letter_of(d.id)}{d.rotation}")
def test_svg_tiles_show_their_terrain_at_each_edge(drawing: Orientation) -> None:
    parts = tile_drawing(drawing)
    roads, cities = points(parts, "mp-road"), points(parts, "mp-city")
    for edge, terrain in enumerate(drawing.terrain):
        assert (terrain == "road") == (GATES[edge] in roads)
        side, across = (0, 100)[edge in (1, 2)], 1 - edge % 2
        along = [point[1 - across] for point in cities if point[across] == side]
        assert (terrain == "city") == bool(along and max(along) - min(along) > 90)
    shields = sum(segment.shields for segment in drawing.segments)
    assert shields == sum(part.get("class") == "mp-shield" for part in parts)
    monastery = drawing.segment_named("M") is not None
    assert monastery == any(part.get("class") == "mp-abbey" for part in parts)
    village = not monastery and sum(s.kind == "road" for s in drawing.segments) > 1
    assert village == any(part.get("class") == "mp-plaza" for part in parts)


def test_svg_tiles_that_differ_are_drawn_differently() -> None:
    drawn = {
        repr([sorted(part.items()) for part in tile_drawing(kind.orientations[rotation])])
        for kind in SOLO.sheet.kinds
        for rotation in kind.rotations
    }
    assert sum(len(kind.rotations) for kind in SOLO.sheet.kinds) == len(drawn)


@pytest.mark.parametrize("drawing", DRAWINGS, ids=lambda d: f"{letter_of(d.id)}{d.rotation}")
def test_svg_pawns_stand_apart_on_each_segment(drawing: Orientation) -> None:
    places = {spot(drawing, segment.name) for segment in drawing.segments}
    assert len(drawing.segments) == len(places)
    assert all(0 <= x <= 100 and 0 <= y <= 100 for x, y in places)


@pytest.mark.parametrize("drawing", DRAWINGS, ids=lambda d: f"{letter_of(d.id)}{d.rotation}")
def test_svg_pawns_hide_no_shield(drawing: Orientation) -> None:
    paths = [
        part.get("d", "") for part in tile_drawing(drawing) if part.get("class") == "mp-shield"
    ]
    corners = [re.findall(r"\d+", path)[:2] for path in paths]
    for left, top in ((int(x), int(y)) for x, y in corners):
        for x, y in (spot(drawing, segment.name) for segment in drawing.segments):
            beside = left + 18 <= x - 15 or x + 15 <= left
            assert beside or top + 21 <= y - 22 or y + 19 <= top


@pytest.mark.parametrize("drawing", DRAWINGS, ids=lambda d: f"{letter_of(d.id)}{d.rotation}")
def test_svg_pawns_leave_a_part_of_a_short_road_to_be_seen(drawing: Orientation) -> None:
    for segment in drawing.segments:
        if segment.kind == "road" and len(segment.edges) == 1:
            (edge,) = segment.edges
            place, gate = spot(drawing, segment.name), GATES[edge]
            across, along = (
                place[edge % 2] - gate[edge % 2],
                place[1 - edge % 2] - gate[1 - edge % 2],
            )
            assert 12 <= abs(across) <= 17  # half on the road, half beside it
            assert abs(along) <= 24


@pytest.mark.parametrize("drawing", DRAWINGS, ids=lambda d: f"{letter_of(d.id)}{d.rotation}")
def test_blocks_show_their_terrain_and_how_it_hangs_together(drawing: Orientation) -> None:
    lines = block(drawing)
    shown = {"▒": "city", "═": "road", "║": "road", "|": "field", "-": "field"}
    assert drawing.terrain == tuple(shown[lines[y][x]] for x, y in BLOCK_GATES)
    canvas = Canvas()
    draw_block(canvas, (0, 0), drawing.tile, drawing.rotation)  # the letter covers a cell
    cities = sum(segment.kind == "city" for segment in drawing.segments)
    assert cities == islands(canvas.text(colour=False).splitlines(), "▒▀▄*")
    roads = sum(segment.kind == "road" for segment in drawing.segments)
    assert roads == islands(lines, "═║╔╗╚╝")
    text = "".join(lines)
    assert sum(segment.shields for segment in drawing.segments) == text.count("*")
    assert (drawing.segment_named("M") is not None) == ("†" in text)
    assert letter_of(drawing.id) == lines[HIGH - 2][WIDE - 2]


@pytest.mark.parametrize("drawing", DRAWINGS, ids=lambda d: f"{letter_of(d.id)}{d.rotation}")
def test_blocks_show_a_meeple_on_each_segment(drawing: Orientation) -> None:
    shown = [block(drawing, Meeple(segment.name, 1)) for segment in drawing.segments]
    assert all(1 == "".join(lines).count("(2)") for lines in shown)
    assert len(shown) == len({tuple(lines) for lines in shown})


def test_text_shows_each_tile_meeple_and_coordinate() -> None:
    board = board_text(PLAYED, colour=False).split("city ▒")[0]
    for letter in {letter_of(placement.tile) for placement in PLAYED.placements}:
        tiles = sum(letter_of(placement.tile) == letter for placement in PLAYED.placements)
        assert tiles == board.count(letter)
    for colour, meeples in enumerate(PLAYED.meeples_on_tiles(), start=1):
        assert meeples == board.count(f"({colour})")
    for number in range(-3, 4):
        assert re.search(rf"(?<![\d-]){number}(?!\d)", board)


def test_text_fits_a_terminal_and_has_colour_only_when_asked() -> None:
    plain, coloured = (board_text(PLAYED, colour=colour) for colour in (False, True))
    assert 80 >= max(map(len, plain.splitlines()))
    assert "\033" not in plain
    uncoloured = re.sub(r"\033\[[\d;]*m", "", coloured)
    assert plain == "\n".join(line.rstrip() for line in uncoloured.splitlines()) + "\n"


@pytest.mark.parametrize("width", [30, 40, 50])
def test_a_board_too_wide_for_the_terminal_comes_in_parts(width: int) -> None:
    whole, parts = (
        board_text(PLAYED, colour=False, width=width).split("city ▒")[0] for width in (None, width)
    )
    assert width >= max(map(len, parts.splitlines())) < max(map(len, whole.splitlines()))
    tiles = re.compile(r"[A-X][|▒║═]")
    assert sorted(tiles.findall(whole)) == sorted(tiles.findall(parts))


def test_the_segment_of_each_meeple_is_told() -> None:
    told = board_text(PLAYED, colour=False).split("Meeples\n")[1].split("\n\n")[0]
    assert "  (2) city at the east edge of T on (-1, -2)\n" in told
    assert sum(PLAYED.meeples_on_tiles()) == len(told.splitlines())


def test_long_rows_of_known_tiles_are_told_by_letter() -> None:
    position = replace(
        setup(), piles=(replace(setup().piles[0], known=tiles_of("V" * 8 + "U" * 8)),)
    )
    for picture in (board_text(position, colour=False), board_svg(position)):
        assert "and then U U U U" in picture


@pytest.mark.parametrize("colours", [3, 4])
def test_legend_shows_the_meeples_of_all_colours(colours: int) -> None:
    pictures = [parsed(sample.svg) for sample in legend(colours)]
    drawn = [sum(part.get("class") == "mp-pawn" for part in one.iter("path")) for one in pictures]
    assert colours == max(drawn)
    named = " ".join(sample.meaning for sample in legend(colours))
    assert [colour < colours for colour in range(len(PIGMENTS))] == [
        one.name in named for one in PIGMENTS
    ]


def test_both_drawings_say_that_the_game_is_over() -> None:
    over = replace(PLAYED, over=True)
    for picture in (board_text(over, colour=False), board_svg(over)):
        assert "The game is over." in picture
        assert "to move" not in picture
        assert "Next tiles" not in picture


@pytest.mark.parametrize(
    ("piles", "option", "expected"),
    [
        ("t2~nEJU", "", "E2 J3 U1"),
        ("t3~nEJ.U.L", "", "L3 E1 U2 J1"),
        ("t1~nEJ..L", "", "E1 L3 J1"),
        ("t1~nEJ..L", "~o.pile.empty.borrow_next_pile", "E1 L2 J3"),
        ("t1~nEJ..L", "~o.pile.empty.end_game", "E1"),
        ("t1~nEJ.U.~u0.0.1", "", "E1 J1 U2"),
        ("t1~nEJ.U.L~over", "", ""),
    ],
)
def test_tiles_to_come_follow_the_piles(piles: str, option: str, expected: str) -> None:
    position = parse_position(f"s3.4~D0.0.0~p1.2.3~h4.4.4~{piles}{option}")
    shown = [f"{draw.letter}{draw.colour + 1}" for draw in next_draws(position)]
    assert expected == " ".join(shown)


def outcome(turn: Turn | None, *scorings: Scoring, **others: object) -> Outcome:
    made = Outcome(1, (), turn, scorings, PLAYED, None, None)
    return replace(made, **others)  # type: ignore[arg-type]  # any fields


@pytest.mark.parametrize(
    ("scoring", "expected"),
    [
        (
            Scoring("N", "road", 3, (1,), (1,), (1,)),
            "The road at its north edge (3 points) brings colour 2 (red) from 4 to 7.",
        ),
        (
            Scoring("M", "monastery", 9, (1,), (1,), (1,)),
            "Its monastery (9 points) brings colour 2 (red) from 4 to 13.",
        ),
        (
            Scoring("sw", "monastery", 9, (1, 2), (1, 2), (1, 2)),
            "on (1, -1) (9 points) brings colour 2 (red) from 4 to 13 and colour 3 (yellow) from",
        ),
        (
            Scoring("N", "road", 1, (0,), (0,), ()),
            "(1 point) brings nothing: colour 1 (blue) is not lowest then.",
        ),
        (
            Scoring("N", "road", 3, (0, 1), (0,), ()),
            "brings nothing: colour 1 (blue) alone has the majority and is not lowest then.",
        ),
        (
            Scoring("N", "road", 3, (0, 2), (0, 2), ()),
            "brings nothing: none of colour 1 (blue) and colour 3 (yellow) is lowest then.",
        ),
        (
            Scoring("N", "road", 3, (1,), (1,), ()),
            "brings nothing: the points are not given to colour 2 (red).",
        ),
    ],
)
def test_scorings_in_words(scoring: Scoring, expected: str) -> None:
    turn = parse_turn("X0.2.0.-.N")
    assert expected in turn_in_words(PLAYED, turn, outcome(turn, scoring))


def test_scorings_in_words_follow_their_order() -> None:
    turn = parse_turn("X0.2.0.-.E-N")
    road = Scoring("E", "road", 3, (1,), (1,), (1,))
    sentence = turn_in_words(PLAYED, turn, outcome(turn, road, replace(road, feature="N")))
    assert re.search(r"east edge .* from 4 to 7.*north edge .* from 7 to 10", sentence)


def test_a_turn_without_its_outcome_in_words() -> None:
    sentence = turn_in_words(PLAYED, parse_turn("B0.-1.2.M.M-sw"))
    assert sentence == (
        "Colour 2 (red) places B (no turn) on (-1, 2), north of V on (-1, 1), and claims its "
        "monastery. In this order score: its monastery and the monastery to its south-west, "
        "on (-2, 1)."
    )


def test_discards_returning_meeples_and_the_end_in_words() -> None:
    turn = Turn("base/U", 0, 3, 0, NO_CLAIM)
    without = tuple(replace(placement, meeple=None) for placement in PLAYED.placements)
    over = replace(PLAYED, placements=without, over=True)
    broke = replace(PLAYED, supplies=(0, 0, 3))
    sentence = turn_in_words(
        broke, turn, outcome(turn, discards="CC", after=over, final=(9, 8, 9), result=8)
    )
    assert sentence.startswith(
        "C and C cannot be placed and leave the game. Colour 2 (red) places U"
    )
    assert "Meeples that return: 4 of colour 1 (blue), 1 of colour 2 (red) and 1 of" in sentence
    assert "Colour 2 (red) had to claim a feature but has no meeple in hand" in sentence
    assert sentence.endswith("Final scores: 9, 8, 9. Result: 8.")
    empty = replace(over, piles=(replace(over.piles[0], known=(), hidden=0),))
    assert "That was the last tile" in turn_in_words(
        PLAYED, turn, outcome(turn, after=empty, final=(9, 8, 9), result=8)
    )
    assert "No tile is left to place. Meeples" in turn_in_words(
        PLAYED, None, outcome(None, after=empty, final=(9, 8, 9), result=8)
    )


@pytest.mark.parametrize("seed", range(6))
def test_words_agree_with_what_random_turns_bring(seed: int) -> None:
    for _, (before, outcomes) in zip(range(8), game(seed), strict=False):
        for one in outcomes:
            sentence = turn_in_words(before, one.turn, one)
            for colour, (old, new) in enumerate(
                zip(before.scores, one.after.scores, strict=True), start=1
            ):
                assert (old != new) == (
                    re.search(rf"olour {colour} \(\w+\) from {old}", sentence) is not None
                )
                assert (old != new) == (
                    re.search(rf"colour {colour} \(\w+\) from \d+ to {new}\b", sentence) is not None
                )
            assert len(one.scorings) == sentence.count(" brings ")


@pytest.mark.parametrize(
    ("goal", "expected"),
    [
        ("road-10", "Score a road worth at least 10 points"),
        ("road-10-2c", "Score a road worth at least 10 points with 2 colours"),
        ("road-10-3c", "Score a road worth at least 10 points with 3 colours"),
        ("road-5-3c", "Score a road worth exactly 5 points with 3 colours"),
        ("city-16", "Score a city worth at least 16 points"),
        ("city-16-2c", "Score a city worth at least 16 points with 2 colours"),
        ("city-16-3c", "Score a city worth at least 16 points with 3 colours"),
        ("city-8-10-3c", "Score a city worth 8 to 10 points with 3 colours"),
        ("monasteries-3", "Score at least 3 monasteries for 9 points each"),
        ("monasteries-4", "Score at least 4 monasteries for 9 points each"),
        ("total-40", "End the game with a result of at least 40 points"),
        ("total-50", "End the game with a result of at least 50 points"),
        ("total-60", "End the game with a result of at least 60 points"),
        ("all-tiles", "End the game with all tiles used"),
    ],
)
def test_goals_of_the_checklist_in_words(goal: str, expected: str) -> None:
    assert expected == goal_in_words(checklist()[goal])
    ordered = f"In four turns: {expected[0].lower()}{expected[1:]}"
    assert ordered == goal_in_words(checklist()[goal], tiles=4)


def test_goals_of_ones_own_in_words() -> None:
    stay = Goal("stay.17.x.0", "stay", at_least=17)
    assert "Stay in the game until 17 tiles have been placed" == goal_in_words(stay)
    assert "In four turns: place every tile and stay in the game" == goal_in_words(stay, 4)
    assert "In one turn: place the tile and stay in the game" == goal_in_words(stay, 1)
    assert "In one turn: score a road worth exactly 1 point" == goal_in_words(
        Goal("mine", "road", at_least=1, at_most=1, colours=1), tiles=1
    )
    assert "Leave all colours level: the same number of points each" == goal_in_words(
        parse_goal("level.0.0.0")
    )
    assert "Leave the highest and the lowest score exactly 2 points apart" == goal_in_words(
        parse_goal("level.2.2.0")
    )
    assert "End the game with 0 to 6 points of all colours together, before final scoring" == (
        goal_in_words(parse_goal("restraint.0.6.0"))
    )
    two = parse_goal("two-goals.road-5-3c.city.6.x.0")
    parts = "Score a road worth exactly 5 points with 3 colours and score a city worth at least 6"
    assert f"{parts} points, both with the same turn" == goal_in_words(two)
    ordered = f"In three turns: s{parts[1:]} points, both with your last tile"
    assert ordered == goal_in_words(two, 3)
    assert "In one turn: score a monastery for 9 points" == goal_in_words(
        parse_goal("monasteries.1.x.0"), 1
    )
    assert "Score 0 to 2 monasteries for 9 points each" == goal_in_words(
        Goal("few", "monasteries", at_most=2)
    )


def parsed(svg: str) -> Element:
    """Return the root with names as they are written, without the namespace."""
    root = fromstring(svg)  # noqa: S314 - our own output
    assert "{http://www.w3.org/2000/svg}svg" == root.tag
    for part in root.iter():
        part.tag = part.tag.removeprefix("{http://www.w3.org/2000/svg}")
    return root


def texts(svg: str) -> list[str | None]:
    """Return the texts of a picture, the numbers of the pawns in its definitions first."""
    return [part.text for part in parsed(svg).iter("text")]


def points(parts: list[Element], kind: str) -> set[tuple[int, int]]:
    paths = [part.get("d", "") for part in parts if part.get("class") == kind]
    return {(int(x), int(y)) for path in paths for x, y in re.findall(r"(-?\d+),(-?\d+)", path)}


def block(drawing: Orientation, meeple: Meeple | None = None) -> list[str]:
    canvas = Canvas()
    draw_tile(canvas, (0, 0), drawing, meeple)
    return [line.ljust(WIDE) for line in canvas.text(colour=False).splitlines()]


def islands(lines: list[str], characters: str) -> int:
    """Return how many islands of the characters there are, joined over sides."""
    left = {
        (x, y) for y, line in enumerate(lines) for x, one in enumerate(line) if one in characters
    }
    count = 0
    while left:
        count += 1
        todo = [left.pop()]
        while todo:
            x, y = todo.pop()
            near = {(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)} & left
            left -= near
            todo += near
    return count


if __name__ == "__main__":
    for name, content in goldens().items():
        (GOLDEN / name).write_text(content, encoding="utf-8", newline="\n")
