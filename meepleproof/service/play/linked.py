"""Puzzles of links, of any game: what a link says beside the code, all by its author's word."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from meepleproof.rendering.visible import visible
from meepleproof.service.play.url import read_text
from verifier.documents.strict_json import Document

__all__ = ["LINK", "credit_of", "help_along", "linked_about"]

LINK = ("code", "title", "author", "solution", "one")
"""What an address has of a puzzle that is not on the shelf."""
_LONGEST = 60
"""Characters of a title and of an author that are shown."""
_UNHELPED = "This puzzle is not on the shelf here, so there are no hints and no solution."
_ONE = "Its author says: one solution."


def credit_of(query: Mapping[str, str]) -> str:
    """Return title and author of a puzzle, empty if the link has none.

    >>> credit_of({"title": "The last road", "author": "Ana"})
    '“The last road” by Ana'
    """
    title, author = (
        visible(query.get(name, "").strip())[:_LONGEST] for name in ("title", "author")
    )
    named = f"“{title}”" if title else ""
    return f"{named} by {author}".strip() if author else named


def linked_about(query: Mapping[str, str], *, solved: bool) -> Document:
    """Return what the page of a link tells its script; ``solved`` if the link has a solution.

    :raises Malformed: if a part of the query is too long.
    """
    given = {name: read_text(query, name) for name in LINK if query.get(name)}
    claim = {"claims": True, "proof": _ONE} if solved and given.get("one") == "1" else {}
    return {
        "code": given["code"],
        "line": read_text(query, "line"),
        "fixed": given,
        **(claim if solved else {"unhelped": _UNHELPED}),
    }


def help_along(table: Callable[[str], Document]) -> Document:
    """Return the solution and the hints before each of its turns, from tables after lines."""
    solution = table("")["help"]["solution"]
    turns = solution["line"].split("~")
    lines = ("~".join(turns[:number]) for number in range(len(turns)))
    return {"hints": [table(line)["help"]["hints"] for line in lines], "solution": solution}
