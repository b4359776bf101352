"""Puzzles of a pack of one's own: taken apart once, and answered by the small packs alone."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest

from meepleproof.service.shelf import Shelf, shipped_packs
from tests.service_client import Client, clients, problem
from verifier.documents import validation

FOLDER = shipped_packs() / "neom"
KINDS = ("link", "purchase", "last-turns", "disaster")


def both(kind: str) -> dict[str, Any]:
    """Return a pack and its solutions, as a player chooses both files."""
    pack, solutions = (f"neom-{kind}.json", f"neom-{kind}.solutions.json")
    return {
        "pack": json.loads((FOLDER / pack).read_text("utf-8")),
        "solutions": json.loads((FOLDER / solutions).read_text("utf-8")),
    }


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Client]:
    with clients(Shelf([], {}), tmp_path_factory.mktemp("state")) as make:
        yield make()


def asked(client: Client, what: str, document: Any) -> Any:
    answer = client.ask("POST", f"/neom/own/{what}", json=document)
    assert 200 == answer.status_code, answer.text
    return answer.json()


@pytest.mark.parametrize("kind", KINDS)
def test_a_pack_is_taken_apart_and_each_puzzle_is_played_by_itself(
    client: Client, kind: str
) -> None:
    whole = both(kind)
    apart = asked(client, "pack", whole)
    assert [one["id"] for one in whole["pack"]["puzzles"]] == [
        one["id"] for one in apart["puzzles"]
    ]
    own = {name: apart["puzzles"][0][name] for name in ("pack", "solutions")}
    assert len(json.dumps(own)) < len(json.dumps(whole)) / 2
    told = asked(client, "told", own)
    validation.validate("table", told["table"])
    assert all(f'id="{one["art"]}"' in told["sheet"] for one in told["table"]["pieces"])
    solution = next(iter(own["solutions"]["solutions"].values()))
    line = told["table"]["help"]["solution"]["line"] or str(
        solution.get("answer", solution.get("money"))
    )
    if "helpers" in solution:
        line = "".join(f"*{each}" for each in solution["helpers"])
    answered = asked(client, "told", {**own, "line": line})["table"]
    assert "solved" == answered["end"]["kind"]
    listed = told["about"]["answers"]
    if kind == "link":
        number = listed["cities"]["~".join(sorted(line.split("~")))]
        assert answered["end"] == listed["ends"][number]
    else:
        assert answered["end"] == listed["answers"][line]["end"]


def test_what_is_wrong_with_a_pack_is_said(client: Client) -> None:
    link, last = both("link"), both("last-turns")
    mixed = {"pack": link["pack"], "solutions": last["solutions"]}
    refused = client.ask("POST", "/neom/own/pack", json=mixed)
    assert "these are the solutions of" in problem(refused, 422, "malformed")["detail"]
    changed = json.loads(json.dumps(link))
    changed["pack"]["catalogue"]["tiles"][0]["cost"] = 99
    refused = client.ask("POST", "/neom/own/pack", json=changed)
    assert "was changed" in problem(refused, 422, "malformed")["detail"]
    half = {**link, "solutions": {"$schema": "urn:meepleproof:neom-solutions:1"}}
    problem(client.ask("POST", "/neom/own/pack", json=half), 422, "malformed")
    own = asked(client, "pack", link)["puzzles"][0]
    small = {"pack": own["pack"], "solutions": own["solutions"], "line": "nothing*Z9"}
    refused = client.ask("POST", "/neom/own/told", json=small)
    assert "none of the tiles" in problem(refused, 422, "malformed")["detail"]
