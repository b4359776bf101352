"""The check of a whole log or its part: what it breaks, notes wrongly, and leaves unknown."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from verifier.neom.engine.acting import act
from verifier.neom.engine.goods import Tokens, of_board
from verifier.neom.engine.packs import reveal, strike_passed_over
from verifier.neom.engine.position import Position, position_of
from verifier.neom.engine.preliminary import (
    choose_tiles,
    keep_cornerstone,
    reveal_cornerstones,
)
from verifier.neom.engine.prepared import Prepared, lay_out
from verifier.neom.engine.score_by_headings import score
from verifier.neom.engine.situation import Findings, Situation
from verifier.neom.engine.striking import strike
from verifier.neom.engine.turn_end import end_turn
from verifier.neom.log import (
    Act,
    ChooseTiles,
    Difference,
    End,
    Event,
    KeepCornerstone,
    Log,
    LogReport,
    Reveal,
    RevealCornerstones,
    Strike,
    Violation,
)
from verifier.neom.score import Score, total
from verifier.neom.state import City
from verifier.neom.unknowns import Unknown


def check(prepared: Prepared, log: Log) -> LogReport:
    """Return what a log breaks, what it notes wrongly, and what cannot be determined.

    :raises Malformed: if it names something that the catalogue does not have.
    """
    now, found = start(prepared, log)
    violations: list[Violation] = []
    differences: list[Difference] = []
    unknown: list[tuple[int, Unknown]] = []
    points: Score = ()
    for number, event in enumerate(log.events):
        if violations and not isinstance(event, Act):
            break
        after = step(prepared, now, event, found)
        unknown += [(number, each) for each in dict.fromkeys(found.unknown)]
        violations += [Violation(number, *each) for each in dict.fromkeys(found.broken)]
        if violations and not (isinstance(event, Reveal) and after.pack is not None):
            break
        if violations:  # what is noted beside an illegal event is not examined
            now, found = after, Findings()
            continue
        differences += _noted_otherwise(prepared, after, number, event)
        now = as_noted(prepared, after, event)
        if now.position.ended and not points:
            points = score(prepared, now.position.layout, now.tokens, now.money)
        if isinstance(event, End):
            differences += _scored_otherwise(points, number, event)
        found = Findings()
    owned = prepared.goods_of(now.tokens.surely)
    return LogReport(
        tuple(violations),
        tuple(differences),
        tuple(unknown),
        now.money,
        owned,
        () if violations else points,
    )


def faults_of_each(
    prepared: Prepared, log: Log, events: Iterable[Event]
) -> Iterator[tuple[Violation, ...]]:
    """Yield what each of some events would break, if it came after a legal log.

    :raises Malformed: if one of them names something that the catalogue does not have.
    """
    now, found = start(prepared, log)
    for event in log.events:
        now = as_noted(prepared, step(prepared, now, event, found), event)
    for event in events:
        found = Findings()
        step(prepared, now, event, found)
        yield tuple(Violation(len(log.events), *each) for each in dict.fromkeys(found.broken))


def start(prepared: Prepared, log: Log) -> tuple[Situation, Findings]:
    """Return the situation before the first event, and what of the set-up is unknown.

    :raises Malformed: if it names something that the catalogue does not have.
    """
    found = Findings()
    if log.start is not None:
        position = position_of(prepared, log.start)
        tiles = frozenset(tile for _, tile in log.start.city.tiles)
        owned = Tokens(position.tokens, position.tokens)
        begun = Situation(position, position.money, owned, tiles | log.start.reserve)
        return replace(begun, tile_set=log.start.tile_set), found
    layout = lay_out(prepared, City(log.board))
    tokens = of_board(prepared, layout)
    found.lacks(tokens.unknown)
    money = prepared.parameters.start_money
    if money is None:
        found.lacks([Unknown("NEOM-SETUP-3", "start_money")])
    position = Position(layout, tokens.surely, money or 0, 0, 1, 1, 0, (0, 0), disaster_over=False)
    return Situation(position, money, tokens), found


def step(prepared: Prepared, now: Situation, event: Event, found: Findings) -> Situation:
    """Return the situation after an event; what it breaks and lacks is noted in ``found``."""
    if now.ended:
        found.breaks("NEOM-END-1", "the game has ended")
        return now
    match event:
        case RevealCornerstones():
            after = reveal_cornerstones(prepared, now, event, found)
        case KeepCornerstone():
            after = keep_cornerstone(prepared, now, event, found)
        case ChooseTiles():
            after = choose_tiles(now, event, found)
        case Reveal():
            after = reveal(prepared, now, event, found)
        case Act():
            after = act(prepared, now, event, found)
        case Strike():
            after = strike(prepared, now, event, found)
        case End():
            after = _end(now, found)
    if found.broken or after.strike_due or not isinstance(event, Act | Strike):
        return after
    before_strike = now if isinstance(event, Strike) else after
    return end_turn(prepared, before_strike.position.layout, after, found)


def as_noted(prepared: Prepared, now: Situation, event: Event) -> Situation:
    """Return the situation with noted money and tokens where they could not be followed."""
    money, tokens = now.money, now.tokens
    if money is None:
        money = event.claims.money
    if tokens.surely != tokens.perhaps and event.claims.tokens is not None:
        noted = prepared.goods_mask(event.claims.tokens)
        tokens = Tokens(noted, noted)
    if money == now.money and tokens is now.tokens:
        return now
    return now.at(now.position, money, tokens)


def _end(now: Situation, found: Findings) -> Situation:
    if not now.position.ended:
        found.breaks("NEOM-END-1", "the game is scored before turn 21 is complete")
        strike_passed_over(now, found)
    return replace(now, ended=True)


def _noted_otherwise(
    prepared: Prepared, now: Situation, number: int, event: Event
) -> list[Difference]:
    """Return what was noted about money and tokens and surely is not so."""
    found = []
    claims = event.claims
    if claims.money is not None and now.money is not None and claims.money != now.money:
        found.append(Difference(number, "money", str(claims.money), str(now.money)))
    if claims.tokens is not None:
        noted = prepared.goods_mask(claims.tokens)
        if now.tokens.surely & ~noted or noted & ~now.tokens.perhaps:
            written = ", ".join(sorted(claims.tokens))
            followed = ", ".join(prepared.sorted_goods(now.tokens.surely))
            found.append(Difference(number, "tokens", written, followed))
    return found


def _scored_otherwise(points: Score, number: int, event: End) -> list[Difference]:
    """Return the headings and the total that were noted and are not so."""
    noted: list[tuple[str, int]] = list(event.headings)
    followed: dict[str, int | None] = {heading.name: heading.points for heading in points}
    if event.total is not None:
        noted.append(("total", event.total))
        followed["total"] = total(points)
    return [
        Difference(number, name, str(value), str(followed[name]))
        for name, value in noted
        if followed.get(name, value) not in {None, value}
    ]
