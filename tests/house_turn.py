"""The naive house rules, second half: claims, scoring, part-turns, drawing, the end."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Literal, NamedTuple

from tests.house_naive import (
    Board,
    Feature,
    all_features,
    board_of,
    by_place,
    can_be_placed,
    cities_touching,
    features_on,
    final_value_of,
    is_complete,
    legal_placements,
    monasteries_around,
    owners_of,
    pieces_on,
    value_of,
    weights_on,
    with_tile,
    without_pieces,
)
from verifier.carcassonne.house.part_turn import FinalScoring, Outcome, PartTurn, Scoring
from verifier.carcassonne.house.position import (
    LAKE,
    PIECES,
    Piece,
    Placement,
    Position,
    StandingPiece,
)
from verifier.carcassonne.house.rule_set import Pieces, RuleSet
from verifier.errors import Malformed

State = Literal["playable", "tie", "played", "unknown"]


class Stock(NamedTuple):
    """The tiles not on the table: in hand, to be drawn, laid aside."""

    hand: tuple[str, ...]
    river: tuple[str, ...]
    bag: tuple[str, ...]
    hidden: int
    discards: tuple[str, ...]


class Claimed(NamedTuple):
    """The table after step 3: the tile lies there, and perhaps a piece on it."""

    board: Board
    laid: Placement
    supplies: tuple[Pieces, ...]


def outcomes(position: Position) -> Iterator[Outcome]:
    """Yield everything that one part-turn can bring."""
    for tile in set(position.hand):
        for laid in legal_placements(board_of(position), tile):
            yield from outcomes_at(position, laid)


def outcomes_at(position: Position, laid: Placement) -> Iterator[Outcome]:
    """Yield everything that a tile can bring at its place."""
    for claimed in claims(position, with_tile(board_of(position), laid), laid):
        yield from played(position, claimed)


def claims(position: Position, board: Board, laid: Placement) -> Iterator[Claimed]:
    """Yield all ways of step 3: nothing, a follower, the builder (HOUSE-TURN-4, -5, HOUSE-2P-2)."""
    colour = position.to_move
    yield Claimed(board, laid, position.supplies)
    for name, feature in features_on(board, laid.cell).items():
        for piece in PIECES:
            left = getattr(position.supplies[colour], piece)
            if left > 0 and may_stand(piece, board, feature, position):
                standing = replace(laid, piece=StandingPiece(piece, name, colour))
                supplies = changed(position.supplies, colour, piece, -1)
                yield Claimed(with_tile(board, standing), standing, supplies)


def may_stand(piece: Piece, board: Board, feature: Feature, position: Position) -> bool:
    """Return whether the colour to move may put the piece there (HOUSE-TURN-4, -5; AMB-40)."""
    owners = owners_of(board, feature)
    if piece != "builder":
        return not owners
    if feature.kind not in {"road", "city"} or position.to_move not in owners:
        return False
    onto_completed = position.rules.value("house.builderOnCompleted") == "yes"
    return onto_completed or not is_complete(board, feature)


def changed(
    supplies: tuple[Pieces, ...], colour: int, piece: Piece, number: int
) -> tuple[Pieces, ...]:
    """Return the supplies with so many pieces of one colour more."""
    own = supplies[colour]
    own = own._replace(**{piece: getattr(own, piece) + number})
    return (*supplies[:colour], own, *supplies[colour + 1 :])


def completed_by(board: Board, laid: Placement) -> dict[str, Feature]:
    """Return the features that the tile completed, by name (HOUSE-TURN-6)."""
    touched = {**features_on(board, laid.cell), **monasteries_around(board, laid.cell)}
    return {name: feature for name, feature in touched.items() if is_complete(board, feature)}


def played(position: Position, claimed: Claimed) -> Iterator[Outcome]:
    """Yield what comes of a tile and a claim, with a second part and without (HOUSE-TURN-6, -8)."""
    board, laid, supplies = claimed
    rules = position.rules
    completed = completed_by(board, laid)
    emptied = {}
    for feature in completed.values():
        emptied.update(pieces_on(board, feature))
    for home in emptied.values():
        supplies = changed(supplies, home.colour, home.piece, 1)
    cleared = without_pieces(board, set(emptied))
    scorings, scores = scored(position, board, completed)
    hand = list(position.hand)
    hand.remove(laid.tile)
    stock, state = refilled(cleared, stock_of(position)._replace(hand=tuple(hand)), rules)
    may_go_on = not position.second and had_builder(position, board, laid, completed)
    for second in (False, True) if may_go_on and state in {"playable", "unknown"} else (False,):
        after = replace(
            position,
            placements=tuple(cleared.values()),
            scores=scores,
            supplies=supplies,
            to_move=position.to_move if second else (position.to_move + 1) % rules.colours,
            **stock._asdict(),
            second=second,
            end=state if state in {"played", "tie"} else "",
        )
        final = final_scores(after) if state == "played" else None
        part_turn = part_turn_of(laid, second=second)
        yield Outcome(position.to_move, part_turn, scorings, after, final)


def part_turn_of(laid: Placement, *, second: bool) -> PartTurn:
    """Return the part-turn that laid a tile, with the piece that was put on it."""
    tile, piece = (laid.tile, laid.rotation, laid.x, laid.y), laid.piece
    if piece is None:
        return PartTurn(*tile, second=second)
    return PartTurn(*tile, piece.piece, piece.feature, second)


def scored(
    position: Position, board: Board, completed: dict[str, Feature]
) -> tuple[tuple[Scoring, ...], tuple[int, ...]]:
    """Return the scorings of step 4 and the scores after them (HOUSE-TURN-6, HOUSE-OWN-2)."""
    scorings, scores = [], list(position.scores)
    for name, feature in completed.items():
        owners = owners_of(board, feature)
        if owners:
            value = value_of(board, feature, position.rules)
            weights = tuple(weights_on(board, feature).items())
            scorings.append(Scoring(name, feature.kind, value, weights, owners))
            for colour in owners:
                scores[colour] += value
    return tuple(scorings), tuple(scores)


def had_builder(
    position: Position, board: Board, laid: Placement, completed: dict[str, Feature]
) -> bool:
    """Return whether the tile was added to a feature with the own builder (HOUSE-TURN-8 to -10)."""
    for feature in features_on(board, laid.cell).values():
        for cell, piece in pieces_on(board, feature).items():
            own = piece.piece == "builder" and piece.colour == position.to_move
            if own and cell != laid.cell:
                gone = feature in completed.values()
                return not gone or position.rules.value("house.builderAfterReturn") == "yes"
    return False


# Drawing tiles


def stock_of(position: Position) -> Stock:
    """Return the tiles of a position that are not on the table."""
    p = position
    return Stock(p.hand, p.river, p.bag, p.hidden, p.discards)


def is_short(stock: Stock, rules: RuleSet) -> bool:
    """Return whether a tile must be drawn that is not known."""
    by_the_river = stock.river or LAKE in stock.hand
    return not by_the_river and len(stock.hand) < rules.hand and stock.hidden > 0


def require_known(position: Position) -> None:
    """Raise Malformed unless the hand is full, or can be."""
    if is_short(stock_of(position), position.rules):
        raise Malformed("the next tile is not known", where="hand", rule="HOUSE-TURN-2")


def drawn_up(stock: Stock, rules: RuleSet) -> Stock:
    """Return the tiles after refilling the hand (HOUSE-TURN-2, HOUSE-RIVER-5, AMB-36)."""
    hand, bag = list(stock.hand), list(stock.bag)
    stack, lake = [tile for tile in stock.river if tile != LAKE], LAKE in stock.river
    size = 1 if rules.value("house.riverHand") == "single" else rules.hand
    while stack and len(hand) < size:
        hand.append(stack.pop(0))
    if lake and not hand:
        hand, lake = [LAKE], False
    while bag and not stack and not lake and LAKE not in hand and len(hand) < rules.hand:
        hand.append(bag.pop(0))
    river = (*stack, LAKE) if lake else tuple(stack)
    return stock._replace(hand=tuple(sorted(hand)), river=river, bag=tuple(bag))


def refilled(board: Board, stock: Stock, rules: RuleSet) -> tuple[Stock, State]:
    """Return the tiles before the next part-turn, and how the game goes on."""
    while True:
        stock = drawn_up(stock, rules)
        if is_short(stock, rules):
            return stock, "unknown"
        if not stock.hand:
            return stock, "played"  # HOUSE-END-1
        if can_be_placed(board, stock.hand):
            return stock, "playable"
        if LAKE in stock.river:
            stock = under_the_stack(board, stock)
        elif rules.value("house.unplayableHand") == "tie":
            return stock, "tie"  # HOUSE-TURN-11
        else:
            stock = stock._replace(hand=(), discards=stock.discards + stock.hand)


def under_the_stack(board: Board, stock: Stock) -> Stock:
    """Return the tiles with an unplayable hand under the river stack (AMB-39)."""
    tiles = (*stock.river[:-1], *stock.hand)
    if can_be_placed(board, tiles):
        return stock._replace(hand=(), river=(*tiles, LAKE))
    return stock._replace(hand=(), river=(LAKE,), discards=stock.discards + tiles)


# The end


def final_scorings(board: Board) -> tuple[FinalScoring, ...]:
    """Return what each feature with followers brings at the end (HOUSE-FINAL-1 to -5)."""
    found = []
    for feature in all_features(board):
        owners = owners_of(board, feature)
        if owners:
            cities = cities_touching(board, feature) if feature.kind == "field" else []
            parts = sorted(feature.parts, key=by_place)
            scoring = FinalScoring(
                tuple((x, y, name) for (x, y), name in parts),
                feature.kind,
                final_value_of(board, feature),
                tuple(weights_on(board, feature).items()),
                owners,
                tuple((x, y, name) for (x, y), name in cities),
            )
            found.append(scoring)
    return tuple(found)


def final_scores(position: Position) -> tuple[int, ...]:
    """Return the scores by colour after final scoring, without handicaps (AMB-34)."""
    scores = list(position.scores)
    for scoring in final_scorings(board_of(position)):
        for colour in scoring.owners:
            scores[colour] += scoring.value
    return tuple(scores)
