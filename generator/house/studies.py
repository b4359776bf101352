"""Studies: the last tiles lie open, and one placement wins, saves the tie or wins by the most.

What is claimed of them is proved by a certificate: both keys confirm each of its lists of plays.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction

from generator.chance import Chance
from generator.house.proved import Candidate, Document, Proved, Reason
from verifier.carcassonne.engine.house import HouseEngine
from verifier.carcassonne.engine.house.endgame import (
    perfect_reply,
    plays_by_margin,
    solve,
)
from verifier.carcassonne.engine.house.games import deck
from verifier.carcassonne.engine.house.greedy import greedy_game
from verifier.carcassonne.house.certificates.certificate import (
    Certificate,
    bound,
    placement_of,
    placement_order,
)
from verifier.carcassonne.house.certificates.checking import check_certificate
from verifier.carcassonne.house.certificates.codec import certificate_from_json, certificate_to_json
from verifier.carcassonne.house.certificates.replies import refutation
from verifier.carcassonne.house.certificates.words import claim_in_words
from verifier.carcassonne.house.certificates.writing import certify
from verifier.carcassonne.house.endgame import PLAYERS, Endgame, EndgameSolution
from verifier.carcassonne.house.part_turn import Outcome, PartTurn
from verifier.carcassonne.house.position import Placement, Position, set_up
from verifier.carcassonne.house.puzzle import Goal, HousePuzzle
from verifier.carcassonne.house.rule_set import Pieces, RuleSet
from verifier.carcassonne.model.house.key import HouseModel
from verifier.errors import Illegal, KeysDisagree, Undecided

NO_STUDY = "the game ends in no study: one best placement, by two points, not the best-looking"
NOT_THE_GOAL = "best play does not reach the goal"
AT_FIRST_SIGHT = "the best-looking placement solves it"

_TILES = (14, 26)
_SUPPLY = Pieces(4, 1, 1)
"""Fewer little followers than the boxes have: at the end it matters where the last ones stand."""
_MOST_PLAYS = 220
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
        if _is_reached_once(goal, position):
            yield Candidate(HousePuzzle(goal, position), draw, game[:number])
        break
    yield NO_STUDY


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


def prove_study(puzzle: HousePuzzle) -> Proved:
    """Return the study with a new certificate, confirmed by both keys.

    :raises Illegal: if the position is no endgame, or no tile of the hand can be placed.
    :raises Undecided: if several placements may reach the goal.
    :raises KeysDisagree: if a key does not confirm the certificate.
    """
    return study_proved_by(puzzle, _certificate(puzzle))


def study_proved_by(puzzle: HousePuzzle, certificate: Certificate) -> Proved:
    """Return what a certificate proves of a study, once both keys have confirmed it.

    Nothing is searched, and the engine is not believed: lines and themes follow from the trees.

    :raises Illegal: if the certificate is of another endgame, or proves something else.
    :raises Undecided: if several placements may reach the goal.
    :raises KeysDisagree: if the keys do.
    """
    if certificate.endgame != Endgame(puzzle.position, puzzle.goal.handicaps):
        raise Illegal("the certificate is of another endgame", where="certificate")
    verdict = check_certificate(certificate, (HouseEngine(), HouseModel())).verdict
    if verdict.answer == "keys disagree":
        raise KeysDisagree(verdict.why)
    if verdict.answer != "holds":
        raise Illegal(f"the certificate is refused: {verdict.why}", where="certificate")
    examined = (("part_turns", min(report.examined for report in verdict.keys)),)
    wanted = wanted_margin(puzzle.goal, certificate.value)
    if certificate.value < wanted:
        return Proved(puzzle, 0, NOT_THE_GOAL, {}, examined, Fraction(1), ())
    may = sum(bounds.most >= wanted for bounds in certificate.bounds.values())
    if may > 1:
        raise Undecided(f"{may} placements may reach the goal: this is no study", where="goal")
    (best,) = certificate.best
    looks = _looks(puzzle.position)
    ranked = sorted(looks, key=lambda placed: (-looks[placed], placement_order(placed)))
    rank = ranked.index(best) + 1
    return Proved(
        puzzle,
        1,
        AT_FIRST_SIGHT if rank == 1 else "",
        _document(certificate, ranked),
        examined,
        Fraction(rank),
        _themes(certificate, looks),
    )


@dataclass(frozen=True, slots=True)
class StudyAnswer:
    """What a first part-turn brings: at most ``margin``, by ``line``.

    ``placed`` says whether its placement is that of the solution; ``solved``, whether its piece is
    not refuted either.
    """

    placed: bool
    solved: bool
    margin: int
    line: tuple[PartTurn, ...]


def judge_study(puzzle: HousePuzzle, turn: PartTurn) -> StudyAnswer:
    """Return what a first part-turn of a study brings, by a certificate that both keys confirm.

    :raises Illegal: if the part-turn is not legal, or the position is no endgame.
    :raises Undecided: if several placements may reach the goal.
    :raises KeysDisagree: if a key does not confirm the certificate.
    """
    certificate = _certificate(puzzle)
    proved = study_proved_by(puzzle, certificate)
    found = refutation(certificate, turn)
    placed = proved.solutions == 1 and placement_of(turn) in certificate.best
    solved = placed and found.margin >= wanted_margin(puzzle.goal, certificate.value)
    return StudyAnswer(placed, solved, found.margin, found.line)


def _certificate(puzzle: HousePuzzle) -> Certificate:
    """Return a new certificate as its document states it: of equal lines the first is shown."""
    endgame = Endgame(puzzle.position, puzzle.goal.handicaps)
    written = certificate_to_json(certify(endgame, perfect_reply, HouseEngine()))
    return certificate_from_json(written)


def wanted_margin(goal: Goal, value: int) -> int:
    """Return the margin from which on the goal is reached, if best play brings ``value``."""
    return {"win": 1, "save": 0}.get(goal.kind, value)


def _best(solution: EndgameSolution) -> Placement:
    return solution.placements[0].placement


def _looks(position: Position) -> dict[Placement, int]:
    """Return what each placement adds to the margin at once, at its best."""
    best: dict[Placement, int] = {}
    for part_turn, gain in plays_by_margin(position):
        placed = placement_of(part_turn)
        best[placed] = max(gain, best.get(placed, gain))
    return best


def _document(certificate: Certificate, ranked: list[Placement]) -> Document:
    (best,) = certificate.best
    first = next(each for each in certificate.least.then if placement_of(each) == best)
    tempting = [placed for placed in ranked if placed != best][:_SHOWN]
    refutations = [refutation(certificate, placed) for placed in tempting]
    return {
        "line": [str(turn) for turn in refutation(certificate, first).line],
        "value": certificate.value,
        "lead": certificate.lead,
        "claim": claim_in_words(certificate),
        "refutations": [
            {"line": [str(turn) for turn in each.line], "value": each.margin}
            for each in refutations
        ],
        "certificate": certificate_to_json(certificate),
    }


def _themes(certificate: Certificate, looks: dict[Placement, int]) -> tuple[str, ...]:
    """Return the ideas of every way to make the placement that the certificate does not refute."""
    position, (placed,) = certificate.endgame.position, certificate.best
    best = [
        turn
        for turn, node in certificate.most.then.items()
        if placement_of(turn) == placed and bound(node, "most") >= certificate.value
    ]
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
