"""The smallest game found on which two readings of the house rules part, by both keys.

A game begins with the set-up and a hand of one tile; which tiles come is free. Both keys list
every first part-turn with every tile, so a game of one part-turn is never overlooked; longer ones
are sought by chance from a seed. Both keys list all that could happen at every step of the game
found, and must agree.
"""

from __future__ import annotations

import random
import time
from collections import Counter
from dataclasses import dataclass, replace
from typing import TypeAlias

from verifier import __version__
from verifier.carcassonne.engine.house import HouseEngine
from verifier.carcassonne.house.catalogue import CATALOGUE
from verifier.carcassonne.house.key import Key
from verifier.carcassonne.house.part_turn import Outcome, PartTurn
from verifier.carcassonne.house.position import LAKE, SPRING, START_TILE, Position, set_up
from verifier.carcassonne.house.rule_set import RuleSet
from verifier.carcassonne.model.house.key import HouseModel
from verifier.carcassonne.tiles import tile_sheet
from verifier.carcassonne.verdict import Verdict
from verifier.errors import Illegal, KeysDisagree, Malformed, Undecided
from verifier.verdict import KeyReport

NO_EFFECT = {
    "house.tiles": "only the set-up that is proposed depends on it",
    "house.tinyShield": "no city of two tiles can have a shield with these five sets",
    "house.riverStart": "only which tiles are in the game depends on it",
}
"""Switches on which no game parts, with the reason."""

OWN_TURNS_BEFORE = {"house.builderOnCompleted": 1, "house.builderAfterReturn": 2}
"""How many turns of the same colour must come before the one that parts the readings: a builder
needs an own follower of an earlier turn, and a second part a builder of an earlier turn
(HOUSE-TURN-4, -8). No second part can come sooner."""

MISFITS = ("base/C", "base/X", "ic/K", "ks/C", "tb/B")
"""Tiles with one terrain all round, of which one may come next that fits nowhere."""

_UNKNOWN = 99
"""Tiles said to come after those known, so that nothing is said of a tie or the end."""

_TILES_TRIED = 8

Pair: TypeAlias = tuple[Position, Position]
Parting: TypeAlias = tuple[PartTurn, Outcome | None, Outcome | None]


@dataclass(frozen=True, slots=True)
class Comparison:
    """A game on which two readings part, as both keys play it.

    ``draw`` are its tiles in the order they come. The last part-turn of ``game`` parts the
    readings, unless they part at the set-up; ``one`` and ``other`` are what it brings by either
    reading, None where it is forbidden. By both keys there is no such game of fewer than
    ``lower_bound`` part-turns.
    """

    start: Pair
    draw: tuple[str, ...]
    game: tuple[PartTurn, ...]
    one: Outcome | None
    other: Outcome | None
    lower_bound: int
    verdict: Verdict


def compare(
    rules: RuleSet, key: str, value: str, *, part_turns: int = 9, games: int = 300
) -> Comparison:
    """Return the smallest game found on which a switch's answer parts from that of ``rules``.

    At most ``games`` random games of at most ``part_turns`` part-turns are played.

    :raises Malformed: for an unknown switch or answer, or the answer that the rules have.
    :raises Illegal: for a switch on which no game parts.
    :raises Undecided: if none was found.
    :raises KeysDisagree: if the keys disagree on what can happen.

    >>> compare(RuleSet(3, hand=1), "house.followers", "8").lower_bound
    0
    """
    other = rules.with_switches({key: value})
    if other == rules:
        raise Malformed(f"both readings have {key}={value}; give another value", where=key)
    rule = CATALOGUE.switch(key).amb
    if key in NO_EFFECT:
        raise Illegal(f"no game parts on {key}: {NO_EFFECT[key]}", where=key, rule=rule)
    if key == "house.riverHand" and not rules.has_river:
        why = "without the river, no hand of river tiles is drawn; play with the set river"
        raise Illegal(why, where=key, rule=rule)
    river = _river_tiles() if rules.has_river else ()
    if _differ_at_once(set_up(rules, river), set_up(other, river)):
        start = (set_up(rules, river), set_up(other, river))
        return Comparison(start, river, (), None, None, 0, _verdict(0, 0, 1, ()))
    search = _Search((set_up(rules, river), set_up(other, river)), key)
    lower_bound = search.lower_bound()
    found = search.shortest(max(lower_bound, search.by_rule), part_turns, games)
    if found is None:
        raise Undecided(
            f"no game of up to {part_turns} part-turns was found on which the readings part; both "
            f"keys rule out those of fewer than {lower_bound}"
        )
    return search.confirmed(*found, lower_bound)


def _differ_at_once(one: Position, other: Position) -> bool:
    return (one.supplies, one.hand) != (other.supplies, other.hand)


def _river_tiles() -> tuple[str, ...]:
    tiles = [tile.id for tile in tile_sheet("river").tiles for _ in range(tile.count)]
    return (*(tile for tile in tiles if tile not in {SPRING, LAKE}), LAKE)


class _Search:
    def __init__(self, start: Pair, key: str) -> None:
        self.start = start
        self.asks_next = key == "house.unplayableHand"
        self.engine: Key = HouseEngine()
        self.model: Key = HouseModel()
        self.by_rule = OWN_TURNS_BEFORE.get(key, 0) * start[0].rules.colours + 1
        self.examined = Counter[str]()
        self.seconds: dict[str, float] = dict.fromkeys(("engine", "model"), 0.0)
        self.box = _box(start[0].rules)

    def lower_bound(self) -> int:
        """Return 1 if the readings part in the first part-turn by both keys, else 2."""
        parted = False
        for tile in sorted(self.box):
            pair = _with_hand(self.start, tile)
            partings = [self._parting(key, pair) for key in (self.engine, self.model)]
            if partings[0] != partings[1]:
                raise KeysDisagree(f"the keys disagree on the first part-turn with {tile}")
            parted = parted or partings[0] is not None
        return 1 if parted or self.asks_next else 2

    def shortest(
        self, lower_bound: int, part_turns: int, games: int
    ) -> tuple[tuple[str, ...], tuple[PartTurn, ...]] | None:
        """Return the tiles and the part-turns of the shortest game found."""
        found = None
        for seed in range(games):
            rng = random.Random(seed)  # noqa: S311 - variety, not secrecy
            following = self._random_game(rng, part_turns)
            if following is not None:
                found = following
                part_turns = len(found[1]) - 1
            if part_turns < lower_bound:
                break
        return found

    def _random_game(
        self, rng: random.Random, part_turns: int
    ) -> tuple[tuple[str, ...], tuple[PartTurn, ...]] | None:
        pair, left = self.start, self.box.copy()
        draw: tuple[str, ...] = ()
        game: tuple[PartTurn, ...] = ()
        for _ in range(part_turns):
            ways: list[tuple[str, Outcome]] = []
            for tile in rng.sample(sorted(+left), _TILES_TRIED):
                drawn = _with_hand(pair, tile)
                parting = self._parting(self.engine, drawn)
                if parting is not None:
                    return (*draw, tile), (*game, parting[0])
                outcomes = sorted(self.engine.outcomes(drawn[0]), key=_text)
                ways += [(tile, outcome) for outcome in outcomes]
            if not ways:
                return None
            ((tile, chosen),) = rng.choices(ways, [_weight(each) for _, each in ways])
            left[tile] -= 1
            draw, game = (*draw, tile), (*game, chosen.part_turn)
            pair = (chosen.after, replace(chosen.after, rules=pair[1].rules))
            misfit = self._misfit(pair[0], left) if self.asks_next else ""
            if misfit:
                return (*draw, misfit), game
        return None

    def _misfit(self, position: Position, left: Counter[str]) -> str:
        """Return a tile that fits nowhere, nothing if none was found."""
        tiles = [tile for tile in MISFITS if left[tile] > 0]
        hands = {tile: replace(position, hand=(tile,)) for tile in tiles}
        return next((tile for tile in tiles if not self.engine.outcomes(hands[tile])), "")

    def _outcomes(self, key: Key, position: Position) -> frozenset[Outcome]:
        began = time.process_time()
        outcomes = key.outcomes(position)
        self.examined[key.name] += 1
        self.seconds[key.name] += time.process_time() - began
        return outcomes

    def reports(self) -> tuple[KeyReport, ...]:
        """Return what each key examined so far."""
        return tuple(
            KeyReport(
                key.name,
                self.examined[key.name],
                version=__version__,
                method="every first part-turn with every tile, and every step of the game",
                seconds=self.seconds[key.name],
                work="lists of outcomes",
            )
            for key in (self.engine, self.model)
        )

    def _parting(self, key: Key, pair: Pair) -> Parting | None:
        """Return a part-turn that brings one thing by one reading and another by the other."""
        one, other = ({o.part_turn: o for o in self._outcomes(key, table)} for table in pair)
        for part_turn in sorted(set(one) | set(other), key=str):
            ones, others = one.get(part_turn), other.get(part_turn)
            if ones is None or others is None or _result(ones) != _result(others):
                return part_turn, ones, others
        return None

    def confirmed(
        self, draw: tuple[str, ...], game: tuple[PartTurn, ...], lower_bound: int
    ) -> Comparison:
        """Return the game as both keys play it, tile by tile as drawn."""
        one, other = (set_up(each.rules, draw, _UNKNOWN) for each in self.start)
        start = (one, other)
        last: tuple[Outcome | None, Outcome | None] = (None, None)
        for part_turn in game:
            last = (self._played(one, part_turn), self._played(other, part_turn))
            if last[0] is None or last[1] is None:
                break
            one, other = last[0].after, last[1].after
        results = [each if each is None else _result(each) for each in last]
        if results[0] == results[1]:
            raise KeysDisagree("the readings do not part on the game that was found")
        verdict = _verdict(len(game), lower_bound, self.by_rule, self.reports())
        return Comparison(start, draw, game, *last, lower_bound, verdict)

    def _played(self, position: Position, part_turn: PartTurn) -> Outcome | None:
        outcomes = self._outcomes(self.engine, position)
        if outcomes != self._outcomes(self.model, position):
            raise KeysDisagree(f"the keys list different outcomes before {part_turn}")
        return next((each for each in outcomes if each.part_turn == part_turn), None)


def _with_hand(pair: Pair, tile: str) -> Pair:
    one, other = (replace(each, hand=(tile,), hidden=_UNKNOWN) for each in pair)
    return one, other


def _box(rules: RuleSet) -> Counter[str]:
    """Return the land tiles to draw from, without the start tile."""
    sheets = [tile_sheet(name) for name in rules.sets if name != "river"]
    box = Counter({tile.id: tile.count for sheet in sheets for tile in sheet.tiles})
    box[START_TILE] -= 1
    return box


def _text(outcome: Outcome) -> str:
    return str(outcome.part_turn)


def _result(outcome: Outcome) -> tuple[tuple[int, ...], str, tuple[int, ...] | None]:
    return outcome.after.scores, outcome.after.end, outcome.final


def _weight(outcome: Outcome) -> int:
    """Return how often to play it: builders, and followers on roads and cities, matter most."""
    turn = outcome.part_turn
    if turn.piece == "builder":
        return 60
    if outcome.scorings:
        return 1
    return 6 if turn.piece is not None and len(turn.feature) == 1 else 2


def _verdict(
    part_turns: int, lower_bound: int, by_rule: int, keys: tuple[KeyReport, ...]
) -> Verdict:
    claim = "no shorter game parts the readings"
    if part_turns == lower_bound:
        return Verdict("holds", keys, claim=claim)
    why = f"games of {lower_bound} to {part_turns - 1} part-turns were only sought by chance"
    if part_turns == by_rule:
        why = (
            "by HOUSE-TURN-4 and -8 the colour needs earlier turns of its own, so there is none of "
            f"fewer than {by_rule} part-turns; the keys did not play all shorter games"
        )
    return Verdict("undecided", keys, why, claim)
