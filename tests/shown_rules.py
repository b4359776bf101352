"""Which rules a case shows, beside those that its scenario is about: those at work in its answer.

A rule is at work where it decides something: it forbids a claim that could be made otherwise, gives
points, sends a meeple home, ends the game. The naive rules of the tests look at the table.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator
from contextlib import suppress

from tests import naive, naive_turn
from verifier.carcassonne.engine.solo import Engine, referee
from verifier.carcassonne.solo.claims import NO_TURN, OutcomeClaim, SituationDomain
from verifier.carcassonne.solo.codec import position_from_json, record_from_json, turn_from_json
from verifier.carcassonne.solo.faults import faults
from verifier.carcassonne.solo.goals import checklist
from verifier.carcassonne.solo.key import Scores
from verifier.carcassonne.solo.keyring import Keyring
from verifier.carcassonne.solo.position import Meeple, Position
from verifier.carcassonne.solo.rule_set import SOLO
from verifier.carcassonne.solo.turn import NO_CLAIM, Record, Scoring, Turn, as_recorded
from verifier.carcassonne.table.cells import AROUND
from verifier.documents.strict_json import Document
from verifier.errors import Malformed

ENGINE = Engine()

LISTING = ("BASE-PLACE", "SOLO-PLACE", "BASE-MEEPLE", "SOLO-MEEPLE", "SOLO-TURN", "BASE-MON")
THE_END = ("SOLO-FINAL", "SOLO-RESULT", "SOLO-GOAL")
FOLLOWING = ("FACT", "DEF")
WITHIN: dict[str, tuple[str, ...]] = {
    "turns": (*LISTING, "SOLO-OPTION", "SOLO-END", "BASE-TILE"),
    "count": (*LISTING, "SOLO-END"),
    "goals": ("SOLO-GOAL",),
    "final": ("SOLO-FINAL", "SOLO-RESULT", "SOLO-OPTION"),
}
"""The families of rules that an answer in these areas can show."""


def rules_shown(area: str, request: Document, answer: Document, about: Iterable[str]) -> list[str]:
    """Return the rules that a case shows: of those it is ``about``, and those at work in it."""
    found = [rule for rule in about if _can_show(area, answer, rule)]
    found += _at_work(area, request, answer)
    return list(dict.fromkeys(found)) or list(about)


def _can_show(area: str, answer: Document, rule: str) -> bool:
    if rule.startswith(FOLLOWING):
        return True
    if area == "play" and not answer.get("over", False):
        return not rule.startswith(THE_END)
    if area == "play":
        return not rule.startswith("SOLO-GOAL")
    return area not in WITHIN or rule.startswith(WITHIN[area])


def _at_work(area: str, request: Document, answer: Document) -> Iterator[str]:
    if "error" in answer:
        return
    if area == "final":
        yield from at_the_end(tuple(request["scores"]), tuple(request["meeples"]))
    elif area == "turns":
        yield from of_listing(position_from_json(request["position"]))
    elif area == "count":
        yield "BASE-PLACE-4"  # equal drawings count once
        yield from set(of_listing(position_from_json(request["position"]))) & {"SOLO-MEEPLE-9"}
    elif area == "play":
        yield from _of_play(request, answer)
    elif area == "goals":
        yield from _of_goals(request, answer)
    elif "record" in request:
        yield from _of_record(record_from_json(request["record"]), legal=answer["legal"])
    elif area in ("position", "reason"):
        found = faults(position_from_json(request["position"]))
        yield from (fault.rule for fault in found)


# What a list of turns shows


def of_listing(position: Position) -> Iterator[str]:
    """Yield the rules at work in the list of turns at a table."""
    if position.over:
        return
    drawn = naive.draw(position)
    yield from of_draw(position, drawn)
    if drawn.tile is None:
        yield "SOLO-END-6"
        return
    board, supply = naive.board_of(position), position.supplies[drawn.colour]
    places = naive.legal_placements(board, drawn.tile)
    if any(rotation for _, rotation in places):
        yield "BASE-PLACE-4"
    if len(places) < len(naive.frontier(board)) * len(SOLO.sheet.kind(drawn.tile).rotations):
        yield "BASE-PLACE-3"
    if _cells_at_corners(board):
        yield "BASE-PLACE-2"
    tables = [_with_tile(board, cell, drawn.tile, rotation) for cell, rotation in places]
    cells = [cell for cell, _ in places]
    free = [naive.free_features(t, c) for t, c in zip(tables, cells, strict=True)]
    if any(free) and not all(free):
        yield "SOLO-PLACE-3"
    if not supply:
        yield from ["SOLO-MEEPLE-11"] * any(free)
        return
    yield from ["SOLO-MEEPLE-1"] * any(free)
    yield from ["SOLO-MEEPLE-2"] * any(len(names) > 1 for names in free)
    for table, cell, names in zip(tables, cells, free, strict=True):
        own = naive.features_of_tile(table, cell)
        yield from ["SOLO-MEEPLE-5"] * (len(own) > len(names))
        yield from ["SOLO-MEEPLE-6"] * any(own[name].complete for name in names)
        yield from ["SOLO-MEEPLE-9"] * (len(own) < len(table[cell].drawing.segments))


def of_draw(position: Position, drawn: naive.Drawn) -> Iterator[str]:
    """Yield the rules at work in drawing a tile."""
    if drawn.discards:
        yield "SOLO-PLACE-4"
    if position.piles[position.pile_of(position.to_move)].empty:
        yield "SOLO-PLACE-5"
    if len(position.piles) > 1 and any(not pile.empty for pile in position.piles[: drawn.pile]):
        yield "SOLO-PLACE-1"
    if position.rules.colours > len(SOLO.start_scores):
        yield "SOLO-OPTION-2"


def _cells_at_corners(board: naive.Board) -> set[tuple[int, int]]:
    """Return the empty cells that touch the table at corners only."""
    near = {(x + i, y + j) for x, y in board for i in (-1, 1) for j in (-1, 1)}
    return near - naive.frontier(board) - set(board)


def _with_tile(board: naive.Board, cell: tuple[int, int], tile: str, rotation: int) -> naive.Board:
    return {**board, cell: naive.Lying(SOLO.sheet.orientation(tile, rotation), None)}


# What a turn shows


def _of_play(request: Document, answer: Document) -> Iterator[str]:
    position = position_from_json(request["position"])
    if request.get("declined"):
        yield "SOLO-SCORE-14"
    if request["turn"] == NO_TURN:
        yield from of_draw(position, naive.draw(position))
        if answer["legal"]:
            yield from ("SOLO-END-6", *at_the_end(position.scores, position.meeples_on_tiles()))
        return
    turn = turn_from_json(request["turn"], "")
    if answer["legal"]:
        yield from of_turn(position, turn, set(request.get("declined", ())))
        return
    record = Record(position, (as_recorded(turn, naive.draw(position).colour),), official=False)
    yield from (violation.rule for violation in ENGINE.violations(record))


def of_turn(position: Position, turn: Turn, declined: Collection[str] = ()) -> Iterator[str]:
    """Yield the rules at work in a legal turn."""
    drawn = naive.draw(position)
    yield from of_draw(position, drawn)
    if turn.rotation % len(SOLO.sheet.kind(turn.tile).rotations):
        yield "BASE-PLACE-4"
    board = _with_tile(naive.board_of(position), turn.cell, turn.tile, turn.rotation)
    free = naive.free_features(board, turn.cell)
    wanting = bool(free) and not position.supplies[drawn.colour]
    if turn.claim != NO_CLAIM:
        yield from ["SOLO-MEEPLE-2"] * (turn.claim != free[0])
        drawing = board[turn.cell].drawing
        board[turn.cell] = naive.Lying(drawing, Meeple(turn.claim, drawn.colour))
    completed = naive_turn.completed_by(board, turn.cell)
    order = turn.order or tuple(completed)
    scores = position.scores
    for name in order:
        feature, before = completed[name], scores
        ((done,), scores) = naive_turn.score_in_order(
            board, [(name, feature)], [name not in declined], before, position.rules
        )
        yield from _of_scoring(board, feature, done, before)
        yield from ["SOLO-SCORE-12", "SOLO-MEEPLE-6"] * (name == turn.claim)
        yield from ["SOLO-SCORE-1"] * (name in AROUND)
        if naive_turn.lowest(before) != naive_turn.lowest(position.scores):
            yield from ("SOLO-SCORE-3", "SOLO-SCORE-4")
    home = naive_turn.returned(board, completed, position.rules.colours)
    left = [len(pile.known) + pile.hidden for pile in drawn.piles]
    if wanting:
        yield from ("SOLO-END-1", "SOLO-MEEPLE-11")
        yield from ["SOLO-END-2"] * bool(completed)
        yield from ["SOLO-END-3"] * bool(home[drawn.colour])
    if not any(left):
        yield from ("SOLO-END-4", *["SOLO-END-5"] * wanting)
    if wanting or not any(left):
        table = naive_turn.without_meeples(board, completed.values())
        on = Counter(lying.meeple.colour for lying in table.values() if lying.meeple)
        yield from at_the_end(scores, tuple(on[colour] for colour in range(len(scores))))
        return
    if not any(pile.known for pile in drawn.piles):
        yield "BASE-END-1"  # tiles that are not known are left
    if 0 in (*left, *_hands_after(position, drawn.colour, turn, home)):
        yield "SOLO-END-7"


def _hands_after(position: Position, colour: int, turn: Turn, home: Scores) -> Scores:
    placed = tuple(-(c == colour and turn.claim != NO_CLAIM) for c in range(len(home)))
    return naive_turn.add(naive_turn.add(position.supplies, placed), home)


def _of_scoring(
    board: naive.Board, feature: naive.Feature, done: Scoring, before: Scores
) -> Iterator[str]:
    """Yield the rules at work in the scoring of a feature."""
    on = naive.meeples_on(board, feature)
    lowest = naive_turn.lowest(before)
    yield "SOLO-SCORE-11"
    if feature.kind == "monastery":
        yield "BASE-MON-1"
    if len(on) == 1:
        yield "SOLO-SCORE-5"
    elif len(done.majority) > 1:
        yield "SOLO-SCORE-6"
    else:
        yield "SOLO-SCORE-7"
    minority = set(done.present) - set(done.majority)
    if minority or max(on.values()) > 1:
        yield "BASE-RETURN-1"
    if minority and (done.colours or minority & lowest):
        yield "SOLO-SCORE-8"
    if done.colours and max(on.values()) > 1:
        yield "BASE-SCORE-3"
    if not done.colours:
        yield "SOLO-SCORE-10"
        return
    if len(lowest) > 1 and lowest & set(done.colours):
        yield "SOLO-SCORE-9"
    if max(lowest) == len(SOLO.start_scores):
        yield "SOLO-SCORE-15"
    yield from _of_value(board, feature)


def _of_value(board: naive.Board, feature: naive.Feature) -> Iterator[str]:
    """Yield the rules at work in the value of a feature."""
    tiles = {cell for cell, _ in feature.parts}
    segments = [board[cell].drawing.segment_named(name) for cell, name in feature.parts]
    if feature.kind == "monastery":
        yield "BASE-MON-2"
    elif len(tiles) < len(feature.parts):
        yield "BASE-COUNT-1"
    if feature.kind == "road":
        yield "BASE-ROAD-3"
        if not any(segment and len(segment.edges) == 1 for segment in segments):
            yield "BASE-ROAD-1"
    if feature.kind == "city":
        shields = sum(segment.shields for segment in segments if segment)
        yield from ["BASE-CITY-2"] * bool(shields)
        yield from ["BASE-CITY-3"] * (len(tiles) + shields == 2)


# What the end of a game shows


def at_the_end(scores: Scores, meeples: Scores) -> Iterator[str]:
    """Yield the rules at work in final scoring, and in the result."""
    final = naive_turn.final_scores(scores, meeples)
    gained = [(after - before) // 2 for before, after in zip(scores, final, strict=True)]
    yield from ("SOLO-RESULT-1", "SOLO-RESULT-2")
    yield from ["SOLO-FINAL-1"] * any(gained)
    yield from ["SOLO-FINAL-2"] * any(g < n for g, n in zip(gained, meeples, strict=True))
    yield from ["SOLO-FINAL-3"] * any(0 < g < n for g, n in zip(gained, meeples, strict=True))
    yield from ["SOLO-FINAL-7"] * any(g > 1 for g in gained)
    if any(gained) and _not_when_level(scores, meeples) != final:
        yield "SOLO-FINAL-6"
    if len(scores) > len(SOLO.start_scores):
        yield "SOLO-OPTION-2"


def _not_when_level(scores: Scores, meeples: Scores) -> Scores:
    """Return how it would end if a colour level with another were not lowest."""
    low = naive_turn.lowest(scores)
    if len(low) > 1 or not meeples[min(low)]:
        return scores
    return _not_when_level(*naive_turn.with_meeple_scored(scores, meeples, min(low)))


# What goals and records show


def _of_goals(request: Document, answer: Document) -> Iterator[str]:
    position = position_from_json(request["position"])
    yield from (checklist()[name].rule for name in answer["goals"])
    ring = Keyring([ENGINE])
    tables = SituationDomain(position=position, record=None, turn=0)
    without = request["turn"] == NO_TURN
    turn = None if without else turn_from_json(request["turn"], "")
    ((_, outcome),) = ring.brought(OutcomeClaim(tables, turn, without, {}))
    assert outcome is not None
    for scoring in outcome.scorings:
        yield from _of_goals_about(scoring)
    if outcome.after.over:
        yield "SOLO-GOAL-14"


def _of_goals_about(scoring: Scoring) -> Iterator[str]:
    """Yield the rules of the goals that a scoring meets, or misses by one colour or by points."""
    by = len(scoring.colours)
    if not by:
        yield "SOLO-GOAL-0a"
    elif scoring.kind == "monastery":
        yield "SOLO-GOAL-9"
    elif by > 1:
        yield "SOLO-GOAL-0b"
    long, large = 10, 16
    if scoring.kind == "road" and by:
        yield from ["SOLO-GOAL-3"] * (by > 1 and scoring.value >= long)
        yield from ["SOLO-GOAL-4"] * (by > 2)
    if scoring.kind == "city" and by:
        yield from ["SOLO-GOAL-7"] * (by > 1 and scoring.value >= large)
        yield from ["SOLO-GOAL-8"] * (by > 2)


def _of_record(record: Record, *, legal: bool) -> Iterator[str]:
    if not legal:
        yield from (violation.rule for violation in ENGINE.violations(record))
        return
    yield from ("SOLO-TURN-1", "SOLO-PLACE-1", "SOLO-MEEPLE-1")
    position = record.start
    for written in record.turns:
        outcome = referee.play(position, written, ENGINE)
        with suppress(Malformed):  # a tile that only the record tells
            assert outcome.turn is not None
            yield from of_turn(position, outcome.turn)
        position = outcome.after
