"""What NEOM's keys say where values are unknown: nothing that is not so, no contradiction.

The games with seeds of their own have shown faults.
"""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.neom_agreement import keys_compared
from tests.neom_gaps import compare_gaps_in_logs, compare_gaps_in_states
from verifier.claims.agreement import Disagreement
from verifier.neom.engine import Engine
from verifier.neom.log import Difference, LogReport, Violation
from verifier.neom.log_check import agreed_report
from verifier.neom.model.key import NeomModel
from verifier.neom.parameters import Unknown
from verifier.neom.state import Heading

LACKS = ((0, Unknown("NEOM-REQ-1", "tiles/demo-I-07/cost")),)
LEGAL = LogReport((), (), (), 9, frozenset({"wood", "coal"}), (Heading("goods", 2),))
ILLEGAL = replace(LEGAL, violations=(Violation(4, "NEOM-REQ-1", "too dear"),), score=())
NOTED_WRONGLY = replace(LEGAL, differences=(Difference(4, "money", "8", "9"),))


def test_what_is_said_of_logs_with_gaps_is_so() -> None:
    compared = compare_gaps_in_logs(keys_compared(), 1, 0)
    assert 10 == compared["logs with gaps"]
    assert compared["undetermined"] > 0


@pytest.mark.parametrize("seed", [134, 139])
def test_goods_of_a_final_city_are_open_where_a_token_is(seed: int) -> None:
    assert 10 == compare_gaps_in_logs([Engine()], 1, seed)["logs with gaps"]


def test_an_answer_impossible_without_protection_breaks_no_known_rule_where_that_is_open() -> None:
    assert 10 == compare_gaps_in_logs([Engine()], 1, 40)["logs with gaps"]


def test_how_many_tiles_are_lost_is_open_where_the_loss_is() -> None:
    assert 10 == compare_gaps_in_logs([NeomModel()], 1, 1001)["logs with gaps"]


def test_keys_that_go_on_from_different_notes_claim_no_points() -> None:
    """An answer that is illegal whatever protects, in a game that unknown protection left open."""
    assert 10 == compare_gaps_in_logs(keys_compared(), 1, 20_261_155)["logs with gaps"]


def test_what_is_said_of_states_with_gaps_is_so() -> None:
    compared = compare_gaps_in_states(keys_compared(), 3, 0)
    assert 6 == compared["states with gaps"]


@pytest.mark.parametrize(
    "other",
    [
        ILLEGAL,
        NOTED_WRONGLY,
        replace(LEGAL, money=8),
        replace(LEGAL, tokens=frozenset({"wood"})),
        replace(LEGAL, score=(Heading("goods", 3),)),
        replace(LEGAL, money=8, unknown=LACKS),
        replace(ILLEGAL, unknown=LACKS),
        replace(NOTED_WRONGLY, unknown=LACKS),
    ],
)
def test_keys_that_differ_in_what_they_determine_disagree(other: LogReport) -> None:
    for reports in ({"one": LEGAL, "two": other}, {"one": other, "two": LEGAL}):
        with pytest.raises(Disagreement):
            agreed_report(reports)


def test_what_one_key_lacks_is_undetermined() -> None:
    open_goods = Heading("goods", None, (Unknown("NEOM-SCORE-4", "tiles/demo-I-07/produces"),))
    lacking = replace(
        LEGAL, unknown=LACKS, money=None, tokens=frozenset({"wood"}), score=(open_goods,)
    )
    for reports in ({"one": LEGAL, "two": lacking}, {"one": lacking, "two": LEGAL}):
        assert lacking == agreed_report(reports)


def test_a_broken_rule_that_one_key_cannot_tell_is_not_claimed() -> None:
    lacking = replace(LEGAL, unknown=LACKS)
    agreed = agreed_report({"one": ILLEGAL, "two": lacking})
    assert ((), LACKS, ()) == (agreed.violations, agreed.unknown, agreed.score)
