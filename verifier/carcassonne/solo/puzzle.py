"""Puzzles: tiles to come and a goal to reach with them, and what is asked about records."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from itertools import permutations
from typing import Literal, Protocol

from verifier.carcassonne.solo.codec import goal_to_json, position_to_json, record_to_json
from verifier.carcassonne.solo.goals import Goal, checklist, goal_kinds
from verifier.carcassonne.solo.letters import letters_of
from verifier.carcassonne.solo.notation import parse_position, position_text
from verifier.carcassonne.solo.position import Placement, Position, with_row
from verifier.carcassonne.solo.rule_set import MOST_MEEPLES, RuleSet
from verifier.carcassonne.solo.turn import Record, RecordedTurn
from verifier.carcassonne.table.cells import Cell
from verifier.carcassonne.table.faults import Violation
from verifier.carcassonne.table.notation import parted_code
from verifier.carcassonne.tiles import EDGES, drawing_of, tiles_in_play
from verifier.documents.canonical_json import canonical_bytes, puzzle_id
from verifier.errors import Illegal, KeysDisagree, Malformed

_IDS_KEPT = 100
"""Ids are cached, since each takes eight images of the table and is needed again and again."""
_NUMBER = "0|[1-9][0-9]{0,5}"
_NUMBERS = rf"({_NUMBER})\.({_NUMBER}|x)\.([0-9])"
_ONE_PART = rf"[a-z0-9-]+(?:\.(?:{_NUMBER})\.(?:{_NUMBER}|x)\.[0-9])?"
_OWN_GOAL = re.compile(rf"([a-z-]+)\.(?:{_NUMBERS}|({_ONE_PART})\.({_ONE_PART}))")


@dataclass(frozen=True, slots=True)
class Puzzle:
    """The task to reach the goal from the position with exactly the known next tiles."""

    goal: Goal
    position: Position

    def __post_init__(self) -> None:
        """Refuse to ask for a best result that is not stated, or depends on unknown tiles."""
        if not goal_kinds()[self.goal.kind].greatest:
            return
        if not self.goal.at_least:
            raise Illegal(
                f"goal {self.goal.id!r} does not say which result is the best: find it with "
                "'meepleproof solve --best' and the goal total.0.x.0, and write best.RESULT.x.0",
                where="goal",
                rule=self.goal.rule,
            )
        unknown = sum(pile.hidden for pile in self.position.piles)
        if unknown:
            raise Illegal(
                f"goal {self.goal.id!r} asks for the best result there is, and {unknown} of the "
                "tiles still to come are unknown: make all of them known, or ask for a total",
                where="/piles",
                rule=self.goal.rule,
            )

    @property
    def tiles(self) -> int:
        """How many turns it asks for: as many as tiles are known, or those before an unknown one.

        A pile that shows more has spares, drawn only for tiles without a place (SOLO-PLACE-4).

        >>> start = "s3.4~D0.0.0~p1.2.3~h4.4.4~t2"
        >>> rows = ("V.E.JJ~u9.9.9", ".EU.J~u9.9.9")
        >>> [parse_code(f"{start}~n{row}~g.road-10").tiles for row in rows]
        [3, 2]
        """
        known, first = self._known, self.position.to_move + len(self.position.river.known)
        number = len(self.position.piles)
        seen = [
            len(self.position.river.known) + (place - first) % number + number * len(pile.known)
            for place, pile in enumerate(self.position.piles)
            if pile.hidden
        ]
        return min([known, *seen]) or known

    @property
    def has_spares(self) -> bool:
        """Whether a tile is known that is drawn only if another has no place."""
        return self.tiles < self._known

    @property
    def _known(self) -> int:
        return sum(len(stack.known) for stack in (*self.position.piles, self.position.river))

    @property
    def code(self) -> str:
        """The whole puzzle as one short text."""
        return f"{position_text(self.position)}~g.{_goal_word(self.goal)}"

    @property
    def id(self) -> str:
        """Its id of twelve characters, the same however it is turned, mirrored or recoloured.

        It is a hash of the canonical form of position, tiles, goal and rule set.
        """
        return _id(self)


@lru_cache(_IDS_KEPT)
def _id(puzzle: Puzzle) -> str:
    return puzzle_id(f"{canonical_text(puzzle.position)}~g.{_goal_parameters(puzzle.goal)}")


def parse_code(text: str) -> Puzzle:
    """Return the puzzle whose code is ``text``.

    :raises Malformed: if it cannot be read.
    """
    goal, position = parted_code(text, "road-5-3c")
    return Puzzle(parse_goal(goal), parse_position(position))


def parse_goal(word: str) -> Goal:
    """Return the checklist goal of that id, or the goal written ``kind.least.most.colours``.

    A goal made of two others is written ``kind.goal.goal``; the best result, whatever it is, by its
    kind alone.

    :raises Malformed: for any other text.
    :raises Illegal: for a goal that contradicts itself.

    >>> parse_goal("city.8.x.2")
    Goal(id='city.8.x.2', kind='city', at_least=8, at_most=None, colours=2, rule='', parts=())
    """
    if word in checklist():
        return checklist()[word]
    named = goal_kinds().get(word)
    if named is not None and named.greatest:
        return Goal(word, word)
    match = _OWN_GOAL.fullmatch(word)
    kind = goal_kinds().get(match[1]) if match else None
    if match is None or kind is None or bool(kind.parts) != bool(match[5]):
        long = "; numbers of up to 6 digits are allowed" if re.search("[0-9]{7}", word) else ""
        raise Malformed(
            f"there is no goal {word!r}; the checklist has {' '.join(checklist())}, "
            f"a goal of your own is written {own_goals_in_words()}{long}",
            where="goal",
        )
    _, least, most, colours, *parts = match.groups()
    if kind.parts:
        return Goal(word, kind.id, parts=tuple(map(parse_goal, parts)))
    name = kind.id if kind.greatest else word  # an id with the number would tell it
    return Goal(name, kind.id, int(least), None if most == "x" else int(most), int(colours))


def own_goals_in_words() -> str:
    """Return how a goal of one's own is written."""
    made_of_two = (kind.id for kind in goal_kinds().values() if kind.parts)
    ways = [f"{kind}.goal.goal" for kind in made_of_two]
    return ", or ".join(["kind.least.most.colours like 'city.8.x.2'", *ways])


def goal_to_stay(tiles: int) -> Goal:
    """Return the goal that so many tiles lie on the table and the game is not over.

    >>> goal_to_stay(17)
    Goal(id='stay.17.x.0', kind='stay', at_least=17, at_most=None, colours=0, rule='', parts=())
    """
    return Goal(f"stay.{tiles}.x.0", "stay", tiles)


def _goal_word(goal: Goal) -> str:
    return goal.id if checklist().get(goal.id) == goal else _goal_parameters(goal)


def _goal_parameters(goal: Goal) -> str:
    if goal.parts:
        return ".".join([goal.kind, *sorted(map(_goal_parameters, goal.parts))])
    most = "x" if goal.at_most is None else goal.at_most
    return f"{goal.kind}.{goal.at_least}.{most}.{goal.colours}"


# --- The canonical form of a position, version c1: one text for all forms of a puzzle
#
# No rule depends on how the whole table is turned or mirrored (the base set is its own mirror
# image: J and K swap, three of each; not every mixture of boxes is), nor on which colour comes
# first in turn order. Colours keep their places only if each colour's own start is subtracted from
# the result (AMB-01).


VERSION = "c1"

_MIRRORED = {0: 0, 1: 3, 2: 2, 3: 1}
"""Edges seen in a mirror that keeps north and south."""


def canonical_text(position: Position) -> str:
    """Return the smallest text over all turns, mirror images and recolourings of the position.

    >>> from verifier.carcassonne.solo.position import setup
    >>> canonical_text(setup()).split("~")[:3]
    ['c1', 's3.4', 'D0.0.0']
    """
    own_starts_count = position.rules.choose(
        "result.offset", {"keep": False, "subtract_own_start": True}
    )
    start = position if own_starts_count else _first_to_move(position)
    images = (start, mirrored(start)) if _its_own_mirror(position.rules.sheets) else (start,)
    texts = (
        position_text(_turned_to_origin(image, turns)) for image in images for turns in range(4)
    )
    return f"{VERSION}~{min(texts)}"


def turned(position: Position, quarter_turns: int) -> Position:
    """Return the position with the whole table turned clockwise by so many quarter turns."""
    return replace(position, placements=tuple(_turn_all(position.placements, quarter_turns)))


def mirrored(position: Position) -> Position:
    """Return the position seen in a mirror that swaps east and west."""
    sheets = position.rules.sheets
    return replace(
        position,
        placements=tuple(_mirror_placement(placement, sheets) for placement in position.placements),
        piles=tuple(
            replace(pile, known=tuple(_mirror_kind(tile, 0, sheets)[0] for tile in pile.known))
            for pile in position.piles
        ),
        discards=tuple(_mirror_kind(tile, 0, sheets)[0] for tile in position.discards),
        river=replace(
            position.river,
            known=tuple(_mirror_kind(tile, 0, sheets)[0] for tile in position.river.known),
        ),
    )


@cache
def _its_own_mirror(sheets: tuple[str, ...]) -> bool:
    """Return whether the tiles seen in a mirror are the same tiles (SOLO-BOX-1)."""
    counts = tiles_in_play(sheets).counts()
    try:
        return all(
            counts[_mirror_kind(tile, 0, sheets)[0]] == number for tile, number in counts.items()
        )
    except LookupError:
        return False


def _turn_all(
    placements: Iterable[Placement], quarter_turns: int, east: int = 0, north: int = 0
) -> Iterator[Placement]:
    """Yield the placements turned, and then moved east and north by so many cells."""
    for placement in placements:
        x, y = _turned_cell(placement.x, placement.y, quarter_turns)
        meeple = placement.meeple
        if meeple is not None and meeple.segment in EDGES:
            edge = (EDGES.index(meeple.segment) + quarter_turns) % 4
            meeple = replace(meeple, segment=EDGES[edge])
        rotation = (placement.rotation + quarter_turns) % 4
        yield Placement(placement.tile, rotation, x + east, y + north, meeple)


def _turned_cell(x: int, y: int, quarter_turns: int) -> Cell:
    return ((x, y), (y, -x), (-x, -y), (-y, x))[quarter_turns % 4]


def _turned_to_origin(position: Position, quarter_turns: int) -> Position:
    """Return the position turned, and moved so that its least x and y are 0."""
    cells = [_turned_cell(laid.x, laid.y, quarter_turns) for laid in position.placements]
    west, south = min(x for x, _ in cells), min(y for _, y in cells)
    moved = _turn_all(position.placements, quarter_turns, -west, -south)
    return replace(position, placements=tuple(moved))


def _mirror_placement(placement: Placement, sheets: tuple[str, ...]) -> Placement:
    tile, rotation = _mirror_kind(placement.tile, placement.rotation, sheets)
    meeple = placement.meeple
    if meeple is not None and meeple.segment in EDGES:
        meeple = replace(meeple, segment=EDGES[_MIRRORED[EDGES.index(meeple.segment)]])
    return Placement(tile, rotation, -placement.x, placement.y, meeple)


@cache
def _mirror_kind(tile: str, rotation: int, sheets: tuple[str, ...]) -> tuple[str, int]:
    """Return the letter and rotation of the tile's mirror image."""
    drawing = drawing_of(tile, rotation)
    terrain = tuple(drawing.terrain[_MIRRORED[edge]] for edge in range(4))
    segments = {
        (s.kind, frozenset(_MIRRORED[edge] for edge in s.edges), s.shields, s.inn, s.cathedral)
        for s in drawing.segments
    }
    for kind in tiles_in_play(sheets).kinds:
        for number in kind.rotations:
            other = kind.orientations[number]
            same = segments == {
                (s.kind, frozenset(s.edges), s.shields, s.inn, s.cathedral) for s in other.segments
            }
            if same and other.terrain == terrain and len(other.segments) == len(drawing.segments):
                return kind.id, number
    raise LookupError(tile)  # every tile of the base set has a mirror image


def _first_to_move(position: Position) -> Position:
    """Return the position with the colours renumbered so that the one to move is the first."""
    shift, colours = position.to_move, position.rules.colours

    def passed_on(values: tuple[int, ...]) -> tuple[int, ...]:
        return values[shift:] + values[:shift]

    piles = position.piles
    return replace(
        position,
        placements=tuple(_recolour(p, shift, colours) for p in position.placements),
        scores=passed_on(position.scores),
        supplies=passed_on(position.supplies),
        large=passed_on(position.large),
        to_move=0,
        piles=piles if len(piles) == 1 else piles[shift:] + piles[:shift],
    )


def _recolour(placement: Placement, shift: int, colours: int) -> Placement:
    meeple = placement.meeple
    if meeple is None:
        return placement
    return replace(placement, meeple=replace(meeple, colour=(meeple.colour - shift) % colours))


# --- How the lines that reach a goal are counted as solutions: the contract that a puzzle states.
#
# In the last turn of a line only the placement counts, under both contracts.
#
# 1. Every line is a solution by itself if any turn before the last has another outcome: another
#    claim, other scores, other features that bring points.
# 2. Lines that place the same tiles in the same way, turn for turn, are one solution if one becomes
#    the other by changing the claim of one turn at a time, reaching the goal each time. Claims and
#    scoring orders that change nothing for the goal thus make no further solution; claims that only
#    work together with others do.
#
# Engine and model each count by them with code of their own.


Contract = Literal[1, 2]

CONTRACTS: tuple[Contract, ...] = (1, 2)

CONTRACT: Contract = 2
"""The contract of the puzzles that are made now."""


# --- Puzzles on a game as it was written down: which turn breaks a rule, and which rule is it


RecordKind = Literal["find-the-error"]


class RecordKey(Protocol):
    """The part of a key that judges records."""

    @property
    def name(self) -> str:
        """Its name in verdicts."""

    def violations(self, record: Record) -> tuple[Violation, ...]:
        """Return the rules that a record breaks; empty if it is legal."""


@dataclass(frozen=True, slots=True)
class RecordPuzzle:
    """A record in which one turn was noted that the rules forbid."""

    record: Record
    kind: RecordKind = "find-the-error"

    @property
    def id(self) -> str:
        """Its id of twelve characters: a hash of its kind and its record."""
        return puzzle_id(canonical_bytes([self.kind, record_to_json(self.record)]).decode())


@dataclass(frozen=True, slots=True)
class RecordError:
    """The first turn of a record, from 1, that breaks a rule; 0 is the set-up.

    ``rules`` are those that every key names, ``others`` those that only some do: the engine stops
    at the first broken rule of a turn, the model names all of them.
    """

    turn: int
    rules: tuple[str, ...]
    others: tuple[str, ...] = ()


def first_error(record: Record, keys: Iterable[RecordKey]) -> RecordError | None:
    """Return the first illegal turn and its broken rules as all keys find them; None if legal.

    >>> from verifier.carcassonne.engine.solo import Engine
    >>> from verifier.carcassonne.engine.solo.engine import record_of
    >>> from verifier.carcassonne.solo.notation import parse_line
    >>> from verifier.carcassonne.solo.position import setup
    >>> first_error(record_of(parse_line("U0.1.0.E~U0.1.0.-"), setup()), [Engine()])
    RecordError(turn=2, rules=('BASE-PLACE-2',), others=())

    :raises KeysDisagree: if they differ on the turn, or name no rule in common.
    """
    broken = {key.name: key.violations(record) for key in keys}
    turns = {min((each.turn for each in found), default=None) for found in broken.values()}
    named = [{each.rule for each in found} for found in broken.values()]
    common = set.intersection(*named)
    if turns == {None}:
        return None
    if len(turns) > 1 or not common:
        stated = "; ".join(
            f"{name}: {' '.join(f'{each.rule} at turn {each.turn}' for each in found) or 'legal'}"
            for name, found in broken.items()
        )
        raise KeysDisagree(f"{' and '.join(broken)} differ on the first illegal turn: {stated}")
    turn = min(each.turn for found in broken.values() for each in found)
    return RecordError(turn, tuple(sorted(common)), tuple(sorted(set.union(*named) - common)))


# --- Puzzles on turns proposed with one tile: which is legal, and what forbids each of the others


TurnsKind = Literal["which-rule"]


@dataclass(frozen=True, slots=True)
class TurnsPuzzle:
    """Turns that are proposed for the colour to move, of which one is legal."""

    position: Position
    proposals: tuple[RecordedTurn, ...]
    kind: TurnsKind = "which-rule"

    @property
    def records(self) -> tuple[Record, ...]:
        """Each of the proposals as a record of one turn."""
        return tuple(Record(self.position, (turn,), official=False) for turn in self.proposals)

    @property
    def id(self) -> str:
        """Its id of twelve characters: a hash of its kind, position and proposals."""
        records = [record_to_json(record) for record in self.records]
        return puzzle_id(canonical_bytes([self.kind, records]).decode())


# --- Puzzles on how a table came about: what was the last turn, and what was the whole game


TableKind = Literal["retro", "proof-game"]


@dataclass(frozen=True, slots=True)
class TablePuzzle:
    """A table to which some game leads from the set-up."""

    position: Position
    kind: TableKind

    @property
    def id(self) -> str:
        """Its id of twelve characters: a hash of its kind and position."""
        return puzzle_id(canonical_bytes([self.kind, position_to_json(self.position)]).decode())


# --- Help puzzles: the tiles are in hand, and the solver chooses the order in which they are laid


@dataclass(frozen=True, slots=True)
class HelpPuzzle:
    """The task to reach the goal with all tiles of the hand, in an order of one's choice.

    The piles of the position are unknown; the colours take turns as always.
    """

    position: Position
    hand: tuple[str, ...]
    goal: Goal
    kind: Literal["help"] = "help"

    @property
    def dealt(self) -> Iterator[Position]:
        """The positions with the hand dealt to the piles in each of its orders."""
        for tiles in sorted(set(permutations(self.hand))):
            yield with_row(self.position, tiles)

    @property
    def id(self) -> str:
        """Its id of twelve characters: a hash of its kind, position, hand and goal."""
        content = [position_to_json(self.position), letters_of(self.hand), goal_to_json(self.goal)]
        return puzzle_id(canonical_bytes([self.kind, *content]).decode())


# --- The rules that a puzzle can rest on, and the game without one of them
#
# A rule is *essential* for a puzzle if the puzzle's solutions are others without it. What is played
# instead is fixed here. These games are asked about for analysis only: they are no readings of the
# rules, so the register of switches has none of them, and no document states one.


@dataclass(frozen=True, slots=True)
class EssentialRule:
    """A rule by a short name, the ids of what it states, and what is played without it.

    ``box`` is what has to be in play for it, in words, empty for a rule of the base game.
    """

    name: str
    sentence: str
    rules: tuple[str, ...]
    without: str
    box: str = ""

    def is_in_play(self, rules: RuleSet) -> bool:
        """Return whether there is anything in the game that the rule is about.

        >>> essential_rule("inns").is_in_play(RuleSet(boxes=("ic",)))
        True
        """
        return self.box in ("", _LARGE if rules.large else "", *rules.boxes)


_SUPPLY = "supply"
_DUTY = "duty"
_LARGE = "large"

ESSENTIAL_RULES = (
    EssentialRule(
        "lowest",
        "A feature scores only if one of its owners is in last place.",
        ("SOLO-SCORE-4", "SOLO-SCORE-5", "SOLO-SCORE-6", "SOLO-SCORE-7"),
        "The majority of a completed feature gets the points, whoever is lowest.",
    ),
    EssentialRule(
        _SUPPLY,
        "Each colour has few meeples, and the game ends when one is due and none is left.",
        ("SOLO-SETUP-3", "SOLO-MEEPLE-11", "SOLO-END-1"),
        f"Each colour has {MOST_MEEPLES} meeples, the most that the rules know; those it has more "
        "are in its supply.",
    ),
    EssentialRule(
        "order",
        "Completed features are scored one after the other, in the order you choose.",
        ("SOLO-SCORE-3",),
        "All features completed in a turn are scored at once, by the scores before the turn.",
    ),
    EssentialRule(
        "return",
        "The meeples of a scored feature return to their supplies.",
        ("SOLO-SCORE-11",),
        "The meeples of a scored feature are laid aside for the rest of the game.",
    ),
    EssentialRule(
        _DUTY,
        "A meeple must be placed where the tile has a free feature.",
        ("SOLO-MEEPLE-1",),
        "It may be kept in supply. The game still ends when there is none for a free feature.",
    ),
    EssentialRule(
        "inns",
        "A completed road with an inn is worth 2 points a tile.",
        ("SOLO-BOX-3",),
        "It is worth 1 point a tile, as any other road.",
        box="ic",
    ),
    EssentialRule(
        "cathedrals",
        "A completed city with a cathedral is worth 3 points a tile and 3 a coat of arms.",
        ("SOLO-BOX-4",),
        "It is worth 2 points each, as any other city.",
        box="ic",
    ),
    EssentialRule(
        _LARGE,
        "A large meeple counts as two for the majority.",
        ("SOLO-BOX-5",),
        "It counts as one there, as any other meeple.",
        box=_LARGE,
    ),
    EssentialRule(
        "river",
        "Two bends of the river in a row never turn to the same side.",
        ("SOLO-BOX-7",),
        "The river may bend to either side, wherever it then has room.",
        box="river",
    ),
)
"""The closed list, in the order in which documents name them."""

ESSENTIAL_NAMES = tuple(rule.name for rule in ESSENTIAL_RULES)


def essential_rule(name: str) -> EssentialRule:
    """Return the rule of that name.

    :raises Malformed: if there is none.

    >>> essential_rule("return").rules
    ('SOLO-SCORE-11',)
    """
    for rule in ESSENTIAL_RULES:
        if rule.name == name:
            return rule
    known = ", ".join(ESSENTIAL_NAMES)
    raise Malformed(f"no puzzle can need {name!r}; it can need {known}", where="needs")


def essential_in_play(rules: RuleSet, *, claims_count: bool = False) -> tuple[str, ...]:
    """Return the names of the rules that a puzzle by a rule set can need.

    Where ``claims_count``, so that lines with another claim are another solution, all puzzles would
    need the duty, and so none is said to.

    >>> essential_in_play(RuleSet(boxes=("river",)))
    ('lowest', 'supply', 'order', 'return', 'duty', 'river')
    >>> essential_in_play(RuleSet(), claims_count=True)
    ('lowest', 'supply', 'order', 'return')
    """
    return tuple(
        rule.name
        for rule in ESSENTIAL_RULES
        if rule.is_in_play(rules) and not (claims_count and rule.name == _DUTY)
    )


def require_in_play(name: str, rules: RuleSet) -> None:
    """Check that a puzzle can need the rule of that name.

    :raises Malformed: if there is no such rule.
    :raises Illegal: if nothing is in play that it is about.

    >>> require_in_play("river", RuleSet())
    Traceback (most recent call last):
    ...
    verifier.errors.Illegal: no puzzle needs 'river' where the box river is not in play; add what \
is missing, or ask for lowest, supply, order, return, duty (at needs; SOLO-BOX-7)
    """
    rule = essential_rule(name)
    if not rule.is_in_play(rules):
        missing = "large meeples are" if rule.box == _LARGE else f"the box {rule.box} is"
        others = ", ".join(essential_in_play(rules))
        raise Illegal(
            f"no puzzle needs {name!r} where {missing} not in play; add what is missing, or ask "
            f"for {others}",
            where="needs",
            rule=rule.rules[0],
        )


def without(name: str, position: Position) -> Position:
    """Return the position with that rule left out of its rule set.

    :raises Malformed: if there is no such rule.

    >>> from verifier.carcassonne.solo.position import setup
    >>> without("lowest", setup()).rules.applies("lowest")
    False
    >>> without("supply", setup()).supplies
    (7, 7, 7)
    """
    rules = position.rules
    if essential_rule(name).name != _SUPPLY:
        left_out = (*rules.without, name)
        return replace(position, rules=replace(rules, without=left_out))
    more = MOST_MEEPLES - rules.meeples
    supplies = tuple(supply + more for supply in position.supplies)
    return replace(position, rules=replace(rules, meeples=MOST_MEEPLES), supplies=supplies)
