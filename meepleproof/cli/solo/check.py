"""Certificates that a goal cannot be reached, as ``check`` checks them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from meepleproof.cli.console import emit_json
from meepleproof.cli.printing import echo
from meepleproof.cli.status_line import status_line
from meepleproof.cli.verdicts import answer_to_json, verdict_in_words
from meepleproof.rendering.solo.words import goal_in_words
from verifier.carcassonne.model.solo.certificates import (
    CertificateVerdict,
    certificate_from_json,
    check_certificate,
)
from verifier.carcassonne.solo.codec import goal_to_json, position_to_json
from verifier.carcassonne.solo.notation import position_text
from verifier.verdict import EXIT_CODES

__all__ = ["print_checked"]

_SCOPE = (
    "lines from the position in which the tiles it leaves unknown may be any still in the box, and "
    "known ones have a place when their turn comes"
)


def print_checked(document: Any, name: str, jobs: int, *, as_json: bool) -> int:  # noqa: ARG001 - one process follows the proofs
    """Check a certificate by the model, print the verdict, and return the exit code."""
    certificate = certificate_from_json(document, name)
    with status_line() as show:
        checked = check_certificate(certificate, progress=show)
    if as_json:
        emit_json(_data(checked))
    else:
        echo(*_page(checked))
    return EXIT_CODES[checked.verdict.answer]


def _page(checked: CertificateVerdict) -> Iterator[str]:
    certificate = checked.certificate
    yield f"{goal_in_words(certificate.goal)}, from {position_text(certificate.position)}"
    yield f"That is about {_SCOPE}."
    yield from verdict_in_words(checked.verdict)


def _data(checked: CertificateVerdict) -> dict[str, Any]:
    return answer_to_json(
        "check",
        checked.verdict,
        position=position_to_json(checked.certificate.position),
        goal=goal_to_json(checked.certificate.goal),
        scope=_SCOPE,
        turns=list(checked.certificate.turns),
        where=checked.where or None,
    )
