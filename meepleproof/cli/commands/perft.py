"""``meepleproof perft``: count all turns of a fixed row of tiles."""

from __future__ import annotations

import time
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

import click

from meepleproof.cli.console import emit_json
from meepleproof.cli.examples import examples
from meepleproof.cli.printing import echo
from verifier.carcassonne.engine.solo import Engine, perft
from verifier.carcassonne.solo.letters import tiles_of
from verifier.errors import Illegal, Malformed
from verifier.later import later

if TYPE_CHECKING:
    from verifier.carcassonne.engine import house as house_engine
    from verifier.carcassonne.house import notation, rule_set
    from verifier.carcassonne.house import position as house_position
else:
    house_engine = later("verifier.carcassonne.engine.house")
    notation = later("verifier.carcassonne.house.notation")
    house_position = later("verifier.carcassonne.house.position")
    rule_set = later("verifier.carcassonne.house.rule_set")

__all__ = ["command"]


@click.command(epilog=examples("perft --tiles EJUVWK --depth 6"))
@click.option(
    "--game",
    type=click.Choice(["solo", "house"]),
    default="solo",
    show_default=True,
    help="The Solo Variant, or the house rules.",
)
@click.option("--tiles", metavar="LETTERS", help="Solo: the row of tiles, like EJUVWK.")
@click.option("--draw", metavar="TILES", help="House: tiles as drawn, like 'base/V ic/K'.")
@click.option("--players", type=int, default=2, show_default=True, help="House: 2 to 6.")
@click.option("--hand", type=int, default=3, show_default=True, help="House: the shared hand.")
@click.option("--supply", metavar="L,B,B", help="House: little, big, builder; like 7,1,1.")
@click.option("--prefix", default="", metavar="TURNS", help="House: part-turns played first.")
@click.option("--depth", type=int, help="How many tiles to play; all by default.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def command(
    *,
    game: str,
    tiles: str | None,
    draw: str | None,
    depth: int | None,
    as_json: bool,
    **house: Any,
) -> None:
    """Count all lines of play from the set-up with a fixed row of tiles, by depth.

    The counts are the usual way to compare two programs: they differ where the rules do.
    """
    if game == "solo":
        _count_solo(_given(tiles, "--tiles", game), depth, as_json=as_json)
    else:
        start = _house_start(notation.parse_tiles(_given(draw, "--draw", game)), **house)
        _count_house(start, depth, as_json=as_json)


def _given(text: str | None, option: str, game: str) -> str:
    if text is None:
        raise click.UsageError(f"Missing option '{option}', which goes with --game {game}.")
    return text


# --- the Solo Variant


def _count_solo(tiles: str, depth: int | None, *, as_json: bool) -> None:
    began = time.process_time()
    counted = perft(tiles_of(tiles), len(tiles) if depth is None else depth)
    seconds = round(time.process_time() - began, 6)
    if as_json:
        emit_json(
            {
                "tiles": tiles,
                "leaves": list(counted.leaves),
                "nodes": list(counted.nodes),
                "placements": counted.placements,
                "checksum": counted.checksum,
                "seconds": seconds,
            }
        )
        return
    echo(f"{'depth':>5} {'tile':>4} {'leaves':>15} {'nodes':>15}")
    for number, (leaves, nodes) in enumerate(zip(counted.leaves, counted.nodes, strict=True)):
        echo(f"{number + 1:>5} {tiles[number]:>4} {leaves:>15,} {nodes:>15,}")
    echo(f"{Engine.kernel} engine, {seconds:.2f} s", err=True)


# --- the house game


def _house_start(
    draw: tuple[str, ...], players: int, hand: int, supply: str | None, prefix: str
) -> house_position.Position:
    """Return the position to count from, after the part-turns played first."""
    pieces = None if supply is None else _supply(supply)
    position = house_position.set_up(
        rule_set.RuleSet(players=players, hand=hand, supply=pieces), draw
    )
    for number, part_turn in enumerate(notation.parse_part_turns(prefix), start=1):
        outcomes = {each.part_turn: each for each in house_engine.HouseEngine().outcomes(position)}
        if part_turn not in outcomes:
            raise Illegal(
                f"{part_turn} is none of the {len(outcomes)} part-turns there are",
                where=f"--prefix, part-turn {number}",
            )
        position = outcomes[part_turn].after
    return position


def _supply(text: str) -> rule_set.Pieces:
    numbers = text.split(",")
    if len(numbers) != len(rule_set.Pieces._fields) or not all(
        n.isascii() and n.isdigit() for n in numbers
    ):
        raise Malformed(
            f"{text!r} is not a supply: give little followers, big ones and builders, like 7,1,1",
            where="--supply",
        )
    return rule_set.Pieces(*(int(number[:9]) for number in numbers))


def _count_house(start: house_position.Position, depth: int | None, *, as_json: bool) -> None:
    perft_of = house_engine.perft_of
    began = time.process_time()
    counted = perft_of(start, len(start.hand) + len(start.bag) if depth is None else depth)
    seconds = round(time.process_time() - began, 6)
    if as_json:
        emit_json(
            {
                "game": "house",
                "nodes": list(counted.nodes),
                **{name: list(numbers) for name, numbers in asdict(counted).items()},
                "seconds": seconds,
            }
        )
        return
    _show_house(counted)
    echo(f"{house_engine.HouseEngine.kernel} engine, {seconds:.2f} s", err=True)


def _show_house(counted: house_engine.HousePerft) -> None:
    echo(f"{'depth':>5} {'leaves':>15} {'nodes':>15} {'checksum':>20}")
    rows = zip(counted.leaves, counted.nodes, counted.checksum, strict=True)
    for number, (leaves, nodes, checksum) in enumerate(rows, start=1):
        echo(f"{number:>5} {leaves:>15,} {nodes:>15,} {checksum:>20}")
