"""``meepleproof odds --game neom``: exact odds of the packs, as pages and as data."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from typing import Any

import click

from meepleproof.cli.console import emit_json
from meepleproof.cli.places import at_option
from meepleproof.cli.printing import echo
from meepleproof.rendering.neom.chances import (
    chance_in_words,
    chance_to_json,
    disaster_chances,
    packs_in_words,
    wanted_chances,
)
from verifier.neom.odds import question
from verifier.neom.odds.by_enumeration import number_of_cases
from verifier.neom.odds.seen import (
    PACK_TILES,
    Chances,
    DisasterChances,
    GameChances,
    Noted,
    Seen,
    WantedChances,
    read_noted,
    tiles_in_play,
)
from verifier.neom.state import PREVENTABLE, TURNS

__all__ = ["OPTIONS", "noted_data", "noted_page", "print_odds", "table_data", "table_page"]

OPTIONS = frozenset({"tiles", "seen", "wanted"})

_WITH_DISASTER = "with the Disaster"
_HIDDEN = "pack 8, never seen"
_LABEL = 37
_COLUMN = 21
_COUNTED_TURNS = (7, 6, 5, 4)


def print_odds(
    *, tiles: str | None, seen: str | None, wanted: tuple[str, ...], as_json: bool
) -> None:
    """Print the odds before a game, or those of a Generation after what was seen."""
    if tiles is None:
        if seen is not None or wanted:
            raise click.UsageError(
                "say which tiles are in play: --tiles 1+, --tiles 1+,4+ or --tiles 1+,4+,5+"
            )
        pages, data = table_page, table_data
    else:
        with at_option("--tiles"):
            noted = read_noted(tiles, seen or "", wanted)
        pages, data = partial(noted_page, noted), partial(noted_data, noted)
    if as_json:
        emit_json(data())
    else:
        echo(*pages())


# --- what was seen ------------------------------------------------------------------------------


def noted_page(noted: Noted) -> Iterator[str]:
    """Yield the odds of the packs to come, after what a player noted."""
    chances = question.chances(noted.seen)
    yield _progress_in_words(noted, chances)
    yield from _past(noted)
    yield ""
    yield from _pack_lines(noted, chances)
    if chances.disaster is not None:
        yield from _disaster_lines(noted.seen, chances.disaster)
    if chances.wanted is not None:
        yield from _wanted_lines(noted, chances.wanted)
    yield ""
    if noted.seen.packs < TURNS:
        yield f"{chances.contents:,} contents of the packs to come are equally likely."
    cases = number_of_cases(noted.seen)
    yield f"By formula, and by counting {cases:,} equally likely case{'s' * (cases > 1)}."


def noted_data(noted: Noted) -> dict[str, Any]:
    """Return what :func:`noted_page` shows as a document of the schema ``neom-odds``."""
    chances = question.chances(noted.seen)
    seen: dict[str, Any] = {
        "tile_set": noted.seen.tile_set,
        "packs": [list(names) for names in noted.packs],
        "wanted": list(noted.wanted),
        "gone": dict(noted.gone),
    }
    if noted.seen.disaster:
        seen["disaster"] = noted.seen.disaster
    return {
        "game": "neom",
        "seen": seen,
        **_chances_data(chances),
        "cases": number_of_cases(noted.seen),
        "keys": list(question.KEYS),
        "shared": list(question.SHARED),
    }


def _progress_in_words(noted: Noted, chances: Chances) -> str:
    every, left = tiles_in_play(noted.seen.tile_set), sum(chances.sizes)
    return (
        f"NEOM with {{{noted.seen.tile_set}}}: {noted.seen.packs} of 7 packs seen, "
        f"{every - left} of {every} tiles"
    )


def _past(noted: Noted) -> Iterator[str]:
    if noted.seen.disaster:
        yield f"The Disaster was in pack {noted.seen.disaster}; this Generation has no other."
    for name, pack in noted.gone:
        yield f"{name} was in pack {pack} and does not come again in this Generation."


def _pack_lines(noted: Noted, chances: Chances) -> Iterator[str]:
    headings, columns = ["tiles"], [[str(size) for size in chances.sizes]]
    if chances.disaster is not None:
        headings.append("the Disaster")
        columns.append([chance_in_words(each) for each in chances.disaster.places])
    if chances.wanted is not None:
        headings.append("each wanted tile" if len(noted.wanted) > 1 else noted.wanted[0])
        columns.append([chance_in_words(each) for each in chances.wanted.places])
    widths = [8] + [max(_COLUMN, len(heading) + 2) for heading in headings[1:]]
    packs = [f"pack {number}" for number in range(noted.seen.packs + 1, TURNS + 1)]
    for label, *cells in zip(
        ["", *packs, _HIDDEN],
        *([heading, *cells] for heading, cells in zip(headings, columns, strict=True)),
        strict=True,
    ):
        sized = zip(cells, widths, strict=True)
        yield f"{label:<{len(_HIDDEN)}}" + "".join(f"{cell:>{width}}" for cell, width in sized)


def _disaster_lines(seen: Seen, chances: DisasterChances) -> Iterator[str]:
    yield from ("", "The Disaster")
    for label, chance in disaster_chances(seen, chances):
        yield f"  {label}" if chance is None else _line(f"  {label}", chance)


def _wanted_lines(noted: Noted, chances: WantedChances) -> Iterator[str]:
    yield from ("", ", ".join(noted.wanted))
    for label, chance in wanted_chances(noted.seen, chances):
        note = " *" if label.endswith(_WITH_DISASTER) else ""
        yield _line(f"  {label}{note}", chance)
        if note:
            packs = packs_in_words(noted.seen.packs + 1, PREVENTABLE)
            yield f"  * in {packs}, where only one can be selected"


# --- before a game ------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _SetTable:
    """All that the table says about one tile set; ``after`` has the odds by packs seen, from 0."""

    tile_set: str
    game: GameChances
    after: tuple[Chances, ...]
    one_given: WantedChances
    two_given: WantedChances


def table_page() -> Iterator[str]:
    """Yield the odds before a game, a column for each tile set."""
    tables = _tables()
    yield from _size_lines(tables)
    yield from _disaster_table(tables)
    yield from _given_table(tables)
    yield from _counted_table(tables)
    yield from _cornerstone_lines()
    yield ""
    yield "Every number by formula and by enumeration."


def table_data() -> dict[str, Any]:
    """Return what :func:`table_page` shows as a document of the schema ``neom-odds-table``."""
    stacks = question.cornerstones()
    return {
        "game": "neom",
        "sets": [_set_data(table) for table in _tables()],
        "cornerstones": {
            "obtainable": [chance_to_json(each) for each in stacks.obtainable],
            "to_come": [chance_to_json(each) for each in stacks.to_come],
            "deals": str(stacks.deals),
            "choices": stacks.choices,
        },
        "keys": list(question.KEYS),
        "shared": list(question.SHARED),
    }


def _tables() -> list[_SetTable]:
    return [
        _SetTable(
            tile_set,
            question.game(tile_set),
            tuple(question.chances(Seen(tile_set, packs)) for packs in range(TURNS + 1)),
            _given(tile_set, 1),
            _given(tile_set, 2),
        )
        for tile_set in PACK_TILES
    ]


def _given(tile_set: str, number: int) -> WantedChances:
    wanted = question.chances(Seen(tile_set, wanted=number)).wanted
    assert wanted is not None  # noqa: S101 - some are asked about
    return wanted


def _disaster(table: _SetTable, packs: int = 0) -> DisasterChances:
    disaster = table.after[packs].disaster
    assert disaster is not None  # noqa: S101 - it has not been seen
    return disaster


def _row(label: str, cells: Iterable[Fraction | int | str]) -> str:
    texts = [
        chance_in_words(each) if isinstance(each, Fraction) else _number(each) for each in cells
    ]
    return f"{label:<{_LABEL}}" + "".join(f"{text:>{_COLUMN}}" for text in texts)


def _size_lines(tables: list[_SetTable]) -> Iterator[str]:
    sizes = [table.after[0].sizes for table in tables]
    yield _row("", [f"{{{table.tile_set}}}" for table in tables])
    yield _row("Tiles of a Generation", map(sum, sizes))
    yield _row("Packs 1 to 7", [" ".join(map(str, each[:-1])) for each in sizes])
    yield _row("Pack 8, never seen", [each[-1] for each in sizes])
    yield _row("Seen in a Generation", [table.game.shown for table in tables])
    yield _row("Seen in a game", [3 * table.game.shown for table in tables])
    yield _row("Seen in a Generation, not selected", [table.game.unused for table in tables])


def _disaster_table(tables: list[_SetTable]) -> Iterator[str]:
    first = [_disaster(table) for table in tables]
    yield from ("", "The Disaster is")
    for pack in range(TURNS):
        yield _row(f"  in pack {pack + 1}", [each.places[pack] for each in first])
    yield _row("  in pack 8, never seen", [each.never_shown for each in first])
    yield _row("  in packs 1-3, can be prevented", [each.preventable for each in first])
    yield _row("  in packs 4-7, strikes when seen", [each.shown_late for each in first])
    yield _row("  in packs 7-8, strikes on turn 7", [each.at_turn_7 for each in first])
    yield _row("  in packs 4-7 with one other tile", [each.one_left for each in first])
    yield from ("", "The Disaster, not seen before, is")
    for pack in range(TURNS):
        yield _row(f"  in pack {pack + 1}", [_disaster(table, pack).places[0] for table in tables])
    late = [_disaster(table, 3).never_shown for table in tables]
    yield _row("  in pack 8, if not in packs 1-3", late)
    yield from ("", "Disasters of a game in packs 1-3")
    for number, label in ((3, "all three"), (2, "exactly two"), (1, "exactly one"), (0, "none")):
        yield _row(f"  {label}", [table.game.preventable[number] for table in tables])
    means = [table.game.expected for table in tables]
    yield _row("  on average", [f"{mean} = {float(mean):.3f}" for mean in means])


def _given_table(tables: list[_SetTable]) -> Iterator[str]:
    two = [table.two_given for table in tables]
    yield from ("", "Given tiles of a Generation")
    yield _row("  two: both are seen", [each.all_shown for each in two])
    yield _row("  two: both in one seen pack", [each.together for each in two])
    yield _row("  two: both can be taken", [each.takeable[2] for each in two])
    with_disaster = [table.one_given.with_disaster for table in tables]
    yield _row("  one: with the Disaster, packs 1-3", with_disaster)


def _counted_table(tables: list[_SetTable]) -> Iterator[str]:
    yield from ("", "Counted in a Generation")
    yield _row("  ways to select a tile a turn", [table.game.sequences for table in tables])
    for turn in _COUNTED_TURNS:
        contents = [table.after[turn - 1].contents for table in tables]
        yield _row(f"  contents of packs {turn}-8", contents)


def _cornerstone_lines() -> Iterator[str]:
    stacks = question.cornerstones()
    yield from ("", "Cornerstones")
    for label, chance in (
        ("a given one is offered", stacks.to_come[0]),
        ("if it was not in the first stack", stacks.to_come[1]),
        ("if it was not in the second either", stacks.to_come[2]),
        ("two given ones can be kept", stacks.obtainable[1]),
        ("three given ones can be kept", stacks.obtainable[2]),
    ):
        yield _line(f"  {label}", chance)
    yield f"{'  deals of the stacks':<{_LABEL}}{stacks.deals:>{_COLUMN},}"
    yield f"{'  ways to choose from a deal':<{_LABEL}}{stacks.choices:>{_COLUMN},}"


def _set_data(table: _SetTable) -> dict[str, Any]:
    return {
        "tile_set": table.tile_set,
        "shown": table.game.shown,
        "unused": table.game.unused,
        "sequences": table.game.sequences,
        "preventable": [chance_to_json(each) for each in table.game.preventable],
        "expected": str(table.game.expected),
        "after": [_chances_data(chances) for chances in table.after],
        "one_given": _wanted_data(table.one_given),
        "two_given": _wanted_data(table.two_given),
    }


# --- chances ------------------------------------------------------------------------------------


def _line(label: str, chance: Fraction) -> str:
    return f"{label:<{_LABEL}}{chance_in_words(chance):>{_COLUMN}}"


def _number(number: int | str | Fraction) -> str:
    return f"{number:,}" if isinstance(number, int) else str(number)


def _chances_data(chances: Chances) -> dict[str, Any]:
    data: dict[str, Any] = {"sizes": list(chances.sizes), "contents": str(chances.contents)}
    if chances.disaster is not None:
        data["disaster"] = {
            "places": [chance_to_json(each) for each in chances.disaster.places],
            "preventable": chance_to_json(chances.disaster.preventable),
            "shown_late": chance_to_json(chances.disaster.shown_late),
            "never_shown": chance_to_json(chances.disaster.never_shown),
            "at_turn_7": chance_to_json(chances.disaster.at_turn_7),
            "one_left": chance_to_json(chances.disaster.one_left),
        }
    if chances.wanted is not None:
        data["wanted"] = _wanted_data(chances.wanted)
    return data


def _wanted_data(wanted: WantedChances) -> dict[str, Any]:
    return {
        "places": [chance_to_json(each) for each in wanted.places],
        "all_shown": chance_to_json(wanted.all_shown),
        "together": chance_to_json(wanted.together),
        "takeable": [chance_to_json(each) for each in wanted.takeable],
        "with_disaster": chance_to_json(wanted.with_disaster),
    }
