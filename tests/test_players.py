"""Players: every game legal by the naive rules, the tallies true, the same in both builds."""

from __future__ import annotations

import random
from collections import Counter
from concurrent.futures import BrokenExecutor, Future, ThreadPoolExecutor
from dataclasses import replace
from math import sqrt
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests import games, naive, naive_record, naive_turn, strategies
from tests.builds import BUILDS, COMPILED, PYTHON
from tests.naive_goals import reached, result_of
from tests.oracle import ended as ended_without_turn
from verifier.carcassonne.engine import kernel
from verifier.carcassonne.engine.solo import Engine, Player, game, players, playouts
from verifier.carcassonne.engine.solo.laid_out import claim_name, lay_out
from verifier.carcassonne.engine.solo.search import MOST_SEED
from verifier.carcassonne.engine.tables import tables_in_play
from verifier.carcassonne.solo.catalogue import CATALOGUE
from verifier.carcassonne.solo.goals import checklist
from verifier.carcassonne.solo.letters import tiles_of
from verifier.carcassonne.solo.notation import parse_position
from verifier.carcassonne.solo.position import Position, row, setup
from verifier.carcassonne.solo.rule_set import SOLO, RuleSet
from verifier.carcassonne.solo.turn import FEATURES, NO_CLAIM, Outcome, RecordedTurn
from verifier.errors import Malformed, Undecided

RANDOM, GREEDY, AHEAD = Player("random"), Player("greedy"), Player("lookahead", 1)
GOAL_SWITCHES = (
    "final.unit",
    "goal.allTiles",
    "goal.colours",
    "goal.count",
    "goal.total",
    "goal.worth",
)


def some_rules(seed: int) -> RuleSet:
    """Return a rule set with more meeples than usual, so that games grow long and meet goals."""
    rng = random.Random(seed)
    keys = (*games.PLAY_SWITCHES, *GOAL_SWITCHES)
    turned = {key: rng.choice(CATALOGUE.switch(key).values) for key in keys if rng.random() < 0.3}
    return RuleSet(rng.choice((3, 3, 4)), rng.choice((3, 4, 6, 7, 7))).with_switches(turned)


# Both builds


@pytest.mark.skipif(COMPILED is None, reason="there is no compiled build to compare with")
@pytest.mark.parametrize(("player", "number"), [(RANDOM, 60), (GREEDY, 5), (AHEAD, 1)])
@pytest.mark.parametrize("rules", [SOLO, some_rules(2), some_rules(5)])
def test_both_builds_play_the_same_games(
    player: Player, number: int, rules: RuleSet, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(players, "_WIDTH", 3)
    monkeypatch.setattr(players, "_SAMPLES", 2)
    found = []
    for build in BUILDS:
        with build.in_use():
            found.append(playouts(number, player, seed=11, rules=rules))
    assert found[0] == found[1]


@pytest.mark.skipif(COMPILED is None, reason="there is no compiled build to compare with")
@settings(max_examples=15, deadline=None)
@given(strategies.rule_sets(), st.integers(0, MOST_SEED), st.sampled_from([RANDOM, GREEDY]))
def test_both_builds_play_the_same_game_by_any_rules(
    rules: RuleSet, seed: int, player: Player
) -> None:
    found = []
    for build in BUILDS:
        with build.in_use():
            found.append(playouts(1, player, seed=seed, rules=rules))
    assert found[0] == found[1]


RUNS = [
    (RANDOM, SOLO, 50, 17581272494218775501, 403),
    (GREEDY, SOLO, 50, 12652971344238654809, 1264),
    (GREEDY, RuleSet(meeples=7), 8, 1159728380706909668, 441),  # these come to the last tile
]


@pytest.mark.parametrize(("player", "rules", "number", "checksum", "points"), RUNS)
def test_a_run_stays_what_it_was(
    player: Player, rules: RuleSet, number: int, checksum: int, points: int
) -> None:
    odds = playouts(number, player, seed=3, rules=rules)
    found = sum(result * count for result, count in odds.results.items())
    assert (checksum, points) == (odds.checksum, found)


@pytest.mark.parametrize("player", [RANDOM, GREEDY])
def test_a_game_leaves_nothing_behind(player: Player) -> None:
    rules = RuleSet(meeples=7)
    used = players._table(player, rules, goals=())
    odds = playouts(30, player, seed=1, rules=rules)
    assert odds.checksum == used.kernel.play(1, 0, 30)[-1]
    for number in range(31):
        fresh = players._table(player, rules, goals=()).kernel.written(1, number)
        assert fresh == used.kernel.written(1, number)


@pytest.mark.parametrize("seed", range(6))
def test_length_and_result_are_those_of_the_first_game(seed: int) -> None:
    rules = some_rules(seed)
    odds = playouts(1, RANDOM, seed=seed, rules=rules)
    length, result = players.length_and_result(RANDOM, seed=seed, rules=rules)
    assert ({length: 1}, {result: 1}) == (odds.lengths, odds.results)


# Games are legal, and were tallied as what they are


def replayed(turn: RecordedTurn, position: Position, paid: int, scores: list[int]) -> Outcome:
    """Return the outcome of a turn by the naive rules; there must be one."""
    drawn = naive.draw(position, (*turn.discards, turn.tile))
    assert (drawn.colour, drawn.tile) == (turn.colour, turn.tile)
    assert drawn.pile == (turn.colour if turn.pile is None else turn.pile)
    board, supply = naive.board_of(position), position.supplies[turn.colour]
    allowed = naive.allowed_placements(board, turn.tile, supply, position.rules)
    assert (turn.cell, turn.rotation) in allowed
    claim = turn.meeples[0].segment if turn.meeples else NO_CLAIM
    (outcome,) = (
        outcome
        for outcome in naive_turn.play(position, drawn, turn.cell, turn.rotation)
        if outcome.turn is not None
        and outcome.turn.claim == claim
        and outcome.turn.order == turn.order
        and outcome.after.scores == tuple(scores)
        and paid == paid_in(outcome)
    )
    return outcome


def paid_in(outcome: Outcome) -> int:
    scorings = sorted(outcome.scorings, key=lambda scoring: FEATURES.index(scoring.feature))
    return sum(bool(scoring.colours) << place for place, scoring in enumerate(scorings))


def ended(position: Position, discards: tuple[str, ...]) -> Outcome:
    """Return the end of a game whose last tiles could not be placed (SOLO-END-6)."""
    board = naive.board_of(position)
    assert not [tile for tile in discards if naive.legal_placements(board, tile)]
    left = sum(pile.hidden for pile in position.piles) - len(discards)
    rules = position.rules
    early = {"tile.unplaceable", "pile.empty"} & {
        key for key in ("tile.unplaceable", "pile.empty") if rules.value(key) == "end_game"
    }
    assert left == 0 or early
    piles = position.piles if left else tuple(replace(pile, hidden=0) for pile in position.piles)
    after = replace(position, piles=piles, discards=position.discards + discards, over=True)
    return ended_without_turn(position, discards, after)


def by_the_naive_rules(number: int, player: Player, seed: int, rules: RuleSet) -> list[Outcome]:
    """Return what the turns of a game bring, played again by the naive rules to its end."""
    record = game(number, player, seed=seed, rules=rules)
    turns, discards = players._table(player, rules, goals=checklist().values()).kernel.written(
        seed, number
    )
    position, line = record.start, []
    assert len(record.turns) == len(turns)
    for turn, written in zip(record.turns, turns, strict=True):
        assert not position.over
        line.append(replayed(turn, position, written[7], written[8]))
        position = line[-1].after
    laid_aside = tuple(tables_in_play(SOLO.sheets).kinds[kind] for kind in discards)
    if not position.over:
        last = laid_aside[sum(len(turn.discards) for turn in record.turns) :]
        line.append(ended(position, last))
    assert sorted(laid_aside) == sorted(line[-1].after.discards)
    return line


def final(outcome: Outcome) -> Outcome:
    """Return the end of a game with final scores by the unit the rules name (AMB-11)."""
    after = outcome.after
    (scores,) = naive_turn.final_scores_in_every_order(
        after.scores, after.meeples_on_tiles(), unit=after.rules.value("final.unit")
    )
    return replace(outcome, final=scores, result=result_of(after.rules, scores))


LEGAL = [
    *((RANDOM, seed, 4) for seed in range(12)),
    *((GREEDY, seed, 2) for seed in range(12, 24)),
    *((AHEAD, seed, 1) for seed in (24, 25)),
]


@pytest.mark.parametrize(("player", "seed", "number"), LEGAL)
def test_games_are_legal_and_tallied(player: Player, seed: int, number: int) -> None:
    rules = some_rules(seed)
    goals, lengths, results, lowest = Counter[str](), Counter[int](), Counter[int](), Counter[int]()
    for each in range(number):
        line = by_the_naive_rules(each, player, seed, rules)
        line[-1] = final(line[-1])
        met = {g.id for g in checklist().values() if any(reached(g, outcome) for outcome in line)}
        goals.update(met)
        lengths[sum(outcome.turn is not None for outcome in line)] += 1
        results[line[-1].result or 0] += 1
        lowest[min(line[-1].after.scores)] += 1
    odds = playouts(number, player, seed=seed, rules=rules)
    assert {goal: goals[goal] for goal in checklist()} == odds.goals
    assert (lengths, results, lowest) == (odds.lengths, odds.results, odds.lowest)


@pytest.mark.parametrize("player", [RANDOM, GREEDY])
@pytest.mark.parametrize("number", range(3))
def test_a_written_game_breaks_no_rule(player: Player, number: int) -> None:
    record = game(number, player, seed=17)
    assert () == Engine().violations(record)
    assert () == naive_record.violations(record)


def test_the_best_game_is_the_one_named() -> None:
    odds = playouts(200, RANDOM, seed=2)
    line = by_the_naive_rules(odds.best, RANDOM, 2, SOLO)
    assert max(odds.results) == line[-1].result
    before = playouts(odds.best, RANDOM, seed=2)
    assert max(before.results) < max(odds.results)


# What the random player does is as likely as it should be


def shares(position: Position) -> dict[tuple[Any, ...], float]:
    """Return how likely each outcome of a turn is: placement, then claim, then scoring."""
    outcomes = [(o.turn, o) for o in games.ORACLE.outcomes(position) if o.turn is not None]
    placements = {(turn.cell, turn.rotation) for turn, _ in outcomes}
    found = {}
    for turn, outcome in outcomes:
        place = (turn.cell, turn.rotation)
        claims = {t.claim for t, _ in outcomes if (t.cell, t.rotation) == place}
        ways = sum((t.cell, t.rotation, t.claim) == (*place, turn.claim) for t, _ in outcomes)
        key = (*place, turn.claim, paid_in(outcome))
        found[key] = 1 / len(placements) / len(claims) / ways
    return found


def as_likely(expected: dict[Any, float], found: Counter[Any]) -> bool:
    """Return whether all numbers lie within five standard deviations; the seed is fixed."""
    number = found.total()
    assert set(found) <= set(expected)
    return all(
        abs(found[key] - number * share) <= 5 * sqrt(number * share * (1 - share))
        for key, share in expected.items()
    )


CHOICES = {
    "set-up": row(setup(), tiles_of("L")),
    "orders": parse_position("s3.4~D0.0.0~p1.2.3~h4.4.4~t1~nX"),
}


@pytest.mark.parametrize("name", CHOICES)
def test_the_first_turn_at_random_is_as_likely_as_it_should_be(name: str) -> None:
    position = CHOICES[name]
    table = lay_out(position, kernel.Player)
    found = Counter[Any]()
    for number in range(3000):
        (turn,), _ = table.kernel.written(5, number)
        _, _, _, cell, drawing, claim, _, paid, _ = turn
        place = (table.cell(cell), drawing % 4, claim_name(claim))
        found[(*place, paid)] += 1
    expected = shares(position)
    assert pytest.approx(1) == sum(expected.values())
    assert as_likely(expected, found)


def test_the_first_tiles_are_as_likely_as_they_should_be() -> None:
    left = SOLO.sheet.counts()
    left["base/D"] -= 1
    expected = {tile: number / 71 for tile, number in left.items()}
    table = players._table(RANDOM, SOLO, goals=())
    found = [Counter[str](), Counter[str]()]
    for number in range(3000):
        turns, _ = table.kernel.written(9, number)
        for turn in (0, 7):
            tile = tables_in_play(SOLO.sheets).kinds[turns[turn][4] // 4]
            found[turn > 0][tile] += 1
    assert as_likely(expected, found[0])
    # Later tiles, too, as long as none was discarded: no place is known better than another.
    assert as_likely(expected, found[1])


def test_games_of_the_random_player_are_as_short_as_was_measured_elsewhere() -> None:
    odds = playouts(10_000, RANDOM, seed=1)
    turns = sum(number * count for number, count in odds.lengths.items()) / odds.games
    lowest = sum(number * count for number, count in odds.lowest.items()) / odds.games
    assert pytest.approx(15.1, abs=0.1) == turns
    assert pytest.approx(1.4, abs=0.05) == lowest
    assert 13 == min(odds.lengths)  # FACT-11


# Better players


def mean_result(player: Player, number: int, rules: RuleSet = SOLO) -> float:
    results = playouts(number, player, seed=4, rules=rules).results
    return sum(result * count for result, count in results.items()) / number


@pytest.mark.parametrize("rules", [SOLO, RuleSet(meeples=3), RuleSet(4), RuleSet(meeples=7)])
def test_the_greedy_player_beats_the_random_one(rules: RuleSet) -> None:
    assert mean_result(GREEDY, 40, rules) > mean_result(RANDOM, 400, rules) + 4


@pytest.mark.skipif(COMPILED is None, reason="takes minutes uncompiled")
def test_looking_ahead_beats_greed_and_further_is_better() -> None:
    greedy = mean_result(GREEDY, 2000)
    one, three = mean_result(AHEAD, 40), mean_result(Player("lookahead", 3), 20)
    assert greedy + 4 < one
    assert one < three


# Shares of a run


def test_a_run_is_the_sum_of_its_pieces_whoever_plays_them(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = playouts(70, RANDOM, seed=8)
    monkeypatch.setitem(players._AT_ONCE, "random", 64 * 9)
    found: list[int] = []
    assert whole == playouts(70, RANDOM, seed=8, tell=found.append)
    monkeypatch.setattr(players, "_PIECES_WAITING", 3)
    monkeypatch.setitem(players._AT_ONCE, "random", 1)
    with ThreadPoolExecutor(2) as executor:
        assert whole == playouts(70, RANDOM, seed=8, executor=executor, tell=found.append)
    assert 140 == sum(found)


class Dying(ThreadPoolExecutor):
    """An executor whose workers die."""

    def submit(self, *_: Any, **__: Any) -> Future[Any]:
        future = Future[Any]()
        future.set_exception(BrokenExecutor("out of memory"))
        return future


def test_a_worker_that_dies_leaves_the_run_undecided() -> None:
    with Dying() as executor, pytest.raises(Undecided, match="out of memory"):
        playouts(5, RANDOM, executor=executor)


def test_an_interrupted_run_leaves_no_work_behind() -> None:
    def interrupted(_: int) -> None:
        raise KeyboardInterrupt

    with ThreadPoolExecutor(1) as executor:
        with pytest.raises(KeyboardInterrupt):
            playouts(10**9, GREEDY, executor=executor, tell=interrupted)
        assert executor.submit(int).result() == 0


# Bad input


@pytest.mark.parametrize("number", [0, -1, 10**12, 1 << 80])
def test_a_number_of_games_that_cannot_be_played_is_refused(number: int) -> None:
    with pytest.raises(Malformed, match="games: give 1 to 1,000,000,000"):
        playouts(number, RANDOM)


@pytest.mark.parametrize("seed", [-1, 1 << 53])
def test_a_seed_out_of_range_is_refused(seed: int) -> None:
    with pytest.raises(Malformed, match="give a whole number from 0"):
        playouts(1, RANDOM, seed=seed)
    with pytest.raises(Malformed, match="give a whole number from 0"):
        game(0, RANDOM, seed=seed)


@pytest.mark.parametrize("number", [-1, 10**9])
def test_a_game_that_there_is_not_is_refused(number: int) -> None:
    with pytest.raises(Malformed, match="give 0 to 999,999,999"):
        game(number, RANDOM)


@pytest.mark.parametrize(
    ("name", "ahead", "message"),
    [
        ("clever", 0, "there is no player 'clever'; there are random, greedy, lookahead"),
        ("random", 1, "1 turns ahead: the random player looks at none"),
        ("greedy", -1, "the greedy player looks at none"),
        ("lookahead", 0, "0 turns ahead: give 1 to 9"),
        ("lookahead", 10, "10 turns ahead: give 1 to 9"),
    ],
)
def test_a_player_that_there_is_not_is_refused(name: str, ahead: int, message: str) -> None:
    with pytest.raises(Malformed, match=message):
        Player(name, ahead)


def test_the_uncompiled_build_counts_the_first_game_of_a_large_seed() -> None:
    with PYTHON.in_use():
        odds = playouts(1, RANDOM, seed=MOST_SEED)
    assert odds == playouts(1, RANDOM, seed=MOST_SEED)
