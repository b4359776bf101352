"""Where studies come from: the last tiles of games of greedy players.

A handicap between the best and the second best placement makes that one the only way to win, or to
save the tie.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

from generator.chance import Chance
from generator.house.proved import candidate_after
from generator.house.studies import joined_farms, looks_of, takes_another_tile, wanted_margin
from generator.kind import Candidate, Reason
from verifier.carcassonne.engine.house import HouseEngine
from verifier.carcassonne.engine.house.endgame import plays_by_margin, solve
from verifier.carcassonne.engine.house.players import deck, greedy_game
from verifier.carcassonne.house.endgame import PLAYERS, Endgame, EndgameSolution
from verifier.carcassonne.house.part_turn import Outcome
from verifier.carcassonne.house.position import Position, set_up
from verifier.carcassonne.house.puzzle import Goal, HousePuzzle
from verifier.carcassonne.house.rule_set import Pieces, RuleSet

NO_STUDY = "the game ends in no study: one best placement, by two points, not the best-looking"

_LEAST_LEAD = 2
_MOST_WORK = 9000
"""So many answers make a certificate of 120 kB, which both keys check in 10 to 15 seconds."""

Idea = Callable[[EndgameSolution], bool]
"""Whether the solution of an endgame has the idea that is looked for."""


@dataclass(frozen=True, slots=True)
class _Ending:
    """The endgames that are looked for: games of ``tiles``, how long they go on, and the idea.

    ``bag`` tiles lie in the bag beside the full hand. With more first part-turns than
    ``most_plays`` a proof takes long, and they are too many for a player to look at.
    """

    tiles: tuple[int, int]
    supply: Pieces
    bag: int
    most_plays: int
    idea: Idea = lambda _: True


def three_tiles(chance: Chance) -> Iterator[Candidate[HousePuzzle] | Reason]:
    """Yield studies of the last three tiles; the bag is empty."""
    rules = RuleSet(players=PLAYERS, supply=_THREE.supply)
    number = _number_of_tiles(chance, _THREE)
    draw = tuple(chance.shuffled(sorted(deck(rules)))[:number])
    game = greedy_game(set_up(rules, draw), chance.below)
    moves = _moves_before_the_end(game, _THREE)
    if moves is not None:
        puzzle = _study(chance, game[moves - 1].after, _THREE)
        if puzzle is not None:
            yield candidate_after(puzzle, draw, game[:moves])
    yield NO_STUDY


def farms_joined(chance: Chance) -> Iterator[Candidate[HousePuzzle] | Reason]:
    """Yield studies of the last three tiles that are solved by joining farms of both players."""
    return _composed(chance, _FARMS, 40)


def four_tiles(chance: Chance) -> Iterator[Candidate[HousePuzzle] | Reason]:
    """Yield studies of the last four tiles; one is in the bag, and known."""
    return _composed(chance, _FOUR, 16)


def last_bag_tile(chance: Chance) -> Iterator[Candidate[HousePuzzle] | Reason]:
    """Yield studies of the last four tiles in which another tile looks best than is right."""
    return _composed(chance, _ANOTHER_TILE, 16)


def _composed(
    chance: Chance, ending: _Ending, others: int
) -> Iterator[Candidate[HousePuzzle] | Reason]:
    """Yield a study of the end of a game, or with another tile in the place of the last one.

    So many others are tried. In no part-turn of the game was the last tile in the hand, so all of
    them could have been played with another one.
    """
    rules = RuleSet(players=PLAYERS, supply=ending.supply)
    tiles = chance.shuffled(sorted(deck(rules)))
    draw = tuple(tiles[: _number_of_tiles(chance, ending)])
    game = greedy_game(set_up(rules, draw), chance.below)
    moves = _moves_before_the_end(game, ending)
    if moves is not None:
        position = game[moves - 1].after
        left = Counter(deck(rules)) - Counter(draw)
        for last in (draw[-1], *chance.shuffled(sorted(left))[:others]):
            puzzle = _study(chance, _with_last_tile(position, draw[-1], last), ending)
            if puzzle is not None:
                yield candidate_after(puzzle, (*draw[:-1], last), game[:moves])
                break
    yield NO_STUDY


def _number_of_tiles(chance: Chance, ending: _Ending) -> int:
    least, most = ending.tiles
    return least + chance.below(most - least + 1)


def _moves_before_the_end(game: Sequence[Outcome], ending: _Ending) -> int | None:
    """Return after how many part-turns the endgame begins; None if it never does."""
    for number in range(len(game), 0, -1):
        position = game[number - 1].after
        tiles = (len(position.hand), len(position.bag))
        if not position.end and not position.second and tiles == (position.rules.hand, ending.bag):
            return number
    return None


def _with_last_tile(position: Position, drawn: str, last: str) -> Position:
    """Return the position as it is if another tile was drawn last."""
    if position.bag:
        return replace(position, bag=(*position.bag[:-1], last))
    hand = list(position.hand)
    hand.remove(drawn)
    return replace(position, hand=(*hand, last))


def _study(chance: Chance, position: Position, ending: _Ending) -> HousePuzzle | None:
    """Return a study of that position; by turns the goal is to win, to save the tie, or most."""
    if not 0 < len(plays_by_margin(position)) <= ending.most_plays:
        return None
    solution = solve(Endgame(position))
    if solution.only is None or (solution.lead or 0) < _LEAST_LEAD:
        return None
    looks = looks_of(position)
    if looks[solution.only.placement] == max(looks.values()):
        return None  # it may be found at first sight
    if not ending.idea(solution) or _work(solution) > _MOST_WORK:
        return None
    goal = _goal(solution, ("win", "save", "most")[chance.below(3)])
    return HousePuzzle(goal, position) if _is_reached_once(goal, position) else None


def _goal(solution: EndgameSolution, kind: str) -> Goal:
    """Return a goal that the best placement alone reaches, if no line ends in a tie (AMB-43)."""
    best, second = (each.value for each in solution.placements[:2])
    if kind == "most":
        return Goal("most")
    if kind == "win" and best > 0 >= second:
        return Goal("win")
    less = best if kind == "save" else second + (best - 1 - second) // 2
    own, other = (-less, 0) if less < 0 else (0, less)
    handicaps = (own, other) if solution.endgame.player == 0 else (other, own)
    return Goal("save" if kind == "save" else "win", handicaps=handicaps)


def _is_reached_once(goal: Goal, position: Position) -> bool:
    """Return whether one placement alone reaches the goal; a tie is 0 whatever the handicaps."""
    solution = solve(Endgame(position, goal.handicaps))
    wanted = wanted_margin(goal, solution.value)
    return [each.value >= wanted for each in solution.placements[:2]] == [True, False]


def _work(solution: EndgameSolution) -> int:
    """Return how many answers the proof has, about: the mover's first part-turns and their second.

    Of three tiles these are few, for the last part-turns are only counted.
    """
    position = solution.endgame.position
    first = len(plays_by_margin(position))
    if not position.bag:
        return first
    for turn in solution.line[:2]:
        position = next(
            each.after
            for each in HouseEngine().outcomes_on(position, turn.cell)
            if each.part_turn == turn
        )
    return first * len(plays_by_margin(position))


def _joins_farms_of_both(solution: EndgameSolution) -> bool:
    position, turn = solution.endgame.position, solution.line[0]
    (outcome,) = (
        each for each in HouseEngine().outcomes_on(position, turn.cell) if each.part_turn == turn
    )
    owners = [farm.owners for farm in joined_farms(position, outcome)]
    return len({position.rules.player_of(each) for some in owners for each in some}) > 1


def _takes_another_tile(solution: EndgameSolution) -> bool:
    placed = solution.placements[0].placement
    return takes_another_tile(placed, looks_of(solution.endgame.position))


_THREE = _Ending(tiles=(14, 26), supply=Pieces(4, 1, 1), bag=0, most_plays=220)
"""Fewer little followers than the boxes have: at the end it matters where the last ones stand."""
_FARMS = replace(_THREE, tiles=(16, 28), idea=_joins_farms_of_both)
_FOUR = _Ending(tiles=(12, 18), supply=Pieces(2, 1, 1), bag=1, most_plays=130)
_ANOTHER_TILE = replace(_FOUR, idea=_takes_another_tile)
