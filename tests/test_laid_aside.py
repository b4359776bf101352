"""Puzzles whose piles show spare tiles, drawn only for tiles that have no place (SOLO-PLACE-4)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

import pytest

from generator.chance import Chance
from generator.solo.analysis import analyse
from generator.solo.needs import needs
from generator.solo.only_solution import only_solution
from generator.solo.pack import puzzle_document, read_puzzle
from generator.solo.pipeline import GoalWish, ProvedPuzzle, try_candidate
from generator.solo.proving import agreement, prove, require_game
from generator.solo.solved_puzzle import SolvedPuzzle
from generator.solo.sources.laid_aside import THEME, laid_aside_puzzles
from generator.solo.techniques import needs_all
from generator.solo.tries import proved_tries
from generator.solo.wanted import Wanted
from meepleproof.rendering.solo.notes import notes
from tests.games import ORACLE
from verifier.carcassonne.engine.solo import solve
from verifier.carcassonne.model.solo.draws import courses
from verifier.carcassonne.model.solo.questions import (
    Terms,
    decide,
    lines,
    outcomes_of,
    reaches,
    unplaceable_possible,
)
from verifier.carcassonne.solo.explain import explain_goal
from verifier.carcassonne.solo.notation import line_text, parse_line
from verifier.carcassonne.solo.position import Position
from verifier.carcassonne.solo.puzzle import parse_code, parse_goal
from verifier.carcassonne.solo.rule_set import SOLO, RuleSet
from verifier.carcassonne.solo.turn import Turn
from verifier.constraints.cpsat import CpSatSolver
from verifier.errors import Illegal, Malformed, MeepleproofError

ASIDE = Terms(aside=True)
MONASTERY = parse_code(
    "s3.4~R0.-1.-1~R2.0.-1.E1~O3.-1.0.N2~D0.0.0~X0.1.0.E1~T1.0.1.W3~p1.2.3~h2.3.3~t3~nBD.E.K"
    "~u20.21.21~g.city.8.8.1"
)
"""Of the monastery's cells the only one is taken by the first tile."""
SOLUTION = parse_line("K3.-1.-2.E~D3.1.1.W~E2.0.2.-.S")
SMALL = parse_code(
    "s3.4~D0.0.0~E2.0.1~W0.1.0.S3~p1.2.3~h4.4.3~t1~nV.CL.W~u22.21.22~g.road.4.x.1"
).position
"""A table on which no city is open, so that the first tile of the second pile has no place."""


@pytest.fixture(scope="module")
def solver() -> Iterator[CpSatSolver]:
    with CpSatSolver() as made:
        yield made


# --- what is drawn --------------------------------------------------------------------------------


def test_a_puzzle_asks_for_the_turns_before_an_unknown_tile() -> None:
    assert (3, True) == (MONASTERY.tiles, MONASTERY.has_spares)
    dealt = parse_code(MONASTERY.code.replace("nBD.E.K", "nB.E.K"))
    assert (3, False) == (dealt.tiles, dealt.has_spares)


def test_all_courses_of_what_is_drawn_are_followed() -> None:
    found = [
        [("".join(each.discards), each.tile, each.colour) for each in course]
        for course in courses(MONASTERY.position, 3)
    ]
    usual = [("", "base/K", 2), ("", "base/B", 0), ("", "base/E", 1)]
    spare = [("", "base/K", 2), ("base/B", "base/D", 0), ("", "base/E", 1)]
    assert [usual, spare] == found


def brute_force(position: Position, turns: int) -> Iterator[tuple[Turn, ...]]:
    """Yield all lines of so many turns whose tiles are known, by the naive rules."""
    if not turns:
        yield ()
        return
    try:
        outcomes = ORACLE.outcomes(position) if not position.over else []
    except MeepleproofError:  # the next tile is not known
        return
    for outcome in outcomes:
        if outcome.turn is not None:
            for line in brute_force(outcome.after, turns - 1):
                yield (outcome.turn, *line)


@pytest.mark.parametrize("turns", [1, 2])
@pytest.mark.parametrize("position", [SMALL, MONASTERY.position], ids=["small", "monastery"])
def test_the_model_has_all_lines_with_tiles_laid_aside(
    position: Position, turns: int, solver: CpSatSolver
) -> None:
    expected = {line_text(line) for line in brute_force(position, turns)}
    assert expected == {line_text(line) for line in lines(solver, position, turns, terms=ASIDE)}


def test_a_line_is_replayed_with_what_it_lays_aside() -> None:
    outcomes = outcomes_of(MONASTERY.position, SOLUTION)
    assert [(), ("base/B",), ()] == [outcome.discards for outcome in outcomes]
    assert reaches(MONASTERY.position, SOLUTION, MONASTERY.goal)
    with pytest.raises(Illegal):
        reaches(MONASTERY.position, parse_line("K3.-1.-2.E~B0.0.2.M"), MONASTERY.goal)


# --- what both keys say ---------------------------------------------------------------------------


def test_the_question_for_tiles_without_a_place_follows_the_spares(solver: CpSatSolver) -> None:
    usual = unplaceable_possible(solver, MONASTERY.position, 3)
    spared = unplaceable_possible(solver, MONASTERY.position, 3, terms=ASIDE)
    assert ("found", "impossible") == (usual.verdict, spared.verdict)
    small = unplaceable_possible(solver, SMALL, 3, terms=ASIDE)
    assert "impossible" == small.verdict


def test_where_a_spare_may_have_no_place_nothing_is_claimed(solver: CpSatSolver) -> None:
    alike = parse_code(MONASTERY.code.replace("nBD.E.K", "nBB.E.K"))
    assert "found" == unplaceable_possible(solver, alike.position, 3, terms=ASIDE).verdict


def test_both_keys_prove_the_only_solution(solver: CpSatSolver) -> None:
    solution = only_solution(MONASTERY)
    assert solution is not None
    assert SOLUTION == solution.turns
    proof = prove(MONASTERY, solution, solver)
    assert ("", SOLUTION) == (proof.undecided, proof.line)
    searched = solve(MONASTERY.position, MONASTERY.goal, 3, merged=True)
    assert "unique" == agreement(MONASTERY, searched, solver).answer
    assert ("lowest",) == needs(MONASTERY, solution, solver)
    assert proved_tries(MONASTERY, solution, solver)


def test_without_the_course_that_lays_it_aside_there_is_no_solution(solver: CpSatSolver) -> None:
    asked = (solver, MONASTERY.position, 3, MONASTERY.goal)
    assert "impossible" == decide(*asked).verdict
    found = decide(*asked, terms=ASIDE).line or ()
    assert [turn.cell for turn in SOLUTION] == [turn.cell for turn in found]


def test_the_engines_line_to_a_goal_is_followed_where_it_lays_a_tile_aside() -> None:
    told = explain_goal(MONASTERY.position, MONASTERY.goal)
    assert ("holds", SOLUTION) == (told.verdict.answer, told.line)


# --- how they are made and told -------------------------------------------------------------------


def test_puzzles_are_made_that_need_it() -> None:
    goal = parse_goal("city.4.x.0")
    made = laid_aside_puzzles(THEME, goal, 3, SOLO, 2, Chance(4, THEME))
    (one,) = (each for each in islice(made, 1) if isinstance(each, SolvedPuzzle))
    assert one.puzzle.has_spares
    assert needs_all(analyse(one.puzzle, one.solution.line), (THEME,))
    require_game(one)


def test_a_wish_becomes_a_puzzle_that_is_read_and_checked(solver: CpSatSolver) -> None:
    wish = GoalWish(parse_goal("city.4.x.0"), 3, SOLO, wanted=Wanted(themes=(THEME,)))
    tried = (try_candidate(wish, 1, number, solver) for number in range(20))
    made = next(one for one in tried if isinstance(one, ProvedPuzzle))
    document = puzzle_document(made)
    assert THEME in document["themes"]
    assert (3, made.puzzle) == (document["tiles"], read_puzzle(document, "made"))


@pytest.mark.parametrize(
    ("goal", "tiles", "rules", "said"),
    [
        ("monasteries.0.x.0", 3, SOLO, "ask for a road or city"),
        ("stay.0.x.0", 3, SOLO, "ask for a road or city"),
        ("city.4.x.0", 3, RuleSet(boxes=("ic",)), "without other boxes or large meeples"),
        ("city.4.x.0", 1, SOLO, "1 tiles: give 2 or 3 with the theme laid-aside"),
        ("city.4.x.0", 4, SOLO, "4 tiles: give 2 or 3 with the theme laid-aside"),
    ],
)
def test_a_wish_that_cannot_be_met_is_refused(
    goal: str, tiles: int, rules: RuleSet, said: str
) -> None:
    with pytest.raises((Illegal, Malformed), match=said):
        GoalWish(parse_goal(goal), tiles, rules, wanted=Wanted(themes=(THEME,)))


def test_the_spare_is_told_beside_the_board() -> None:
    told = "D lies below B: it is drawn at once if B has no place"
    assert told in notes(MONASTERY.position)
