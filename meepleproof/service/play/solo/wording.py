"""Tasks, choices, turns and scorings in the words of the pages, which show no letters on tiles."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from meepleproof.rendering.palette import PIGMENTS
from meepleproof.rendering.solo.words import SIDE_NAMES, goal_in_words, in_turns, left_in_words
from meepleproof.service.play.solo.choices import FIELD, ClaimOption, is_only
from meepleproof.service.play.solo.sentences import said, said_of
from verifier.carcassonne.solo.goals import Goal, goal_kinds
from verifier.carcassonne.solo.position import Position
from verifier.carcassonne.solo.puzzle import Puzzle
from verifier.carcassonne.solo.turn import NO_CLAIM, Outcome, Scoring, Turn
from verifier.carcassonne.tiles import EDGES, drawing_of
from verifier.documents.strict_json import Document

_TURNED = ("", ", a quarter turn clockwise", ", half a turn", ", a quarter turn anticlockwise")

_PLACES = {"M": "the.monastery", FIELD: "the.field", NO_CLAIM: "no.meeple"}
_NONE_IN_HAND = "SOLO-MEEPLE-11"


def feature_in_words(claim: ClaimOption) -> str:
    """Return a feature of the tile in the words of the page.

    >>> feature_in_words(ClaimOption("N", "road", allowed=True))
    'the road (north)'
    >>> feature_in_words(ClaimOption("N", "road", allowed=True, only=True))
    'the road'
    """
    if claim.name in _PLACES:
        return said(_PLACES[claim.name])
    return _on_side(claim.kind, EDGES.index(claim.name), only=claim.only)


def _on_side(kind: str, edge: int, *, only: bool) -> str:
    return said("the.only" if only else "the.feature", kind=kind, side=SIDE_NAMES[edge])


def question_in_words(colour: int, *, due: bool, why_none: str, large: bool = False) -> str:
    """Return the question about the meeple, or why none is placed; ``large`` is the only one left.

    >>> question_in_words(0, due=False, why_none="SOLO-MEEPLE-11")
    'Blue must place a meeple but has none left: the game ends with this turn.'
    """
    if due:
        return said("ask.where_large" if large else "ask.where")
    if why_none == _NONE_IN_HAND:
        return said("ask.none_in_hand", colour=PIGMENTS[colour].name.capitalize())
    return said("ask.none_free")


def chosen_in_words(claim: ClaimOption, *, due: bool) -> str:
    """Return what a choice of the meeple's place means, as a sentence."""
    if claim.name == NO_CLAIM:
        return "" if due else said("chosen.none")
    return said("chosen.large" if claim.large else "chosen.on", feature=feature_in_words(claim))


def task_in_words(puzzle: Puzzle) -> str:
    """Return what a puzzle asks for, with the number of turns that there are for it.

    >>> from verifier.carcassonne.solo.puzzle import parse_code
    >>> task_in_words(parse_code("s3.4~D0.0.0~p1.2.3~h4.4.4~t1~nU.V.~u0.0.1~g.road-5-3c"))
    'In two turns: score a road worth exactly 5 points with 3 colours'
    """
    return wish_in_words(puzzle.goal, puzzle.tiles, puzzle.position.monasteries)


def wish_in_words(goal: Goal, tiles: int, done: int = 0) -> str:
    """Return what is asked for with so many tiles, like :func:`task_in_words`.

    ``done`` is how much of what the goal counts was scored before.
    """
    if goal_kinds()[goal.kind].wish_with_tiles:
        return goal_in_words(goal, tiles)
    return in_turns(tiles, left_in_words(goal, done))


def check_in_words(left: int | None, *, unique: bool) -> str:
    """Return whether the goal can still be reached, if turn ``left`` was the first off the way.

    >>> check_in_words(2, unique=True)
    'Turn 2 was a mistake: the goal can no longer be reached. Undo to turn 2.'
    """
    if left is None:
        return said("check.on_track")
    return said("check.wrong" if unique else "check.unknown", turn=left)


_NUMBERED = re.compile(r"([Cc])olour [0-9] \((\w+)\)")


def colours_by_name(text: str) -> str:
    """Return a sentence in which colours have no numbers, as nothing on the page has.

    >>> colours_by_name("Colour 3 (yellow) is to move, then colour 1 (blue).")
    'Yellow is to move, then blue.'
    """
    return _NUMBERED.sub(lambda one: one[2].capitalize() if one[1] == "C" else one[2], text)


def why_in_words(why: str) -> str:
    """Return why a try fails, which packs say in the words of problemists, in those of players.

    >>> why_in_words("With that claim no line reaches the goal. Only colour 1 (blue) scores.")
    'With that claim the goal is out of reach. Only blue scores.'
    """
    told = why.replace("no line reaches the goal", "the goal is out of reach")
    return colours_by_name(told.replace("who holds it is not lowest", "its owner is not last"))


_MONASTERY = "M"
_TURNED_SO = (
    "Leave the tile as it lies. ",
    "Turn the tile clockwise once. ",
    "Turn the tile twice. ",
    "Turn the tile anticlockwise once. ",
)


def moves_in_words(start: Position, outcomes: Iterable[Outcome]) -> list[str]:
    """Return each turn with what it scored.

    >>> from verifier.carcassonne.solo.notation import parse_line, parse_position
    >>> from meepleproof.service.play.solo.turns import play_turns
    >>> position = parse_position("s3.4~D0.0.0.N1~p1.2.3~h3.4.4~t1~nE.V.")
    >>> moves_in_words(position, play_turns(position, parse_line("E2.0.1.-.S"))[0])
    ['Blue places the tile on (0, 1). City, 4 points: blue 1 to 5.']
    """
    told, position = list[str](), start
    for outcome in outcomes:
        name = PIGMENTS[outcome.colour].name.capitalize()
        sentences = [_leaving(outcome), _made(name, outcome.turn)]
        if outcome.scorings or outcome.result is not None:
            sentences.append(scoring_in_words(position, outcome))
        told.append(" ".join(filter(None, sentences)))
        position = outcome.after
    return told


def hint_in_words(position: Position, outcome: Outcome) -> str:
    """Return a turn that is to be made, with how the tile is turned and what it scores."""
    turn = outcome.turn
    turned = "" if turn is None else _TURNED_SO[turn.rotation]
    (told,) = moves_in_words(position, [outcome])
    return f"{turned}{told}"


def _leaving(outcome: Outcome) -> str:
    number = len(outcome.discards)
    return said_of(number, "move.leaves", number=number) if number else ""


def _made(name: str, turn: Turn | None) -> str:
    if turn is None:
        return said("move.none")
    if turn.claim == NO_CLAIM:
        return said("move.places", colour=name, x=turn.x, y=turn.y)
    sentence = "move.claims_large" if turn.large else "move.claims"
    return said(sentence, colour=name, x=turn.x, y=turn.y, feature=_feature(turn))


def _feature(turn: Turn) -> str:
    if turn.claim == _MONASTERY:
        return said("the.monastery")
    edge = EDGES.index(turn.claim)
    drawing = drawing_of(turn.tile, turn.rotation)
    segment = drawing.segment_at(edge)
    if segment is None:
        return "it"
    return _on_side(segment.kind, edge, only=is_only(drawing, segment))


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

    >>> from verifier.carcassonne.solo.notation import parse_line, parse_position
    >>> from meepleproof.service.play.solo.turns import play_turns
    >>> position = parse_position("s3.4~D0.0.0.N1~p1.2.3~h3.4.4~t1~nE.V.")
    >>> (outcome, *_), _ = play_turns(position, parse_line("E2.0.1.-.S"))
    >>> scoring_in_words(position, outcome)
    'City, 4 points: blue 1 to 5.'
    """
    told = [_line_sentence(line) for line in _lines(position, outcome)]
    told = told or [said("scored.nothing")]
    return " ".join([*told, *([] if outcome.result is None else [_end(outcome)])])


def last_scoring_in_words(start: Position, outcomes: Sequence[Outcome]) -> str:
    """Return the same as sentences, empty if the last turn scored nothing."""
    last = _last(start, outcomes)
    if last is None:
        return ""
    number, before, outcome = last
    return said("scored.in_turn", turn=number, scored=scoring_in_words(before, outcome))


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
        kind = scoring.kind.capitalize()
        head = said_of(scoring.value, "scored", kind=kind, points=scoring.value)
        gains = (
            (PIGMENTS[colour].name, before[colour], scores[colour]) for colour in scoring.colours
        )
        nobody = "" if scoring.colours else _no_points(scoring, before)
        yield ScoringLine(head, tuple(gains), nobody)


def _line_sentence(line: ScoringLine) -> str:
    gains = ", ".join(f"{name} {before} to {after}" for name, before, after in line.gains)
    return f"{line.head} {gains or line.nobody}."


def _end(outcome: Outcome) -> str:
    return said("result", result=outcome.result)


def _no_points(scoring: Scoring, scores: tuple[int, ...]) -> str:
    names = " and ".join(PIGMENTS[colour].name for colour in scoring.majority)
    if any(scores[colour] == min(scores) for colour in scoring.majority):
        return said("scored.for_nobody", names=names)
    return said_of(len(scoring.majority), "scored.not_lowest", names=names)
