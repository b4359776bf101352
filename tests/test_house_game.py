"""House games over the page's interface: to the end, hidden bags, the computer, the ledger."""

from __future__ import annotations

import json
from html import unescape
from typing import Any

import pytest
from starlette.applications import Starlette

from meepleproof.service.pages.routes import page_routes
from meepleproof.service.play.house.game import (
    Evening,
    Guest,
    Style,
    answered,
    choice,
    remembered_house_games,
)
from meepleproof.service.shelf import Shelf
from tests.service_client import Client
from tests.test_house_tables import told
from verifier.carcassonne.engine.house import HouseEngine
from verifier.carcassonne.engine.house.endgame import perfect_reply
from verifier.carcassonne.house.codec import record_from_json
from verifier.carcassonne.house.endgame import Endgame
from verifier.carcassonne.house.key import check_record
from verifier.carcassonne.house.notation import parse_position
from verifier.carcassonne.house.part_turn import PartTurn
from verifier.carcassonne.house.rule_set import RuleSet
from verifier.carcassonne.model.house.key import HouseModel
from verifier.documents import validation

SHORT = {"game": "house", "minutes": "3", "seed": "5"}


@pytest.fixture(scope="module")
def client() -> Client:
    return Client(Starlette(routes=page_routes(Shelf([], {}))), "127.0.0.1", "127.0.0.1:8128", {})


def read(client: Client, **asked: str) -> dict[str, Any]:
    answer = client.get("/api/table", params=asked)
    assert 200 == answer.status_code, answer.text
    document: dict[str, Any] = answer.json()
    validation.validate("table", document)
    return document


def played_out(client: Client, **asked: str) -> dict[str, Any]:
    """Return the last table of a game in which people always make the first part-turn."""
    table = read(client, **asked)
    while "end" not in table:
        text = max(text for text, _, _ in told(table))
        line = f"{table['line']}~{text}" if table["line"] else text
        table = read(client, **asked, line=line)
    return table


@pytest.mark.parametrize(
    "asked",
    [
        {"players": "2", "seats": "person.ahead", "names": "Ada~Ben", "handicaps": "c1:-3.0:7"},
        {"players": "4", "seats": "person.greedy.person.ahead", "sets": "base.tb", "hand": "4"},
    ],
)
def test_a_game_comes_to_its_end_and_both_keys_find_its_record_legal(
    client: Client, asked: dict[str, str]
) -> None:
    table = played_out(client, **SHORT, **asked)
    end = table["end"]
    record = record_from_json(client.get(end["file"]).json())
    assert "holds" == check_record(record, (HouseEngine(), HouseModel())).verdict.answer
    evening = end["evening"]
    assert record.final is not None
    assert sum(evening["scores"].values()) == sum(record.final)
    assert len(evening["players"]) == int(asked["players"])
    lines = len(table["line"].split("~"))
    assert lines == evening["tiles"] == table["turns"]


def test_the_ledger_reckons_in_handicaps_of_this_evening_and_the_next(client: Client) -> None:
    asked = {"players": "2", "names": "Ada~Ben", "handicaps": "c1:-3.0:7"}
    table = played_out(client, **SHORT, **asked)
    ada, ben = table["people"]
    assert (3, 7) == (ada["handicap"], ben["handicap"])  # one for each of 6 tiles less 3, and 7
    scores = table["end"]["evening"]["scores"]
    totals = [scores["Ada"] + 3, scores["Ben"] + 7]
    assert totals == [ada["points"], ben["points"]]
    lost = max(totals) - totals[0]
    told_of_ada = table["end"]["evening"]["players"][0]
    assert (1, -3 + lost // 2) == (told_of_ada["per_tile"], told_of_ada["points"])


def test_nothing_of_the_bag_is_told(client: Client) -> None:
    asked = {**SHORT, "players": "2", "minutes": "30", "sets": "base.river"}
    table = read(client, **asked)
    river = [one["name"] for one in table["hand"]]
    assert 1 == len(river)
    assert "river/" in river[0]
    text = json.dumps(table)
    assert "bag" not in table
    assert "59" in next(note for note in table["notes"] if "bag" in note)
    assert all(f'"{art}' not in text for art in ("base-A", "base-C", "river-L"))


def test_undo_leads_before_the_own_part_turn_not_before_the_answers(client: Client) -> None:
    asked = {**SHORT, "players": "3", "seats": "person.greedy.ahead"}
    first = read(client, **asked)
    text = max(text for text, _, _ in told(first))
    second = read(client, **asked, line=text)
    assert len(second["answered"]) >= 2
    assert "" == second["back"]
    assert second["line"] == read(client, **asked, line=second["line"])["line"]
    exact = read(client, **asked, line=text, exactly="1")
    assert text == exact["line"]


def test_the_last_tiles_are_played_perfectly() -> None:
    position = parse_position(
        "h2.3.bitk.411~b-2.-1.-2V3lE3.-2D0.iK0S0lN2kC0bN1tK0uN2kD2lE4.-G1bWl4R1uN1kA3lE3"
        ".-2tT2.-kE2lM2B0lNl1~t3~nHHH"
    )
    for handicaps in ((0, 5), (9, 0)):
        best = perfect_reply(Endgame(position, handicaps)).part_turn
        for style in ("greedy", "ahead"):
            chosen = choice(position, style, handicaps)
            assert chosen is not None
            assert best == chosen.part_turn


@pytest.mark.parametrize("style", ["greedy", "ahead"])
@pytest.mark.parametrize(("seed", "handicaps"), [(2, (0, 0, 0)), (18, (0, 0, 0)), (2, (0, 9, 0))])
def test_of_three_players_the_one_with_the_last_tile_plays_it_perfectly(
    style: Style, seed: int, handicaps: tuple[int, int, int]
) -> None:
    guests = tuple(Guest(name, "greedy") for name in ("Ada", "Ben", "Cleo"))
    game = remembered_house_games()(Evening(RuleSet(3), 4, seed, guests), ())
    while game.goes_on:
        game = answered(game)
    before = game.outcomes[-2].after
    leads = dict[PartTurn, int]()
    for outcome in HouseEngine().outcomes(before):
        assert outcome.final is not None
        totals = [score + own for score, own in zip(outcome.final, handicaps, strict=True)]
        own = totals.pop(before.to_move)
        leads[outcome.part_turn] = own - max(totals)
    chosen = choice(before, style, handicaps)
    assert chosen is not None
    assert max(leads.values()) == leads[chosen.part_turn]


@pytest.mark.parametrize(
    ("asked", "rule"),
    [
        ({"players": "7"}, "HOUSE-SETUP-1"),
        ({"players": "2", "minutes": "0"}, "HOUSE-SETUP-3"),
        ({"players": "2", "names": "Ada"}, "HOUSE-SETUP-1"),
        ({"players": "2", "names": "Ada~Ada"}, None),
        ({"players": "2", "seats": "person.robot"}, None),
        ({"players": "2", "handicaps": "1.2"}, None),
        ({"players": "2", "seed": "x"}, None),
    ],
)
def test_a_set_up_that_cannot_be_is_refused(
    client: Client, asked: dict[str, str], rule: str | None
) -> None:
    answer = client.get("/api/table", params={**SHORT, **asked})
    assert 422 == answer.status_code
    assert rule == answer.json()["violations"][0].get("rule")
    page = client.get("/house/game", params={"seed": "5", "minutes": "3", **asked})
    assert 400 == page.status_code


@pytest.mark.parametrize(
    ("asked", "sentence"),
    [
        ({"players": "9"}, "In the number of players: 9 players: the house game is for 2 to 6."),
        ({"minutes": "abc"}, "In the minutes: 'abc' is no number up to 600."),
        ({"hand": "99"}, "In the size of the open hand: '99' is no number up to 9."),
        ({"seats": "ahead"}, "In who plays each seat: there are 1 for 2 players."),
        ({"sets": "base.abbey"}, "In the boxes: there is no box 'abbey'; there are base, river,"),
    ],
)
def test_the_page_names_the_part_of_the_set_up_that_is_wrong(
    client: Client, asked: dict[str, str], sentence: str
) -> None:
    page = client.get("/house/game", params={"seed": "5", "minutes": "3", "players": "2", **asked})
    assert 400 == page.status_code
    assert sentence in unescape(page.text)
