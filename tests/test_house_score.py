"""``meepleproof house score``: owners and points of a final table, in words and drawn."""

from __future__ import annotations

import json
from xml.etree.ElementTree import fromstring

import pytest

from tests.console_output import run_command
from tests.house_oracle import ORACLE, Oracle
from verifier.carcassonne.house.final_score import final_score
from verifier.carcassonne.house.notation import parse_position
from verifier.carcassonne.house.part_turn import FinalScoring
from verifier.carcassonne.house.position import Position
from verifier.errors import KeysDisagree, Malformed

# The road of tile A ends at its monastery, so the fields above and below it are one farm (EC-H-53),
# which touches the closed city of D and E; so does the farm on E (EC-H-34).
TABLE = "h2~b0.-1.W0lS2.D0lEl1A1bM3.E2lNl4~p3.4.5.6~t1~n~eplayed"


class Forgetful(Oracle):
    """A key that forgets the first feature."""

    def final_scorings(self, position: Position) -> tuple[FinalScoring, ...]:
        """Return all features but the first."""
        return super().final_scorings(position)[1:]


def test_every_feature_is_scored_for_its_owners() -> None:
    score = final_score(parse_position(TABLE), (ORACLE,), (0, -3))
    assert [
        ("road", 1, (1,), 0),
        ("field", 3, (0,), 1),
        ("monastery", 4, (2,), 0),
        ("field", 3, (3,), 1),
    ] == [(each.kind, each.value, each.owners, len(each.cities)) for each in score.scorings]
    assert (6, 5, 9, 9) == score.scores
    assert (15, 11) == score.totals
    assert (0,) == score.winners


def test_a_tie_of_totals_stays_a_tie() -> None:
    # AMB-31; the handicap goes to the player's sum (AMB-34).
    assert (0, 1) == final_score(parse_position(TABLE), (ORACLE,), (-1, 0)).winners


def test_nothing_is_scored_where_keys_disagree() -> None:
    with pytest.raises(KeysDisagree, match="final scoring: oracle "):
        final_score(parse_position(TABLE), (ORACLE, Forgetful("forgetful")))


def test_there_is_a_handicap_for_each_player() -> None:
    with pytest.raises(Malformed, match="3 handicaps for 2 players"):
        final_score(parse_position(TABLE), (ORACLE,), (1, 2, 3))


def test_the_json_names_every_part_of_a_farm(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = run_command(capsys, "house", "score", TABLE, "--json")
    assert (0, "") == (code, err)
    document = json.loads(out)
    assert ["0.-1.Nl", "0.0.El", "0.0.Er", "1.0.Nl"] == document["features"][1]["parts"]
    assert [6, 5, 9, 9] == document["scores"]
    assert [1] == document["winners"]


def test_the_drawing_tints_farms_and_numbers_scorings(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run_command(capsys, "house", "score", TABLE, "--svg")
    assert 0 == code
    root = fromstring(out)  # noqa: S314 - our own picture
    tags = [(each.tag.partition("}")[2], each) for each in root.iter()]
    marks = [each.text for tag, each in tags if tag == "text" and "mark" in each.get("class", "")]
    assert ["1", "2", "3", "4", "A"] == marks
    fills = [each.get("fill") for tag, each in tags if each.get("class") == "mp-farm"]
    # W has three fields, of which the north one is the farm's; D has two, A one, E one.
    assert ["url(#mp-farm-1)"] * 4 + ["url(#mp-farm-4)"] == fills


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (
            ("s3.4~D0.0.0~p1.2.3~h4.4.4~t1~n..",),
            'not a document of the house game; those have "game": "house"',
        ),
        ((TABLE, "--handicap", "3=1"), "write PLAYER=POINTS with a player from 1 to 2"),
        ((TABLE, "--handicap", "1=x"), "'x' is not a number of points (at --handicap)"),
        ((TABLE.replace("eplayed", "etie"),), "the game is a tie"),
    ],
)
def test_bad_input_is_a_sentence(
    words: tuple[str, ...], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    code, out, err = run_command(capsys, "house", "score", *words)
    assert (3, "") == (code, out)
    assert message in err
