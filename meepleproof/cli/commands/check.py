"""``meepleproof check``: whether a certificate is right."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import click

from meepleproof.cli.console import SIZE_LIMIT, emit_json, read_json
from meepleproof.cli.examples import examples
from meepleproof.cli.house.certificates import check_house_certificate
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
from verifier.games import game_of
from verifier.verdict import EXIT_CODES

__all__ = ["command"]

_SCOPE = (
    "lines from the position in which the tiles it leaves unknown may be any still in the box, and "
    "known ones have a place when their turn comes"
)

_JOBS = click.IntRange(1, 61)  # more are not possible on every system

_SIZE_LIMIT = 16 * SIZE_LIMIT
"""Proofs are long: that of a goal of the checklist may have some ten million steps."""


@click.command(epilog=examples("check certificate.json"))
@click.argument("file", metavar="FILE")
@click.option("--jobs", metavar="N", type=_JOBS, default=1, help="Processes, for endgames.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def command(*, file: str, jobs: int, as_json: bool) -> int:
    """Check a certificate: that a goal cannot be reached, or what an endgame is worth.

    Of a goal it is one that 'smallest --proof FILE' writes. The model writes every formula again
    from position, goal and number of turns, and a checker that shares no code with any solver
    follows every proof; the engine is not asked. Of an endgame of the house game, engine and model
    confirm every list of part-turns and every final margin, without search.

    FILE may be - for standard input. Exit code 0 says that the certificate is right, 1 that it does
    not prove its claim, 3 that it cannot be read, 4 that it speaks of lines too long to be written
    down, 5 that engine and model differ. See docs/certificates.md, docs/endgame-certificates.md.
    """
    name = "standard input" if file == "-" else repr(file)
    document = read_json(file, limit=_SIZE_LIMIT)
    if game_of(document).name == "house":
        return check_house_certificate(document, name, jobs, as_json=as_json)
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
