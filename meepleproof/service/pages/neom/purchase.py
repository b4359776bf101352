"""Tables of puzzles about purchases: an amount of money, or a choice of helpers."""

from __future__ import annotations

import re

from generator.neom.pack import PackedNeomPuzzle
from meepleproof.service.pages.neom.common import (
    UNANSWERED,
    begun,
    called,
    ended,
    help_told,
    named_in,
)
from meepleproof.service.pages.neom.words import purse
from meepleproof.service.play.neom.attempt import neom_attempts
from verifier.documents.strict_json import Document
from verifier.errors import Malformed
from verifier.neom.engine import Engine
from verifier.neom.puzzle import PurchaseQuestion

__all__ = ["purchase_table"]


_AMOUNT = re.compile("0|[1-9][0-9]{0,3}")


def purchase_table(packed: PackedNeomPuzzle, question: PurchaseQuestion, line: str) -> Document:
    """Return the table of a question about a purchase, or what its answer is worth.

    :raises Malformed: if the line is no answer.
    """
    document = begun(packed, question.city, line)
    packs = [{"head": "To place", "cards": sorted(question.tiles_to_place)}]
    if question.helpers:
        packs.append({"head": "Helpers", "cards": sorted(question.helpers)})
    document |= {"purse": purse(Engine(), packed.puzzle, question.state), "packs": packs}
    document["help"] = help_told(packed, UNANSWERED, on_track=not line, line="")
    if question.helpers:
        return document | _helpers(packed, question, line)
    return document | _money(packed, line)


def _money(packed: PackedNeomPuzzle, line: str) -> Document:
    if not line:
        return {"amount": {"ask": "The least money", "unit": "£"}}
    if _AMOUNT.fullmatch(line) is None:
        raise Malformed(f"{line[:20]!r} is no amount; write it like '6'", where="line")
    judged = neom_attempts(packed)({"money": int(line)})
    return {"moves": [f"£{line}."], "end": _end(packed, judged)}


def _helpers(packed: PackedNeomPuzzle, question: PurchaseQuestion, line: str) -> Document:
    catalogue = packed.puzzle.catalogue
    if not line:
        return {"picks": {"ask": "Which helpers come before?", "cards": sorted(question.helpers)}}
    chosen = [each for each in line.split("*") if each]
    if not line.startswith("*") or not set(chosen) <= set(question.helpers):
        raise Malformed(f"{line[:40]!r} names a tile that is no helper here", where="line")
    judged = neom_attempts(packed)({"helpers": chosen})
    names = " and ".join(called(catalogue.tile(each)) for each in sorted(chosen)) or "No helper"
    return {"moves": [f"{names}."], "end": _end(packed, judged)}


def _end(packed: PackedNeomPuzzle, judged: Document) -> Document:
    """Return how it ended, in the words of the judge with the names of tiles."""
    return ended(solved=judged["solved"], says=named_in(packed, judged["sentence"]))
