"""Smallest games: what both keys rule out, what the search may give up, what the command says."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.console_output import run_command
from tests.killed_solver import DoomedSolver
from tests.naive_goals import reached
from verifier.carcassonne.engine.solo import Engine
from verifier.carcassonne.engine.solo.all_games import (
    comes_first,
    piles_after_draw,
    play_all,
    smallest_by_engine,
)
from verifier.carcassonne.engine.solo.engine import outcomes_by_engine, record_of
from verifier.carcassonne.engine.solo.goals import fewest_cells, promising
from verifier.carcassonne.engine.solo.search import tiles_in_box
from verifier.carcassonne.model.solo.certificates import certificate_from_json, require_certificate
from verifier.carcassonne.model.solo.questions import outcomes_of
from verifier.carcassonne.model.solo.smallest import SmallestByModel, enough_cells
from verifier.carcassonne.model.solo.solvers import Solvers
from verifier.carcassonne.solo import smallest as smallest_module
from verifier.carcassonne.solo.codec import record_from_json
from verifier.carcassonne.solo.goals import Goal, checklist
from verifier.carcassonne.solo.notation import parse_line
from verifier.carcassonne.solo.position import Pile, Position, setup
from verifier.carcassonne.solo.rule_set import SOLO, RuleSet
from verifier.carcassonne.solo.smallest import (
    SCOPE,
    KnownGame,
    known_game,
    known_games,
    require_reached,
    smallest,
)
from verifier.carcassonne.solo.turn import Outcome
from verifier.constraints.cpsat import CpSatSolver, Parameters
from verifier.constraints.sat import SatSolver
from verifier.errors import KeysDisagree, Malformed

TURNS = {
    "road-10": 9,
    "road-10-2c": 9,
    "road-10-3c": 9,
    "road-5-3c": 5,
    "city-16": 4,
    "city-16-2c": 4,
    "city-16-3c": 5,
    "city-8-10-3c": 5,
    "monasteries-3": 14,
    "monasteries-4": 15,
}
QUICK = ["city-16"]
CITY_4 = Goal("city.4.4.0", "city", at_least=4, at_most=4)


@pytest.fixture(scope="module")
def solvers() -> Iterator[Solvers]:
    with Solvers() as made:
        yield made


@pytest.mark.parametrize("word", QUICK)
def test_the_smallest_game(word: str, solvers: Solvers) -> None:
    goal = checklist()[word]
    found = smallest(goal, solvers=solvers)
    assert ("holds", "") == (found.verdict.answer, found.verdict.why)
    assert TURNS[word] == found.turns == found.lower_bound
    assert found.game is not None
    met = [reached(goal, outcome) for outcome in outcomes_by_engine(found.game)]
    assert [False] * (TURNS[word] - 1) + [True] == met


@pytest.mark.slow
@pytest.mark.parametrize("word", sorted(TURNS.keys() - set(QUICK)))
def test_every_goal_but_those_about_the_end_has_a_smallest_game(word: str) -> None:
    found = smallest(checklist()[word])
    assert ("holds", TURNS[word]) == (found.verdict.answer, found.turns)


SHARED = {"total-40": 13, "total-50": 13, "all-tiles": 71}


@pytest.mark.parametrize(
    "word", ["total-50", "all-tiles", pytest.param("total-40", marks=pytest.mark.slow)]
)
def test_known_games_are_shared_among_goals_about_the_end(word: str, solvers: Solvers) -> None:
    """FACT-11: no game ends sooner than in turn 13; both keys check the game."""
    found = smallest(checklist()[word], limit=1, solvers=solvers)
    assert ("holds", SHARED[word]) == (found.verdict.answer, found.turns)
    assert found.turns == found.lower_bound
    assert found.game is not None
    assert reached(checklist()[word], outcomes_by_engine(found.game)[-1])


def test_what_brings_50_brings_45(solvers: Solvers) -> None:
    found = smallest(Goal("total.45.x.0", "total", 45), limit=1, solvers=solvers)
    assert ("holds", 13) == (found.verdict.answer, found.turns)


@pytest.mark.slow
def test_no_total_of_the_checklist_takes_more_turns_than_a_higher_one(solvers: Solvers) -> None:
    found = [
        smallest(checklist()[word], limit=1, solvers=solvers)
        for word in ("total-40", "total-50", "total-60")
    ]
    turns = [one.turns or 99 for one in found]
    assert sorted(turns) == turns
    assert all(one.lower_bound >= 13 for one in found)


@pytest.mark.parametrize("game", known_games(), ids=lambda game: str(len(game.line)))
def test_both_keys_know_every_known_game_for_the_same_end(game: KnownGame) -> None:
    outcomes = outcomes_by_engine(record_of(game.line, setup()))
    assert not any(outcome.discards for outcome in outcomes)
    by_model = outcomes_of(setup(), game.line)
    for one, other in zip(outcomes, by_model, strict=True):
        assert one.after == other.after
    assert outcomes[-1].after.over
    assert outcomes[-1].result == by_model[-1].result
    assert game.found


def test_by_other_rules_known_games_are_not_used() -> None:
    assert known_game(checklist()["total-40"], RuleSet(meeples=3)) is None


def test_a_known_game_the_engine_denies_is_a_disagreement(
    monkeypatch: pytest.MonkeyPatch, solvers: Solvers
) -> None:
    short = KnownGame(known_games()[0].line[:-1], "cut off")
    monkeypatch.setattr(smallest_module, "known_game", lambda *_: short)
    with pytest.raises(KeysDisagree, match="is the first to reach"):
        smallest(checklist()["total-40"], limit=1, solvers=solvers)


@pytest.mark.slow
def test_a_game_that_ends_early_is_found_in_one_city(solvers: Solvers) -> None:
    """With three meeples a game may end in turn 10, and no game is known."""
    found = smallest(checklist()["total-40"], RuleSet(meeples=3), solvers=solvers)
    assert ("holds", 10) == (found.verdict.answer, found.turns)


@pytest.mark.slow
def test_a_total_is_reached_in_stages(solvers: Solvers) -> None:
    """Four colours compare scores where they share a city; so no game ends early in one."""
    goal = Goal("total.20.x.0", "total", 20)
    found = smallest(goal, RuleSet(colours=4), solvers=solvers)
    assert ("undecided", 17) == (found.verdict.answer, found.lower_bound)
    if found.game is not None:
        *before, last = outcomes_by_engine(found.game)
        assert not any(reached(goal, outcome) for outcome in before)
        assert reached(goal, last)


def test_three_meeples_end_a_game_three_turns_sooner(solvers: Solvers) -> None:
    """FACT-11."""
    found = smallest(checklist()["total-40"], RuleSet(meeples=3), limit=1, solvers=solvers)
    assert ("undecided", 10) == (found.verdict.answer, found.lower_bound)


def test_a_bound_of_the_model_alone_is_no_lower_bound(solvers: Solvers) -> None:
    """No city is worth 7, and neither key can know that of all games."""
    found = smallest(Goal("city.7.7.0", "city", 7, 7), limit=1, solvers=solvers)
    assert ("undecided", None, 2) == (found.verdict.answer, found.turns, found.lower_bound)
    assert "by the model alone" in found.verdict.why


# The engine's counting and playing


def test_both_keys_count_the_cells_of_monasteries_alike(solvers: Solvers) -> None:
    for monasteries in range(1, 5):
        turns = fewest_cells(monasteries) - 1
        verdicts = [
            enough_cells(solvers.cpsat, monasteries, number, Parameters()).verdict
            for number in (turns - 1, turns)
        ]
        assert ["impossible", "found"] == verdicts


def test_cells_of_monasteries_by_hand() -> None:
    """One block; a row of two; a row of three; a square of four; a row of two by three."""
    assert [9, 12, 15, 16, 20] == [fewest_cells(number) for number in (1, 2, 3, 4, 6)]


GAMES = {
    "road-5-3c": "D2.0.1.E~W2.1.0.N~L2.-1.0.N~P1.1.1.N~K3.-1.1.W.E",
    "road-10-3c": (
        "S1.0.1.W~D0.1.0.N~J1.2.0.S~O0.-1.1.N~D2.0.-1.S~J2.2.-1.S~J3.-1.0.W~W0.-1.-1.E~D2.1.-1.S.E"
    ),
    "city-16": "S1.0.1.N~M0.1.1.-~O3.1.2.N~N2.0.2.-.E",
    "city-16-3c": "O1.1.0.S~N0.2.0.N~M2.0.1.E~I3.2.1.W~Q2.1.1.-.E",
    "city-8-10-3c": "D2.1.0.S~G0.0.-1.E~L2.-1.0.S~P0.1.-1.E~P1.-1.-1.S.N",
}


@pytest.mark.parametrize("word", GAMES)
def test_no_game_to_a_goal_is_given_up(word: str) -> None:
    outcomes = outcomes_by_engine(record_of(parse_line(GAMES[word]), setup()))
    assert reached(checklist()[word], outcomes[-1])
    assert_never_given_up(checklist()[word], outcomes)


@settings(max_examples=40, deadline=None)
@given(st.integers(0, 10**6))
def test_no_random_game_is_given_up_before_it_scores(seed: int) -> None:
    played = random_game(seed, 9)
    for last, outcome in enumerate(played):
        for scoring in outcome.scorings:
            if scoring.kind != "monastery":
                colours, value = len(scoring.colours), scoring.value
                goal = Goal("own", scoring.kind, value, value, colours)
                assert_never_given_up(goal, played[: last + 1])


def assert_never_given_up(goal: Goal, outcomes: tuple[Outcome, ...]) -> None:
    for turn, outcome in enumerate(outcomes[:-1], start=1):
        assert promising(goal, outcome.after, len(outcomes) - turn)


def random_game(seed: int, turns: int) -> tuple[Outcome, ...]:
    """Return a random game in which completing something is twice as likely."""
    rng = random.Random(seed)
    bag = [letter for letter, number in SOLO.sheet.counts().items() for _ in range(number)]
    bag.remove("base/D")
    rng.shuffle(bag)
    position = setup(SOLO, tuple(Pile(tuple(bag[pile::3])) for pile in range(3)))
    found: list[Outcome] = []
    while len(found) < turns and not position.over:
        choices = sorted(Engine().outcomes(position), key=repr)
        scoring = [outcome for outcome in choices if outcome.scorings]
        found.append(rng.choice(scoring if scoring and rng.random() < 0.5 else choices))
        position = found[-1].after
    return tuple(found)


@pytest.mark.slow
def test_all_games_of_two_turns_are_played() -> None:
    """Of first turns that are mirror images one is played on."""
    every = play_all(SOLO, 2, met=lambda *_: False, promising=lambda *_: True)
    assert (194 + 29_160, True) == (every.outcomes, every.exhaustive)
    first = next_turns(setup())
    following = [len(next_turns(outcome.after)) for outcome in first]
    played = [
        number for number, outcome in zip(following, first, strict=True) if comes_first(outcome)
    ]
    assert (194, 50_920, 29_160) == (len(first), sum(following), sum(played))


def next_turns(position: Position) -> list[Outcome]:
    drawn = replace(position, piles=piles_after_draw(position))
    return list(Engine().outcomes_of_each(drawn, sorted(tiles_in_box(drawn))))


@pytest.mark.slow
@pytest.mark.parametrize("word", ["road-5-3c", "city-16-3c", "city-8-10-3c"])
def test_four_turns_are_too_few_for_three_colours(word: str) -> None:
    played = smallest_by_engine(checklist()[word], SOLO, 4)
    assert ((), True) == (played.line, played.exhaustive)


def test_the_engine_finds_a_shortest_game_by_itself() -> None:
    assert 1 == len(smallest_by_engine(CITY_4, SOLO, 3).line)


def test_playing_stops_at_its_limit() -> None:
    played = smallest_by_engine(checklist()["city-8-10-3c"], SOLO, 4, nodes=100)
    assert not played.exhaustive
    with pytest.raises(Malformed):
        smallest_by_engine(CITY_4, SOLO, 0)


# When the keys disagree, or one is lost


def test_a_shorter_game_of_the_engine_is_a_disagreement(monkeypatch: pytest.MonkeyPatch) -> None:
    wrong = SmallestByModel(3, (), (), "nothing found")
    monkeypatch.setattr(smallest_module, "smallest_by_model", lambda *_: wrong)
    with pytest.raises(KeysDisagree, match="takes 3 turns at least"):
        smallest(CITY_4, solvers=Solvers())


def test_a_game_shorter_than_the_engine_counts_is_a_disagreement(
    monkeypatch: pytest.MonkeyPatch, solvers: Solvers
) -> None:
    monkeypatch.setattr(smallest_module, "fewest_turns", lambda *_: 3)
    with pytest.raises(KeysDisagree, match="takes 3 turns at least"):
        smallest(CITY_4, solvers=solvers)


def test_a_game_that_reached_the_goal_before_is_a_disagreement() -> None:
    line = parse_line("E2.0.1.S.S~U0.1.0.E")
    with pytest.raises(KeysDisagree, match=r"turns that reach it are: 1"):
        require_reached(record_of(line, setup()), CITY_4)


@pytest.mark.parametrize(
    ("line", "why"),
    [("U0.1.0.E~U0.2.0.E", "illegal"), ("U0.1.0.E", "is the first to reach")],
)
def test_a_game_the_engine_denies_is_a_disagreement(
    line: str, why: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        smallest_module, "smallest_by_model", lambda *_: SmallestByModel(1, parse_line(line), ())
    )
    with pytest.raises(KeysDisagree, match=why):
        smallest(CITY_4, solvers=Solvers())


def test_a_killed_solver_leaves_it_undecided_and_the_next_question_is_answered() -> None:
    city = checklist()["city-16"]  # from two turns on CP-SAT is asked
    with Solvers(DoomedSolver()) as solvers:
        lost = smallest(city, solvers=solvers)
        assert ("undecided", None) == (lost.verdict.answer, lost.game)
        assert "the solver's process was killed" in lost.verdict.why
        assert "holds" == smallest(city, solvers=solvers).verdict.answer


def test_a_solver_that_aborts_by_itself_leaves_the_next_question_to_another() -> None:
    with Solvers() as solvers:
        solvers.cpsat.survives_the_canary()
        assert "holds" == smallest(CITY_4, solvers=solvers).verdict.answer


def test_a_solver_without_memory_leaves_it_undecided() -> None:
    with Solvers(CpSatSolver(memory=1 << 20), SatSolver(memory=1 << 20)) as solvers:
        assert "undecided" == smallest(CITY_4, solvers=solvers).verdict.answer


# The command


def test_the_command_prints_json(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run_command(capsys, "smallest", "city.4.4.0", "--json")
    document = json.loads(out)
    assert (0, 1, 1) == (code, document["turns"], document["lower_bound"])
    assert SCOPE == document["scope"]
    assert document["found"].startswith("by the model: ")
    assert () == Engine().violations(record_from_json(document["game"]))
    assert ["engine", "model"] == [key["name"] for key in document["keys"]]
    request = {"name", "version", "method", "parameters", "seconds", "work"}
    assert all(request <= set(key) for key in document["keys"])


@pytest.mark.parametrize(
    ("words", "code", "why"),
    [
        (["castle-9"], 3, "no goal 'castle-9'"),
        (["city.8.7.0"], 3, "cannot both hold"),
        (["city-16", "--time", "0"], 2, "limit of 0 seconds"),
        (["city-16", "--time", "-5"], 2, "limit of -5 seconds"),
        (["city-16", "--meeples", "9"], 2, "9 meeples"),
        ([], 2, "either a goal or --all"),
        (["city-16", "--all"], 2, "either a goal or --all"),
        (["city-16", "--json", "--table"], 2, "either --table or --json"),
    ],
)
def test_bad_input(
    words: list[str], code: int, why: str, capsys: pytest.CaptureFixture[str]
) -> None:
    exit_code, out, err = run_command(capsys, "smallest", *words)
    assert (code, "") == (exit_code, out)
    assert why in err


def test_a_certificate_is_written_and_holds(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "road.json"
    code, _, _ = run_command(capsys, "smallest", "road.2.2.0", "--proof", str(file))
    certificate = certificate_from_json(json.loads(file.read_text()))
    require_certificate(certificate)
    assert 0 == code


def test_where_scores_are_compared_there_is_no_certificate(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "city.json"
    code, out, err = run_command(capsys, "smallest", "city-16", "--proof", str(file))
    assert (4, "", False) == (code, out, file.exists())
    assert "scores" in err


@pytest.mark.parametrize(
    ("word", "why"),
    [("city-16", "scores"), ("all-tiles", "up to 16"), ("total-60", "no game of 14 turns")],
)
def test_that_there_is_no_certificate_is_said_before_the_search(
    word: str, why: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("meepleproof.cli.commands.solo.smallest.smallest", None)
    code, out, err = run_command(capsys, "smallest", word, "--proof", "none.json")
    assert (4, "") == (code, out)
    assert why in err


def test_the_table_in_the_documentation_is_what_the_command_prints(
    capsys: pytest.CaptureFixture[str],
) -> None:
    code, out, _ = run_command(capsys, "smallest", "city-16", "--table")
    row = next(line for line in out.splitlines() if line.startswith("| city-16 |"))
    assert row in Path("docs/smallest.md").read_text(encoding="utf-8").splitlines()
    assert 0 == code


@pytest.mark.slow
def test_two_processes_say_the_same_of_all_goals(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    goals = {goal: checklist()[goal] for goal in ("all-tiles", "city-16")}
    monkeypatch.setattr("meepleproof.cli.commands.solo.smallest.checklist", lambda: goals)
    alone, together = (
        run_command(capsys, "smallest", "--all", "--jobs", jobs, "--table") for jobs in ("1", "2")
    )
    assert alone == together
    assert (0, "") == (alone[0], alone[2])


def test_a_game_in_the_order_of_other_colours_is_no_game() -> None:
    game = record_of(parse_line(GAMES["city-16"]), setup())
    turned = replace(game, turns=tuple(replace(turn, colour=0) for turn in game.turns))
    with pytest.raises(KeysDisagree, match="illegal"):
        outcomes_by_engine(turned)
