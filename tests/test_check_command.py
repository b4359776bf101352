"""`meepleproof check`: right certificates, wrong ones, and what is none."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.console_output import run_command
from verifier.carcassonne.model.solo import certificates as certificate_module
from verifier.carcassonne.model.solo.certificates import (
    Certificate,
    certificate_to_json,
    certify,
    check_certificate,
)
from verifier.carcassonne.solo.goals import checklist
from verifier.carcassonne.solo.position import setup
from verifier.constraints.sat import SatSolver
from verifier.documents.strict_json import Document
from verifier.errors import Illegal

Change = Callable[[Document], object]


@pytest.fixture(scope="module")
def certificate() -> Certificate:
    with SatSolver() as solver:
        _, made = certify(solver, setup(), 3, checklist()["road-5-3c"])
    assert made is not None
    return made


@pytest.fixture
def document(certificate: Certificate) -> Document:
    return certificate_to_json(certificate)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "certificate.json"


def test_a_right_certificate_is_told_with_what_it_proves(
    document: Document, path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path.write_text(json.dumps(document))
    code, out, err = run_command(capsys, "check", str(path))
    assert (0, "") == (code, err)
    assert out.startswith("Score a road worth exactly 5 points with 3 colours, from s3.4~D0.0.0~")
    assert "holds: the certificate proves that by the model's rules no line reaches" in out
    assert "road-5-3c within 3 turns\n" in out


def test_the_json_names_what_was_done_and_by_whom(
    document: Document, path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path.write_text(json.dumps(document))
    answer_document = json.loads(run_command(capsys, "check", "--json", str(path))[1])
    assert ("holds", "road-5-3c", [1, 2, 3]) == (
        answer_document["verdict"],
        answer_document["goal"],
        answer_document["turns"],
    )
    steps = sum(each["proof"].count("\n") for each in document["refutations"])
    work = {key["name"]: key["work"] for key in answer_document["keys"]}
    assert {"model": {"formulas": 3}, "checker": {"steps": steps}} == work


def test_of_single_turns_no_more_is_claimed(
    document: Document, path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    del document["refutations"][1]
    path.write_text(json.dumps(document))
    code, out, _ = run_command(capsys, "check", str(path))
    assert 0 == code
    assert "no line first reaches road-5-3c in turn 1 or 3\n" in out


def last(part: str, change: Callable[[str], str]) -> Change:
    """Return the change of the last formula or proof."""

    def changed(document: Document) -> None:
        refutation = document["refutations"][-1]
        assert refutation[part] != change(refutation[part])
        refutation[part] = change(refutation[part])

    return changed


def other(**parts: Any) -> Change:
    return lambda document: document.update(parts)


def turns(number: int) -> Change:
    return lambda document: document["refutations"][-1].update(turns=number)


def with_position(**parts: Any) -> Change:
    return lambda document: document["position"].update(parts)


def without_last_hint(proof: str) -> str:
    first, *others = proof.splitlines()
    return "\n".join([" ".join([*first.split()[:-2], "0"]), *others])


OWN_ROAD = {"id": "my-road", "kind": "road", "at_least": 4, "at_most": 4, "colours": 3}

BAD: dict[str, tuple[Change, int, str, str]] = {
    "another goal": (
        other(goal="city-8-10-3c"),
        1,
        "not what this version says of a line of 3 turns",
        "/refutations/2/formula",
    ),
    "a goal of one's own": (other(goal=OWN_ROAD), 1, "of a line of", "/formula"),
    "a goal by scores": (other(goal="city-16"), 1, "no formula for this goal", "/formula"),
    "other rules": (
        with_position(rules={"colours": 3, "meeples": 4, "switches": {"city.two": "2"}}),
        1,
        "of a line of 3 turns",
        "/refutations/2/formula",
    ),
    "another number of turns": (turns(2), 1, "of a line of 2 turns", "/refutations/2/formula"),
    "no end of turns": (turns(400), 4, "turns, not of 400", "/refutations/2/turns"),
    "a literal changed": (
        last("formula", lambda text: text.replace("\n-", "\n", 1)),
        1,
        "of a line of 3 turns",
        "/refutations/2/formula",
    ),
    "no formula": (last("formula", lambda _: ""), 1, "of a line of 3 turns", "/formula"),
    "a hint less": (
        last("proof", without_last_hint),
        1,
        "does not follow from its hints",
        "/refutations/2/proof, line 1 of the proof",
    ),
    "steps cut off": (
        last("proof", lambda text: "".join(text.splitlines(keepends=True)[:3])),
        1,
        "adds the empty clause",
        "/refutations/2/proof",
    ),
    "a step cut off": (
        last("proof", lambda text: text.splitlines()[0][:-1]),
        3,
        "a step is",
        "/refutations/2/proof, line 1 of the proof",
    ),
    "a letter": (
        last("proof", lambda text: "x" + text),
        3,
        "only numbers",
        "/refutations/2/proof, line 1 of the proof",
    ),
    "a faulty position": (with_position(supplies=[9, 4, 4]), 3, "9 in supply", "SOLO-SETUP-3"),
    "a goal that contradicts itself": (
        other(goal=OWN_ROAD | {"at_least": 6}),
        3,
        "cannot both hold",
        "/goal",
    ),
    "a taken name": (other(goal=OWN_ROAD | {"id": "road-10"}), 3, "has another goal", "/goal"),
    "no refutation": (other(refutations=[]), 3, "1 is the least", "/refutations"),
}


@pytest.mark.parametrize(("change", "code", "message", "where"), BAD.values(), ids=BAD)
def test_whatever_is_changed_is_told_with_its_place(
    change: Change,
    code: int,
    message: str,
    where: str,
    document: Document,
    path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    change(document)
    path.write_text(json.dumps(document))
    exit_code, out, err = run_command(capsys, "check", str(path))
    assert code == exit_code
    assert ("violated: " in out) == (code == 1)
    assert message in out + err
    assert where in out + err


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"", "not JSON"),
        (b"\x00\xff", "not UTF-8"),
        (b"[]", "the document is []"),
        (b'{"goal": "road-5-3c"}', 'lacks "position"'),
        (b"[" * 100_000, "nested too deeply"),
    ],
)
def test_what_is_no_certificate_is_told(
    content: bytes, message: str, path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path.write_bytes(content)
    code, out, err = run_command(capsys, "check", str(path))
    assert (3, "") == (code, out)
    assert message in err
    assert path.name in err


def test_a_file_without_end_is_not_read_to_its_end(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("meepleproof.cli.commands.check._SIZE_LIMIT", 1 << 20)
    code, _, err = run_command(capsys, "check", "/dev/zero")
    assert 3 == code
    assert "more than 1 MB" in err


def test_a_right_proof_of_another_formula_is_none(
    certificate: Certificate, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Only what the rules say now counts, and not what they said to whoever wrote it down."""

    def denied(_certificate: Certificate, number: int) -> None:
        raise Illegal("this is not what this version says", where=f"/refutations/{number}/formula")

    monkeypatch.setattr(certificate_module, "require_formula", denied)
    found = check_certificate(certificate)
    assert ("violated", "/refutations/0/formula") == (found.verdict.answer, found.where)
