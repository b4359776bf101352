"""Keys of the house game compared with the naive oracle, position by position and game by game."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Collection, Iterator
from dataclasses import fields
from itertools import count, islice
from typing import Any, cast

from tests.house_games import features_seen, positions_of, random_rules, random_start
from tests.house_oracle import ORACLE
from tests.house_records import record_and_mutation
from tests.house_turn import is_short, outcomes_at, stock_of
from verifier.carcassonne.engine.house import HouseEngine
from verifier.carcassonne.house.key import Key
from verifier.carcassonne.house.notation import position_text
from verifier.carcassonne.house.part_turn import Outcome
from verifier.carcassonne.house.position import Placement, Position
from verifier.carcassonne.model.house.key import HouseModel

FROM_ONE_GAME = 3
"""How many positions of one game are compared."""


def keys_compared() -> list[Key]:
    """Return the keys that are compared with the oracle."""
    return [cast("Key", HouseEngine()), HouseModel()]


def judges_compared() -> list[Key]:
    """Return the keys whose verdicts on records are compared with the oracle's."""
    return [key for key in keys_compared() if hasattr(key, "violations")]


def positions(first_seed: int) -> Iterator[tuple[str, Position]]:
    """Yield positions of seeded games without end, each with its name."""
    for seed in count(first_seed):
        for number, position in enumerate(positions_of(seed, FROM_ONE_GAME)):
            yield f"seed {seed}, position {number}", position


def difference(
    name: str, position: Position, expected: Collection[Outcome], actual: Collection[Outcome]
) -> str:
    """Say in words how two sets of outcomes differ."""
    lines = [f"{name}: {position_text(position)}"]
    wanted = {str(outcome.part_turn): outcome for outcome in expected}
    found = {str(outcome.part_turn): outcome for outcome in actual}
    for who, ones, others in (("oracle", wanted, found), ("key", found, wanted)):
        only = sorted(set(ones) - set(others))
        lines.append(f"  {len(only)} part-turns of the {who} alone: {' '.join(only[:4])}")
    unlike = [text for text in sorted(set(wanted) & set(found)) if wanted[text] != found[text]]
    lines.append(f"  {len(unlike)} part-turns that bring something else")
    for text in unlike[:2]:
        lines += [f"    {text}", *_unlike("", wanted[text], found[text])]
    return "\n".join(lines)


def _unlike(where: str, one: Any, other: Any) -> Iterator[str]:
    """Yield the fields in which two outcomes differ."""
    for field in fields(one):
        path = f"{where}{field.name}"
        left, right = getattr(one, field.name), getattr(other, field.name)
        if field.name == "after":
            yield from _unlike("after.", left, right)
        elif left != right:
            yield f"      {path}: {left} by the oracle, {right} by the key"


def compare_positions(keys: list[Key], number: int, first_seed: int) -> Counter[str]:
    """Compare outcomes and final scorings in that many positions.

    Return what was compared: positions, outcomes, and how often each thing was to be seen.

    :raises AssertionError: naming the first difference.
    """
    seen = Counter[str]()
    for name, position in islice(positions(first_seed), number):
        expected = ORACLE.outcomes(position)
        final = ORACLE.final_scorings(position)
        for key in keys:
            actual = key.outcomes(position)
            about = f"{key.name}, {name}"
            assert expected == actual, difference(about, position, expected, actual)
            found = key.final_scorings(position)
            assert final == found, f"{about}: {position_text(position)}\\n  {final}\\n  {found}"
        seen.update(features_seen(position, expected))
        seen.update({"positions": 1, "outcomes": len(expected)})
    return seen


def follow_game(key: Key, seed: int) -> Counter[str]:
    """Let the key play a random game to its end and the oracle follow; return what happened.

    :raises AssertionError: naming the first part-turn after which they differ.
    """
    rng, happened = random.Random(f"game {seed}"), Counter[str]()
    position = random_start(rng, random_rules(rng), most_tiles=70)
    while not position.end and not is_short(stock_of(position), position.rules):
        outcomes = sorted(key.outcomes(position), key=lambda outcome: str(outcome.part_turn))
        about = f"{key.name}, game {seed}"
        if not outcomes:
            break
        chosen = _chosen(rng, outcomes)
        here = {each for each in outcomes if _laid(each) == _laid(chosen)}
        expected = set(outcomes_at(position, Placement(*_laid(chosen))))
        assert expected == here, difference(about, position, expected, here)
        happened.update({"part-turns": 1, "scorings": len(chosen.scorings)})
        position = chosen.after
    assert ORACLE.final_scorings(position) == key.final_scorings(position), f"game {seed}"
    happened.update({"games": 1, f"games ended: {position.end or 'not'}": 1})
    return happened


def compare_records(key: Key, number: int, first_seed: int) -> Counter[tuple[str, str]]:
    """Compare verdicts on as many records, as played and changed; return what was found.

    :raises AssertionError: if another part-turn is found to be the first that breaks a rule.
    """
    found = Counter[tuple[str, str]]()
    for seed in range(first_seed, first_seed + number):
        for change, record in record_and_mutation(seed):
            expected, actual = ORACLE.violations(record), key.violations(record)
            about = f"{key.name}, seed {seed}, {change}:\n  {expected}\n  {actual}"
            assert [broken.turn for broken in expected] == [b.turn for b in actual[:1]], about
            assert change != "as played" or not expected, about
            found[change, expected[0].rule if expected else ""] += 1
    return found


def _laid(outcome: Outcome) -> tuple[str, int, int, int]:
    turn = outcome.part_turn
    return (turn.tile, turn.rotation, turn.x, turn.y)


def _chosen(rng: random.Random, outcomes: list[Outcome]) -> Outcome:
    """Choose mostly what scores, lays a builder or gives a second part."""
    few = rng.sample(outcomes, min(12, len(outcomes)))
    return max(few, key=_liveliness) if rng.random() < 0.6 else few[0]


def _liveliness(outcome: Outcome) -> int:
    turn = outcome.part_turn
    return 2 * len(outcome.scorings) + 2 * turn.second + (turn.piece == "builder")
