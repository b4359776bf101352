"""States and logs of NEOM as ``meepleproof show`` draws them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from meepleproof.cli.console import in_colour
from meepleproof.cli.inputs import Situation
from meepleproof.cli.neom.inputs import read_catalogue
from meepleproof.rendering.neom.drawings import city_svg
from meepleproof.rendering.neom.text import city_text
from meepleproof.rendering.neom.words import goods_in_words, state_in_words
from verifier.errors import Malformed
from verifier.neom.documents import city_to_json, log_from_json, state_from_json
from verifier.neom.log import Log, written_city
from verifier.neom.state import City
from verifier.neom.tiles import TileCatalogue
from verifier.neom.tiles_document import provenance_to_json

__all__ = ["shown"]


@dataclass(frozen=True, slots=True)
class ShownCity:
    """A city to be drawn, what is written above and below it, and its catalogue."""

    city: City
    title: str
    notes: tuple[str, ...]
    catalogue: TileCatalogue

    def head(self) -> Sequence[str]:
        """Return the title."""
        return self.title, ""

    def drawing(self) -> str:
        """Return the city as text."""
        return city_text(self.catalogue, self.city, colour=in_colour(), notes=self.notes)

    def foot(self) -> Sequence[str]:
        """Return no lines."""
        return ()

    def svg(self) -> str:
        """Return the city as SVG."""
        return city_svg(self.catalogue, self.city, title=self.title, notes=self.notes)

    def data(self) -> dict[str, Any]:
        """Return the city as a document."""
        return {
            "game": "neom",
            "catalogue": provenance_to_json(self.catalogue),
            "board": self.city.board,
            "city": city_to_json(self.city),
            "notes": list(self.notes),
        }


def shown(found: Situation, *, catalogue: str | None, whole: bool) -> ShownCity:  # noqa: ARG001 - nothing is ever left out
    """Return the city of a state, or of a log after its last event.

    :raises Malformed: if the document is neither, or cannot be read.
    """
    document, name = found.source, found.name
    tiles = read_catalogue(catalogue)
    if "events" in document:
        log = log_from_json(document, tiles, name)
        title = f"A city of NEOM after {len(log.events)} events"
        return ShownCity(written_city(log), title, _notes_of(log), tiles)
    if "city" in document:
        state = state_from_json(document, tiles, name)
        notes = tuple(state_in_words(tiles, state))
        return ShownCity(state.city, "A city of NEOM", notes, tiles)
    raise Malformed(
        "this document of NEOM has no city; a state has 'city', a log 'events', and 'meepleproof "
        "neom catalogue show' shows a catalogue",
        where=name,
    )


def _notes_of(log: Log) -> tuple[str, ...]:
    """Return what a log says of money and goods, the last noted of each."""
    money = [event.claims.money for event in log.events if event.claims.money is not None]
    tokens = [event.claims.tokens for event in log.events if event.claims.tokens is not None]
    noted = [f"Noted last: £{money[-1]}."] if money else []
    noted += [f"Goods noted last: {goods_in_words(tokens[-1])}."] if tokens else []
    return (*noted, "Drawn as the log says; whether it is legal, 'meepleproof verify' finds out.")
