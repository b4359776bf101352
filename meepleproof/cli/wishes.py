"""The options of wishes for puzzles: goal, tiles, needs, grade, how a puzzle begins, how many."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict, dataclass
from typing import Any

import click

from generator.run import Plan
from generator.solo.pipeline import Wish
from generator.solo.wanted import (
    HIGHEST_RATING,
    LEVELS,
    MOST_DECOYS,
    MOST_IN_HANDS,
    MOST_ON_TABLE,
    MOST_POINTS,
    START,
    Wanted,
    read_start,
)
from verifier.carcassonne.solo.goals import checklist, goal_forms
from verifier.carcassonne.solo.puzzle import ESSENTIAL_NAMES, parse_goal
from verifier.carcassonne.solo.rule_set import RuleSet
from verifier.errors import Malformed

__all__ = ["WishOptions", "check_numbers", "wish_options"]

_MOST_PUZZLES = 100_000


@dataclass(frozen=True, slots=True)
class WishOptions:
    """The options that decide which puzzles are made."""

    goal: str | None
    checklist: bool
    tiles: int
    count: int
    seed: int
    meeples: int
    candidates: int
    needs: str
    by_order: bool
    mid_game: bool
    level: str | None
    rating_from: int
    rating_to: int
    themes: str
    without_themes: str
    with_tiles: str
    without_tiles: str
    table_from: int
    table_to: int
    points_from: int
    points_to: int
    hands_from: int
    hands_to: int
    decoys: int

    def parameters(self) -> dict[str, str | int | bool]:
        """Return the parameters of a journal; options that were not given are left out."""
        return {name: value for name, value in asdict(self).items() if value is not None}

    def further(self) -> dict[str, str | int]:
        """Return the wishes that are not of every pack, for its provenance."""
        defaults = {**START, "rating_from": 0, "rating_to": HIGHEST_RATING}
        names = ["by_order", "mid_game", "level", "rating_from", "rating_to", "themes"]
        names += ["without_themes", *START, "decoys"]
        given = {name: getattr(self, name) for name in names}
        return {
            name: "yes" if value is True else value
            for name, value in given.items()
            if value and value != defaults.get(name)
        }

    def plan(self) -> Plan:
        """Return the plan of the run."""
        if self.checklist == (self.goal is not None):
            raise click.UsageError("give either --goal or --checklist")
        check_numbers(self.count, self.seed, self.candidates)
        rules = RuleSet(meeples=self.meeples)
        goals = list(checklist().values()) if self.goal is None else [parse_goal(self.goal)]
        needs = tuple(self.needs.split())
        wanted = Wanted(
            self.level or "",
            self.rating_from,
            self.rating_to,
            tuple(self.themes.split()),
            tuple(self.without_themes.split()),
        )
        start = read_start(asdict(self))
        wishes = tuple(
            Wish(
                goal,
                self.tiles,
                rules,
                self.by_order,
                needs,
                self.mid_game,
                wanted,
                start=start,
                decoys=self.decoys,
            )
            for goal in goals
        )
        return Plan(wishes, self.count, self.seed, self.candidates)


def check_numbers(count: int, seed: int, candidates: int) -> None:
    """Refuse numbers that no run can have.

    :raises Malformed: if one of them is out of its range.
    """
    if not 1 <= count <= _MOST_PUZZLES:
        raise Malformed(f"{count} puzzles: give 1 to {_MOST_PUZZLES}", where="--count")
    if not 0 <= seed < 1 << 53:
        raise Malformed(f"seed {seed}: give a whole number from 0 to 2^53 - 1", where="--seed")
    if candidates < 1:
        raise Malformed(f"{candidates} candidates: give at least 1", where="--candidates")


def _words(_context: click.Context, _option: click.Parameter, names: tuple[str, ...]) -> str:
    return " ".join(sorted(set(names)))


def _bounds(name: str, most: int, what: str) -> Callable[[Any], Any]:
    """Return the two options for the least and the most of something."""

    def with_both(command: Any) -> Any:
        to = click.option(f"--{name}-to", type=int, default=most, help=f"The most {what}.")
        return click.option(f"--{name}-from", type=int, default=0, help=f"The fewest {what}.")(
            to(command)
        )

    return with_both


_ALL = (
    click.option(
        "--goal",
        metavar="GOAL",
        help=f"A goal of the checklist, or {goal_forms()}.",
    ),
    click.option("--checklist", is_flag=True, help="Every goal of the checklist."),
    click.option("--tiles", type=int, default=4, show_default=True, help="Tiles a puzzle needs."),
    click.option("--count", type=int, default=1, show_default=True, help="Puzzles for a goal."),
    click.option("--seed", type=int, default=1, show_default=True, help="Random seed."),
    click.option("--meeples", type=int, default=4, show_default=True, help="Meeples of a colour."),
    click.option(
        "--candidates",
        type=int,
        default=100,
        show_default=True,
        help="Candidates to try per puzzle.",
    ),
    click.option(
        "--needs",
        metavar="RULE",
        multiple=True,
        callback=_words,
        help=f"A rule without which the solutions are others: {', '.join(ESSENTIAL_NAMES)}.",
    ),
    click.option("--by-order", is_flag=True, help="The scoring order must decide."),
    click.option("--mid-game", is_flag=True, help="Begin with few meeples or uneven scores."),
    click.option("--level", type=click.Choice(LEVELS), help="Puzzles of that level."),
    click.option("--rating-from", type=int, default=0, help="The lowest rating."),
    click.option("--rating-to", type=int, default=HIGHEST_RATING, help="The highest rating."),
    click.option(
        "--theme",
        "themes",
        metavar="THEME",
        multiple=True,
        callback=_words,
        help="An idea that the solution needs, by the names in docs/difficulty.md.",
    ),
    click.option(
        "--without-theme",
        "without_themes",
        metavar="THEME",
        multiple=True,
        callback=_words,
        help="An idea that it does not need.",
    ),
    click.option(
        "--with-tiles", metavar="LETTERS", default="", help="Tiles among those to place, like EEJ."
    ),
    click.option("--without-tiles", metavar="LETTERS", default="", help="Tiles not among them."),
    _bounds("table", MOST_ON_TABLE, "tiles on the table where the puzzle begins"),
    _bounds("points", MOST_POINTS, "points of all colours together there"),
    _bounds("hands", MOST_IN_HANDS, "meeples in all hands there"),
    click.option(
        "--decoys",
        type=click.IntRange(0, MOST_DECOYS),
        default=0,
        help="The fewest first placements that nearly work.",
    ),
)


def wish_options(command: Any) -> Any:
    """Give a command the options of wishes, in this order in its help."""
    for option in reversed(_ALL):
        command = option(command)
    return command
