"""``meepleproof compare --game neom``: which parameters change what both keys say."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import click

from generator.neom.kinds import prove
from generator.neom.proved import BothKeys
from generator.pack import Packed
from meepleproof.cli.console import emit_json, filled
from meepleproof.cli.inputs import Puzzles, read_input, read_switch_choice, single
from meepleproof.cli.neom.inputs import read_catalogue
from meepleproof.cli.printing import echo
from meepleproof.cli.status_line import status_line
from meepleproof.rendering.neom.puzzles import solution_in_words
from verifier.documents.strict_json import json_value
from verifier.errors import Illegal, Malformed, Undecided
from verifier.neom.compare import (
    Changes,
    Findings,
    Subject,
    differences,
    of_log,
    of_scenario,
    of_state,
    other_values,
    rule_of,
    value_of,
    with_parameters,
)
from verifier.neom.documents import log_from_json, state_from_json
from verifier.neom.engine import Engine
from verifier.neom.key import SHARED
from verifier.neom.model.key import NeomModel
from verifier.neom.puzzle import NeomPuzzle, puzzle_of
from verifier.neom.tiles import TileCatalogue
from verifier.neom.tiles_document import demo_catalogue, provenance_to_json
from verifier.verdict import EXIT_CODES

__all__ = ["OPTIONS", "compare_readings"]

OPTIONS = frozenset({"start", "wanted", "catalogue"})
"""The options that mean something for this game."""


@dataclass(frozen=True, slots=True)
class _Compared:
    """Something to be judged by several readings of its catalogue; ``kind`` is what it is."""

    kind: str
    catalogue: TileCatalogue
    judge: Subject


@dataclass(frozen=True, slots=True)
class _Reading:
    """Values of parameters, and what both keys say by them."""

    changes: Changes
    findings: Findings


def compare_readings(
    choices: Sequence[str],
    *,
    start: str | None,
    wanted: str | None,
    catalogue: str | None,
    as_json: bool,
    **_: Any,
) -> int:
    """Print what readings of the parameters change, and return the exit code.

    :raises Malformed: if the document cannot be read, or a parameter is unknown or has no such
        value.
    :raises KeysDisagree: if the keys do.
    """
    if start is None:
        raise click.UsageError("give --from FILE: a log, state, scenario or puzzle of NEOM")
    compared = _read(start, wanted, catalogue)
    one, others = _changes(compared.catalogue, choices)
    with status_line() as show:
        base = _Reading(one, compared.judge(one))
        readings = list[_Reading]()
        for changes in others:
            show(_named(changes))
            try:
                readings.append(_Reading(changes, compared.judge(changes)))
            except Malformed:
                if choices:
                    raise
    parted = [each for each in readings if differences(base.findings, each.findings)]
    if as_json:
        emit_json(_data(compared, base, readings))
    else:
        echo(*_page(compared, base, readings, parted))
    return EXIT_CODES["holds" if parted else "violated"]


def _changes(catalogue: TileCatalogue, choices: Sequence[str]) -> tuple[Changes, list[Changes]]:
    """Return the one reading and the others: those asked for, or all values that are tried."""
    given: dict[str, list[Any]] = {}
    for text in choices:
        path, value = read_switch_choice(text, "PARAMETER=VALUE")
        given.setdefault(path, []).append(_value(value))
    for path, values in given.items():
        value_of(catalogue, path)
        if len(values) > 2:  # noqa: PLR2004 - a reading has one of two values
            raise Malformed(
                f"{path} is given {len(values)} times; give one value or two", where=path
            )
    one = {path: values[0] for path, values in given.items() if len(values) > 1}
    other = {path: values[-1] for path, values in given.items()}
    if not given:
        return one, [{path: value} for path, value in other_values(catalogue)]
    for path, value in other.items():
        if value == (one[path] if path in one else value_of(catalogue, path)):
            raise Malformed(f"both readings have {path}={json.dumps(value)}", where=path)
    return one, [other]


def _value(text: str) -> Any:
    """Return a value as documents write it; what is not JSON is a word."""
    try:
        return json_value(text, "the value")
    except Malformed:
        return text


# --- what is compared


def _read(given: str, wanted: str | None, path: str | None) -> _Compared:
    found = read_input(given, wanted)
    if found.game.name != "neom":
        raise Malformed(f"this is of {found.game.title}, and no document of NEOM", where=found.name)
    keys, document, name = (Engine(), NeomModel()), getattr(found, "source", {}), found.name
    if isinstance(found, Puzzles) or "claims" in document:
        if path is not None:
            raise click.UsageError("a pack has its own catalogue, a scenario has the demo's tiles")
        if not isinstance(found, Puzzles):
            return _Compared("scenario", demo_catalogue(), of_scenario(document, name, keys))
        packed = single(found.packed)
        return _Compared("puzzle", packed.puzzle.catalogue, _of_puzzle(packed))
    catalogue = read_catalogue(path)
    if "events" in document:
        log = log_from_json(document, catalogue, name)
        return _Compared("log", catalogue, of_log(catalogue, log, keys))
    if "city" in document:
        state = state_from_json(document, catalogue, name)
        return _Compared("state", catalogue, of_state(catalogue, state, keys))
    raise Malformed("this is neither a log, a state, a scenario nor a pack of NEOM", where=name)


def _of_puzzle(packed: Packed[NeomPuzzle]) -> Subject:
    keys = BothKeys()

    def findings(changes: Changes) -> Findings:
        puzzle = packed.puzzle
        changed = puzzle_of(with_parameters(puzzle.catalogue, changes), puzzle.question)
        try:
            proved = prove(changed, keys)
        except (Undecided, Illegal) as error:
            return {"puzzle": str(error)}
        if proved.flaw:
            return {"puzzle": f"none: {proved.flaw}"}
        answer, *others = solution_in_words(changed, proved.solution)
        return {"puzzle": "one answer", "answer": answer, "others": " ".join(others) or "none"}

    return findings


# --- pages


def _page(
    compared: _Compared, base: _Reading, readings: Sequence[_Reading], parted: Sequence[_Reading]
) -> Iterator[str]:
    yield f"With {_named(base.changes)}:" if base.changes else "As the catalogue has it:"
    for part, said in base.findings.items():
        yield from filled(f"{part}: {said}", "  ")
    for reading in parted:
        yield from filled(f"With {_instead(compared.catalogue, base.changes, reading.changes)}:")
        for part, (_, said) in differences(base.findings, reading.findings).items():
            yield from filled(f"{part}: {said}", "  ")
    yield from _summary(readings, parted)
    if compared.catalogue.note:
        yield compared.catalogue.note


def _summary(readings: Sequence[_Reading], parted: Sequence[_Reading]) -> Iterator[str]:
    if len(readings) == 1:
        yield "The readings part, by both keys." if parted else "Nothing changes, by both keys."
        return
    changing = {path for reading in parted for path in reading.changes}
    tried = dict.fromkeys(path for reading in readings for path in reading.changes)
    yield (
        f"{len(parted)} of {len(readings)} other values change something, of {len(changing)} of "
        f"{len(tried)} parameters; by both keys."
    )
    without = [path for path in tried if path not in changing]
    if without:
        yield from filled(f"No value tried of these changes anything: {', '.join(without)}")


def _instead(catalogue: TileCatalogue, one: Changes, other: Changes) -> str:
    parts = []
    for path, value in other.items():
        before = one[path] if path in one else value_of(catalogue, path)
        rule = rule_of(path)
        parts.append(f"{path} {_word(value)}, not {_word(before)}{rule and f' ({rule})'}")
    return "; ".join(parts)


def _named(changes: Changes) -> str:
    return "; ".join(f"{path} {_word(value)}" for path, value in changes.items())


def _word(value: Any) -> str:
    return value if isinstance(value, str) else json.dumps(value)


def _data(compared: _Compared, base: _Reading, readings: Sequence[_Reading]) -> dict[str, Any]:
    return {
        "$schema": "urn:meepleproof:neom-compare:1",
        "game": "neom",
        "catalogue": provenance_to_json(compared.catalogue),
        "of": compared.kind,
        "base": {"parameters": dict(base.changes), "findings": base.findings},
        "readings": [
            {
                "parameters": dict(reading.changes),
                "changes": {
                    part: {"base": one, "here": other}
                    for part, (one, other) in differences(base.findings, reading.findings).items()
                },
            }
            for reading in readings
        ],
        "keys": ["engine", "model"],
        "shared": list(SHARED),
    }
