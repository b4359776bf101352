"""Random games with other boxes through the oracle, each from a seed alone.

As in :mod:`tests.games` the starts are chosen such that turns have something to say: roads with
inns and cathedrals about to close under several colours and sizes of meeple, rivers that curl up.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import islice

from tests import naive
from tests.boxes_dealt import BOX_SWITCHES, official_start
from tests.games import Step, choose, features_seen, in_order, random_rules
from tests.oracle import Oracle
from verifier.carcassonne.solo.faults import faults
from verifier.carcassonne.solo.position import LAKE, Meeple, Pile, Placement, Position
from verifier.carcassonne.solo.rule_set import BOXES, RuleSet
from verifier.carcassonne.solo.turn import Outcome
from verifier.carcassonne.table.cells import Cell
from verifier.carcassonne.tiles import drawing_of

ORACLE = Oracle()

FAVOURITES = ("", "inns", "cathedrals", "roads", "cities")
"""What is laid first in a random start."""


def box_rules(rng: random.Random) -> RuleSet:
    """Return a rule set with boxes or large meeples, and any of the older options."""
    while True:
        boxes = tuple(box for box in BOXES if rng.random() < (0.7 if box == "ic" else 0.5))
        large = rng.random() < 0.5
        if boxes or large:
            turned = {k: rng.choice(v) for k, v in BOX_SWITCHES.items() if rng.random() < 0.3}
            return replace(random_rules(rng), boxes=boxes, large=large).with_switches(turned)


def bag_of(rules: RuleSet, rng: random.Random) -> tuple[list[str], list[str]]:
    """Return the land tiles without the start tile, and the river tiles up to the lake."""
    counts = rules.tile_counts()
    counts[rules.start_tile] -= 1
    tiles = [tile for tile, count in counts.items() for _ in range(count)]
    rng.shuffle(tiles)
    river = [tile for tile in tiles if tile.startswith("river/") and tile != LAKE]
    land = [tile for tile in tiles if not tile.startswith("river/")]
    return land, [*river, LAKE] * ("river" in rules.boxes)


def box_start(rng: random.Random, rules: RuleSet) -> Position:
    """Return a declared start: river and land laid as far as it went, meeples, known tiles."""
    land, river = bag_of(rules, rng)
    board: naive.Board = {(0, 0): _lying(rules.start_tile, 0)}
    if river and rng.random() < 0.7:
        del river[: _with_river(rng, board, river, rng.choice((2, 5, 7, 8, 11, 11, 11)))]
    if not river:
        _with_land(rng, board, land, rng.randrange(40))
    top, near = _closer(rng, board, land) if rng.random() < 0.8 else ("", set())
    if top:
        land.remove(top)
    position = Position(
        rules=rules,
        placements=_placements(board),
        scores=tuple(score + rng.randrange(9) for score in rules.start_scores),
        supplies=(rules.ordinary,) * rules.colours,
        to_move=rng.randrange(rules.colours),
        piles=_piles(rng, rules, land),
        large=(1,) * rules.colours if rules.large else (),
        river=Pile(tuple(river)),
    )
    for _ in range(rng.choice((0, 10, 20, 40)) if near else rng.randrange(9)):
        position = _with_meeple(rng, position, near if rng.random() < 0.7 else set())
    at = position.pile_of(position.to_move)
    piles = [Pile((top,) * (bool(top) and n == at) + p.known) for n, p in enumerate(position.piles)]
    return replace(position, piles=tuple(piles))


def _lying(tile: str, rotation: int) -> naive.Lying:
    return naive.Lying(drawing_of(tile, rotation), None)


def _placements(board: naive.Board) -> tuple[Placement, ...]:
    return tuple(
        Placement(lying.drawing.id, lying.drawing.rotation, *cell) for cell, lying in board.items()
    )


def _with_river(rng: random.Random, board: naive.Board, river: list[str], most: int) -> int:
    """Lay river tiles while they have a place, often curling, and return how many."""
    curl = rng.random() < 0.5
    if curl:  # bends and straight tiles in turn
        bends = [tile for tile in river[:-1] if tile in ("river/E", "river/GJ", "river/I")]
        straight = [tile for tile in river[:-1] if tile not in bends]
        river[:-1] = [*_alternating(bends, straight)]
    for number, tile in enumerate(river[:most]):
        legal = sorted(naive.legal_placements(board, tile))
        if not legal:
            return number
        cell, rotation = legal[-1 if curl else rng.randrange(len(legal))]
        board[cell] = _lying(tile, rotation)
    return min(most, len(river))


def _alternating(one: list[str], other: list[str]) -> Iterator[str]:
    while one or other:
        yield from (tiles.pop() for tiles in (one, other) if tiles)


def _with_land(rng: random.Random, board: naive.Board, land: list[str], number: int) -> None:
    """Lay land tiles, closely or with long features, what is special first."""
    wanted = rng.choice(FAVOURITES)
    land.sort(key=lambda tile: not _is(tile, wanted))
    closely, long = rng.random(), rng.random() * (3 if wanted else 1)
    for tile in land[:number]:
        legal = sorted(naive.legal_placements(board, tile))
        if not legal:
            continue
        worth = {
            (cell, rotation): closely * sum(naive.beside(cell, edge) in board for edge in range(4))
            + long * _longest({**board, cell: _lying(tile, rotation)}, cell)
            for cell, rotation in rng.sample(legal, min(8, len(legal)))
        }
        cell, rotation = max(worth, key=lambda spot: worth[spot])
        board[cell] = _lying(tile, rotation)
        land.remove(tile)
    rng.shuffle(land)


def _longest(board: naive.Board, cell: Cell) -> int:
    """Return the size of the largest open feature on a cell; an inn or a cathedral makes more."""
    features = naive.features_of_tile(board, cell).values()
    return max((_weight(board, f) for f in features if not f.complete), default=0)


def _weight(board: naive.Board, feature: naive.Feature) -> int:
    special = naive.has_inn(board, feature) or naive.has_cathedral(board, feature)
    return len(feature.parts) * (4 if special else 1)


def _is(tile: str, wanted: str) -> bool:
    drawing = drawing_of(tile, 0)
    terrains = {"roads": "road", "cities": "city"}
    if wanted in terrains:
        return drawing.terrain.count(terrains[wanted]) >= 2
    if wanted == "inns":
        return any(road.inn for road in drawing.tile.roads) or tile in ("base/U", "base/V")
    if wanted == "cathedrals":
        return any(city.cathedral for city in drawing.tile.cities) or tile == "base/E"
    return False


def _closer(rng: random.Random, board: naive.Board, land: list[str]) -> tuple[str, set[naive.Part]]:
    """Return a tile that could complete much, and the parts of what it would complete."""
    best: list[tuple[int, str, set[naive.Part]]] = []
    for tile in sorted(set(land)):
        for cell, rotation in naive.legal_placements(board, tile):
            after = {**board, cell: _lying(tile, rotation)}
            closed = [f for f in naive.features_of_tile(after, cell).values() if f.complete]
            parts = {part for feature in closed for part in feature.parts if part[0] != cell}
            best.append((sum(_weight(after, feature) for feature in closed), tile, parts))
    best.sort(key=lambda found: -found[0])
    _, tile, parts = rng.choice(best[:4]) if best else (0, "", set())
    return tile, parts


def _piles(rng: random.Random, rules: RuleSet, land: list[str]) -> tuple[Pile, ...]:
    known = land[: rng.choice((2, 4, 8, 16, 60))]
    if rng.random() < 0.25:
        return (Pile(tuple(known)),)
    return tuple(Pile(tuple(known[colour :: rules.colours])) for colour in range(rules.colours))


def _with_meeple(rng: random.Random, position: Position, near: set[naive.Part]) -> Position:
    """Return the position with one more meeple if that leaves it without faults."""
    colour = rng.randrange(position.rules.colours)
    large = bool(position.large) and position.large[colour] > 0 and rng.random() < 0.4
    laid = [(p, s.name) for p in position.placements for s in p.drawing.segments if not p.meeple]
    choice = [(p, name) for p, name in laid if (p.cell, name) in near] or laid
    if not choice or not (large or position.supplies[colour]):
        return position
    placement, name = rng.choice(choice)
    placements = [p for p in position.placements if p != placement]
    placements.append(replace(placement, meeple=Meeple(name, colour, large)))
    less = [
        tuple(n - (c == colour) for c, n in enumerate(hand))
        for hand in (position.supplies, position.large)
    ]
    changed = replace(
        position,
        placements=tuple(placements),
        supplies=position.supplies if large else less[0],
        large=less[1] if large else position.large,
    )
    return position if faults(changed) else changed


def box_game(seed: int) -> Iterator[Step]:
    """Yield the positions of a random game with all that can happen there, to its end."""
    rng = random.Random(f"boxes {seed}")
    rules = box_rules(rng)
    position = official_start(rng, rules) if rng.random() < 0.2 else box_start(rng, rules)
    compact, scoring = rng.random(), rng.random()
    while True:
        outcomes = ORACLE.outcomes(position)
        yield position, outcomes
        if not outcomes:
            return
        position = choose(rng, in_order(outcomes), compact, scoring).after


def boxes_of(seed: int) -> tuple[str, ...]:
    """Return the boxes that the game of a seed is played with."""
    return box_rules(random.Random(f"boxes {seed}")).boxes


def box_steps(seeds: Iterable[int], among: tuple[str, ...] = BOXES) -> Iterator[tuple[str, Step]]:
    """Yield the first positions of seeded games with some of these boxes, with their names."""
    for seed in seeds:
        if set(boxes_of(seed)) <= set(among):
            game = islice(box_game(seed), 9 if seed % 8 == 0 else 2)
            yield from ((f"seed {seed}, turn {turn}", step) for turn, step in enumerate(game))


def boxes_seen(position: Position, outcomes: frozenset[Outcome]) -> set[str]:
    """Return what makes these outcomes worth comparing, by name."""
    seen = features_seen(position, outcomes) | set(position.rules.boxes)
    if not position.river.empty:
        seen.add("river to come")
        waiting = position.river.known[:1]
        drawn = {outcome.turn.tile for outcome in outcomes if outcome.turn}
        if waiting and drawn and waiting[0] not in drawn:
            seen.add("river tile under the stack" if LAKE not in drawn else "lake at once")
    for outcome in outcomes:
        seen |= _seen_of_boxes(position, outcome)
    return seen


def _seen_of_boxes(position: Position, outcome: Outcome) -> set[str]:
    turn, board = outcome.turn, naive.board_of(outcome.after)
    if turn is None:
        return set()
    named = naive.features_of_tile(board, turn.cell)
    scored = [named[s.feature] for s in outcome.scorings if s.feature in named]
    large = [m for p in position.placements if (m := p.meeple) and m.large]
    tags = {
        "large claim": turn.large,
        "large home": sum(outcome.after.large) > sum(position.large) - turn.large,
        "large on the table": bool(large),
        "only large in hand": turn.large and not position.supplies[outcome.colour],
        "inn": any(f.kind == "road" and naive.has_inn(board, f) for f in scored),
        "cathedral": any(f.kind == "city" and naive.has_cathedral(board, f) for f in scored),
        "lake": turn.tile == LAKE,
        "end A on a river tile": turn.tile.startswith("river/") and outcome.after.over,
    }
    return {tag for tag, holds in tags.items() if holds}
