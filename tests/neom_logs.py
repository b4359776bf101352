"""Whole logs of NEOM games played at random by the naive oracle, and logs spoiled on purpose."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from tests import neom_oracle as oracle
from tests.neom_oracle import known
from tests.neom_oracle_log import PACKS, STACKS, set_up
from verifier.neom.log import (
    Act,
    ChooseTiles,
    Claims,
    End,
    Event,
    KeepCornerstone,
    Log,
    Reveal,
    RevealCornerstones,
    Strike,
)
from verifier.neom.state import GENERATIONS, SIDE, TILE_SETS, TURNS, Action, State, total
from verifier.neom.tiles import DECKS, TileCatalogue

if TYPE_CHECKING:
    from random import Random


@dataclass
class Player:
    """Plays a game at random and writes it down; ``rng`` makes every choice."""

    catalogue: TileCatalogue
    rng: Random

    def __post_init__(self) -> None:
        self.board = self.rng.choice(self.catalogue.boards).id
        self.state = set_up(self.catalogue, self.board)
        self.events: list[Event] = []

    def game(self, turns: int = GENERATIONS * TURNS) -> Log:
        """Return the log of a game of so many turns, with an end if it is whole."""
        self.preliminary_round()
        for generation in range(GENERATIONS):
            packs = self.packs(generation)
            for pack in packs[: max(0, turns - generation * TURNS)]:
                self.turn(pack)
        if self.state.ended:
            self.end()
        return Log(self.board, tuple(self.events))

    def preliminary_round(self) -> None:
        """Reveal three stacks, keep one Cornerstone of each, choose the tile set."""
        deck = [tile.id for tile in self.catalogue.tiles if tile.deck == "C"]
        self.rng.shuffle(deck)
        for size in STACKS:
            stack, deck = tuple(deck[:size]), deck[size:]
            kept = self.rng.choice(stack)
            self.events += [RevealCornerstones(stack), KeepCornerstone(kept)]
            self.state = replace(self.state, reserve=self.state.reserve | {kept})
        marks = self.rng.choice(TILE_SETS)
        self.events.append(ChooseTiles(marks))
        self.state = replace(self.state, tile_set=marks)

    def packs(self, generation: int) -> list[tuple[str, ...]]:
        """Return the seven packs of a Generation."""
        deck = [
            tile.id
            for tile in self.catalogue.tiles
            if tile.deck == DECKS[generation] and tile.mark in self.state.tile_set
        ]
        self.rng.shuffle(deck)
        packs = []
        for size in PACKS[len(deck) // 8]:
            packs.append(tuple(deck[:size]))
            deck = deck[size:]
        return packs

    def turn(self, pack: tuple[str, ...]) -> None:
        """Play a turn: rather place than sell, and note money and tokens now and then."""
        self.events.append(Reveal(pack))
        actions = oracle.actions(self.catalogue, self.state, pack)
        placing = [way for way in actions if way[0].square is not None]
        action, _, after = self.rng.choice(
            placing if placing and self.rng.random() < 0.9 else actions
        )
        shown = any(self.catalogue.tile(tile).type == "disaster" for tile in pack)
        over = self.state.disaster_over or action.kind == "prevent"
        strikes = not over and (shown or self.state.turn == TURNS)
        middle = replace(after, disaster_over=over or strikes)
        ways = oracle.close(self.catalogue, middle, strikes=strikes)
        answer, ended = self.rng.choice(ways)
        if answer is None:
            self.events.append(self.act(action, ended))
        else:
            self.events.append(self.act(action, middle))
            self.events.append(Strike(answer.kind, answer.squares, self.claims(ended)))
        self.state = ended

    def act(self, action: Action, after: State) -> Act:
        """Return the event of an action."""
        return Act(
            action.kind,
            action.selected,
            action.placed if action.kind == "cornerstone" else "",
            action.square,
            action.bought,
            action.routes,
            self.claims(after),
        )

    def claims(self, after: State) -> Claims:
        """Return what the player notes: now and then money, tokens, or both."""
        return Claims(
            money=after.money if self.rng.random() < 0.3 else None,
            tokens=after.tokens if self.rng.random() < 0.3 else None,
        )

    def end(self) -> None:
        """Note the score."""
        score = oracle.score(self.catalogue, self.state)
        headings = tuple((heading.name, known(heading.points)) for heading in score)
        self.events.append(End(headings, total(score)))


def spoiled(catalogue: TileCatalogue, log: Log, rng: Random) -> Log:
    """Return a log with one event changed, left out, repeated or exchanged with the next.

    Or with one of its turns again, after the last or anywhere. Most are illegal; a few are legal
    all the same.
    """
    number = rng.randrange(len(log.events))
    event = log.events[number]
    before, after = log.events[:number], log.events[number + 1 :]
    way = rng.randrange(8)
    if way == 0:
        return replace(log, events=before + after)
    if way == 1:
        return replace(log, events=(*before, event, event, *after))
    if way == 2 and after:
        return replace(log, events=(*before, after[0], event, *after[1:]))
    if way == 3:
        turns = [n for n, each in enumerate(log.events[:-1]) if isinstance(each, Reveal)]
        again = rng.choice(turns)
        at = rng.choice([number, len(log.events) - 1])
        turn = log.events[again : again + 2]
        return replace(log, events=(*log.events[:at], *turn, *log.events[at:]))
    return replace(log, events=(*before, _changed(catalogue, event, rng), *after))


def _changed(catalogue: TileCatalogue, event: Event, rng: Random) -> Event:
    any_tile = rng.choice(catalogue.tiles).id
    match event:
        case RevealCornerstones(tiles=tiles) | Reveal(tiles=tiles):
            return replace(event, tiles=_changed_tiles(tiles, any_tile, rng))
        case KeepCornerstone():
            return replace(event, tile=any_tile)
        case ChooseTiles():
            return replace(event, marks=rng.choice([("1+", "5+"), ("4+",), ("1+",), ("1+", "4+")]))
        case Act():
            return _changed_act(catalogue, event, any_tile, rng)
        case Strike():
            answer = rng.choice(["protected", "pay", "lose", "nothing"])
            squares = rng.sample(
                [(row, column) for row in range(SIDE) for column in range(SIDE)], 2
            )
            return replace(event, answer=answer, squares=tuple(squares) if answer == "lose" else ())
        case End():
            return replace(event, total=rng.randrange(100))


def _changed_tiles(tiles: tuple[str, ...], other: str, rng: Random) -> tuple[str, ...]:
    index = rng.randrange(len(tiles))
    replaced = (*tiles[:index], other, *tiles[index + 1 :])
    return rng.choice([tiles[1:], (*tiles, other), replaced, (*tiles[1:], tiles[-1])])


def _changed_act(catalogue: TileCatalogue, act: Act, any_tile: str, rng: Random) -> Act:
    goods = [good.id for good in catalogue.goods]
    square = (rng.randrange(-1, SIDE + 1), rng.randrange(-1, SIDE + 1))
    way = rng.randrange(7)
    if way == 0:
        return replace(act, selected=any_tile)
    if act.square is None or way == 1:
        cornerstones = [tile.id for tile in catalogue.tiles if tile.deck == "C"]
        action = rng.choice(["place", "cornerstone", "sell", "prevent", "pass"])
        placing = action in ("place", "cornerstone")
        return replace(
            act,
            action=action,
            cornerstone=rng.choice([any_tile, *cornerstones]) if action == "cornerstone" else "",
            square=square if placing else None,
            bought=(),
            routes=(),
        )
    match way:
        case 2:
            return replace(act, bought=tuple(rng.sample(goods, rng.randrange(3))))
        case 3:
            return replace(act, routes=("west",) * rng.randrange(3) + ("east",) * rng.randrange(2))
        case 4:
            return replace(act, claims=Claims(money=rng.randrange(20)))
        case _:
            return replace(act, square=square)
