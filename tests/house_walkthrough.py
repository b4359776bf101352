"""Three studies played over HTTP, as docs/development/study-walkthrough.md shows it.

``python -m tests.house_walkthrough`` writes that page again from what ships.
"""

from __future__ import annotations

import json
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx

from meepleproof.service.shelf import Shelf, ShelvedPuzzle, open_shelf, shipped_packs
from tests.service_client import clients, listening
from verifier.documents import validation

PAGE = Path(__file__).parents[1] / "docs" / "development" / "study-walkthrough.md"
KINDS = {
    "win": "A win",
    "save": "A tie saved",
    "most": "The best margin",
}
_SHOWN = ("solved", "sentence", "play")
_HEAD = """\
# Three studies over HTTP

[Studies](../house-puzzles.md#studies) of the last three tiles, each played to its goal and to a
refutation. The service was started by `meepleproof serve`; `ask` sends what it is given and shows a
part of the answer:

    ask() { curl -s localhost:8128/api/solutions/check -H 'Content-Type: application/json' -d "$1" |
            jq -c '{solved, sentence, play}'; }

The answers also have `outcomes`: what each part-turn scored, and the table after it. Every request
has all part-turns so far, of both players; the other player's are the replies of the certificate.
With `"help": true` the answer has the solver's best part-turn, too.

`python -m tests.house_walkthrough` plays these games and writes this page. A test plays them again.
"""


def study_of(shelf: Shelf, kind: str) -> ShelvedPuzzle:
    """Return the first study of three tiles with that goal."""
    every = (one for one in shelf.puzzles if one.pack == "house-studies")
    return next(one for one in every if one.document["goal"]["kind"] == kind)


def asked(address: str, puzzle: str, turns: list[str], *, helped: bool) -> tuple[str, Any]:
    """Return the request as JSON, and the answer."""
    help_ = {"help": True} if helped else {}
    request = {"game": "house", "puzzle": puzzle, "turns": turns, **help_}
    answer = httpx.post(f"{address}/api/solutions/check", json=request, timeout=30).json()
    validation.validate("house-attempt", answer)
    return json.dumps(request), answer


def played(address: str, puzzle: str, first: str) -> Iterator[tuple[str, Any]]:
    """Play a study from a first part-turn to its end; yield each request with its answer.

    After the first part-turn both players play what the service replies.
    """
    turns = [first]
    while True:
        request, answer = asked(address, puzzle, turns, helped=False)
        if "reply" not in answer["play"] and "margin" not in answer["play"]:
            request, answer = asked(address, puzzle, turns, helped=True)
        yield request, answer
        if "margin" in answer["play"]:
            return
        turns.append(answer["play"]["reply"]["turn"])


def page(shelf: Shelf, address: str) -> str:
    """Return the page, made of the answers of the service at that address."""
    parts = [_HEAD]
    for kind, title in KINDS.items():
        one = study_of(shelf, kind)
        solution = httpx.get(f"{address}/api/puzzles/{one.id}/solution").json()["solution"]
        (first, *_), (wrong, *_) = solution["line"], solution["refutations"][0]["line"]
        _, begin = asked(address, one.id, [], helped=False)
        parts.append(f"## {title}: {one.id}\n\n{begin['sentence']}\n\nThe solution:\n")
        parts.append(_session(played(address, one.id, first)))
        parts.append("The placement that looks best:\n")
        parts.append(_session(played(address, one.id, wrong)))
    return "\n".join(parts)


def _session(steps: Iterator[tuple[str, Any]]) -> str:
    lines = ["```console"]
    for request, answer in steps:
        shown = {name: answer[name] for name in _SHOWN}
        lines += [f"$ ask '{request}'", json.dumps(shown, separators=(",", ":"))]
    return "\n".join([*lines, "```\n"])


if __name__ == "__main__":
    shelf_ = open_shelf([shipped_packs() / "house"])
    with (
        tempfile.TemporaryDirectory() as folder,
        clients(shelf_, Path(folder)) as make,
        listening(make.app) as address_,
    ):
        PAGE.write_text(page(shelf_, address_), encoding="utf-8")
