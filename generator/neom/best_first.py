"""Puzzles of the turns to come, their packs known: *last turns* and *Disaster*."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction

from generator.chance import Chance
from generator.kind import Proved, Reason, by_both
from generator.neom.games import in_greedy_order, outcome_of, turns_of_a_game
from generator.neom.proved import BOUNDS, FirstKey, Keys
from verifier.documents.strict_json import Document
from verifier.errors import Illegal
from verifier.neom.engine.engine import Engine
from verifier.neom.puzzle import NeomPuzzle, TurnsQuestion, first_action_to_json, puzzle_of
from verifier.neom.state import CENTRE, GENERATIONS, PREVENTABLE, TURNS, FirstAction
from verifier.neom.tiles import TileCatalogue

FEW_ACTIONS = "the first turn is forced, or all its actions are of one kind"
TOO_LARGE = "too much can be done in the first turn to be proved in seconds"
NOT_ONE = "no first action is best by two points"
AT_FIRST_SIGHT = "the action that scores most at once is the best"
EVEN = "taking the Disaster or not differs by less than three points"
TOO_EASY = "too few simple players answer wrong"
NO_CHOICE = "the Disaster must be prevented, as nothing else can be done"

_LEAD, _DISASTER_LEAD = 2, 3
_OTHERS = 3
_ERRS = "-errs"
_GIFTS = range(5, 16)
_DISASTER_BOUNDS = (80, 150)
"""Two of the four simple players err from the one on, three from the other."""
_MOST_STATES = 48
"""After the first turn, for each turn that follows it: so that both keys answer in seconds."""


def last_turn_candidates(
    catalogue: TileCatalogue, chance: Chance, turns: int
) -> Iterator[NeomPuzzle | Reason]:
    """Yield the last turns of a game."""
    for state, packs in turns_of_a_game(catalogue, chance):
        if state.generation == GENERATIONS and state.turn == TURNS + 1 - turns:
            question = TurnsQuestion("last-turns", state, _sorted(packs))
            yield puzzle_of(catalogue, question) if _is_small(catalogue, question) else TOO_LARGE
            return


def disaster_candidates(
    catalogue: TileCatalogue, chance: Chance, turns: int, deceived: int, *, richer: bool = False
) -> Iterator[NeomPuzzle | Reason]:
    """Yield the turns of a game that show a Disaster which can be prevented, with those after it.

    There are so many ``turns`` in all. So many simple players must be ``deceived``. ``richer`` adds
    some money, as greedy players have little, and so little to choose.
    """
    reason = "no Disaster came in the first three packs"
    keys = FirstKey(Engine())
    for state, packs in turns_of_a_game(catalogue, chance):
        shown = any(catalogue.tile(tile).type == "disaster" for tile in packs[0])
        if not shown or state.turn > PREVENTABLE:
            continue
        money = state.money + (chance.choice(_GIFTS) if richer else 0)
        question = TurnsQuestion("disaster", replace(state, money=money), _sorted(packs[:turns]))
        if not _is_small(catalogue, question):
            reason = TOO_LARGE
            continue
        puzzle = puzzle_of(catalogue, question)
        proved = prove_disaster(puzzle, keys)
        if proved.flaw or _erring(proved) < deceived:
            reason = proved.flaw or TOO_EASY
            continue
        yield puzzle
    yield reason


def _erring(proved: Proved[NeomPuzzle]) -> int:
    return sum(theme.endswith(_ERRS) for theme in proved.themes)


def _is_small(catalogue: TileCatalogue, question: TurnsQuestion) -> bool:
    """Return whether the model answers the question in seconds."""
    outcomes = Engine().outcomes(catalogue, question.state, question.packs[0])
    return len({way.after for way in outcomes}) * (len(question.packs) - 1) <= _MOST_STATES


def prove_last_turns(puzzle: NeomPuzzle, keys: Keys) -> Proved[NeomPuzzle]:
    """Return a question of the last turns with its answer.

    :raises Illegal: if it does not ask about the last turns of a game.
    :raises KeysDisagree: if the keys do.
    :raises Undecided: if the catalogue does not say enough.
    """
    question = _of_turns(puzzle)
    state, turns = question.state, len(question.packs)
    if state.generation != GENERATIONS or state.turn + turns != TURNS + 1:
        raise Illegal(
            f"{turns} packs do not lead from turn {state.turn} of Generation {state.generation} "
            "to the end of the game",
            where="/question/packs",
            rule="NEOM-SOLO-TURN-4",
        )
    at_once = _at_once(puzzle)
    if len(at_once) < 2 or len({action.kind for action in at_once}) < 2:  # noqa: PLR2004 - a choice
        return _without_answer(puzzle, FEW_ACTIONS)
    best = _both(puzzle, keys)
    order = in_greedy_order(best)
    first, second = order[:2]
    lead = best[first] - best[second]
    tries = _rank(at_once, first)
    flaw = NOT_ONE if lead < _LEAD else AT_FIRST_SIGHT if tries == 1 else ""
    solution: Document = {
        "first": first_action_to_json(first),
        "points": best[first],
        "others": [_with_points(action, best) for action in order[1 : _OTHERS + 1]],
    }
    themes = tuple(_themes(puzzle, first))
    work = by_both(first_actions=len(best))
    return Proved(puzzle, solution, flaw, themes, work, Fraction(tries), BOUNDS)


def prove_disaster(puzzle: NeomPuzzle, keys: Keys) -> Proved[NeomPuzzle]:
    """Return a question about a Disaster with its answer.

    :raises Illegal: if the first pack has none that can be prevented.
    :raises KeysDisagree: if the keys do.
    :raises Undecided: if the catalogue does not say enough.
    """
    question = _of_turns(puzzle)
    state = question.state
    shown = any(puzzle.catalogue.tile(tile).type == "disaster" for tile in question.packs[0])
    if not shown or state.disaster_over or state.turn > PREVENTABLE:
        raise Illegal(
            "the first pack has no Disaster that could be prevented",
            where="/question/packs/0",
            rule="NEOM-SOLO-DIS-1",
        )
    best = _both(puzzle, keys)
    prevented = [action for action in best if action.kind == "prevent"]
    left = [action for action in in_greedy_order(best) if action.kind != "prevent"]
    if not left:
        return _without_answer(puzzle, NO_CHOICE, len(best))
    take, leave = best[prevented[0]], best[left[0]]
    right = "take" if take > leave else "leave"
    solution: Document = {
        "answer": right,
        "points": {"take": take, "leave": leave},
        "leave_by": first_action_to_json(left[0]),
    }
    answers = _of_simple_players(puzzle)
    wrong = [player for player, answer in answers.items() if answer != right]
    tries = Fraction(len(answers) + 1, len(answers) + 1 - len(wrong))
    flaw = EVEN if abs(take - leave) < _DISASTER_LEAD else "" if wrong else TOO_EASY
    work = by_both(first_actions=len(best))
    themes = (right, *(player + _ERRS for player in wrong))
    return Proved(puzzle, solution, flaw, themes, work, tries, _DISASTER_BOUNDS, claim="better")


def _of_simple_players(puzzle: NeomPuzzle) -> dict[str, str]:
    """Return what players answer who do not look far: most compare the city after the turn.

    ``points`` looks at its score, ``income`` at the score after an income. ``price`` leaves a
    Disaster that can be paid with no more money than a sold tile brings. ``greedy`` plays on:
    what brings the most at once, an income included, in the turns that follow, too.
    """
    question, engine = _of_turns(puzzle), Engine()
    found: dict[str, str] = {}
    for player, income in (("points", False), ("income", True)):
        after = engine.best_by_first_action(
            puzzle.catalogue, question.state, question.packs[:1], income_at_end=income
        )
        order = in_greedy_order(after)
        found[player] = _answer(order[0])
    parameters = puzzle.catalogue.parameters
    pay = parameters.disaster(question.state.generation).pay
    enough = min(parameters.sell_value or 0, question.state.money)
    cheap = isinstance(pay, int) and 0 < pay <= enough
    found["price"] = "leave" if cheap else "take"
    lines: dict[str, int] = {}
    for action in in_greedy_order(after):
        if _answer(action) not in lines:
            lines[_answer(action)] = _greedily(engine, puzzle, action)
    found["greedy"] = max(sorted(lines), key=lambda answer: lines[answer])
    return found


def _answer(action: FirstAction) -> str:
    return "take" if action.kind == "prevent" else "leave"


def _greedily(engine: Engine, puzzle: NeomPuzzle, first: FirstAction) -> int:
    """Return the points at the end if after a first action what brings the most is done."""
    question, catalogue = _of_turns(puzzle), puzzle.catalogue
    state, points = question.state, 0
    for number, pack in enumerate(question.packs):
        best = engine.best_by_first_action(catalogue, state, (pack,), income_at_end=True)
        action = in_greedy_order(best)[0] if number else first
        points = best[action]
        state = outcome_of(engine, catalogue, state, pack, action).after
    return points


def _both(puzzle: NeomPuzzle, keys: Keys) -> dict[FirstAction, int]:
    question = _of_turns(puzzle)
    return keys.agreed(
        "the best that first actions lead to",
        lambda key: key.best_by_first_action(
            puzzle.catalogue,
            question.state,
            question.packs,
            income_at_end=question.income_at_end,
        ),
    )


def _at_once(puzzle: NeomPuzzle) -> dict[FirstAction, int]:
    """Return what each first action would bring if an income and the score came after it."""
    question = _of_turns(puzzle)
    return Engine().best_by_first_action(
        puzzle.catalogue, question.state, question.packs[:1], income_at_end=True
    )


def _rank(points: dict[FirstAction, int], wanted: FirstAction) -> int:
    """Return how many actions bring at least as much, itself included."""
    return sum(number >= points[wanted] for number in points.values())


def _with_points(action: FirstAction, best: dict[FirstAction, int]) -> Document:
    return {"first": first_action_to_json(action), "points": best[action]}


def _themes(puzzle: NeomPuzzle, first: FirstAction) -> Iterator[str]:
    question = _of_turns(puzzle)
    yield first.kind
    if first.square is not None:
        if question.state.city.at(first.square) is not None or first.square == CENTRE:
            yield "overbuilding"
        tile = puzzle.catalogue.tile(first.placed)
        if tile.produces:
            yield "goods"
    if first.disaster is not None:
        yield "disaster"
    yield "three-turns" if len(question.packs) > 2 else "two-turns"  # noqa: PLR2004 - of their names


def _without_answer(puzzle: NeomPuzzle, flaw: Reason, examined: int = 0) -> Proved[NeomPuzzle]:
    """Return a question that is no puzzle; ``examined`` counts the first actions by both keys."""
    work = by_both(first_actions=examined) if examined else {}
    return Proved(puzzle, {}, flaw, work=work, bounds=BOUNDS)


def _sorted(packs: tuple[tuple[str, ...], ...]) -> tuple[tuple[str, ...], ...]:
    return tuple(tuple(sorted(pack)) for pack in packs)


def _of_turns(puzzle: NeomPuzzle) -> TurnsQuestion:
    assert isinstance(puzzle.question, TurnsQuestion)  # noqa: S101 - kinds.prove chose by it
    return puzzle.question
