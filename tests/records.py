"""Records of random games: as they were played, and with one thing changed."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import TypeVar

from tests import naive
from tests.games import (
    ORACLE,
    TILES,
    choose,
    in_order,
    official_start,
    random_rules,
    random_start,
)
from verifier.carcassonne.solo.letters import tiles_of
from verifier.carcassonne.solo.position import Position
from verifier.carcassonne.solo.rule_set import SOLO
from verifier.carcassonne.solo.turn import (
    FEATURES,
    NO_CLAIM,
    Outcome,
    Record,
    RecordedMeeple,
    RecordedTurn,
)
from verifier.carcassonne.table.cells import AROUND

T = TypeVar("T")


def as_recorded(position: Position, outcome: Outcome, rng: random.Random) -> RecordedTurn:
    """Return the outcome's turn as a player writes it down."""
    turn, drawn = outcome.turn, naive.draw(position)
    assert turn is not None
    own_pile = len(position.piles) == 1 or drawn.pile == outcome.colour
    kind = SOLO.sheet.kind(turn.tile)
    equal_drawings = range(turn.rotation, 4, len(kind.rotations))
    may_be_left_out = len(turn.order) < 2 and rng.random() < 0.5
    return RecordedTurn(
        colour=outcome.colour,
        tile=turn.tile,
        rotation=rng.choice(equal_drawings),
        x=turn.x,
        y=turn.y,
        meeples=() if turn.claim == NO_CLAIM else (RecordedMeeple(turn.claim),),
        order=() if may_be_left_out else turn.order,
        discards=outcome.discards,
        pile=None if own_pile else drawn.pile,
    )


def legal_record(seed: int, most_turns: int = 8) -> Record:
    """Return a game as it was played, from an official or a declared start."""
    rng = random.Random(f"record {seed}")
    rules, official = random_rules(rng), rng.random() < 0.3
    position = official_start(rng, rules) if official else random_start(rng, rules)
    start, turns = position, list[RecordedTurn]()
    compact, scoring = rng.random(), rng.random()
    while len(turns) < most_turns:
        outcomes = [o for o in in_order(ORACLE.outcomes(position)) if o.turn is not None]
        if not outcomes:
            break
        outcome = choose(rng, outcomes, compact, scoring)
        turns.append(as_recorded(position, outcome, rng))
        position = outcome.after
    return Record(start, tuple(turns), official)


def record_and_mutation(seed: int, most_turns: int = 8) -> Iterator[tuple[str, Record]]:
    """Yield the record of that seed as it was played, and with one thing changed, named."""
    record = legal_record(seed, most_turns)
    yield "as played", record
    rng = random.Random(f"mutation {seed}")
    if not record.turns or rng.random() < 0.1:
        yield _changed_start(rng, record)
        return
    colours = record.start.rules.colours
    change, turns = with_one_change(
        rng, record.turns, lambda turn: changed_turn(rng, turn, colours), share_of_turns=6
    )
    yield change, replace(record, turns=turns)


def with_one_change(
    rng: random.Random,
    turns: tuple[T, ...],
    changed: Callable[[T], tuple[str, T]],
    share_of_turns: int,
) -> tuple[str, tuple[T, ...]]:
    """Return the turns of a record with one thing changed, named.

    A turn is changed that many times as often as two are swapped, one left out, or one repeated.
    """
    changing, at = list(turns), rng.randrange(len(turns))
    change = rng.choice(("swap", "leave out", "repeat", *["turn"] * share_of_turns))
    if change == "swap":
        other = rng.randrange(len(changing))
        changing[at], changing[other] = changing[other], changing[at]
    elif change == "leave out":
        del changing[at]
    elif change == "repeat":
        changing.insert(at, changing[at])
    else:
        change, changing[at] = changed(changing[at])
    return change, tuple(changing)


def changed_turn(rng: random.Random, turn: RecordedTurn, colours: int) -> tuple[str, RecordedTurn]:
    """Return the turn with one thing changed, named."""
    around = [(turn.x + dx, turn.y + dy) for dx, dy in AROUND.values()]
    x, y = rng.choice(around)
    segment, colour = rng.choice("NESWMF"), rng.randrange(colours)
    order = [name for name in turn.order if rng.random() < 0.7]
    order += [rng.choice(FEATURES)] if rng.random() < 0.4 else []
    rng.shuffle(order)
    meeple = turn.meeples[0] if turn.meeples else RecordedMeeple(segment)
    changes = {
        "rotation": replace(turn, rotation=rng.randrange(4)),
        "cell": replace(turn, x=x, y=y),
        "tile": replace(turn, tile=rng.choice(TILES)),
        "colour": replace(turn, colour=colour),
        "claim": replace(turn, meeples=(RecordedMeeple(segment),)),
        "no claim": replace(turn, meeples=()),
        "two meeples": replace(turn, meeples=(meeple, RecordedMeeple(segment))),
        "meeple's colour": replace(turn, meeples=(replace(meeple, colour=colour),)),
        "meeple's cell": replace(turn, meeples=(replace(meeple, cell=rng.choice(around)),)),
        "piece": replace(turn, meeples=(replace(meeple, piece=rng.choice(("marker", "abbot"))),)),
        "order": replace(turn, order=tuple(order)),
        "discards": replace(
            turn, discards=rng.choice(((), tiles_of("C"), (rng.choice(TILES),), tiles_of("XC")))
        ),
        "pile": replace(turn, pile=rng.randrange(colours)),
    }
    name = rng.choice(sorted(changes))
    return name, changes[name]


def _changed_start(rng: random.Random, record: Record) -> tuple[str, Record]:
    start, colour = record.start, rng.randrange(record.start.rules.colours)
    scores, supplies, piles = list(start.scores), list(start.supplies), list(start.piles)
    scores[colour] += rng.choice((-1, 1))
    supplies[colour] += rng.choice((-1, 1))
    pile = rng.randrange(len(piles))
    piles[pile] = replace(piles[pile], known=(*piles[pile].known, rng.choice(TILES)))
    official = replace(record, official=not record.official)
    changes = {
        "start: scores": replace(record, start=replace(start, scores=tuple(scores))),
        "start: supplies": replace(record, start=replace(start, supplies=tuple(supplies))),
        "start: piles": replace(record, start=replace(start, piles=tuple(piles))),
        "start: to move": replace(record, start=replace(start, to_move=colour)),
        "start: official": official,
    }
    name = rng.choice(sorted(changes))
    return name, changes[name]
