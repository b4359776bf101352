"""Certificates of endgames as JSON documents, both ways.

Part-turns with the same continuation share a key, in which they are joined by spaces.
"""

from __future__ import annotations

import json
from typing import Any

from verifier.carcassonne.house.certificates.certificate import (
    Certificate,
    Node,
    Plays,
    placement_of,
)
from verifier.carcassonne.house.codec import (
    GAME,
    part_turn_from_json,
    part_turn_to_json,
    position_from_json,
    position_to_json,
)
from verifier.carcassonne.house.endgame import Endgame
from verifier.carcassonne.house.faults import require_valid
from verifier.carcassonne.house.part_turn import PartTurn
from verifier.carcassonne.house.position import Placement
from verifier.documents.strict_json import Document
from verifier.documents.validation import validate
from verifier.errors import Malformed

__all__ = ["certificate_from_json", "certificate_of", "certificate_to_json", "placement_text"]


_FORM_1 = "urn:meepleproof:house-certificate:1"
_FORM_2 = "urn:meepleproof:house-certificate:2"
"""Written where several placements are best; a program that reads form 1 alone must not take it."""

_OF = "of"
_NO_HANDICAPS = (0, 0)


def certificate_to_json(certificate: Certificate) -> Document:
    """Return the certificate as a document; equal certificates give equal ones."""
    document: Document = {
        "$schema": _FORM_1 if len(certificate.best) == 1 else _FORM_2,
        "game": GAME,
        "position": position_to_json(certificate.endgame.position),
        "value": certificate.value,
        "best": [placement_text(placement) for placement in certificate.best],
        "least": _node_to_json(certificate.least),
        "most": _node_to_json(certificate.most),
    }
    if certificate.endgame.handicaps != _NO_HANDICAPS:
        document["handicaps"] = list(certificate.endgame.handicaps)
    if certificate.others is not None:
        document["others"] = certificate.others
    return document


def certificate_from_json(document: Any, where: str = "") -> Certificate:
    """Return the certificate that a document states, right or wrong.

    :raises Malformed: if it cannot be read, or gives a part-turn twice; ``where`` says which
        document it is.
    :raises Illegal: if the position has faults or is no endgame.
    """
    validate("house-certificate", document, where)
    return certificate_of(document)


def certificate_of(document: Document) -> Certificate:
    """Return the certificate of a document whose form has been checked.

    :raises Malformed: if it gives a part-turn twice.
    :raises Illegal: if the position has faults or is no endgame.
    """
    first, second = document.get("handicaps", _NO_HANDICAPS)
    position = position_from_json(document["position"], "/position")
    require_valid(position)
    reader = _Reader()
    return Certificate(
        endgame=Endgame(position, (first, second)),
        value=document["value"],
        best=tuple(reader.placement(text, n) for n, text in enumerate(document["best"])),
        others=document.get("others"),
        least=reader.plays(document["least"], "/least"),
        most=reader.plays(document["most"], "/most"),
        form=2 if document.get("$schema") == _FORM_2 else 1,
    )


def placement_text(placement: Placement) -> str:
    """Return a placement without its piece in the notation of part-turns.

    >>> placement_text(Placement("base/E", 1, 0, -2))
    'base/E1.0.-2'
    """
    return str(PartTurn(placement.tile, placement.rotation, placement.x, placement.y))


def _node_to_json(node: Node) -> int | Document:
    if isinstance(node, int):
        return node
    together: dict[str, tuple[int | Document, list[str]]] = {}
    for part_turn, then in node.then.items():
        written = _node_to_json(then)
        text = json.dumps(written, sort_keys=True)
        together.setdefault(text, (written, []))[1].append(part_turn_to_json(part_turn))
    document: Document = {" ".join(sorted(texts)): then for then, texts in together.values()}
    return document if node.of is None else {_OF: node.of, **document}


class _Reader:
    """Reads trees; most part-turns stand in a document many times."""

    def __init__(self) -> None:
        self._known: dict[str, PartTurn] = {}

    def plays(self, document: Document, where: str) -> Plays:
        """Return part-turns with what follows."""
        then: dict[PartTurn, Node] = {}
        for key, written in document.items():
            if key == _OF:
                continue
            place = f"{where}/{key.replace('/', '~1')}"
            node = written if isinstance(written, int) else self.plays(written, place)
            for text in key.split(" "):
                part_turn = self.part_turn(text, place)
                if part_turn in then:
                    raise Malformed(f"the part-turn {part_turn} is given twice", where=place)
                then[part_turn] = node
        if not then:
            raise Malformed("no part-turn is given", where=where)
        return Plays(then, document.get(_OF))

    def part_turn(self, text: str, where: str) -> PartTurn:
        """Return a part-turn, with what is not in the normal form left as it is."""
        if text not in self._known:
            self._known[text] = part_turn_from_json(text, where)
        return self._known[text]

    def placement(self, text: str, number: int) -> Placement:
        """Return one of the best placements."""
        part_turn = self.part_turn(text, f"/best/{number}")
        if str(part_turn) != placement_text(placement_of(part_turn)):
            raise Malformed(f"{text} is a part-turn, not a placement", where=f"/best/{number}")
        return placement_of(part_turn)
