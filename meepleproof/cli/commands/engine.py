"""``meepleproof engine``: answer the conformance protocol, as any engine under test does."""

from __future__ import annotations

import sys
from typing import Any

import click

from meepleproof.cli.console import SIZE_LIMIT, json_text, json_value
from meepleproof.cli.examples import examples
from schemas import validate
from verifier.carcassonne.conformance.key_answers import answer, leaves_by_perft
from verifier.carcassonne.engine import Engine
from verifier.errors import MeepleproofError

__all__ = ["command"]


@click.command(epilog=examples("engine < requests.jsonl", "conform -- meepleproof engine"))
def command() -> None:
    """Answer requests of the conformance protocol, one JSON object a line, until there are none.

    This is our own engine as 'meepleproof conform' sees it, and an example to compare with:
    meepleproof conform -- meepleproof engine
    """
    engine = Engine()
    while line := sys.stdin.buffer.readline(SIZE_LIMIT):
        sys.stdout.write(json_text(_answered(line, engine)))
        sys.stdout.flush()


def _answered(line: bytes, engine: Engine) -> dict[str, Any]:
    number = 0
    try:
        request = json_value(line.decode(errors="replace"), "the request")
        if isinstance(request, dict) and isinstance(request.get("id"), int):
            number = request["id"]
        validate("engine-request", request)
        return {"id": number, **answer(request, engine, leaves_by_perft)}
    except MeepleproofError as error:
        return {"id": number, "error": str(error)}
