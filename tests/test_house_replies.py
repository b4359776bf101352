"""Replies and refutations read off certificates: they are best play, whatever the other does."""

from __future__ import annotations

from functools import cache

import pytest

from tests.house_certificates import SMALL, certificate
from tests.house_endgames import brute_force
from verifier.carcassonne.engine.house import HouseEngine
from verifier.carcassonne.house.certificates import Certificate, margin, refutation, reply
from verifier.carcassonne.house.endgame import Endgame
from verifier.carcassonne.house.notation import parse_part_turn, parse_part_turns
from verifier.carcassonne.house.part_turn import PartTurn
from verifier.carcassonne.house.position import Placement
from verifier.errors import Illegal, Undecided

made = cache(certificate)
ENGINE = HouseEngine()


def play_on(given: Certificate, endgame: Endgame, line: tuple[PartTurn, ...], me: int) -> int:
    """Play all that the other player can, ``me`` by the certificate; return the worst margin.

    The margin is that of the player to move in the endgame, worst for ``me``.
    """
    found = []
    position = endgame.position
    mine = position.rules.player_of(position.to_move) == me
    answer = reply(given, line)
    assert answer is not None
    for outcome in sorted(ENGINE.outcomes(position), key=lambda each: str(each.part_turn)):
        if mine and outcome.part_turn != answer.part_turn:
            continue
        after = (*line, outcome.part_turn)
        ended = margin(given.endgame, outcome)
        if ended is None:
            following = Endgame(outcome.after, endgame.handicaps)
            found.append(play_on(given, following, after, me))
        else:
            assert reply(given, after) is None
            found.append(ended)
    return (min if me == given.endgame.player else max)(found)


@pytest.mark.parametrize("name", SMALL)
def test_whoever_plays_by_the_certificate_gets_the_value(name: str) -> None:
    given = made(name)
    for player in range(2):
        assert given.value == play_on(given, given.endgame, (), player)


@pytest.mark.parametrize("name", SMALL)
def test_each_first_placement_has_a_line_that_shows_its_value(name: str) -> None:
    given = made(name)
    values = brute_force(ENGINE, given.endgame)
    for placement, value in values.items():
        shown = refutation(given, placement)
        assert value == shown.margin
        position, ended = given.endgame.position, None
        for part_turn in shown.line:
            outcome = ENGINE.outcome(position, part_turn)
            assert outcome is not None
            position, ended = outcome.after, margin(given.endgame, outcome)
        assert value == ended


def test_a_part_turn_with_the_right_tile_and_the_wrong_follower_is_refuted() -> None:
    given = made("two tiles")
    shown = refutation(given, parse_part_turn("base/C0.0.1"))
    assert ["base/C0.0.1", "base/B0.0.-1.little.M"] == [str(each) for each in shown.line]
    assert -2 == shown.margin


def test_a_reply_says_what_it_proves() -> None:
    given = made("two tiles")
    first = reply(given)
    assert first is not None
    assert ("base/C0.0.1.little.N", 1, 1) == (str(first.part_turn), first.least, first.most)
    answer = reply(given, (parse_part_turn("base/B0.0.-1"),))
    assert answer is not None
    assert ("base/C0.0.1.little.N", None, -3) == (
        str(answer.part_turn),
        answer.least,
        answer.most,
    )


def test_what_is_not_legal_is_refused() -> None:
    given = made("two tiles")
    with pytest.raises(Illegal, match=r"base/C0\.4\.4 is not legal there"):
        reply(given, (parse_part_turn("base/C0.4.4"),))
    with pytest.raises(Illegal, match=r"base/C0\.4\.4 is not legal there"):
        refutation(given, Placement("base/C", 0, 4, 4))
    line = [
        parse_part_turn(text) for text in ("base/B0.0.-1.little.M", "base/C0.0.1", "base/V0.0.2")
    ]
    with pytest.raises(Illegal, match="the game is over before the last of them"):
        reply(given, line)


def test_where_both_have_left_the_proof_nothing_is_said() -> None:
    given = made("three tiles, player 2 moves")
    line = parse_part_turns("base/B0.0.-1 base/C0.0.1")
    with pytest.raises(Undecided, match="both players have left"):
        reply(given, line)
