"""The service follows games of NEOM, and says what is wrong with a catalogue; it keeps nothing."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from meepleproof.service.play.neom.table import log_in_link, log_of_link
from meepleproof.service.shelf import Shelf
from tests.service_client import Client, clients, problem
from verifier.documents import validation
from verifier.errors import Malformed
from verifier.neom.tiles_document import catalogue_to_json, demo_catalogue

DOCS = Path(__file__).parent.parent / "docs" / "examples"
DEMO = catalogue_to_json(demo_catalogue())
START = {"game": "neom", "board": "harbour", "events": []}


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Client]:
    with clients(Shelf([], {}), tmp_path_factory.mktemp("state")) as make:
        yield make()


def told(client: Client, **asked: Any) -> Any:
    answer = client.ask("POST", "/api/neom/table", json=asked)
    assert answer.status_code == 200, answer.text
    return answer.json()


def example(name: str) -> Any:
    return json.loads((DOCS / name).read_text("utf-8"))


def after(log: Any, event: Any) -> Any:
    return {**log, "events": [*log["events"], event]}


def first_event(table: Any) -> Any:
    """Return the first of what may be done; tiles are placed rather than sold."""
    following = table["next"]
    if following == "keep":
        return {"keep": table["keep"][0]}
    if following == "tiles":
        return table["sets"][0]["event"]
    if following == "act":
        placing = [one for one in table["choices"] if one["event"]["action"] == "place"]
        choice = (placing or table["choices"])[0]
        way = choice["ways"][0]
        more = {name: way[name] for name in ("square", "bought", "routes") if name in way}
        return {**choice["event"], **more}
    if following == "strike":
        return table["answers"][0]["event"]
    assert following == "end"
    return {"end": {"headings": {"money": 99}}}


def test_a_seed_is_played_to_its_result_without_another_word_of_the_rules(client: Client) -> None:
    table, kinds = told(client, seed=23), set[str]()
    while table["next"] != "nothing":
        if table["next"] not in kinds:
            validation.validate("neom-table", table)
        kinds.add(table["next"])
        table = told(client, seed=23, log=after(table["log"], first_event(table)))
    validation.validate("neom-table", table)
    assert kinds == {"keep", "tiles", "act", "strike", "end"}
    headings = {one["name"]: int(one["points"]) for one in table["result"]["headings"]}
    assert int(table["result"]["total"]) == sum(headings.values())
    assert table["wrong"] == [f"You noted money 99, but it is {headings['money']}."]
    assert log_of_link(table["link"]) == table["log"]
    assert len(table["link"]) < 1200


def test_the_packs_are_those_that_the_command_deals(client: Client) -> None:
    dealt = example("neom-game-dealt.json")
    table = told(client, seed=23, log=dealt)
    assert table["next"] == "nothing"
    foreign = {**dealt, "events": dealt["events"][:1]}
    answer = client.ask("POST", "/api/neom/table", json={"seed": 24, "log": foreign})
    assert "This is not the game that seed 24 deals" in problem(answer, 422, "illegal")["detail"]


def test_taking_back_leaves_what_was_turned_up_before_the_choice(client: Client) -> None:
    table = told(client, seed=23)
    assert (table["next"], table["back"]) == ("keep", 0)
    later = told(client, seed=23, log=after(table["log"], first_event(table)))
    assert later["back"] == 1
    again = {**later["log"], "events": later["log"]["events"][: later["back"]]}
    assert told(client, seed=23, log=again)["log"] == table["log"]


def test_the_chance_of_the_disaster_follows_from_what_was_seen(client: Client) -> None:
    log = example("neom-game-dealt.json")
    until = next(number for number, event in enumerate(log["events"]) if "reveal" in event)
    before = told(client, log={**log, "events": log["events"][:until]})
    assert before["shown"]["number"] == 5
    assert len(before["shown"]["of"]) == 24
    validation.validate("neom-table", before)
    assert "pack 1 with a chance of 5/24 (20.83\N{NO-BREAK SPACE}%)" in before["odds"]["head"]
    assert dict(before["reminders"])["Goods that may be bought"] == "raw"
    seen = told(client, log={**log, "events": log["events"][: until + 1]})
    assert "4/19 (21.05\N{NO-BREAK SPACE}%)" in seen["odds"]["head"]
    assert seen["pack"] == log["events"][until]["reveal"]


def test_an_illegal_event_is_named_with_its_rule_and_place(client: Client) -> None:
    log = after(START, {"cornerstones": ["demo-C-01", "demo-C-02", "demo-C-03", "demo-C-04"]})
    answer = client.ask("POST", "/api/neom/table", json={"log": after(log, {"keep": "demo-C-09"})})
    refused = problem(answer, 422, "illegal")
    assert refused["rule"] == "NEOM-SOLO-CORNER-2"
    assert refused["violations"][0]["pointer"] == "/log/events/1"
    assert refused["detail"].startswith("Preliminary Round: ")
    assert "demo-C" not in refused["detail"]
    assert "NEOM-SOLO-CORNER-2: " in refused["detail"]


def test_what_a_catalogue_does_not_say_is_said_and_all_is_offered(client: Client) -> None:
    state = {
        "game": "neom",
        "tile_set": ["1+"],
        "board": "harbour",
        "city": [{"square": "D3", "tile": "demo-I-07"}],
        "tokens": ["wood"],
        "money": 20,
        "reserve": [],
        "turn": 4,
    }
    pack = ["demo-I-05", "demo-I-09", "demo-I-13"]
    log = {"game": "neom", "start": state, "events": [{"reveal": pack}]}
    gaps = {**DEMO, "params": {**DEMO["params"], "pollution": None}}
    assert "lacks" not in told(client, log=log, catalogue=gaps)
    tiles = [one | {"roads": None} if one["id"] == "demo-I-09" else one for one in DEMO["tiles"]]
    table = told(client, log=log, catalogue={**DEMO, "tiles": tiles})
    assert "tiles/demo-I-09/roads" in table["lacks"]
    assert {len(one["ways"]) for one in table["choices"]} == {1, 25}
    validation.validate("neom-table", table)
    sold = told(
        client,
        log=after(log, {"action": "sell", "tile": "demo-I-09"}),
        catalogue={**DEMO, "tiles": tiles},
    )
    assert sold["next"] == "reveal"


def test_a_catalogue_is_told_its_faults_with_places_and_rules(client: Client) -> None:
    broken = example("neom-catalogue-broken.json")
    answer = client.ask("POST", "/api/neom/catalogue", json={"catalogue": broken})
    validation.validate("neom-catalogue-check", answer.json())
    faults = {(one["where"], one["rule"]) for one in answer.json()["contradictions"]}
    assert ("/tiles/2/mark", "NEOM-DISASTER-2") in faults
    refused = client.ask("POST", "/api/neom/table", json={"log": START, "catalogue": broken})
    fault = problem(refused, 422, "malformed")
    assert fault["violations"][0]["pointer"].startswith("/catalogue/tiles/1")
    assert "tile I-01, rotation:" in fault["detail"]
    nonsense: Any
    for nonsense in ([], "tiles", 7):
        checked = client.ask("POST", "/api/neom/catalogue", json={"catalogue": nonsense}).json()
        assert checked["form"]


def test_a_damaged_link_is_a_sentence(client: Client) -> None:
    link = log_in_link(START)
    assert client.ask("GET", f"/neom/table?log={link}").status_code == 200
    for damaged in (link[:-4], "x" + link, "nothing", "%F0%9F%99%82"):
        answer = client.ask("GET", f"/neom/table?log={damaged}")
        assert answer.status_code == 400
        assert "link is damaged" in answer.text
    assert "is no number" in client.ask("GET", "/neom/demo?seed=x").text
    with pytest.raises(Malformed, match="damaged"):
        log_of_link(log_in_link({"note": "x" * 100_000}))


def text_of(client: Client, path: str) -> str:
    answer = client.ask("GET", path)
    assert answer.status_code == 200, answer.text
    return answer.text.replace("\N{NO-BREAK SPACE}", " ")


def test_packs_are_followed_without_a_catalogue(client: Client) -> None:
    first = text_of(client, "/neom/packs")
    assert "pack 1 has 5 tiles" in first
    assert "pack 1 with a chance of 5/24 (20.83 %). It can still be prevented there" in first
    turned = client.ask("GET", "/neom/packs?tiles=1%2B&seen=market&pack=disaster&names=a,+b/c")
    assert turned.status_code == 302
    assert turned.headers["location"].endswith("seen=market%2Fa%2Cb+c%2Cdisaster")
    after = text_of(client, turned.headers["location"])
    assert "The Disaster was in pack 2" in after
    assert "The Disaster was in it" not in after
    late = text_of(client, "/neom/packs?generation=2&seen=-/-/-/-/-/-&want=park")
    assert "a chance of 2/3 (66.67 %). It cannot be selected any more" in late
    assert "raw, processed" in late
    assert "can be taken: 2/3" in late
    end = text_of(client, "/neom/packs?generation=2&seen=-/-/-/-/-/-/-")
    assert "strikes at the end of turn 7" in end
    assert "generation=3" in end


def test_packs_that_cannot_be_are_refused_in_a_sentence(client: Client) -> None:
    full = text_of(client, "/neom/packs?seen=-/-/-/-&pack=plain&names=a,b,c,d")
    assert "Pack 5 holds 3 tiles with {1+}, but 4 are noted" in full
    for query, said in (
        ("tiles=2", "There is no tile set"),
        ("generation=4", "is no Generation"),
        ("seen=-/-/-/-/-/-/-/-", "a Generation shows seven"),
        ("want=a,b,c,d", "write 3 at most"),
    ):
        answer = client.ask("GET", f"/neom/packs?{query}")
        assert answer.status_code == 400
        assert said in answer.text
