"""A free solo game: dealt from a seed, played by its turns alone, with checklist and result.

The piles follow from seed and rules, and all else from the turns, so no game is stored. What a seed
deals must never change, as games are shared by their seeds: the 71 tiles, sorted by letter, are
shuffled by the stream of chance ``free-1/SEED``, and the piles take them from the front, colour by
colour; the front of a pile is its top. The number of meeples has no part in it.

With other boxes (SOLO-BOX-1) all land tiles, sorted by their ids, are shuffled by the stream
``free-boxes-1/SEED`` in the same way, and the river's tiles but the spring and the lake by
``free-river-1/SEED``. Large meeples have no part in it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import accumulate
from typing import Any

from generator.chance import Chance
from meepleproof.service.play.refusal import Refusal
from meepleproof.service.play.solo.attempt import Closeness, closeness
from meepleproof.service.play.solo.turns import end_rule, play_turns
from verifier.carcassonne.engine.solo import Engine
from verifier.carcassonne.engine.solo.engine import record_of_outcomes
from verifier.carcassonne.engine.solo.goals import reached
from verifier.carcassonne.engine.solo.search import MOST_SEED
from verifier.carcassonne.solo.codec import outcome_to_json, record_to_json
from verifier.carcassonne.solo.goals import Goal, checklist
from verifier.carcassonne.solo.notation import turn_text
from verifier.carcassonne.solo.position import LAKE, Pile, Position, setup, with_nothing_known
from verifier.carcassonne.solo.puzzle import Puzzle
from verifier.carcassonne.solo.rule_set import SOLO, SPRING, RuleSet
from verifier.carcassonne.solo.turn import Outcome, Turn, turns_of
from verifier.carcassonne.tiles import is_of_river
from verifier.errors import Malformed

_DEAL, _WITH_BOXES, _RIVER = "free-1", "free-boxes-1", "free-river-1"


@dataclass(frozen=True, slots=True)
class Game:
    """A game and how far it has come.

    ``outcomes`` are those of the turns made, and of the end of the game where no tile can be placed
    any more; ``refusal`` states why the turn tried after them cannot be made, if there was one.
    The position has all tiles of the piles; :func:`visible_position` has what a player may see.
    """

    start: Position
    outcomes: tuple[Outcome, ...] = ()
    refusal: Refusal | None = None

    @property
    def position(self) -> Position:
        """The position after the turns made."""
        return self.outcomes[-1].after if self.outcomes else self.start

    @property
    def line(self) -> tuple[Turn, ...]:
        """The turns made."""
        return turns_of(self.outcomes)

    @property
    def result(self) -> int | None:
        """The result of the game if it is over (SOLO-RESULT-1), else None."""
        return self.outcomes[-1].result if self.outcomes else None


def deal(seed: int, rules: RuleSet = SOLO) -> Game:
    """Return the game that a seed deals, before its first turn (SOLO-SETUP-5 to -7, SOLO-BOX-2).

    >>> [len(pile.known) for pile in deal(7).start.piles]
    [24, 24, 23]
    >>> from verifier.carcassonne.solo.letters import letters_of
    >>> letters_of(deal(7, RuleSet(boxes=("river",))).start.river.known)[-2:]
    'rL'

    :raises Malformed: if the seed is out of range.
    """
    if not 0 <= seed <= MOST_SEED:
        raise Malformed(
            f"seed {seed}: give a whole number from 0 to 2^53 - 1, which is {MOST_SEED}",
            where="seed",
        )
    stream = _WITH_BOXES if rules.boxes else _DEAL
    tiles = tuple(Chance(stream, seed).shuffled(tiles_of_piles(rules)))
    ends = accumulate(rules.pile_sizes)
    piles = (
        Pile(tiles[end - size : end]) for size, end in zip(rules.pile_sizes, ends, strict=True)
    )
    river = Chance(_RIVER, seed).shuffled(tiles_before_the_lake(rules))
    return Game(setup(rules, tuple(piles), Pile((*river, LAKE) if river else ())))


def tiles_of_piles(rules: RuleSet = SOLO) -> list[str]:
    """Return all land tiles but the start tile, sorted (SOLO-SETUP-5, SOLO-BOX-2)."""
    return [tile for tile in _tiles_to_come(rules) if not is_of_river(tile)]


def tiles_before_the_lake(rules: RuleSet) -> list[str]:
    """Return the river tiles but spring and lake, sorted; none in a game without (SOLO-BOX-7).

    >>> len(tiles_before_the_lake(RuleSet(boxes=("river",)))), tiles_before_the_lake(SOLO)
    (10, [])
    """
    river = (tile for tile in _tiles_to_come(rules) if is_of_river(tile))
    return [tile for tile in river if tile not in (SPRING, LAKE)]


def _tiles_to_come(rules: RuleSet) -> list[str]:
    bag = Counter(rules.tile_counts())
    bag[rules.start_tile] -= 1
    return sorted(bag.elements())


def play_on(game: Game, line: Sequence[Turn]) -> Game:
    """Return the game after more turns, played as far as the rules allow.

    >>> from verifier.carcassonne.solo.notation import parse_line
    >>> play_on(deal(7), parse_line("B0.5.0.-")).refusal.rules
    ('BASE-PLACE-2',)
    """
    outcomes, refusal = play_turns(game.position, line, first=len(game.line) + 1)
    return Game(game.start, game.outcomes + outcomes, refusal)


def visible_position(game: Game) -> Position:
    """Return the position as the player sees it: only the drawn tile is face up (SOLO-SETUP-7).

    Tiles drawn before it that cannot be placed, and so leave the game, are face up, too.
    """
    position = game.position
    if position.over:
        return with_nothing_known(position)
    drawn = Engine().draw(position)
    piles = (
        Pile(pile.known[: len(pile.known) - len(below.known)], len(below.known))
        for pile, below in zip(position.piles, drawn.left, strict=True)
    )
    river = position.river
    if not drawn.river.empty:  # a tile that went under the stack lies face down again
        river = Pile((*drawn.discards, drawn.tile), len(drawn.river.known))
    return replace(position, piles=tuple(piles), river=river)


@dataclass(frozen=True, slots=True)
class ChecklistEntry:
    """A goal of the checklist, the first turn that met it, if any, and how close the game came."""

    goal: Goal
    turn: int | None
    closeness: Closeness


def checklist_entries(game: Game) -> tuple[ChecklistEntry, ...]:
    """Return the 14 goals of the checklist; a goal met stays met (SOLO-GOAL-0e, AMB-20).

    >>> [entry.turn for entry in checklist_entries(deal(7))] == [None] * 14
    True
    """
    return tuple(
        ChecklistEntry(
            goal, _first_met(game, goal), closeness(Puzzle(goal, game.start), game.outcomes)
        )
        for goal in checklist().values()
    )


def _first_met(game: Game, goal: Goal) -> int | None:
    # The end of a game in which no tile can be placed belongs to the turn before it.
    turns = len(game.line)
    numbered = enumerate(game.outcomes, start=1)
    return next((min(n, turns) for n, outcome in numbered if reached(goal, outcome)), None)


def scenario(game: Game, seed: int) -> dict[str, Any]:
    """Return a game that is over as a scenario, for both keys to verify.

    It claims that the record is legal, and the outcome of the last turn unless the game ended after
    it by itself.
    """
    rule, line = end_rule(game.outcomes), game.line
    claims: list[dict[str, Any]] = [{"claim": "record", "says": "Every turn is legal."}]
    last = outcome_to_json(game.outcomes[-1])
    if game.outcomes[-1].turn is not None:
        expected = {"over": True, "final": last["final"], "result": last["result"]}
        claims.append(
            {"claim": "outcome", "at": len(line), "turn": turn_text(line[-1]), "is": expected}
        )
    return {
        "$schema": "urn:meepleproof:scenario:1",
        "id": f"free-game-{seed}",
        "title": f"A free game of seed {seed}, which ended with a result of {game.result}.",
        "rules": [rule],
        "source": "played on the page of the free game",
        "authority": "ours",
        "record": record_to_json(record_of_outcomes(game.start, game.outcomes)),
        "claims": claims,
    }
