"""Certificates of endgames of the house game, as ``check`` checks them."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import AbstractContextManager, nullcontext
from typing import Any

from meepleproof.cli.console import emit_json
from meepleproof.cli.printing import echo
from meepleproof.cli.status_line import status_line
from meepleproof.cli.verdicts import answer_to_json, verdict_in_words
from meepleproof.cli.workers import workers
from verifier.carcassonne.engine.house import HouseEngine
from verifier.carcassonne.house.certificate_check import CheckedCertificate, check_certificate
from verifier.carcassonne.house.certificates import (
    Certificate,
    certificate_from_json,
    placement_text,
)
from verifier.carcassonne.house.codec import (
    position_to_json,
)
from verifier.carcassonne.house.notation import position_text
from verifier.carcassonne.model.house.key import HouseModel
from verifier.verdict import EXIT_CODES

__all__ = ["print_checked"]


def print_checked(document: Any, name: str, jobs: int, *, as_json: bool) -> int:
    """Check a certificate by both keys, print the verdict, and return the exit code."""
    certificate = certificate_from_json(document, name)
    keys = (HouseEngine(), HouseModel())
    executor: AbstractContextManager[Any] = nullcontext() if jobs == 1 else workers(jobs)
    with status_line() as show, executor as opened:
        checked = check_certificate(certificate, keys, executor=opened, progress=show)
    if as_json:
        emit_json(_data(checked))
    else:
        echo(*_page(checked))
    return EXIT_CODES[checked.verdict.answer]


def _page(checked: CheckedCertificate) -> Iterator[str]:
    endgame = checked.certificate.endgame
    yield f"The endgame {position_text(endgame.position)}"
    if any(endgame.handicaps):
        first, second = endgame.handicaps
        yield f"Player 1 starts with {first}, player 2 with {second}."
    yield from verdict_in_words(checked.verdict)


def _data(checked: CheckedCertificate) -> dict[str, Any]:
    certificate = checked.certificate
    proved = checked.verdict.answer == "holds"
    return answer_to_json(
        "house-certificate-check",
        checked.verdict,
        position=position_to_json(certificate.endgame.position),
        handicaps=list(certificate.endgame.handicaps)
        if any(certificate.endgame.handicaps)
        else None,
        value=certificate.value if proved else None,
        best=[placement_text(each) for each in certificate.best] if proved else None,
        placements=list(_placements(certificate)) if proved else None,
        where=checked.where or None,
    )


def _placements(certificate: Certificate) -> Iterator[dict[str, Any]]:
    for placement, bounds in certificate.bounds.items():
        document: dict[str, Any] = {"placement": placement_text(placement), "most": bounds.most}
        yield document if bounds.least is None else {**document, "least": bounds.least}
