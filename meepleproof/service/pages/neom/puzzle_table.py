"""Tables of puzzles of NEOM: what the page needs after a line of answers.

A line of tiles to link is each tile with its square, ``demo-I-08*B3``, joined by ``~``. Other
puzzles have one answer: a first action (``demo-I-08*B3``, ``sell``, ``prevent``; where a Disaster
strikes, with the answer to it, like ``sell*pay`` or ``sell*lose*B3``), ``take`` or ``leave``, an
amount (``6``), or helpers (``*demo-I-08*demo-C-02``, and ``*`` for none).
"""

from __future__ import annotations

from generator.neom.pack import PackedNeomPuzzle
from meepleproof.service.pages.neom.actions import turns_table
from meepleproof.service.pages.neom.link import link_table
from meepleproof.service.pages.neom.purchase import purchase_table
from verifier.documents.strict_json import Document
from verifier.neom.puzzle import LinkQuestion, PurchaseQuestion

__all__ = ["neom_puzzle_table"]


def neom_puzzle_table(packed: PackedNeomPuzzle, line: str) -> Document:
    """Return the table of a puzzle after a line.

    :raises Malformed: if the line cannot be read.
    """
    question = packed.puzzle.question
    if isinstance(question, LinkQuestion):
        return link_table(packed, question, line)
    if isinstance(question, PurchaseQuestion):
        return purchase_table(packed, question, line)
    return turns_table(packed, question, line)
