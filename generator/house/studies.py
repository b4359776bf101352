"""Studies: the last tiles lie open, and one placement wins, saves the tie or wins by the most.

What is claimed of them is proved by a certificate: both keys confirm each of its lists of plays.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction

from generator.chance import Chance
from generator.house.proved import Candidate, Document, Proved, Reason
from verifier.carcassonne.engine.house import HouseEngine
from verifier.carcassonne.engine.house.endgame import (
    perfect_reply,
    placement_of,
    plays_by_margin,
    plays_of,
    solve,
)
from verifier.carcassonne.engine.house.games import deck
from verifier.carcassonne.engine.house.greedy import greedy_game
from verifier.carcassonne.house.certificates.certificate import Certificate
from verifier.carcassonne.house.certificates.checking import check_certificate
from verifier.carcassonne.house.certificates.codec import certificate_to_json
from verifier.carcassonne.house.certificates.words import claim_in_words
from verifier.carcassonne.house.certificates.writing import certify
from verifier.carcassonne.house.endgame import PLAYERS, Endgame, EndgameSolution
from verifier.carcassonne.house.part_turn import Outcome, PartTurn
from verifier.carcassonne.house.position import Placement, Position, set_up
from verifier.carcassonne.house.puzzle import Goal, HousePuzzle
from verifier.carcassonne.house.rule_set import Pieces, RuleSet
from verifier.carcassonne.model.house.key import HouseModel
from verifier.errors import KeysDisagree

NO_STUDY = "no endgame of the game has one best placement by two points"
NOT_ONE = "it has not exactly one best placement"
NOT_THE_GOAL = "best play does not reach the goal, or not by one placement alone"
AT_FIRST_SIGHT = "the best-looking placement solves it"

_TILES = (18, 30)
_SUPPLY = Pieces(4, 1, 1)
"""Fewer little followers than the boxes have: at the end it matters where the last ones stand."""
_MOST_PLAYS = 240
"""Of more first part-turns the proof takes long, and nobody reads them through."""
_LEAST_LEAD = 2
_SACRIFICE = 3
"""A placement that looks so many points worse than the best-looking one gives something up."""
_SHOWN = 8
"""Refutations that are shown: those of the best-looking placements."""


def study_candidates(chance: Chance) -> Iterator[Candidate | Reason]:
    """Yield studies of the last three tiles of a greedy game.

    By turns the goal is to win, to save the tie, or to win by the most; a handicap between the best
    and the second best placement makes it so.
    """
    rules = RuleSet(players=PLAYERS, supply=_SUPPLY)
    tiles = _TILES[0] + chance.below(_TILES[1] - _TILES[0] + 1)
    draw = tuple(chance.shuffled(sorted(deck(rules)))[:tiles])
    game = greedy_game(set_up(rules, draw), chance.below)
    for number in range(len(game), 0, -1):
        position = game[number - 1].after
        if position.end or position.second or position.bag or len(position.hand) != rules.hand:
            continue
        if len(plays_by_margin(position)) > _MOST_PLAYS:
            break
        solution = solve(Endgame(position))
        if solution.only is None or (solution.lead or 0) < _LEAST_LEAD:
            break
        looks = _looks(position)
        if looks[_best(solution)] == max(looks.values()):
            break  # it may be found at first sight
        goal = _goal(solution, ("win", "save", "most")[chance.below(3)])
        yield Candidate(HousePuzzle(goal, position), draw, game[:number])
        break
    yield NO_STUDY


def _goal(solution: EndgameSolution, kind: str) -> Goal:
    """Return a goal that the best placement alone reaches, if handicaps only shift all margins."""
    best, second = (each.value for each in solution.placements[:2])
    if kind == "most":
        return Goal("most")
    less = best if kind == "save" else second + (best - 1 - second) // 2
    own, other = (-less, 0) if less < 0 else (0, less)
    handicaps = (own, other) if solution.endgame.player == 0 else (other, own)
    return Goal("save" if kind == "save" else "win", handicaps=handicaps)


def prove_study(puzzle: HousePuzzle) -> Proved:
    """Return the study with its certificate, confirmed by both keys.

    :raises Illegal: if the position is no endgame, or no tile of the hand can be placed.
    :raises KeysDisagree: if a key does not confirm the certificate.
    """
    endgame = Endgame(puzzle.position, puzzle.goal.handicaps)
    solution = solve(endgame)
    looks = _looks(puzzle.position)
    ranked = sorted(looks, key=lambda placed: (-looks[placed], _order(placed)))
    first = next((n for n, placed in enumerate(ranked) if placed == _best(solution)), 0)
    flaw = _flaw(puzzle, solution)
    if not flaw and first == 0:
        flaw = AT_FIRST_SIGHT
    if solution.only is None:
        return Proved(puzzle, len(solution.best), flaw, {}, (), Fraction(1), ())
    certificate, examined = _certified(endgame)
    if (certificate.value, certificate.best) != (solution.value, (solution.only.placement,)):
        raise KeysDisagree("the certificate proves something else than the engine found")
    return Proved(
        puzzle,
        1,
        flaw,
        _document(solution, certificate, ranked),
        examined,
        Fraction(first + 1),
        _themes(endgame, solution, looks),
    )


def _certified(endgame: Endgame) -> tuple[Certificate, tuple[tuple[str, int], ...]]:
    certificate = certify(endgame, perfect_reply, HouseEngine())
    verdict = check_certificate(certificate, (HouseEngine(), HouseModel())).verdict
    if verdict.answer != "holds":
        raise KeysDisagree(f"the certificate is not confirmed: {verdict.why}")
    return certificate, (("part_turns", min(report.examined for report in verdict.keys)),)


def _flaw(puzzle: HousePuzzle, solution: EndgameSolution) -> Reason:
    if solution.only is None:
        return NOT_ONE
    second = solution.value - (solution.lead or 0)
    reached = {
        "win": solution.value > 0 >= second,
        "save": solution.value == 0 > second,
        "most": True,
    }
    return "" if reached[puzzle.goal.kind] else NOT_THE_GOAL


def _best(solution: EndgameSolution) -> Placement:
    return solution.placements[0].placement


def _looks(position: Position) -> dict[Placement, int]:
    """Return what each placement adds to the margin at once, at its best."""
    best: dict[Placement, int] = {}
    for part_turn, gain in plays_by_margin(position):
        placed = placement_of(part_turn)
        best[placed] = max(gain, best.get(placed, gain))
    return best


def _order(placed: Placement) -> tuple[int, int, str, int]:
    return (placed.y, placed.x, placed.tile, placed.rotation)


def _document(
    solution: EndgameSolution, certificate: Certificate, ranked: list[Placement]
) -> Document:
    valued = {each.placement: each for each in solution.placements}
    tempting = [placed for placed in ranked if placed != _best(solution)][:_SHOWN]
    return {
        "line": [str(turn) for turn in solution.line],
        "value": solution.value,
        "lead": solution.lead,
        "claim": claim_in_words(certificate),
        "refutations": [
            {"line": [str(turn) for turn in valued[placed].line], "value": valued[placed].value}
            for placed in tempting
        ],
        "certificate": certificate_to_json(certificate),
    }


def _themes(
    endgame: Endgame, solution: EndgameSolution, looks: dict[Placement, int]
) -> tuple[str, ...]:
    """Return the ideas of every best way to make the placement."""
    position, placed = endgame.position, _best(solution)
    best = [p.part_turn for p in plays_of(endgame, placed) if p.value == solution.value]
    outcomes = {
        outcome.part_turn: outcome for outcome in HouseEngine().outcomes_on(position, placed.cell)
    }
    found = []
    if all(_is_quiet(turn, outcomes[turn], position) for turn in best):
        found.append("quiet")
    if looks[placed] <= max(looks.values()) - _SACRIFICE:
        found.append("sacrifice")
    if all(turn.piece == "big" for turn in best):
        found.append("big-piece")
    if all(turn.second for turn in best):
        found.append("double-turn")
    if _joins_farms(position, outcomes[best[0]]):
        found.append("join-of-farms")
    return tuple(found)


def _is_quiet(turn: PartTurn, outcome: Outcome, before: Position) -> bool:
    return outcome.after.scores == before.scores and turn.piece in (None, "builder")


def _joins_farms(before: Position, outcome: Outcome) -> bool:
    """Return whether the tile makes one farm of several that have followers on them."""
    turn = outcome.part_turn
    farms = [each for each in HouseEngine().final_scorings(before) if each.kind == "field"]
    placements = tuple(
        replace(laid, piece=None) if laid.cell == turn.cell else laid
        for laid in outcome.after.placements
    )
    after = HouseEngine().final_scorings(replace(outcome.after, placements=placements))
    return any(
        sum(bool(set(farm.parts) & set(each.parts)) for farm in farms) > 1
        for each in after
        if each.kind == "field"
    )
