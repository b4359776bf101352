"""Attempts at puzzles of the house game, judged: farms, part-turns, and the play of studies.

A certificate knows all that the solver of a study can play against its replies, and all that the
other player can play against the solution. Where both have left it, the engine solves the few tiles
that are left, and the answer says that this is by the engine alone.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

from generator.house.farms import farm_points_by_engine
from generator.house.judging import judge_by_engine
from generator.house.pack import PackedHousePuzzle
from generator.house.part_turns import require_play
from generator.house.studies import wanted_margin
from generator.pack import Packed
from meepleproof.rendering.house.words import (
    farms_in_words,
    goal_in_words,
    study_in_words,
    turn_in_words,
    wrong_number_in_words,
)
from meepleproof.service.play.house.turns import parse_player_part_turns, play_part_turns
from verifier.carcassonne.engine.house.endgame import perfect_reply
from verifier.carcassonne.house.certificates import (
    Certificate,
    margin,
    mover,
    placement_of,
    proved_after,
    refutation_after,
    reply,
)
from verifier.carcassonne.house.codec import (
    outcome_to_json,
)
from verifier.carcassonne.house.endgame import Endgame, ValuedPlay
from verifier.carcassonne.house.faults import require_valid
from verifier.carcassonne.house.part_turn import Outcome, PartTurn
from verifier.carcassonne.house.puzzle import STUDIES, HousePuzzle
from verifier.documents.strict_json import Document
from verifier.errors import Malformed, Undecided

__all__ = ["By", "Standing", "StudyPlay", "house_attempt", "require_playable"]


def house_attempt(packed: Packed[HousePuzzle], request: Document) -> Document:
    """Return how an attempt at a puzzle fares: part-turns, or the points of farms.

    :raises Malformed: if it cannot be read, or is no answer to the question.
    """
    wanted, other = "turns", "points"
    if packed.puzzle.goal.kind == "farms":
        wanted, other = other, wanted
    if wanted not in request:
        asks = "the points of every colour" if wanted == "points" else "part-turns"
        message = f"the puzzle asks for {asks}: give {wanted!r}, not {other!r}"
        raise Malformed(message, where=f"/{other}")
    if packed.puzzle.goal.kind in STUDIES:
        return StudyPlay(packed).attempt(request["turns"], helped=request.get("help", False))
    if "help" in request:
        raise Malformed("'help' is for studies: only these are played on", where="/help")
    if wanted == "points":
        return _farms_attempt(packed, tuple(request["points"]))
    return _turn_attempt(packed.puzzle, request["turns"])


def require_playable(puzzle: HousePuzzle) -> None:
    """Do nothing for a puzzle that can be played though no pack states it.

    :raises Malformed: if it is a study: these are answered by certificates.
    :raises Illegal: if the position has faults or is none for its goal.
    """
    require_valid(puzzle.position)
    if puzzle.goal.kind in STUDIES:
        raise Malformed(
            "no pack here has this study, and studies are answered by the certificate beside "
            "them; 'meepleproof explain CODE --turn PART-TURN' makes one"
        )
    if puzzle.goal.kind == "farms":
        farm_points_by_engine(puzzle.position)
    else:
        require_play(puzzle)


def _farms_attempt(packed: Packed[HousePuzzle], points: tuple[int, ...]) -> Document:
    colours = packed.puzzle.position.rules.colours
    if len(points) != colours:
        message = f"the table has {colours} colours, but points are given for {len(points)}"
        raise Malformed(message, where="/points", rule="HOUSE-2P-1")
    if packed.solution is None:
        right, known = farm_points_by_engine(packed.puzzle.position), []
    else:
        right, known = tuple(packed.solution["points"]), packed.solution["wrong"]
    wrong = next((each for each in known if tuple(each["points"]) == points), None)
    solved = points == right
    document: Document = {
        "solved": solved,
        "sentence": farms_in_words(points, wrong, solved=solved),
    }
    return document if wrong is None else {**document, "wrong": wrong}


def _turn_attempt(puzzle: HousePuzzle, texts: list[str]) -> Document:
    outcomes, refusal = play_part_turns(puzzle.position, parse_player_part_turns(texts))
    document: Document = {"outcomes": [outcome_to_json(outcome) for outcome in outcomes]}
    if refusal is not None:
        return {
            **document,
            "solved": False,
            "sentence": refusal.sentence,
            "refusal": refusal.to_json(),
        }
    judged = judge_by_engine(puzzle, outcomes)
    if judged is None:
        sentence = wrong_number_in_words(puzzle) if outcomes else goal_in_words(puzzle)
        return {**document, "solved": False, "sentence": sentence}
    sentence = turn_in_words(puzzle, judged.gain, solved=judged.solved, placed=judged.placed)
    return {**document, "solved": judged.solved, "sentence": sentence, "gain": judged.gain}


By: TypeAlias = Literal["certificate", "engine", "end"]
"""What a statement rests on: both keys' proof, the engine alone, or the counting at the end."""


@dataclass(frozen=True, slots=True)
class Standing:
    """Whether the goal can still be reached by best play of both after a line, and by whom."""

    kept: bool
    by: By


@dataclass(frozen=True)
class StudyPlay:
    """A study of a pack, with the certificate in its solution."""

    packed: Packed[HousePuzzle]

    @property
    def certificate(self) -> Certificate:
        """The certificate, whose form was checked when the pack was read."""
        assert isinstance(self.packed, PackedHousePuzzle)  # noqa: S101 - what house packs read
        return self.packed.certificate

    def attempt(self, texts: Sequence[str], *, helped: bool) -> Document:
        """Return how part-turns of both players fare, and what is best now.

        With ``helped`` the solver's perfect reply is given, too.

        :raises Malformed: if a part-turn cannot be read; the place is a JSON Pointer.
        """
        position = self.packed.puzzle.position
        outcomes, refusal = play_part_turns(position, parse_player_part_turns(texts))
        told = self.told(outcomes, helped=helped)
        document: Document = {
            "solved": told["solved"] and refusal is None,
            "sentence": refusal.sentence if refusal else told["sentence"],
            "outcomes": [outcome_to_json(outcome) for outcome in outcomes],
            "play": told["play"],
        }
        return document if refusal is None else {**document, "refusal": refusal.to_json()}

    def told(self, outcomes: Sequence[Outcome], *, helped: bool) -> Document:
        """Return how the part-turns played so far fare (``solved``, ``sentence``, ``play``)."""
        standings = [self._standing(outcomes[:end]) for end in range(1, len(outcomes) + 1)]
        play = self._play(outcomes, standings, helped=helped)
        return {
            "solved": bool(standings) and all(each.kept for each in standings),
            "sentence": self._sentence(outcomes, standings, play),
            "play": play,
        }

    @property
    def _wanted(self) -> int:
        return wanted_margin(self.packed.puzzle.goal, self.certificate.value)

    def _standing(self, outcomes: Sequence[Outcome]) -> Standing:
        """Return whether the goal can still be reached after these, the last of which is judged."""
        ended = margin(self.certificate.endgame, outcomes[-1])
        if ended is not None:
            return Standing(ended >= self._wanted, "end")
        proved = proved_after(self.certificate, _line(outcomes))
        if proved.least is not None and proved.least >= self._wanted:
            return Standing(kept=True, by="certificate")
        if proved.most is not None and proved.most < self._wanted:
            return Standing(kept=False, by="certificate")
        return Standing(self._margin(outcomes, self._by_engine(outcomes)) >= self._wanted, "engine")

    def _play(
        self, outcomes: Sequence[Outcome], standings: Sequence[Standing], *, helped: bool
    ) -> Document:
        document: Document = {
            "value": self.certificate.value,
            "standings": [{"kept": each.kept, "by": each.by} for each in standings],
        }
        ended = margin(self.certificate.endgame, outcomes[-1]) if outcomes else None
        if ended is not None:
            return {**document, "margin": ended}
        position = outcomes[-1].after if outcomes else self.packed.puzzle.position
        if helped or mover(position) != self.certificate.endgame.player:
            document["reply"] = self._reply(outcomes)
        if standings and not standings[-1].kept:
            document["refutation"] = self._refutation(outcomes)
        return document

    def _reply(self, outcomes: Sequence[Outcome]) -> Document:
        try:
            found = reply(self.certificate, _line(outcomes))
        except Undecided:
            return {"turn": str(self._by_engine(outcomes).part_turn), "by": "engine"}
        return {"turn": str(found.part_turn) if found else "", "by": "certificate"}

    def _refutation(self, outcomes: Sequence[Outcome]) -> Document:
        shown = refutation_after(self.certificate, _line(outcomes))
        if shown is not None:
            rest = shown.line[len(outcomes) :]
            return {"line": list(map(str, rest)), "margin": shown.margin, "by": "certificate"}
        best = self._by_engine(outcomes)
        value = self._margin(outcomes, best)
        return {"line": list(map(str, best.line)), "margin": value, "by": "engine"}

    def _by_engine(self, outcomes: Sequence[Outcome]) -> ValuedPlay:
        return perfect_reply(Endgame(outcomes[-1].after, self.packed.puzzle.goal.handicaps))

    def _margin(self, outcomes: Sequence[Outcome], best: ValuedPlay) -> int:
        """Return the value of the engine as a margin of the solver."""
        same = mover(outcomes[-1].after) == self.certificate.endgame.player
        return best.value if same else -best.value

    def _sentence(
        self, outcomes: Sequence[Outcome], standings: Sequence[Standing], play: Document
    ) -> str:
        placed = bool(outcomes) and placement_of(outcomes[0].part_turn) in self.certificate.best
        return study_in_words(
            self.packed.puzzle,
            play,
            kept=not standings or standings[-1].kept,
            placed=placed and len(outcomes) == 1,
        )


def _line(outcomes: Sequence[Outcome]) -> tuple[PartTurn, ...]:
    return tuple(outcome.part_turn for outcome in outcomes)
