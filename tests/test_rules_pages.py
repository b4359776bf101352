"""The rules of the house game and of NEOM: complete, and true of what both keys play."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from html import unescape
from importlib import import_module, resources
from typing import Any

import pytest
from starlette.applications import Starlette

from meepleproof.service.pages.guide import Guide
from meepleproof.service.pages.house.rules import house_guide
from meepleproof.service.pages.house.rules import played as played_record
from meepleproof.service.pages.neom.rules import city_of, neom_guide
from meepleproof.service.pages.routes import page_routes
from meepleproof.service.play.play import played_game, played_games
from meepleproof.service.shelf import Shelf
from tests.service_client import Client
from verifier.carcassonne.engine.house import HouseEngine
from verifier.carcassonne.house.notation import parse_part_turn
from verifier.carcassonne.house.part_turn import FinalScoring, PartTurn
from verifier.carcassonne.house.position import Position, set_up
from verifier.carcassonne.house.rule_set import RuleSet
from verifier.carcassonne.model.house.key import HouseModel
from verifier.games import GAMES
from verifier.neom.engine import BUYABLE, Engine
from verifier.neom.model.key import NeomModel
from verifier.neom.odds import question
from verifier.neom.odds.seen import Seen
from verifier.neom.state import State, square_name
from verifier.neom.tiles_document import demo_catalogue

GUIDES = {"house": house_guide, "neom": neom_guide}
COLOURS = ("blue", "red", "yellow")
CATALOGUE = demo_catalogue()


def stated(game: str) -> Any:
    package = resources.files(f"meepleproof.service.pages.{game}")
    return json.loads(package.joinpath("rules.json").read_text("utf-8"))


HOUSE = {name: told for name, told in stated("house")["figures"].items() if "piece" not in told}
NEOM = stated("neom")["figures"]


@pytest.fixture(scope="module")
def client() -> Client:
    routes = page_routes(Shelf([], {}))
    return Client(Starlette(routes=routes), "127.0.0.1", "127.0.0.1:8128", {})


# Complete


@pytest.mark.parametrize("game", GUIDES)
def test_every_rule_is_told_in_one_section(game: str) -> None:
    told = [rule for section in GUIDES[game]().sections for rule in section.rules]
    assert sorted(rule.id for rule in GAMES[game].catalogue.rules) == sorted(told)


@pytest.mark.parametrize("game", GUIDES)
def test_every_figure_of_the_file_is_shown(game: str) -> None:
    guide = GUIDES[game]()
    shown = [one.name for part in guide.sections for one in (*part.figures, *part.legend)]
    assert sorted(stated(game)["figures"]) == sorted(shown)


def test_no_id_is_read_by_players() -> None:
    for make in GUIDES.values():
        for section in make().sections:
            figures = (*section.figures, *section.legend)
            said = [*section.text, *section.steps, *section.items, *(one.says for one in figures)]
            assert not re.findall(
                r"\b(?:base|ic|tb)/[A-Z]|\bdemo-|[A-Z]{3,}-[A-Z0-9]", " ".join(said)
            )


# The house rules


@pytest.mark.parametrize("name", HOUSE)
def test_both_keys_play_what_a_figure_shows(name: str) -> None:
    tables, turns = played_record(HOUSE[name])
    for table, turn, after in zip(tables, turns, tables[1:], strict=False):
        outcome = HouseModel().outcome(table, turn)
        assert outcome is not None
        assert after == outcome.after


@pytest.mark.parametrize("name", [name for name in HOUSE if "last" in HOUSE[name]])
def test_a_turn_brings_what_its_figure_says(name: str) -> None:
    told = HOUSE[name]
    tables, turns = played_record(told)
    before, after = tables[-1 - told["last"]], tables[-1]
    gains = [new - old for old, new in zip(before.scores, after.scores, strict=True)]
    assert told["holds"]["gains"] == {c: n for c, n in zip(COLOURS, gains, strict=True) if n}
    for number in told["holds"]["gains"].values():
        assert f"{number} points" in told["says"]
    if "open" in told["holds"]:
        kind, value = told["holds"]["open"]
        assert [value] == [one.value for one in finals(before) if one.kind == kind]
        assert f"would have brought {value}" in told["says"]
    assert told["holds"].get("double", False) == turns[-told["last"]].second
    for text in told["holds"].get("refused", ()):
        assert not legal(tables[-2], parse_part_turn(text))


def test_a_hand_has_a_tile_that_fits_nowhere() -> None:
    table = played_record(HOUSE["hand"])[0][-1]
    fit = {outcome.part_turn.tile for outcome in HouseEngine().outcomes(table)}
    assert set(HOUSE["hand"]["holds"]["fits"]) == fit
    assert {"base/C"} == set(table.hand) - fit


def test_farms_bring_what_their_figure_says() -> None:
    told = HOUSE["farms"]
    farms = finals(played_record(told)[0][-1])
    owned = {COLOURS[owner]: farm.value for farm in farms for owner in farm.owners}
    assert told["holds"]["farms"] == owned
    assert told["holds"]["cities"] == len({city for farm in farms for city in farm.cities})
    for owner, letters, value in (("Blue", "B and C", 6), ("Yellow", "A alone", 3)):
        assert re.search(rf"{owner}'s [^.]*touches {letters}[:,] {value} points", told["says"])


def test_the_cities_at_a_farm_have_the_letters_that_are_said() -> None:
    # Letters go by the first farm that touches a city: yellow's has A, the others B and C.
    yellow, blue, red = finals(played_record(HOUSE["farms"])[0][-1])
    assert [(2,), (0,), (1,)] == [one.owners for one in (yellow, blue, red)]
    assert blue.cities == red.cities
    assert not set(yellow.cities) & set(blue.cities)


CELLS = {
    ("Road with an inn", 1): (["ic/C0.1.0.little.E", "base/W0.2.0"], "3 a tile", 6),
    ("Road with an inn", 2): (["ic/C0.1.0.little.E"], "0", 0),
    ("Road of two tiles", 1): (["base/W0.1.0.little.S", "base/A2.1.-1"], "2 in all", 2),
    ("Road of two tiles", 2): (["base/U0.1.0.little.E"], "1 a tile", 2),
    ("Any other road", 1): (["base/W0.1.0.little.W", "base/W0.-1.0"], "2 a tile", 6),
    ("Any other road", 2): (["base/U0.1.0.little.E", "base/U0.2.0"], "1 a tile", 3),
    ("City of two tiles", 1): (["base/E2.0.1.little.S"], "2 in all", 2),
    ("City of two tiles", 2): (["base/F1.0.1.little.N"], "1 a tile and shield", 3),
    ("City with a cathedral", 2): (["ic/K0.0.1.big.N"], "0", 0),
    ("Any other city", 1): (
        ["base/F1.0.1.little.N", "base/E2.0.2"],
        "2 a tile and shield",
        8,
    ),
    ("Any other city", 2): (
        ["base/F1.0.1.little.N", "base/F1.0.2"],
        "1 a tile and shield",
        5,
    ),
    ("Monastery", 2): (["base/B0.0.-1.little.M"], "1, and 1 for each tile around it", 2),
}
"""Cells of the table: what is played, what the cell says, and what it comes to."""


@pytest.mark.parametrize(("row", "column"), CELLS)
def test_the_table_of_points_is_what_both_keys_count(row: str, column: int) -> None:
    turns, says, points = CELLS[row, column]
    rows = {one[0]: one for one in section("house", "All points").rows}
    assert says == rows[row][column]
    table = table_after(turns)
    assert points == table.scores[0] + sum(one.value for one in finals(table) if 0 in one.owners)


def table_after(turns: list[str]) -> Position:
    parsed = [parse_part_turn(text) for text in turns]
    table = set_up(RuleSet(players=3, hand=1), tuple(turn.tile for turn in parsed), 20)
    for turn in parsed:
        outcome = HouseEngine().outcome(table, turn)
        assert outcome is not None
        table = outcome.after
    return table


def legal(table: Position, turn: PartTurn) -> bool:
    found = [key.outcome(table, turn) is not None for key in (HouseEngine(), HouseModel())]
    assert found[0] == found[1]
    return found[0]


def finals(table: Position) -> tuple[FinalScoring, ...]:
    found = HouseEngine().final_scorings(table)
    assert found == HouseModel().final_scorings(table)
    return found


# NEOM


@pytest.mark.parametrize("name", [name for name in NEOM if "squares" in NEOM[name]])
def test_both_keys_place_a_tile_where_a_figure_frames_squares(name: str) -> None:
    told = NEOM[name]
    for key in (Engine(), NeomModel()):
        found = key.squares(CATALOGUE, city_of(told), told["place"])
        assert told["squares"] == sorted(map(square_name, found))
    assert CATALOGUE.tile(told["place"]).name in told["says"]


@pytest.mark.parametrize("name", [name for name in NEOM if "city" in NEOM[name]])
def test_every_tile_of_a_city_is_linked(name: str) -> None:
    city = city_of(NEOM[name])
    for key in (Engine(), NeomModel()):
        assert {square for square, _ in city.tiles} == set(key.linked(CATALOGUE, city))


def test_a_route_saves_what_its_figure_says() -> None:
    told = NEOM["route"]
    city, goods = city_of(told), frozenset(told["goods"])
    state = State(("1+",), city, goods, 20, frozenset(), turn=4, disaster_over=True)
    pack = (told["place"], "demo-I-02", "demo-I-05")
    for key in (Engine(), NeomModel()):
        made = [one for one in key.outcomes(CATALOGUE, state, pack) if one.action.kind == "place"]
        paid = {one.action.routes: one.paid for one in made if one.action.selected == told["place"]}
        without, by_route = told["paid"]
        assert {(): without, (told["route"],): by_route} == paid
    assert f"comes to £{without}, and by the route to £{by_route}" in told["says"]


def test_a_city_scores_what_its_figure_says() -> None:
    told = NEOM["score"]
    state = State(
        ("1+",),
        city_of(told),
        frozenset(told["goods"]),
        told["money"],
        frozenset(),
        generation=3,
        turn=8,
        disaster_over=True,
    )
    for key in (Engine(), NeomModel()):
        found = {one.name: one.points for one in key.score(CATALOGUE, state)}
        assert told["score"] == found
    assert f"{sum(told['score'].values())} points" in told["says"]
    for heading in ("printed", "neighbourhoods", "goods", "money"):
        assert str(told["score"][heading]) in re.findall(r"\d+", told["says"])


def test_the_table_of_packs_is_what_both_ways_of_counting_say() -> None:
    rows = section("neom", "The packs").rows
    for (_, shown, unseen), tiles in zip(rows, ("1+", "1+,4+", "1+,4+,5+"), strict=True):
        *sizes, gone = question.chances(Seen(tiles)).sizes
        assert (", ".join(map(str, sizes)), str(gone)) == (shown, unseen)
    chances = question.chances(Seen("1+")).disaster
    assert chances is not None
    for pack in (0, 7):
        assert (
            f"{chances.places[pack].numerator} of 24 times in pack {pack + 1}"
            in (NEOM["packs"]["says"])
        )
    for chance in chances.places:
        assert f">{chance}<" in neom_guide().pictures["packs"]


def test_what_can_be_bought_is_what_the_engine_sells() -> None:
    rows = section("neom", "Goods and money").rows
    assert [", ".join(tiers) for tiers in BUYABLE] == [row[1] for row in rows]


def test_numbers_of_the_text_are_those_of_the_sources() -> None:
    parameters = CATALOGUE.parameters
    told = " ".join(section("neom", "Your turn").items)
    assert f"Sell it: £{parameters.sell_value}," in told
    assert f"£{parameters.start_money}." in " ".join(section("neom", "Before the game").steps)
    assert f"one point for £{parameters.money_per_vp}." in " ".join(section("neom", "Points").items)


def section(game: str, head: str) -> Any:
    return next(one for one in GUIDES[game]().sections if one.head == head)


# The page


@pytest.mark.parametrize("game", GUIDES)
def test_the_page_has_every_sentence_and_picture(client: Client, game: str) -> None:
    guide: Guide = GUIDES[game]()
    path = played_game(game).rules
    page = unescape(client.get(path).text)
    for part in guide.sections:
        assert f'href="#{part.anchor}"' in page
        assert f'id="{part.anchor}"' in page
        for said in (*part.text, *part.steps, *part.items, *(one.says for one in part.figures)):
            assert said in page
    for name, drawn in guide.pictures.items():
        assert f'src="{path}/{name}.svg"' in page
        assert drawn == client.get(f"{path}/{name}.svg").text
    assert 404 == client.get(f"{path}/nothing.svg").status_code


def test_pages_lead_to_the_rules_of_their_own_game(client: Client) -> None:
    for name, played in played_games().items():
        others = [one.rules for one in played_games().values() if one is not played]
        paths = [played.home, played.rules, f"{played.below}/calendar"]
        paths += [offer.path for offer in played.offers]
        for path in paths:
            page = client.get(path).text
            assert f'href="{played.rules}"' in page, (name, path)
            assert not [one for one in others if f'href="{one}"' in page], (name, path)


def test_a_page_of_no_game_leads_to_the_rules_of_all(client: Client) -> None:
    page = client.get("/games").text
    for played in played_games().values():
        assert f'{played.credit.replace(chr(39), "&#39;")} <a href="{played.rules}">' in page


def test_rules_are_kept_for_use_without_a_connection(client: Client) -> None:
    worker = client.get("/sw.js").text
    for game in GUIDES:
        assert f'"{played_game(game).rules[1:]}"' in worker


def figures() -> Iterator[tuple[str, str]]:
    for game in GUIDES:
        for name in stated(game)["figures"]:
            yield game, name


@pytest.mark.parametrize(("game", "name"), list(figures()))
def test_a_picture_is_small_and_runs_nothing(game: str, name: str) -> None:
    drawn = GUIDES[game]().pictures[name]
    assert len(drawn.encode()) < 60_000
    assert "<script" not in drawn
    assert import_module("xml.etree.ElementTree").fromstring(drawn).tag.endswith("svg")
