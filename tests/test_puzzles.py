"""Puzzles: their names, their texts, how they are drafted, made and proved."""

from __future__ import annotations

import json
from dataclasses import replace
from itertools import chain, islice
from typing import TypeVar

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from generator.chance import Chance
from generator.journal import entry_from_json, entry_to_json
from generator.kinds import kind_named
from generator.run import Plan
from generator.solo.draft import draft
from generator.solo.evaluation import suits
from generator.solo.only_solution import only_solution
from generator.solo.pack import packed_of
from generator.solo.pipeline import GoalWish, ProvedPuzzle, try_candidate
from generator.solo.proving import prove, record_of
from generator.solo.solved_puzzle import Solution, SolvedPuzzle
from generator.solo.sources.early import early_puzzles
from generator.solo.sources.endings import best_ending
from tests.games import NO_PLACE_FOR_X
from tests.naive_goals import reached
from tests.strategies import positions
from verifier.carcassonne.engine.solo import Engine, solve
from verifier.carcassonne.engine.solo.search import tiles_in_box
from verifier.carcassonne.model.solo.key import Model
from verifier.carcassonne.model.solo.questions import reaches
from verifier.carcassonne.solo.faults import faults
from verifier.carcassonne.solo.goals import Goal, checklist
from verifier.carcassonne.solo.letters import tiles_of
from verifier.carcassonne.solo.notation import parse_line, parse_position, position_text
from verifier.carcassonne.solo.position import Meeple, Placement, Position, row, setup, with_row
from verifier.carcassonne.solo.puzzle import (
    CONTRACT,
    Puzzle,
    canonical_text,
    mirrored,
    parse_code,
    parse_goal,
    turned,
)
from verifier.carcassonne.solo.rule_set import SOLO, RuleSet
from verifier.carcassonne.solo.turn import NO_CLAIM, Record, RecordedMeeple, RecordedTurn, Turn
from verifier.constraints.cpsat import CpSatSolver
from verifier.errors import Illegal, KeysDisagree, Malformed

ROAD_5 = checklist()["road-5-3c"]

T = TypeVar("T")


# Chance


def test_chance_is_the_same_forever() -> None:
    chance = Chance(7, "road-5-3c", 0)
    assert [155, 979, 321, 142, 266] == [chance.below(1000) for _ in range(5)]


def test_chance_is_splitmix64() -> None:
    chance = Chance()
    chance._state = 1234567  # the seed of the algorithm's published first numbers
    assert [6457827717110365317, 3203168211198807973] == [chance._next(), chance._next()]


@given(st.lists(st.integers(), max_size=30), st.integers(min_value=0))
def test_shuffling_loses_nothing(items: list[int], seed: int) -> None:
    assert sorted(items) == sorted(Chance(seed).shuffled(items))


# Names and texts


@settings(max_examples=60)
@given(positions(), st.integers(0, 3), st.booleans(), st.integers(1, 50), st.integers(-50, 50))
def test_a_turned_mirrored_moved_puzzle_is_the_same(
    position: Position,
    turns: int,
    seen_in_mirror: bool,
    east: int,
    north: int,
) -> None:
    image = turned(mirrored(position) if seen_in_mirror else position, turns)
    moved = replace(
        image,
        placements=tuple(replace(p, x=p.x + east, y=p.y + north) for p in image.placements),
    )
    assert canonical_text(position) == canonical_text(moved)
    assert Puzzle(ROAD_5, position).id == Puzzle(ROAD_5, moved).id
    assert {f.name for f in faults(position)} == {f.name for f in faults(moved)}


@settings(max_examples=30)
@given(positions(most_turns=6))
def test_images_of_a_position_have_as_many_outcomes(position: Position) -> None:
    if position.over or not all(pile.known for pile in position.piles):
        position = row(replace(position, over=False), (min(tiles_in_box(position)),))
    expected = len(Engine().outcomes(position))
    assert expected == len(Engine().outcomes(turned(position, 1)))
    assert expected == len(Engine().outcomes(mirrored(position)))


NAMED = parse_position("s3.4~J1.0.-1.S1~D0.0.0~p1.2.3~h3.4.4~t2~nEKL~xJ")
"""Nothing here looks the same when it is turned, mirrored, moved or in other colours."""


def test_a_mirror_makes_k_of_j_and_a_quarter_turn_takes_meeples_along() -> None:
    in_mirror, aside = position_text(mirrored(NAMED)), position_text(turned(NAMED, 1))
    assert "s3.4~K3.0.-1.E1~D0.0.0~p1.2.3~h3.4.4~t2~nEJL~xK" == in_mirror
    assert "s3.4~J2.-1.0.N1~D1.0.0~p1.2.3~h3.4.4~t2~nEKL~xJ" == aside


@pytest.mark.parametrize("north", [0, 3])
@pytest.mark.parametrize("seen_in_mirror", [False, True])
@pytest.mark.parametrize("turns", range(4))
def test_each_image_of_a_puzzle_has_its_name(turns: int, seen_in_mirror: bool, north: int) -> None:
    image = turned(mirrored(NAMED) if seen_in_mirror else NAMED, turns)
    moved = tuple(replace(laid, y=laid.y + north) for laid in image.placements)
    assert canonical_text(NAMED) == canonical_text(replace(image, placements=moved))


@pytest.mark.parametrize("further", [1, 2])
def test_a_puzzle_in_other_colours_has_its_name(further: int) -> None:
    assert canonical_text(NAMED) == canonical_text(in_other_colours(NAMED, further))


@given(positions(), st.integers(1, 3))
def test_a_puzzle_for_other_colours_is_the_same(position: Position, further: int) -> None:
    position = replace(position, rules=position.rules.with_switches({"result.offset": "keep"}))
    other = in_other_colours(position, further)
    assert Puzzle(ROAD_5, position).id == Puzzle(ROAD_5, other).id


def in_other_colours(position: Position, further: int) -> Position:
    """Return the position with each colour in the place of the one so much further in turn."""
    colours = position.rules.colours

    def passed_on(values: tuple[T, ...]) -> tuple[T, ...]:
        return tuple(values[(colour - further) % colours] for colour in range(colours))

    def with_other_meeple(placement: Placement) -> Placement:
        meeple = placement.meeple
        if meeple is None:
            return placement
        colour = (meeple.colour + further) % colours
        return replace(placement, meeple=Meeple(meeple.segment, colour))

    return replace(
        position,
        placements=tuple(map(with_other_meeple, position.placements)),
        scores=passed_on(position.scores),
        supplies=passed_on(position.supplies),
        to_move=(position.to_move + further) % colours,
        piles=passed_on(position.piles) if len(position.piles) > 1 else position.piles,
    )


def test_the_name_of_a_puzzle_stays_as_it_is() -> None:
    """Packs, codes and links have it."""
    assert "c1~s3.4~D2.0.0~J3.0.1.N3~p2.3.1~h4.4.3~t1~nEKL~xJ" == canonical_text(NAMED)
    assert "nawfsy7xb1nf" == Puzzle(ROAD_5, NAMED).id


def test_colours_whose_own_starts_count_are_not_renamed() -> None:
    """With AMB-01's other answer the result depends on who has which points."""
    words = "s3.4~o.result.offset.subtract_own_start~D0.0.0~p{}~h4.4.4~t{}~nE"
    goal = parse_goal("total.1.1.0")
    one = Puzzle(goal, parse_position(words.format("3.3.5", 1)))
    other = Puzzle(goal, parse_position(words.format("5.3.3", 2)))
    found = [solve(puzzle.position, goal, 1).by_length for puzzle in (one, other)]
    assert [(4,), (0,)] == found
    assert one.id != other.id


def test_other_puzzles_have_other_names() -> None:
    position = with_row(setup(), tiles_of("EJUV"))
    puzzles = [
        Puzzle(ROAD_5, position),
        Puzzle(checklist()["road-10"], position),
        Puzzle(ROAD_5, with_row(setup(), tiles_of("EJVU"))),
        Puzzle(ROAD_5, replace(position, scores=(2, 2, 3))),
        Puzzle(ROAD_5, replace(position, rules=RuleSet(switches=(("city.two", "2"),)))),
    ]
    assert len(puzzles) == len({puzzle.id for puzzle in puzzles})


@given(positions(), st.sampled_from(sorted(checklist())))
def test_a_code_is_the_whole_puzzle(position: Position, goal: str) -> None:
    puzzle = Puzzle(checklist()[goal], position)
    assert puzzle == parse_code(puzzle.code)


def test_a_goal_of_ones_own_is_in_the_code() -> None:
    puzzle = Puzzle(parse_goal("city.8.12.2"), setup())
    assert puzzle.code.endswith("~g.city.8.12.2")
    assert puzzle == parse_code(puzzle.code)


def test_large_bounds_are_in_the_code() -> None:
    goal = Goal("road.5.123456.0", "road", at_least=5, at_most=123456)
    puzzle = Puzzle(goal, setup())
    assert puzzle == parse_code(puzzle.code)


@pytest.mark.parametrize(
    "word",
    [
        *("", "road-5", "road.5.x", "castle.5.x.1", "road.a.x.1", "road.9.5.1", "total.4.x.2"),
        # One goal, one word: or the seed of one goal would be another's.
        *("road.05.x.1", "road.5.010.1", "road.\u0665.x.1", "all-tiles.3.x.0", "all-tiles.0.9.0"),
    ],
)
def test_unreadable_goals_are_quoted(word: str) -> None:
    with pytest.raises((Malformed, Illegal)) as caught:
        parse_goal(word)
    assert repr(word) in str(caught.value)


def test_a_code_needs_one_goal() -> None:
    with pytest.raises(Malformed, match="0 goals"):
        parse_code("s3.4~D0.0.0~p1.2.3~h4.4.4~t1~nE.J.U")


# Drafts


def recorded(game: tuple[Turn, ...], colours: int = 3) -> tuple[RecordedTurn, ...]:
    return tuple(
        RecordedTurn(
            number % colours,
            turn.tile,
            turn.rotation,
            turn.x,
            turn.y,
            () if turn.claim == NO_CLAIM else (RecordedMeeple(turn.claim),),
            turn.order,
        )
        for number, turn in enumerate(game)
    )


def start_of(game: tuple[Turn, ...]) -> Position:
    return with_row(setup(), tuple(turn.tile for turn in game))


@pytest.mark.parametrize("goal", ["road-10-2c", "city-16", "monasteries-3"])
def test_a_draft_is_a_legal_game_by_both_keys(goal: str) -> None:
    found = (draft(checklist()[goal], SOLO, 9, Chance(seed, goal)) for seed in range(9))
    drafts = [one for one in found if one is not None]
    assert len(drafts) > 3
    for one in drafts:
        record = Record(start_of(one.game), recorded(one.game))
        assert () == Engine().violations(record)
        assert () == Model().violations(record)
        assert () == faults(one.position)
        assert 72 - 10 == tiles_in_box(one.position).total()


# Making and proving


ROAD_4 = parse_goal("road.4.x.2")


@pytest.fixture(scope="module")
def made() -> ProvedPuzzle:
    return made_of(GoalWish(ROAD_4, 2, SOLO), range(20))


@pytest.fixture(scope="module")
def ending() -> ProvedPuzzle:
    return made_of(GoalWish(checklist()["total-40"], 2, SOLO), range(20))


def made_of(wish: GoalWish, numbers: range) -> ProvedPuzzle:
    """Return the first puzzle that comes of these candidates."""
    with CpSatSolver() as solver:
        results = (try_candidate(wish, 3, number, solver) for number in numbers)
        return next(result for result in results if isinstance(result, ProvedPuzzle))


def test_what_is_made_is_unique_and_reachable(made: ProvedPuzzle) -> None:
    everything = solve(made.puzzle.position, ROAD_4, 2, filtered=False)
    assert (0, 1) == everything.by_length
    assert everything.exhaustive
    assert made.line == tuple(outcome.turn for outcome in everything.lines[0])
    record = Record(start_of(made.game), recorded(made.game))
    for key in (Engine(), Model()):
        assert () == key.violations(record)
        assert () == key.violations(record_of(made.puzzle.position, everything.lines[0]))
    assert ["engine", "model"] == [report.name for report in made.proof.reports]
    assert made.proof.best is None


def test_the_same_candidate_is_made_again(made: ProvedPuzzle) -> None:
    with CpSatSolver() as solver:
        assert made == try_candidate(GoalWish(ROAD_4, 2, SOLO), 3, made.candidate, solver)


@pytest.mark.one_build("test_best_results proves endings on both")
def test_an_ending_is_proved_by_both_keys(ending: ProvedPuzzle) -> None:
    solved = best_ending(ending.puzzle)
    assert solved is not None
    assert (ending.line, ending.proof.best) == (solved.turns, solved.best)
    assert ["engine", "model"] == [report.name for report in ending.proof.reports]
    assert "" == ending.proof.undecided


@pytest.mark.parametrize("more", [-1, 1])
def test_a_line_must_bring_the_best_that_is_claimed(ending: ProvedPuzzle, more: int) -> None:
    solved = best_ending(ending.puzzle)
    assert solved is not None
    assert solved.best is not None
    wrong = replace(solved, best=solved.best + more)
    with (
        CpSatSolver() as solver,
        pytest.raises(KeysDisagree, match=f"the best result {wrong.best} "),
    ):
        prove(ending.puzzle, wrong, solver)


def test_a_wrong_claim_of_the_best_is_found_by_the_model(ending: ProvedPuzzle) -> None:
    """Were the engine to overlook the best line, the model would find a greater result."""
    puzzle, best = ending.puzzle, ending.proof.best
    goal = parse_goal("total.0.x.0")
    others = solve(puzzle.position, goal, puzzle.tiles).lines
    worse = next(line for line in others if line[-1].result != best)
    wrong = Solution(worse, 0, worse[-1].result)
    with CpSatSolver() as solver, pytest.raises(KeysDisagree, match=f"by the model {best} "):
        prove(Puzzle(goal, puzzle.position), wrong, solver)


@pytest.mark.parametrize("kind", ["made", "ending"])
def test_what_is_made_survives_the_journal(kind: str, request: pytest.FixtureRequest) -> None:
    made: ProvedPuzzle = request.getfixturevalue(kind)
    wishes = kind_named("goal").wishes({"goal": "road-10"})
    entry = json.loads(json.dumps(entry_to_json((0, made.candidate), packed_of(made))))
    expected = (0, made.candidate), packed_of(made)
    assert expected == entry_from_json(entry, Plan(wishes, 1, 3, 1))


def test_a_wrong_claim_of_uniqueness_is_found_by_the_model(made: ProvedPuzzle) -> None:
    """Were the engine to overlook a solution, the model would name it."""
    looser = Puzzle(parse_goal("road.4.x.1"), made.puzzle.position)
    several = solve(looser.position, looser.goal, looser.tiles, lines=10**6, shown=1)
    assert several.count > 1
    only = only_solution(made.puzzle)
    assert only is not None
    with CpSatSolver() as solver, pytest.raises(KeysDisagree, match="the model finds another line"):
        prove(looser, only, solver)


def test_a_line_that_misses_the_goal_is_found_by_the_model(made: ProvedPuzzle) -> None:
    """Were the engine to take for a solution what is none, the model would say so."""
    only = only_solution(made.puzzle)
    assert only is not None
    missed = Puzzle(parse_goal("road.6.x.3"), made.puzzle.position)
    with (
        CpSatSolver() as solver,
        pytest.raises(KeysDisagree, match="does not first reach the goal"),
    ):
        prove(missed, only, solver)


def test_the_model_tells_when_a_line_first_reaches_a_goal() -> None:
    start, line = row(setup(), tiles_of("EU")), parse_line("E2.0.1.S.S~U0.1.0.E")
    goal = parse_goal("city.4.4.1")
    assert [True, False] == [reaches(start, line[:turns], goal) for turns in (1, 2)]
    assert not reaches(start, line, parse_goal("city.5.x.1"))
    with pytest.raises(Illegal, match="claimed"):
        reaches(start, parse_line("E2.0.1.-"), goal)


def test_where_a_tile_may_have_no_place_nothing_is_proved() -> None:
    """The engine follows such lines too, the model does not: that is no disagreement."""
    puzzle = parse_code(NO_PLACE_FOR_X)
    only = only_solution(puzzle)
    assert only is not None
    with CpSatSolver() as solver:
        assert "no place" in prove(puzzle, only, solver).undecided


def test_where_points_may_be_declined_nothing_is_proved() -> None:
    """Blue declines the city's points to stay lowest, and no text of the turn can say so."""
    puzzle = parse_code(
        "s3.4~o.score.optional.yes~D0.0.0~U0.1.0.E1~A1.2.0~p1.2.3~h3.4.4~t1~nEA~g.road.4.4.1"
    )
    found = solve(puzzle.position, puzzle.goal, 2)
    (declined,) = [line for line in found.lines if line[0].scorings]
    assert () == declined[0].scorings[0].colours
    with CpSatSolver() as solver:
        assert "score.optional" in prove(puzzle, Solution(declined, found.nodes), solver).undecided


def test_a_record_of_a_line_names_its_discards() -> None:
    start = parse_position("s3.4~D0.0.0~E2.0.1~A1.1.0~A3.-1.0~p1.2.3~h4.4.4~t1~nXB")
    line = (min(Engine().outcomes(start), key=repr),)
    assert tiles_of("X") == line[0].discards
    for key in (Engine(), Model()):
        assert () == key.violations(record_of(start, line))


def test_several_solutions_are_not_one() -> None:
    puzzle = Puzzle(parse_goal("road.2.x.1"), with_row(setup(), tiles_of("WW")))
    assert only_solution(puzzle) is None
    assert solve(puzzle.position, puzzle.goal, 2).count > 1


@pytest.mark.parametrize("tiles", [-1, 0, 11, 10**9])
def test_a_wish_for_no_or_too_many_tiles_is_refused(tiles: int) -> None:
    with pytest.raises(Malformed, match=str(tiles)):
        GoalWish(ROAD_5, tiles, SOLO)


@pytest.mark.parametrize("goal", ["monasteries-3", "total-40", "all-tiles"])
def test_only_roads_and_cities_are_decided_by_the_scoring_order(goal: str) -> None:
    with pytest.raises(Illegal, match=f"the scoring order cannot decide '{goal}'"):
        GoalWish(checklist()[goal], 4, SOLO, by_order=True)


@pytest.mark.parametrize("goal", ["stay.0.x.0", "total-40", "all-tiles"])
def test_only_roads_cities_and_monasteries_begin_early(goal: str) -> None:
    with pytest.raises(Illegal, match="begins early"):
        GoalWish(parse_goal(goal), 1, SOLO, early=True)


def test_an_early_puzzle_has_three_tiles_at_most() -> None:
    with pytest.raises(Malformed, match="4 tiles: give 1 to 3 with --early"):
        GoalWish(parse_goal("city.0.x.0"), 4, SOLO, early=True)


@pytest.mark.parametrize(("goal", "tiles"), [("city.4.x.0", 1), ("road.0.x.1", 2)])
def test_an_early_puzzle_sets_numbers_within_those_asked_for(goal: str, tiles: int) -> None:
    asked = parse_goal(goal)
    found = chain.from_iterable(
        early_puzzles(asked, tiles, SOLO, CONTRACT, Chance(7, goal, number)) for number in range(9)
    )
    puzzles = list(islice((one for one in found if isinstance(one, SolvedPuzzle)), 4))
    assert puzzles
    for one in puzzles:
        narrower = one.puzzle.goal
        assert (asked.kind, narrower.at_least) == (narrower.kind, narrower.at_most)
        assert narrower.at_least >= asked.at_least
        assert narrower.colours >= asked.colours
        assert tiles == one.puzzle.tiles == len(one.solution.line)
        assert len(one.puzzle.position.placements) <= 9
        assert reached(narrower, one.solution.line[-1])


@pytest.mark.parametrize("goal", ["stay.0.x.0", "total-40", "all-tiles"])
def test_only_drafted_games_come_to_mid_game(goal: str) -> None:
    with pytest.raises(Illegal, match="no games are drafted"):
        GoalWish(parse_goal(goal), 4, SOLO, mid_game=True)


def test_a_number_of_tiles_to_stay_for_is_refused_and_not_ignored() -> None:
    with pytest.raises(Illegal, match=r"ask for 'stay\.0\.x\.0'"):
        GoalWish(parse_goal("stay.14.x.0"), 2, SOLO)


def test_mid_game_has_few_meeples_or_uneven_scores_as_suits_the_rules() -> None:
    fresh = setup()
    spent = replace(fresh, supplies=(0, 1, 0))
    uneven = replace(fresh, scores=(1, 2, 9))
    assert 0 == suits(fresh, ()) == suits(spent, ()) == suits(uneven, ())
    for name in ("supply", "return"):
        assert suits(spent, (name,)) > suits(fresh, (name,)) == suits(uneven, (name,))
    for name in ("lowest", "order"):
        assert suits(uneven, (name,)) > suits(fresh, (name,)) == suits(spent, (name,))


def test_lines_are_read_back() -> None:
    position = parse_position("s3.4~D0.0.0~p1.2.3~h4.4.4~t1~nE.J.U")
    line = parse_line("E0.0.-1.N~J0.1.0.E")
    assert ["base/E", "base/J"] == [turn.tile for turn in line]
    assert 0 == position.to_move
