"""Pictures of NEOM: all that lies in a city is seen, also without colour, and what is invented."""

from __future__ import annotations

import json
from dataclasses import replace
from itertools import product
from pathlib import Path
from random import Random
from typing import get_args
from xml.etree import ElementTree as ET

import pytest
from hypothesis import given, settings

from meepleproof.rendering.neom.drawings import city_svg, pack_svg
from meepleproof.rendering.neom.squares import ROAD, SIDE, tile_square
from meepleproof.rendering.neom.style import LOOKS
from meepleproof.rendering.neom.text import city_text
from tests.console_output import run_command
from tests.neom_logs import Player
from tests.neom_strategies import DEMO, cities
from verifier.neom.documents import log_to_json
from verifier.neom.log import Log, Strike, written_city
from verifier.neom.state import CENTRE, City, square_name
from verifier.neom.tiles import EffectKind, Roads, Tile, TileCatalogue, TileType

STATE = "docs/examples/neom-state.json"
SVG = "{http://www.w3.org/2000/svg}"


def texts(svg: str) -> list[str]:
    # Our own picture, made just now.
    return [node.text or "" for node in ET.fromstring(svg).iter(f"{SVG}text")]  # noqa: S314


@settings(max_examples=25, deadline=None)
@given(cities())
def test_every_tile_and_every_empty_square_is_drawn(city: City) -> None:
    written = texts(city_svg(DEMO, city, title="A city"))
    lying = {square for square, _ in city.tiles}
    for row in range(5):
        for column in range(5):
            named = square_name((row, column)) in written
            assert named == ((row, column) not in lying and (row, column) != CENTRE)
    words = " ".join(written)
    for _, tile in city.tiles:
        assert all(word in words for word in DEMO.tile(tile).name.split())
    assert ("City Center" in written) == (CENTRE not in lying)
    assert ("The dashed frame is the covered City Center." in written) == (CENTRE in lying)
    assert DEMO.note in written


@settings(max_examples=25, deadline=None)
@given(cities())
def test_every_tile_is_written_in_eighty_columns(city: City) -> None:
    text = city_text(DEMO, city, colour=False)
    assert max(map(len, text.splitlines())) <= 80
    for square, tile in city.tiles:
        covers = "*" if square == CENTRE else " "
        assert f"|{LOOKS[DEMO.tile(tile).type].letter}{covers}{tile}" in text
    roads = [DEMO.tile(tile).roads for _, tile in city.tiles]
    roads += [] if city.at(CENTRE) else [DEMO.board(city.board).roads]
    drawn = text[: text.index("R residential")]
    assert sum(sum(each or ()) for each in roads) == drawn.count("═") + drawn.count("║")
    assert DEMO.note in text


def test_colour_changes_nothing_but_colour() -> None:
    city = City("harbour", (((2, 3), "demo-I-02"),))
    coloured = city_text(DEMO, city, colour=True)
    assert "\033[" in coloured
    plain = "".join(
        part.partition("m")[2] if n else part for n, part in enumerate(coloured.split("\033["))
    )
    assert [line.rstrip() for line in plain.splitlines()] == city_text(
        DEMO, city, colour=False
    ).splitlines()


def test_types_are_told_apart_without_colour() -> None:
    assert set(get_args(TileType)) == set(LOOKS)
    assert len(LOOKS) == len({look.letter for look in LOOKS.values()})
    assert len(LOOKS) == len({look.pattern for look in LOOKS.values()})


def unknown(tile: str) -> TileCatalogue:
    tiles = [
        replace(each, roads=None, vp=None, income=None, cost=None, effects=None)
        if each.id == tile
        else each
        for each in DEMO.tiles
    ]
    return replace(DEMO, tiles=tuple(tiles))


def test_what_is_unknown_is_drawn_as_unknown() -> None:
    catalogue, city = unknown("demo-I-02"), City("harbour", (((2, 3), "demo-I-02"),))
    svg = city_svg(catalogue, city, title="A city")
    assert "mp-neom-perhaps" in svg.partition("</style>")[2]
    assert {"? VP", "£?"} <= set(texts(svg))
    text = city_text(catalogue, city, colour=False)
    assert 4 == sum(line.count("?") for line in text.splitlines()[10:16]) - 2
    card = texts(pack_svg(catalogue, [catalogue.tile("demo-I-02")], title="A tile"))
    assert 5 == card.count("unknown")


def test_every_kind_of_effect_is_on_a_card() -> None:
    kinds = {effect.kind for tile in DEMO.tiles for effect in tile.effects or ()}
    assert set(get_args(EffectKind)) == kinds
    svg = pack_svg(DEMO, DEMO.tiles, title="All")
    assert svg == pack_svg(DEMO, DEMO.tiles, title="All")
    assert "unknown" not in " ".join(texts(svg))


def test_names_may_have_any_characters() -> None:
    tiles = tuple(replace(tile, name='<&">\0 ' * 9) for tile in DEMO.tiles)
    catalogue = replace(DEMO, tiles=tiles)
    city = City("harbour", (((2, 3), "demo-I-02"),))
    assert texts(city_svg(catalogue, city, title="<&>"))
    assert texts(pack_svg(catalogue, catalogue.tiles[:2], title="<&>"))


def test_the_picture_of_the_page_is_drawn_from_its_example(
    capsys: pytest.CaptureFixture[str],
) -> None:
    code, out, _ = run_command(capsys, "show", STATE, "--svg")
    assert 0 == code
    assert Path("docs/neom-city.svg").read_text(encoding="utf-8") == out


def test_the_city_of_a_log_is_the_one_that_was_played() -> None:
    for seed in range(2):
        player = Player(DEMO, Random(seed))
        log = player.game()
        assert player.state.city == written_city(log)
    lost = Log("harbour", (Strike("lose", ((2, 3),)),), replace(player.state))
    assert player.state.city.without(frozenset({(2, 3)})) == written_city(lost)


def test_a_log_is_shown_with_what_was_noted(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    log = Player(DEMO, Random(5)).game(turns=9)
    (tmp_path / "game.json").write_text(json.dumps(log_to_json(log)), encoding="utf-8")
    code, out, _ = run_command(capsys, "show", str(tmp_path / "game.json"))
    assert 0 == code
    assert f"A city of NEOM after {len(log.events)} events" in out
    assert all(f"{tile}" in out for _, tile in written_city(log).tiles)
    code, out, _ = run_command(capsys, "show", str(tmp_path / "game.json"), "--json")
    assert json.loads(out)["catalogue"]["invented"]


@pytest.mark.parametrize(
    ("words", "code", "told"),
    [
        (("show", "docs/examples/neom-catalogue.json"), 3, "neom catalogue show"),
        (("solve", STATE), 3, "is of NEOM for one player, but the command 'solve' is for the Solo"),
        (
            ("reach", STATE),
            3,
            "NEOM for one player, but the command 'reach' is for the Solo Variant and McGuire's",
        ),
        (("show", STATE, "--puzzle", "1"), 2, "--puzzle goes with a pack"),
        (("show", STATE, "--catalogue", "docs/examples/neom-catalogue.json"), 3, "no City board"),
        (
            ("show", "docs/examples/ledger.json", "--catalogue", "x.json"),
            2,
            "a state or log of NEOM",
        ),
    ],
)
def test_what_cannot_be_shown_is_refused(
    capsys: pytest.CaptureFixture[str], words: tuple[str, ...], code: int, told: str
) -> None:
    found, _, err = run_command(capsys, *words)
    assert code == found
    assert told in err


def covering(tile: Tile) -> list[str]:
    """Return the labels of a tile that lie over one of its roads."""
    half, road = SIDE // 2, ROAD // 2
    ways = {
        "north": (half - road, 0, half + road, half),
        "east": (half, half - road, SIDE, half + road),
        "south": (half - road, half, half + road, SIDE),
        "west": (0, half - road, half, half + road),
    }
    roads = tile.roads._asdict() if tile.roads else dict.fromkeys(ways, True)
    found = []
    for part in tile_square(tile):
        if part.get("class") != "mp-neom-label":
            continue
        left, top, wide, high = (int(part.attrib[one]) for one in ("x", "y", "width", "height"))
        found += [
            way
            for way, (west, north, east, south) in ways.items()
            if roads[way]
            and left < east
            and left + wide > west
            and top < south
            and top + high > north
        ]
    return found


TILES = [tile for tile in DEMO.tiles if tile.type != "disaster"]
LONG = ("Donaudampfschifffahrtsgesellschaft", "The Very Long Name of a Tile That an Owner Typed")
"""Names that a catalogue may have, for which there is little room."""
ROADS = [Roads(*ways) for ways in product((False, True), repeat=4)]


@pytest.mark.parametrize("roads", [*ROADS, None])
def test_no_name_and_no_number_lies_over_a_road(roads: Roads | None) -> None:
    typed = [replace(TILES[0], name=name) for name in LONG]
    for tile in (*TILES, *typed):
        assert not covering(replace(tile, roads=roads)), tile.name


@pytest.mark.parametrize("tile", TILES, ids=lambda tile: tile.id)
def test_a_tile_tells_its_name_and_its_goods(tile: Tile) -> None:
    said = [part.text or "" for part in tile_square(tile) if part.tag == "text"]
    for words in (tile.name, *(tile.produces or ())):
        assert set(words.replace("_", " ").split()) <= set(" ".join(said).replace(",", "").split())
