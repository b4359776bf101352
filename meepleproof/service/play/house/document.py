"""What the house game tells a page about a table, in words and in the form of the schema ``table``.

It has what the Solo Variant tells, and also the open hand, the sorts of pieces, the second part of
a turn, the players with the totals of their colours, and who owns which farm and its cities.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import TypeAlias

from meepleproof.rendering.house.board import spot, standing_spot
from meepleproof.rendering.palette import PIGMENTS
from meepleproof.rendering.wording import SIDES, points_in_text
from meepleproof.service.play.house.turns import (
    HandTile,
    HouseClaim,
    HouseLaying,
    HouseSquare,
    house_ways,
    scored_feature_cells,
)
from meepleproof.service.play.numbered import Numbered
from meepleproof.service.play.refusal import Refusal
from verifier.carcassonne.engine.house import HouseEngine
from verifier.carcassonne.house.catalogue import CATALOGUE
from verifier.carcassonne.house.faults import Table, feature_places
from verifier.carcassonne.house.part_turn import FeatureAt, FinalScoring, Outcome, PartTurn, Scoring
from verifier.carcassonne.house.position import Piece, Placement, Position, StandingPiece
from verifier.carcassonne.house.puzzle import STUDIES, HousePuzzle
from verifier.carcassonne.house.rule_set import Pieces
from verifier.carcassonne.table.cells import STEPS, Cell
from verifier.carcassonne.tiles import EDGES
from verifier.carcassonne.tiles.drawing import Kind, Segment, lying, segment_named, segments
from verifier.documents.strict_json import Document
from verifier.wording import listed

_RULES = {rule.id: rule.sentence for rule in CATALOGUE.rules}
_KINDS = {"city": "City", "road": "Road", "monastery": "Monastery", "field": "Farm"}
_SECOND = {
    "ask": "Your builder gives you a second tile. Do you play it?",
    "says": ["No, the turn ends here", "Yes, a second part follows"],
}


@dataclass(frozen=True, slots=True)
class Seats:
    """Who plays: a name for each player, and what they begin with."""

    names: tuple[str, ...]
    handicaps: tuple[int, ...]


def usual_seats(position: Position) -> Seats:
    """Return the players of a puzzle by the colours that they have, without handicaps."""
    players = position.rules.players
    if players == position.rules.colours:
        names = tuple(pigment.name.capitalize() for pigment in PIGMENTS[:players])
    else:
        names = tuple(f"Player {number}" for number in range(1, players + 1))
    return Seats(names, (0,) * players)


def house_document(
    position: Position, outcomes: Sequence[Outcome], seats: Seats, *, playing: bool = True
) -> Document:
    """Return the table after these outcomes, with the ways to go on if the game is ``playing``.

    The caller adds the members that depend on a puzzle or a game.
    """
    scorings = HouseEngine().final_scorings(position)
    document: Document = {
        "game": "house",
        "line": "~".join(str(outcome.part_turn) for outcome in outcomes),
        "turns": len(outcomes),
        "pieces": [_piece(placement) for placement in position.placements],
        "players": colours_document(position, outcomes),
        "people": players_document(position, outcomes, scorings, seats),
        "moves": [laid_in_words(one.part_turn, one.colour) for one in outcomes],
        "path": [
            [art_name(one.part_turn.tile, one.part_turn.rotation), list(one.part_turn.cell)]
            for one in outcomes
        ],
        "features": features_document(position, scorings),
    }
    if outcomes:
        said = _sentences(outcomes[-1])
        document["last"] = {
            "at": list(outcomes[-1].part_turn.cell),
            **({"says": said} if said else {}),
        }
    notes = _notes(position)
    if notes:
        document["notes"] = notes
    if playing and not position.end:
        document["heading"] = _heading(position, outcomes)
        document |= _Telling(position).document()
    return document


def _heading(position: Position, outcomes: Sequence[Outcome]) -> str:
    """Return which turn is to be made: two parts by a builder are one turn (HOUSE-TURN-8)."""
    number = 1 + sum(not outcome.part_turn.second for outcome in outcomes)
    return f"Turn {number}, second part" if position.second else f"Turn {number}"


def rules_in_words(rules: Sequence[str]) -> dict[str, str]:
    """Return the sentences of rules by their ids; ambiguities have none of their own."""
    return {rule: _RULES[rule] for rule in rules if rule in _RULES}


def refusal_document(refusal: Refusal) -> Document:
    """Return what a table says of a part-turn that cannot be made."""
    return {
        "says": refusal.sentence,
        "rules": rules_in_words(refusal.rules),
        "turn": refusal.turn,
    }


def _piece(placement: Placement) -> Document:
    told: Document = {
        "art": art_name(placement.tile, placement.rotation),
        "at": list(placement.cell),
        "says": placed_in_words(placement),
    }
    piece = placement.piece
    if piece is not None:
        segment = segment_named(placement.tile, placement.rotation, piece.feature)
        at, point = standing_spot(placement, piece)
        told["meeple"] = {
            "colour": piece.colour + 1,
            "at": list(at),
            **({"point": list(point)} if point else {}),
            "art": piece_art(piece.piece, segment.kind if segment else None),
            **_field_below(segment),
        }
    return told


def _field_below(segment: Segment | None) -> Document:
    """Return on which field of its tile a piece lies, if it is on one."""
    return {"field": segment.number} if segment and segment.kind == "field" else {}


def _scores(position: Position, outcomes: Sequence[Outcome]) -> tuple[int, ...]:
    final = outcomes[-1].final if outcomes else None
    return position.scores if final is None else final


def colours_document(position: Position, outcomes: Sequence[Outcome]) -> list[Document]:
    """Return the score of every colour, and the pieces that it has in hand."""
    owned = position.rules.start_supply
    rows = zip(PIGMENTS, _scores(position, outcomes), position.supplies, strict=False)
    return [
        {
            "name": pigment.name,
            "score": score,
            "hand": supply.little,
            "meeples": owned.little,
            "more": [
                {"art": piece_art(piece, None), "says": PIECE_NAMES[piece], "here": bool(left)}
                for piece, left, of in _few(supply, owned)
                if of
            ],
        }
        for pigment, score, supply in rows
    ]


def _few(supply: Pieces, owned: Pieces) -> tuple[tuple[Piece, int, int], ...]:
    """Return the pieces that a colour has at most one of: sort, in hand, owned."""
    return ("big", supply.big, owned.big), ("builder", supply.builder, owned.builder)


def players_document(
    position: Position,
    outcomes: Sequence[Outcome],
    scorings: Sequence[FinalScoring],
    seats: Seats,
) -> list[Document]:
    """Return the sums of the players, and what they would be after final ``scorings``."""
    rules, now = position.rules, list(_scores(position, outcomes))
    ends = list(now)
    if not position.end:
        for scoring in scorings:
            for owner in scoring.owners:
                ends[owner] += scoring.value
    told = []
    for player, (name, handicap) in enumerate(zip(seats.names, seats.handicaps, strict=True)):
        colours = [each for each in range(rules.colours) if rules.player_of(each) == player]
        one: Document = {
            "name": name,
            "colours": [colour + 1 for colour in colours],
            "points": handicap + sum(now[colour] for colour in colours),
            "ends": handicap + sum(ends[colour] for colour in colours),
        }
        if handicap:
            one["handicap"] = handicap
        told.append(one)
    return told


def _notes(position: Position) -> list[str]:
    bag = ", ".join(drawn_in_words(tile, 0) for tile in position.bag)
    notes = [
        f"In the bag: {bag}." if bag else "",
        f"Unknown tiles in the bag: {position.hidden}." if position.hidden else "",
        f"Laid aside: {len(position.discards)} tiles." if position.discards else "",
        *(f"{key}: {value}" for key, value in position.rules.switches),
    ]
    return [note for note in notes if note]


_Plays: TypeAlias = tuple[tuple[str, int], ...]


@dataclass(frozen=True, slots=True)
class _Telling:
    """Describes all ways to make the next part-turn; equal parts are listed once."""

    position: Position
    effects: Numbered = field(default_factory=Numbered)
    reasons: Numbered = field(default_factory=Numbered)
    claims: Numbered = field(default_factory=Numbered)

    def document(self) -> Document:
        ways = house_ways(self.position)
        taken = {placement.cell for placement in self.position.placements}
        cells = [square.cell for one in ways[:1] for square in one.squares]
        sides = {cell: _sides(cell, taken) for cell in cells}
        hand = [self._hand_tile(one, sides) for one in ways]
        named = sorted({rule for reason in self.reasons.listed for rule in reason["rules"]})
        told: Document = {
            "colour": self.position.to_move + 1,
            "hand": hand,
            "claims": self.claims.listed,
            "effects": self.effects.listed,
            "reasons": self.reasons.listed,
            "rules": rules_in_words(named),
            "either": _SECOND,
        }
        if self.position.bag:
            told["bag"] = [art_name(tile, 0) for tile in self.position.bag]
        return told

    def _hand_tile(self, one: HandTile, sides: Mapping[Cell, str]) -> Document:
        drawn = drawn_in_words(one.tile, 0)
        told: Document = {
            "name": f"tile {one.tile}",
            "says": drawn,
            "art": [art_name(one.tile, rotation) for rotation in lying(one.tile, 0).rotations],
            "squares": [self._square(square, sides) for square in one.squares],
        }
        return {**told, "number": one.number} if one.number > 1 else told

    def _square(self, square: HouseSquare, sides: Mapping[Cell, str]) -> Document:
        refused = sorted(square.refusals.items())
        return {
            "at": list(square.cell),
            "says": sides[square.cell],
            "ways": [self._laying(laying) for laying in square.layings],
            "not": [[rotation, self._reason(refusal)] for rotation, refusal in refused],
        }

    def _laying(self, laying: HouseLaying) -> Document:
        placement = laying.placement
        told = [(claim, self._answer(claim)) for claim in laying.claims]
        # The drawing determines everything else about claims with these names.
        key = (
            placement.tile,
            placement.rotation,
            tuple((claim.piece, claim.feature, found) for claim, found in told),
        )
        return {
            "turn": placement.rotation,
            "ask": "A piece on it?" if len(told) > 1 else "You have no piece for it.",
            "begins": f"{placement.tile}{placement.rotation}.{placement.x}.{placement.y}",
            "claims": self.claims.number_of(
                key, lambda: [_claim(placement, claim, found) for claim, found in told]
            ),
        }

    def _answer(self, claim: HouseClaim) -> _Plays | int:
        """Return the plays that a claim makes, or the number of the reason why it makes none."""
        if claim.refusal is not None:
            return self._reason(claim.refusal)
        return tuple((_claim_text(one.part_turn), self._effect(one)) for one in claim.outcomes)

    def _effect(self, outcome: Outcome) -> int:
        if outcome.scorings or outcome.after.end:
            return self.effects.number(_effect(self.position, outcome))
        # Most part-turns score nothing: then no piece comes home, and a follower may leave.
        leaves = outcome.part_turn.piece == "little"
        return self.effects.number_of(leaves, lambda: _effect(self.position, outcome))

    def _reason(self, refusal: Refusal) -> int:
        says = refusal.sentence.partition(" of ")[0] if _names_a_tile(refusal) else ""
        says = f"{says}." if says else refusal.sentence
        return self.reasons.number_of(
            (says, refusal.rules), lambda: {"says": says, "rules": list(refusal.rules)}
        )


def _sides(cell: Cell, taken: Container[Cell]) -> str:
    """Return on which sides of which tiles a cell lies."""
    x, y = cell
    beside = (
        (side, (x - east, y - north))
        for side, (east, north) in zip(SIDES.values(), STEPS, strict=True)
    )
    return " and ".join(f"{side} of ({i}, {j})" for side, (i, j) in beside if (i, j) in taken)


def _claim(placement: Placement, claim: HouseClaim, found: _Plays | int) -> Document:
    """Return a claim with the plays or the reason that were found for it."""
    said = _claim_in_words(
        placement.tile, placement.rotation, claim.piece, claim.kind, claim.feature
    )
    if isinstance(found, int):
        return {name: said[name] for name in ("name", "piece", "says")} | {"not": found}
    return said | {"plays": [list(play) for play in found]}


@cache
def _claim_in_words(
    tile: str, rotation: int, piece: Piece | None, kind: Kind | None, feature: str
) -> Document:
    """Return what every claim of a feature by a sort of piece says, wherever the tile lies."""
    if piece is None or kind is None:
        return {"name": "-", "says": "no piece", "chosen": "No piece."}
    place = place_of_feature(kind, feature)
    return {
        "name": f"{piece}.{feature}",
        "piece": piece,
        "says": place.removeprefix("the "),
        "at": list(stands_at(tile, rotation, feature)),
        "art": piece_art(piece, kind),
        **_field_below(segment_named(tile, rotation, feature)),
        "chosen": f"A {PIECE_NAMES[piece]} goes on {place}.",
    }


def _claim_text(turn: PartTurn) -> str:
    """Return how a part-turn is written after its tile and cell."""
    claim = "" if turn.piece is None else f".{turn.piece}.{turn.feature}"
    return f"{claim}+" if turn.second else claim


def _names_a_tile(refusal: Refusal) -> bool:
    """Return whether a sentence is about two edges; the page shows which tile it means."""
    return " meets the " in refusal.sentence


def _effect(position: Position, outcome: Outcome) -> Document:
    """Return what a part-turn brings: what scores, who comes home, the numbers afterwards."""
    after = outcome.after
    told: Document = {
        "says": _sentences(outcome) or "Nothing is scored.",
        "scores": list(after.scores if outcome.final is None else outcome.final),
        "hands": [supply.little for supply in after.supplies],
    }
    lines = list(_lines(position, outcome))
    if lines:
        told["lines"] = lines
    home = _home(position, outcome)
    if home:
        told["home"] = home
    if after.end:
        told["ends"] = (
            "The game ends, and final scoring follows."
            if after.end == "played"
            else "No tile in the hand fits: the game ends as a tie."
        )
    return told


def _lines(position: Position, outcome: Outcome) -> Iterator[Document]:
    scores = list(position.scores)
    for scoring in outcome.scorings:
        gains = []
        for owner in scoring.owners:
            before = scores[owner]
            scores[owner] += scoring.value
            gains.append(f"{PIGMENTS[owner].name} {before} → {scores[owner]}")
        cells = [list(cell) for cell in scored_feature_cells(outcome, scoring)]
        yield {"head": _head(scoring), "gains": gains, "cells": cells}


def _head(scoring: Scoring) -> str:
    return f"{_KINDS[scoring.kind]}, {scoring.value} point{'s' if scoring.value != 1 else ''}:"


def _sentences(outcome: Outcome) -> str:
    """Return what a part-turn scores as sentences, empty if nothing."""
    return " ".join(
        f"{_head(each)} {', '.join(PIGMENTS[owner].name for owner in each.owners)}."
        for each in outcome.scorings
    )


def _home(position: Position, outcome: Outcome) -> list[list[int]]:
    """Return the cells whose piece comes home; the one just placed may be among them."""
    standing = {laid.cell for laid in outcome.after.placements if laid.piece is not None}
    stood = [laid.cell for laid in position.placements if laid.piece is not None]
    if outcome.part_turn.piece is not None:
        stood.append(outcome.part_turn.cell)
    return [list(cell) for cell in stood if cell not in standing]


_NAMES: dict[Kind, str] = {
    "city": "Open city",
    "road": "Open road",
    "river": "River",
    "monastery": "Unfinished monastery",
    "field": "Farm",
}
_FARMS_FIRST = ("field", "city", "road", "monastery")


def features_document(position: Position, scorings: Iterable[FinalScoring]) -> list[Document]:
    """Return the features with followers on them, farms first, each with what it would bring.

    Farms come with their fields, by cell and number of the field on its tile as printed, and with
    the completed cities that they touch.
    """
    table = {placement.cell: placement for placement in position.placements}
    ordered = sorted(scorings, key=lambda each: _FARMS_FIRST.index(each.kind))
    return [_feature_told(table, scoring) for scoring in ordered]


def _feature_told(table: Table, scoring: FinalScoring) -> Document:
    told: Document = {
        "kind": "farm" if scoring.kind == "field" else scoring.kind,
        "says": _in_words(scoring),
        "points": scoring.value,
        "owners": [owner + 1 for owner in scoring.owners],
    }
    if scoring.kind == "field":
        told["fields"] = [_field(table, part) for part in scoring.parts]
        told["cities"] = [_cells(table, city) for city in scoring.cities]
    else:
        told["cells"] = _listed({(x, y) for x, y, _ in scoring.parts})
    return told


def _in_words(scoring: FinalScoring) -> str:
    points = points_in_text(scoring.value)
    each = " each" if len(scoring.owners) > 1 else ""
    others = [
        f"{weight} of {PIGMENTS[colour].name}"
        for colour, weight in scoring.weights
        if colour not in scoring.owners
    ]
    most = max(weight for _, weight in scoring.weights)
    against = f", {most} against {' and '.join(others)}" if others else ""
    says = f"{_NAMES[scoring.kind]}: {points}{each} to {colour_names(scoring.owners)}{against}"
    if scoring.kind != "field":
        return f"{says}."
    number = len(scoring.cities)
    cities = {0: "no completed city", 1: "1 completed city"}.get(
        number, f"{number} completed cities"
    )
    return f"{says}. It touches {cities}."


def _field(table: Table, part: FeatureAt) -> list[int]:
    x, y, name = part
    laid = table[x, y]
    segment = segment_named(laid.tile, laid.rotation, name)
    return [x, y, segment.number if segment else 0]


def _cells(table: Table, city: FeatureAt) -> list[list[int]]:
    x, y, name = city
    laid = table[x, y]
    segment = segment_named(laid.tile, laid.rotation, name)
    reached = feature_places(table, (x, y), segment)[0] if segment else set()
    return _listed({cell for cell, _ in reached})


def _listed(cells: set[Cell]) -> list[list[int]]:
    return [list(cell) for cell in sorted(cells)]


PIECE_NAMES: dict[Piece, str] = {
    "little": "follower",
    "big": "big follower",
    "builder": "builder",
}
_HALVES = {"Nl": "W", "Nr": "E", "El": "N", "Er": "S", "Sl": "E", "Sr": "W", "Wl": "S", "Wr": "N"}


def art_name(tile: str, rotation: int) -> str:
    """Return the name of a drawing of a tile, as the sheet of the house game has it.

    >>> art_name("tb/B", 1)
    'tb-B.1'
    """
    return f"{tile.replace('/', '-')}.{rotation}"


def piece_art(piece: Piece, kind: Kind | None) -> str:
    """Return the name of a drawing of a piece, without its colour; followers lie on fields.

    >>> piece_art("big", "field"), piece_art("little", "road")
    ('big-farmer', 'pawn')
    """
    if piece == "builder":
        return "builder"
    if kind == "field":
        return "farmer" if piece == "little" else "big-farmer"
    return "pawn" if piece == "little" else "big"


def colour_names(colours: Sequence[int]) -> str:
    """Return colours, numbered from 0, as they are listed in sentences.

    >>> colour_names((0, 2))
    'blue and yellow'
    """
    return listed([PIGMENTS[colour].name for colour in colours])


def place_of_feature(kind: Kind, name: str) -> str:
    """Return a feature of the tile in the words of the page.

    >>> place_of_feature("road", "N"), place_of_feature("field", "Sl"), place_of_feature("city", "")
    ('the road (north)', 'the field (south, east half)', 'the city')
    """
    what = "the city" if kind == "city" else f"the {kind}"
    if name in ("", "M"):
        return what
    if name in _HALVES:
        return f"{what} ({SIDES[name[0]]}, {SIDES[_HALVES[name]]} half)"
    if name in SIDES:
        return f"{what} ({SIDES[name]})"
    return f"{what} ({SIDES[name[0]]}-{SIDES[name[1]]} corner)"


def laid_in_words(turn: PartTurn, colour: int) -> str:
    """Return a part-turn as a sentence that names what is drawn on the tile, not the tile.

    >>> print(laid_in_words(PartTurn("base/V", 0, -1, 0, "big", "Sl"), 1))
    Red lays road south-west on (-1, 0), and a big follower on the field (south, east half).
    """
    drawn = drawn_in_words(turn.tile, turn.rotation)
    says = f"{PIGMENTS[colour].name.capitalize()} lays {drawn} on ({turn.x}, {turn.y})"
    segment = segment_named(turn.tile, turn.rotation, turn.feature)
    if turn.piece is not None and segment is not None:
        place = place_of_feature(segment.kind, turn.feature)
        says += f", and a {PIECE_NAMES[turn.piece]} on {place}"
    return f"{says}. The second part of the turn follows." if turn.second else f"{says}."


def task_in_words(puzzle: HousePuzzle) -> str:
    """Return what a puzzle asks for, in a few words.

    >>> from verifier.carcassonne.house.notation import parse_position
    >>> from verifier.carcassonne.house.puzzle import Goal
    >>> task_in_words(HousePuzzle(Goal("points", 9), parse_position("h2~b0.0.D0~t1~nEVW~u9")))
    'Score exactly 9 points with one tile'
    """
    goal, position = puzzle.goal, puzzle.position
    if goal.kind == "farms":
        return "Whose farm?"
    if goal.kind in STUDIES:
        tiles = len(position.hand) + len(position.bag)
        wish = {"win": "Win", "save": "Do not lose", "most": "Get the best margin"}[goal.kind]
        return f"{wish} with the last {tiles} tiles"
    if goal.kind == "points":
        return f"Score exactly {goal.number} points with one tile"
    if goal.kind == "double":
        return f"Score at least {goal.number} points with both parts of your turn"
    worth = f" worth at least {goal.number} points" if goal.number else ""
    return f"Become an owner of a {goal.feature}{worth} that only others own"


@cache
def stands_at(tile: str, rotation: int, feature: str) -> tuple[int, int]:
    """Return where a piece stands, or lies, on a feature of a tile: hundredths of the tile."""
    x, y = spot(Placement(tile, rotation, 0, 0), feature)
    return round(x), round(y)


@cache
def drawn_in_words(tile: str, rotation: int) -> str:
    """Return what is drawn on a tile, for a screen reader.

    >>> drawn_in_words("base/D", 0), drawn_in_words("ic/K", 0)
    ('city north, road east-west', 'city north-east-south-west with a cathedral')
    """
    parts = [
        _segment(tile, rotation, each) for each in segments(tile, rotation) if each.kind != "field"
    ]
    return ", ".join(parts) or "fields"


def placed_in_words(placement: Placement) -> str:
    """Return what is drawn on a tile of the table, and which piece stands where on it."""
    words, piece = drawn_in_words(placement.tile, placement.rotation), placement.piece
    if piece is None:
        return words
    segment = segment_named(placement.tile, placement.rotation, piece.feature)
    on = place_of_feature(segment.kind, piece.feature) if segment else "it"
    return f"{words}; {_owned(piece)} on {on}"


def _owned(piece: StandingPiece) -> str:
    return f"a {PIECE_NAMES[piece.piece]} of {PIGMENTS[piece.colour].name}"


def _segment(tile: str, rotation: int, segment: Segment) -> str:
    sides = "-".join(SIDES[place] for place in segment.places if place in EDGES)
    return f"{segment.kind} {sides}".rstrip() + _extras(tile, rotation, segment)


def _extras(tile: str, rotation: int, segment: Segment) -> str:
    drawn = lying(tile, rotation)
    if segment.kind == "road":
        return " with an inn" * drawn.roads[segment.number].inn
    if segment.kind != "city":
        return ""
    city = drawn.cities[segment.number]
    return " with a shield" * bool(city.shields) + " with a cathedral" * city.cathedral
