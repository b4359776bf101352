"""Techniques: the closed list of what a solution may need. Those it needs are its themes."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass

from generator.solo import rare_themes as rare
from generator.solo import themes as predicates
from generator.solo.analysis import Analysis


@dataclass(frozen=True, slots=True)
class Technique:
    """A technique: its id, the rules it rests on, a sentence, its weight, and its predicate.

    ``essential`` names the essential rule it lives on, if it lives on one: a puzzle with one
    solution that does not need that rule does not need the technique either. ``since`` is the list
    with which it came: themes of packs that are older than it were not looked for among all.
    """

    id: str
    rules: tuple[str, ...]
    sentence: str
    weight: int
    needed: Callable[[Analysis], bool]
    essential: str = ""
    since: int = 1


LATEST = 2
"""The list that has all techniques."""


def common_themes(analyses: Sequence[Analysis], known: int = LATEST) -> tuple[str, ...]:
    """Return the ids of the techniques that every one of the solutions needs, in list order.

    Those are looked for that the list of that number ``known`` has.
    """
    return tuple(
        technique.id
        for technique in TECHNIQUES
        if technique.since <= known and all(map(technique.needed, analyses))
    )


def needs_all(analysis: Analysis, ids: Collection[str]) -> bool:
    """Return whether the solution needs all techniques of these ids."""
    return all(technique.needed(analysis) for technique in TECHNIQUES if technique.id in ids)


def living_on(ids: Sequence[str], needed: Callable[[str], bool]) -> tuple[str, ...]:
    """Return the ids of those that live on no essential rule, or on one that is ``needed``."""
    essential = {technique.id: technique.essential for technique in TECHNIQUES}
    return tuple(one for one in ids if not essential[one] or needed(essential[one]))


def weight_of(ids: Sequence[str]) -> int:
    """Return the sum of the techniques' weights.

    >>> weight_of(("joining", "closing-a-hole"))
    2
    """
    return sum(technique.weight for technique in TECHNIQUES if technique.id in ids)


TECHNIQUES: tuple[Technique, ...] = (
    Technique(
        "joining",
        ("BASE-MEEPLE-7",),
        "A tile joins two features that carry meeples into one that counts.",
        1,
        predicates.joining,
    ),
    Technique(
        "third-colour",
        ("BASE-MEEPLE-7", "SOLO-SCORE-6"),
        "A tile joins features so that the third colour comes to one that counts.",
        1,
        predicates.third_colour,
    ),
    Technique(
        "from-afar",
        ("DEF-3", "BASE-MEEPLE-7"),
        "A part of the goal's road or city is laid apart from it and joined later.",
        1,
        predicates.from_afar,
    ),
    Technique(
        "detour",
        ("SOLO-TURN-3",),
        "A tile is laid that is no part of what the goal counts.",
        1,
        predicates.detour,
    ),
    Technique(
        "closing-a-hole",
        ("BASE-PLACE-3",),
        "A cell with tiles on three or four sides is filled.",
        1,
        predicates.closing_a_hole,
    ),
    Technique(
        "loop",
        ("BASE-ROAD-1", "BASE-COUNT-1"),
        "A road that counts closes on itself, or a feature that counts meets a tile twice.",
        2,
        predicates.loop,
    ),
    Technique(
        "right-claim",
        ("SOLO-MEEPLE-2",),
        "Of several features that a tile offers only one may be claimed.",
        1,
        predicates.right_claim,
    ),
    Technique(
        "claiming-at-the-end",
        ("BASE-MEEPLE-4", "SOLO-MEEPLE-6"),
        "A feature is claimed by the tile that completes it.",
        1,
        predicates.claiming_at_the_end,
    ),
    Technique(
        "blocking",
        ("SOLO-MEEPLE-4",),
        "A tile is laid so that all its features are occupied, to keep a meeple for later.",
        3,
        predicates.blocking,
    ),
    Technique(
        "running-out",
        ("SOLO-END-1", "SOLO-MEEPLE-11"),
        "A colour without meeples lays its tile where nothing is free, or counts on having none.",
        3,
        predicates.running_out,
        essential="supply",
    ),
    Technique(
        "coming-home",
        ("SOLO-SCORE-11",),
        "A meeple that comes home from a feature is placed again.",
        2,
        predicates.coming_home,
        essential="return",
    ),
    Technique(
        "without-points",
        ("SOLO-SCORE-10", "SOLO-SCORE-11"),
        "A feature is completed although, or because, it brings no points.",
        3,
        predicates.without_points,
    ),
    Technique(
        "scoring-order",
        ("SOLO-SCORE-3", "SOLO-SCORE-4"),
        "Features are completed at once, and in another order of scoring the goal is missed.",
        3,
        predicates.scoring_order,
        essential="order",
    ),
    Technique(
        "raising-the-lowest",
        ("SOLO-SCORE-4", "SOLO-SCORE-5"),
        "Points change who is lowest, without which what counts would bring none.",
        3,
        predicates.raising_the_lowest,
        essential="lowest",
    ),
    Technique(
        "two-at-once",
        ("SOLO-SCORE-1",),
        "One tile completes two features that count.",
        2,
        predicates.two_at_once,
    ),
    Technique(
        "outvoting",
        ("SOLO-SCORE-7", "SOLO-SCORE-8"),
        "Tiles are laid so that one colour outvotes another on a feature.",
        2,
        rare.outvoting,
        since=2,
    ),
    Technique(
        "tie-for-last",
        ("SOLO-SCORE-4", "SOLO-SCORE-9"),
        "Points make a tie for last place, and all that are tied score.",
        3,
        rare.tie_for_last,
        essential="lowest",
        since=2,
    ),
    Technique(
        "levelling",
        ("SOLO-SCORE-4", "SOLO-SCORE-9"),
        "Points bring the lowest level with another colour, which scores as lowest, too.",
        3,
        rare.levelling,
        essential="lowest",
        since=2,
    ),
    Technique(
        "lowest-round",
        ("SOLO-SCORE-4", "SOLO-SCORE-5"),
        "Last place goes round: each colour is alone there before what counts is scored.",
        4,
        rare.lowest_round,
        essential="lowest",
        since=2,
    ),
    Technique(
        "monastery-given-up",
        ("SOLO-SCORE-5", "SOLO-SCORE-10"),
        "A monastery is completed for nothing, so that its colour stays behind and scores later.",
        3,
        rare.monastery_given_up,
        essential="lowest",
        since=2,
    ),
    Technique(
        "monastery-at-once",
        ("SOLO-MEEPLE-6", "SOLO-SCORE-12"),
        "A monastery is claimed and scored by its own tile.",
        2,
        rare.monastery_at_once,
        since=2,
    ),
    Technique(
        "three-sorts",
        ("SOLO-SCORE-3", "SOLO-SCORE-4"),
        "A road, a city and a monastery are scored in one turn, and their order decides.",
        4,
        rare.three_sorts,
        essential="order",
        since=2,
    ),
    Technique(
        "laid-aside",
        ("SOLO-PLACE-4",),
        "A tile is left without a place, and is laid aside for the next one.",
        3,
        rare.laid_aside,
    ),
)
