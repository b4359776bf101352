"""``meepleproof house check``: the first broken rule of a game that was written down."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator
from typing import Any

import click

from meepleproof.cli.console import emit_json, read_json
from meepleproof.cli.examples import examples
from meepleproof.cli.printing import echo
from meepleproof.cli.verdicts import answer_to_json, verdict_in_words
from verifier.carcassonne.engine.house import HouseEngine
from verifier.carcassonne.house.catalogue import CATALOGUE
from verifier.carcassonne.house.codec import record_from_json
from verifier.carcassonne.house.key import CheckedRecord, check_record
from verifier.carcassonne.house.part_turn import Record
from verifier.carcassonne.model.house.key import HouseModel
from verifier.carcassonne.table.faults import Violation
from verifier.verdict import EXIT_CODES

__all__ = ["command"]


@click.command(epilog=examples("example house-game -o game.json", "house check game.json"))
@click.argument("file", metavar="RECORD")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def command(*, file: str, as_json: bool) -> int:
    """Name the first broken rule of a game that was written down, by both keys.

    RECORD is a file of the schema house-record, or - for standard input: the tiles in the order
    in which they were drawn, and the part-turns. Exit code 0 says that the game is legal, 1 that a
    rule is broken, 3 that the record cannot be read or starts from a table that cannot be.
    """
    name = "standard input" if file == "-" else repr(file)
    record = record_from_json(read_json(file), name)
    checked = check_record(record, (HouseEngine(), HouseModel()))
    if as_json:
        broken = [_broken_to_json(each) for each in checked.broken]
        emit_json(answer_to_json("house-check", checked.verdict, broken=broken))
    else:
        echo(*_page(record, checked))
    return EXIT_CODES[checked.verdict.answer]


def _page(record: Record, checked: CheckedRecord) -> Iterator[str]:
    answer, *keys = verdict_in_words(checked.verdict)
    yield answer
    for each in checked.broken:
        yield f"  {_place(record, each.turn)}: {each.why}"
        rule = f"{each.rule}: {CATALOGUE.rule(each.rule).sentence}"
        yield from textwrap.wrap(
            rule, 100, initial_indent="  ", subsequent_indent="  ", break_on_hyphens=False
        )
    yield from keys[1:] if checked.broken else keys


def _place(record: Record, turn: int) -> str:
    if turn == 0:
        return "the set-up"
    return f"part-turn {turn}, of colour {record.turns[turn - 1].colour + 1}"


def _broken_to_json(broken: Violation) -> dict[str, Any]:
    return {
        "rule": broken.rule,
        "sentence": CATALOGUE.rule(broken.rule).sentence,
        "turn": broken.turn,
        "where": broken.where,
        "why": broken.why,
    }
