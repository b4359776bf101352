"""``meepleproof verify``: put every claim of the scenarios to both keys."""

from __future__ import annotations

import gc
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

import click

from meepleproof.cli.console import emit_json, read_json
from meepleproof.cli.status_line import ShowStatus, status_line
from verifier.carcassonne.claims.check import check_by
from verifier.carcassonne.claims.keyring import Keyring
from verifier.carcassonne.claims.reading import SoloScenario, scenario_from_json
from verifier.carcassonne.engine import Engine
from verifier.carcassonne.key import Key
from verifier.carcassonne.model.key import Model
from verifier.carcassonne.model.listing import turns_of
from verifier.carcassonne.solo.catalogue import CATALOGUE
from verifier.carcassonne.solo.scenarios.library import suite
from verifier.claims.scenario import ScenarioVerdict, placed, scenario_verdict_to_json
from verifier.errors import MeepleproofError
from verifier.verdict import EXIT_CODES, gravest

__all__ = ["command"]

KEYS = ("engine", "model")
Checked = tuple[SoloScenario, ScenarioVerdict]


@click.command
@click.argument("files", metavar="[FILE]...", nargs=-1)
@click.option(
    "--key", "names", type=click.Choice(KEYS), multiple=True, help="Ask this key; both by default."
)
@click.option("--json", "as_json", is_flag=True, help="Print JSON, one entry for each scenario.")
def command(*, files: tuple[str, ...], names: tuple[str, ...], as_json: bool) -> int:
    """Check scenarios: the rulebook's examples and edge cases, or those of FILEs ('-' is stdin).

    Every claim is checked by exhausting all that can happen, by both keys where the model can
    express it; the verdicts name the keys.
    """
    model = Model(beside=turns_of)
    try:
        keys: list[Key] = [key for key in (Engine(), model) if not names or key.name in names]
        with status_line() as show, _seldom_collected():
            checked = list(_checked(_scenarios(files), keys, show))
    finally:
        model.close()
    if as_json:
        emit_json([scenario_verdict_to_json(verdict) for _, verdict in checked])
    else:
        _print(checked, whole=not files)
    return EXIT_CODES[gravest(verdict.answer for _, verdict in checked)]


@contextmanager
def _seldom_collected() -> Iterator[None]:
    """Let Python's garbage collector run less often, which would cost a sixth of the time.

    Answers are kept until the end, so it has many objects to examine, and there are hardly any
    cycles.
    """
    before = gc.get_threshold()
    gc.set_threshold(1_000_000, *before[1:])
    try:
        yield
    finally:
        gc.set_threshold(*before)


def _scenarios(files: Sequence[str]) -> list[tuple[str, SoloScenario]]:
    """Return the scenarios with the names for them in errors."""
    if not files:
        return [(scenario.id, scenario) for scenario in suite()]
    named = [(repr(file) if file != "-" else "standard input", file) for file in files]
    return [(name, scenario_from_json(read_json(file), name)) for name, file in named]


def _checked(
    scenarios: list[tuple[str, SoloScenario]], keys: list[Key], show: ShowStatus
) -> Iterator[Checked]:
    ring = Keyring(keys)
    for number, (name, scenario) in enumerate(scenarios, 1):
        show(f"{number}/{len(scenarios)} {scenario.id}")
        try:
            yield scenario, check_by(ring, scenario)
        except MeepleproofError as error:
            raise placed(error, name) from None


def _print(checked: list[Checked], *, whole: bool) -> None:
    for line in _table(checked, whole=whole):
        click.echo(line)
    for scenario, verdict in checked:
        for judged in verdict.claims:
            if judged.verdict.answer != "holds":
                click.echo(f"\n{verdict.id}: {scenario.title}")
                name = judged.claim.id or judged.claim.says or judged.claim.kind
                click.echo(f"  {judged.claim.where} ({name}): {judged.verdict.answer}")
                click.echo(f"  {judged.verdict.why}")
    click.echo()
    for line in _summary(checked):
        click.echo(line)


def _table(checked: list[Checked], *, whole: bool) -> Iterator[str]:
    """Yield a line for each rule: its id, how many scenarios show it, and their verdict."""
    yield f"{'rule':<16}{'scenarios':>9}  verdict"
    for rule in CATALOGUE.rules:
        answers = [verdict.answer for scenario, verdict in checked if rule.id in scenario.rules]
        if answers:
            yield f"{rule.id:<16}{len(answers):>9}  {gravest(answers)}"
        elif whole:
            yield f"{rule.id:<16}{0:>9}  {rule.exempt or 'not shown'}"


def _summary(checked: list[Checked]) -> Iterator[str]:
    answers = Counter(verdict.answer for _, verdict in checked)
    tally = ", ".join(f"{number} {answer}" for answer, number in answers.items())
    claims = [claim.verdict for _, verdict in checked for claim in verdict.claims]
    examined = sum(verdict.examined for verdict in claims)
    scenarios = "1 scenario" if len(checked) == 1 else f"{len(checked)} scenarios"
    yield f"{scenarios}: {tally}; {len(claims)} claims, {examined} cases examined"
    by_keys = Counter(" and ".join(verdict.names) or "no key" for verdict in claims)
    yield "claims by keys: " + ", ".join(f"{names} {count}" for names, count in by_keys.items())
