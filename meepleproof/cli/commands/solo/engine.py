"""``meepleproof engine``: answer the conformance protocol, as any engine under test does."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import IO, Any

import click

from meepleproof.cli.console import SIZE_LIMIT, json_text, json_value
from meepleproof.cli.examples import examples
from verifier.carcassonne.engine.solo import Engine
from verifier.carcassonne.solo.conformance.answers import leaves_within_limit, reply
from verifier.documents.validation import validate
from verifier.errors import Malformed

__all__ = ["OUR_FAULT", "command"]

OUR_FAULT = "a fault of this program"
"""How the error begins that answers a message at which the program itself went wrong."""

_LONGEST_ERROR = 999
_LARGEST_ID = 999_999  # a count, by the schema


@click.command(
    epilog=examples(
        "example requests -o requests.ndjson",
        "engine < requests.ndjson",
        "conform -- meepleproof engine",
    )
)
def command() -> None:
    """Answer requests of the conformance protocol, one JSON object a line, until there are none.

    This is our own engine as 'meepleproof conform' sees it, and an example to compare with:
    meepleproof conform -- meepleproof engine
    """
    engine = Engine()
    for line in _lines(sys.stdin.buffer):
        sys.stdout.buffer.write(json_text(_answered(line, engine)).encode())
        sys.stdout.buffer.flush()


def _lines(stream: IO[bytes]) -> Iterator[bytes]:
    """Yield the lines; of one that is too long the beginning, a byte longer than is allowed."""
    while line := stream.readline(SIZE_LIMIT + 1):
        yield line
        while len(line) > SIZE_LIMIT and not line.endswith(b"\n"):
            line = stream.readline(SIZE_LIMIT + 1)


def _answered(line: bytes, engine: Engine) -> dict[str, Any]:
    """Return an answer to whatever the line holds; no message ends the program."""
    number = 0
    try:
        request = _read(line)
        number = _number(request)
        validate("engine-request", request)
        return {"id": number, **reply(request, engine, leaves_within_limit)}
    except Malformed as error:
        return {"id": number, "error": str(error)[:_LONGEST_ERROR]}
    except Exception as error:  # noqa: BLE001 - one bad request must not cost the others an answer
        return {"id": number, "error": f"{OUR_FAULT}, {error!r}"[:_LONGEST_ERROR]}


def _read(line: bytes) -> Any:
    if len(line) > SIZE_LIMIT:
        raise Malformed(f"the request is longer than {SIZE_LIMIT // 1024**2} MB")
    return json_value(line.decode(errors="replace"), "the request")


def _number(request: Any) -> int:
    """Return the id of a request, 0 if it has none that can be repeated in an answer."""
    number = request.get("id") if isinstance(request, dict) else None
    return number if type(number) is int and 0 <= number <= _LARGEST_ID else 0
