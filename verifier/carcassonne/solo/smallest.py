"""The smallest game that reaches a goal, by both keys.

The model finds a game and shows that none is shorter; the engine, which shares no code with it,
replays the game and shows the same by counting tiles and cells, or by playing shorter games until
its bounds rule them out. Only what both show is called a lower bound, and only a game as short as
that is the smallest.
"""

from __future__ import annotations

import contextlib
from collections import Counter
from dataclasses import dataclass, replace

from verifier import __version__
from verifier.carcassonne.engine import Engine
from verifier.carcassonne.engine.goals import reached
from verifier.carcassonne.engine.smallest import fewest_turns, smallest_by_engine
from verifier.carcassonne.engine_replay import (
    cpu_seconds,
    game_text,
    outcomes_by_engine,
    record_of,
)
from verifier.carcassonne.model.smallest import SmallestByModel, smallest_by_model
from verifier.carcassonne.model.solvers import Solvers
from verifier.carcassonne.notation import line_text
from verifier.carcassonne.position import setup
from verifier.carcassonne.record import Record
from verifier.carcassonne.solo.goals import Goal
from verifier.carcassonne.solo.known_games import KnownGame, known_game
from verifier.carcassonne.solo.rule_set import SOLO, RuleSet
from verifier.constraints.cpsat import Parameters
from verifier.errors import KeysDisagree, Malformed
from verifier.verdict import KeyReport, Verdict

_OUTCOMES = 5_000
"""Outcomes the engine may look at for each second of the limit; it takes less than that."""

_A_DAY = 24 * 60 * 60

SCOPE = "games from the set-up, with any tiles of the box, in which every tile drawn has a place"
"""Of which games the claims speak: a pile may run out where tiles are laid aside, and then turns
are skipped (SOLO-PLACE-5)."""


@dataclass(frozen=True, slots=True)
class Smallest:
    """How many turns a goal needs from the set-up.

    ``game`` is the shortest known, ``turns`` its length, None if none is known; ``found`` says how
    it was found. No game of :data:`SCOPE` and fewer than ``lower_bound`` turns reaches the goal,
    both keys say; the verdict holds if these meet.
    """

    goal: Goal
    turns: int | None
    lower_bound: int
    game: Record | None
    found: str
    verdict: Verdict


def smallest(
    goal: Goal, rules: RuleSet = SOLO, *, limit: int = 120, solvers: Solvers | None = None
) -> Smallest:
    """Return the fewest turns from the set-up in which the goal can be reached.

    ``limit`` is in seconds of one core, more or less: it limits each key's work, not its time, so
    that the answer is the same everywhere.

    :raises Malformed: for a limit of nothing.
    :raises KeysDisagree: if one key denies what the other found.
    """
    require_limit(limit)
    with contextlib.ExitStack() as stack:
        began = cpu_seconds()
        asked = stack.enter_context(Solvers()) if solvers is None else solvers
        known = known_game(goal, rules) if goal.about_the_end else None
        line = () if known is None else known.line
        found = smallest_by_model(asked, goal, rules, Parameters(limit=limit), line)
    model = _model_report(found, limit, goal, known)
    model = replace(model, seconds=round(cpu_seconds() - began, 2))
    began = cpu_seconds()
    game = None
    if found.line:
        game = record_of(found.line, setup(rules))
        require_reached(game, goal)
    bound, engine = _bound_by_engine(goal, rules, found.bound, limit * _OUTCOMES)
    engine = replace(engine, seconds=round(cpu_seconds() - began, 2))
    turns, lower = None if game is None else len(game.turns), min(bound, found.bound)
    if turns is not None and bound > turns:
        raise KeysDisagree(
            f"the engine counts that {goal.id} takes {bound} turns at least; the game that it "
            f"replayed takes {turns}: {line_text(found.line)}"
        )
    why, claim = _why(found, bound), _claim(goal, turns)
    verdict = Verdict("undecided" if why else "holds", (engine, model), why, claim)
    return Smallest(goal, turns, lower, game, _how(found, known), verdict)


def _how(found: SmallestByModel, known: KnownGame | None) -> str:
    """Return how the game was found; nothing if none was."""
    if known is not None and found.line == known.line:
        return known.found
    return f"by the model: {found.answers[-1].solver}" if found.line and found.answers else ""


def require_limit(seconds: int) -> None:
    """Do nothing for a limit of so many seconds that there is work to do and an end to it.

    :raises Malformed: for any other.
    """
    if not 1 <= seconds <= _A_DAY:
        raise Malformed(f"a limit of {seconds} seconds: give 1 to {_A_DAY}", where="--time")


def require_reached(game: Record, goal: Goal) -> None:
    """Do nothing if the game first reaches the goal in its last turn, played by the engine.

    :raises KeysDisagree: if it does not.
    """
    told = outcomes_by_engine(game)
    met = [reached(goal, outcome) for outcome in told]
    if met != [False] * (len(met) - 1) + [True]:
        raise KeysDisagree(
            f"the model reaches {goal.id} first in the last turn of {game_text(told)}; by the "
            "engine the turns that reach it are "
            f"{[turn for turn, here in enumerate(met, 1) if here]}"
        )


def _bound_by_engine(goal: Goal, rules: RuleSet, wanted: int, most: int) -> tuple[int, KeyReport]:
    """Return the fewest turns the engine cannot rule out, up to those wanted, and how it did.

    :raises KeysDisagree: if it finds a game that the model excludes.
    """
    bound, played, examined = fewest_turns(goal, rules), False, 0
    while bound < wanted and goal.kind in ("road", "city"):
        found = smallest_by_engine(goal, rules, bound, nodes=most - examined)
        played, examined = True, examined + found.outcomes
        if found.line:
            raise KeysDisagree(
                f"the engine reaches {goal.id} by {game_text(found.line)}; the model says that it "
                f"takes {wanted} turns at least"
            )
        if not found.exhaustive:
            break
        bound += 1
    counted = "turns and meeples" if goal.about_the_end else "tiles and cells"
    methods = [f"counted {counted}"]
    if played:
        methods.append("played shorter games, the rest ruled out by bounds")
    return bound, KeyReport(
        Engine.name,
        examined,
        version=__version__,
        method="; ".join(methods),
        parameters=(("outcomes at most", most),),
        work="outcomes",
    )


def _model_report(
    found: SmallestByModel, limit: int, goal: Goal, known: KnownGame | None
) -> KeyReport:
    solvers = Counter(answer.solver for answer in found.answers)
    methods = [f"{solver} {number}" for solver, number in solvers.items()]
    if known is not None:
        methods.insert(0, "checked a known game")
    if goal.about_the_end:
        methods.insert(0, "counted turns and meeples")
    return KeyReport(
        "model",
        len(found.answers),
        version=__version__,
        method="; ".join(methods),
        parameters=(("limit", limit), ("seed", Parameters().seed)),
        work="questions",
    )


def _claim(goal: Goal, turns: int | None) -> str:
    if turns is None:
        return f"some game reaches {goal.id}"
    return f"the fewest turns in which {goal.id} is reached are {turns}"


def _why(found: SmallestByModel, bound: int) -> str:
    """Return what is open; nothing if both keys agree on all of it."""
    still_open = []
    if not found.line:
        still_open.append(f"no game was found: {found.trouble}")
    elif found.bound < len(found.line):
        still_open.append(f"{found.bound} turns or more are not shown to be too few")
    if bound < found.bound:
        shown = f"of {bound - 1} only" if bound > 1 else "of no number"
        still_open.append(
            f"by the model alone {found.bound - 1} turns are too few; the engine shows it {shown}"
        )
    return "; ".join(still_open)
