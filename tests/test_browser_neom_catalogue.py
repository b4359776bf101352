"""An owner's catalogue of NEOM in a real browser: typed on a phone, used by the helper, exported.

The tiles are invented.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from generator.pack import sealed
from meepleproof.service.shelf import shipped_packs
from tests.browser import barriers, chromium, needs_chromium, window
from tests.browser_play import by_id, keep, ready
from tests.console_output import run_command
from tests.sources import answering_pages
from verifier.neom.tiles_changes import catalogue_hash
from verifier.neom.tiles_document import catalogue_from_json, catalogue_to_json, demo_catalogue

pytestmark = needs_chromium

PHONE: dict[str, Any] = {
    "viewport": {"width": 390, "height": 844},
    "has_touch": True,
    "reduced_motion": "reduce",
}
DOCS = Path(__file__).parent.parent / "docs" / "examples"
PLACE = "meepleproof.neom"


@dataclass(frozen=True)
class Typed:
    """A tile as its owner reads it off the box: what is not given is not printed on it."""

    name: str
    type: str
    roads: str
    cost: int
    needs: tuple[str, ...] = ()
    produces: tuple[str, ...] = ()
    income: int = 0
    points: int = 0


CORNERSTONES = [
    Typed("Old Town Hall", "public", "NS", 3, points=5),
    Typed("Ferry Stage", "public", "EW", 4, needs=("wood",), points=6),
    Typed("Grand Arcade", "commercial", "NE", 2, income=3),
    Typed("Orchard Row", "residential", "SW", 1, points=2),
    Typed("Wheelwrights", "industrial", "NESW", 2, needs=("iron_ore",), points=3),
    Typed("Beacon", "public", "N", 2, points=4),
    Typed("Corn Exchange", "commercial", "ESW", 3, income=4),
    Typed("Reading Room", "public", "NSW", 2, points=3),
    Typed("Toll Gate", "public", "NES", 1, points=1),
]
TILES = [
    Typed("Old Mill", "raw", "NESW", 1, produces=("wood",)),
    Typed("Lane of Lamps", "residential", "NS", 2, points=3),
    Typed("Fish Stall", "commercial", "EW", 0, income=2),
]
MISSING = Typed("Brick Kiln", "industrial", "NE", 2, needs=("coal",), points=1)


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with answering_pages(tmp_path_factory.mktemp("state")) as found:
        yield found


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with chromium() as found:
        yield found


@pytest.fixture
def phone(browser: Browser, address: str) -> Iterator[Page]:
    with window(browser, base_url=address, **PHONE) as page:
        yield page


def checked(page: Page) -> Locator:
    """Return what the check says, once it has looked at what was typed last."""
    expect(page.locator('#checked[data-state="told"]')).to_have_count(1)
    return page.locator("#checked")


def field(page: Page, name: str) -> Locator:
    """Return the field of a tile that is open for a value of the document."""
    return page.locator(f'#tile-form [data-where$="/{name}"]')


def fill_in(page: Page, tile: Typed) -> None:
    """Type what is printed on the tile that is open."""
    by_id(page, "tile-name").fill(tile.name)
    by_id(page, f"tile-type.{tile.type}").tap()
    for edge in tile.roads:
        by_id(page, f"road.{edge}").tap()
    for name, value in (("cost", tile.cost), ("income", tile.income), ("vp", tile.points)):
        if value:
            field(page, name).locator("input").fill(str(value))
    for name, goods in (("needs_goods", tile.needs), ("produces", tile.produces)):
        for good in goods:
            field(page, name).get_by_role("button", name=good.replace("_", " ")).tap()
    by_id(page, "rest-none").tap()


def type_tiles(page: Page, deck: str, tiles: Sequence[Typed]) -> None:
    """Type tiles one after the other, and come back to the list."""
    by_id(page, f"deck.{deck}").tap()
    by_id(page, f"add.{tiles[0].type}").tap()
    for number, tile in enumerate(tiles):
        if number:
            by_id(page, "tile-another").tap()
        expect(by_id(page, "tile-name")).to_have_value("")
        fill_in(page, tile)
    by_id(page, "tile-done").tap()


def open_part(page: Page, *titles: str) -> None:
    for title in titles:
        page.get_by_text(title, exact=True).tap()


def exported(page: Page, act: Callable[[], None], file: Path) -> Path:
    with page.expect_download() as saved:
        act()
    saved.value.save_as(file)
    return file


def turn_up(page: Page, tiles: Sequence[Typed | str]) -> None:
    for tile in tiles:
        name = tile if isinstance(tile, str) else tile.name
        page.locator("#unseen .tile-button", has_text=name).tap()
    page.locator("#play").tap()
    expect(page.locator("#next .pack")).to_be_visible()


def type_board_and_prices(page: Page) -> None:
    open_part(page, "City boards")
    by_id(page, "board.0").fill("Wharf")
    page.get_by_label("Good of board-1").select_option("oil")
    for edge in "NESW":
        by_id(page, f"board-road.0.{edge}").tap()
    open_part(page, "Numbers of the rulebook", "Prices of goods", "Money, Cornerstones, the end")
    page.get_by_label("The price of a raw good").fill("2")
    page.get_by_label("What selling a tile brings").fill("5")


def play_a_turn_beside_the_box(page: Page) -> None:
    page.get_by_role("link", name="Play beside the box").tap()
    page.get_by_label("City board").select_option("Wharf")
    page.get_by_role("button", name="Begin").tap()
    for stack in (CORNERSTONES[:4], CORNERSTONES[4:7], CORNERSTONES[7:]):
        turn_up(page, stack)
        page.locator(".pack .tile-button").first.tap()
        page.locator("#play").tap()
        expect(page.locator("#next .pack")).to_have_count(0)
    page.locator("#next .chip").first.tap()
    expect(page.locator("#next-head")).to_have_text("Reveal a pack of 5 tiles.")
    expect(page.locator("#unseen li")).to_have_count(4)
    page.locator("#untyped").tap()
    type_tiles(ready(page), "I", [MISSING])
    page.get_by_role("link", name="Back to the game").tap()
    turn_up(page, ["Flood", *TILES, MISSING])
    expect(page.locator("#next")).to_contain_text("needs flood.pay. Everything is offered here")
    page.locator("#lacking").tap()
    expect(ready(page).get_by_label("The money that the player may pay").first).to_be_focused()
    page.get_by_label("The money that the player may pay").first.fill("4")
    page.get_by_role("link", name="Back to the game").tap()
    expect(page.locator("#next")).not_to_contain_text("needs flood.pay")
    page.locator(".pack .tile-button", has_text="Old Mill").tap()
    page.locator("#next .chip", has_text="Place it").tap()
    by_id(page, "cell.2.3").tap()
    page.locator("#play").tap()
    expect(page.locator("#have")).to_contain_text("oil, wood")


def test_twelve_tiles_are_typed_on_a_phone_used_by_the_helper_and_read_by_the_commands(
    phone: Page, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    page = phone
    page.goto("/neom/catalogue")
    type_board_and_prices(ready(page))
    type_tiles(page, "C", CORNERSTONES)
    type_tiles(page, "I", TILES)
    expect(checked(page)).to_contain_text("It contradicts no rule.")
    assert [] == barriers(page)
    by_id(page, "search").fill("wood")
    expect(page.locator("#tiles li")).to_have_text(["Old Mill I-01, raw, 1+"])
    by_id(page, "deck.C").tap()
    expect(page.locator("#tiles li")).to_have_text(["Ferry Stage C-02, public"])
    page.reload()
    expect(by_id(ready(page), "deck.C")).to_have_text("Cornerstones: 9 of 30")

    play_a_turn_beside_the_box(page)
    page.locator("#keeping summary").tap()
    log = exported(page, page.locator("#save-log").tap, tmp_path / "log.json")

    page.goto("/neom/catalogue")
    ready(page)
    mine = exported(page, by_id(page, "save").tap, tmp_path / "mine.json")
    code, out, _ = run_command(capsys, "neom", "catalogue", "check", str(mine))
    assert (0, "16 tiles, 6 goods, 6 City boards") == (code, out.splitlines()[0])
    hashed = json.loads(run_command(capsys, "neom", "catalogue", "check", str(mine), "--json")[1])
    expect(checked(page)).to_contain_text(f"Catalogue {hashed['hash']};")
    code, out, _ = run_command(capsys, "neom", "check", str(log), "--catalogue", str(mine))
    assert 0 == code, out
    assert "typed by its owner" in out


def test_a_fault_names_its_tile_while_one_types_and_goes_when_it_is_mended(phone: Page) -> None:
    page = phone
    page.goto("/neom/catalogue")
    by_id(ready(page), "add.commercial").tap()
    by_id(page, "tile-name").fill("Old Mill")
    cost = field(page, "cost")
    cost.locator("input").fill("-2")
    expect(cost.locator(".fault")).to_contain_text('"cost" is -2, but 0 is the least')
    assert [] == barriers(page)
    by_id(page, "tile-done").tap()
    expect(checked(page)).to_contain_text("tile I-01 Old Mill, cost")
    page.reload()
    checked(ready(page)).get_by_role("link", name="Old Mill").tap()
    cost.locator("input").fill("")
    expect(cost.locator(".fault")).to_be_hidden()
    expect(cost.get_by_role("button", name="unknown")).to_have_attribute("aria-pressed", "true")


def test_effects_goods_and_tags_of_a_tile_are_chosen(phone: Page, tmp_path: Path) -> None:
    page = phone
    page.goto("/neom/catalogue")
    open_part(ready(page), "Goods")
    by_id(page, "good-name").fill("Roof Tiles")
    by_id(page, "good-add").tap()
    by_id(page, "add.public").tap()
    by_id(page, "effect-add").select_option("vp_per_neighbour")
    page.get_by_label("How much: points, or £").fill("2")
    page.get_by_label("Which tiles: of a type, or with a tag").select_option("tag")
    page.get_by_label("Which tiles: the tag").fill("Fire Station")
    page.get_by_label("What is next to it").select_option(label="by an edge or a corner")
    roof = field(page, "needs_goods").get_by_role("button", name="roof tiles")
    roof.tap()
    roof.tap()
    field(page, "tags").locator("input").fill("Fire Station, police")
    by_id(page, "roads.none").tap()
    by_id(page, "rest-none").tap()
    by_id(page, "tile-done").tap()
    expect(checked(page)).to_contain_text("It contradicts no rule.")
    file = exported(page, by_id(page, "save").tap, tmp_path / "mine.json")
    tile = catalogue_from_json(json.loads(file.read_text("utf-8"))).tile("I-01")
    (effect,) = tile.effects or ()
    assert ("vp_per_neighbour", 2, "orth+diag") == (effect.kind, effect.amount, effect.adjacency)
    assert effect.target
    assert "fire_station" == effect.target.tag
    assert ("roof_tiles", "roof_tiles") == tile.needs_goods
    assert ("fire_station", "police") == tile.tags
    assert (0, (), (False,) * 4) == (tile.cost, tile.produces, tile.roads)


def test_a_file_with_faults_is_taken_to_be_mended_and_what_is_no_catalogue_changes_nothing(
    phone: Page, tmp_path: Path
) -> None:
    page = phone
    page.goto("/neom/catalogue")
    by_id(ready(page), "load").set_input_files(Path(__file__))
    expect(by_id(page, "told")).to_contain_text("Nothing was changed.")
    by_id(page, "load").set_input_files(DOCS / "neom-game.json")
    expect(by_id(page, "told")).to_contain_text("This file is no catalogue of NEOM")
    by_id(page, "load").set_input_files(DOCS / "neom-catalogue-broken.json")
    expect(checked(page)).to_contain_text("7 faults:")
    expect(checked(page)).to_contain_text("tile I-flood, mark")
    assert [] == barriers(page)
    page.on("dialog", lambda dialog: dialog.accept())
    by_id(page, "load").set_input_files(DOCS / "neom-catalogue.json")
    expect(checked(page)).to_contain_text("It contradicts no rule.")
    again = exported(page, by_id(page, "save").tap, tmp_path / "again.json")
    assert json.loads((DOCS / "neom-catalogue.json").read_text("utf-8")) == json.loads(
        again.read_text("utf-8")
    )


def test_own_packs_name_their_catalogue_and_say_when_a_tile_has_changed(
    phone: Page, tmp_path: Path
) -> None:
    page, files = phone, _own_pack(tmp_path)
    demo = {**catalogue_to_json(demo_catalogue())}
    mine = {name: value for name, value in demo.items() if name != "invented"}
    named = catalogue_hash(catalogue_from_json(mine))
    page.goto("/neom/own")
    _keep_catalogue(page, mine)
    by_id(page, "load-pack").set_input_files(files)
    expect(by_id(page, "told")).to_contain_text("1 puzzle added")
    expect(page.locator(".changes")).to_contain_text(f"Made from the catalogue {named}.")
    expect(page.locator(".changes")).to_contain_text("Your catalogue is the same.")
    pack = json.loads(files[0].read_text("utf-8"))
    used = pack["puzzles"][0]["question"]["state"]["city"][0]["tile"]
    for tile in mine["tiles"]:
        if tile["id"] == used:
            tile["cost"] = 17
    _keep_catalogue(page, mine)
    page.reload()
    expect(page.locator(".changes .faults li")).to_contain_text([f"tile {used}"])
    expect(page.locator(".changes .faults li")).to_contain_text([": cost"])
    assert [] == barriers(page)


def _keep_catalogue(page: Page, catalogue: object) -> None:
    kept = {"$schema": "urn:meepleproof:neom-games:1", "games": [], "catalogue": catalogue}
    keep(page, json.dumps(kept), PLACE)


def _own_pack(folder: Path) -> list[Path]:
    """Return the files of a pack with one puzzle that ships, as if the tiles were typed."""
    shipped = shipped_packs() / "neom" / "neom-disaster.json"
    pack = json.loads(shipped.read_text("utf-8"))
    whole = {**catalogue_to_json(demo_catalogue())}
    del whole["invented"], pack["catalogue"]["invented"]
    named = catalogue_hash(catalogue_from_json(whole))
    pack["provenance"]["parameters"]["catalogue"] = named
    solutions = json.loads(shipped.with_suffix(".solutions.json").read_text("utf-8"))
    pack["puzzles"] = pack["puzzles"][:1]  # each is told once when it is added
    only = pack["puzzles"][0]["id"]
    solutions["solutions"] = {only: solutions["solutions"][only]}
    files = [folder / "mine.json", folder / "mine.solutions.json"]
    for file, document in zip(files, (sealed(pack), sealed(solutions)), strict=True):
        file.write_text(json.dumps(document), "utf-8")
    return files
