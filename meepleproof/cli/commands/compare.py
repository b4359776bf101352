"""``meepleproof compare``: what two readings of the rules make different."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import click

from meepleproof.cli.console import emit_json
from meepleproof.cli.examples import examples
from meepleproof.cli.house.compare import house_data, house_page
from meepleproof.cli.inputs import read_positions, read_switch_choice, refuse_puzzle_option
from meepleproof.cli.neom.compare import compare_neom
from meepleproof.cli.pack_puzzles import single
from meepleproof.cli.printing import echo
from meepleproof.cli.status_line import status_line
from meepleproof.cli.verdicts import answer_to_json, verdict_in_words
from meepleproof.rendering.solo.words import turn_in_words
from verifier.carcassonne.engine.solo import Engine
from verifier.carcassonne.house.compare import compare as compare_house
from verifier.carcassonne.house.rule_set import RuleSet as HouseRuleSet
from verifier.carcassonne.model.solo.questions import Line
from verifier.carcassonne.solo.catalogue import CATALOGUE
from verifier.carcassonne.solo.codec import record_to_json, rules_to_json
from verifier.carcassonne.solo.compare import MOST_TURNS, Comparison, compare, readings
from verifier.carcassonne.solo.key import FinalState, GameReplay, recorded_turn
from verifier.carcassonne.solo.notation import line_text
from verifier.carcassonne.solo.position import Position
from verifier.carcassonne.solo.rule_set import SOLO
from verifier.carcassonne.solo.turn import Record
from verifier.carcassonne.tiles import SETS
from verifier.errors import Illegal
from verifier.verdict import EXIT_CODES

__all__ = ["command"]


@click.command(
    epilog=examples(
        "compare score.soleMajority=never",
        "compare city.two=2 --from pack.json --puzzle 1",
        "compare --game house farm.points=1",
        "compare --game neom --from game.json sell_value=4",
    )
)
@click.argument("choices", metavar="SWITCH=VALUE...", nargs=-1)
@click.option(
    "--game",
    type=click.Choice(["solo", "house", "neom"]),
    default="solo",
    show_default=True,
    help="The Solo Variant, the house rules, or NEOM.",
)
@click.option("--players", type=int, default=3, show_default=True, help="House: 2 to 6.")
@click.option("--switch", "shared", multiple=True, metavar="SWITCH=VALUE", help="Of both readings.")
@click.option("--from", "start", metavar="FILE|CODE", help="Begin here and not with the set-up.")
@click.option("--puzzle", "wanted", metavar="ID|N", help="Which puzzle of a pack to begin with.")
@click.option("--catalogue", metavar="FILE", help="NEOM: your catalogue; else the demo.")
@click.option("--turns", type=int, default=MOST_TURNS, show_default=True, help="Turns at most.")
@click.option(
    "--time",
    "limit",
    type=int,
    default=60,
    show_default=True,
    help="Solo: work on a question, in seconds, about.",
)
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def command(
    *,
    choices: tuple[str, ...],
    game: str,
    shared: tuple[str, ...],
    turns: int,
    limit: int,
    as_json: bool,
    **of_one_game: Any,
) -> int:
    """Find the smallest game on which two readings of the rules give different results.

    The results of a game are the scores, whether it is over, and then its result. A SWITCH given
    once is compared with its default; given twice, its two values with each other. Several switches
    make one reading together; those of --switch are the same in both. See 'meepleproof rules' for
    all switches.

    Both keys replay the game by both readings. Exit code 4 says that a shorter one is not ruled out
    by both keys, or that none was found. --time limits work and not the clock, so the answer is the
    same on every machine.

    With --game house it is one SWITCH; the hand is one tile, and --turns counts part-turns.

    With --game neom, --from is a log, state, scenario or puzzle, each SWITCH a parameter of the
    catalogue, like sell_value=4, and what both keys say by either reading is compared. Without any
    SWITCH other values of all parameters are tried. Exit code 1 says that nothing changes.
    """
    start, wanted = of_one_game["start"], of_one_game["wanted"]
    if game == "neom":
        if start is None or shared:
            raise click.UsageError("With --game neom give --from FILE, and no --switch.")
        return compare_neom(choices, start, wanted, of_one_game["catalogue"], as_json=as_json)
    if not choices or of_one_game["catalogue"]:
        raise click.UsageError("Give a SWITCH=VALUE; --catalogue goes with --game neom.")
    if game == "house":
        players = of_one_game["players"]
        if start or wanted or len(choices) > 1:
            raise click.UsageError("With --game house give one SWITCH=VALUE, and no position.")
        return _compare_house(choices[0], shared, players, turns, as_json=as_json)
    given = [read_switch_choice(text, "SWITCH=VALUE") for text in choices]
    position = _start(start, wanted)
    rules = SOLO if position is None else position.rules
    for text in shared:
        rules = rules.with_switches(dict([read_switch_choice(text, "--switch")]))
    one, other = readings(given, rules)
    with status_line() as show:
        comparison = compare((one, other), position, turns=turns, limit=limit, progress=show)
    keys = list(dict.fromkeys(key for key, _ in given))
    if as_json:
        emit_json(_data(keys, comparison, official=position is None))
    else:
        echo(*_page(keys, comparison))
    return EXIT_CODES[comparison.verdict.answer]


def _compare_house(
    choice: str, shared: tuple[str, ...], players: int, turns: int, *, as_json: bool
) -> int:
    key, value = read_switch_choice(choice, "SWITCH=VALUE")
    sets = SETS if key == "house.riverHand" else tuple(name for name in SETS if name != "river")
    hand = 3 if key == "house.riverHand" else 1
    choices = dict(read_switch_choice(text, "--switch") for text in shared)
    rules = HouseRuleSet(players, sets, hand).with_switches(choices)
    comparison = compare_house(rules, key, value, part_turns=turns)
    if as_json:
        emit_json(house_data(key, comparison))
    else:
        echo(*house_page(key, comparison))
    return EXIT_CODES[comparison.verdict.answer]


def _start(given: str | None, wanted: str | None) -> Position | None:
    """Return the position to begin with, None for the set-up."""
    if given is None:
        refuse_puzzle_option(wanted)
        return None
    position = single(read_positions(given, wanted)).position
    if position.over:
        raise Illegal("the game is over, no turn can be played", where="--from", rule="SOLO-END-7")
    return position


def _page(keys: list[str], comparison: Comparison) -> Iterator[str]:
    for key in keys:
        yield f"{CATALOGUE.switch(key).amb}: {CATALOGUE.switch(key).question}"
    if comparison.line:
        yield line_text(comparison.line)
    for number in range(1, len(comparison.line)):
        yield f"{number}. {_turn(comparison.one, number)}"
    for replayed in (comparison.one, comparison.other):
        values = ", ".join(f"{key} {replayed.start.rules.value(key)}" for key in keys)
        yield f"With {values}:"
        if len(replayed.outcomes) == len(comparison.line) > 0:
            yield f"  {len(comparison.line)}. {_turn(replayed, len(comparison.line))}"
        yield from (f"  {_ending(ending)}" for ending in replayed.endings)
        for broken in replayed.broken:
            yield f"  Turn {broken.turn} breaks {broken.rule}: {broken.why} ({broken.where})."
    yield f"That is about {comparison.scope}."
    yield from verdict_in_words(comparison.verdict)


def _turn(replayed: GameReplay, number: int) -> str:
    tables = (replayed.start, *(outcome.after for outcome in replayed.outcomes))
    outcome = replayed.outcomes[number - 1]
    return turn_in_words(tables[number - 1], outcome.turn, outcome)


def _ending(ending: FinalState) -> str:
    scores = ", ".join(str(score) for score in ending.scores)
    end = f"the game is over with a result of {ending.result}" if ending.over else "no end yet"
    return f"Scores {scores}; {end}."


def _data(keys: list[str], comparison: Comparison, *, official: bool) -> dict[str, Any]:
    return answer_to_json(
        "compare",
        comparison.verdict,
        switch=" ".join(keys),
        scope=comparison.scope,
        turns=len(comparison.line),
        lower_bound=comparison.lower_bound,
        game=record_to_json(_record(comparison.one, comparison.line, official=official)),
        a=_reading(comparison.one),
        b=_reading(comparison.other),
    )


def _record(replayed: GameReplay, line: Line, *, official: bool) -> Record:
    """Return the game as it is by one reading; where it breaks a rule the record says how."""
    tables = (replayed.start, *(outcome.after for outcome in replayed.outcomes))
    turns = (
        recorded_turn(Engine(), table, turn) for table, turn in zip(tables, line, strict=False)
    )
    return Record(replayed.start, tuple(turns), official)


def _reading(replayed: GameReplay) -> dict[str, Any]:
    rules = rules_to_json(replayed.start.rules)
    if replayed.broken:
        broken = [
            {"rule": each.rule, "turn": each.turn, "where": each.where, "why": each.why}
            for each in replayed.broken
        ]
        return {"rules": rules, "broken": broken}
    return {"rules": rules, "endings": [_ending_to_json(ending) for ending in replayed.endings]}


def _ending_to_json(ending: FinalState) -> dict[str, Any]:
    document: dict[str, Any] = {"scores": list(ending.scores), "over": ending.over}
    return document if ending.result is None else {**document, "result": ending.result}
