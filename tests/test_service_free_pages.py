"""The pages of the free game over HTTP: whatever a client sends, and what is shown to nobody."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from starlette.applications import Starlette

from meepleproof.service.pages.routes import page_routes
from meepleproof.service.shelf import Shelf
from tests.service_client import listening
from verifier.documents import validation

EARLY = json.loads((Path(__file__).parent / "vectors" / "free-games.json").read_text("utf-8"))[0]


@pytest.fixture(scope="module")
def client() -> Iterator[httpx.Client]:
    routes = page_routes(Shelf([], {}))
    with listening(Starlette(routes=routes)) as address, httpx.Client(base_url=address) as opened:
        yield opened


def query_for(game: dict[str, Any], **more: str) -> dict[str, str]:
    return {name: str(game[name]) for name in ("seed", "colours", "meeples", "line")} | more


def test_without_a_seed_one_is_drawn(client: httpx.Client) -> None:
    query = {"seed": "", "colours": "4", "meeples": "5", "abbot": "on"}
    drawn = [client.get("/play", params=query).headers["location"] for _ in range(3)]

    assert {303} == {client.get("/play", params=query).status_code}
    assert 3 == len(set(drawn))
    assert all(to.endswith("&colours=4&meeples=5&abbot=on") for to in drawn)
    assert 200 == client.get(drawn[0]).status_code


@pytest.mark.parametrize(
    ("query", "words"),
    [
        ({"seed": "x"}, "is not a whole number"),
        ({"seed": "-1"}, "is not a whole number"),
        ({"seed": "٣"}, "is not a whole number"),
        ({"seed": "1" * 17}, "from 0 to 2^53"),
        ({"seed": "1" * 9999}, "letters are too many"),
        ({"seed": "1", "colours": "2"}, "SOLO-SETUP-2"),
        ({"seed": "1", "colours": "5"}, "SOLO-OPTION-2"),
        ({"seed": "1", "meeples": "2"}, "SOLO-OPTION-3"),
        ({"seed": "1", "meeples": "8"}, "SOLO-OPTION-1"),
        ({"seed": "1", "line": "../../etc/passwd"}, "is not a turn"),
        ({"seed": "1", "line": "U0.0.9.-~" * 999}, "letters are too many"),
    ],
)
def test_an_address_that_says_nothing_is_refused(
    client: httpx.Client, query: dict[str, str], words: str
) -> None:
    answer = client.get("/play", params=query)

    assert 400 == answer.status_code
    assert words in answer.text


@pytest.mark.parametrize("name", ["seed", "line", "colours"])
def test_a_script_in_an_address_is_text(client: httpx.Client, name: str) -> None:
    script = "<script>alert(1)</script>"
    answer = client.get("/play", params={"seed": "1", name: script})

    assert script not in answer.text
    assert "script-src 'self'" in answer.headers["content-security-policy"]


def test_a_turn_against_the_rules_is_explained_and_the_game_goes_on_before_it(
    client: httpx.Client,
) -> None:
    line = f"{'~'.join(EARLY['line'].split('~')[:3])}~C0.9.9.-~V0.0.1.-"
    answer = client.get("/play", params=query_for(EARLY, line=line))

    assert 200 == answer.status_code
    assert "SOLO-PLACE-1" in answer.text
    assert '"turns":3' in answer.text
    assert "C0.9.9" not in answer.text.partition('id="about"')[0]


def test_a_turn_after_the_end_is_explained(client: httpx.Client) -> None:
    answer = client.get("/play", params=query_for(EARLY, line=f"{EARLY['line']}~V0.0.1.-"))

    assert 200 == answer.status_code
    assert "The game is over." in answer.text
    assert f"your result is {EARLY['result']}" in answer.text


def test_the_file_of_a_game_is_a_scenario(client: httpx.Client) -> None:
    answer = client.get("/play/game.json", params=query_for(EARLY))

    assert 'filename="free-game-5.json"' in answer.headers["content-disposition"]
    validation.validate("scenario", answer.json())
    assert EARLY["result"] == answer.json()["claims"][1]["is"]["result"]


def test_a_game_that_is_not_over_has_no_file(client: httpx.Client) -> None:
    answer = client.get("/play/game.json", params=query_for(EARLY, line=""))

    assert 422 == answer.status_code
    assert "the game is not over" in answer.text
