"""The page that follows the packs of NEOM without a catalogue: its odds hold for the box itself.

It needs no script: the address has what was seen, and every step is a link or a form.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from urllib.parse import urlencode

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import BaseRoute, Route

from meepleproof.rendering.neom.chances import (
    chance_in_text,
    disaster_chances,
    next_disaster,
    wanted_chances,
)
from meepleproof.service.pages.errors import with_error_page
from meepleproof.service.pages.layout import from_template
from meepleproof.service.play.refusal import as_sentence
from meepleproof.service.play.url import read_text
from verifier.documents.strict_json import Document
from verifier.errors import Malformed, MeepleproofError
from verifier.neom.engine import BUYABLE
from verifier.neom.odds import question
from verifier.neom.odds.seen import PACK_TILES, Chances, Noted, read_noted, tiles_in_play
from verifier.neom.state import TURNS
from verifier.neom.tiles import DECKS

__all__ = ["PACKS", "neom_pack_routes"]

PACKS = "/neom/packs"
_MOST_WANTED = 3
"""Names waited for at most; the chances of more take long to count."""


def neom_pack_routes() -> list[BaseRoute]:
    """Return the route of the page."""
    return [Route(PACKS, with_error_page(_page))]


@dataclass(frozen=True, slots=True)
class _Asked:
    """What the address has: the tiles in play, the Generation, what was seen, what is wanted."""

    tiles: str = "1+"
    generation: int = 1
    seen: tuple[str, ...] = ()
    wanted: str = ""

    @property
    def link(self) -> str:
        """The address."""
        given = {
            "tiles": self.tiles,
            "generation": str(self.generation),
            "seen": "/".join(self.seen),
            "want": self.wanted,
        }
        return f"{PACKS}?{urlencode({name: text for name, text in given.items() if text})}"

    def noted(self) -> Noted:
        """Return what was seen, as the odds need it.

        :raises Malformed: if it cannot be read.
        :raises Illegal: if no Generation can show it.
        """
        names = [name for name in map(str.strip, self.wanted.split(",")) if name]
        if len(names) > _MOST_WANTED:
            raise Malformed(f"{len(names)} tiles are waited for; write {_MOST_WANTED} at most")
        return read_noted(self.tiles, "/".join(self.seen), names)


def _page(request: Request) -> Response:
    query = request.query_params
    asked = _read(query)
    if "pack" not in query:
        return _shown(asked, asked.noted())
    names = read_text(query, "names").replace("/", " ")
    noted = [*filter(None, map(str.strip, names.split(",")))]
    if query["pack"] == "disaster":
        noted.append("disaster")
    after = replace(asked, seen=(*asked.seen, ",".join(noted) or "-"))
    try:
        after.noted()
    except MeepleproofError as error:
        return _shown(asked, asked.noted(), refused=as_sentence(error.message), names=names)
    return RedirectResponse(after.link, 302, {"cache-control": "no-store"})


def _read(query: Mapping[str, str]) -> _Asked:
    seen = read_text(query, "seen")
    generation = read_text(query, "generation") or "1"
    if generation not in ("1", "2", "3"):
        raise Malformed(f"{generation[:20]!r} is no Generation: there are 1, 2 and 3")
    return _Asked(
        read_text(query, "tiles") or "1+",
        int(generation),
        tuple(seen.split("/")) if seen else (),
        read_text(query, "want"),
    )


def _shown(asked: _Asked, noted: Noted, refused: str = "", names: str = "") -> Response:
    chances = question.chances(noted.seen)
    return from_template(
        "neom-packs.html",
        title="NEOM: packs and the Disaster",
        here="/neom",
        styles=("neom-table.css",),
        scripts=(),
        asked=asked,
        sets=[(marks, f"{marks}: {tiles_in_play(marks)} tiles") for marks in PACK_TILES],
        generation=DECKS[asked.generation - 1],
        number=noted.seen.packs + 1 if noted.seen.packs < TURNS else 0,
        size=chances.sizes[0],
        buyable=", ".join(BUYABLE[asked.generation - 1]),
        says=next_disaster(noted.seen, chances),
        hidden=noted.seen.disaster == 0,
        heads=_heads(noted),
        rows=list(_rows(noted, chances)),
        lines=list(_lines(noted, chances)),
        gone=[f"{name} was in pack {pack}." for name, pack in noted.gone],
        past=[", ".join(pack) or "nothing noted" for pack in noted.packs],
        back=replace(asked, seen=asked.seen[:-1]).link if asked.seen else "",
        following=_next_generation(asked),
        refused=refused,
        names=names,
    )


def _next_generation(asked: _Asked) -> str:
    if len(asked.seen) < TURNS or asked.generation == len(DECKS):
        return ""
    return replace(asked, generation=asked.generation + 1, seen=()).link


def _heads(noted: Noted) -> list[str]:
    heads = ["Pack", "Tiles"]
    if not noted.seen.disaster:
        heads.append("The Disaster")
    if noted.wanted:
        heads.append("Each tile waited for" if len(noted.wanted) > 1 else noted.wanted[0])
    return heads


def _rows(noted: Noted, chances: Chances) -> list[list[str]]:
    numbers = range(noted.seen.packs + 1, TURNS + 1)
    columns = [[*(f"Pack {number}" for number in numbers), "Pack 8, never seen"]]
    columns.append([str(size) for size in chances.sizes])
    columns += [
        [chance_in_text(each) for each in known.places]
        for known in (chances.disaster, chances.wanted)
        if known is not None
    ]
    return [list(row) for row in zip(*columns, strict=True)]


def _lines(noted: Noted, chances: Chances) -> list[Document]:
    found = list[Document]()
    if chances.disaster is not None:
        lines = disaster_chances(noted.seen, chances.disaster)
        found.append({"head": "The Disaster", "lines": [_line(*each) for each in lines]})
    if chances.wanted is not None:
        lines = wanted_chances(noted.seen, chances.wanted)
        head = ", ".join(noted.wanted)
        found.append({"head": head, "lines": [_line(*each) for each in lines]})
    return found


def _line(label: str, chance: Fraction | None) -> str:
    return label if chance is None else f"{label}: {chance_in_text(chance)}"
