"""The Preliminary Round of a log: three stacks of Cornerstones, then the choice of tiles."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from verifier.neom.engine.prepared import Prepared
from verifier.neom.engine.situation import STACKS, Findings, Situation
from verifier.neom.log import ChooseTiles, KeepCornerstone, RevealCornerstones
from verifier.neom.state import TILE_SETS

_STACK_RULE = "NEOM-SOLO-CORNER-1"
_KEEP_RULE = "NEOM-SOLO-CORNER-2"
_TILES_RULE = "NEOM-SOLO-CONFIG-1"


def reveal_cornerstones(
    prepared: Prepared, now: Situation, event: RevealCornerstones, found: Findings
) -> Situation:
    """Return the situation once a stack is turned up (NEOM-SOLO-CORNER-1, -2)."""
    if len(now.stacks) > len(now.kept):
        found.breaks(_KEEP_RULE, "the next stack is turned up before one of the last is kept")
    elif now.tile_set or len(now.stacks) == len(STACKS):
        found.breaks(_STACK_RULE, "there is no further stack of Cornerstones")
    else:
        for message in _stack_faults(prepared, now, event.tiles):
            found.breaks(_STACK_RULE, message)
    return replace(now, stacks=(*now.stacks, event.tiles), seen=now.seen | frozenset(event.tiles))


def _stack_faults(prepared: Prepared, now: Situation, stack: tuple[str, ...]) -> Iterator[str]:
    wanted = STACKS[len(now.stacks)]
    if len(stack) != wanted:
        yield f"the stack has {len(stack)} Cornerstones in place of {wanted}"
    for tile in sorted(set(stack)):
        if not prepared.tile(tile).is_cornerstone:
            yield f"{tile} is no Cornerstone"
        if tile in now.seen or stack.count(tile) > 1:
            yield f"{tile} was shown before"


def keep_cornerstone(
    prepared: Prepared, now: Situation, event: KeepCornerstone, found: Findings
) -> Situation:
    """Return the situation once a Cornerstone is kept (NEOM-SOLO-CORNER-2, -3)."""
    tile = prepared.tile(event.tile)
    if len(now.stacks) == len(now.kept):
        found.breaks(_KEEP_RULE, "no stack lies open from which to keep a Cornerstone")
    elif event.tile not in now.stacks[-1]:
        found.breaks(_KEEP_RULE, f"{event.tile} is not in the stack")
    reserve = now.position.reserve | 1 << tile.index
    return replace(
        now, kept=(*now.kept, event.tile), position=now.position._replace(reserve=reserve)
    )


def choose_tiles(now: Situation, event: ChooseTiles, found: Findings) -> Situation:
    """Return the situation once the tile set is chosen (NEOM-SOLO-CONFIG-1)."""
    marks = tuple(sorted(event.marks))
    if now.tile_set:
        found.breaks(_TILES_RULE, "the tiles were chosen before")
    elif len(now.kept) < len(STACKS):
        found.breaks(_TILES_RULE, "the tiles are chosen before the third Cornerstone is kept")
    if marks not in TILE_SETS:
        found.breaks(_TILES_RULE, f"{'{' + ','.join(marks) + '}'} is none of the three sets")
    return replace(now, tile_set=marks)
