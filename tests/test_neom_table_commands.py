"""``meepleproof neom deal``, ``next`` and ``score`` as a player at the table meets them."""

from __future__ import annotations

import json
import shlex
from pathlib import Path
from typing import Any

import pytest

from tests.console_output import run_command
from verifier.documents.validation import validate

GAME = json.loads(Path("docs/examples/neom-game.json").read_text(encoding="utf-8"))
PACKS = [event["reveal"] for event in GAME["events"] if "reveal" in event]
STACKS = [event["cornerstones"] for event in GAME["events"] if "cornerstones" in event]


def said(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    code, out, error = run_command(capsys, "neom", *words)
    assert (0, "") == (code, error)
    return out


def part(tmp_path: Path, events: list[dict[str, Any]]) -> str:
    file = tmp_path / "part.json"
    file.write_text(json.dumps(GAME | {"events": events}), encoding="utf-8")
    return str(file)


def test_the_game_in_the_examples_is_the_one_dealt(capsys: pytest.CaptureFixture[str]) -> None:
    deal = json.loads(said(capsys, "deal", "--seed", "7", "--json"))
    assert STACKS == deal["stacks"]
    assert PACKS == [pack for generation in deal["generations"] for pack in generation["packs"]]
    assert [1, 1, 1] == [len(generation["hidden"]) for generation in deal["generations"]]


def test_one_pack_or_stack_is_turned_up(capsys: pytest.CaptureFixture[str]) -> None:
    out = said(capsys, "deal", "--seed", "7", "--generation", "2", "--turn", "3")
    assert {"reveal": PACKS[9]} == json.loads(out.splitlines()[0])
    out = said(capsys, "deal", "--seed", "7", "--stack", "2")
    assert {"cornerstones": STACKS[1]} == json.loads(out.splitlines()[0])


def test_the_choice_of_tiles_changes_no_stack(capsys: pytest.CaptureFixture[str]) -> None:
    deal = json.loads(said(capsys, "deal", "--seed", "7", "--tiles", "1+,4+,5+", "--json"))
    assert STACKS == deal["stacks"]
    assert [7, 6, 6, 5, 5, 4, 4] == [len(pack) for pack in deal["generations"][0]["packs"]]


@pytest.mark.parametrize("words", [("--turn", "1"), (), ("--json", "--stack", "1")])
def test_a_deal_must_be_asked_for_clearly(
    capsys: pytest.CaptureFixture[str], words: tuple[str, ...]
) -> None:
    assert 2 == run_command(capsys, "neom", "deal", "--seed", "7", *words)[0]


def test_each_event_of_the_game_is_what_was_due(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    due = {
        "cornerstones": "reveal a stack of ",
        "keep": "keep one",
        "tile_set": "choose the tiles",
        "reveal": "reveal a pack of ",
        "action": "select a tile",
        "strike": "answer the Disaster",
        "end": "score the game",
    }
    for number, event in list(enumerate(GAME["events"]))[:20]:
        out = said(capsys, "next", part(tmp_path, GAME["events"][:number]))
        kind = next(key for key in due if key in event)
        assert out.startswith(f"Next: {due[kind]}")
        if kind in ("reveal", "cornerstones"):
            assert f" {len(event[kind])} " in out.splitlines()[0]
        elif kind == "action" and "square" in event:
            assert event["square"] in out[out.index(event["tile"]) :]
        elif kind == "strike":
            assert f"\n  {event['strike']}\n" in out
        assert "Tiles and numbers are invented" in out


def test_the_result_sheet_has_the_noted_total(capsys: pytest.CaptureFixture[str]) -> None:
    total = GAME["events"][-1]["end"]["total"]
    out = said(capsys, "score", "docs/examples/neom-game.json")
    assert f"total{total:>21}" in out


# --- played from the first stack to the result sheet --------------------------------------------


DEALT = json.loads(Path("docs/examples/neom-game-dealt.json").read_text(encoding="utf-8"))
SEED = "23"


def words_of(event: dict[str, Any]) -> tuple[str, ...]:
    """Return an event as a player types it; what was dealt is JSON, and goods are not named."""
    if "action" in event:
        placed = [event[name] for name in ("cornerstone", "square") if name in event]
        routes = [word for side in event.get("routes", ()) for word in ("--route", side)]
        return (event["action"], event["tile"], *placed, *routes)
    if "keep" in event:
        return ("keep", event["keep"])
    if "tile_set" in event:
        return ("tiles", *event["tile_set"])
    if "strike" in event:
        return ("strike", event["strike"], *event.get("squares", ()))
    return ("end",) if "end" in event else (json.dumps(event),)


def check_that_it_is_named(
    capsys: pytest.CaptureFixture[str], out: str, file: str, event: dict[str, Any]
) -> None:
    """Check that of the commands printed under ``Next:`` one is that of the event."""
    assert "Next: " in out
    commands = [line.strip() for line in out.splitlines() if "meepleproof neom" in line]
    words = words_of(event)
    if not words[0].startswith("{"):
        add = f"meepleproof neom add {file} {words[0]}"
        assert 1 == len([each for each in commands if f"{each} ".startswith(f"{add} ")])
        return
    dealt, at_table = commands
    deal, add = dealt.removeprefix("dealt: ").replace("SEED", SEED).split(" | ")
    assert json.loads(said(capsys, *shlex.split(deal)[2:]).splitlines()[0]) == event
    assert add == f"meepleproof neom add {file} -"
    kind, tiles = next(iter(event.items()))
    assert json.loads(shlex.split(at_table)[-1]) == {kind: ["TILE"] * len(tiles)}


def test_the_commands_of_a_game_with_an_own_catalogue_name_it(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    own = tmp_path / "my tiles.json"
    own.write_text(Path("verifier/neom/demo.json").read_text("utf-8"), encoding="utf-8")
    for events, command in ((1, "add {} keep TILE"), (len(GAME["events"]), "score {}")):
        log = part(tmp_path, GAME["events"][:events])
        out = said(capsys, "next", log, "--catalogue", str(own))
        assert f"  meepleproof neom {command.format(log)} --catalogue '{own}'\n" in out


def test_a_game_is_dealt_and_written_down_event_by_event(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    file = tmp_path / "game.json"
    file.write_text(said(capsys, "deal", "--seed", SEED, "--board"), encoding="utf-8")
    out = said(capsys, "next", str(file))
    for event in DEALT["events"][:16]:
        check_that_it_is_named(capsys, out, str(file), event)
        out = said(capsys, "add", str(file), *words_of(event))
    written = json.loads(file.read_text(encoding="utf-8"))
    assert written == {**DEALT, "events": DEALT["events"][:16]}


@pytest.mark.slow
def test_the_whole_dealt_game_is_written_down_event_by_event(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    file = tmp_path / "game.json"
    file.write_text(said(capsys, "deal", "--seed", SEED, "--board"), encoding="utf-8")
    for event in DEALT["events"]:
        said(capsys, "add", str(file), *words_of(event))
    assert file.read_text("utf-8") == Path("docs/examples/neom-game-dealt.json").read_text("utf-8")
    assert "81  a city" in said(capsys, "score", str(file))


def test_the_dealt_game_is_that_of_its_seed(capsys: pytest.CaptureFixture[str]) -> None:
    deal = json.loads(said(capsys, "deal", "--seed", SEED, "--json"))
    validate("neom-deal", deal)
    packs = [pack for generation in deal["generations"] for pack in generation["packs"]]
    assert DEALT["board"] == deal["board"]
    stacks = [each["cornerstones"] for each in DEALT["events"] if "cornerstones" in each]
    assert deal["stacks"] == stacks
    assert packs == [each["reveal"] for each in DEALT["events"] if "reveal" in each]


def test_an_illegal_event_leaves_the_log_as_it_was(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    file = part(tmp_path, GAME["events"][:8])
    before = Path(file).read_bytes()
    for words, why in (
        (("keep", "demo-C-20"), "NEOM-SOLO-CORNER-2"),
        (("place", "demo-I-36", "A1"), "NEOM-PLACE-3"),
        (("place", "demo-I-99", "A1"), "no tile 'demo-I-99'"),
        (("sit", "down"), "'sit down' is no event"),
        (("{oops",), "not JSON"),
    ):
        code, out, err = run_command(capsys, "neom", "add", file, *words)
        assert (code, out) == (3, "")
        assert why in " ".join(err.split())
    assert Path(file).read_bytes() == before


def test_the_actions_listed_as_data_are_those_that_can_be_added(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    number = next(n for n, event in enumerate(GAME["events"]) if event.get("bought"))
    listed = json.loads(said(capsys, "next", part(tmp_path, GAME["events"][:number]), "--json"))
    validate("neom-next", listed)
    assert GAME["events"][number] in [each["event"] for each in listed["actions"]]
    number = next(n for n, event in enumerate(GAME["events"]) if "strike" in event)
    listed = json.loads(said(capsys, "next", part(tmp_path, GAME["events"][:number]), "--json"))
    validate("neom-next", listed)
    assert GAME["events"][number] in listed["answers"]


def test_the_result_sheet_as_data(capsys: pytest.CaptureFixture[str]) -> None:
    sheet = json.loads(said(capsys, "score", "docs/examples/neom-game.json", "--json"))
    validate("neom-result", sheet)
    noted = GAME["events"][-1]["end"]
    assert noted["total"] == sheet["score"]["total"]
    headings = {each["name"]: each["points"] for each in sheet["score"]["headings"]}
    assert noted["headings"] == headings
