"""``meepleproof neom catalogue`` as its users meet it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.console_output import run_command
from verifier.documents import validation
from verifier.neom.tiles_document import catalogue_from_json, checked_document, demo_catalogue

BROKEN = "docs/examples/neom-catalogue-broken.json"
SMALL = "docs/examples/neom-catalogue.json"


def said_of(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str, str]:
    return run_command(capsys, "neom", "catalogue", *words)


@pytest.mark.parametrize(
    ("file", "code"), [(BROKEN, 3), (SMALL, 0), ("verifier/neom/demo.json", 0)]
)
def test_a_checked_catalogue_is_printed_as_its_schema_says(
    capsys: pytest.CaptureFixture[str], file: str, code: int
) -> None:
    found, out, _ = said_of(capsys, "check", file, "--json")
    document = json.loads(out)
    validation.validate("neom-catalogue-check", document)
    assert code == found
    assert (code == 0) == (not document["form"] and not document["contradictions"])
    assert document["catalogue"]["invented"]


def test_contradictions_alone_are_violations(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    document = json.loads(Path(SMALL).read_text(encoding="utf-8"))
    document["tiles"][0]["needs_goods"] = ["silk"]
    (tmp_path / "mine.json").write_text(json.dumps(document), encoding="utf-8")
    code, out, _ = said_of(capsys, "check", str(tmp_path / "mine.json"))
    assert 1 == code
    assert "there is no good 'silk'" in out
    assert "at tile I-01, needs_goods 1; NEOM-REQ-1" in " ".join(out.split())


def test_the_template_lacks_only_what_nobody_knows(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = said_of(capsys, "template")
    document = json.loads(out)
    checked = checked_document(document)
    assert 0 == code
    assert {"NEOM-COMP-1", "NEOM-COMP-2", "NEOM-COMP-3"} == {f.rule for f in checked.faults}
    assert {fault.where for fault in checked.faults} == {"/tiles", "/goods"}
    known = catalogue_from_json(document | {"complete": False}).parameters
    assert (6, None, None) == (known.start_money, known.sell_value, known.cornerstone_cap)


def test_the_hints_of_the_template_are_about_all_that_is_unknown(
    capsys: pytest.CaptureFixture[str],
) -> None:
    document = json.loads(said_of(capsys, "template")[1])
    unknown = checked_document(document).unknown
    parameters = [path for path in unknown if "/" not in path]
    fields = {"tiles/.../" + path.split("/")[2] for path in unknown if path.startswith("tiles/")}
    # The fields of a loss are hints of their own.
    hinted = {path.removesuffix(".count") for path in document["hints"]}
    assert set(parameters) <= hinted
    assert fields <= hinted


def test_every_tile_of_the_demo_can_be_shown(capsys: pytest.CaptureFixture[str]) -> None:
    for tile in demo_catalogue().tiles:
        code, out, _ = said_of(capsys, "show", tile.id)
        assert 0 == code
        assert tile.name in out
        assert "invented" in out
        assert "unknown" not in out
        assert max(map(len, out.splitlines())) <= 100


def test_a_tile_that_is_not_there_is_asked_back(capsys: pytest.CaptureFixture[str]) -> None:
    code, _, err = said_of(capsys, "show", "demo-I-99")
    assert 3 == code
    assert "did you mean" in err
