"""A game of the house rules for people and for players that the service moves.

A game is its set-up and its line, so the server keeps only the latest games, to be quick. Of the
players that it moves one is greedy, and one looks ahead. Neither knows more than a person at the
table: they do not look into the bag. With two players both play the last three tiles perfectly, as
every tile to come is known then. With more players only the last tile has a perfect part-turn:
before it, what is best depends on whom the others help.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Literal, TypeAlias

from generator.chance import Chance
from meepleproof.service.play.house.turns import play_part_turns
from meepleproof.service.play.refusal import Refusal
from verifier.carcassonne.engine.house import HouseEngine
from verifier.carcassonne.engine.house.endgame import perfect_reply
from verifier.carcassonne.engine.house.players import deck, worths_by_eye
from verifier.carcassonne.house.endgame import PLAYERS, Endgame
from verifier.carcassonne.house.evening import Handicap, TablePlan, plan_table
from verifier.carcassonne.house.part_turn import Outcome, PartTurn, Record, as_recorded
from verifier.carcassonne.house.position import LAKE, SPRING, Position, set_up
from verifier.carcassonne.house.rule_set import RuleSet
from verifier.carcassonne.tiles import is_of_river, tile_sheet
from verifier.errors import Malformed

Seat: TypeAlias = Literal["person", "greedy", "ahead"]

_REMEMBERED = 400
MOST_ANSWERS = 2
"""Part-turns that players of the service make for one request: a whole turn with a builder."""


@dataclass(frozen=True, slots=True)
class Guest:
    """A player at the table: the name, who moves, and the handicap."""

    name: str
    seat: Seat = "person"
    child: bool = False
    handicap: Handicap = field(default_factory=Handicap)


@dataclass(frozen=True, slots=True)
class Evening:
    """What a game is set up from; the seed gives the order in which tiles are drawn.

    :raises Malformed: if there are not as many guests as players, or two have one name.
    """

    rules: RuleSet
    minutes: int
    seed: int
    guests: tuple[Guest, ...]

    def __post_init__(self) -> None:
        """Refuse guests that do not fit the players."""
        names = [guest.name for guest in self.guests]
        if len(names) != self.rules.players:
            why = f"{len(names)} names are given for {self.rules.players} players"
            raise Malformed(why, where="names", rule="HOUSE-SETUP-1")
        if len(set(names)) < len(names):
            raise Malformed("two players have one name", where="names")

    @property
    def plan(self) -> TablePlan:
        """What is taken out of the boxes.

        :raises Illegal: if the minutes are too few for one tile for each player.
        """
        return plan_table(self.rules, self.minutes)

    @property
    def handicaps(self) -> tuple[int, ...]:
        """The points each player begins with, for the tiles of this game (HOUSE-SETUP-7)."""
        return tuple(guest.handicap.at(self.plan.bag) for guest in self.guests)

    def start(self) -> Position:
        """Return the table before the first turn, with all tiles to come in their order."""
        chance = Chance("house-game", self.seed)
        river = [tile for tile in _river(self.rules) if tile != LAKE]
        ground = sorted(tile for tile in deck(self.rules) if not is_of_river(tile))
        stream = (*chance.shuffled(river), LAKE) if river else ()
        return set_up(self.rules, (*stream, *chance.shuffled(ground)[: self.plan.bag]))


def _river(rules: RuleSet) -> list[str]:
    if not rules.has_river:
        return []
    tiles = [tile.id for tile in tile_sheet("river").tiles for _ in range(tile.count)]
    return [tile for tile in tiles if tile != SPRING]


@dataclass(frozen=True, slots=True)
class HouseGame:
    """A game as far as it was played; the service made the last ``answers`` part-turns."""

    evening: Evening
    start: Position
    outcomes: tuple[Outcome, ...] = ()
    refusal: Refusal | None = None
    answers: int = 0

    @property
    def position(self) -> Position:
        """The table now with all tiles to come, which must not reach a player."""
        return self.outcomes[-1].after if self.outcomes else self.start

    @property
    def line(self) -> tuple[PartTurn, ...]:
        """The part-turns made."""
        return tuple(outcome.part_turn for outcome in self.outcomes)

    @property
    def seat_to_move(self) -> Seat:
        """Who makes the next part-turn."""
        player = self.evening.rules.player_of(self.position.to_move)
        return self.evening.guests[player].seat

    @property
    def goes_on(self) -> bool:
        """Whether a player of the service is to move."""
        over = self.position.end or self.refusal is not None
        return not over and self.seat_to_move != "person"

    @property
    def back(self) -> tuple[PartTurn, ...]:
        """The line before the last part-turn that a person made, the whole one if none did."""
        colours = (self.evening.guests[self._player(outcome)].seat for outcome in self.outcomes)
        own = [number for number, seat in enumerate(colours) if seat == "person"]
        return self.line[: own[-1]] if own else self.line

    def seen(self) -> Position:
        """Return the table as players see it: what lies in the bag is hidden."""
        position = self.position
        return replace(position, bag=(), hidden=position.hidden + len(position.bag))

    def record(self) -> Record:
        """Return the game as a record, with the final scores if it has them."""
        turns, second = [], self.start.second
        for outcome in self.outcomes:
            turns.append(as_recorded(outcome.part_turn, outcome.colour, second=second))
            second = outcome.after.second
        final = self.outcomes[-1].final if self.outcomes else None
        return Record(self.start, tuple(turns), official=True, final=final)

    def totals(self) -> tuple[int, ...]:
        """Return what each player has, without handicaps: points after final scoring if over."""
        rules, totals = self.evening.rules, [0] * self.evening.rules.players
        final = self.outcomes[-1].final if self.outcomes else None
        for colour, score in enumerate(final or self.position.scores):
            totals[rules.player_of(colour)] += score
        return tuple(totals)

    def _player(self, outcome: Outcome) -> int:
        return self.evening.rules.player_of(outcome.colour)


HouseGames: TypeAlias = Callable[[Evening, tuple[PartTurn, ...]], HouseGame]


def remembered_house_games() -> HouseGames:
    """Return a function that plays games part-turn by part-turn, and remembers the latest."""

    @lru_cache(_REMEMBERED)
    def game(evening: Evening, line: tuple[PartTurn, ...]) -> HouseGame:
        if not line:
            return HouseGame(evening, evening.start())
        before = game(evening, line[:-1])
        if before.refusal is not None:
            return before
        found, refusal = play_part_turns(before.position, line[-1:])
        if refusal is not None:
            return replace(before, refusal=replace(refusal, turn=len(line)))
        return replace(before, outcomes=(*before.outcomes, *found))

    def played(evening: Evening, line: tuple[PartTurn, ...]) -> HouseGame:
        # Turn by turn: a long line would recurse too deeply.
        found = game(evening, ())
        for turns in range(1, len(line) + 1):
            found = game(evening, line[:turns])
        return found

    return played


def answered(game: HouseGame, most: int = MOST_ANSWERS) -> HouseGame:
    """Return the game with the next part-turns of the service's players, so many at most.

    They end at a person's turn; otherwise the game :attr:`~HouseGame.goes_on` without one.
    """
    evening, made = game.evening, 0
    while game.goes_on and made < most:
        position = game.position
        style = game.seat_to_move
        assert style != "person"  # noqa: S101 - the game would not go on by itself
        # The player that chooses does not see the bag; the turn is then played with it.
        chosen = choice(game.seen(), style, evening.handicaps)
        if chosen is None:
            break
        found, _ = play_part_turns(position, (chosen.part_turn,))
        game = replace(game, outcomes=(*game.outcomes, *found))
        made += 1
    return replace(game, answers=made)


Style: TypeAlias = Literal["greedy", "ahead"]

_LAST_TILES = 3
"""With so many tiles to come, all known, games of two players are solved."""
_CONSIDERED = 5
"""How many of the best-looking part-turns are weighed against what the next player makes of them.
"""
_MOST_ANSWERS = 1_500
"""No more part-turns are weighed when the next player's part-turns are more than so many."""


def choice(position: Position, style: Style, handicaps: tuple[int, ...]) -> Outcome | None:
    """Return the part-turn that a player of that style makes; None if no tile can be placed.

    It is always the same in the same position.
    """
    outcomes = HouseEngine().outcomes_in_order(position)
    if not outcomes:
        return None
    if _is_solvable(position):
        best = perfect_reply(Endgame(position, (handicaps[0], handicaps[1]))).part_turn
        return next(one for one in outcomes if one.part_turn == best)
    if all(one.after.end == "played" for one in outcomes):
        leads = [(-_lead(one, position, handicaps), str(one.part_turn)) for one in outcomes]
        return min(zip(leads, outcomes, strict=True), key=lambda each: each[0])[1]
    ranked = _ranked(outcomes, position)
    if style == "greedy" or len(ranked) == 1:
        return ranked[0][1]
    return max(_weighed(ranked, position), key=lambda each: each[0])[1]


def _weighed(
    ranked: Sequence[tuple[int, Outcome]], before: Position
) -> Iterator[tuple[int, Outcome]]:
    """Yield some of the best-looking outcomes with their worth less what it gives the next player.

    Fewer are weighed where each has very many answers, so that a turn never takes long.
    """
    answers = 0
    for worth, outcome in ranked[:_CONSIDERED]:
        gain, weighed = _answer(outcome, before)
        yield worth - gain, outcome
        answers += weighed
        if answers > _MOST_ANSWERS:
            return


def _is_solvable(position: Position) -> bool:
    return (
        position.rules.players == PLAYERS
        and not (position.bag or position.hidden or position.river)
        and len(position.hand) <= _LAST_TILES
        and not any(map(is_of_river, position.hand))
    )


def _lead(outcome: Outcome, before: Position, handicaps: Sequence[int]) -> int:
    """Return by how much the player who ends the game leads the best other one then."""
    totals = list(handicaps)
    for colour, score in enumerate(outcome.final or ()):
        totals[before.rules.player_of(colour)] += score
    own = totals.pop(before.rules.player_of(before.to_move))
    return own - max(totals)


def _ranked(outcomes: Sequence[Outcome], before: Position) -> list[tuple[int, Outcome]]:
    """Return the outcomes with their estimated worth, best first."""
    worths = zip(worths_by_eye(outcomes, before), outcomes, strict=True)
    return sorted(worths, key=lambda each: (-each[0], str(each[1].part_turn)))


def _answer(outcome: Outcome, before: Position) -> tuple[int, int]:
    """Return an estimate of what the next player gains with the tiles that lie open now.

    The second number is how many part-turns were looked at for it.

    The tile drawn after the part-turn is not known yet. If the same player plays a second part, the
    gain is the other way round.
    """
    hand = list(before.hand)
    hand.remove(outcome.part_turn.tile)
    after = outcome.after
    if after.end or not hand or any(map(is_of_river, hand)):
        return 0, 0
    seen = replace(after, hand=tuple(hand), bag=(), hidden=0, river=())
    answers = HouseEngine().outcomes_in_order(seen)
    if not answers:
        return 0, 0
    gain = max(worth for worth, _ in _ranked(answers, seen)) - _standing(seen)
    rules = before.rules
    own = rules.player_of(after.to_move) == rules.player_of(before.to_move)
    return (-gain if own else gain), len(answers)


def _standing(position: Position) -> int:
    """Return by how much the player to move would lead if the game ended."""
    totals = [0] * position.rules.players
    scores = list(position.scores)
    for scoring in HouseEngine().final_scorings(position):
        for owner in scoring.owners:
            scores[owner] += scoring.value
    for colour, score in enumerate(scores):
        totals[position.rules.player_of(colour)] += score
    own = totals.pop(position.rules.player_of(position.to_move))
    return own - max(totals)
