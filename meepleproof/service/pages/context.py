"""What all pages work with, and the site of a game: its pages beside those of puzzles."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, date, datetime
from importlib import import_module
from typing import Any

from starlette.routing import BaseRoute

from meepleproof.service.answering.process import AnswererSettings
from meepleproof.service.daily import Days
from meepleproof.service.shelf import Shelf
from verifier.documents.strict_json import Document

__all__ = ["PageContext", "Site", "site_of"]


def today_utc() -> date:
    """Return which day it is, in UTC."""
    return datetime.now(UTC).date()


@dataclass(frozen=True, slots=True)
class PageContext:
    """The shelf, the puzzles of its days, limits, and what says which day it is, in UTC.

    Pages that are played ``alone``, without a server, have with them what they else ask for. If an
    ``engine`` of so many megabytes lies beside them, they ask that; its files
    have the addresses ``engine_files``.
    """

    shelf: Shelf
    days: Days
    settings: AnswererSettings = field(default_factory=AnswererSettings)
    today: Callable[[], date] = today_utc
    alone: bool = False
    engine: int = 0
    engine_files: tuple[str, ...] = ()


class Site(ABC):
    """The pages of a game beside those of its puzzles: its list, its tools, free games."""

    def __init__(self, context: PageContext) -> None:
        self.context = context

    @abstractmethod
    def routes(self) -> Sequence[BaseRoute]:
        """Return the routes, all below the ``paths`` of the game."""

    @abstractmethod
    def totals(self) -> dict[str, Any]:
        """Return how many puzzles there are: ``all``, ``levels``, ``kinds``, ``goals``."""

    def standing(self) -> Iterable[str]:
        """Return the paths of pages to be had without a connection, beside list and calendar."""
        return ()

    def by_engine(self) -> Iterable[str]:
        """Return the paths of pages that an engine beside them answers, in place of a server."""
        return ()

    def free_table(self, query: Mapping[str, str]) -> Document | None:
        """Return the table of a free game that a query asks for; None if there are no such games.

        :raises MeepleproofError: if a part of the query cannot be read.
        """
        return None


def site_of(game: str, context: PageContext) -> Site:
    """Return the site of a game, which is loaded now."""
    site: Site = import_module(f"meepleproof.service.pages.{game}.site").SITE(context)
    return site
