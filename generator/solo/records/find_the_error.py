"""Find the error: a game of players in which one turn was noted so that a rule forbids it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from functools import partial
from typing import Any

from generator.chance import Chance
from generator.kind import Candidate, Proved, Reason, Wish, by_both
from generator.solo.records.kind import BothKeys, Judged, RecordKind, require_rule
from generator.solo.records.noted import MISTAKES, mistake_of, noted_otherwise
from verifier.carcassonne.engine.solo import Engine
from verifier.carcassonne.engine.solo.players import Player, game
from verifier.carcassonne.solo.catalogue import CATALOGUE
from verifier.carcassonne.solo.codec import record_from_json, record_to_json
from verifier.carcassonne.solo.puzzle import RecordError, RecordPuzzle
from verifier.carcassonne.solo.rule_set import RuleSet
from verifier.carcassonne.solo.turn import Record
from verifier.documents.strict_json import Document
from verifier.errors import Malformed

_BOUNDS = (500, 650)
_FEWEST_TURNS, _MOST_TURNS = 9, 20
_FIRST = 4
"""The first turns are too easy to follow for a mistake in them."""
_MEEPLES = 3
"""Few meeples, so that supplies run out."""
_PLAYERS = (Player("random"), Player("greedy"), Player("lookahead", 1))


class _FindTheError(RecordKind[RecordPuzzle]):
    """A turn of a record breaks one rule; ``played`` in the solution is the turn as it was."""

    name = "find-the-error"
    title = "Find the error"
    claim = "one illegal turn"
    answered_by = ("turn", "rule")
    known = frozenset({"played"})

    def candidates(
        self, wish: Wish, chance: Chance, number: int
    ) -> Iterator[Candidate[RecordPuzzle] | Reason]:
        # Candidates take turns in the mistake that is looked for.
        return _candidates(chance, list(MISTAKES)[number % len(MISTAKES)])

    def prove(self, puzzle: RecordPuzzle, keys: BothKeys) -> Proved[Any]:
        error = keys.first_error(puzzle.record)
        flaw = _flaw(error)
        if error is None or flaw:
            return Proved(puzzle, {}, flaw)
        turns = len(puzzle.record.turns)
        theme = mistake_of(error)
        return Proved(
            puzzle,
            {"turn": error.turn, "rule": error.rules[0]},
            themes=(theme,),
            work=by_both(turns=turns),
            # How many turns a reader looks at who looks for one mistake after the other.
            tries=Fraction(list(MISTAKES).index(theme) * turns + error.turn),
            bounds=_BOUNDS,
        )

    def contradictions(
        self, puzzle: RecordPuzzle, solution: Document, keys: BothKeys
    ) -> Iterator[str]:
        played = played_record(puzzle, solution, "its solution")
        error = None if played is None else keys.first_error(played)
        if error is not None:
            rules = " and ".join(error.rules)
            yield f"with the turn as it was played, turn {error.turn} breaks {rules}"

    def to_json(self, puzzle: RecordPuzzle) -> Document:
        return {"record": record_to_json(puzzle.record)}

    def from_json(self, document: Document, where: str) -> RecordPuzzle:
        return RecordPuzzle(record_from_json(document["record"], f"{where}/record"))

    def read_answer(self, text: str) -> Document:
        turn, _, rule = text.partition(" ")
        if not re.fullmatch("[1-9][0-9]{0,2}", turn) or not rule:
            raise Malformed(f"{text!r} is not a turn and a rule, like '7 SOLO-MEEPLE-5'")
        return {"turn": int(turn), "rule": rule.strip()}

    def judge(self, puzzle: RecordPuzzle, answer: Document, solution: Document) -> Judged:
        turn, rule, turns = answer["turn"], answer["rule"], len(puzzle.record.turns)
        require_rule(rule, "/rule")
        if turn > turns:
            raise Malformed(f"there is no turn {turn}: the game has {turns}", where="/turn")
        if turn < solution["turn"]:
            return Judged(solved=False, sentence=f"Turn {turn} breaks no rule.")
        if turn > solution["turn"]:
            return Judged(solved=False, sentence=f"A turn before turn {turn} breaks a rule.")
        if rule != solution["rule"]:
            return Judged(solved=False, sentence=f"Turn {turn} breaks a rule, but not {rule}.")
        why = CATALOGUE.rule(rule).sentence
        return Judged(solved=True, sentence=f"Right: turn {turn} breaks {rule}. {why}")


FIND_THE_ERROR = _FindTheError()


def played_record(puzzle: RecordPuzzle, solution: Document, where: str) -> Record | None:
    """Return the record with the turn of the solution as it was played.

    It is None if the turn is none of the record.

    :raises Malformed: if the turn cannot be read.
    """
    if not 1 <= solution["turn"] <= len(puzzle.record.turns):
        return None
    document = record_to_json(puzzle.record)
    turns = list(document["turns"])
    turns[solution["turn"] - 1] = solution["played"]
    return record_from_json({**document, "turns": turns}, where)


def _flaw(error: RecordError | None) -> Reason:
    if error is None:
        return "every turn is legal"
    if error.turn == 0:
        return f"not a turn but the set-up breaks {error.rules[0]}"
    if len(broken := (*error.rules, *error.others)) > 1:
        return f"turn {error.turn} breaks {' and '.join(broken)} at once"
    if not mistake_of(error):
        return f"turn {error.turn} breaks {error.rules[0]}, which is no mistake of this kind"
    return ""


# --- candidates


def _candidates(chance: Chance, mistake: str) -> Iterator[Candidate[RecordPuzzle] | Reason]:
    """Yield records of one game, each with one turn that the engine finds to be such a mistake."""
    whole = game(
        0, chance.choice(_PLAYERS), seed=chance.below(1 << 30), rules=RuleSet(meeples=_MEEPLES)
    )
    # Who must place a meeple and has none left ends the game: that is a mistake of its last turn.
    turns = _FEWEST_TURNS + chance.below(_MOST_TURNS - _FEWEST_TURNS + 1)
    if mistake == "run-out" and len(whole.turns) <= _MOST_TURNS:
        turns = len(whole.turns)
    if len(whole.turns) < turns:
        yield "the game is too short"
        return
    played = replace(whole, turns=whole.turns[:turns])
    noted = [
        (number, turn)
        for number in range(_FIRST, turns + 1)
        for turn in noted_otherwise(played.turns[number - 1])
    ]
    engine, rules = Engine(), MISTAKES[mistake]
    for number, turn in chance.shuffled(noted):
        record = replace(played, turns=(*played.turns[: number - 1], turn, *played.turns[number:]))
        broken = engine.violations(record)
        if broken and broken[0].turn == number and broken[0].rule in rules:
            yield Candidate(RecordPuzzle(record), partial(_known, played, number))
    yield f"no turn noted otherwise is the mistake {mistake}"


def _known(played: Record, number: int) -> Document:
    """Return the part of a solution that no proof gives: the turn as it was played."""
    return {"played": _turn_to_json(played, number)}


def _turn_to_json(played: Record, number: int) -> Document:
    turn: Document = record_to_json(played)["turns"][number - 1]
    return turn
