"""Records of random house games: as they were played, and with one thing changed."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace

from tests.house_games import random_part_turn, random_rules, random_start
from tests.house_turn import final_scores, is_short, stock_of
from tests.records import with_one_change
from verifier.carcassonne.house.part_turn import (
    PartTurn,
    Record,
    RecordedPartTurn,
    RecordedPiece,
    as_recorded,
)
from verifier.carcassonne.tiles.drawing import NAMES, lying, segments


def legal_record(seed: int, most_part_turns: int) -> Record:
    """Return a game as it was played, from a declared start."""
    rng = random.Random(f"record {seed}")
    start = random_start(rng, random_rules(rng), most_tiles=16)
    position, turns = start, list[RecordedPartTurn]()
    compact, closing = rng.random(), rng.random()
    while len(turns) < most_part_turns and not is_short(stock_of(position), position.rules):
        outcome = random_part_turn(rng, position, compact, closing, claiming=0.8)
        if outcome is None or position.end:
            break
        if outcome.part_turn.second and len(turns) + 1 == most_part_turns:
            break
        scores = outcome.after.scores if rng.random() < 0.3 else None
        turn = written_differently(rng, outcome.part_turn)
        recorded = as_recorded(turn, position.to_move, second=position.second)
        turns.append(replace(recorded, scores=scores))
        position = outcome.after
    final = final_scores(position) if position.end == "played" and rng.random() < 0.5 else None
    return Record(start, tuple(turns), official=False, final=final)


def written_differently(rng: random.Random, turn: PartTurn) -> PartTurn:
    """Return a part-turn as a player may write it: any equal rotation, any name of a feature."""
    step = 4 // lying(turn.tile, 0).symmetry
    rotation = rng.choice(range(turn.rotation, 4, step))
    if not turn.feature:
        return replace(turn, rotation=rotation)
    reached = [each.places for each in segments(turn.tile, turn.rotation)]
    (places,) = (places for places in reached if turn.feature in places)
    return replace(turn, rotation=rotation, feature=rng.choice(places))


def record_and_mutation(seed: int, most_part_turns: int = 10) -> Iterator[tuple[str, Record]]:
    """Yield the record of that seed as it was played, and with one thing changed, named."""
    record = legal_record(seed, most_part_turns)
    yield "as played", record
    rng = random.Random(f"mutation {seed}")
    if not record.turns:
        return
    change, turns = with_one_change(
        rng,
        record.turns,
        lambda turn: rng.choice(_changed(rng, record, turn)),
        share_of_turns=7,
    )
    if record.final is not None and rng.random() < 0.2:
        final = tuple(points + (colour == 0) for colour, points in enumerate(record.final))
        yield "final scores", replace(record, final=final)
    yield change, replace(record, turns=turns)


def _changed(
    rng: random.Random, record: Record, turn: RecordedPartTurn
) -> list[tuple[str, RecordedPartTurn]]:
    """Return the part-turn with one thing changed, in all ways, each named."""
    colours, tiles = record.start.rules.colours, [each.tile for each in record.turns]
    scores = tuple(rng.randrange(30) for _ in range(colours))
    anything = RecordedPiece(rng.choice(("little", "big", "builder", "pig")), rng.choice(NAMES))
    changes = [
        ("colour", replace(turn, colour=rng.randrange(colours))),
        ("tile", replace(turn, tile=rng.choice(tiles))),
        ("rotation", replace(turn, rotation=rng.randrange(4))),
        ("cell", replace(turn, x=turn.x + rng.choice((-1, 1)))),
        ("second", replace(turn, second=not turn.second)),
        ("scores", replace(turn, scores=scores)),
        ("any piece", replace(turn, pieces=(anything,))),
        ("no piece", replace(turn, pieces=())),
        ("one more piece", replace(turn, pieces=(*turn.pieces, anything))),
    ]
    for piece in turn.pieces:
        others = [
            ("another's piece", replace(piece, colour=(turn.colour + 1) % colours)),
            ("piece elsewhere", replace(piece, cell=(turn.x, turn.y + 1))),
            ("feature", replace(piece, feature=rng.choice(NAMES))),
            ("sort of piece", replace(piece, piece=rng.choice(("little", "big", "builder")))),
        ]
        changes += [(name, replace(turn, pieces=(other,))) for name, other in others]
    return changes
