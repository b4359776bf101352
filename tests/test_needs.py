"""The rules that puzzles need: the games without them, and what both keys say of puzzles."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from generator.solo.goal_puzzles import discrepancies
from generator.solo.needs import needed_by_engine, needless, needs
from generator.solo.only_solution import only_solution
from generator.solo.pack import puzzle_document, read_pack
from generator.solo.pipeline import GoalWish, ProvedPuzzle, try_candidate
from generator.solo.solved_puzzle import Solution
from tests import test_bounds
from tests.builds import BUILDS
from tests.games import ORACLE
from tests.test_keys_agree import difference, steps
from verifier.carcassonne.engine import kernel
from verifier.carcassonne.engine.solo import Engine, search, solve
from verifier.carcassonne.engine.solo.laid_out import lay_out
from verifier.carcassonne.model.solo.key import Model
from verifier.carcassonne.solo.catalogue import CATALOGUE
from verifier.carcassonne.solo.codec import position_to_json
from verifier.carcassonne.solo.key import Key
from verifier.carcassonne.solo.notation import parse_position, position_text
from verifier.carcassonne.solo.position import setup
from verifier.carcassonne.solo.puzzle import (
    ESSENTIAL_NAMES,
    ESSENTIAL_RULES,
    Puzzle,
    essential_in_play,
    parse_code,
    parse_goal,
    without,
)
from verifier.carcassonne.solo.rule_set import SOLO, RuleSet
from verifier.carcassonne.solo.turn import Outcome
from verifier.constraints.cpsat import CpSatSolver
from verifier.errors import Illegal, KeysDisagree, Malformed

PACKS = Path("puzzles")
IN_PLAY = essential_in_play(SOLO)
CLAIMS_COUNT = essential_in_play(SOLO, claims_count=True)
LEFT_OUT = [name for name in IN_PLAY if name != "supply"]
POSITIONS = {"engine": 15, "model": 8}
"""On how many positions, where the rule can matter, a key is compared without each rule."""

SHORT = 3
"""Up to how many turns the model is asked what shipped puzzles do not need; more take minutes."""

SEARCHES = 16
SEEN = {"city late": 1, "total searched": 3, "road pruned": 3}


@pytest.fixture(scope="module")
def solver() -> Iterator[CpSatSolver]:
    with CpSatSolver() as made:
        yield made


@pytest.fixture(scope="module", params=[Engine, Model], ids=["engine", "model"])
def key(request: pytest.FixtureRequest) -> Key:
    made: Key = request.param()
    return made


# --- the games without a rule ---------------------------------------------------------------------


def matters(name: str, outcome: Outcome) -> bool:
    """Return whether an outcome can be another without the rule."""
    if name == "order":
        return len(outcome.scorings) > 1
    return bool(outcome.scorings)


def test_both_keys_and_the_naive_rules_play_alike_without_a_rule(key: Key) -> None:
    compared, changed = Counter[str](), Counter[str]()
    for seed, (position, usual) in steps(20_000, first_seed=3_000):
        for name in LEFT_OUT:
            if compared[name] == POSITIONS[key.name] or not any(
                matters(name, each) for each in usual
            ):
                continue
            table = without(name, position)
            expected, actual = ORACLE.outcomes(table), key.outcomes(table)
            assert expected == actual, difference(seed, table, set(expected), set(actual))
            played = {replace(o, after=replace(o.after, rules=position.rules)) for o in actual}
            changed[name] += played != usual
            compared[name] += 1
        if set(compared.values()) == {POSITIONS[key.name]}:
            break
    assert dict.fromkeys(LEFT_OUT, POSITIONS[key.name]) == compared
    assert all(changed[name] for name in LEFT_OUT), changed


@pytest.mark.parametrize("name", LEFT_OUT)
def test_bounds_lose_nothing_without_a_rule(name: str) -> None:
    seen = Counter[str]()
    for seed in range(900, 900 + 4 * SEARCHES):
        if seed >= 900 + SEARCHES and not test_bounds.enough(seen, SEEN):
            break
        usual, goals = test_bounds.questions(seed, 3)
        position = without(name, usual)
        if not test_bounds.playable(usual):
            continue
        table = lay_out(position, kernel.Solver)
        for goal in {goal.kind: goal for goal in goals}.values():
            search.set_goal(table, goal, position.rules)
            about = f"seed {seed}, {goal}: {position_text(position)}"
            most = test_bounds.MOST_NODES[BUILDS[0].name] // 3
            seen += test_bounds.compare_searches(table.kernel, goal, 3, most, about)
    assert {} == test_bounds.enough(seen, SEEN)


def test_without_a_bounded_supply_each_colour_has_three_meeples_more() -> None:
    table = without("supply", replace(setup(), supplies=(0, 2, 4)))
    assert (7, (3, 5, 7)) == (table.rules.meeples, table.supplies)


def test_a_rule_left_out_before_stays_left_out() -> None:
    assert ("lowest", "order") == without("order", without("lowest", setup())).rules.without


def test_the_list_is_closed_and_names_rules_there_are() -> None:
    assert ("lowest", "supply", "order", "return", "duty") == IN_PLAY
    assert (*IN_PLAY, "inns", "cathedrals", "large", "river") == ESSENTIAL_NAMES
    known = {rule.id for rule in CATALOGUE.rules}
    assert all(set(rule.rules) <= known for rule in ESSENTIAL_RULES)
    with pytest.raises(Malformed, match="'luck'; it can need lowest, supply, order, return, duty"):
        without("luck", setup())
    with pytest.raises(
        Malformed, match="'supply' cannot be left out; lowest, order, return, duty,"
    ):
        RuleSet(without=("supply",))


def test_no_document_states_a_game_without_a_rule() -> None:
    table = without("order", setup())
    with pytest.raises(Malformed, match="a game without order is for analysis only"):
        position_to_json(table)
    with pytest.raises(Malformed):
        parse_position(position_text(table))


# --- what puzzles need ----------------------------------------------------------------------------

# Shipped puzzles, and what a person finds who plays them without each rule.
STAY = (
    "s3.4~S1.-1.-2.W1~R2.1.-2.E1~E3.3.-2.W2~W3.-2.-1.N3~D2.-1.-1.S3~V0.0.-1.S1~E1.1.-1~I0.2.-1.N3"
    "~A2.3.-1.N1~D0.0.0~U0.1.0.E2~O1.3.0.N2~p1.2.3~h0.1.1~t3~nX..J~u19.20.19~g.stay.14.x.0"
)
ORDER = (
    "s3.4~V2.-1.-2~U0.0.-2~U1.-1.-1~V3.-1.0~D0.0.0~W0.1.0.W2~F1.0.1~I3.0.2.W3~p9.2.3~h4.3.3~t2"
    "~nK.B.D~u20.21.20~g.city.4.4.1"
)
ALL_COLOURS = (
    "s3.4~J0.-4.0.E2~V2.-1.0.N1~D0.0.0~I2.-4.1~S0.-3.1.S3~E3.-2.1.W1~A0.-1.1.M2~I1.-2.2.N2"
    "~G0.-1.2.E3~p5.2.3~h2.1.2~t3~nT.J.J~u20.20.20~g.road-5-3c"
)
FORCED = "s3.4~D0.0.0~U0.1.0.E2~W1.2.0.S3~I3.0.1~p5.2.3~h4.3.3~t1~nU.E.X~u22.22.21~g.road.3.3.1"
NEEDS = {STAY: ("supply", "return"), ORDER: ("lowest", "order"), ALL_COLOURS: ()}


def solved(code: str) -> tuple[Puzzle, Solution]:
    """Return the puzzle and its one solution, by the engine."""
    puzzle = parse_code(code)
    found = solve(puzzle.position, puzzle.goal, puzzle.tiles, lines=1)
    assert 1 == found.count
    return puzzle, Solution(found.lines[0], found.nodes)


@pytest.mark.parametrize(("code", "needed"), NEEDS.items(), ids=["stay", "order", "all colours"])
def test_both_keys_find_what_a_puzzle_needs(
    code: str, needed: tuple[str, ...], solver: CpSatSolver
) -> None:
    puzzle, solution = solved(code)
    assert needed == needs(puzzle, solution, solver)
    assert 1 == solution.contract
    for name in CLAIMS_COUNT:
        assert needed_by_engine(puzzle, solution, name) == (name in needed)
        if name in needed:
            with pytest.raises(Illegal, match=f"the puzzle needs {name}"):
                needless(name, puzzle, solution, solver)
        else:
            assert not needless(name, puzzle, solution, solver)


def test_a_forced_claim_is_a_need_where_placements_alone_count(solver: CpSatSolver) -> None:
    puzzle = parse_code(FORCED)
    solution = only_solution(puzzle, 2)
    assert solution is not None
    assert ("lowest", "duty") == needs(puzzle, solution, solver)
    for name in ("supply", "order", "return"):
        assert not needless(name, puzzle, solution, solver)


def test_the_model_is_asked_for_what_the_engine_finds(
    solver: CpSatSolver, monkeypatch: pytest.MonkeyPatch
) -> None:
    puzzle, solution = solved(ORDER)
    monkeypatch.setattr("generator.solo.needs.reaches", lambda *_: False)
    monkeypatch.setattr("generator.solo.needs.finishes", lambda *_: True)
    with pytest.raises(KeysDisagree, match="the engine finds that"):
        needs(puzzle, solution, solver)


# --- what the shipped puzzles state, and the page about it ----------------------------------------

PARTS = Path("docs/difficulty.md").read_text("utf-8").split("\n## ")
PAGE = next(part for part in PARTS if part.startswith("Essential rules"))
COUNTED = Path("docs/development/ratings.md").read_text("utf-8")


def test_the_page_lists_the_rules() -> None:
    expected = [
        f"| {rule.name} | {rule.sentence} | {', '.join(rule.rules)} | {rule.without} |"
        for rule in ESSENTIAL_RULES
    ]
    assert expected == [line for line in PAGE.splitlines() if line.endswith(". |")]


def test_the_page_counts_what_the_shipped_puzzles_need() -> None:
    found, total = [], Counter[str]()
    for pack in json.loads((PACKS / "plan.json").read_text("utf-8"))["packs"]:
        puzzles = json.loads((PACKS / f"{pack['id']}.json").read_text("utf-8"))["puzzles"]
        counted = Counter(name for puzzle in puzzles for name in puzzle["needs"])
        counted += Counter(puzzles=len(puzzles), some=sum(bool(one["needs"]) for one in puzzles))
        total += counted
        found.append(row_of_page(pack["id"], counted))
    found.append(row_of_page("all", total))
    stated = COUNTED.split(f"| river |\n{'| --- ' * 12}|\n")[1]
    assert "\n".join(found) == stated.strip().split("\n\n")[0]


def row_of_page(pack: str, counted: Counter[str]) -> str:
    numbers = [counted[column] for column in ("puzzles", "some", *ESSENTIAL_NAMES)]
    return f"| {pack} | {' | '.join(map(str, numbers))} |"


@pytest.mark.slow
def test_what_shipped_puzzles_do_not_need_is_proved_by_both_keys(solver: CpSatSolver) -> None:
    """Of the first puzzle of each pack, where it is short and has one solution; by night."""
    proved = 0
    for path in sorted(PACKS.glob("*.solutions.json")):
        pack = json.loads(Path(str(path).replace(".solutions", "")).read_text("utf-8"))
        first = read_pack(pack, path.name, json.loads(path.read_text("utf-8")))[0]
        if first.document["verdict"]["claim"] != "unique" or first.puzzle.tiles > SHORT:
            continue
        solution = only_solution(first.puzzle, first.contract)
        assert solution is not None
        claims_count = solution.contract == 1
        for name in essential_in_play(first.puzzle.position.rules, claims_count=claims_count):
            if name not in first.document["needs"]:
                assert not needless(name, first.puzzle, solution, solver), first.puzzle.id
                proved += 1
    assert proved > len(IN_PLAY)


def test_puzzles_are_made_by_need(solver: CpSatSolver) -> None:
    wish = GoalWish(parse_goal("city.6.x.0"), 2, SOLO, needs=("lowest",))
    tried = (try_candidate(wish, 5, number, solver) for number in range(30))
    made = next(one for one in tried if isinstance(one, ProvedPuzzle))
    assert "lowest" in made.needs
    document = puzzle_document(made)
    assert list(made.needs) == document["needs"]
    with pytest.raises(Malformed, match="no puzzle can need 'luck'"):
        replace(wish, needs=("luck",))


def test_a_check_compares_what_a_pack_states(solver: CpSatSolver) -> None:
    path = PACKS / "scoring-order.json"
    document = json.loads(path.read_text("utf-8"))
    solutions = json.loads((PACKS / "scoring-order.solutions.json").read_text("utf-8"))
    packed = read_pack(document, "scoring-order", solutions)[0]
    assert [] == list(discrepancies(packed, solver))
    denied = replace(packed, document={**packed.document, "needs": ["supply"]})
    (wrong,) = discrepancies(denied, solver)
    assert wrong == "it needs lowest order, the pack states supply"
    older = {name: each for name, each in packed.document.items() if name != "needs"}
    assert [] == list(discrepancies(replace(packed, document=older), solver))
