"""The table of the house game: it follows its schema and is right about every part-turn."""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterator
from typing import Any

import pytest
from starlette.applications import Starlette

from generator.pack import Packed
from meepleproof.service.pages.routes import page_routes
from meepleproof.service.play.house.turns import parse_player_part_turns, play_part_turns
from meepleproof.service.shelf import Shelf
from tests.house_shelf import house_shelf
from tests.service_client import Client
from verifier.carcassonne.engine.house import HouseEngine
from verifier.carcassonne.house.puzzle import HousePuzzle
from verifier.documents import validation
from verifier.documents.canonical_json import canonical_bytes

STUDY, FARM, SOLO = "s541bsvtqta2", "9c9eecge6r4p", "4sx7ch90kg1j"
DOUBLE, POINTS, OWN = "6zhetm8wkrwg", "27a48dhwf797", "d14vracjvt11"
TEN_KILOBYTES = 10_000
SHORT = "h2~b0.0.D0~t1~nEVW~u9~g.points.4"


@pytest.fixture(scope="module")
def shelf(tmp_path_factory: pytest.TempPathFactory) -> Shelf:
    return house_shelf(tmp_path_factory.mktemp("packs"))


@pytest.fixture(scope="module")
def client(shelf: Shelf) -> Client:
    return Client(Starlette(routes=page_routes(shelf)), "127.0.0.1", "127.0.0.1:8128", {})


def of_id(shelf: Shelf, identity: str) -> Packed[HousePuzzle]:
    packed: Packed[HousePuzzle] = shelf.known(identity).packed
    return packed


def read(client: Client, **asked: str) -> dict[str, Any]:
    answer = client.get("/api/table", params=asked)
    assert 200 == answer.status_code, answer.text
    document: dict[str, Any] = answer.json()
    validation.validate("table", document)
    assert TEN_KILOBYTES > len(gzip.compress(canonical_bytes(document)))
    return document


def told(document: dict[str, Any]) -> Iterator[tuple[str, dict[str, Any], int]]:
    """Yield every part-turn of a table with its effect and its place among the claim's plays."""
    for one in document["hand"]:
        for square in one["squares"]:
            for way in square["ways"]:
                for claim in document["claims"][way["claims"]]:
                    for place, (rest, number) in enumerate(claim.get("plays", ())):
                        yield way["begins"] + rest, document["effects"][number], place


@pytest.mark.parametrize("identity", [STUDY, DOUBLE])
def test_every_part_turn_there_is_is_told_with_what_it_brings(
    client: Client, shelf: Shelf, identity: str
) -> None:
    position = of_id(shelf, identity).puzzle.position
    document = read(client, puzzle=identity)
    found = {text: effect for text, effect, _ in told(document)}
    outcomes = {str(one.part_turn): one for one in HouseEngine().outcomes(position)}
    assert set(found) == set(outcomes)
    for text, outcome in outcomes.items():
        after = list(outcome.after.scores if outcome.final is None else outcome.final)
        hands = [supply.little for supply in outcome.after.supplies]
        assert [after, hands] == [found[text]["scores"], found[text]["hands"]]
        values = [scoring.value for scoring in outcome.scorings]
        heads = [int(line["head"].split()[1]) for line in found[text].get("lines", ())]
        assert values == heads
    # The second answer to 'either' is always that the second part follows.
    assert all(place == text.endswith("+") for text, _, place in told(document))


def test_why_not_is_what_the_referee_says(client: Client, shelf: Shelf) -> None:
    position = of_id(shelf, DOUBLE).puzzle.position
    document = read(client, puzzle=DOUBLE)

    def rules(text: str) -> list[str]:
        _, refusal = play_part_turns(position, parse_player_part_turns([text]))
        assert refusal is not None
        return list(refusal.rules)

    for one in document["hand"]:
        tile = one["name"].removeprefix("tile ")
        for square in one["squares"][::5]:
            x, y = square["at"]
            for rotation, number in square["not"][:1]:
                reason = document["reasons"][number]
                assert rules(f"{tile}{rotation}.{x}.{y}") == reason["rules"]
            for way in square["ways"]:
                for claim in document["claims"][way["claims"]]:
                    if "not" in claim:
                        reason = document["reasons"][claim["not"]]
                        assert rules(f"{way['begins']}.{claim['name']}") == reason["rules"]


def test_farms_are_told_with_their_owners_and_cities(client: Client, shelf: Shelf) -> None:
    solution = of_id(shelf, FARM).solution or {}
    right = ".".join(map(str, solution["points"]))
    farms = read(client, puzzle=FARM, line=right)["features"]
    assert [
        (farm["owners"], farm["points"], len(farm["cities"])) for farm in solution["farms"]
    ] == [(farm["owners"], farm["points"], len(farm["cities"])) for farm in farms]
    table = read(client, puzzle=FARM)
    assert "features" not in table  # nothing is given away before the answer
    assert all(one["ends"] == one["points"] for one in table["people"])


def test_a_wrong_answer_about_farms_is_explained_on_the_board(client: Client, shelf: Shelf) -> None:
    wrong = (of_id(shelf, FARM).solution or {})["wrong"][0]
    document = read(client, puzzle=FARM, line=".".join(map(str, wrong["points"])))
    assert "missed" == document["end"]["kind"]
    assert wrong["reasons"][0] in document["end"]["says"]
    assert all(farm["fields"] for farm in document["mistakes"])
    unknown = read(client, puzzle=FARM, line="99.3.6")
    assert "wrong for blue" in unknown["end"]["says"]
    assert unknown["mistakes"]


def test_in_a_study_the_opponent_answers_and_a_mistake_is_refuted(
    client: Client, shelf: Shelf
) -> None:
    solution = of_id(shelf, STUDY).solution or {}
    wrong = solution["refutations"][0]
    document = read(client, puzzle=STUDY, line=wrong["line"][0])
    assert document["line"].startswith(f"{wrong['line'][0]}~")
    assert document["answered"]
    assert "" == document["back"]
    assert not document["help"]["check"]["on_track"]
    shown = read(client, puzzle=STUDY, line=document["refutation"]["line"], exactly="1")
    assert "missed" == shown["end"]["kind"]
    line, first = solution["line"], read(client, puzzle=STUDY, line=solution["line"][0])
    assert first["help"]["check"]["on_track"]
    assert "refutation" not in first
    assert "solved" == read(client, puzzle=STUDY, line="~".join(line))["end"]["kind"]
    alone = read(client, puzzle=STUDY, line=line[0], exactly="1")
    assert (line[0], 1) == (alone["line"], alone["turns"])


def test_both_parts_of_a_turn_solve_it_and_half_of_it_does_not(
    client: Client, shelf: Shelf
) -> None:
    first, second = (of_id(shelf, DOUBLE).solution or {})["line"]
    half = read(client, puzzle=DOUBLE, line=first)
    assert "Turn 1" == read(client, puzzle=DOUBLE)["heading"]
    assert ("end" in half, half["heading"]) == (False, "Turn 1, second part")
    assert "solved" == read(client, puzzle=DOUBLE, line=f"{first}~{second}")["end"]["kind"]
    ended = read(client, puzzle=DOUBLE, line=first.removesuffix("+"))
    assert "missed" == ended["end"]["kind"]
    assert "hand" not in ended


def test_a_code_that_no_pack_has_is_played_without_help(client: Client) -> None:
    document = read(client, code=SHORT)
    assert "help" not in document
    assert 3 == len(document["hand"])


@pytest.mark.parametrize(
    ("asked", "status", "rule"),
    [
        ({"puzzle": STUDY, "line": "foo"}, 422, None),
        ({"puzzle": FARM, "line": "1.2"}, 422, "HOUSE-2P-1"),
        ({"puzzle": FARM, "line": "base/U0.1.0"}, 422, None),
        ({"code": SHORT.replace("D0", "D0U0uE1")}, 422, "HOUSE-TURN-4"),
        ({"code": SHORT.replace("points.4", "win.0.0")}, 422, None),
        ({"code": "hello"}, 422, None),
    ],
)
def test_what_cannot_be_read_is_refused(
    client: Client, asked: dict[str, str], status: int, rule: str | None
) -> None:
    answer = client.get("/api/table", params=asked)
    assert status == answer.status_code
    validation.validate("problem", answer.json())
    assert answer.json()["violations"][0].get("rule") == rule


@pytest.mark.parametrize(
    ("path", "leads_to"),
    [
        (f"/house/puzzle/{STUDY}?line=x", f"/puzzle/{STUDY}?line=x"),
        (f"/house/puzzle/{FARM}/answers", f"/puzzle/{FARM}/answers"),
        (f"/house/p?code={SHORT}", f"/p?code={SHORT}"),
        ("/house/p?code=s3.4", "/p?code=s3.4"),
    ],
)
def test_older_addresses_lead_on_for_good(client: Client, path: str, leads_to: str) -> None:
    answer = client.get(path, follow_redirects=False)
    assert 308 == answer.status_code
    assert answer.headers["location"].replace("%7E", "~") == leads_to


def test_a_puzzle_has_a_small_picture(client: Client) -> None:
    assert 404 == client.get("/puzzle/nowhere").status_code
    thumbnail = client.get(f"/puzzle/{FARM}/board.svg").text
    assert "<use" in thumbnail  # its tiles and pieces
    assert 'class="mp-rim"' not in thumbnail  # no names of columns and rows


@pytest.mark.parametrize("line", ["", "3.3.6", "3.3.12", "0.3.6", "1.2.6", "9.9.9"])
def test_the_list_of_answers_about_farms_has_what_any_answer_leads_to(
    client: Client, line: str
) -> None:
    listed, first = client.get(f"/puzzle/{FARM}/answers").json(), read(client, puzzle=FARM)
    if not line:
        assert 10_000 > len(gzip.compress(canonical_bytes(listed)))
        assert {"0.3.6", "3.3.12", "12.3.12"} == set(listed["answers"])
        return
    told = listed["answers"].get(line)
    if told is None:
        points = [int(each) for each in line.split(".")]
        wrong = [n + 1 for n, each in enumerate(points) if each != listed["right"][n]]
        text = json.dumps(listed["off"][".".join(map(str, wrong))])
        for number, each in enumerate(points, start=1):
            text = text.replace(f"{{{number}}}", str(each))
        told = json.loads(text)
    assert read(client, puzzle=FARM, line=line) == {**first, **told, "line": line}


@pytest.mark.parametrize("puzzle", [POINTS, OWN])
def test_the_list_of_answers_to_a_turn_has_what_the_browser_does_not_know(
    client: Client, puzzle: str
) -> None:
    listed, first = (
        client.get(f"/puzzle/{puzzle}/answers").json(),
        read(client, puzzle=puzzle),
    )
    assert 10_000 > len(gzip.compress(canonical_bytes(listed)))
    lines = [text for text, *_ in told(first)]
    assert set(lines) == set(listed["answers"])
    (right,) = {text for text, number in listed["answers"].items() if _solves(listed, number)} & {
        first["help"]["solution"]["line"]
    }
    for line in (right, *lines[:: len(lines) // 9]):
        wanted, shared = (
            read(client, puzzle=puzzle, line=line),
            listed["shared"][listed["answers"][line]],
        )
        assert (wanted["end"], wanted["players"]) == (shared["end"], shared["players"])
        assert wanted["help"] == {**first["help"], **shared["help"]}
        sums = [one["points"] for one in wanted["people"]]
        assert sums == [one["points"] for one in shared["people"]]


def _solves(listed: dict[str, Any], number: int) -> bool:
    return bool(listed["shared"][number]["end"]["kind"] == "solved")


@pytest.mark.parametrize("puzzle", [STUDY, DOUBLE, "none"])
def test_puzzles_that_go_on_have_no_list_of_answers(client: Client, puzzle: str) -> None:
    assert 404 == client.get(f"/puzzle/{puzzle}/answers").status_code
