"""What messages show of links to a site: its whole addresses, and pictures of its puzzles.

Programs that show links look for pictures at whole addresses only.
"""

from __future__ import annotations

from dataclasses import dataclass
from urllib.parse import urlsplit

from generator.collection.index import goal_id
from generator.listed import listed_kind
from meepleproof.rendering.cards import card
from meepleproof.service.play.play import play_of
from meepleproof.service.shelf import ShelvedPuzzle
from verifier.errors import Malformed

__all__ = ["Sharing"]

_BEFORE = '<meta property="og:site_name"'
"""Where a page's head says what it is."""


@dataclass(frozen=True, slots=True)
class Sharing:
    """Where a site will lie; each puzzle has a picture of its own, or else each goal and pack.

    :raises Malformed: if the address is none that browsers open.
    """

    address: str
    each: bool = False

    def __post_init__(self) -> None:
        """Refuse an address without scheme or host."""
        parts = urlsplit(self.address)
        if parts.scheme not in ("http", "https") or not parts.netloc:
            raise Malformed(
                f"{self.address!r}: write a whole address, like https://example.org/games",
                where="address",
            )
        if parts.query or parts.fragment:
            raise Malformed(f"{self.address!r}: leave out what begins with ? or #", where="address")

    def on(self, page: str, name: str, picture: str | None) -> str:
        """Return a page that has this name on the site with its address, and its picture's."""
        root = self.address.rstrip("/")
        tags = f'<link rel="canonical" href="{root}/{name}">\n'
        tags += f'<meta property="og:url" content="{root}/{name}">\n'
        if picture is not None:
            tags += f'<meta property="og:image" content="{root}/{picture}">\n'
            tags += '<meta name="twitter:card" content="summary_large_image">\n'
        return page.replace(_BEFORE, tags + _BEFORE, 1)

    def name_of(self, one: ShelvedPuzzle) -> str:
        """Return the name of the picture of a puzzle, which others may have, too.

        Goals beside the checklist are as good as one: their first word says of what they are.
        """
        if self.each:
            return f"puzzle/{one.id}/card.png"
        return f"cards/{_goal(one).partition('.')[0] or one.pack}.png"

    def picture(self, one: ShelvedPuzzle) -> bytes:
        """Return that picture, PNG.

        :raises NotInstalled: without the extra ``print``.
        """
        play = play_of(one.kind)
        task, goal = play.task(one.packed), _goal(one)
        words = listed_kind(one.kind).title
        if self.each:
            words = task
        elif goal and "." not in goal:
            asked = task.partition(": ")[2] or task
            words = asked[:1].upper() + asked[1:]
        return card(play.thumbnail(one.packed), words)


def _goal(one: ShelvedPuzzle) -> str:
    return goal_id(one.packed.document)
