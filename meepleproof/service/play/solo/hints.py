"""Hints in steps, from the idea to the whole turn, while the player follows the solution.

The idea is that of the rarest techniques, told of this board's colours and tiles.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from generator.solo.analysis import Analysis, counted_scorings
from generator.solo.techniques import TECHNIQUES
from generator.solo.themes import joins, lies_apart
from meepleproof.rendering.palette import PIGMENTS
from meepleproof.service.play.refusal import as_sentence
from verifier.carcassonne.engine.solo.engine import outcomes_along
from verifier.carcassonne.engine.solo.search import lines_placing, placement
from verifier.carcassonne.solo.position import Position
from verifier.carcassonne.solo.puzzle import Puzzle
from verifier.carcassonne.solo.turn import NO_CLAIM, Outcome, Scoring, Turn, turns_of
from verifier.carcassonne.table.cells import AROUND, STEPS, Cell
from verifier.wording import listed

_MOST_SOLUTIONS = 128  # remembered


@dataclass(frozen=True, slots=True)
class Hint:
    """One step of a hint: its name, a sentence, and the cell it is about, if any."""

    step: str
    sentence: str
    cell: Cell | None = None


@lru_cache(_MOST_SOLUTIONS)
def solution_played(start: Position, solution: tuple[Turn, ...]) -> tuple[Outcome, ...]:
    """Return the outcomes of a solution; all help for a puzzle is about these.

    :raises Illegal: if the solution cannot be played from the start.
    """
    return outcomes_along(start, solution)


def followed(
    puzzle: Puzzle, solution: tuple[Outcome, ...], outcomes: Sequence[Outcome]
) -> tuple[Outcome, ...]:
    """Return the solution as it is being played, if these outcomes still follow it.

    The player's own claims and scoring orders replace those of the solution if the goal can still
    be reached with its placements. Otherwise the solution is returned unchanged.
    """
    if first_deviation(solution, outcomes) is None or len(outcomes) >= len(solution):
        return solution
    placed = [placement(turn) for turn in turns_of(solution)]
    played = [placement(turn) for turn in turns_of(outcomes)]
    if played != placed[: len(played)]:
        return solution
    rest = next(lines_placing(outcomes[-1].after, puzzle.goal, placed[len(played) :]), None)
    return solution if rest is None else (*outcomes, *rest)


def first_deviation(solution: Sequence[Outcome], outcomes: Sequence[Outcome]) -> int | None:
    """Return the number, from 1, of the first turn that leaves the solution; None if none does."""
    for number, outcome in enumerate(outcomes, start=1):
        if number > len(solution) or solution[number - 1].after != outcome.after:
            return number
    return None


def hints(
    puzzle: Puzzle,
    solution: Sequence[Outcome],
    themes: Sequence[str],
    outcomes: Sequence[Outcome],
    in_words: Callable[[Position, Outcome], str],
) -> tuple[Hint, ...]:
    """Return the hints for the next turn, each saying more; none off the solution or at its end.

    ``in_words`` tells the whole turn in the words of the page.
    """
    if first_deviation(solution, outcomes) is not None or len(outcomes) >= len(solution):
        return ()
    due = solution[len(outcomes)]
    turn = turns_of(solution)[len(outcomes)]
    position = outcomes[-1].after if outcomes else puzzle.position
    counts, ideas = idea(puzzle, solution, themes, len(outcomes))
    return (
        *(Hint("idea", sentence) for sentence in (counts, ideas) if sentence),
        Hint("place", f"This tile goes on the marked square, ({turn.x}, {turn.y}).", turn.cell),
        Hint("turn", in_words(position, due), turn.cell),
    )


_MOST_IDEAS = 2
_PLAIN = "What is left needs no special idea, only a good look at the table."
_GAP = 3  # neighbours
_EVERY_COLOUR = 3
_NTH = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth")

_SAID_WITH = {
    "scoring-order": ("two-at-once",),
    "three-sorts": ("two-at-once", "scoring-order"),
    "tie-for-last": ("levelling", "raising-the-lowest"),
    "levelling": ("raising-the-lowest",),
    "lowest-round": ("raising-the-lowest",),
    "monastery-given-up": ("without-points",),
}
"""Ideas that another one says, too."""

Told = Iterator[tuple[int, str]]
"""Sentences about the solution, each with the number of the turn it is about, from 0."""


def idea(
    puzzle: Puzzle, solution: Sequence[Outcome], themes: Sequence[str], played: int = 0
) -> tuple[str, str]:
    """Return what counts, and then the rarest ideas of the turns to come; all would be too much.

    Each names colours and tiles of this solution, but no place. An idea without such a sentence is
    told in general.
    """
    line = tuple(solution)
    before = (puzzle.position, *(outcome.after for outcome in line[:-1]))
    analysis = Analysis(puzzle, line, before, (), tuple(counted_scorings(puzzle, line)))
    counts = " ".join(_what_counts(analysis, played))
    said_twice = {other for theme in themes for other in _SAID_WITH.get(theme, ())}
    rarest = [theme for theme in IDEAS_BY_RARITY if theme in {*themes} - said_twice]
    ideas = [sentence for theme in rarest for sentence in _told(analysis, theme, played)]
    return counts, " ".join(ideas[:_MOST_IDEAS] or [_PLAIN])


def _told(analysis: Analysis, theme: str, played: int) -> Iterator[str]:
    """Yield the first sentence about a turn that is still to come; in general, if there is none."""
    facts = list(_FACTS[theme](analysis)) if theme in _FACTS else []
    ahead = [sentence for number, sentence in facts if number >= played]
    if ahead:
        yield ahead[0]
    elif not facts:
        yield next(one.sentence for one in TECHNIQUES if one.id == theme)


def _what_counts(analysis: Analysis, played: int) -> Iterator[str]:
    """Yield whose the one feature is that counts, and how many of its tiles are on the table."""
    if len(analysis.counted) != 1:
        return
    counted = analysis.counted[0]
    scoring, there = counted.scoring, analysis.before[played].placements
    if 0 < len(scoring.majority) < _EVERY_COLOUR:
        names = _names(scoring.majority)
        yield as_sentence(
            f"the {scoring.kind} that counts is {names}'s"
            if len(scoring.majority) == 1
            else f"{names} share the {scoring.kind} that counts"
        )
    lying = sum(placement.cell in counted.cells for placement in there)
    of_all = f"of the {scoring.kind}'s {len(counted.cells)} tiles"
    where = f"{of_all} {'are' if lying > 1 else 'is'} on the table"
    yield f"{lying} {where}." if lying else f"None {where} yet."


# Words


def _names(colours: Sequence[int] | frozenset[int]) -> str:
    return listed([PIGMENTS[colour].name for colour in sorted(colours)])


def _tile(analysis: Analysis, number: int) -> str:
    """Return which of the tiles it is.

    The last one is called so, as no solution has a tenth tile that is not its last.
    """
    return "the last tile" if number == analysis.last else f"the {_NTH[number]} tile"


def _mover(analysis: Analysis, number: int) -> str:
    return PIGMENTS[analysis.line[number].colour].name


def _features(scorings: Sequence[Scoring]) -> str:
    """Return what is scored, in an order that does not give away the scoring order."""
    kinds = sorted(scoring.kind for scoring in scorings)
    plural = {"city": "cities", "road": "roads", "monastery": "monasteries"}
    numbers = ("", "a", "two", "three", "four", "five")
    return listed(
        [
            f"{numbers[kinds.count(kind)]} {kind if kinds.count(kind) == 1 else plural[kind]}"
            for kind in dict.fromkeys(kinds)
        ]
    )


# Facts, by theme


def _blocking(analysis: Analysis) -> Told:
    for number, turn in analysis.turns():
        colour = analysis.line[number].colour
        later = any(
            other.claim != NO_CLAIM
            for following, other in analysis.turns()
            if following > number and analysis.line[following].colour == colour
        )
        if turn.claim == NO_CLAIM and analysis.before[number].in_hand()[colour] and later:
            tile, name = _tile(analysis, number), _mover(analysis, number)
            yield (
                number,
                as_sentence(f"{name} keeps a meeple by laying {tile} where nothing is free"),
            )


def _running_out(analysis: Analysis) -> Told:
    for number, _ in analysis.turns():
        outcome = analysis.line[number]
        if not analysis.before[number].in_hand()[outcome.colour]:
            name, tile = _mover(analysis, number), _tile(analysis, number)
            need = "" if outcome.after.over else ", so it must lie where nothing is free"
            yield number, as_sentence(f"{name} has no meeple left for {tile}{need}")


def _coming_home(analysis: Analysis) -> Told:
    for colour, hand in enumerate(analysis.puzzle.position.in_hand()):
        claims = [
            number
            for number, turn in analysis.turns()
            if turn.claim != NO_CLAIM and analysis.line[number].colour == colour
        ]
        if len(claims) > hand:
            name, tile = PIGMENTS[colour].name, _tile(analysis, claims[hand])
            yield claims[hand], f"A meeple of {name} must come home in time for {tile}."


def _without_points(analysis: Analysis) -> Told:
    for number, _ in analysis.turns():
        for scoring in analysis.line[number].scorings:
            if number < analysis.last and scoring.majority and not scoring.colours:
                whose = f"a {scoring.kind} of {_names(scoring.majority)}"
                tile = _tile(analysis, number)
                yield number, as_sentence(f"{tile} completes {whose}, although it brings no points")


def _scoring_order(analysis: Analysis) -> Told:
    for number, _ in analysis.turns():
        scorings = analysis.line[number].scorings
        if len(scorings) > 1:
            tile, what = _tile(analysis, number), _features(scorings)
            yield number, as_sentence(f"{tile} completes {what}; mind which is scored first")


def _raising_the_lowest(analysis: Analysis) -> Told:
    scores = analysis.puzzle.position.scores
    lowest = {colour for colour, score in enumerate(scores) if score == min(scores)}
    for counted in analysis.counted:
        scoring = counted.scoring
        if scoring.colours and not lowest & set(scoring.majority):
            names, verb = _names(frozenset(lowest)), "is" if len(lowest) == 1 else "are"
            first = f"must get points before the {scoring.kind} is scored"
            yield counted.turn, as_sentence(f"{names} {verb} lowest, and {first}")


def _two_at_once(analysis: Analysis) -> Told:
    for number, _ in analysis.turns():
        scorings = [one.scoring for one in analysis.counted if one.turn == number]
        if len(scorings) > 1:
            tile = _tile(analysis, number)
            yield number, as_sentence(f"{tile} completes {_features(scorings)} that count")


def _claiming_at_the_end(analysis: Analysis) -> Told:
    for counted in analysis.counted:
        turn, feature = analysis.line[counted.turn].turn, counted.scoring.feature
        if turn is not None and turn.claim == feature:
            name, tile = _mover(analysis, counted.turn), _tile(analysis, counted.turn)
            kind = counted.scoring.kind
            yield (
                counted.turn,
                as_sentence(f"{name} claims the {kind} with {tile}, which completes it"),
            )


def _loop(analysis: Analysis) -> Told:
    for counted in analysis.counted:
        if counted.scoring.feature not in AROUND and counted.parts:
            twice = len(counted.cells) < len(counted.parts)
            how = "comes back to one of its own tiles" if twice else "closes on itself"
            if twice or all(len(segment.edges) > 1 for _, segment in counted.parts):
                yield counted.turn, as_sentence(f"the {counted.scoring.kind} {how}")


def _detour(analysis: Analysis) -> Told:
    apart = [
        number
        for number, turn in analysis.turns()
        if all(turn.cell not in counted.cells for counted in analysis.counted)
    ]
    if apart:
        tiles = listed([_tile(analysis, number) for number in apart])
        verb = "is" if len(apart) == 1 else "are"
        yield apart[-1], as_sentence(f"{tiles} {verb} no part of what counts")


def _third_colour(analysis: Analysis) -> Told:
    for number, owners in joins(analysis):
        together = frozenset[int]().union(*owners)
        if len(together) == _EVERY_COLOUR and together not in owners:
            yield (
                number,
                as_sentence(f"{_tile(analysis, number)} brings all three colours together"),
            )


def _from_afar(analysis: Analysis) -> Told:
    for counted in analysis.counted:
        for number, turn in analysis.turns():
            if number < counted.turn and lies_apart(analysis.before[number], counted, turn):
                tile, kind = _tile(analysis, number), counted.scoring.kind
                yield (
                    number,
                    as_sentence(f"{tile} begins a part of the {kind} that is joined later"),
                )


def _joining(analysis: Analysis) -> Told:
    for number, owners in joins(analysis):
        if len(owners) > 1:
            whose = listed(sorted(f"of {_names(colours)}" for colours in owners))
            yield number, as_sentence(f"{_tile(analysis, number)} joins the parts {whose}")


def _closing_a_hole(analysis: Analysis) -> Told:
    for number, turn in analysis.turns():
        there = {placement.cell for placement in analysis.before[number].placements}
        if sum((turn.x + x, turn.y + y) in there for x, y in STEPS) >= _GAP:
            yield number, as_sentence(f"{_tile(analysis, number)} fills a gap")


def _laid_aside(analysis: Analysis) -> Told:
    for number, outcome in enumerate(analysis.line):
        if outcome.discards:
            name = _mover(analysis, number)
            yield number, as_sentence(f"{name}'s next tile can be left without a place")


_FACTS: dict[str, Callable[[Analysis], Told]] = {
    "laid-aside": _laid_aside,
    "blocking": _blocking,
    "claiming-at-the-end": _claiming_at_the_end,
    "without-points": _without_points,
    "two-at-once": _two_at_once,
    "coming-home": _coming_home,
    "loop": _loop,
    "scoring-order": _scoring_order,
    "running-out": _running_out,
    "raising-the-lowest": _raising_the_lowest,
    "detour": _detour,
    "third-colour": _third_colour,
    "from-afar": _from_afar,
    "joining": _joining,
    "closing-a-hole": _closing_a_hole,
}

IDEAS_BY_RARITY = (
    *(technique.id for technique in TECHNIQUES if technique.since > 1),
    *list(_FACTS)[:-1],
    "right-claim",
    "closing-a-hole",
)
"""The ideas, the rarest first: those that the fewest puzzles need say most."""
