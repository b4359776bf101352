"""Catalogues of NEOM with values taken out at random, and what may be said about them.

A key may say less than about the whole catalogue, but nothing that is not so there.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import fields, is_dataclass, replace
from random import Random
from typing import TYPE_CHECKING, Any

from tests import neom_oracle as oracle
from tests import neom_oracle_log
from tests.neom_agreement import a_catalogue, states
from tests.neom_logs import Player, spoiled
from verifier.errors import Undecided
from verifier.neom.log import Act, Log, LogReport
from verifier.neom.log_check import agreed_report, without_words
from verifier.neom.tiles import EFFECT_FIELDS, TileCatalogue

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from verifier.neom.key import Key
    from verifier.neom.state import Score, State

_TILE_FIELDS = (
    "roads",
    "cost",
    "needs_goods",
    "needs_tiles",
    "produces",
    "on_place",
    "income",
    "vp",
    "effects",
    "tags",
)
_NEVER_UNKNOWN = {"discount", "per_generation", "floor", "tag", "solo_table", "target"}

Path = tuple[str | int, ...]


def with_random_gaps(
    catalogue: TileCatalogue, rng: Random, tiles: Sequence[str], most: int = 5
) -> tuple[TileCatalogue, tuple[str, ...]]:
    """Return the catalogue with some values unknown, and their paths.

    They are of the parameters, the boards, and these tiles and their effects.
    """
    paths = []
    for _ in range(rng.randrange(1, most + 1)):
        path = _random_path(catalogue, rng, tiles)
        catalogue = _without(catalogue, path)
        paths.append("/".join(map(str, path)))
    return catalogue, tuple(paths)


def _random_path(catalogue: TileCatalogue, rng: Random, tiles: Sequence[str]) -> Path:
    kind = rng.randrange(8)
    if kind == 0:
        return ("boards", rng.randrange(len(catalogue.boards)), rng.choice(("good", "roads")))
    if kind < 4 or not tiles:
        return ("parameters", *rng.choice(list(_parameter_paths(catalogue.parameters))))
    number = rng.choice([n for n, tile in enumerate(catalogue.tiles) if tile.id in tiles])
    effects = catalogue.tiles[number].effects
    if kind == 4 and effects:
        place = rng.randrange(len(effects))
        names = [name for name in EFFECT_FIELDS[effects[place].kind] if _may_be_unknown(name)]
        if names:
            return ("tiles", number, "effects", place, rng.choice(names))
    return ("tiles", number, rng.choice(_TILE_FIELDS))


def _may_be_unknown(field: str) -> bool:
    return field in {"amount", "target", "adjacency", "per", "hand_score"}


def _parameter_paths(value: object) -> Iterator[Path]:
    """Yield the path of each parameter that may be unknown and is not yet."""
    assert is_dataclass(value)
    for field in fields(value):
        inner = getattr(value, field.name)
        if inner is None or field.name in _NEVER_UNKNOWN:
            continue
        if field.name == "required_structures":
            yield from (("required_structures", n, "penalty") for n in range(len(inner)))
        if is_dataclass(inner) and field.name != "source":
            yield from ((field.name, *path) for path in _parameter_paths(inner))
        if not is_dataclass(inner) or field.name in {"source", "lose"}:
            yield (field.name,)


def _without(value: Any, path: Path) -> Any:
    """Return a nested value with None at a path."""
    if not path:
        return None
    first, *rest = path
    if isinstance(first, int):
        return (*value[:first], _without(value[first], tuple(rest)), *value[first + 1 :])
    return replace(value, **{first: _without(getattr(value, first), tuple(rest))})


def compare_gaps_in_logs(
    keys: Sequence[Key], games: int, seed: int, *, draws: int = 10
) -> Counter[str]:
    """Compare what the keys say of logs about which the catalogue does not say everything.

    The log of each game is read so many times, every other time spoiled, with other gaps.

    :raises AssertionError: at the first statement of a key that is not so for the whole
        catalogue, and at the first contradiction between two keys.
    """
    compared = Counter[str]()
    for game in range(seed, seed + games):
        rng = Random(f"neom gaps in logs {game}")
        whole = a_catalogue(rng)
        log = Player(whole, rng).game()
        for draw in range(draws):
            read = spoiled(whole, log, rng) if draw % 2 else log
            gaps, paths = with_random_gaps(whole, rng, placed_in(log))
            compared += _compare_log(keys, whole, gaps, read, f"game {game}, unknown {paths}")
    return compared


def _compare_log(
    keys: Sequence[Key], whole: TileCatalogue, gaps: TileCatalogue, log: Log, given: str
) -> Counter[str]:
    truth = neom_oracle_log.check(whole, log)
    reports = {key.name: key.check(gaps, log) for key in keys}
    for name, report in reports.items():
        _must_be_so(report, truth, f"{given}\ntruth {truth!r}\n{name} {report!r}")
    agreed = agreed_report(reports)
    return Counter(
        {
            "logs with gaps": 1,
            "undetermined": bool(agreed.unknown),
            "broken all the same": bool(agreed.violations),
            "money followed": bool(agreed.unknown) and agreed.money is not None,
            "headings": sum(heading.points is not None for heading in agreed.score),
        }
    )


def placed_in(log: Log) -> tuple[str, ...]:
    """Return the tiles that a log places."""
    acts = [event for event in log.events if isinstance(event, Act) and event.square is not None]
    return tuple(act.cornerstone or act.selected for act in acts)


def _must_be_so(said: LogReport, truth: LogReport, given: str) -> None:
    """Check each definite statement of a report.

    A wrong note is taken for true where the amount cannot be followed, so only what comes before
    the first is compared; and nothing after the first illegal event.
    """
    if not said.unknown and not any(heading.unknown for heading in said.score):
        one, other = without_words(truth), without_words(said)
        assert (one.violations, one.differences) == (other.violations, other.differences), given
    last = min((each.event for each in truth.violations), default=10**6)
    wrong = min((each.event for each in truth.differences), default=10**6)
    broken = {(each.event, each.rule) for each in truth.violations}
    first = min((each.event for each in said.violations), default=10**6)
    if first <= min(last, wrong):
        assert {(each.event, each.rule) for each in said.violations} <= broken, given
    noted = {(each.event, each.what, each.followed) for each in truth.differences}
    for each in said.differences:
        if each.event <= wrong and each.event < last and each.what != "tokens":
            assert (each.event, each.what, each.followed) in noted, given
        elif each.event <= wrong and each.event < last:
            assert (each.event, each.what) in {known[:2] for known in noted}, given
    if truth.violations or truth.differences or said.violations:
        return
    assert said.money in (None, truth.money), given
    assert said.tokens <= truth.tokens, given
    _points_must_be_so(said.score, truth.score, given)


def _points_must_be_so(said: Score, truth: Score, given: str) -> None:
    points = {heading.name: heading.points for heading in truth}
    for heading in said:
        assert (heading.points is None) == bool(heading.unknown), given
        assert heading.points in (None, points[heading.name]), f"{heading.name} {given}"


def compare_gaps_in_states(keys: Sequence[Key], games: int, seed: int) -> Counter[str]:
    """Compare what the keys say of states about which the catalogue does not say everything.

    :raises AssertionError: at the first statement that is not so for the whole catalogue.
    """
    compared = Counter[str]()
    for game in range(seed, seed + games):
        rng = Random(f"neom gaps in states {game}")
        whole = a_catalogue(rng)
        played = list(states(whole, rng))
        state, pack = rng.choice(played)
        tiles = [*pack, *state.reserve, *(tile for _, tile in state.city.tiles)]
        gaps, paths = with_random_gaps(whole, rng, tiles)
        for key in keys:
            given = f"game {game}, {key.name}, unknown {paths}\n{state!r}\n{pack!r}"
            compared += _compare_state(key, whole, gaps, state, pack, given)
    return compared


def _compare_state(
    key: Key,
    whole: TileCatalogue,
    gaps: TileCatalogue,
    state: State,
    pack: tuple[str, ...],
    given: str,
) -> Counter[str]:
    compared = Counter[str]({"states with gaps": 1})
    _points_must_be_so(key.score(gaps, state), oracle.score(whole, state), given)
    questions: Mapping[str, tuple[Callable[[], object], Callable[[], object]]] = {
        "linked": (
            lambda: oracle.linked(whole, state.city),
            lambda: key.linked(gaps, state.city),
        ),
        "squares": (
            lambda: [oracle.squares(whole, state.city, tile) for tile in pack],
            lambda: [key.squares(gaps, state.city, tile) for tile in pack],
        ),
        "outcomes": (
            lambda: oracle.outcomes(whole, state, pack),
            lambda: key.outcomes(gaps, state, pack),
        ),
    }
    for name, (expected, actual) in questions.items():
        try:
            found = actual()
        except Undecided:
            compared[f"{name} undecided"] += 1
            continue
        assert expected() == found, f"{name}: {given}"
        compared[f"{name} decided"] += 1
    return compared
