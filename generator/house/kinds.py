"""The kinds of puzzles of the house game: what each asks, where it comes from, how it is proved."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial

from generator.chance import Chance
from generator.house.farms import farm_candidates, prove_farms
from generator.house.part_turns import part_turn_candidates, prove_part_turns
from generator.house.proved import Candidate, Proved, Reason
from generator.house.studies import prove_study
from generator.house.study_candidates import (
    farms_joined,
    four_tiles,
    last_bag_tile,
    three_tiles,
)
from verifier.carcassonne.house.puzzle import GoalKind, HousePuzzle
from verifier.errors import Malformed

Candidates = Callable[[Chance], Iterator[Candidate | Reason]]


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of puzzles by the name that commands take, with its title for readers.

    ``sources`` take turns from one candidate to the next.
    """

    name: str
    title: str
    sources: tuple[Candidates, ...]


def _turn_source(goal: str) -> Candidates:
    return partial(part_turn_candidates, wanted=goal)


KINDS = {
    kind.name: kind
    for kind in (
        Kind("whose-farm", "Whose farm?", (farm_candidates,)),
        Kind(
            "part-turn",
            "One part-turn",
            tuple(map(_turn_source, ("points", "city", "farm"))),
        ),
        Kind("study", "The last three tiles", (three_tiles,)),
        Kind("farm-study", "Farms joined at the end", (farms_joined,)),
        Kind("study-of-four", "The last four tiles", (four_tiles,)),
        Kind("last-bag-tile", "The last bag tile", (last_bag_tile,)),
        Kind("double-turn", "The builder's second part", (_turn_source("double"),)),
    )
}

_PROVE: dict[GoalKind, Callable[[HousePuzzle], Proved]] = {
    "farms": prove_farms,
    "points": prove_part_turns,
    "own": prove_part_turns,
    "double": prove_part_turns,
    "win": prove_study,
    "save": prove_study,
    "most": prove_study,
}


def prove(puzzle: HousePuzzle) -> Proved:
    """Return the puzzle with its answer by both keys.

    :raises Illegal: if the position is none for its goal.
    :raises KeysDisagree: if the keys do.
    """
    return _PROVE[puzzle.goal.kind](puzzle)


def kind_named(name: str) -> Kind:
    """Return the kind of that name.

    :raises Malformed: if there is none.
    """
    if name not in KINDS:
        raise Malformed(
            f"there is no kind {name!r} of house puzzles; there are {', '.join(KINDS)}",
            where="--kind",
        )
    return KINDS[name]
