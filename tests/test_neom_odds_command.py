"""``meepleproof odds --game neom``: its JSON, its pages, and its errors."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.console_output import run_command
from verifier.documents import validation
from verifier.neom.odds import by_enumeration
from verifier.neom.odds.question import chances
from verifier.neom.odds.seen import Seen


def document(capsys: pytest.CaptureFixture[str], *options: str) -> dict[str, Any]:
    code, out, err = run_command(capsys, "odds", "--game", "neom", *options, "--json")
    assert (0, "") == (code, err)
    found: dict[str, Any] = json.loads(out)
    return found


def test_the_odds_before_a_game_follow_their_schema(capsys: pytest.CaptureFixture[str]) -> None:
    found = document(capsys)
    validation.validate("neom-odds-table", found)
    assert ["1+", "1+,4+", "1+,4+,5+"] == [each["tile_set"] for each in found["sets"]]
    late = found["sets"][0]["after"][6]["disaster"]
    assert {"fraction": "2/3", "per_cent": "66.67"} == late["places"][0]
    assert {"fraction": "3/10", "per_cent": "30.00"} == found["cornerstones"]["obtainable"][0]


def test_the_odds_after_some_packs_follow_their_schema(capsys: pytest.CaptureFixture[str]) -> None:
    options = ["--tiles", "1+", "--seen", "market/-/flood", "--want", "park", "--want", "Market"]
    found = document(capsys, *options)
    validation.validate("neom-odds", found)
    assert {
        "tile_set": "1+",
        "packs": [["market"], [], ["flood"]],
        "disaster": 3,
        "wanted": ["park"],
        "gone": {"Market": 1},
    } == found["seen"]
    assert "disaster" not in found
    answer = chances(Seen("1+", 3, 3, 1))
    assert answer.wanted is not None
    assert [str(each) for each in answer.wanted.places] == [
        each["fraction"] for each in found["wanted"]["places"]
    ]
    assert str(answer.contents) == found["contents"]


@pytest.mark.parametrize("packs", range(8))
@pytest.mark.parametrize("tile_set", ["1+", "1+,4+,5+"])
@pytest.mark.parametrize("wanted", [(), ("park",), ("park", "mill")])
@pytest.mark.parametrize("shown", ["-", "flood"])
def test_every_page_has_the_chances_of_the_packs_to_come(
    capsys: pytest.CaptureFixture[str],
    packs: int,
    tile_set: str,
    wanted: tuple[str, ...],
    shown: str,
) -> None:
    seen = "/".join(["-"] * (packs - 1) + [shown] * (packs > 0))
    names = [word for name in wanted for word in ("--want", name)]
    options = ["--tiles", tile_set, "--seen", seen, *names]
    code, out, err = run_command(capsys, "odds", "--game", "neom", *options)
    disaster = packs if packs and shown == "flood" else 0
    left = 1 if tile_set == "1+" else 3
    if packs == 7 and len(wanted) > left - (not disaster):
        assert (3, "") == (code, out)
        assert "than are left" in err
        return
    assert (0, "") == (code, err)
    answer = chances(Seen(tile_set, packs, disaster, len(wanted)))
    lines = {line.split("  ")[0]: line.split() for line in out.splitlines()}
    if answer.disaster is not None:
        for pack, chance in enumerate(answer.disaster.places[:-1], packs + 1):
            assert str(chance) == lines[f"pack {pack}"][3]
    if answer.wanted is not None:
        last = lines["pack 8, never seen"]
        assert str(answer.wanted.places[-1]) == last[-3]


def test_halves_of_a_hundredth_are_rounded_up(capsys: pytest.CaptureFixture[str]) -> None:
    _, out, _ = run_command(capsys, "odds", "--game", "neom", "--tiles", "1+,4+")
    assert "5/32  15.63 %" in out


@pytest.mark.parametrize(
    ("options", "code", "message"),
    [
        (["--game", "neom", "--seen", "-"], 2, "say which tiles are in play: --tiles 1+,"),
        (["--game", "neom", "--want", "park"], 2, "say which tiles are in play: --tiles 1+,"),
        (["--game", "neom", "--games", "9"], 2, "--games is not for NEOM"),
        (["--game", "neom", "--player", "greedy"], 2, "--player is not for NEOM"),
        (["--tiles", "1+"], 2, "--tiles is not for the Solo Variant"),
        (["--want", "park"], 2, "--want is not for the Solo Variant"),
        (["--game", "neom", "--tiles", "1+,5+"], 2, "there is no tile set '1+,5+'"),
        (["--game", "neom", "--tiles", "1+", "--seen", "fire/flood"], 2, "two Disasters"),
        (
            ["--game", "neom", "--tiles", "1+", "--seen", "-/-/-/-/-/-/-", "--want", "park"],
            3,
            "more tiles are wanted (1) than are left besides the Disaster (0)",
        ),
        (
            ["--game", "neom", "--tiles", "1+,4+,5+", *(f"--want={name}" for name in "abcdef")],
            4,
            "cases are too many to be counted, the limit is 5,000,000: ask about fewer tiles",
        ),
    ],
)
def test_what_cannot_be_answered_is_said_in_one_paragraph(
    capsys: pytest.CaptureFixture[str], options: list[str], code: int, message: str
) -> None:
    found, out, err = run_command(capsys, "odds", *options)
    assert (code, "") == (found, out)
    assert message in " ".join(err.split())
    assert "Traceback" not in err


def test_keys_that_disagree_end_it_with_their_code(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(by_enumeration, "_MOVES", ((8, 1, 2), (7, 2, 1)))
    code, out, err = run_command(capsys, "odds", "--game", "neom", "--tiles", "1+")
    assert (5, "") == (code, out)
    assert "the two keys disagree, so nothing is claimed; please report it: sizes is 5, 4, 4" in err
