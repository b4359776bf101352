"""The log of a NEOM game that is followed at a table, or dealt by a seed: where it stands.

It is read, and written into links as compressed JSON; the module on proofs has it judged. Nothing
is kept between two questions: a game is its log, and what it may come to follows from that.
"""

from __future__ import annotations

import base64
import zlib
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, TypeGuard

from generator.neom.dealing import dealt_board, dealt_generation, dealt_stacks
from meepleproof.rendering.neom.words import when_in_words
from verifier.documents.canonical_json import canonical_bytes
from verifier.documents.strict_json import json_value
from verifier.errors import Illegal, KeysDisagree, Malformed, Undecided
from verifier.neom.deal import STACKS
from verifier.neom.engine import Due, Engine, Standing
from verifier.neom.key import Key
from verifier.neom.log import Claims, Event, Log, LogReport, Reveal, RevealCornerstones
from verifier.neom.log_check import agreed_answers, agreed_outcomes, check_log
from verifier.neom.model.key import NeomModel
from verifier.neom.odds.seen import Seen
from verifier.neom.state import SQUARES, DisasterAnswer, Outcome, Square
from verifier.neom.tiles import DECKS, TileCatalogue
from verifier.neom.tiles_document import demo_catalogue

__all__ = [
    "Choice",
    "NeomTable",
    "Way",
    "dealt_log",
    "log_in_link",
    "log_of_link",
    "neom_table",
    "new_log",
]


@dataclass(frozen=True, slots=True)
class Way:
    """How a choice is done: where, what is bought and by which routes, and what is paid.

    ``paid`` is None where it cannot be determined.
    """

    square: Square | None
    bought: tuple[str, ...]
    routes: tuple[str, ...]
    paid: int | None


@dataclass(frozen=True, slots=True)
class Choice:
    """What can be done with a tile of the pack: the action, what is placed, and the ways."""

    action: str
    selected: str
    placed: str
    ways: tuple[Way, ...]


@dataclass(frozen=True, slots=True)
class NeomTable:
    """Where a legal log stands, and what may be done next.

    ``lacks`` says why that cannot be determined, empty if it can be: then ``choices`` are all that
    the pack and the reserve suggest, legal or not.
    """

    catalogue: TileCatalogue
    log: Log
    standings: tuple[Standing, ...]
    report: LogReport
    choices: tuple[Choice, ...] = ()
    answers: tuple[DisasterAnswer, ...] = ()
    lacks: str = ""

    @property
    def standing(self) -> Standing:
        """Where the log stands after its last event."""
        return self.standings[-1]

    @property
    def due(self) -> Due:
        """What there is to remember before the next event."""
        return self.standing.due

    @property
    def back(self) -> int:
        """How many events are left if the last choice of the player is taken back."""
        own = [n for n, event in enumerate(self.log.events) if not _is_shown(event)]
        return own[-1] if own else 0

    @property
    def turned_up(self) -> tuple[str, ...]:
        """The tiles of the stack or pack that was turned up last, empty after another event."""
        last = self.log.events[-1] if self.log.events else None
        return last.tiles if isinstance(last, RevealCornerstones | Reveal) else ()

    def unseen(self) -> tuple[str, ...]:
        """Return the tiles that the next stack or pack may have."""
        if self.due.next == "cornerstones":
            deck = self.catalogue.deck("C")
        elif self.due.next == "reveal":
            state = self.standing.state
            deck = self.catalogue.deck(DECKS[state.generation - 1], state.tile_set)
        else:
            return ()
        shown = {tile for event in self.log.events if _is_shown(event) for tile in event.tiles}
        return tuple(tile for tile in deck if tile not in shown)

    def seen(self) -> Seen | None:
        """Return what was seen of this Generation's packs, None outside of a Generation."""
        state, following = self.standing.state, self.due.next
        if following not in ("reveal", "act", "strike"):
            return None
        packs = state.turn - (following == "reveal")
        disaster = self._disaster_pack()
        if state.disaster_over and not disaster:  # before the state from which the log goes on
            disaster = 1
        if disaster > packs:
            return None
        return Seen(",".join(state.tile_set), packs, disaster)

    def _disaster_pack(self) -> int:
        """Return the pack of this Generation that had the Disaster, 0 if none had it."""
        for before, event in zip(self.standings, self.log.events, strict=False):
            if not isinstance(event, Reveal):
                continue
            kinds = {self.catalogue.tile(tile).type for tile in event.tiles}
            if "disaster" in kinds and before.state.generation == self.standing.state.generation:
                return before.state.turn
        return 0


def _is_shown(event: Event) -> TypeGuard[RevealCornerstones | Reveal]:
    return isinstance(event, RevealCornerstones | Reveal)


def neom_table(catalogue: TileCatalogue, log: Log) -> NeomTable:
    """Return where a log stands, by both keys.

    :raises Illegal: if an event breaks a rule; its place is that of the event in a request.
    :raises KeysDisagree: if the keys do.
    """
    engine = _engine(catalogue)
    keys = (engine, NeomModel())
    report = _legal(catalogue, log, keys)
    standings = engine.follow(catalogue, log)
    table = NeomTable(catalogue, log, standings, report)
    try:
        if table.due.next == "act":
            outcomes = agreed_outcomes(catalogue, log, standings, 1, keys)
            return replace(table, choices=_choices(outcomes))
        if table.due.next == "strike":
            return replace(table, answers=agreed_answers(catalogue, log, standings, keys))
    except Undecided as error:
        imaginable = tuple(_imaginable(table)) if table.due.next == "act" else ()
        return replace(table, choices=imaginable, lacks=error.message)
    return table


_DEMO_ENGINE = Engine()


def _engine(catalogue: TileCatalogue) -> Engine:
    """Return an engine; one keeps the catalogue that it used last, so only the demo's is kept."""
    return _DEMO_ENGINE if catalogue is demo_catalogue() else Engine()


def _legal(catalogue: TileCatalogue, log: Log, keys: Sequence[Key]) -> LogReport:
    checked = check_log(catalogue, log, keys)
    report = checked.report
    if report is None:
        raise KeysDisagree(checked.verdict.why)
    if report.violations:
        first = report.violations[0]
        why = "; ".join(dict.fromkeys(each.message for each in report.violations))
        raise Illegal(
            f"{when_in_words(log, first.event)}: {why}",
            where=f"/log/events/{first.event}",
            rule=first.rule,
        )
    return report


def _choices(outcomes: Iterable[Outcome]) -> tuple[Choice, ...]:
    """Return what can be done by what is selected, done and placed."""
    found = defaultdict[tuple[str, str, str], set[Way]](set)
    for outcome in outcomes:
        action = outcome.action
        way = Way(action.square, action.bought, action.routes, outcome.paid)
        found[action.selected, action.kind, action.placed].add(way)
    return tuple(
        Choice(action, selected, placed, tuple(sorted(ways, key=_order_of_ways)))
        for (selected, action, placed), ways in sorted(
            found.items(), key=lambda each: (each[0][0], _ACTIONS.index(each[0][1]), each[0][2])
        )
    )


_ACTIONS = ("prevent", "place", "sell", "cornerstone")


def _order_of_ways(way: Way) -> tuple[Any, ...]:
    return (way.square or (), way.routes, way.bought)


def _imaginable(table: NeomTable) -> Iterator[Choice]:
    """Yield what could be done with the pack if no rule forbade it; missing goods are bought."""
    pack = table.log.events[-1]
    assert isinstance(pack, Reveal)  # noqa: S101 - an action follows a pack only
    reserve = sorted(table.standing.state.reserve)
    for selected in pack.tiles:
        if table.catalogue.tile(selected).type == "disaster":
            yield Choice("prevent", selected, "", (Way(None, (), (), None),))
            continue
        yield Choice("place", selected, selected, _on_all_squares(table, selected))
        yield Choice("sell", selected, "", (Way(None, (), (), None),))
        for stone in reserve:
            yield Choice("cornerstone", selected, stone, _on_all_squares(table, stone))


def _on_all_squares(table: NeomTable, tile: str) -> tuple[Way, ...]:
    needed = set(table.catalogue.tile(tile).needs_goods or ())
    bought = tuple(sorted(needed - table.standing.state.tokens))
    return tuple(Way(square, bought, (), None) for square in SQUARES)


# --- games dealt by a seed


def new_log(catalogue: TileCatalogue, seed: int) -> Log:
    """Return the log of a game that a seed deals, with its City board and no event."""
    return Log(dealt_board(catalogue, seed), ())


def dealt_log(catalogue: TileCatalogue, log: Log, seed: int) -> Log:
    """Return a log of the game of a seed with the stack or pack turned up that is due.

    :raises Illegal: if the log is of another game than the one that the seed deals.
    """
    standings = _engine(catalogue).follow(catalogue, log)
    shown = [
        (event, _dealt_next(catalogue, seed, before))
        for event, before in zip(log.events, standings[:-1], strict=False)
        if _is_shown(event)
    ]
    foreign = log.start is not None or log.board != dealt_board(catalogue, seed)
    if foreign or any(replace(event, claims=Claims()) != dealt for event, dealt in shown):
        raise Illegal(
            f"this is not the game that seed {seed} deals; import it beside the real game, "
            "or begin the demo anew",
            where="/log",
        )
    due = standings[-1].due.next
    if len(standings) <= len(log.events) or due not in ("cornerstones", "reveal"):
        return log
    return replace(log, events=(*log.events, _dealt_next(catalogue, seed, standings[-1])))


def _dealt_next(catalogue: TileCatalogue, seed: int, before: Standing) -> Event:
    state = before.state
    if before.due.next == "cornerstones":
        stacks = dealt_stacks(catalogue, seed)
        return RevealCornerstones(stacks[STACKS.index(before.due.shown)])
    deal = dealt_generation(catalogue, seed, state.tile_set, state.generation)
    return Reveal(deal.packs[state.turn - 1])


_MOST = 64 * 1024
"""Bytes of a log; a game with all its notes has a tenth of them."""


def log_in_link(document: dict[str, Any]) -> str:
    """Return a log as the text that a link has.

    >>> log_of_link(log_in_link({"game": "neom", "board": "harbour", "events": []}))["board"]
    'harbour'
    """
    packed = zlib.compress(canonical_bytes(document), 9)
    return base64.urlsafe_b64encode(packed).decode().rstrip("=")


def log_of_link(text: str) -> dict[str, Any]:
    """Return the document in the text of a link, of whatever form.

    :raises Malformed: if the link is damaged.

    >>> log_of_link("eJ-damaged")
    Traceback (most recent call last):
    ...
    verifier.errors.Malformed: the link is damaged: a part of it is missing or was changed. Copy \
it once more, or import the file of the game (at log)
    """
    try:
        packed = base64.b64decode(text + "=" * (-len(text) % 4), b"-_", validate=True)
        reader = zlib.decompressobj()
        text = reader.decompress(packed, _MOST).decode()
        log = json_value(text, "the link") if reader.eof else None
    except (ValueError, zlib.error, Malformed):  # not base64, not compressed, or no JSON
        log = None
    if not isinstance(log, dict):
        raise Malformed(
            "the link is damaged: a part of it is missing or was changed. "
            "Copy it once more, or import the file of the game",
            where="log",
        )
    return log
