"""Compares keys of NEOM with the naive oracle, on states and logs of games played at random."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import TYPE_CHECKING

from tests import neom_oracle as oracle
from tests import neom_oracle_log
from tests.neom_logs import Player, spoiled
from tests.neom_parameters import with_random_parameters
from verifier.neom.engine import Engine
from verifier.neom.log_check import without_words
from verifier.neom.model.key import NeomModel
from verifier.neom.state import GENERATIONS, TURNS
from verifier.neom.tiles_document import demo_catalogue

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from verifier.neom.key import Key
    from verifier.neom.log import Log, LogReport
    from verifier.neom.state import State
    from verifier.neom.tiles import TileCatalogue

Pack = tuple[str, ...]


def keys_compared() -> tuple[Key, ...]:
    """Return both keys."""
    return (Engine(), NeomModel())


def a_catalogue(rng: Random) -> TileCatalogue:
    """Return the demo catalogue with other parameters, or now and then as it is."""
    demo = demo_catalogue()
    return with_random_parameters(demo, rng) if rng.randrange(5) else demo


def states(catalogue: TileCatalogue, rng: Random) -> Iterator[tuple[State, Pack]]:
    """Yield the states of one game played at random, each with the pack that is revealed."""
    player = Player(catalogue, rng)
    player.preliminary_round()
    for generation in range(GENERATIONS):
        for pack in player.packs(generation):
            yield player.state, pack
            player.turn(pack)


def compare_states(keys: Sequence[Key], games: int, seed: int, *, every: int = 1) -> Counter[str]:
    """Compare squares, links, outcomes and scores in the states of so many games.

    Of each game every so manyth state is taken.

    :raises AssertionError: at the first difference, with what shows it.
    """
    compared = Counter[str]()
    for game in range(seed, seed + games):
        rng = Random(f"neom {game}")
        catalogue = a_catalogue(rng)
        for number, (state, pack) in enumerate(states(catalogue, rng)):
            if (number + game) % every == 0:
                compared += compare_state(keys, catalogue, state, pack)
    return compared


def compare_state(
    keys: Sequence[Key], catalogue: TileCatalogue, state: State, pack: Pack
) -> Counter[str]:
    """Compare one state; return what was compared."""
    given = f"\n{state!r}\n{pack!r}\n{catalogue.parameters!r}"
    tiles = pack + tuple(sorted(state.reserve))
    squares = {tile: oracle.squares(catalogue, state.city, tile) for tile in tiles}
    linked = oracle.linked(catalogue, state.city)
    score = oracle.score(catalogue, state)
    expected = oracle.outcomes(catalogue, state, pack)
    for key in keys:
        shown = f"{key.name}{given}"
        for tile in tiles:
            assert squares[tile] == key.squares(catalogue, state.city, tile), f"{tile} {shown}"
        assert linked == key.linked(catalogue, state.city), shown
        assert score == key.score(catalogue, state), shown
        found = key.outcomes(catalogue, state, pack)
        missing, wrong = sorted(map(repr, expected - found)), sorted(map(repr, found - expected))
        assert expected == found, f"missing {missing[:2]}\nwrong {wrong[:2]}\n{shown}"
    return Counter({"states": 1, "outcomes": len(expected), "headings of states": len(score)})


def compare_logs(keys: Sequence[Key], games: int, seed: int, *, spoils: int = 3) -> Counter[str]:
    """Compare the reports on so many whole logs, and on each spoiled so many times.

    :raises AssertionError: at the first difference.
    """
    compared = Counter[str]()
    for game in range(seed, seed + games):
        rng = Random(f"neom log {game}")
        catalogue = a_catalogue(rng)
        log = Player(catalogue, rng).game()
        legal = compare_log(keys, catalogue, log)
        assert legal.violations == (), legal.violations
        assert legal.differences == (), legal.differences
        compared["whole logs"] += 1
        for _ in range(spoils):
            report = compare_log(keys, catalogue, spoiled(catalogue, log, rng))
            compared["spoiled logs"] += 1
            compared.update(violation.rule for violation in report.violations)
            compared["only other notes"] += bool(report.differences and not report.violations)
    return compared


def compare_log(keys: Sequence[Key], catalogue: TileCatalogue, log: Log) -> LogReport:
    """Compare the reports on one log, words of messages left out; return the oracle's."""
    expected = neom_oracle_log.check(catalogue, log)
    for key in keys:
        actual = key.check(catalogue, log)
        same = without_words(expected) == without_words(actual)
        assert same, f"{key.name}\n{_story(log, expected, actual)}"
    return expected


def _story(log: Log, expected: LogReport, actual: LogReport) -> str:
    last = max(
        (each.event for report in (expected, actual) for each in report.violations), default=0
    )
    events = "\n".join(f"{number} {event!r}" for number, event in enumerate(log.events[: last + 1]))
    return f"{events}\nexpected {expected!r}\nactual {actual!r}"


def compare_last_turns(
    keys: Sequence[Key], questions: int, seed: int, *, packs: int = 2
) -> Counter[str]:
    """Compare the values of all first actions where so many packs are known.

    :raises AssertionError: at the first difference.
    """
    compared = Counter[str]()
    for number in range(seed, seed + questions):
        rng = Random(f"neom last turns {number}")
        catalogue = a_catalogue(rng)
        turn = rng.randrange(GENERATIONS) * TURNS + TURNS - packs - rng.randrange(2)
        ahead = list(states(catalogue, rng))[turn : turn + packs]
        state, known_packs = ahead[0][0], tuple(pack for _, pack in ahead)
        income = bool(rng.randrange(2))
        expected = oracle.best_by_first_action(catalogue, state, known_packs, income_at_end=income)
        for key in keys:
            actual = key.best_by_first_action(catalogue, state, known_packs, income_at_end=income)
            shown = f"{key.name}\n{state!r}\n{known_packs!r}\n{catalogue.parameters!r}"
            assert expected == actual, shown
        compared += Counter({"questions": 1, "first actions": len(expected)})
    return compared
