"""The checker of claims about the house game lets nothing pass on which its keys differ."""

from __future__ import annotations

from typing import Any

import pytest

from verifier.carcassonne.engine.house import HouseEngine
from verifier.carcassonne.house.claims import scenario_from_json
from verifier.carcassonne.house.key import Key
from verifier.carcassonne.house.keyring import Keyring
from verifier.carcassonne.house.part_turn import FinalScoring, Outcome, Record
from verifier.carcassonne.house.position import Position
from verifier.carcassonne.model.house.key import HouseModel
from verifier.carcassonne.table.faults import Violation
from verifier.errors import Malformed, Undecided
from verifier.verdict import Verdict

TURN = "base/E2.0.1.little.S"
TWO_PIECES = {
    "colour": 1,
    "tile": "base/U",
    "rotation": 0,
    "x": 1,
    "y": 0,
    "pieces": [{"piece": "little", "feature": "E"}, {"piece": "big", "feature": "Nl"}],
}


def scenario(*claims: Any) -> Any:
    return {
        "game": "house",
        "id": "X",
        "title": "A city of two tiles.",
        "rules": ["HOUSE-SCORE-6"],
        "source": "test",
        "authority": "ours",
        "record": {
            "game": "house",
            "rules": {"players": 3, "hand": 1},
            "draw": ["base/U", "base/E", "base/U"],
            "turns": ["base/U0.1.0.little.E"],
        },
        "claims": list(claims),
    }


OUTCOME = {"claim": "outcome", "turn": TURN, "is": {"gains": [0, 2, 0]}}
FINAL = {"claim": "final", "is": {"scores": [2, 0, 0]}}
LEGAL = {"claim": "record"}


class Forgetful(HouseModel):
    """A key that leaves out one outcome, what one feature brings, and what is broken."""

    def outcomes(self, position: Position) -> frozenset[Outcome]:
        return frozenset(o for o in super().outcomes(position) if str(o.part_turn) != TURN)

    def final_scorings(self, position: Position) -> tuple[FinalScoring, ...]:
        return super().final_scorings(position)[1:]

    def violations(self, record: Record) -> tuple[Violation, ...]:  # noqa: ARG002 - the interface
        return (Violation("HOUSE-TURN-3", 1, "", "not there"),)


class Speechless(HouseModel):
    """A key that does not come to an answer."""

    def outcomes(self, position: Position) -> frozenset[Outcome]:  # noqa: ARG002 - the interface
        raise Undecided("out of time")


def verdict(claim: Any, *keys: Key) -> Verdict:
    (judged,) = Keyring(keys or (HouseEngine(),)).check(scenario_from_json(scenario(claim))).claims
    return judged.verdict


@pytest.mark.parametrize("claim", [OUTCOME, FINAL, LEGAL])
def test_a_claim_holds_by_both_keys_together(claim: Any) -> None:
    judged = verdict(claim, HouseEngine(), HouseModel())
    assert ("holds", ("engine", "model")) == (judged.answer, judged.names)
    assert judged.examined > 0


@pytest.mark.parametrize(
    ("claim", "message"),
    [
        (OUTCOME, f"1 by engine alone, e.g. {TURN} to (0, 2, 0); nothing is listed by model alone"),
        (FINAL, "final scorings at h3.1~"),
        (LEGAL, "engine: legal; model: HOUSE-TURN-3 at part-turn 1: not there"),
    ],
)
def test_keys_that_differ_disagree(claim: Any, message: str) -> None:
    judged = verdict(claim, HouseEngine(), Forgetful())
    assert "keys disagree" == judged.answer
    assert message in judged.why


def test_a_key_without_an_answer_leaves_the_claim_undecided() -> None:
    judged = verdict(OUTCOME, HouseEngine(), Speechless())
    assert ("undecided", "out of time", ("engine",)) == (judged.answer, judged.why, judged.names)


def test_a_part_turn_that_is_not_legal_is_said_with_what_is() -> None:
    judged = verdict({**OUTCOME, "turn": "base/E2.0.1.builder.S"})
    assert "violated" == judged.answer
    assert "base/E2.0.1.builder.S is not legal; with this placement there are" in judged.why
    assert TURN in judged.why


def test_equal_ways_to_write_a_part_turn_are_one() -> None:
    road = {"claim": "outcome", "then": [TURN], "is": {"to_move": 1}}
    for text in ("base/U0.2.0.little.Wr", "base/U2.2.0.little.Nl", "base/U0.2.0.little.Nl"):
        assert "holds" == verdict({**road, "turn": text}).answer


@pytest.mark.parametrize(
    ("claim", "message"),
    [
        ({"claim": "every", "holds": ["total", 7]}, "7 is not a player"),
        ({"claim": "every", "holds": True, "over": "finals", "where": ["gain", 1]},
         "no word 'gain' about the final scoring of a feature"),
        ({"claim": "outcome", "is": {"gains": [0, 0, 0]}, "record": {"game": "house",
          "rules": {"players": 3}, "draw": [], "turns": []}}, "names its part-turn"),
        ({"claim": "outcome", "is": {"result": 1}, "turn": TURN}, 'unknown key "result"'),
        ({"claim": "record", "breaks": "SOLO-TURN-1"}, "unknown rule 'SOLO-TURN-1'"),
        ({"claim": "record", "turn": 1}, 'has "turn" but lacks "breaks"'),
        ({"claim": "position"}, "a claim about a position, but there is none"),
    ],
)  # fmt: skip
def test_what_cannot_be_claimed_is_refused(claim: Any, message: str) -> None:
    with pytest.raises(Malformed) as caught:
        scenario_from_json(scenario(claim))
    assert message in str(caught.value)


def test_a_line_to_a_table_states_one_piece_at_most() -> None:
    claim = {"claim": "some", "holds": True, "then": [TWO_PIECES]}
    with pytest.raises(Malformed, match="more than a part-turn can be"):
        Keyring((HouseEngine(),)).check(scenario_from_json(scenario(claim)))
