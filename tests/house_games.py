"""Random games of the house rules through the oracle, each from a seed alone.

Players, sets, hand sizes, supplies and switches differ from game to game, and so do the tiles and
the way of playing: closely or far apart, with many claims or few, so that features grow, meet and
close under several colours.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache
from itertools import islice

from tests.house_naive import (
    Board,
    Feature,
    block,
    board_of,
    features_on,
    is_complete,
    legal_placements,
    pieces_on,
    weights_on,
    with_tile,
)
from tests.house_turn import (
    Claimed,
    changed,
    claims,
    completed_by,
    had_builder,
    is_short,
    played,
    stock_of,
)
from verifier.carcassonne.house.catalogue import CATALOGUE
from verifier.carcassonne.house.part_turn import Outcome
from verifier.carcassonne.house.position import (
    LAKE,
    SPRING,
    START_TILE,
    Piece,
    Placement,
    Position,
    StandingPiece,
    set_up,
)
from verifier.carcassonne.house.rule_set import Pieces, RuleSet
from verifier.carcassonne.tiles import SETS, tile_sheet

SWITCHES = tuple(switch.key for switch in CATALOGUE.switches)
_THEMES = {
    "": (),
    "roads": ("base/U", "base/V", "base/W", "base/X", "tb/B", "ic/A", "ic/B", "ic/C", "ic/D"),
    "cities": ("base/E", "base/G", "base/H", "base/N", "base/R", "ic/K", "tb/M", "ks/C", "ic/H"),
    "monasteries": ("base/A", "base/B", "tb/J", "ks/E", "base/U", "base/E"),
    "misfits": ("base/C", "base/X", "ic/K", "ic/H", "ks/C", "tb/B", "base/E", "base/B"),
}


def random_rules(rng: random.Random) -> RuleSet:
    """Return a rule set: any number of players, sets, hand, often few pieces, some switches."""
    sets = tuple(name for name in SETS if name == "base" or rng.random() < 0.6)
    if rng.random() < 0.5:
        sets = tuple(name for name in sets if name != "river")
    players = rng.choice((2, 2, 3, 4, 5, 6))
    supply = None
    if rng.random() < 0.5:
        supply = Pieces(rng.choice((0, 1, 2, 2, 3, 5, 8)), rng.randrange(2), rng.choice((0, 1, 1)))
    rules = RuleSet(players, sets, rng.choice((1, 1, 2, 3, 3, 3, 4, 5, 6)), supply)
    turned = {
        key: rng.choice(CATALOGUE.switch(key).values) for key in SWITCHES if rng.random() < 0.25
    }
    return rules.with_switches(turned)


def tiles_in_play(rules: RuleSet) -> list[str]:
    """Return all land tiles of the sets but the one that lies on the table or out of the game."""
    tiles = [
        tile.id
        for name in rules.sets
        if name != "river"
        for tile in tile_sheet(name).tiles
        for _ in range(tile.count)
    ]
    if not rules.has_river or rules.value("house.riverStart") != "bag":
        tiles.remove(START_TILE)
    return tiles


def river_tiles(rng: random.Random, rules: RuleSet) -> list[str]:
    """Return the river tiles in the order they are drawn, the lake last (HOUSE-RIVER-1)."""
    tiles = [tile.id for tile in tile_sheet("river").tiles for _ in range(tile.count)]
    tiles.remove(SPRING)
    tiles.remove(LAKE)
    if rules.value("house.riverStart") == "river":
        tiles.append(START_TILE)
    rng.shuffle(tiles)
    return [*tiles, LAKE]


def random_start(rng: random.Random, rules: RuleSet, most_tiles: int = 45) -> Position:
    """Return a table before the first turn, with some of the tiles, mostly all of them known."""
    tiles = tiles_in_play(rules)
    rng.shuffle(tiles)
    theme = _THEMES[rng.choice(list(_THEMES))]
    tiles.sort(key=lambda tile: rng.random() * (0.2 if tile in theme else 1))
    tiles = tiles[: min(most_tiles, rng.choice((1, 4, 8, 12, 16, 24, 34, 45)))]
    if rng.random() < 0.7:
        rng.shuffle(tiles)
    hidden = rng.choice((1, 7)) if rng.random() < 0.1 else 0
    river = river_tiles(rng, rules) if rules.has_river else []
    if river and rng.random() < 0.4:
        river = river[rng.randrange(9) :]
    position = set_up(rules, (*river, *tiles), hidden)
    if rng.random() < 0.2:
        scores = tuple(rng.randrange(40) for _ in range(rules.colours))
        position = replace(position, scores=scores)
    return replace(position, to_move=rng.randrange(rules.colours))


def game(seed: int, rules: RuleSet | None = None) -> Iterator[Position]:
    """Yield the positions of a random game, to its end or to the first tile that is not known."""
    rng = random.Random(seed)
    position = random_start(rng, random_rules(rng) if rules is None else rules)
    compact, closing, claiming = rng.random(), rng.random(), rng.choice((0.3, 0.7, 0.95))
    while True:
        yield position
        if position.end or is_short(stock_of(position), position.rules):
            return
        following = random_part_turn(rng, position, compact, closing, claiming)
        if following is None:
            return
        position = following.after


def random_part_turn(
    rng: random.Random, position: Position, compact: float, closing: float, claiming: float
) -> Outcome | None:
    """Return one of the part-turns, none if no tile of the hand can be placed."""
    board = board_of(position)
    places = [laid for tile in set(position.hand) for laid in legal_placements(board, tile)]
    if not places:
        return None
    places.sort(key=lambda p: (p.tile, p.cell, p.rotation))
    few = rng.sample(places, min(20, len(places)))
    laid = max(few, key=lambda each: _worth(position, each, compact, closing))
    ways = list(claims(position, with_tile(board, laid), laid))
    outcomes = sorted(played(position, _claimed(rng, ways, claiming)), key=_text)
    return outcomes[-1] if rng.random() < 0.8 else outcomes[0]


def _worth(position: Position, laid: Placement, compact: float, closing: float) -> float:
    board = board_of(position)
    after = with_tile(board, laid)
    neighbours = sum(cell in board for cell in block(laid.cell))
    completed = completed_by(after, laid)
    occupied = [feature for feature in completed.values() if pieces_on(after, feature)]
    second = had_builder(position, after, laid, completed)
    return compact * neighbours + 6 * closing * len(occupied) + 5 * second


def _claimed(rng: random.Random, ways: list[Claimed], claiming: float) -> Claimed:
    builders = [way for way in ways if way.laid.piece and way.laid.piece.piece == "builder"]
    if builders and rng.random() < 0.7:
        return rng.choice(builders)
    if len(ways) > 1 and rng.random() < claiming:
        off_fields = [
            way for way in ways[1:] if way.laid.piece and len(way.laid.piece.feature) == 1
        ]
        return rng.choice(off_fields if off_fields and rng.random() < 0.6 else ways[1:])
    return ways[0]


def _text(outcome: Outcome) -> str:
    return str(outcome.part_turn)


def with_more_pieces(rng: random.Random, position: Position) -> Position:
    """Return the position with more pieces on the table, as no game might have put them but could.

    So features have several colours on them, and builders, more often than games bring about.
    """
    for _ in range(rng.randrange(12)):
        colour = position.to_move if rng.random() < 0.4 else rng.randrange(position.rules.colours)
        position = with_a_piece(rng, position, rng.choice(("little", "big", "builder")), colour)
    return position


def with_a_piece(rng: random.Random, position: Position, piece: Piece, colour: int) -> Position:
    """Return the position with one more piece of a colour somewhere, if there is room for it."""
    board, supplies = board_of(position), position.supplies
    if getattr(supplies[colour], piece) == 0:
        return position
    free = [placed for placed in position.placements if placed.cell != (0, 0) and not placed.piece]
    choice = [
        (replace(placed, piece=StandingPiece(piece, name, colour)), weights_on(board, feature))
        for placed in free
        for name, feature in features_on(board, placed.cell).items()
        if not is_complete(board, feature)
        and (piece != "builder" or _has_follower(board, feature, colour))
        and (feature.kind != "field" or rng.random() < 0.3)
    ]
    crowded = [way for way in choice if way[1]]
    if crowded and rng.random() < 0.6:
        choice = crowded
    if not choice:
        return position
    standing, _ = rng.choice(choice)
    return replace(
        position,
        placements=tuple(with_tile(board, standing).values()),
        supplies=changed(supplies, colour, piece, -1),
    )


def _has_follower(board: Board, feature: Feature, colour: int) -> bool:
    return feature.kind in {"road", "city"} and colour in weights_on(board, feature)


@lru_cache(10_000)  # both keys are asked about the same positions
def position_at(seed: int, part_turns: int) -> Position:
    """Return the position of a random game after so many part-turns, or its last."""
    return list(islice(game(seed), part_turns + 1))[-1]


def with_a_misfit(rng: random.Random, position: Position) -> Position:
    """Return the position with few tiles to come, the next of which fits hardly anywhere.

    So hands that cannot be placed are met, in first parts and in second ones.
    """
    tiles = rng.sample(_THEMES["misfits"][:6], 2)
    rules = replace(position.rules, hand=1)
    second = rng.random() < 0.5
    bag = (*tiles, *position.bag[:2])
    return replace(position, rules=rules, hand=position.hand[:1], bag=bag, second=second)


def positions_of(seed: int, number: int) -> list[Position]:
    """Return some positions of a random game, half of them with more pieces on the table."""
    rng = random.Random(seed)
    positions = [each for each in game(seed) if not is_short(stock_of(each), each.rules)]
    few = rng.sample(positions, min(number, len(positions)))
    return [_changed(rng, position) for position in few]


def _changed(rng: random.Random, position: Position) -> Position:
    if rng.random() < 0.5:
        position = with_more_pieces(rng, position)
    by_the_river = position.river or LAKE in position.hand
    if rng.random() < 0.25 and position.hand and not by_the_river and not position.end:
        position = with_a_misfit(rng, position)
    return position


def features_seen(position: Position, outcomes: frozenset[Outcome]) -> set[str]:
    """Return in words what is to be seen in a position and its outcomes."""
    rules = position.rules
    seen = {
        f"{rules.players} players",
        f"hand of {rules.hand}",
        *(f"set {name}" for name in rules.sets),
        *(f"{key} {rules.value(key)}" for key in SWITCHES),
    }
    facts = {
        "river tile in hand": any(tile.startswith("river/") for tile in position.hand),
        "lake in hand": LAKE in position.hand,
        "land tile by the river": bool(position.river) and START_TILE in position.hand,
        "discards": bool(position.discards),
        "hidden": position.hidden > 0,
        "second part": position.second,
        "equal tiles": len(set(position.hand)) < len(position.hand),
        "empty supply": not any(position.supplies[position.to_move]),
        "nothing fits": not outcomes,
    }
    seen |= {name for name, holds in facts.items() if holds}
    for outcome in outcomes:
        seen |= _seen_in(position, outcome)
    return seen


def _seen_in(position: Position, outcome: Outcome) -> set[str]:
    turn, after = outcome.part_turn, outcome.after
    seen = {f"laid {turn.piece} on {len(turn.feature)}"}
    facts = {
        "double turn": turn.second,
        "end": after.end == "played",
        "tie": after.end == "tie",
        "tie in the second part": after.end == "tie" and position.second,
        "tie instead of a double turn": after.end == "tie" and not position.second,
        "laid aside": len(after.discards) > len(position.discards),
        "under the river stack": len(after.river) > 1 and after.river[-2:] != position.river[-2:],
        "two scored": len(outcome.scorings) > 1,
        "claimed and scored": any(s.feature == turn.feature for s in outcome.scorings),
        "double turn by a completed feature": turn.second and bool(outcome.scorings),
    }
    seen |= {name for name, holds in facts.items() if holds}
    for scoring in outcome.scorings:
        seen.add(f"scored {scoring.kind}")
        if scoring.feature.islower():
            seen.add("monastery elsewhere")
        if len(scoring.owners) > 1:
            seen.add("shared")
        if len(scoring.owners) < len(scoring.weights):
            seen.add("majority")
        if any(weight > 1 for _, weight in scoring.weights):
            seen.add("heavy")
    return seen
