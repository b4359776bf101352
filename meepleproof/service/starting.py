"""Starting the service: its first answerer begins at once, and loads while the rest does."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from meepleproof.service.answering.process import AnswererProcess, AnswererSettings
from meepleproof.service.settings import Settings, is_loopback
from meepleproof.service.tokens import Tokens
from verifier.errors import Malformed

__all__ = ["answerer_settings", "serve"]


def serve(settings: Settings, tell: Callable[[str], None]) -> None:
    """Serve until a signal ends it; ``tell`` is called with its address once it listens.

    :raises Malformed: if it would listen beyond loopback and there is no token, or packs or the
        database's URL cannot be read.
    :raises OSError: if it cannot listen there, or the database cannot be reached.
    :raises KeyboardInterrupt: after an interrupt, when everything is closed.
    """
    _require_token(settings)
    first = AnswererProcess(replace(answerer_settings(settings), draws=True))
    try:
        from meepleproof.service.server import run  # noqa: PLC0415 - slow, and the answerer starts already

        run(settings, first, tell)
    finally:
        first.kill("died")


def answerer_settings(settings: Settings) -> AnswererSettings:
    """Return what answerers of a service with these settings are started with."""
    limits = settings.limits
    return AnswererSettings(
        packs=tuple(str(folder.absolute()) for folder in settings.packs),
        sends=settings.results is not None,
        seconds=limits.answer_seconds,
        memory=limits.answer_megabytes << 20,
        depth=limits.depth,
        tiles=limits.tiles,
    )


def _require_token(settings: Settings) -> None:
    names = Tokens(settings.tokens).names()  # also says now what is wrong with the file
    if not is_loopback(settings.host) and not names:
        raise Malformed(
            f"{settings.host!r} can be reached from elsewhere, and nobody has a token yet; run "
            "'meepleproof serve token add NAME' first, or listen on 127.0.0.1",
            where="--host",
        )
