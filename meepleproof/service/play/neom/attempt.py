"""Attempts at puzzles of NEOM, judged by the solution of their pack; the engine says why not."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from generator.neom.link import cities_next
from generator.pack import Packed
from meepleproof.rendering.neom.puzzles import (
    action_in_words,
    disaster_in_words,
    helpers_in_words,
    links_in_words,
    money_in_words,
)
from verifier.documents.strict_json import Document
from verifier.errors import Malformed
from verifier.neom.documents import read_square, require_tile
from verifier.neom.engine import Engine
from verifier.neom.log import Act, Log, Reveal, Violation
from verifier.neom.puzzle import (
    LinkQuestion,
    NeomPuzzle,
    Pack,
    TurnsQuestion,
    first_action_from_json,
)
from verifier.neom.state import (
    CENTRE,
    SQUARES,
    City,
    FirstAction,
    Square,
    State,
    square_name,
)

__all__ = [
    "judged_first",
    "neom_attempt",
    "why_no_actions",
    "why_not_here",
    "why_unsound",
]


_ANSWERS = {
    "first": "the first action",
    "answer": "whether to take the Disaster or to leave it",
    "placed": "every tile with its square",
    "helpers": "the helpers",
    "money": "the least money",
}
"""What requests answer with, by the name of the field; solutions have the same names."""


def neom_attempt(packed: Packed[NeomPuzzle], request: Document) -> Document:
    """Return how an answer fares.

    :raises Malformed: if it is no answer to the question.
    """
    solution = packed.solution or {}
    asked = next(name for name in _ANSWERS if name in solution)
    if asked not in request:
        given = next(name for name in _ANSWERS if name in request)
        message = f"the puzzle asks for {_ANSWERS[asked]}: give {asked!r}, not {given!r}"
        raise Malformed(message, where=f"/{given}")
    return _JUDGES[asked](packed, solution, request[asked])


def _first(packed: Packed[NeomPuzzle], solution: Document, given: Document) -> Document:
    puzzle, question = packed.puzzle, packed.puzzle.question
    assert isinstance(question, TurnsQuestion)  # noqa: S101 - its solution has a first action
    if given["action"] in ("sell", "prevent"):  # what is sold is no part of the answer
        given = {name: said for name, said in given.items() if name not in ("tile", "square")}
    elif not {"tile", "square"} <= given.keys():
        raise Malformed("name the tile that is placed, and its square", where="/first")
    else:
        require_tile(puzzle.catalogue, given["tile"], "/first/tile")
    action = first_action_from_json(given)
    solved = action == first_action_from_json(solution["first"])
    points = solution["points"] if solved else _most_after(puzzle, question, action)
    if points is not None:
        return judged_first(packed, given, points)
    (refusal,) = why_no_actions(Engine(), puzzle, question, [action])
    return {"solved": False, "sentence": refusal["sentence"], "refusal": refusal}


def judged_first(packed: Packed[NeomPuzzle], given: Document, points: int) -> Document:
    """Return how a legal first action fares that leads to so many points."""
    right = first_action_from_json((packed.solution or {})["first"])
    solved = first_action_from_json(given) == right
    sentence = action_in_words(packed.puzzle, given, points, solved=solved)
    return {"solved": solved, "sentence": sentence, "points": points}


def _most_after(puzzle: NeomPuzzle, question: TurnsQuestion, action: FirstAction) -> int | None:
    """Return the most points that an action leads to by the engine; None if it is not legal."""
    most = Engine().best_by_first_action(
        puzzle.catalogue, question.state, question.packs, income_at_end=question.income_at_end
    )
    return most.get(action)


def _answer(_: Packed[NeomPuzzle], solution: Document, given: str) -> Document:
    solved, points = given == solution["answer"], solution["points"]
    sentence = disaster_in_words(points, solved=solved)
    return {"solved": solved, "sentence": sentence, "points": points[given]}


def _placed(packed: Packed[NeomPuzzle], solution: Document, given: list[Document]) -> Document:
    puzzle, question = packed.puzzle, packed.puzzle.question
    assert isinstance(question, LinkQuestion)  # noqa: S101 - its solution has tiles placed
    for number, each in enumerate(given):
        require_tile(puzzle.catalogue, each["tile"], f"/placed/{number}/tile")
    wanted = {each["tile"]: each["square"] for each in solution["placed"]}
    if {each["tile"]: each["square"] for each in given} == wanted and len(given) == len(wanted):
        return {"solved": True, "sentence": links_in_words()}
    squares = [(each["tile"], each["square"]) for each in given]
    refusal = _why_no_link(Engine(), puzzle, question, squares)
    return {"solved": False, "sentence": refusal["sentence"], "refusal": refusal}


def _money(_: Packed[NeomPuzzle], solution: Document, given: int) -> Document:
    mistakes = [each["forgets"] for each in solution["mistakes"] if each.get("money") == given]
    sentence = money_in_words(given, solution["money"], mistakes)
    document: Document = {"solved": given == solution["money"], "sentence": sentence}
    return {**document, "mistakes": mistakes} if mistakes else document


def _helpers(packed: Packed[NeomPuzzle], solution: Document, given: list[str]) -> Document:
    for number, tile in enumerate(given):
        require_tile(packed.puzzle.catalogue, tile, f"/helpers/{number}")
    solved = set(given) == set(solution["helpers"])
    known = [each for each in solution["others"] if set(each["helpers"]) == set(given)]
    money = solution["money"] if solved else known[0]["money"] if known else None
    document: Document = {"solved": solved, "sentence": helpers_in_words(money, solved=solved)}
    return document if money is None else {**document, "money": money}


_JUDGES: dict[str, Callable[[Packed[NeomPuzzle], Document, Any], Document]] = {
    "first": _first,
    "answer": _answer,
    "placed": _placed,
    "money": _money,
    "helpers": _helpers,
}


_OF_PAYING = "NEOM-BUY-1"
"""A payment is none of the player's answer, so what it buys too much is no fault of theirs."""


def why_no_actions(
    engine: Engine, puzzle: NeomPuzzle, question: TurnsQuestion, actions: Sequence[FirstAction]
) -> list[Document]:
    """Return of each first action the rules that it breaks, and why in a sentence.

    The goods that its tile needs and the city lacks are bought for it.
    """
    pack, state = question.packs[0], question.state
    log = Log(state.city.board, (Reveal(pack),), state)
    acts = [_as_event(puzzle, question, action) for action in actions]
    found = engine.faults_of_each(puzzle.catalogue, log, acts)
    return [_why(action, faults) for action, faults in zip(actions, found, strict=True)]


def _as_event(puzzle: NeomPuzzle, question: TurnsQuestion, action: FirstAction) -> Act:
    pack, state = question.packs[0], question.state
    selected = action.placed if action.kind == "place" else _given_up(puzzle, pack, action.kind)
    lacking: tuple[str, ...] = ()
    if action.placed:
        needed = puzzle.catalogue.tile(action.placed).needs_goods or ()
        lacking = tuple(sorted(set(needed) - state.tokens))
    cornerstone = action.placed if action.kind == "cornerstone" else ""
    return Act(action.kind, selected, cornerstone, action.square, lacking)


def _why(action: FirstAction, faults: Iterable[Violation]) -> Document:
    found = [each for each in faults if each.rule != _OF_PAYING]
    if found:
        messages = dict.fromkeys(each.message for each in found)
        return _refusal("; ".join(messages), *(each.rule for each in found))
    if action.disaster is None:
        return _refusal("a Disaster strikes in this turn: say how it is answered")
    return _refusal("after this action the Disaster cannot be answered so", "NEOM-DISASTER-4")


def why_not_here(
    engine: Engine,
    puzzle: NeomPuzzle,
    question: LinkQuestion,
    city: City,
    tile: str,
    squares: Sequence[Square],
) -> list[Document]:
    """Return why a tile to link cannot be placed next on squares of a city that grew so far."""
    refused = {square: _not_covered(question, city, square) for square in squares}
    asked = [square for square, refusal in refused.items() if refusal is None]
    state = State(("1+",), city, frozenset(), 0, frozenset())
    log = Log(city.board, (Reveal((tile,)),), state)
    acts = [Act("place", tile, "", square) for square in asked]
    for square, faults in zip(
        asked, engine.faults_of_each(puzzle.catalogue, log, acts), strict=True
    ):
        found = [each for each in faults if each.rule.startswith("NEOM-PLACE")]
        messages = dict.fromkeys(each.message for each in found)
        refused[square] = _refusal("; ".join(messages), *(each.rule for each in found))
    return [refusal for refusal in refused.values() if refusal is not None]


def _not_covered(question: LinkQuestion, city: City, square: Square) -> Document | None:
    """Return the terms of the question that keep a square from being covered, None if none do."""
    covered = city.at(square)
    if covered is not None and covered in question.tiles_to_place:
        return _refusal("here no tile that was placed is covered")
    if covered is not None and not question.overbuilding:
        return _refusal("here no tile of the city is covered")
    if square == CENTRE and covered is None and not question.centre:
        return _refusal("here the bare City Center is not covered")
    return None


def _why_no_link(
    engine: Engine,
    puzzle: NeomPuzzle,
    question: LinkQuestion,
    placed: Sequence[tuple[str, str]],
) -> Document:
    """Return what is wrong with tiles on squares, by the first fault found."""
    tiles = [tile for tile, _ in placed]
    if sorted(tiles) != sorted(question.tiles_to_place):
        named = ", ".join(sorted(question.tiles_to_place))
        return _refusal(f"place exactly these tiles, each once: {named}")
    squares = {tile: read_square(square) for tile, square in placed}
    if len(set(squares.values())) < len(squares) or not set(squares.values()) <= set(SQUARES):
        return _refusal("give each tile a square of its own, from A1 to E5", "NEOM-PLACE-2")
    for tile, square in sorted(squares.items()):
        covered = question.city.at(square)
        if covered is not None and not question.overbuilding:
            return _refusal(f"{covered} lies on {square_name(square)}; here no tile is covered")
        if square == CENTRE and covered is None and not question.centre:
            return _refusal(f"{tile} covers the bare City Center, which is not allowed here")
    city, left = _played(engine, puzzle, question, squares)
    if left:
        named = ", ".join(f"{tile} on {square_name(squares[tile])}" for tile in sorted(left))
        return _refusal(
            f"in no order can all be placed, by roads and the rules for covering: {named} is left",
            "NEOM-PLACE-3",
            "NEOM-PLACE-6",
        )
    return why_unsound(engine, puzzle, city)


def why_unsound(engine: Engine, puzzle: NeomPuzzle, city: City) -> Document:
    """Return what is wrong with a city in which all the tiles to link lie."""
    lying = {square for square, _ in city.tiles} - {CENTRE}
    loose = sorted(map(square_name, lying - engine.linked(puzzle.catalogue, city)))
    if loose:
        return _refusal(f"not linked to the City Center: {', '.join(loose)}", "NEOM-PLACE-3")
    ended = State(("1+",), city, frozenset(), 0, frozenset())
    points = {each.name: each.points for each in engine.score(puzzle.catalogue, ended)}
    lost = -(points["pollution"] or 0)
    return _refusal(f"pollution costs {lost} point{'s' * (lost != 1)}", "NEOM-SCORE-6")


def _given_up(puzzle: NeomPuzzle, pack: Pack, kind: str) -> str:
    """Return the tile of a pack that is selected: a Disaster to prevent it, else another one."""
    disasters = [tile for tile in pack if puzzle.catalogue.tile(tile).type == "disaster"]
    others = [tile for tile in pack if tile not in disasters]
    return [*disasters, *others][0] if kind == "prevent" else [*others, *disasters][0]


def _played(
    engine: Engine,
    puzzle: NeomPuzzle,
    question: LinkQuestion,
    squares: dict[str, tuple[int, int]],
) -> tuple[City, set[str]]:
    """Return the city after as many of the tiles as can be placed, and those left."""
    cities = {question.city: set(squares)}
    best = question.city
    for _ in squares:
        later: dict[City, set[str]] = {}
        for before, left in cities.items():
            grown = cities_next(engine, puzzle, question, before)
            for tile in left:
                after = before.with_tile(squares[tile], tile)
                if after in grown:
                    later[after] = left - {tile}
        if not later:
            return best, cities[best]
        cities, best = later, min(later, key=repr)
    return best, set()


def _refusal(sentence: str, *rules: str) -> Document:
    return {"rules": list(dict.fromkeys(rules)), "sentence": f"No: {sentence.rstrip('.')}."}
