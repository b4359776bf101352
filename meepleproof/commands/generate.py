"""``meepleproof generate``: make a pack of puzzles."""

from __future__ import annotations

from typing import Any

import click

from generator.making import Wish
from generator.pack import pack_document, pack_text
from generator.puzzle import parse_goal
from generator.run import Run, make
from meepleproof.edges import INTERRUPTED, refuse_existing, write_atomically
from verifier.errors import KeysDisagree, Malformed
from verifier.goals import checklist
from verifier.rules.ruleset import RuleSet
from verifier.verdict import EXIT_CODES

__all__ = ["command"]

_MOST_PUZZLES = 1000


@click.command
@click.option(
    "--goal", "goal_word", metavar="GOAL", help="A checklist goal or kind.least.most.colours."
)
@click.option("--checklist", "all_goals", is_flag=True, help="Every road, city, monastery goal.")
@click.option("--tiles", type=int, default=4, show_default=True, help="Tiles a puzzle needs.")
@click.option("--count", type=int, default=1, show_default=True, help="Puzzles for a goal.")
@click.option("--seed", type=int, default=1, show_default=True, help="Where chance starts.")
@click.option("--meeples", type=int, default=4, show_default=True, help="Meeples of a colour.")
@click.option("--candidates", type=int, default=100, show_default=True, help="Tries for a puzzle.")
@click.option("-o", "--output", metavar="FILE", help="Write the pack here and not to stdout.")
@click.option("--force", is_flag=True, help="Overwrite an existing file.")
def command(  # noqa: PLR0913 - one for each option
    *,
    goal_word: str | None,
    all_goals: bool,
    tiles: int,
    count: int,
    seed: int,
    meeples: int,
    candidates: int,
    output: str | None,
    force: bool,
) -> int:
    """Make puzzles: positions from which exactly one line of play reaches the goal.

    The same options make the same bytes. Whatever ends it early, finished puzzles are kept.
    """
    if all_goals == (goal_word is not None):
        raise click.UsageError("give either --goal or --checklist")
    _check_numbers(count, seed, candidates)
    rules = RuleSet(meeples=meeples)
    wishes = _wishes(goal_word, tiles, rules)
    if output is not None:
        refuse_existing(output, force=force)
    run = Run()
    interrupted = False
    disagreement: KeysDisagree | None = None
    try:
        make(run, wishes, count=count, seed=seed, most_candidates=candidates, tell=_tell)
    except KeyboardInterrupt:
        interrupted = True
    except KeysDisagree as error:
        disagreement = error
    _tell_rejections(run)
    if run.made:
        numbers = {"tiles": tiles, "count": count, "candidates": candidates}
        _write(_document(run, wishes, seed, numbers), output, force=force)
    if disagreement is not None:
        raise disagreement
    return _end(run, wishes, count, interrupted=interrupted)


def _wishes(goal_word: str | None, tiles: int, rules: RuleSet) -> list[Wish]:
    if goal_word is not None:
        return [Wish(parse_goal(goal_word), tiles, rules)]
    endings = ("total", "all-tiles")
    return [Wish(goal, tiles, rules) for goal in checklist().values() if goal.kind not in endings]


def _check_numbers(count: int, seed: int, candidates: int) -> None:
    if not 1 <= count <= _MOST_PUZZLES:
        raise Malformed(f"{count} puzzles: give 1 to {_MOST_PUZZLES}", where="--count")
    if not 0 <= seed < 1 << 53:
        raise Malformed(f"seed {seed}: give a whole number from 0 to 2^53 - 1", where="--seed")
    if candidates < 1:
        raise Malformed(f"{candidates} candidates: give at least 1", where="--candidates")


def _document(run: Run, wishes: list[Wish], seed: int, numbers: dict[str, int]) -> dict[str, Any]:
    goals = [wish.goal.id for wish in wishes]
    return pack_document(
        run.made,
        name=goals[0].replace(".", "-") if len(goals) == 1 else "checklist",
        title=f"Puzzles for {goals[0]}" if len(goals) == 1 else "The checklist",
        rules=wishes[0].rules,
        seed=seed,
        parameters={"goals": " ".join(goals), **numbers},
    )


def _tell(news: str) -> None:
    click.echo(news, err=True)


def _tell_rejections(run: Run) -> None:
    for goal, reasons in run.rejected.items():
        for reason, times in sorted(reasons.items()):
            click.echo(f"{goal}: rejected {times}: {reason}", err=True)


def _write(document: dict[str, Any], output: str | None, *, force: bool) -> None:
    text = pack_text(document)
    if output is None:
        click.echo(text, nl=False)
        return
    write_atomically(output, text, force=force)
    click.echo(f"{len(document['puzzles'])} puzzles in {output}", err=True)


def _end(run: Run, wishes: list[Wish], count: int, *, interrupted: bool) -> int:
    missing = run.missing(wishes, count)
    if interrupted:
        kept = f"{len(run.made)} finished puzzles kept" if run.made else "nothing was finished"
        click.echo(f"Interrupted: {kept}.", err=True)
        return INTERRUPTED
    if missing:
        click.echo(
            f"Fewer than {count} puzzles were found for {', '.join(missing)}. That proves nothing: "
            "try other --tiles, another --seed, or more --candidates.",
            err=True,
        )
        return EXIT_CODES["undecided"]
    return EXIT_CODES["holds"]
