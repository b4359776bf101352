"""Drafts: puzzles that an author sets up, which may still be wrong or unfinished.

A draft is written like the code of a puzzle, but says only what its author decides: the tiles and
meeples on the table, the scores, whose turn it is, the tiles to come in one row, and the goal. What
follows from that is added here: the meeples in hand, and how many tiles are left in the piles.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from generator.solo import MOST_TILES
from generator.solo.goal_kinds import kind_of
from meepleproof.rendering.palette import PIGMENTS
from meepleproof.rendering.solo.notes import UNKNOWN, next_draws
from meepleproof.service.play.solo.choices import empty_cells
from verifier.carcassonne.solo.faults import faults
from verifier.carcassonne.solo.goals import Goal
from verifier.carcassonne.solo.notation import parse_position
from verifier.carcassonne.solo.position import Pile, Placement, Position, with_row
from verifier.carcassonne.solo.puzzle import Puzzle, parse_goal
from verifier.carcassonne.solo.rule_set import SPRING
from verifier.carcassonne.table.cells import STEPS, Cell
from verifier.carcassonne.table.faults import Fault
from verifier.carcassonne.tiles import drawing_of, is_of_river
from verifier.errors import Malformed

MOST_COMING = MOST_TILES
_MOST_PLACEMENTS = 144
"""Twice the set: a draft may have too many tiles, but not any number."""
_CELL = re.compile(r"\((-?[0-9]+),(-?[0-9]+)\)")
_USUAL = {"p": "p0", "h": "h0", "t": "t1", "n": "n"}


@dataclass(frozen=True, slots=True)
class Wrong:
    """What is wrong with a draft: a sentence, the rules behind it, and the cells it is about."""

    sentence: str
    rules: tuple[str, ...] = ()
    cells: tuple[Cell, ...] = ()


@dataclass(frozen=True, slots=True)
class Draft:
    """A draft: its position with what follows added, the tiles to come, and its goal if any."""

    position: Position
    coming: tuple[str, ...]
    goal: Goal | None

    @property
    def puzzle(self) -> Puzzle | None:
        """The puzzle that it is, None without a goal."""
        return None if self.goal is None else Puzzle(self.goal, self.position)


def read_draft(text: str) -> Draft:
    """Return the draft that a text describes; the code of a puzzle is one.

    :raises Malformed: naming the word that cannot be read, or if it has far too many tiles.
    :raises Illegal: if its goal contradicts itself.

    >>> draft = read_draft("s3.4~D0.0.0.N1~p1.2.3~t2~nUV")
    >>> draft.position.supplies, [pile.known for pile in draft.position.piles]
    ((3, 4, 4), [(), ('base/U',), ('base/V',)])
    >>> [pile.hidden for pile in draft.position.piles]
    [23, 23, 23]
    """
    words = text.split("~")
    goals = [word for word in words if word.startswith("g.")]
    rest = [word for word in words if not word.startswith(("g.", "u"))]
    names = {word[:1] for word in rest}
    rest += [usual for name, usual in _USUAL.items() if name not in names]
    position = parse_position("~".join(rest))
    if len(position.placements) > _MOST_PLACEMENTS:
        message = f"{len(position.placements)} tiles; at most {_MOST_PLACEMENTS} are read"
        raise Malformed(message, where="code")
    if len(goals) > 1:
        raise Malformed(f"{len(goals)} goals; a puzzle has one", where="goal")
    coming = _coming(position)
    goal = parse_goal(goals[0].removeprefix("g.")) if goals else None
    if "p" not in names:
        position = replace(position, scores=position.rules.start_scores)
    position = _completed(position, coming)
    if goal is not None:
        goal = kind_of(goal).suited(Puzzle(goal, position))
    return Draft(position, coming, goal)


def _coming(position: Position) -> tuple[str, ...]:
    if len(position.piles) == 1:
        return (*position.river.known, *position.piles[0].known)
    return tuple(
        draw.tile for draw in next_draws(position) if not draw.spare and draw.tile != UNKNOWN
    )


def _completed(position: Position, coming: tuple[str, ...]) -> Position:
    """Return the position with the meeples in hand, and the tiles to come dealt in turn order."""
    rules = position.rules
    standing = [laid.meeple for laid in position.placements if laid.meeple]
    ordinary, large = (
        Counter(meeple.colour for meeple in standing if meeple.large is size)
        for size in (False, True)
    )
    colours = range(rules.colours)
    bare = replace(
        position,
        supplies=tuple(rules.ordinary - ordinary[colour] for colour in colours),
        large=tuple(1 - large[colour] for colour in colours) if rules.large else (),
        over=False,
    )
    return with_row(_unseen(bare, len(coming)), coming)


def _unseen(position: Position, coming: int) -> Position:
    """Return the position with all tiles that do not lie unknown, at least so many to come.

    The river's come first, then those of the piles, from which the colours draw in turn.
    """
    rules = position.rules
    gone = [*(laid.tile for laid in position.placements), *position.discards]
    unseen = max(coming, sum(rules.tile_counts().values()) - len(gone))
    flowed = sum(is_of_river(tile) and tile != SPRING for tile in gone)
    flowing = max(0, rules.river_tiles - flowed)
    each, more = divmod(unseen - flowing, rules.colours)
    first = position.to_move + flowing
    piles = tuple(
        Pile((), each + ((colour - first) % rules.colours < more))
        for colour in range(rules.colours)
    )
    return replace(position, piles=piles, river=Pile((), flowing))


def fitting(position: Position, tile: str, but: Cell | None = None) -> Mapping[Cell, int]:
    """Return where a tile meets road with road and city with city, as offers for an author.

    Each open cell has a mask of the rotations that fit; the tile ``but`` is thought away, and its
    cell is open. What is wrong with a draft :func:`wrongs` says.

    >>> from verifier.carcassonne.solo.position import setup
    >>> fitting(setup(), "base/U")
    {(-1, 0): 1, (0, -1): 1, (0, 1): 0, (1, 0): 1}
    """
    table = {laid.cell: laid.drawing.terrain for laid in position.placements if laid.cell != but}
    cells = (empty_cells(position) or ((0, 0),)) if but is None else (but,)
    terrains = [drawing_of(tile, rotation).terrain for rotation in range(4)]
    different = {terrain: rotation for rotation, terrain in reversed([*enumerate(terrains)])}
    found = dict[Cell, int]()
    for x, y in cells:
        beside = [
            (edge, table[there][(edge + 2) % 4])
            for edge, (east, north) in enumerate(STEPS)
            if (there := (x + east, y + north)) in table
        ]
        found[x, y] = sum(
            1 << rotation
            for terrain, rotation in different.items()
            if all(terrain[edge] == met for edge, met in beside)
        )
    return found


def wrongs(draft: Draft) -> tuple[Wrong, ...]:
    """Return all that keeps a draft from being a puzzle, in the words of a player.

    >>> [wrong.sentence for wrong in wrongs(read_draft("s3.4~D0.0.0~U0.0.1~nU~g.city-16"))]
    ['A city meets a field here: touching edges must match.']
    """
    found = [_in_words(fault, draft.position) for fault in faults(draft.position)]
    return (*dict.fromkeys(found), *_unfinished(draft))


def _unfinished(draft: Draft) -> Iterator[Wrong]:
    number = len(draft.coming)
    if not number:
        yield Wrong(f"There are no tiles to come yet: choose 1 to {MOST_COMING}.")
    if number > MOST_COMING:
        yield Wrong(f"There are {number} tiles to come: choose at most {MOST_COMING}.")
    if draft.goal is None:
        yield Wrong("There is no goal yet.")


def _in_words(fault: Fault, position: Position) -> Wrong:
    cells = [(int(x), int(y)) for x, y in _CELL.findall(f"{fault.where} {fault.why}")]
    sentence = _SAID.get(fault.name) or _SENTENCES.get(fault.name, _own)(fault, position)
    return Wrong(sentence, (fault.rule,), tuple(dict.fromkeys(cells)))


def _own(fault: Fault, _position: Position) -> str:
    return f"{fault.why[:1].upper()}{fault.why[1:]}."


def _edges(fault: Fault, _position: Position) -> str:
    words = fault.why.split()
    mine, theirs = words[0], words[4]
    return f"A {mine} meets a {theirs} here: touching edges must match."


def _too_many(fault: Fault, position: Position) -> str:
    letter = fault.where.removeprefix("tile ")
    known = Counter(position.known_tiles())
    counts = position.rules.tile_counts()
    for tile, number in known.items():
        if tile.endswith(f"/{letter}") and number > counts.get(tile, 0):
            return f"You use {number} of this tile, but the game has only {counts.get(tile, 0)}."
    return "These are more tiles than the game has."


def _meeples(fault: Fault, position: Position) -> str:
    colour = int(fault.where.rpartition("/")[2])
    name, rules = PIGMENTS[colour].name.capitalize(), position.rules
    number = position.meeples_on_tiles()[colour] - position.large_on_tiles()[colour]
    sort = "ordinary meeples" if rules.large else "meeples"
    return f"{name} has {number} {sort} on tiles, and only {rules.ordinary} in all."


def _large_meeples(fault: Fault, position: Position) -> str:
    colour = int(fault.where.rpartition("/")[2])
    name, number = PIGMENTS[colour].name.capitalize(), position.large_on_tiles()[colour]
    return f"{name} has {number} large meeples on tiles, and only one in all."


def _score(fault: Fault, position: Position) -> str:
    colour = int(fault.where.rpartition("/")[2])
    start, name = position.rules.start_scores[colour], PIGMENTS[colour].name.capitalize()
    if position.scores[colour] < start:
        points = "point" if start == 1 else "points"
        return f"{name} cannot have fewer than {start} {points}: its marker starts there."
    return f"{name} has more points than any game brings."


def _complete(fault: Fault, _position: Position) -> str:
    kind = fault.why.split()[1]
    return f"This {kind} is complete, so its meeples have gone home."


def _adjacent(fault: Fault, _position: Position) -> str:
    kind = fault.why.split()[1]
    return f"Two meeples stand side by side on this {kind}; the second was not allowed there."


_SENTENCES = {
    "edges_mismatch": _edges,
    "too_many_tiles": _too_many,
    "number_of_meeples": _meeples,
    "number_of_large_meeples": _large_meeples,
    "score_out_of_range": _score,
    "meeple_on_complete_feature": _complete,
    "adjacent_meeples": _adjacent,
}
_SAID = {
    "table_in_pieces": "This tile touches none of the others.",
    "no_such_segment": "Nothing here can be claimed by a meeple.",
    "no_tiles": "The table is empty: lay a tile.",
    "cell_used_twice": "Two tiles lie on the same square.",
    "unknown_tile": "This tile is of a box that you do not play with.",
    "tile_in_wrong_stack": "River tiles come first, the lake last, and then all others.",
    "lake_not_last": "River tiles come first, the lake last, and then all others.",
    "large_meeple_not_in_play": "A large meeple stands here, but you play without them.",
}
"""The faults of positions in the words of a player, who sees the cells marked."""


def placed(draft: Draft) -> Iterator[tuple[Placement, int]]:
    """Yield the tiles on the table, each with a mask of the rotations in which it fits there."""
    for placement in draft.position.placements:
        mask = fitting(draft.position, placement.tile, placement.cell)
        yield placement, mask[placement.cell]
