"""Part-turns of tiles of the house game, as ``perft`` counts them."""

from __future__ import annotations

import time
from dataclasses import asdict

from meepleproof.cli.console import emit_json
from meepleproof.cli.places import at_option
from meepleproof.cli.printing import echo
from meepleproof.cli.status_line import status_line
from verifier.carcassonne.engine.house import HouseEngine, HousePerft, perft_of
from verifier.carcassonne.house.notation import parse_part_turns, parse_tiles
from verifier.carcassonne.house.position import Position, set_up
from verifier.carcassonne.house.rule_set import Pieces, RuleSet
from verifier.errors import Illegal, Malformed

__all__ = ["GIVEN", "OPTIONS", "count"]

OPTIONS = frozenset({"draw", "players", "hand", "supply", "prefix"})
GIVEN = "draw"
"""The option that has to be given."""


def count(
    depth: int | None,
    *,
    draw: str,
    players: int,
    hand: int,
    supply: str | None,
    prefix: str,
    as_json: bool,
) -> None:
    """Print how many part-turns there are with these tiles as drawn, by depth."""
    with at_option("--draw", inner=True):
        drawn = parse_tiles(draw)
    start = _start(drawn, players, hand, supply, prefix)
    with at_option("--draw", "placements"), status_line() as show:
        show(f"counting the lines of {draw}")
        _count(start, depth, as_json=as_json)


def _start(
    draw: tuple[str, ...], players: int, hand: int, supply: str | None, prefix: str
) -> Position:
    """Return the position to count from, after the part-turns played first."""
    pieces = None if supply is None else _supply(supply)
    rules = RuleSet(players=players, hand=hand, supply=pieces)
    with at_option("--draw", inner=True):
        position = set_up(rules, draw)
    with at_option("--prefix", inner=True):
        played = parse_part_turns(prefix)
    for number, part_turn in enumerate(played, start=1):
        outcomes = {each.part_turn: each for each in HouseEngine().outcomes(position)}
        if part_turn not in outcomes:
            raise Illegal(
                f"{part_turn} is none of the {len(outcomes)} part-turns there are",
                where=f"--prefix, part-turn {number}",
            )
        position = outcomes[part_turn].after
    return position


def _supply(text: str) -> Pieces:
    numbers = text.split(",")
    if len(numbers) != len(Pieces._fields) or not all(n.isascii() and n.isdigit() for n in numbers):
        raise Malformed(
            f"{text!r} is not a supply: give little followers, big ones and builders, like 7,1,1",
            where="--supply",
        )
    return Pieces(*(int(number[:9]) for number in numbers))


def _count(start: Position, depth: int | None, *, as_json: bool) -> None:
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
    _show(counted)
    echo(f"{HouseEngine.kernel} engine, {seconds:.2f} s", err=True)


def _show(counted: HousePerft) -> None:
    echo(f"{'depth':>5} {'leaves':>15} {'nodes':>15} {'checksum':>20}")
    rows = zip(counted.leaves, counted.nodes, counted.checksum, strict=True)
    for number, (leaves, nodes, checksum) in enumerate(rows, start=1):
        echo(f"{number:>5} {leaves:>15,} {nodes:>15,} {checksum:>20}")
