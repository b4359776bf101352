"""Puzzles of the kind *Whose farm?*: a finished table, and what every colour gets for its farms.

The wrong answers to choose from are those of people who make one of the known mistakes.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations

from generator.chance import Chance
from generator.house.farm_readings import (
    MISTAKES,
    REASONS,
    Farm,
    Mistake,
    farms_read,
    points_read,
)
from generator.house.proved import BOUNDS, BothKeys, candidate_after
from generator.kind import Candidate, Proved, Reason, by_both
from verifier.carcassonne.engine.house import HouseEngine
from verifier.carcassonne.engine.house.players import deck, greedy_game
from verifier.carcassonne.house.codec import (
    feature_text,
)
from verifier.carcassonne.house.part_turn import FinalScoring
from verifier.carcassonne.house.position import Position, set_up
from verifier.carcassonne.house.puzzle import Goal, HousePuzzle
from verifier.carcassonne.house.rule_set import RuleSet
from verifier.documents.strict_json import Document
from verifier.errors import Illegal, KeysDisagree

FEW_MISTAKES = "fewer than three mistakes lead to a wrong answer"
ALL_NOTHING = "the answer is nothing for all"

_TRAPS = ("ic/H", "tb/B", "tb/C", "tb/M", "tb/N", "tb/P", "tb/X", "ks/C")
"""The tiles with a bridge, or with a field that they shut in."""
_MOST_TRAPS = 6
_FEWEST_TILES, _SPREAD = 16, 13
_FEWEST_WRONG = 3
_ONE_IN_FOUR = Fraction(4, 3)


def farm_candidates(chance: Chance) -> Iterator[Candidate[HousePuzzle] | Reason]:
    """Yield the finished table of a greedy game whose tiles hold many of the traps."""
    rules = RuleSet(players=2 + chance.below(2))
    others = [tile for tile in sorted(deck(rules)) if tile not in _TRAPS]
    plain = chance.shuffled(others)[: _FEWEST_TILES + chance.below(_SPREAD)]
    traps = chance.shuffled(_TRAPS)[: chance.below(_MOST_TRAPS + 1)]
    draw = tuple(chance.shuffled(plain + traps))
    game = greedy_game(set_up(rules, draw), chance.below)
    if not game or game[-1].after.end != "played":
        yield "the game ended in a tie"
        return
    yield candidate_after(HousePuzzle(Goal("farms"), game[-1].after), draw, game)


def prove_farms(puzzle: HousePuzzle) -> Proved[HousePuzzle]:
    """Return the puzzle with its answer by both keys.

    :raises Illegal: if the game has not ended by the last tile.
    :raises KeysDisagree: if the keys do, or if the plain reading of farms says something else.
    """
    position = puzzle.position
    require_finished(position)
    scorings = BothKeys().final_scorings(position)
    farms = [scoring for scoring in scorings if scoring.kind == "field"]
    right = _points(farms, position)
    read = points_read(position)
    if read != right:
        raise KeysDisagree(f"both keys give {right} for the farms, the plain reading {read}")
    wrong = wrong_answers(position, right)
    flaw = FEW_MISTAKES if len(wrong) < _FEWEST_WRONG else ""
    led_astray = tuple(mistake for mistake in MISTAKES if points_read(position, [mistake]) != right)
    return Proved(
        puzzle,
        {
            "farms": [_farm_document(farm) for farm in farms],
            "points": list(right),
            "wrong": [_wrong_document(position, mistakes, points) for points, mistakes in wrong],
        },
        flaw if any(right) else ALL_NOTHING,
        themes=tuple(f"{mistake}-mistake" for mistake in led_astray),
        work=by_both(features=len(scorings)),
        tries=tries(position),
        bounds=BOUNDS,
        choices=tuple(sorted([right, *(points for points, _ in wrong)])),
    )


def require_finished(position: Position) -> None:
    """Do nothing for a table on which all tiles were played.

    :raises Illegal: for any other.
    """
    if position.end == "tie":
        raise Illegal(
            "the game is a tie, and a tie has no final scoring",
            where="/position/end",
            rule="HOUSE-TURN-11",
        )
    if position.end != "played" or position.hand or position.bag or position.hidden:
        raise Illegal(
            "the game has not ended: whose farm it is, is asked of a table on which all tiles "
            "were played, with an empty hand and bag",
            where="/position/end",
            rule="HOUSE-END-1",
        )


def farm_points_by_engine(position: Position) -> tuple[int, ...]:
    """Return what each colour gets for its farms, by the engine alone.

    :raises Illegal: if the game has not ended by the last tile.
    """
    require_finished(position)
    scorings = HouseEngine().final_scorings(position)
    return _points([scoring for scoring in scorings if scoring.kind == "field"], position)


def wrong_answers(
    position: Position, right: tuple[int, ...]
) -> list[tuple[tuple[int, ...], tuple[Mistake, ...]]]:
    """Return the wrong answers by a single mistake, each once, with the mistakes that give it."""
    found: dict[tuple[int, ...], tuple[Mistake, ...]] = {}
    for mistake in MISTAKES:
        points = points_read(position, [mistake])
        if points != right:
            found[points] = (*found.get(points, ()), mistake)
    return list(found.items())


def tries(position: Position) -> Fraction:
    """Return how many readers it takes on average until one is right.

    Each of them falls for a mistake one time in four, for each farm that it changes.
    """
    traps = sum(len(_misread(position, mistake)) for mistake in MISTAKES)
    return _ONE_IN_FOUR**traps


def share_of_readers(position: Position, right: tuple[int, ...]) -> Fraction:
    """Return the share of readers who are right, of one with each set of the mistakes.

    It has no part in the grade, so that the grade can be held against it.
    """
    sets = [chosen for size in range(len(MISTAKES) + 1) for chosen in combinations(MISTAKES, size)]
    return Fraction(sum(points_read(position, chosen) == right for chosen in sets), len(sets))


def _points(farms: list[FinalScoring], position: Position) -> tuple[int, ...]:
    points = [0] * position.rules.colours
    for farm in farms:
        for owner in farm.owners:
            points[owner] += farm.value
    return tuple(points)


def _farm_document(farm: FinalScoring) -> Document:
    return {
        "feature": feature_text(farm.feature),
        "owners": [owner + 1 for owner in farm.owners],
        "points": farm.value,
        "cities": [feature_text(city) for city in farm.cities],
    }


def _wrong_document(
    position: Position, mistakes: tuple[Mistake, ...], points: tuple[int, ...]
) -> Document:
    return {
        "points": list(points),
        "mistakes": list(mistakes),
        "reasons": [REASONS[mistake] for mistake in mistakes],
        "farms": [feature_text(farm.feature) for farm in _misread(position, mistakes[0])],
    }


def _misread(position: Position, mistake: Mistake) -> list[Farm]:
    """Return the farms, as the mistake sees them, that are none or bring something else."""
    right = {farm.feature: farm for farm in farms_read(position)}
    seen = {farm.feature: farm for farm in farms_read(position, [mistake])}
    places = sorted(right.keys() | seen.keys())
    return [
        seen.get(place, right.get(place)) or right[place]
        for place in places
        if _gain(seen.get(place)) != _gain(right.get(place))
    ]


def _gain(farm: Farm | None) -> tuple[tuple[int, ...], int]:
    return ((), 0) if farm is None else (farm.owners, farm.points)
