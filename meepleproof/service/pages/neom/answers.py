"""What every answer to a puzzle of NEOM leads to, for browsers that lose their connection.

Of tiles to link it is every city that they can make.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from generator.neom.pack import PackedNeomPuzzle
from meepleproof.service.pages.neom.actions import tables_of_answers
from meepleproof.service.pages.neom.link_answers import link_answers
from meepleproof.service.pages.neom.puzzle_table import neom_puzzle_table
from verifier.documents.strict_json import Document
from verifier.neom.puzzle import LinkQuestion, PurchaseQuestion

__all__ = ["MOST_CITIES", "answers_told"]

_AMOUNTS = range(100)
"""Amounts of money, in £, that a player may type; a larger one needs the server."""


MOST_CITIES = 2_000
"""So many cities of a link are listed at most; each takes half a millisecond."""


def answers_told(packed: PackedNeomPuzzle, most_cities: int = MOST_CITIES) -> Document:
    """Return how the table after each answer differs from the first one.

    ``answers`` has by line the members that are other than in the first table, ``without`` the
    members that are gone. Of a link see :func:`link_answers`; one of more cities has no list.
    """
    first, question = neom_puzzle_table(packed, ""), packed.puzzle.question
    if isinstance(question, LinkQuestion):
        return link_answers(packed, question, most_cities) or {}
    if isinstance(question, PurchaseQuestion):
        tables = {line: neom_puzzle_table(packed, line) for line in _lines(question)}
    else:
        tables = tables_of_answers(packed, question, first)
    gone = sorted(set(first).difference(*tables.values()))
    return {
        "without": gone,
        "answers": {
            line: {name: told for name, told in table.items() if first.get(name) != told}
            for line, table in tables.items()
        },
    }


def _lines(question: PurchaseQuestion) -> Iterator[str]:
    if not question.helpers:
        yield from map(str, _AMOUNTS)
        return
    helpers = sorted(question.helpers)
    for number in range(len(helpers) + 1):
        for chosen in combinations(helpers, number):
            yield f"*{'*'.join(chosen)}"
