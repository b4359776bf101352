"""``meepleproof smallest``: the fewest turns in which a goal can be reached."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Any

import click

from meepleproof.cli.console import emit_json, json_text, refuse_existing, write_atomically
from meepleproof.cli.examples import examples
from meepleproof.cli.places import at_option
from meepleproof.cli.printing import echo, echo_pages, echo_text
from meepleproof.cli.solo.words import game_in_words
from meepleproof.cli.status_line import status_line
from meepleproof.cli.verdicts import answer_to_json, verdict_in_words
from meepleproof.cli.workers import workers
from verifier.carcassonne.engine.solo.engine import game_text, outcomes_by_engine
from verifier.carcassonne.engine.solo.goals import fewest_turns
from verifier.carcassonne.model.solo.certificates import MOST_TURNS, certificate_to_json, certify
from verifier.carcassonne.model.solo.questions import FREE_TILES
from verifier.carcassonne.model.solo.solvers import question
from verifier.carcassonne.solo.codec import goal_to_json, record_to_json
from verifier.carcassonne.solo.goals import Goal, checklist
from verifier.carcassonne.solo.position import setup
from verifier.carcassonne.solo.puzzle import parse_goal
from verifier.carcassonne.solo.rule_set import RuleSet
from verifier.carcassonne.solo.smallest import SCOPE, Smallest, known_game, smallest
from verifier.constraints.sat import SatSolver
from verifier.errors import Illegal, Undecided
from verifier.limits import require_limit
from verifier.verdict import EXIT_CODES, gravest

__all__ = ["command"]

_JOBS = click.IntRange(1, 61)  # more are not possible on every system

_ABOUT = """\
# Smallest games

The fewest turns from the set-up in which each goal of the checklist can be reached, with any tiles
of the box. Made by `make smallest`; `meepleproof smallest GOAL` shows one game turn by turn.

*smallest* is said where engine and model both show that fewer turns are too few, and both have
checked the game. All of it is about games in which every tile drawn has a place: where tiles are
laid aside a pile may run out, and then turns are skipped. Where there are two numbers, fewer turns
than the first are too few, and no game shorter than the second is known. Games to a total and to
all tiles are shared: a game that ends with 50 has reached 40 as well.

For totals both keys count points as well. No game ends before turn 13, when the first colour begins
a turn without a meeple (turns 14 and 15: the second and the third). The colour that ends the game
then has claimed in every turn and got no meeple back, so of roads and cities it scores only those
that the last tile completes, on which one feature must be free. A colour needs a meeple of its own
for everything it scores; a road has two ends at most; a monastery is scored by one colour; and on a
city that the ending colour scores no one has more meeples, so of the tiles that show nothing but a
city few can be claimed. Whatever the tiles and wherever they lie, 13 turns bring less than 60.
"""


@click.command(
    epilog=examples("smallest road-5-3c", "smallest city-16-3c --proof certificate.json")
)
@click.argument("goal_word", metavar="GOAL", required=False)
@click.option("--all", "every", is_flag=True, help="All goals of the checklist.")
@click.option("--meeples", type=int, default=4, show_default=True, help="Meeples of a colour.")
@click.option(
    "--box", "boxes", multiple=True, metavar="BOX", help="A box beside the base game: ic, tb or ks."
)
@click.option("--large", is_flag=True, help="Each colour has a large meeple.")
@click.option(
    "--time",
    "limit",
    type=int,
    default=120,
    show_default=True,
    help="Work of each key, in seconds, about.",
)
@click.option("--jobs", metavar="N", type=_JOBS, default=1, help="Processes for --all.")
@click.option("--table", "as_table", is_flag=True, help="Print a table for the documentation.")
@click.option("--proof", metavar="FILE", help="Write a certificate that fewer are too few.")
@click.option("--force", is_flag=True, help="Overwrite an existing file.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON; with --all, a list.")
def command(  # noqa: PLR0913 - one for each option
    *,
    goal_word: str | None,
    every: bool,
    meeples: int,
    boxes: tuple[str, ...],
    large: bool,
    limit: int,
    jobs: int,
    as_table: bool,
    proof: str | None,
    force: bool,
    as_json: bool,
) -> int:
    """Find a shortest game from the set-up that reaches GOAL, and show that none is shorter.

    GOAL is a goal of the checklist, or is written as 'meepleproof generate --help' shows. Tiles may
    be drawn in any order. The model finds the game and the engine replays it; that fewer turns are
    too few is said when both show it, else the answer is undecided (exit code 4) and the bounds are
    printed. All of it is about games in which every tile drawn has a place. There is a
    certificate where no scores are compared, such as for goals of all colours; any LRAT checker can
    read it. With other boxes it is asked of a road or a city, and the engine counts tiles alone.
    --time limits work and not the clock, so the answer is the same on every machine.
    """
    if every == (goal_word is not None):
        raise click.UsageError("give either a goal or --all")
    if as_table and as_json:
        raise click.UsageError("give either --table or --json")
    if proof is not None:
        if every:
            raise click.UsageError("--proof goes with one goal")
        refuse_existing(proof, force=force)
    with at_option("--box", "boxes"):
        rules = RuleSet(meeples=meeples, boxes=boxes, large=large)
    goals = list(checklist().values()) if goal_word is None else [_goal(goal_word, rules)]
    if proof is not None:
        _require_provable(goals[0], rules)
    answers = list(_answers(goals, rules, limit, jobs))
    if as_json:
        documents = [_data(one) for one in answers]
        emit_json(documents if every else documents[0])
    elif as_table:
        echo_text(_ABOUT)
        echo("", *_table(answers))
    else:
        echo_pages(map(_page, answers))
    if proof is not None:
        write_atomically(proof, _certificate(answers[0], rules), force=force)
    return EXIT_CODES[gravest(one.verdict.answer for one in answers)]


def _goal(word: str, rules: RuleSet) -> Goal:
    """Return the goal.

    :raises Illegal: if it needs more colours than are in play.
    """
    goal = parse_goal(word)
    wanted = max(each.colours for each in (goal, *goal.parts))
    if wanted > rules.colours:
        message = f"goal {goal.id!r} needs {wanted} colours; {rules.colours} are in play"
        raise Illegal(message, where="GOAL", rule="SOLO-SETUP-2")
    return goal


def _answers(goals: list[Goal], rules: RuleSet, limit: int, jobs: int) -> Iterator[Smallest]:
    """Yield the answers in the goals' order; they do not depend on the number of processes."""
    require_limit(limit)
    if jobs > 1 and len(goals) > 1:
        with workers(jobs) as executor:
            yield from executor.map(partial(smallest, rules=rules, limit=limit), goals)
        return
    with status_line() as show:
        for goal in goals:
            show(goal.id)
            yield smallest(goal, rules, limit=limit)


def _require_provable(goal: Goal, rules: RuleSet) -> None:
    """Refuse early where there can be no certificate that fewer turns are too few.

    There is always one for a single turn, so nothing is refused while two turns may be enough.

    :raises Undecided: if there can be none.
    """
    too_few = fewest_turns(goal, rules) - 1
    if too_few > MOST_TURNS:
        reason = f"{goal.id} takes more than {too_few} turns; certificates go up to {MOST_TURNS}"
        raise Undecided(f"no certificate: {reason}", where="--proof")
    known = known_game(goal, rules) if goal.about_the_end else None
    if known is not None and len(known.line) > too_few + 1:
        reason = f"no game of {too_few + 1} turns to {goal.id} is known, nor that they are too few"
        raise Undecided(f"no certificate: {reason}", where="--proof")
    if too_few > 1:
        try:
            question(setup(rules), too_few, goal, terms=FREE_TILES)
        except Undecided as error:
            raise Undecided(f"no certificate: {error}", where="--proof") from None


def _certificate(one: Smallest, rules: RuleSet) -> str:
    """Return the certificate that one turn fewer is too few, see docs/certificates.md.

    :raises Undecided: if there is none, for example where scores have to be compared.
    """
    if one.turns in (None, 1):
        raise Undecided(f"there is no shorter game to {one.goal.id} to refute", where="--proof")
    with SatSolver() as solver:
        answer, certificate = certify(solver, setup(rules), (one.turns or 0) - 1, one.goal)
    if certificate is None:
        raise Undecided(f"no certificate: {answer.reason}", where="--proof")
    return json_text(certificate_to_json(certificate))


def _page(one: Smallest) -> Iterator[str]:
    if one.game is None:
        yield f"{one.goal.id}: turn {one.lower_bound} at the earliest; no game is known."
    elif one.verdict.answer == "holds":
        yield f"{one.goal.id}: turn {one.turns}, and no earlier."
    else:
        yield f"{one.goal.id}: turn {one.turns} or before, turn {one.lower_bound} at the earliest."
    yield f"That is about {SCOPE}."
    if one.game is not None:
        yield from game_in_words(one.game.start, outcomes_by_engine(one.game))
        yield f"Found {one.found}."
    yield from verdict_in_words(one.verdict)


def _table(answers: list[Smallest]) -> Iterator[str]:
    yield "| goal | turns | how we know that fewer are too few | a game |"
    yield "| --- | --- | --- | --- |"
    for one in answers:
        turns = f"**{one.turns}**"
        if one.verdict.answer != "holds":
            most = "?" if one.turns is None else one.turns
            turns = f"{one.lower_bound} to {most}"
        ways = " / ".join(f"{report.key}: {report.method}" for report in one.verdict.keys)
        game = "" if one.game is None else f"`{game_text(outcomes_by_engine(one.game))}`"
        yield f"| {one.goal.id} | {turns} | {ways} | {game} |"


def _data(one: Smallest) -> dict[str, Any]:
    return answer_to_json(
        "smallest",
        one.verdict,
        goal=goal_to_json(one.goal),
        scope=SCOPE,
        turns=one.turns,
        lower_bound=one.lower_bound,
        found=one.found or None,
        game=None if one.game is None else record_to_json(one.game),
    )
