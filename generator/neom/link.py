"""Puzzles of the kind *link*: place these tiles so that all is linked and nothing polluted."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from generator.chance import Chance
from generator.kind import Proved, Reason, by_both
from generator.neom.games import turns_of_a_game
from generator.neom.proved import BOUNDS, Keys
from verifier.documents.strict_json import Document
from verifier.errors import Illegal
from verifier.neom.engine.engine import Engine, placed_next
from verifier.neom.puzzle import LinkQuestion, NeomPuzzle, puzzle_of
from verifier.neom.state import CENTRE, City, square_name
from verifier.neom.tiles import DECKS, TileCatalogue

FEW_TILES = "the game has no city of the right size"
NO_WAY = "the tiles cannot be placed"
SEVERAL = "the tiles can be placed in several ways"
NEVER_BY_CHANCE = "the tiles can be placed in one way without any thought"

_FEWEST, _MOST = 4, 9
_DRAWS = 25
_BOUNDS = (700, 1000)


def link_candidates(catalogue: TileCatalogue, chance: Chance) -> Iterator[NeomPuzzle | Reason]:
    """Yield questions about a city of a game, with several draws of tiles that are not in it."""
    cities = [state.city for state, _ in turns_of_a_game(catalogue, chance)]
    cities = [city for city in cities if _FEWEST <= len(city.tiles) <= _MOST]
    if not cities:
        yield FEW_TILES
        return
    for _ in range(_DRAWS):
        city = chance.choice(cities)
        lying = {tile for _, tile in city.tiles}
        others = sorted(
            tile.id
            for tile in catalogue.tiles
            if tile.deck in DECKS and tile.type != "disaster" and tile.id not in lying
        )
        tiles = tuple(sorted(chance.shuffled(others)[: 3 + chance.below(2)]))
        may_cover = not catalogue.parameters.overbuild.must_keep_links
        overbuilding, centre = (bool(chance.below(2)) for _ in range(2))
        overbuilding = overbuilding and may_cover
        yield puzzle_of(
            catalogue, LinkQuestion(city, tiles, overbuilding=overbuilding, centre=centre)
        )


def prove_link(puzzle: NeomPuzzle, keys: Keys) -> Proved[NeomPuzzle]:
    """Return a question of this kind with its answer.

    :raises Illegal: if the catalogue wants links kept while tiles are covered.
    :raises KeysDisagree: if the keys do.
    :raises Undecided: if the catalogue does not say enough.
    """
    question = _of_link(puzzle)
    if question.overbuilding and puzzle.catalogue.parameters.overbuild.must_keep_links:
        raise Illegal(
            "where covering a tile must keep all links, the order of placing matters; this "
            "question is only about the last city",
            where="/question/overbuilding",
            rule="NEOM-PLACE-9",
        )
    found = keys.arranged(
        puzzle.catalogue,
        question.city,
        frozenset(question.tiles_to_place),
        overbuilding=question.overbuilding,
        centre=question.centre,
    )
    flaw = "" if len(found) == 1 else SEVERAL if found else NO_WAY
    work = by_both(arrangements=len(found))
    if flaw:
        return Proved(puzzle, {}, flaw, work=work, bounds=BOUNDS)
    (city,) = found
    luck = _luck(puzzle, question, city)
    solution: Document = {
        "placed": [
            {"square": square_name(square), "tile": tile}
            for square, tile in city.tiles
            if tile in question.tiles_to_place
        ]
    }
    flaw = "" if luck < 1 else NEVER_BY_CHANCE
    themes = tuple(_themes(question, city))
    return Proved(puzzle, solution, flaw, themes, work, 1 / luck, _BOUNDS)


def _of_link(puzzle: NeomPuzzle) -> LinkQuestion:
    assert isinstance(puzzle.question, LinkQuestion)  # noqa: S101 - kinds.prove chose by it
    return puzzle.question


def cities_next(
    engine: Engine, puzzle: NeomPuzzle, question: LinkQuestion, before: City
) -> set[City]:
    """Return the cities with one more of the tiles to link than ``before``."""
    return placed_next(
        engine,
        puzzle.catalogue,
        question.city,
        before,
        frozenset(question.tiles_to_place),
        overbuilding=question.overbuilding,
        centre=question.centre,
    )


def _luck(puzzle: NeomPuzzle, question: LinkQuestion, wanted: City) -> Fraction:
    """Return how likely a player finds the city who places any tile where its roads allow it."""
    engine = Engine()
    places = {tile: square for square, tile in wanted.tiles}
    chances = {question.city: Fraction(1)}
    for _ in question.tiles_to_place:
        later: dict[City, Fraction] = {}
        for before, chance in chances.items():
            grown = cities_next(engine, puzzle, question, before)
            for after in grown:
                if all(
                    places[tile] == square
                    for square, tile in after.tiles
                    if tile in question.tiles_to_place
                ):
                    later[after] = later.get(after, Fraction(0)) + chance / len(grown)
        chances = later
    return chances[wanted]


def _themes(question: LinkQuestion, city: City) -> Iterator[str]:
    yield "three-tiles" if len(question.tiles_to_place) == 3 else "four-tiles"  # noqa: PLR2004 - its name
    if any(
        tile in question.tiles_to_place and question.city.at(square) for square, tile in city.tiles
    ):
        yield "overbuilding"
    if city.at(CENTRE) in question.tiles_to_place:
        yield "center"
