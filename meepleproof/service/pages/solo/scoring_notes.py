"""What a turn scored: for the templates of the plain pages, and in words for a screen reader."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from meepleproof.rendering.palette import PIGMENTS
from verifier.carcassonne.solo.position import Position
from verifier.carcassonne.solo.turn import Outcome, Scoring
from verifier.documents.strict_json import Document


@dataclass(frozen=True, slots=True)
class ScoringLine:
    """One scoring: its points, and who gets them, or why nobody does."""

    head: str
    gains: tuple[tuple[str, int, int], ...]  # name, points before and after
    nobody: str


def scoring_parts(position: Position, outcome: Outcome) -> tuple[ScoringLine, ...]:
    """Return what is scored, in order, a line for each feature."""
    return tuple(_lines(position, outcome))


def scored(position: Position, outcome: Outcome) -> Document:
    """Return what is scored, in order, who gets how much, and whether the game ends."""
    ends = "" if outcome.result is None else _end(outcome)
    return {"lines": scoring_parts(position, outcome), "ends": ends}


def scoring_in_words(position: Position, outcome: Outcome) -> str:
    """Return the same as sentences.

    >>> from verifier.carcassonne.solo.notation import parse_position
    >>> from meepleproof.service.play.solo.turn_form import Choices, turn_form
    >>> position = parse_position("s3.4~D0.0.0.N1~p1.2.3~h3.4.4~t1~nE.V.")
    >>> outcome = turn_form(position, Choices((0, 1), 2)).outcome
    >>> scoring_in_words(position, outcome)
    'City, 4 points: blue 1 to 5.'
    """
    sentences = [_line_sentence(line) for line in _lines(position, outcome)] or [
        "Nothing is scored."
    ]
    return " ".join([*sentences, *([] if outcome.result is None else [_end(outcome)])])


def last_scored(start: Position, outcomes: Sequence[Outcome]) -> Document | None:
    """Return what the last turn scored, in order, if anything."""
    last = _last(start, outcomes)
    if last is None:
        return None
    number, before, outcome = last
    return {"number": number, "brings": scored(before, outcome)}


def last_scoring_in_words(start: Position, outcomes: Sequence[Outcome]) -> str:
    """Return the same as sentences, empty if the last turn scored nothing."""
    last = _last(start, outcomes)
    if last is None:
        return ""
    number, before, outcome = last
    return f"Scored in turn {number}: {scoring_in_words(before, outcome)}"


def _last(start: Position, outcomes: Sequence[Outcome]) -> tuple[int, Position, Outcome] | None:
    """Return number, position before and outcome of the last turn made, if it scored."""
    number = sum(outcome.turn is not None for outcome in outcomes)
    if not number or not outcomes[number - 1].scorings:
        return None
    return number, outcomes[number - 2].after if number > 1 else start, outcomes[number - 1]


def _lines(position: Position, outcome: Outcome) -> Iterator[ScoringLine]:
    scores = list(position.scores)
    for scoring in outcome.scorings:
        before = tuple(scores)
        for colour in scoring.colours:
            scores[colour] += scoring.value
        points = f"{scoring.value} point{'s' if scoring.value > 1 else ''}"
        gains = (
            (PIGMENTS[colour].name, before[colour], scores[colour]) for colour in scoring.colours
        )
        nobody = "" if scoring.colours else _no_points(scoring, before)
        yield ScoringLine(f"{scoring.kind.capitalize()}, {points}:", tuple(gains), nobody)


def _line_sentence(line: ScoringLine) -> str:
    gains = ", ".join(f"{name} {before} to {after}" for name, before, after in line.gains)
    return f"{line.head} {gains or line.nobody}."


def _end(outcome: Outcome) -> str:
    return f"The game ends with a result of {outcome.result}."


def _no_points(scoring: Scoring, scores: tuple[int, ...]) -> str:
    names = " and ".join(PIGMENTS[colour].name for colour in scoring.majority)
    if any(scores[colour] == min(scores) for colour in scoring.majority):
        return f"no points for {names}"
    return f"no points, {names} {'is' if len(scoring.majority) == 1 else 'are'} not lowest"
