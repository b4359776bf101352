"""No document, file name or argument can clear, overwrite or hide what a command says."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from xml.etree.ElementTree import fromstring

import click
import pytest

from meepleproof.cli.group import group
from meepleproof.rendering.markup import element, picture
from meepleproof.rendering.visible import hidden
from tests.console_output import run_command
from tests.terminal import OURS, Screen, on_a_terminal

ROOT = Path(__file__).parent.parent
EXAMPLES = ROOT / "docs" / "examples"
SCENARIO = ROOT / "verifier/carcassonne/solo/scenarios/claiming/EC-O-01.json"
PACK = ROOT / "puzzles" / "records" / "find-the-error.json"

EVIL = "a\x1b[2J\x1b[Hb\x07\x1b]0;t\x07c\rd\x08\x08e\u202ef\x9b2Jg"
"""It clears the screen, rings, changes the window's title, goes back and turns text round."""
SHOWN = re.compile(r"a\\(x|u00)1b\[2J")
FORGED = (
    f"{EVIL}rule            scenarios  verdict\r\nSOLO-MEEPLE-5           1  holds\r\n\r\n"
    "1 scenario: 1 holds; 1 claims, 7 cases examined\r\n"
    "claims by keys: engine and model 1\r\n\x1b]0;"
)
"""It makes the rest a title of the window, after a verdict of its own."""


def _written(folder: Path, document: Any, name: str = "given.json") -> str:
    path = folder / name
    path.write_text(json.dumps(document), encoding="utf-8")
    return str(path)


def _forged(folder: Path) -> list[str]:
    """Return a scenario with a claim that does not hold and says that it does."""
    claim = {"claim": "no", "holds": True, "says": FORGED}
    scenario = json.loads(SCENARIO.read_text(encoding="utf-8"))
    return [_written(folder, {**scenario, "title": FORGED, "claims": [claim]})]


def _catalogue(folder: Path) -> list[str]:
    catalogue = json.loads((ROOT / "verifier" / "neom" / "demo.json").read_text(encoding="utf-8"))
    catalogue["provenance"] += EVIL
    for tile in catalogue["tiles"]:
        tile["name"] = EVIL
    return ["--catalogue", _written(folder, catalogue, "catalogue.json")]


def _ledger(folder: Path) -> str:
    ledger = json.loads((EXAMPLES / "ledger.json").read_text(encoding="utf-8"))
    ledger["lines"][0]["name"] = EVIL
    return _written(folder, ledger)


def _engine(folder: Path) -> list[str]:
    """Return an engine that calls itself something evil, and can do nothing."""
    path = folder / "engine.py"
    hello = json.dumps({"id": 0, "protocol": 1, "name": EVIL, "can": []})
    path.write_text(f"input(); print({hello!r}, flush=True); input()", encoding="utf-8")
    return ["--", sys.executable, str(path)]


def _retracted(folder: Path) -> str:
    """Return a pack with a puzzle that was retracted for an evil reason."""
    pack = json.loads(PACK.read_text(encoding="utf-8"))
    entry = {"id": pack["puzzles"][0]["id"], "date": "2026-01-31", "reason": EVIL}
    _written(
        folder,
        {"$schema": "urn:meepleproof:retractions:1", "retractions": [entry]},
        "retractions.json",
    )
    solutions = PACK.with_suffix(".solutions.json").read_text(encoding="utf-8")
    (folder / "given.solutions.json").write_text(solutions, encoding="utf-8")
    return _written(folder, pack)


def _full(folder: Path) -> list[str]:
    """Return an evil folder with a file of somebody else's, where no site may be built."""
    (folder / EVIL / "diary.txt").write_text("dear diary", encoding="utf-8")
    return [str(folder / EVIL)]


Row = Callable[[Path], list[str]]
ROWS: dict[str, Row] = {
    "play": lambda _: ["--port", EVIL],
    "find": lambda _: ["--pack", EVIL],
    "show": lambda at: [str(EXAMPLES / "neom-state.json"), *_catalogue(at)],
    "solve": lambda _: [EVIL],
    "explain": lambda _: ["s3.4~D0.0.0~p0.0.0~h4.4.4~t1~nE", "--turn", EVIL],
    "tiles": lambda _: [EVIL],
    "odds": lambda _: ["--player", EVIL],
    "example": lambda _: [EVIL],
    "house score": lambda _: [EVIL],
    "house check": lambda _: [EVIL],
    "house setup": lambda at: ["--players", "3", "--minutes", "60", "--ledger", _ledger(at)],
    "house result": lambda at: [
        *(_ledger(at), "--tiles", "60", "--score", f"{EVIL}=9", "--score", "Ben=7"),
    ],
    "neom deal": lambda at: ["--seed", "1", "--stack", "1", *_catalogue(at)],
    "neom add": lambda _: [str(EXAMPLES / "neom-game-next.json"), EVIL],
    "neom next": lambda at: [str(EXAMPLES / "neom-game-next.json"), *_catalogue(at)],
    "neom check": lambda at: [str(EXAMPLES / "neom-game-broken.json"), *_catalogue(at)],
    "neom score": lambda at: [str(EXAMPLES / "neom-game.json"), *_catalogue(at)],
    "neom catalogue check": lambda at: _catalogue(at)[1:],
    "neom catalogue show": _catalogue,
    "neom catalogue template": lambda _: [EVIL],
    "generate": lambda _: ["--goal", EVIL],
    "pack build": lambda _: [EVIL],
    "pack check": lambda at: ["--sample", "1", _retracted(at)],
    "pack grade": lambda _: [EVIL],
    "pack merge": lambda _: [EVIL, "--id", "x", "--title", "x", "-o", "x"],
    "pack export": lambda at: [_retracted(at), "--format", "csv", "-o", str(at / EVIL)],
    "pack index": lambda at: [str(at / EVIL)],
    "pack retract": lambda at: [
        *("59t9f467mcqr", "--reason", EVIL, "--date", "2026-01-31"),
        *("--in", str(at / EVIL)),
    ],
    "dataset": lambda at: [str(ROOT / "puzzles" / "checklist.json"), "-o", str(at / f"{EVIL}.csv")],
    "rules": lambda _: [EVIL],
    "verify": _forged,
    "compare": lambda _: [EVIL],
    "reach": lambda _: [EVIL],
    "smallest": lambda _: [EVIL],
    "best": lambda _: ["--turns", EVIL],
    "check": lambda _: [EVIL],
    "site build": _full,
    "serve token add": lambda _: [EVIL],
    "serve token list": lambda _: [EVIL],
    "serve token remove": lambda _: [EVIL],
    "conform": _engine,
    "conformance": lambda at: ["-o", str(at / f"{EVIL}.zip")],
    "engine": lambda _: [EVIL],
    "perft": lambda _: ["--tiles", "E", "--depth", EVIL],
    "doctor": lambda _: [EVIL],
}
"""For each command arguments and documents with something evil that it prints."""


def _commands(command: click.Command, name: str = "") -> Iterator[str]:
    """Yield the names of all commands below one, or its own if there are none."""
    if not isinstance(command, click.Group):
        yield name
        return
    context = click.Context(command)
    for each in command.list_commands(context):
        below = command.get_command(context, each)
        assert below is not None
        yield from _commands(below, f"{name} {each}".lstrip())


def _require_harmless(sent: str, screen: Screen) -> None:
    """Fail if something was cleared, overwritten or hidden."""
    obeyed = [ascii(sign) for sign in OURS.sub("", sent) if sign != "\n" and hidden(sign)]
    assert ([], "", 0) == (obeyed, screen.title, screen.rung)
    assert "$ meepleproof" == screen.text().splitlines()[0]
    assert SHOWN.search(screen.text()), screen.text()


def test_every_command_has_a_row() -> None:
    assert sorted(_commands(group)) == sorted(ROWS)


@pytest.mark.parametrize("name", ROWS)
def test_what_is_evil_is_shown(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    (tmp_path / EVIL).mkdir()
    _, sent, screen = on_a_terminal([*name.split(), *ROWS[name](tmp_path)])
    _require_harmless(sent, screen)


@pytest.mark.parametrize("name", ROWS)
def test_an_evil_option_is_shown(name: str) -> None:
    code, sent, screen = on_a_terminal([*name.split(), f"--{EVIL}"])
    _require_harmless(sent, screen)
    assert 2 == code


def test_a_scenario_cannot_forge_its_verdict(tmp_path: Path) -> None:
    code, _, screen = on_a_terminal(["verify", *_forged(tmp_path)])
    lines = screen.text().splitlines()
    assert 1 == code
    assert "SOLO-MEEPLE-5           1  violated" in lines
    assert lines[-2].startswith("1 scenario: 1 violated")
    assert not [
        line
        for line in lines
        if line.startswith(("SOLO-MEEPLE-5           1  holds", "1 scenario: 1 holds"))
    ]


def test_our_own_colours_stay() -> None:
    _, sent, screen = on_a_terminal(["tiles", "tb/C"])
    assert "\x1b[38;5;94;48;5;180m" in sent
    assert "+▒▒▒▒▒▒▒+" in screen.text().splitlines()


def test_json_stays_as_it_is(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    _, out, _ = run_command(capsys, "verify", *_forged(tmp_path), "--json")
    assert json.dumps(FORGED, ensure_ascii=False) in out


def test_a_drawing_is_the_same_and_harmless() -> None:
    drawn = picture((1, 1), [element("title", text="\x9b2J\u202e\r\u2028Zoë")])
    assert not [sign for sign in drawn if sign != "\n" and hidden(sign)]
    assert "\x9b2J\u202e\r\u2028Zoë" == fromstring(drawn)[0].text  # noqa: S314 - ours
