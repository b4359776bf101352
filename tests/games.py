"""Random games through the oracle, each from a seed alone, so that two numbers tell a case.

The starts are chosen such that turns have something to say: short and uneven piles, tiles that
fit nowhere, few meeples, markers far apart, large features about to close under several colours.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache
from itertools import islice, pairwise

from tests import naive
from tests.oracle import Oracle
from verifier.carcassonne.solo.catalogue import CATALOGUE
from verifier.carcassonne.solo.faults import faults
from verifier.carcassonne.solo.letters import tile_of, tiles_of
from verifier.carcassonne.solo.notation import turn_text
from verifier.carcassonne.solo.position import Meeple, Pile, Placement, Position, setup
from verifier.carcassonne.solo.rule_set import SOLO, RuleSet
from verifier.carcassonne.solo.turn import OWN_FEATURES, Outcome
from verifier.carcassonne.table.cells import AROUND, Cell

PLAY_SWITCHES = (
    "city.two",
    "end.rescue",
    "goal.monastery",
    "goal.scored",
    "pile.empty",
    "place.free",
    "result.offset",
    "score.optional",
    "score.qualifier",
    "score.soleMajority",
    "start.spaces",
    "tile.unplaceable",
)
"""The switches that change what a turn or a game brings."""

NO_PLACE_FOR_X = (
    "s3.4~V2.-1.0~D0.0.0~P2.1.0.N1~T0.1.1.N2~p1.2.3~h3.3.4~t1~nJ.X.~u22.22.22~g.road.6.6.1"
)
"""One solution, J1.-1.1.E and X0.-2.1; after J0.-1.1.N the X would fit nowhere."""

TILES = tuple(SOLO.sheet.counts())

Step = tuple[Position, frozenset[Outcome]]

ORACLE = Oracle()

_TABLES = (
    "D0",
    "D0",
    "D0 E2.0.1",  # the city is closed: C fits nowhere
    "D0 E2.0.1 A1.1.0 A3.-1.0",  # so are the roads: X fits nowhere either
    "D0 V0.1.0 V2.1.-1 B0.0.-1",  # a bend, and a monastery with neighbours
    "D0 E2.0.1 B0.1.1 U0.1.0 U0.-1.0 E2.0.-1",
)


def random_rules(rng: random.Random) -> RuleSet:
    """Return a rule set: mostly 3 colours, any number of meeples, some switches turned."""
    turned = {
        key: rng.choice(CATALOGUE.switch(key).values)
        for key in PLAY_SWITCHES
        if rng.random() < 0.25
    }
    return RuleSet(rng.choice((3, 3, 4)), rng.choice((3, 3, 4, 4, 5, 6, 7))).with_switches(turned)


def random_start(rng: random.Random, rules: RuleSet) -> Position:
    """Return a declared start with known piles, or one row, and markers where they may be."""
    placements = _table(rng.choice(_TABLES))
    tiles, near = _bag(rng, placements), set[naive.Part]()
    top: tuple[str, ...] = ()
    if rng.random() < 0.7:
        placements, tiles = _laid(rng, placements, tiles)
        top, near = _closer(rng, placements, tiles)
    elif rng.random() < 0.5:
        top = tiles_of("C")
        tiles.remove(*top)
    scores = rules.start_scores
    if rng.random() < 0.5:
        scores = tuple(score + rng.randrange(9) for score in scores)
    position = Position(
        rules=rules,
        placements=placements,
        scores=scores,
        supplies=(rules.meeples,) * rules.colours,
        to_move=rng.randrange(rules.colours),
        piles=_dealt(rng, _next_tiles(rng, tiles), rules.colours),
    )
    for _ in range(rng.randrange(30) if near else 0):
        position = _with_a_meeple(rng, position, near if rng.random() < 0.7 else set())
    at = position.pile_of(position.to_move)
    piles = [Pile(top * (n == at) + pile.known) for n, pile in enumerate(position.piles)]
    return replace(position, piles=tuple(piles))


def _bag(rng: random.Random, placements: tuple[Placement, ...]) -> list[str]:
    tiles = [tile for tile, count in SOLO.sheet.counts().items() for _ in range(count)]
    for placement in placements:
        tiles.remove(placement.tile)
    rng.shuffle(tiles)
    return tiles


def _next_tiles(rng: random.Random, tiles: list[str]) -> tuple[str, ...]:
    """Return some of the tiles; those that close much, or fit nowhere, often come soon."""
    soon = tiles_of("XLWAHIES"[: rng.randrange(9)] if rng.random() < 0.5 else "XC")
    for letter in soon:
        if letter in tiles and rng.random() < 0.5:
            tiles.remove(letter)
            tiles.insert(rng.randrange(4), letter)
    return tuple(tiles[: rng.choice((2, 4, 8, 16, 16, 30, 68))])


def _laid(
    rng: random.Random, placements: tuple[Placement, ...], tiles: list[str]
) -> tuple[tuple[Placement, ...], list[str]]:
    """Lay more tiles, as no game might but any could: closely, or with long roads and cities."""
    favourites = tiles_of(rng.choice(("UVUVDJKOP", "UVUVDJKOP", "GNMRQPFTS", "", "B")))
    tiles.sort(key=lambda tile: tile not in favourites)
    closely, long = rng.random(), rng.random()
    for _ in range(rng.randrange(5, 30)):
        tile = tiles.pop(0)
        board = {p.cell: naive.Lying(p.drawing, None) for p in placements}
        legal = sorted(naive.legal_placements(board, tile))
        worth = {
            laid: closely * _neighbours(set(board), laid.cell) + long * _longest(board, laid)
            for cell, rotation in rng.sample(legal, min(6, len(legal)))
            for laid in (Placement(tile, rotation, *cell),)
        }
        if worth:
            placements = (*placements, max(worth, key=lambda laid: worth[laid]))
    rng.shuffle(tiles)
    return placements, tiles


def _longest(board: naive.Board, laid: Placement) -> int:
    """Return the size of the largest feature it extends without closing it."""
    after = {**board, laid.cell: naive.Lying(laid.drawing, None)}
    features = naive.features_of_tile(after, laid.cell).values()
    return max(len(feature.parts) * (not feature.complete) for feature in features)


def _closer(
    rng: random.Random, placements: tuple[Placement, ...], tiles: list[str]
) -> tuple[tuple[str, ...], set[naive.Part]]:
    """Return a tile that could close much, and the parts of what it would close."""
    board = {p.cell: naive.Lying(p.drawing, None) for p in placements}
    closed: list[tuple[int, str, set[naive.Part]]] = []
    for tile in sorted(set(tiles)):
        for cell, rotation in naive.legal_placements(board, tile):
            lying = naive.Lying(SOLO.sheet.orientation(tile, rotation), None)
            parts = _closed_at({**board, cell: lying}, cell)
            closed.append((len(parts), tile, parts))
    rng.shuffle(closed)
    closed.sort(key=lambda candidate: -candidate[0])
    _, tile, parts = closed[rng.randrange(min(3, len(closed)))]
    tiles.remove(tile)
    return (tile,), parts


def _closed_at(board: naive.Board, cell: Cell) -> set[naive.Part]:
    own, around = naive.features_of_tile(board, cell), naive.monasteries_around(board, cell)
    features = [feature for feature in (*own.values(), *around.values()) if feature.complete]
    return {part for feature in features for part in feature.parts if part[0] != cell}


def _with_a_meeple(rng: random.Random, position: Position, near: set[naive.Part]) -> Position:
    """Return the position with one more meeple if that leaves it without faults."""
    colour = rng.randrange(position.rules.colours)
    laid = [(p, s.name) for p in position.placements for s in p.drawing.segments if not p.meeple]
    choice = [(p, name) for p, name in laid if (p.cell, name) in near] or laid
    if not choice or position.supplies[colour] == 0:
        return position
    placement, name = rng.choice(choice)
    placements = [p for p in position.placements if p != placement]
    placements.append(replace(placement, meeple=Meeple(name, colour)))
    supplies = tuple(n - (c == colour) for c, n in enumerate(position.supplies))
    changed = replace(position, placements=tuple(placements), supplies=supplies)
    return position if faults(changed) else changed


def _table(words: str) -> tuple[Placement, ...]:
    placements = []
    for word in words.split():
        tile, _, cell = word.partition(".")
        x, _, y = cell.partition(".")
        placements.append(Placement(tile_of(tile[0]), int(tile[1]), int(x or 0), int(y or 0)))
    return tuple(placements)


def _dealt(rng: random.Random, tiles: tuple[str, ...], colours: int) -> tuple[Pile, ...]:
    if rng.random() < 0.25:
        return (Pile(tiles),)
    if rng.random() < 0.5:
        return tuple(Pile(tiles[colour::colours]) for colour in range(colours))
    cuts = sorted(rng.randrange(len(tiles) + 1) for _ in range(colours - 1))
    edges = [0, *cuts, len(tiles)]
    return tuple(Pile(tiles[a:b]) for a, b in pairwise(edges))


def official_start(rng: random.Random, rules: RuleSet) -> Position:
    """Return the official set-up with all piles known."""
    tiles = [tile for tile, count in SOLO.sheet.counts().items() for _ in range(count)]
    tiles.remove(SOLO.sheet.start_tile)
    rng.shuffle(tiles)
    piles = []
    for size in rules.pile_sizes:
        piles.append(Pile(tuple(tiles[:size])))
        del tiles[:size]
    return setup(rules, tuple(piles))


def in_order(outcomes: frozenset[Outcome]) -> list[Outcome]:
    """Return the outcomes in an order that does not depend on hashes."""
    return sorted(outcomes, key=_outcome_key)


def _outcome_key(outcome: Outcome) -> tuple[str, tuple[int, ...], str]:
    text = "" if outcome.turn is None else turn_text(outcome.turn)
    return (text, outcome.after.scores, repr(outcome.scorings))


def game(seed: int, rules: RuleSet | None = None, *, official: bool = False) -> Iterator[Step]:
    """Yield the positions of a random game with all that can happen there, to its end."""
    rng = random.Random(seed)
    chosen = random_rules(rng) if rules is None else rules
    position = official_start(rng, chosen) if official else random_start(rng, chosen)
    compact, scoring = rng.random(), rng.random()
    while True:
        outcomes = ORACLE.outcomes(position)
        yield position, outcomes
        if not outcomes:
            return
        position = choose(rng, in_order(outcomes), compact, scoring).after
        if rng.random() < 0.1 and not official:
            low = position.rules.start_scores
            position = replace(position, scores=tuple(s + rng.randrange(12) for s in low))


def choose(rng: random.Random, outcomes: list[Outcome], compact: float, scoring: float) -> Outcome:
    """Choose mostly what keeps the game going, often what closes holes or scores much."""
    going_on = [outcome for outcome in outcomes if not outcome.after.over]
    if going_on and rng.random() < 0.98:
        outcomes = going_on
    if rng.random() < scoring:
        most = max(_meetings(outcome) for outcome in outcomes)
        outcomes = [outcome for outcome in outcomes if _meetings(outcome) == most]
    if rng.random() < compact:
        most = max(_closeness(outcome) for outcome in outcomes)
        outcomes = [outcome for outcome in outcomes if _closeness(outcome) == most]
    return rng.choice(outcomes)


def _meetings(outcome: Outcome) -> int:
    return sum(len(scoring.present) for scoring in outcome.scorings)


def _closeness(outcome: Outcome) -> int:
    if outcome.turn is None:
        return 0
    return _neighbours(
        {placement.cell for placement in outcome.after.placements}, outcome.turn.cell
    )


def _neighbours(cells: set[Cell], cell: Cell) -> int:
    return sum((cell[0] + dx, cell[1] + dy) in cells for dx, dy in AROUND.values())


def features_seen(position: Position, outcomes: frozenset[Outcome]) -> set[str]:
    """Return what makes these outcomes worth comparing, by name."""
    seen = {f"{position.rules.colours} colours", f"{position.rules.meeples} meeples"}
    seen |= {f"{key}={value}" for key, value in position.rules.switches}
    seen.add("piles" if len(position.piles) > 1 else "row")
    if position.over:
        seen.add("over")
    for outcome in outcomes:
        seen |= _seen_in(position, outcome)
    return seen


def _seen_in(position: Position, outcome: Outcome) -> set[str]:
    kinds = {scoring.kind for scoring in outcome.scorings}
    count, own = len(outcome.scorings), set(OWN_FEATURES)
    tags = {
        "discard": outcome.discards,
        "discards in two piles": _piles_shrunk(position, outcome) > 1,
        "two discards": len(outcome.discards) > 1,
        "skipped colour": outcome.colour != position.to_move,
        "no tile left": outcome.turn is None,
        "completed road": "road" in kinds,
        "completed city": "city" in kinds,
        "completed monastery": "monastery" in kinds,
        "monastery elsewhere": any(s.feature not in own for s in outcome.scorings),
        "two completed": count == 2,
        "three completed": count >= 3,
        "three colours on one": any(len(s.present) >= 3 for s in outcome.scorings),
        "sole majority": any(len(s.majority) < len(s.present) for s in outcome.scorings),
        "shared": any(len(s.colours) > 1 for s in outcome.scorings),
        "nobody qualified": any(not s.colours for s in outcome.scorings),
        "game over": outcome.final is not None,
        "end A": outcome.after.over and not all(pile.empty for pile in outcome.after.piles),
        "claimed and scored": outcome.turn and outcome.turn.claim in outcome.turn.order,
        "supply empty": position.supplies[outcome.colour] == 0,
    }
    return {tag for tag, holds in tags.items() if holds}


def _piles_shrunk(position: Position, outcome: Outcome) -> int:
    return sum(a != b for a, b in zip(position.piles, outcome.after.piles, strict=True))


@lru_cache(10_000)  # every key and every build is asked about the same positions
def position_at(seed: int, turns: int) -> Position:
    """Return the position of the seeded game after that many turns, or its last one."""
    *_, (position, _) = islice(game(seed), turns + 1)
    return position
