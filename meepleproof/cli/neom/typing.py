"""What to type for the next event of a game of NEOM."""

from __future__ import annotations

import json
import shlex
from collections.abc import Iterator

from verifier.neom.engine import Standing

__all__ = ["commands_due"]


def commands_due(standing: Standing, file: str, catalogue: str | None) -> Iterator[str]:
    """Yield the commands that do what is due, what the player chooses in capitals.

    ``file`` is that of the log, ``catalogue`` that of the player's tiles, if there is one.
    """
    log = "LOG" if file == "-" else shlex.quote(file)
    tiles = f" --catalogue {shlex.quote(catalogue)}" if catalogue else ""
    if standing.due.next in ("cornerstones", "reveal"):
        yield from _to_reveal(standing, log, tiles)
    elif standing.due.next:
        yield from (f"  meepleproof neom add {log} {words}{tiles}" for words in _words(standing))
    else:
        yield f"  meepleproof neom score {log}{tiles}"


def _to_reveal(standing: Standing, log: str, tiles: str) -> Iterator[str]:
    due, state = standing.due, standing.state
    event = json.dumps({due.next: ["TILE"] * due.shown})
    where = f"--generation {state.generation} --turn {state.turn}"
    if due.next == "cornerstones":
        where = f"--stack {len(state.reserve) + 1}"
    else:
        where = f"--tiles {','.join(state.tile_set)} {where}"
    add = f"meepleproof neom add {log}"
    yield f"  dealt: meepleproof neom deal --seed SEED {where}{tiles} | {add} -{tiles}"
    yield f"  at the table: {add} '{event}'{tiles}"


def _words(standing: Standing) -> Iterator[str]:
    due = standing.due
    if due.next == "act":
        left = zip(("west", "east"), due.routes_left or (0, 0), strict=True)
        routes = "".join(f" [--route {side}]" for side, uses in left if uses)
        yield f"place TILE SQUARE{routes}"
        if standing.state.reserve and due.another_cornerstone is not False:
            yield f"cornerstone TILE CORNERSTONE SQUARE{routes}"
        yield "sell TILE"
        if due.disaster == "preventable":
            yield "prevent TILE"
    else:
        yield {
            "keep": "keep TILE",
            "tiles": "tiles MARK...",
            "strike": "strike ANSWER [SQUARE...]",
            "end": "end",
        }[due.next]
