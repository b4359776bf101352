"""The smallest game that reaches a goal, by both keys.

The model finds a game and shows that none is shorter. The engine, which shares no code with it,
replays the game and shows the same by counting tiles and cells, or by playing shorter games until
its bounds rule them out. A lower bound is what both show, and only a game of so many turns is
called the smallest.
"""

from __future__ import annotations

import contextlib
import json
from collections import Counter
from dataclasses import dataclass, replace
from functools import cache
from importlib import resources

from verifier import __version__
from verifier.carcassonne.engine.solo import Engine
from verifier.carcassonne.engine.solo.all_games import smallest_by_engine
from verifier.carcassonne.engine.solo.engine import game_text, outcomes_by_engine, record_of
from verifier.carcassonne.engine.solo.goals import fewest_turns, kind_of, reached
from verifier.carcassonne.model.solo.questions import Line, reaches
from verifier.carcassonne.model.solo.smallest import SmallestByModel, smallest_by_model
from verifier.carcassonne.model.solo.solvers import Solvers
from verifier.carcassonne.solo.goals import Goal
from verifier.carcassonne.solo.notation import line_text, parse_line
from verifier.carcassonne.solo.position import setup
from verifier.carcassonne.solo.rule_set import SOLO, RuleSet, require_plain
from verifier.carcassonne.solo.turn import Record
from verifier.carcassonne.verdict import Verdict
from verifier.constraints.cpsat import Parameters
from verifier.errors import Illegal, KeysDisagree
from verifier.limits import require_limit
from verifier.processes import cpu_seconds
from verifier.verdict import KeyReport

_OUTCOMES = 5_000
"""Outcomes that the engine may examine for each second of the limit."""


SCOPE = "games from the set-up, with any tiles of the box, in which every tile drawn has a place"
"""The games covered: if tiles are laid aside, a pile may run out, and then turns are skipped
(SOLO-PLACE-5)."""


@dataclass(frozen=True, slots=True)
class Smallest:
    """The fewest turns from the set-up in which a goal can be reached.

    ``game`` is the shortest known game and ``turns`` its length, None without one; ``found``
    describes how it was found. By both keys no game of :data:`SCOPE` with fewer than
    ``lower_bound`` turns reaches the goal; the verdict holds if ``turns`` equals it.
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

    ``limit`` is in seconds of one core, roughly: it limits each key's work and not its time, so
    that the answer is the same on every machine.

    With other boxes the engine counts tiles, and rules out no shorter games by playing them.

    :raises Malformed: for a limit that is not positive.
    :raises Undecided: with other boxes or large meeples, but for a road or a city without the River
        (SOLO-BOX-11).
    :raises KeysDisagree: if one key refutes the other.
    """
    require_limit(limit)
    _require_countable(goal, rules)
    with contextlib.ExitStack() as stack:
        began = cpu_seconds()
        in_use = stack.enter_context(Solvers()) if solvers is None else solvers
        known = known_game(goal, rules) if goal.about_the_end else None
        line = () if known is None else known.line
        found = smallest_by_model(in_use, goal, rules, Parameters(limit=limit), line)
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
            f"by the engine's bound {goal.id} takes {bound} turns at least; the game that it "
            f"replayed takes {turns}: {line_text(found.line)}"
        )
    why, claim = _why(found, bound), _claim(goal, turns)
    verdict = Verdict("undecided" if why else "holds", (engine, model), why, claim)
    return Smallest(goal, turns, lower, game, _how(found, known), verdict)


def _require_countable(goal: Goal, rules: RuleSet) -> None:
    """Check that counting tiles bounds the turns: of one road or city, and not along the River.

    :raises Undecided: if not (SOLO-BOX-11).
    """
    if not kind_of(goal).bounded_with_boxes or "river" in rules.boxes:
        require_plain(rules, f"the smallest game that reaches {goal.id}")


def _how(found: SmallestByModel, known: KnownGame | None) -> str:
    """Return how the game was found; empty if none was."""
    if known is not None and found.line == known.line:
        return known.found
    return f"by the model: {found.answers[-1].solver}" if found.line and found.answers else ""


def require_reached(game: Record, goal: Goal) -> None:
    """Replay the game on the engine.

    :raises KeysDisagree: if it does not reach the goal first in its last turn.
    """
    outcomes = outcomes_by_engine(game)
    met = [reached(goal, outcome) for outcome in outcomes]
    if met != [False] * (len(met) - 1) + [True]:
        raise KeysDisagree(
            f"by the model the last turn of {game_text(outcomes)} is the first to reach {goal.id}; "
            f"by the engine {_turns_reaching(met)}"
        )


def _turns_reaching(met: list[bool]) -> str:
    turns = ", ".join(str(turn) for turn, here in enumerate(met, 1) if here)
    return f"the turns that reach it are: {turns}" if turns else "no turn reaches it"


def _bound_by_engine(goal: Goal, rules: RuleSet, wanted: int, most: int) -> tuple[int, KeyReport]:
    """Return the fewest turns that the engine cannot rule out, up to ``wanted``, and its report.

    :raises KeysDisagree: if it finds a game that the model excludes.
    """
    bound, played, examined = fewest_turns(goal, rules), False, 0
    while bound < wanted and kind_of(goal).played and rules.plain:
        searched = smallest_by_engine(goal, rules, bound, nodes=most - examined)
        played, examined = True, examined + searched.outcomes
        if searched.line:
            raise KeysDisagree(
                f"the engine reaches {goal.id} by {game_text(searched.line)}; by the model it "
                f"takes {wanted} turns at least"
            )
        if not searched.exhaustive:
            break
        bound += 1
    methods = [f"counted {kind_of(goal).counts}"]
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
        methods.insert(0, f"counted {kind_of(goal).counts}")
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
    """Return what is left open; empty if both keys agree on everything."""
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


# --- Stored games that reach a high total or use all tiles, for all goals that they reach
#
# They are not trusted: each key checks a game by its own rules before it is used.


@dataclass(frozen=True, slots=True)
class KnownGame:
    """A game from the set-up; ``found`` describes how it was found."""

    line: Line
    found: str


@cache
def known_games() -> tuple[KnownGame, ...]:
    """Return the known games, the shortest first."""
    text = resources.files(__package__).joinpath("known_games.json").read_text(encoding="utf-8")
    games = [KnownGame(parse_line(game["line"]), game["found"]) for game in json.loads(text)]
    return tuple(sorted(games, key=lambda game: len(game.line)))


def known_game(goal: Goal, rules: RuleSet) -> KnownGame | None:
    """Return the shortest known game that reaches the goal in its last turn, by the model.

    None if there is none, as when other rules make the games illegal.

    >>> from verifier.carcassonne.solo.goals import checklist
    >>> from verifier.carcassonne.solo.rule_set import SOLO
    >>> len(known_game(checklist()["all-tiles"], SOLO).line)
    71
    """
    for game in known_games():
        try:
            if reaches(setup(rules), game.line, goal):
                return game
        except Illegal:
            continue
    return None
