"""Holds the ratings of house puzzles against players who have no part in them.

``python -m tests.house_held_out`` prints, for each pack, how ratings and the tries of such a player
go together: Spearman's rank correlation. The players were written down before they were asked, and
nothing in them was chosen by what came out. Nothing is by chance: draws come from a seed.

* Studies: somebody who plays each first part-turn on to the end, both players taking what looks
  best, and tries placements in the order of the margins that this brings.
* Part-turns: somebody who tries placements at random, four times as often where an own piece stands
  on a tile beside it, or where anything is completed; where something foreign is to be owned, where
  another player's piece stands beside it.
"""

from __future__ import annotations

import random
from collections import defaultdict
from fractions import Fraction

from generator.grade import rank_correlation
from generator.house.part_turns import Line, lines_of, placements_in
from generator.pack import Packed
from tests.kinds import shipped
from verifier.carcassonne.engine.house import HouseEngine
from verifier.carcassonne.engine.house.endgame import plays_by_margin
from verifier.carcassonne.house.certificates import margin, placement_of
from verifier.carcassonne.house.endgame import Endgame
from verifier.carcassonne.house.notation import parse_part_turn
from verifier.carcassonne.house.part_turn import Outcome
from verifier.carcassonne.house.position import Position
from verifier.carcassonne.house.puzzle import HousePuzzle

DRAWN_TO = 4
"""How much oftener a placement is tried that draws the eye."""
_STEPS = ((0, 1), (1, 0), (0, -1), (-1, 0))
_ENGINE = HouseEngine()


# --- studies


def study_tries(one: Packed[HousePuzzle]) -> Fraction:
    """Return how many placements the player of studies tries until the solution is among them."""
    goal, start = one.puzzle.goal, one.puzzle.position
    endgame = Endgame(start, goal.handicaps)
    best: dict[object, int] = {}
    for outcome in _ENGINE.outcomes_in_order(start):
        placed, ended = placement_of(outcome.part_turn), _played_on(outcome, endgame)
        best[placed] = max(ended, best.get(placed, ended))
    right = best[placement_of(parse_part_turn((one.solution or {})["line"][0]))]
    better = sum(value > right for value in best.values())
    alike = sum(value == right for value in best.values())
    return better + Fraction(alike + 1, 2)


def _played_on(outcome: Outcome, endgame: Endgame) -> int:
    """Return the margin at the end of a game in which both take what looks best."""
    while (ended := margin(endgame, outcome)) is None:
        outcome = _best_looking(outcome.after)
    return ended


def _best_looking(position: Position) -> Outcome:
    looks = sorted(plays_by_margin(position), key=lambda each: (-each[1], str(each[0])))
    # A second part is listed there wherever a builder gives one, even without a tile for it.
    legal = (_ENGINE.outcome(position, part_turn) for part_turn, _ in looks)
    return next(outcome for outcome in legal if outcome is not None)


# --- part-turns


def turn_tries(one: Packed[HousePuzzle]) -> Fraction:
    """Return how many placements the player of part-turns tries on average until it is right."""
    puzzle = one.puzzle
    weights: dict[object, int] = defaultdict(int)
    for line in lines_of(puzzle, _ENGINE.outcomes):
        weight = _weight(line, puzzle.position, foreign=puzzle.goal.kind == "own")
        placed = placements_in(line)
        weights[placed] = max(weight, weights[placed])
    turns = [parse_part_turn(text) for text in (one.solution or {})["line"]]
    right = tuple((turn.tile, turn.rotation, *turn.cell) for turn in turns)
    own = weights.pop(right)
    # Of two placements one comes first in proportion to their weights.
    first = (Fraction(other, other + own) for other in weights.values())
    return sum(first, start=Fraction(1))


def _weight(line: Line, before: Position, *, foreign: bool) -> int:
    weight = 1
    for outcome in line:
        x, y = outcome.part_turn.cell
        beside = {(x + east, y + north) for east, north in _STEPS}
        player = before.rules.player_of(before.to_move)
        seen = any(
            placed.cell in beside
            and placed.piece is not None
            and (before.rules.player_of(placed.piece.colour) != player) == foreign
            for placed in before.placements
        )
        weight *= DRAWN_TO if seen or (outcome.scorings and not foreign) else 1
        before = outcome.after
    return weight


# --- what comes of it


def chance_of(correlation: Fraction, number: int) -> str:
    """Return how unlikely so great a rank correlation is by chance, in words for a table."""
    if number < 2:
        return "-"
    steps, rng = 20_000, random.Random(1)
    ranks = list(range(number))
    reached = 0
    for _ in range(steps):
        rng.shuffle(ranks)
        squares = sum((rank - place) ** 2 for place, rank in enumerate(ranks))
        reached += 1 - Fraction(6 * squares, number * (number * number - 1)) >= correlation
    return f"{reached / steps:.3f}"


def main() -> None:
    """Print a row for each pack."""
    for name, tries in (
        ("house-studies", study_tries),
        ("house-part-turn", turn_tries),
        ("house-double-turn", turn_tries),
    ):
        puzzles = shipped(name)
        ratings = [one.document["difficulty"]["rating"] for one in puzzles]
        found = [tries(one) for one in puzzles]
        correlation = rank_correlation(ratings, found)
        line = f"| `{name}` | {len(puzzles)} | {float(correlation):.2f} | "
        line += f"{chance_of(correlation, len(puzzles))} |"
        print(line)  # noqa: T201 - a script prints
        for one, rating, number in sorted(
            zip(puzzles, ratings, found, strict=True), key=lambda row: row[1]
        ):
            print(f"    {one.puzzle.id} {one.puzzle.goal!s:14} {rating:4} {float(number):6.1f}")  # noqa: T201 - as above


if __name__ == "__main__":
    main()
