"""The suite as an archive: the same bytes each time, a true manifest, and enough to test with."""

from __future__ import annotations

import hashlib
import io
import json
import re
import subprocess
import sys
from pathlib import Path
from zipfile import ZIP_STORED, ZipFile

import pytest

from tests.console_output import run_command
from tests.deno import DENO
from verifier.carcassonne.solo.claims import documents
from verifier.carcassonne.solo.conformance import (
    AREAS,
    UNTESTED,
    archive,
    case_to_json,
    cases,
    contents,
)
from verifier.documents import validation

ROOT = Path(__file__).parent.parent
PAGE = (ROOT / "verifier" / "carcassonne" / "solo" / "conformance" / "README.md").read_text(
    encoding="utf-8"
)


@pytest.fixture(scope="module")
def unpacked() -> dict[str, bytes]:
    with ZipFile(io.BytesIO(archive())) as file:
        return {name: file.read(name) for name in file.namelist()}


def test_another_process_makes_the_same_bytes_at_another_time() -> None:
    script = "import sys; from verifier.carcassonne.solo.conformance import archive as a"
    script += "; import hashlib; print(hashlib.sha256(a()).hexdigest())"
    surroundings = {"TZ": "Asia/Kathmandu", "LC_ALL": "C", "PYTHONHASHSEED": "7"}
    done = subprocess.run(
        [sys.executable, "-c", script],
        cwd=ROOT, env=surroundings, capture_output=True, text=True, check=True,
    )  # fmt: skip
    assert hashlib.sha256(archive()).hexdigest() == done.stdout.strip()


def test_nothing_in_the_archive_depends_on_time_or_machine() -> None:
    with ZipFile(io.BytesIO(archive())) as file:
        entries = file.infolist()
    assert [entry.filename for entry in entries] == sorted(entry.filename for entry in entries)
    assert {((1980, 1, 1, 0, 0, 0), ZIP_STORED, 3, 0o644 << 16)} == {
        (entry.date_time, entry.compress_type, entry.create_system, entry.external_attr)
        for entry in entries
    }
    assert all(b"\r" not in data for data in contents().values())


def test_the_manifest_is_true(unpacked: dict[str, bytes]) -> None:
    manifest = json.loads(unpacked["manifest.json"])
    validation.validate("manifest", manifest)
    assert [
        {"name": name, "bytes": len(data), "sha256": hashlib.sha256(data).hexdigest()}
        for name, data in sorted(unpacked.items())
        if name != "manifest.json"
    ] == manifest["files"]


def test_all_cases_and_scenarios_are_in_it(unpacked: dict[str, bytes]) -> None:
    written = [
        json.loads(line)
        for area in AREAS
        for line in unpacked[f"cases/{area}.ndjson"].decode().splitlines()
    ]
    assert [case_to_json(case) for case in cases()] == written
    prefix = "scenarios/"
    kept = {name.removeprefix(prefix): d for name, d in unpacked.items() if name.startswith(prefix)}
    assert documents() == {name: json.loads(data) for name, data in sorted(kept.items())}


def test_every_schema_that_is_referred_to_is_in_it(unpacked: dict[str, bytes]) -> None:
    named = set(re.findall(rb'"urn:meepleproof:([a-z-]+):1', b"".join(unpacked.values())))
    kept = {name for name in unpacked if name.startswith("schemas/")}
    assert kept == {f"schemas/{name.decode()}.schema.json" for name in named}


def test_the_example_runs_from_the_unpacked_archive(
    unpacked: dict[str, bytes], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for name in ("example/toy_engine.py", "tiles/base.json"):
        (tmp_path / name).parent.mkdir()
        (tmp_path / name).write_bytes(unpacked[name])
    toy = str(tmp_path / "example" / "toy_engine.py")
    code, out, _ = run_command(
        capsys, "conform", "--rule", "SOLO-SCORE-9", "--", sys.executable, toy
    )
    assert 1 == code
    assert "toy 1: " in out


@pytest.mark.parametrize("client", ["client.py", "client.mjs"])
def test_a_client_from_the_unpacked_archive_leads_to_the_first_failing_case(
    client: str, unpacked: dict[str, bytes], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    starts = {"client.py": [sys.executable], "client.mjs": [str(DENO), "run", "--no-config"]}
    if client == "client.mjs" and DENO is None:
        pytest.skip("deno is not installed")
    file = tmp_path / client
    file.write_bytes(unpacked[f"example/{client}"])
    words = ("conform", "--only", "final", "--only", "turns", "--show", "1", "--")
    code, out, _ = run_command(capsys, *words, *starts[client], str(file))
    assert 1 == code
    passed = {line.split()[0]: line.split()[1:3] for line in out.splitlines()[1:3]}
    assert ["0", "0"] != passed["final"]
    assert "0" == passed["final"][1]
    assert "0" == passed["turns"][0]
    assert "\nEC-O-01/turns/1: " in out
    assert "turns lacking: " in out


def test_the_page_says_what_is_untested_without_each_word() -> None:
    rows = "".join(f"| `{word}` | {what} |\n" for word, what in UNTESTED.items())
    assert f"| skipped without | untested is |\n| --- | --- |\n{rows}" in PAGE


# --- the page -------------------------------------------------------------------------------------


def test_the_page_shows_requests_and_answers_that_follow_their_schemas() -> None:
    found = []
    for text in re.findall(r"(?:^    \{.*\n(?:     .*\n)*|`\{\"id.*?\}`)", PAGE, re.MULTILINE):
        for line in re.split(r"\n    (?=\{)", text.strip().strip("`")):
            if "..." not in line:
                shown = json.loads(line)
                validation.validate("engine-request" if "ask" in shown else "engine-answer", shown)
                found.append(next(key for key in (*shown, "") if key not in ("id", "ask")))
    assert {"protocol", "position", "turns", "legal", "cannot", "error"} <= set(found)


def test_the_page_names_every_area_and_every_file(unpacked: dict[str, bytes]) -> None:
    assert [f"| `{area}` |" for area in AREAS if f"| `{area}` |" not in PAGE] == []
    for name in set(
        re.findall(r"`((?:cases|scenarios|schemas|tiles|rules|example)/[a-z_.]*)", PAGE)
    ):
        assert any(kept.startswith(name) for kept in unpacked), name


def test_the_page_lists_every_fault_of_positions() -> None:
    text = (ROOT / "verifier" / "carcassonne" / "solo" / "faults.py").read_text(encoding="utf-8")
    rules = set(re.findall(r'"((?:BASE|SOLO)-[A-Z0-9-]+)"', text))
    table = PAGE.partition("A position is not legal if")[2].partition("Anything else")[0]
    # The suite asks about the base game, where no document can name another tile or a large meeple.
    of_boxes = {rule for rule in rules if rule.startswith("SOLO-BOX-")}
    assert rules - {"SOLO-OPTION-4"} - of_boxes == set(
        re.findall(r"\| ([A-Z][A-Z0-9-]+) \|$", table, re.MULTILINE)
    )


# --- the command ----------------------------------------------------------------------------------


def test_the_archive_is_written_and_not_over_another_file(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "suite.zip"
    assert (0, "") == run_command(capsys, "conformance", "-o", str(path))[:2]
    assert archive() == path.read_bytes()
    path.write_text("mine")
    code, out, err = run_command(capsys, "conformance", "-o", str(path))
    assert (3, "") == (code, out)
    assert "exists; give --force to overwrite it" in err
    assert "mine" == path.read_text()
    assert 0 == run_command(capsys, "conformance", "-o", str(path), "--force")[0]
    assert archive() == path.read_bytes()


def test_what_the_suite_holds_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = run_command(capsys, "conformance")
    assert (0, "") == (code, err)
    assert list(AREAS) == [line.split()[0] for line in out.splitlines()[1 : len(AREAS) + 1]]
    document = json.loads(run_command(capsys, "conformance", "--json")[1])
    assert (len(cases()), len(documents())) == (
        sum(document["cases"].values()),
        document["scenarios"],
    )
    assert sorted(contents()) == document["files"]
