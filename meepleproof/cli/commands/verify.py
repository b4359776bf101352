"""``meepleproof verify``: put every claim of the scenarios to both keys."""

from __future__ import annotations

import gc
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass

import click

from meepleproof.cli.console import emit_json, read_json
from meepleproof.cli.examples import examples
from meepleproof.cli.printing import echo
from meepleproof.cli.status_line import ShowStatus, status_line
from verifier.claims.scenario import ScenarioVerdict, placed, scenario_verdict_to_json
from verifier.errors import MeepleproofError
from verifier.game import KEYS, AnyScenario, Facts
from verifier.games import GAMES, Keyrings, game_of
from verifier.verdict import EXIT_CODES, gravest

__all__ = ["command"]

_ALL = "all"


@dataclass(frozen=True, slots=True)
class _Given:
    """A scenario with its game, and the name for it in errors."""

    name: str
    game: Facts
    scenario: AnyScenario


Checked = tuple[_Given, ScenarioVerdict]


@click.command(
    epilog=examples(
        "verify",
        "verify --game house --key engine",
        "example scenario -o mine.json",
        "verify mine.json",
    )
)
@click.argument("files", metavar="[FILE]...", nargs=-1)
@click.option(
    "--game",
    "games",
    type=click.Choice((_ALL, *GAMES)),
    help="Whose scenarios to check if no FILE is given; all by default.",
)
@click.option(
    "--key", "names", type=click.Choice(KEYS), multiple=True, help="Ask this key; both by default."
)
@click.option("--json", "as_json", is_flag=True, help="Print JSON, one entry for each scenario.")
def command(
    *, files: tuple[str, ...], games: str | None, names: tuple[str, ...], as_json: bool
) -> int:
    """Check scenarios: the rulebooks' examples and edge cases, or those of FILEs ('-' is stdin).

    Every claim is checked by exhausting all that can happen, by both keys where the model can
    express it; the verdicts name the keys. A FILE names its game ("game": "house"); one that does
    not is of the Solo Variant. A record or a position of the house game alone is checked, too.
    """
    if files and games:
        raise click.UsageError("--game goes with the scenarios that ship; a FILE names its game")
    given = list(_read(files) if files else _shipped(games or _ALL))
    with (
        closing(Keyrings(names or KEYS)) as keys,
        status_line() as show,
        _uncollected(),
    ):
        checked = list(_checked(given, keys, show))
    if as_json:
        emit_json([scenario_verdict_to_json(verdict) for _, verdict in checked])
    else:
        _print(checked, whole=not files)
    return EXIT_CODES[gravest(verdict.answer for _, verdict in checked)]


@contextmanager
def _uncollected() -> Iterator[None]:
    """Let Python's garbage collector rest, which would cost a sixth of the time.

    Answers are kept until the end, so it has many objects to examine, and there are so few cycles
    that the memory used is the same without it. Nor does it look at them when the program ends,
    which would cost a tenth.
    """
    gc.disable()
    try:
        yield
    finally:
        gc.freeze()
        gc.enable()


def _shipped(games: str) -> Iterator[_Given]:
    for game in GAMES.values():
        if games in (_ALL, game.name):
            yield from (_Given(scenario.id, game, scenario) for scenario in game.load().suite())


def _read(files: Sequence[str]) -> Iterator[_Given]:
    for file in files:
        name = repr(file) if file != "-" else "standard input"
        document = read_json(file)
        game = game_of(document)
        yield _Given(name, game, game.load().scenario(document, name))


def _checked(given: list[_Given], keys: Keyrings, show: ShowStatus) -> Iterator[Checked]:
    for number, each in enumerate(given, 1):
        show(f"{number}/{len(given)} {each.scenario.id}")
        try:
            yield each, keys.check(each.game, each.scenario)
        except MeepleproofError as error:
            raise placed(error, each.name) from None


def _print(checked: list[Checked], *, whole: bool) -> None:
    echo(*_table(checked, whole=whole))
    for each, verdict in checked:
        for judged in verdict.claims:
            if judged.verdict.answer != "holds":
                name = judged.claim.id or judged.claim.says or judged.claim.kind
                echo("", f"{verdict.id}: {each.scenario.title}")
                echo(f"  {judged.claim.where} ({name}): {judged.verdict.answer}")
                echo(f"  {judged.verdict.why}")
    echo("", *_summary(checked))


def _table(checked: list[Checked], *, whole: bool) -> Iterator[str]:
    """Yield a line for each rule: its id, how many scenarios show it, and their verdict."""
    yield f"{'rule':<16}{'scenarios':>9}  verdict"
    for game in GAMES.values():
        of_game = [(each.scenario, verdict) for each, verdict in checked if each.game is game]
        for rule in game.catalogue.rules if of_game else ():
            answers = [verdict.answer for scenario, verdict in of_game if rule.id in scenario.rules]
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
