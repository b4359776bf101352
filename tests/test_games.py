"""The registry of games: what is known before a game is loaded, and that no more is loaded."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from tests.domino.game import SCENARIO, Engine, read_position
from tests.game_free import layers
from verifier.claims.scenario import scenario_documents, scenario_verdict_to_json
from verifier.game import KEYS
from verifier.games import GAMES, Keyrings, game_of

NAMES = list(GAMES)


def loaded_by(program: str) -> set[str]:
    """Return the modules of ours that a program loads in a process of its own."""
    listing = "import sys, json; sys.stderr.write(json.dumps(sorted(sys.modules)))"
    ran = subprocess.run(
        [sys.executable, "-c", f"{program}\n{listing}"], capture_output=True, text=True, check=True
    )
    modules = json.loads(ran.stderr)
    return {
        name for name in modules if name.split(".")[0] in {"verifier", "generator", "meepleproof"}
    }


def of_game(modules: set[str], name: str) -> set[str]:
    """Return the modules that belong to a game, but for the empty one above its data."""
    of_it = re.compile(rf"(^|\.){name}(\.|_|$)")  # the kernel has house_turns and the like
    return {module for module in modules if of_it.search(module)} - {GAMES[name].package}


def a_scenario(name: str) -> tuple[str, dict[str, object]]:
    package = f"{GAMES[name].package}.scenarios"
    file, document = next(iter(scenario_documents(package).items()))
    return str(Path(*package.split("."), file)), document


@pytest.mark.parametrize("layer", ["generator", "rendering", "service", "command line"])
def test_only_modules_in_folders_of_games_know_one(layer: str) -> None:
    (found,) = (one for one in layers() if one.name == layer)
    assert 0 < found.free < found.lines
    assert () == found.knowing


def test_the_list_of_games_loads_no_game() -> None:
    modules = loaded_by("from verifier.games import GAMES, game_of; game_of({'game': 'neom'})")
    assert modules
    assert not {module for module in modules if "carcassonne" in module or "neom" in module}


@pytest.mark.parametrize("name", NAMES)
def test_verifying_a_scenario_loads_no_module_of_another_game(name: str) -> None:
    file, _ = a_scenario(name)
    modules = loaded_by(
        "from meepleproof.cli.console import run\n"
        "from meepleproof.cli.group import group\n"
        f"assert run(group, ['verify', {file!r}]) == 0"
    )
    assert of_game(modules, name)
    others = {other: of_game(modules, other) for other in NAMES if other != name}
    assert others == {other: set() for other in others}


@pytest.mark.parametrize("name", NAMES)
def test_the_rules_of_a_game_are_listed_without_its_keys(name: str) -> None:
    modules = loaded_by(f"from verifier.games import GAMES; assert GAMES[{name!r}].catalogue.rules")
    assert of_game(modules, name)
    assert not {module for module in modules if "engine" in module or "model" in module}


@pytest.mark.parametrize("name", NAMES)
def test_every_scenario_that_ships_is_known_to_be_of_its_game(name: str) -> None:
    documents = scenario_documents(f"{GAMES[name].package}.scenarios").values()
    assert documents
    assert {game_of(document).name for document in documents} == {name}


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("names", [KEYS, ("engine",), ("model",)])
def test_a_scenario_is_checked_by_the_keys_that_are_asked(
    name: str, names: tuple[str, ...]
) -> None:
    game = GAMES[name]
    _, document = a_scenario(name)
    with closing(Keyrings(names)) as keys:
        verdict = keys.check(game, game.load().scenario(document))
    assert verdict.answer == "holds"
    assert verdict.keys == names
    stated = scenario_verdict_to_json(verdict).get("shared", [])
    assert stated == (list(game.load().shared) if names == KEYS else [])


@pytest.mark.parametrize(
    ("code", "name"),
    [("s3.4~D0.0.0~p1.2.3~h4.4.4~t1~nE.J.U", "solo"), ("h4~b0.0.D0~t1~nEViK~u30", "house")],
)
def test_a_code_says_whose_it_is_and_is_read_by_its_game(code: str, name: str) -> None:
    game = game_of(code)
    assert game.name == name
    assert game.load().read(code) == game.load().read(code, "elsewhere")


@pytest.mark.parametrize("given", [None, 7, [], {}, {"game": []}, {"game": "chess"}, "", "~"])
def test_what_names_no_game_is_of_the_first(given: object) -> None:
    assert game_of(given).name == NAMES[0]


# --- a fourth game, registered in processes of its own


def by_command(*arguments: str) -> str:
    command = [sys.executable, "-m", "tests.domino.command", *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout


def test_commands_list_a_registered_game(tmp_path: Path) -> None:
    file = tmp_path / "scenario.json"
    file.write_text(json.dumps(SCENARIO), "utf-8")
    assert "1 scenario: 1 holds; 1 claims, 2 cases" in by_command("verify", str(file))
    assert "1 scenario: 1 holds" in by_command("verify", "--game", "domino")
    assert "DOMINO-2" in by_command("rules", "--game", "domino")
    assert "a line of dominoes" in " ".join(by_command("rules", "--help").split())


def test_puzzles_of_a_registered_game_are_made_read_and_judged_by_every_command(
    tmp_path: Path,
) -> None:
    pack = str(tmp_path / "ends.json")
    by_command("generate", "--kind", "ends", "--count", "2", "--dominoes", "5", "-o", pack)
    puzzles = json.loads(Path(pack).read_text("utf-8"))["puzzles"]
    positions = [one["position"] for one in puzzles]
    ends = [sorted(Engine().ends(read_position(one))) for one in positions]
    assert all(ends)
    solved = json.loads(by_command("solve", pack, "--json"))
    assert [("domino", "ends", {"ends": each}) for each in ends] == [
        (one["game"], one["kind"], one["solution"]) for one in solved
    ]
    assert f"It can end in {', '.join(map(str, ends[0]))}." in by_command("solve", positions[0])
    assert positions[1] in by_command("show", pack, "--puzzle", "2")
    answer = ("explain", pack, "--puzzle", "2", "--turn")
    assert "These are all." in by_command(*answer, " ".join(map(str, ends[1])))
    assert "2 of 2 puzzles proved again by both keys" in by_command("pack", "check", pack)
    table = by_command("pack", "export", pack, "--format", "csv")
    assert [one["id"] for one in puzzles] == [line[:12] for line in table.splitlines()[1:]]
    found = json.loads(by_command("find", "--packs", str(tmp_path), "--kind", "ends", "--json"))
    assert 2 == found["total"]


_IN_PYTHON = """
import json, sys
from tests.domino import register
register()
from meepleproof.library.scenario import verify
from meepleproof.service.http.contract import openapi_document
from meepleproof.service.jobs.requests import request_schema
from meepleproof.service.jobs.work import run
scenarios = json.load(sys.stdin)
by_library = [(verdict.answer, verdict.keys) for verdict in verify(*scenarios)]
requests = [{"scenario": scenario} for scenario in scenarios]
by_service = [run("verification", each, print) for each in requests]
by_service = [(each["verdict"], each["shared"]) for each in by_service]
listed = request_schema("verification", requests[0]) in json.dumps(openapi_document())
print(json.dumps([by_library, by_service, listed]))
"""


def test_library_and_service_verify_a_scenario_of_a_registered_game() -> None:
    denied = {**SCENARIO, "claims": [{**SCENARIO["claims"][0], "are": [0]}]}
    found = subprocess.run(
        [sys.executable, "-c", _IN_PYTHON],
        input=json.dumps([SCENARIO, denied]),
        capture_output=True,
        text=True,
        check=True,
    )
    by_library, by_service, listed = json.loads(found.stdout)
    assert by_library == [["holds", [*KEYS]], ["violated", [*KEYS]]]
    assert by_service == [["holds", ["positions"]], ["violated", ["positions"]]]
    assert listed


_IN_SERVICE = """
import json, sys
from pathlib import Path
from tests.domino import register
register()
from meepleproof.service.shelf import open_shelf
from tests.service_client import clients
asked, attempt = json.load(sys.stdin)
packs, state = map(Path, sys.argv[1:])
with clients(open_shelf([packs]), state) as client_of:
    client = client_of()
    answers = [client.get(one) for one in asked]
    answers.append(client.post("/api/solutions/check", json=attempt))
print(json.dumps([[one.status_code, one.text] for one in answers]))
"""


def test_puzzles_of_a_registered_game_are_on_the_shelf_and_on_the_page(tmp_path: Path) -> None:
    by_command("generate", "--kind", "ends", "--count", "8", "-o", str(tmp_path / "ends.json"))
    solutions = json.loads((tmp_path / "ends.solutions.json").read_text("utf-8"))["solutions"]
    (puzzle, solution), *_ = solutions.items()
    line = "*".join("yes" if number in solution["ends"] else "no" for number in range(7))
    asked = [
        "/api/puzzles?game=domino&kind=ends",
        "/api/packs",
        f"/api/puzzles/{puzzle}",
        f"/api/puzzles/{puzzle}/solution",
        f"/api/puzzles/{puzzle}.svg",
        f"/puzzle/{puzzle}",
        f"/puzzle/{puzzle}/board.svg",
        f"/puzzle/{puzzle}/tiles.svg",
        f"/api/table?puzzle={puzzle}&line={line}",
        "/domino",
        "/list/domino.json",
        "/domino/daily/2026-11-26",
        "/domino/calendar",
        "/statistics",
        "/api/daily?game=domino",
    ]
    ran = subprocess.run(
        [sys.executable, "-c", _IN_SERVICE, str(tmp_path), str(tmp_path / "state")],
        input=json.dumps([asked, {"game": "domino", "puzzle": puzzle, **solution}]),
        capture_output=True,
        text=True,
        check=False,
    )
    assert 0 == ran.returncode, ran.stderr
    told = dict(zip([*asked, "an attempt"], json.loads(ran.stdout), strict=True))
    assert {200} == {status for status, _ in told.values()}, [
        (path, text[:200]) for path, (status, text) in told.items() if status != 200
    ]
    answers = [text for _, text in told.values()]
    assert 8 == json.loads(answers[0])["total"]
    assert ("domino", ["ends"], 8) == tuple(
        json.loads(answers[1])["packs"][0][name] for name in ("game", "kinds", "puzzles")
    )
    assert solution == json.loads(answers[3])["solution"]
    assert "solved" == json.loads(answers[8])["end"]["kind"]
    assert "Dominoes" in answers[9]
    assert 8 == len(json.loads(answers[10])["puzzles"])
    assert "Dominoes" in answers[13]
    assert json.loads(answers[-1])["solved"]
