"""Runs in a copy of the program with one mutant, and says who notices that something is wrong.

``python -m tests.mutants.catching FOLDER WHO RULE KEY...`` prints JSON, a line for each catcher:
its name, and what it noticed, if anything. A catcher stops at the first thing it notices; with
``first`` for WHO no other is asked then, with ``all`` all are.
"""

from __future__ import annotations

import json
import resource
import sys
from collections.abc import Callable, Iterator
from contextlib import closing
from itertools import islice
from pathlib import Path
from typing import Any

import verifier
from tests.games import game
from verifier.carcassonne.engine.solo import Engine
from verifier.carcassonne.model.solo.key import Model
from verifier.carcassonne.model.solo.listing import turns_of
from verifier.carcassonne.solo.claims import documents, scenario_from_json
from verifier.carcassonne.solo.conformance import cases, judge
from verifier.carcassonne.solo.conformance.answers import reply
from verifier.carcassonne.solo.key import Key
from verifier.carcassonne.solo.keyring import Keyring

POSITIONS = {"engine": 150, "model": 30}
"""How many positions a key is compared on with the naive third opinion."""

_SECONDS = 900
"""Of processor time, after which a catcher has noticed that the program does not end."""


def by_verify(rule: str, keys: list[Key]) -> str:
    """Return the first scenario that does not hold, as ``meepleproof verify`` would find it."""
    for name, document in sorted(documents().items(), key=lambda item: _distance(item[1], rule)):
        scenario = scenario_from_json(document, name)
        verdict = Keyring(keys).check(scenario)
        if verdict.answer != "holds":
            return f"{scenario.id}: {verdict.answer}"
    return ""


def by_conformance(rule: str, key: Key) -> str:
    """Return the first conformance case that shows the rule and that the key does not pass."""
    for case in cases():
        # Lines are counted by the thousand; the other cases ask about the same rules.
        if rule not in ("", *case.rules) or case.area == "count":
            continue
        if judge(case, reply(case.request, key)).ruling != "passed":
            return case.id
    return ""


def by_oracle(key: Key) -> str:
    """Return the first position of random games on which the key differs from the third opinion."""
    steps = (
        (f"game {seed}, turn {turn}", step)
        for seed in range(1_000_000)
        for turn, step in enumerate(islice(game(seed), 6))
    )
    for name, (position, expected) in islice(steps, POSITIONS[key.name]):
        if key.outcomes(position) != expected:
            return name
    return ""


def noticed(rule: str, names: tuple[str, ...]) -> Iterator[tuple[str, str]]:
    """Yield each catcher's name and what it noticed; an error is something to notice, too."""
    with closing(Model()) as model, closing(Model(beside=turns_of)) as watched:
        keys: dict[str, Key] = {"engine": Engine(), "model": model}
        yield "verify", _told(by_verify, rule, [keys["engine"], watched])
        for name in names:
            yield f"conformance of the {name}", _told(by_conformance, rule, keys[name])
            yield f"oracle on the {name}", _told(by_oracle, keys[name])


def _told(catch: Callable[..., str], *given: object) -> str:
    try:
        return catch(*given)
    except Exception as error:  # noqa: BLE001 - whatever a wrong program raises
        return f"error, {type(error).__name__}: {error}".splitlines()[0]


def _distance(scenario: dict[str, Any], rule: str) -> tuple[bool, bool, bool]:
    """Return what puts the scenarios of a rule first, then those of its neighbours.

    Those about hundreds of scores or shapes come last.
    """
    family = rule.rpartition("-")[0] + "-"
    rules: list[str] = scenario["rules"]
    related = any(other.startswith(family) for other in rules)
    text = json.dumps(scenario)
    return rule not in rules, '"box"' in text or '"shapes"' in text, not related


def main() -> None:
    """Print what each catcher noticed, a line each, as soon as it is known."""
    folder, who, rule, *names = sys.argv[1:]
    resource.setrlimit(resource.RLIMIT_CPU, (_SECONDS, _SECONDS))
    if not Path(verifier.__file__).is_relative_to(folder):
        sys.exit(f"not the copy: {verifier.__file__}")
    for name, what in noticed(rule, tuple(names)):
        print(json.dumps([name, what]), flush=True)  # noqa: T201 - it answers by standard output
        if what and who == "first":
            break


if __name__ == "__main__":
    main()
