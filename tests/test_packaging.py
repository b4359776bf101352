"""What an installed copy must be: one version, all files, a light start, an optional kernel."""

from __future__ import annotations

import importlib
import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import tomllib
import zipfile
from pathlib import Path
from typing import Any

import click
import pytest

from meepleproof.cli.console import run
from meepleproof.cli.group import COMMANDS, FOLDERS, group
from tests.help_pages import all_commands, examples_on
from verifier import __version__
from verifier.documents.data import data

ROOT = Path(__file__).parent.parent
PROJECT: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))

HEAVY = {
    *("ortools", "pysat", "pysolvers", "constraint", "numpy", "pandas", "google"),
    *("jsonschema", "Cython"),
}
"""Top-level modules that `--help` must not wait for."""

LIST_MODULES = """
import sys
from meepleproof.cli.group import group
from meepleproof.cli.console import run
code = run(group, sys.argv[1:])
print(*sys.modules, sep="\\n", file=sys.stderr)
sys.exit(code)
"""


@pytest.mark.parametrize("argument", ["--help", "--version", "-h"])
def test_help_imports_no_solver_and_no_subcommand(argument: str) -> None:
    done = subprocess.run(
        [sys.executable, "-c", LIST_MODULES, argument], capture_output=True, text=True, check=True
    )
    modules = set(done.stderr.split())
    assert "meepleproof.cli.console" in modules
    assert not HEAVY & {name.partition(".")[0] for name in modules}
    assert not [name for name in modules if name.startswith("meepleproof.cli.commands")]
    assert {
        "verifier.active_kernel",
        "verifier.documents",
        "verifier.documents.strict_json",
        "verifier.errors",
        "verifier.files",
    } == {name for name in modules if name.startswith(("verifier.", "generator"))}


def test_the_service_starts_without_what_a_first_page_does_not_need() -> None:
    code = "import sys, meepleproof.service.server; print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    modules = set(done.stdout.split())
    assert "meepleproof.service.server" in modules
    assert not HEAVY - {"Cython"} & {name.partition(".")[0] for name in modules}
    later = (
        "verifier.carcassonne.model",
        "verifier.neom.engine",
        "verifier.carcassonne.house.claims",
    )
    assert not [name for name in modules if name.startswith(later)]


def test_help_lists_every_command_with_its_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert 0 == run(group, ["--help"])
    help_text = " ".join(capsys.readouterr().out.split())
    for name, line in COMMANDS.items():
        assert f"{name} {line}" in help_text


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_answers_for_its_own_help(
    name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert 0 == run(group, [name, "--help"])
    assert f"Usage: meepleproof {name}" in capsys.readouterr().out


def test_every_command_module_is_listed() -> None:
    commands, of_games = ROOT / "meepleproof" / "cli" / "commands", set(FOLDERS.values())
    places = [commands, *(commands / folder for folder in of_games)]
    modules = {path.stem for place in places for path in place.glob("[!_]*")}
    assert set(COMMANDS) == modules - of_games


@pytest.mark.parametrize("words", list(all_commands()), ids=" ".join)
def test_help_ends_with_examples_that_can_be_read(
    words: tuple[str, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    assert 0 == run(group, [*words, "--help"])
    found = examples_on(capsys.readouterr().out)
    assert found
    for example in found:
        for command in re.split(" [|] ", example):
            _read_by_its_command(group, shlex.split(re.split(" [<>] ", command)[0])[1:])


def _read_by_its_command(command: click.Command, words: list[str]) -> None:
    if isinstance(command, click.Group) and words and not words[0].startswith("-"):
        _, inner, rest = command.resolve_command(click.Context(command), words)
        assert inner is not None
        _read_by_its_command(inner, rest)
    else:
        command.make_context("example", words)


@pytest.mark.parametrize(
    ("words", "guess"),
    [
        (["slove"], "Did you mean 'meepleproof solve' or 'meepleproof serve'?"),
        (["pack", "chek"], "Did you mean 'meepleproof pack check'?"),
        (["serve", "tokens"], "Did you mean 'meepleproof serve token'?"),
        (["solve", "checklist", "--proove"], "Did you mean '--prove'?"),
        (["zzz"], "There is no command 'zzz'."),
    ],
)
def test_a_mistyped_command_or_option_is_guessed(
    words: list[str], guess: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert 2 == run(group, words)
    assert capsys.readouterr().err.endswith(f"{guess}\n")


def test_an_unknown_command_is_wrong_usage(capsys: pytest.CaptureFixture[str]) -> None:
    assert 2 == run(group, ["prove"])
    assert "'prove'" in capsys.readouterr().err


def test_the_version_is_said_in_one_place(capsys: pytest.CaptureFixture[str]) -> None:
    assert 0 == run(group, ["--version"])
    assert f"meepleproof, version {__version__}\n" == capsys.readouterr().out
    assert ["version"] == PROJECT["project"]["dynamic"]
    assert {"attr": "verifier.__version__"} == PROJECT["tool"]["setuptools"]["dynamic"]["version"]


def test_doctor_finds_this_installation_well(capsys: pytest.CaptureFixture[str]) -> None:
    assert 0 == run(group, ["doctor", "--json"])
    report = json.loads(capsys.readouterr().out)
    assert [] == report["amiss"]
    assert __version__ == report["meepleproof"]
    assert report["engine"] in {"compiled", "python"}
    assert report["distributions"]["python-constraint"] is None


def test_doctor_names_what_is_amiss_and_the_remedy(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    doctor = importlib.import_module("meepleproof.cli.commands.doctor")
    versions = {"click": "8", "Cython": "3", "jsonschema": "4", "python-constraint": "1.4.0"}
    monkeypatch.setattr(doctor, "_installed", versions.get)
    assert 1 == run(group, ["doctor"])
    out = capsys.readouterr().out
    assert "problem: ortools is not installed; run: pip install ortools\n" in out
    assert "problem: python-constraint2 is not installed" in out
    assert "problem: python-constraint 1.4.0 is installed" in out
    assert "pip uninstall -y python-constraint " in out


@pytest.mark.slow  # it builds in an environment of its own, as pip does
def test_a_wheel_without_a_kernel_is_for_any_machine(tmp_path: Path) -> None:
    tracked = subprocess.run(
        ["git", "ls-files", "-z"],  # noqa: S607 - whichever git there is
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    for name in filter(None, tracked.stdout.split("\0")):
        (tmp_path / "source" / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / name, tmp_path / "source" / name)
    build = [sys.executable, "-m", "pip", "wheel", "--no-deps", "-w", str(tmp_path), "./source"]
    subprocess.run(build, cwd=tmp_path, env={**os.environ, "CC": "/bin/false"}, check=True)
    (wheel,) = tmp_path.glob("*.whl")
    assert f"meepleproof-{__version__}-py3-none-any.whl" == wheel.name
    with zipfile.ZipFile(wheel) as file:
        assert [] == [name for name in file.namelist() if name.endswith((".so", ".pyd"))]
        facts = file.read(f"meepleproof-{__version__}.dist-info/WHEEL").decode()
    assert "Root-Is-Purelib: true" in facts


@pytest.mark.parametrize("package", ["verifier", "generator", "meepleproof"])
def test_every_data_file_of_a_package_is_packaged(package: str) -> None:
    patterns = PROJECT["tool"]["setuptools"]["package-data"]
    folder = ROOT / package
    modules = {path.parent for path in folder.rglob("__init__.py")}
    code = {".py", ".pyc", ".so", ".pyd", ".c"}
    for path in sorted(folder.rglob("*")):
        if path.is_dir() or path.suffix in code or path.name == "LICENSE":
            continue
        own = path.parent in modules and any(path.match(one) for one in patterns["*"])
        deep = any(path in folder.glob(one) for one in patterns.get(package, []))
        assert own or deep, f"{path.relative_to(ROOT)} would be missing from a wheel"


@pytest.mark.parametrize("name", ["schemas", "puzzles"])
def test_schemas_and_puzzles_are_found_beside_the_packages(name: str) -> None:
    assert ROOT / name == data(name)


def test_examples_are_found_among_the_documents() -> None:
    assert ROOT / "docs" / "examples" == data("examples")


def test_what_a_build_copies_is_found_first(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("verifier.documents.data._PACKED", tmp_path)
    (tmp_path / "puzzles").mkdir()
    assert (tmp_path / "puzzles", ROOT / "schemas") == (data("puzzles"), data("schemas"))
