"""Studies: the last tiles lie open, and one placement wins, saves the tie or wins by the most.

What is claimed of them is proved by a certificate: both keys confirm each of its lists of plays.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from generator.house.proved import BOUNDS
from generator.kind import Proved, by_both
from verifier.carcassonne.engine.house import HouseEngine
from verifier.carcassonne.engine.house.endgame import perfect_reply, plays_by_margin
from verifier.carcassonne.house.certificate_check import check_certificate
from verifier.carcassonne.house.certificates import (
    Certificate,
    bound,
    certificate_from_json,
    certificate_to_json,
    certify,
    claim_in_words,
    placement_of,
    placement_order,
    refutation,
)
from verifier.carcassonne.house.endgame import Endgame
from verifier.carcassonne.house.part_turn import FinalScoring, Outcome, PartTurn
from verifier.carcassonne.house.position import Placement, Position
from verifier.carcassonne.house.puzzle import Goal, HousePuzzle
from verifier.carcassonne.model.house.key import HouseModel
from verifier.documents.strict_json import Document
from verifier.errors import Illegal, KeysDisagree, Undecided

NOT_THE_GOAL = "best play does not reach the goal"
AT_FIRST_SIGHT = "the best-looking placement solves it"

_SACRIFICE = 3
"""A placement that looks so many points worse than the best-looking one gives something up."""
_SHOWN = 8
"""Refutations that are shown: those of the best-looking placements."""


def prove_study(puzzle: HousePuzzle) -> Proved[HousePuzzle]:
    """Return the study with a new certificate, confirmed by both keys.

    :raises Illegal: if the position is no endgame, or no tile of the hand can be placed.
    :raises Undecided: if several placements may reach the goal.
    :raises KeysDisagree: if a key does not confirm the certificate.
    """
    return study_proved_by(puzzle, _certificate(puzzle))


def study_proved_by(puzzle: HousePuzzle, certificate: Certificate) -> Proved[HousePuzzle]:
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
    work = by_both(part_turns=min(report.examined for report in verdict.keys))
    wanted = wanted_margin(puzzle.goal, certificate.value)
    if certificate.value < wanted:
        return Proved(puzzle, {}, NOT_THE_GOAL, work=work, bounds=BOUNDS, solutions=0)
    may = sum(bounds.most >= wanted for bounds in certificate.bounds.values())
    if may > 1:
        raise Undecided(f"{may} placements may reach the goal: this is no study", where="goal")
    (best,) = certificate.best
    looks = looks_of(puzzle.position)
    ranked = sorted(looks, key=lambda placed: (-looks[placed], placement_order(placed)))
    rank = ranked.index(best) + 1
    return Proved(
        puzzle,
        _document(certificate, ranked),
        AT_FIRST_SIGHT if rank == 1 else "",
        themes=_themes(certificate, looks),
        work=work,
        tries=Fraction(rank),
        bounds=BOUNDS,
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


def looks_of(position: Position) -> dict[Placement, int]:
    """Return what each placement adds to the margin at once, at its best."""
    best: dict[Placement, int] = {}
    for part_turn, gain in plays_by_margin(position):
        placed = placement_of(part_turn)
        best[placed] = max(gain, best.get(placed, gain))
    return best


def _document(certificate: Certificate, ranked: list[Placement]) -> Document:
    (best,) = certificate.best
    first = next(each for each in certificate.least.then if placement_of(each) == best)
    tempting = _tempting(certificate, ranked)
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


def _tempting(certificate: Certificate, ranked: Sequence[Placement]) -> list[Placement]:
    """Return the best-looking wrong placements.

    With a tile left in the bag the question is which to take from the hand, so the best placement
    of each other tile comes first.
    """
    (right,) = certificate.best
    wrong = [placed for placed in ranked if placed != right]
    best_of: dict[str, Placement] = {}
    if certificate.endgame.position.bag:
        by_margin = sorted(wrong, key=lambda placed: -certificate.bounds[placed].most)
        for placed in by_margin:
            if placed.tile != right.tile:
                best_of.setdefault(placed.tile, placed)
    return list(dict.fromkeys([*best_of.values(), *wrong]))[:_SHOWN]


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
    if joined_farms(position, outcomes[best[0]]):
        found.append("join-of-farms")
    if position.bag and takes_another_tile(placed, looks):
        found.append("other-tile")
    return tuple(found)


def _is_quiet(turn: PartTurn, outcome: Outcome, before: Position) -> bool:
    return outcome.after.scores == before.scores and turn.piece in (None, "builder")


def joined_farms(before: Position, outcome: Outcome) -> tuple[FinalScoring, ...]:
    """Return the farms with followers that the tile makes one farm; none if it joins none."""
    turn = outcome.part_turn
    farms = [each for each in HouseEngine().final_scorings(before) if each.kind == "field"]
    placements = tuple(
        replace(laid, piece=None) if laid.cell == turn.cell else laid
        for laid in outcome.after.placements
    )
    for after in HouseEngine().final_scorings(replace(outcome.after, placements=placements)):
        if after.kind == "field":
            joined = [farm for farm in farms if set(farm.parts) & set(after.parts)]
            if len(joined) > 1:
                return tuple(joined)
    return ()


def takes_another_tile(placed: Placement, looks: Mapping[Placement, int]) -> bool:
    """Return whether all placements that look best are of other tiles."""
    best = max(looks.values())
    return placed.tile not in {each.tile for each, value in looks.items() if value == best}
