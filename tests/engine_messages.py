"""Random messages to an engine: right ones, some with something changed, and garbage.

``python -m tests.engine_messages 10000 1`` puts so many, by that seed, to ``meepleproof engine``.
Each must be answered by exactly one line, and none may end it or show a fault of the program.
"""

from __future__ import annotations

import json
import random
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

from meepleproof.cli.commands.solo.engine import OUR_FAULT
from verifier.carcassonne.solo.conformance import AREAS, cases
from verifier.documents import validation
from verifier.documents.strict_json import json_value
from verifier.errors import Malformed

OURS = (sys.executable, "-m", "meepleproof", "engine")

SMALL = 20_000
"""Bytes of the longest message."""

NUMBERS = (0, 1, -1, 2, 3, 4, 5, 7, 71, 72, 999, 1000, 9999, 999_999, 10**6, 2**63, 10**400)
TEXTS = (
    "",
    "none",
    "M",
    "N",
    "ne",
    "W",
    "E2.0.1.S.S",
    "ABCDX",
    "yes",
    "\0",
    "é",
    "\ud800",
    "x" * 999,
)
_BY_COLOUR = ("scores", "meeples", "supplies", "piles")
VALUES: tuple[Any, ...] = (*NUMBERS, *TEXTS, None, True, False, 0.5, [], {}, [[]], [1, 2, 3, 4, 5])


def messages(number: int, seed: int) -> Iterator[bytes]:
    """Yield so many messages, none with a line break in it."""
    for n in range(number):
        rng = random.Random(f"message {seed} {n}")
        yield rng.choice(_KINDS)(rng, n).replace(b"\n", b" ").replace(b"\r", b" ")


def _valid(rng: random.Random, number: int) -> bytes:
    return json.dumps(_request(rng, number)).encode()


def _request(rng: random.Random, number: int) -> dict[str, Any]:
    while True:
        area = rng.choice(list(AREAS))
        chosen = rng.choice([case for case in cases() if case.area == area])
        request = chosen.request | {"id": number % 1_000_000}
        if len(json.dumps(request)) < SMALL:
            return json.loads(json.dumps(request))  # type: ignore[no-any-return]  # an object


def _changed(rng: random.Random, number: int) -> bytes:
    """Return a request in which a few places are changed, left out, repeated or swapped."""
    request = _request(rng, number)
    for _ in range(rng.randint(1, 3)):
        holder, key = rng.choice(list(_places(request)) or [(request, "id")])
        _change(rng, holder, key)
    return json.dumps(request).encode()


def _change(rng: random.Random, holder: Any, key: Any) -> None:
    change = rng.choice(("value", "near", "gone", "more", "swap"))
    if change == "gone":
        del holder[key]
    elif change == "near" and type(holder[key]) is int:
        holder[key] += rng.choice((-1, 1))
    elif change == "more" and isinstance(holder, list):
        holder.insert(rng.randrange(len(holder) + 1), holder[key])
    elif change == "swap":
        other = rng.choice(list(range(len(holder)) if isinstance(holder, list) else holder))
        holder[key], holder[other] = holder[other], holder[key]
    else:
        holder[key] = rng.choice(VALUES)


def _places(value: Any) -> Iterator[tuple[Any, Any]]:
    """Yield every place within a document: what holds it, and its key there."""
    if isinstance(value, dict | list):
        for key in range(len(value)) if isinstance(value, list) else list(value):
            yield value, key
            yield from _places(value[key])


def _mixed(rng: random.Random, number: int) -> bytes:
    """Return a request made of the parts of two, as if their authors had not agreed."""
    one, other = _request(rng, number), _request(rng, number)
    mixed = {**one, **{key: other[key] for key in other if rng.random() < 0.5}}
    if rng.random() < 0.5:
        mixed["rules"] = {"colours": rng.choice((3, 4)), "meeples": rng.randint(3, 7)}
    if rng.random() < 0.3:
        mixed["declined"] = rng.sample(["N", "E", "S", "W", "M", "ne", "sw"], rng.randrange(3))
    return json.dumps(mixed).encode()


def _sizes(rng: random.Random, number: int) -> bytes:
    """Return a request in which lists that have an entry for each colour have another length."""
    request = _request(rng, number)
    for holder, key in list(_places(request)):
        if isinstance(holder[key], list) and key in _BY_COLOUR and rng.random() < 0.5:
            entries = holder[key] or [4]
            holder[key] = [entries[n % len(entries)] for n in range(rng.randrange(6))]
    return json.dumps(request).encode()


def _with_more(rng: random.Random, number: int) -> bytes:
    """Return a request for more than there is time for, or for the greatest there can be."""
    request = _request(rng, number)
    letters = "".join(rng.choices("ABCDEFGHIJKLMNOPQRSTUVWX", k=rng.randint(1, 40)))
    if "position" in request:
        request["position"]["piles"] = [{"known": letters, "hidden": rng.choice((0, 0, 9))}]
    return json.dumps(request | {"ask": "count", "depth": rng.randint(1, 71)}).encode()


def _cut(rng: random.Random, number: int) -> bytes:
    line = _valid(rng, number)
    return line[: rng.randrange(len(line))]


def _deep(rng: random.Random, _: int) -> bytes:
    depth, sign = rng.choice((10, 500, 5_000)), rng.choice(("[", '{"id":', '{"position":[', "[{}"))
    return (sign * depth).encode()


def _large_number(rng: random.Random, number: int) -> bytes:
    digits = rng.choice(("9" * 30, "9" * 4_000, "9" * 6_000, "-1", "1e999", "NaN", "0.5", "007"))
    line = _valid(rng, number)
    name = rng.choice((b'"id": ', b'"depth": ', b'"colours": ', b'"to_move": ', b'"x": '))
    return line.replace(name, name + digits.encode() + b", " * rng.randrange(2))


def _bytes(rng: random.Random, number: int) -> bytes:
    line = bytearray(_valid(rng, number)) if rng.random() < 0.5 else bytearray(rng.randbytes(60))
    for _ in range(rng.randint(1, 4)):
        line[rng.randrange(len(line))] = rng.randrange(256)
    return bytes(line)


def _no_request(rng: random.Random, _: int) -> bytes:
    return json.dumps(rng.choice(VALUES)).encode() if rng.random() < 0.8 else b""


_KINDS: tuple[Callable[[random.Random, int], bytes], ...] = (
    _valid, _changed, _changed, _changed, _mixed, _sizes, _with_more,
    _cut, _deep, _large_number, _bytes, _no_request,
)  # fmt: skip


def answers_to(sent: list[bytes]) -> list[dict[str, Any]]:
    """Return what our engine answers, a document for each line that it writes, to its end."""
    done = subprocess.run(
        OURS, input=b"".join(line + b"\n" for line in sent), capture_output=True, check=True
    )
    assert done.stderr == b"", done.stderr[-2000:]
    return [json.loads(line) for line in done.stdout.splitlines()]


def require_an_answer_to_each(sent: list[bytes]) -> Counter[str]:
    """Check that each message has one answer of the protocol; return how many were of which kind.

    The last of them must be a greeting, to show that the engine lives.
    """
    greeting = json.dumps({"ask": "hello", "id": 7, "protocol": 1}).encode()
    answered = answers_to([*sent, greeting])
    assert len(sent) + 1 == len(answered)
    assert "meepleproof" == answered[-1]["name"]
    kinds: Counter[str] = Counter()
    for line, answer in zip(sent, answered, strict=False):
        validation.validate("engine-answer", answer, repr(line[:200]))
        assert not answer.get("error", "").startswith(OUR_FAULT), (line, answer)
        assert _number(line) in (None, answer["id"]), (line, answer)
        kinds[next((kind for kind in ("error", "cannot") if kind in answer), "answer")] += 1
    return kinds


def _number(line: bytes) -> int | None:
    """Return the id that the answer must repeat, None if there is none to repeat."""
    try:
        read = json_value(line.decode(errors="replace"), "")
    except Malformed:
        return None
    number = read.get("id") if isinstance(read, dict) else None
    return number if type(number) is int and 0 <= number < 1_000_000 else None


if __name__ == "__main__":
    number, seed = map(int, sys.argv[1:])
    print(dict(require_an_answer_to_each(list(messages(number, seed)))))  # noqa: T201
