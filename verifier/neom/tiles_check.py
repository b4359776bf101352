"""What in a user's catalogue contradicts the public rules of NEOM, or itself.

Unknown values contradict nothing. Counts, and whether a good or tag is there at all, are checked
in complete catalogues only; an experiment may have a tile whose needs nothing meets.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Final

from verifier.errors import Malformed
from verifier.neom.parameters import DISASTERS, Target, Tier
from verifier.neom.tiles import DECKS, Effect, Tile, TileCatalogue

__all__ = ["BUYABLE", "UNCHECKED", "catalogue_faults", "tags_of"]

UNCHECKED: Final = (
    "counts of tiles, goods, boards and Disasters, and whether every needed good and named tag "
    "is there"
)
"""What is not checked in a catalogue that says it is not complete."""

BUYABLE: dict[str, frozenset[Tier]] = {
    "I": frozenset({"raw"}),
    "II": frozenset({"raw", "processed"}),
    "III": frozenset({"raw", "processed", "luxury"}),
    "C": frozenset({"raw", "processed", "luxury"}),
}
"""The tiers that can be bought when a tile of a deck is placed: NEOM-BUY-2, -3 and -4.

A Cornerstone can be placed in Generation III.
"""

_MARKS = {"1+": 24, "4+": 8, "5+": 8}
_CORNERSTONES = 30
_GOODS: dict[Tier, int] = {"raw": 6, "processed": 8, "luxury": 3}
_BOARDS = 6
_DISASTER_NAMES = dict(zip(DECKS, ("Flood", "Fire", "Crime Wave"), strict=True))


def catalogue_faults(
    catalogue: TileCatalogue, *, unread: frozenset[str] = frozenset()
) -> tuple[Malformed, ...]:
    """Return every contradiction, each with its place in the document and its rule.

    ``unread`` are the lists of the document, ``goods`` or ``tiles``, with entries that cannot be
    read: nobody knows whether a good or tile that is missing is among them.
    """
    parts = [_same_ids, _marks, _disasters, _tiers, _flood, _ranks]
    if "goods" not in unread:
        parts += [_goods, _boards]
    if "tiles" not in unread:
        parts += [_needed_tiles]
    if catalogue.complete:
        parts += [_counts, _disaster_counts, _obtainable, _tags_in_parameters, _tags_in_effects]
    return tuple(fault for part in parts for fault in part(catalogue))


def tags_of(tile: Tile) -> frozenset[str]:
    """Return the tags of a tile as far as they are known, ``power`` of its effects among them."""
    power = {"power" for effect in tile.effects or () if effect.kind == "power"}
    return frozenset(tile.tags or ()) | power


# --- in every catalogue


def _same_ids(catalogue: TileCatalogue) -> Iterator[Malformed]:
    yield from _twice("tiles", "tiles", [tile.id for tile in catalogue.tiles], "NEOM-COMP-12")
    yield from _twice("goods", "goods", [good.id for good in catalogue.goods], "NEOM-COMP-3")
    boards = [board.id for board in catalogue.boards]
    yield from _twice("boards", "City boards", boards, "NEOM-COMP-5")


def _twice(key: str, what: str, ids: list[str], rule: str) -> Iterator[Malformed]:
    seen: set[str] = set()
    for place, name in enumerate(ids):
        if name in seen:
            message = f"two {what} are called {name!r}; give one of them another id"
            yield Malformed(message, where=f"/{key}/{place}/id", rule=rule)
        seen.add(name)


def _goods(catalogue: TileCatalogue) -> Iterator[Malformed]:
    known = {good.id: good.tier for good in catalogue.goods}
    for place, tile in _placed(catalogue):
        for name, rule in (("needs_goods", "NEOM-REQ-1"), ("produces", "NEOM-GOOD-2")):
            goods: tuple[str, ...] = getattr(tile, name) or ()
            for number, good in enumerate(goods):
                where = f"{place}/{name}/{number}"
                if good not in known:
                    yield _unknown_good(good, known, where, rule)
                elif name == "produces" and tile.type == "raw" and known[good] != "raw":
                    yield Malformed(
                        f"{tile.id} is a raw-material tile but produces {good}, a {known[good]} "
                        "good; correct its type, or the tier of the good",
                        where=where,
                        rule="NEOM-COMP-9",
                    )


def _boards(catalogue: TileCatalogue) -> Iterator[Malformed]:
    known = {good.id: good.tier for good in catalogue.goods}
    for number, board in enumerate(catalogue.boards):
        where = f"/boards/{number}/good"
        if board.good is None:
            continue
        if board.good not in known:
            yield _unknown_good(board.good, known, where, "NEOM-COMP-7")
        elif known[board.good] != "raw":
            yield Malformed(
                f"the City Center of {board.id} shows {board.good}, a {known[board.good]} good; "
                "all of them show raw goods",
                where=where,
                rule="NEOM-COMP-7",
            )


def _unknown_good(good: str, known: Iterable[str], where: str, rule: str) -> Malformed:
    listed = ", ".join(sorted(known)) or "none"
    return Malformed(
        f"there is no good {good!r}; add it to 'goods', where there are {listed}",
        where=where,
        rule=rule,
    )


def _marks(catalogue: TileCatalogue) -> Iterator[Malformed]:
    for place, tile in _placed(catalogue):
        if (tile.deck == "C") != (tile.mark == "C"):
            yield Malformed(
                f"{tile.id} is of deck {tile.deck} but has the mark {tile.mark}; Cornerstones "
                "have the mark C, other tiles 1+, 4+ or 5+",
                where=f"{place}/mark",
                rule="NEOM-COMP-2",
            )


def _disasters(catalogue: TileCatalogue) -> Iterator[Malformed]:
    for place, tile in _placed(catalogue):
        if tile.type != "disaster":
            continue
        if tile.deck == "C":
            yield Malformed(
                f"{tile.id} is a Disaster among the Cornerstones; each Generation has one",
                where=f"{place}/deck",
                rule="NEOM-DISASTER-1",
            )
        elif tile.mark != "1+":
            yield Malformed(
                f"the Disaster {tile.id} has the mark {tile.mark}; all Disasters are marked 1+",
                where=f"{place}/mark",
                rule="NEOM-DISASTER-2",
            )
        for name in _printed_on(tile):
            yield Malformed(
                f"the Disaster {tile.id} has {_OWN[name]}, but it is never placed; leave "
                f"{name!r} out",
                where=f"{place}/{name}",
                rule="NEOM-SOLO-DIS-2",
            )


_OWN = {
    "roads": "roads",
    "cost": "a cost",
    "needs_goods": "needed goods",
    "needs_tiles": "needed tiles",
    "produces": "goods that it produces",
    "on_place": "money",
    "income": "income",
    "vp": "points",
    "effects": "effects",
}


def _printed_on(disaster: Tile) -> Iterator[str]:
    if disaster.roads is None or any(disaster.roads):
        yield "roads"
    for name in _OWN:
        if name != "roads" and getattr(disaster, name) not in (0, ()):
            yield name


def _needed_tiles(catalogue: TileCatalogue) -> Iterator[Malformed]:
    ids = {tile.id for tile in catalogue.tiles}
    tags = _all_tags(catalogue)
    tags_unknown = any(tile.tags is None or tile.effects is None for tile in catalogue.tiles)
    for place, tile in _placed(catalogue):
        for number, needed in enumerate(tile.needs_tiles or ()):
            where = f"{place}/needs_tiles/{number}"
            if needed in ids and needed in tags:
                message = f"{needed!r} is the id of a tile and also a tag; rename one of them"
                yield Malformed(message, where=where, rule="NEOM-REQ-2")
            elif needed not in ids and needed not in tags and not tags_unknown:
                listed = ", ".join(sorted(tags)) or "none"
                yield Malformed(
                    f"{tile.id} needs {needed!r}, which is neither the id of a tile nor a tag; "
                    f"the tags are {listed}",
                    where=where,
                    rule="NEOM-REQ-2",
                )


def _tiers(catalogue: TileCatalogue) -> Iterator[Malformed]:
    parameters = catalogue.parameters
    for name, numbers, what, rule in (
        ("good_price", parameters.good_price, "costs £{}", "NEOM-BUY-5"),
        ("good_vp", parameters.good_vp, "brings {} points", "NEOM-SCORE-4"),
    ):
        raw, luxury = numbers.raw, numbers.luxury
        if raw is not None and luxury is not None and raw >= luxury:
            more = "are dearer" if name == "good_price" else "bring more"
            yield Malformed(
                f"a raw good {what.format(raw)} and a luxury one {what.format(luxury)}, but luxury "
                f"goods {more}",
                where=f"/params/{name}",
                rule=rule,
            )


def _flood(catalogue: TileCatalogue) -> Iterator[Malformed]:
    if catalogue.parameters.flood.protected_by:
        yield Malformed(
            "nothing protects against the Flood; write an empty list",
            where="/params/flood/protected_by",
            rule="NEOM-DISASTER-5",
        )
    for place, effect in _effects(catalogue):
        if effect.kind == "protect" and effect.disaster == "flood":
            yield Malformed(
                "nothing protects against the Flood; correct the disaster, or leave the effect out",
                where=f"{place}/disaster",
                rule="NEOM-DISASTER-5",
            )


def _ranks(catalogue: TileCatalogue) -> Iterator[Malformed]:
    seen: set[int] = set()
    for number, rank in enumerate(catalogue.parameters.solo_table or ()):
        if rank.points in seen:
            yield Malformed(
                f"two titles begin at {rank.points} points",
                where=f"/params/solo_table/{number}/points",
                rule="NEOM-END-2",
            )
        seen.add(rank.points)


# --- in complete catalogues only


def _counts(catalogue: TileCatalogue) -> Iterator[Malformed]:
    marks = Counter((tile.deck, tile.mark) for tile in catalogue.tiles)
    for deck in DECKS:
        for mark, wanted in _MARKS.items():
            found = sum(
                n
                for (in_deck, with_mark), n in marks.items()
                if (in_deck, with_mark) == (deck, mark)
            )
            yield from _count(
                found, wanted, f"tiles marked {mark} in deck {deck}", "/tiles", "NEOM-COMP-2"
            )
    cornerstones = sum(tile.deck == "C" for tile in catalogue.tiles)
    yield from _count(cornerstones, _CORNERSTONES, "Cornerstones", "/tiles", "NEOM-COMP-1")
    tiers = Counter(good.tier for good in catalogue.goods)
    for tier, wanted in _GOODS.items():
        yield from _count(tiers[tier], wanted, f"{tier} goods", "/goods", "NEOM-COMP-3")
    yield from _count(len(catalogue.boards), _BOARDS, "City boards", "/boards", "NEOM-COMP-5")


def _disaster_counts(catalogue: TileCatalogue) -> Iterator[Malformed]:
    for deck in DECKS:
        found = sum(tile.deck == deck and tile.type == "disaster" for tile in catalogue.tiles)
        what = f"Disasters in deck {deck}, the {_DISASTER_NAMES[deck]}"
        yield from _count(found, 1, what, "/tiles", "NEOM-DISASTER-1")


def _count(found: int, wanted: int, what: str, where: str, rule: str) -> Iterator[Malformed]:
    if found != wanted:
        yield Malformed(
            f"{what}: the catalogue has {found}, but there are {wanted}; add or remove some, or "
            'state "complete": false',
            where=where,
            rule=rule,
        )


def _obtainable(catalogue: TileCatalogue) -> Iterator[Malformed]:
    """Yield needed goods that can be neither bought nor produced when their tile is placed."""
    known = {good.id: good.tier for good in catalogue.goods}
    for place, tile in _placed(catalogue):
        for number, good in enumerate(tile.needs_goods or ()):
            if good not in known or known[good] in BUYABLE[tile.deck]:
                continue
            if not _may_be_produced(catalogue, good, tile):
                rule = {"I": "NEOM-BUY-2", "II": "NEOM-BUY-3"}[tile.deck]
                yield Malformed(
                    f"{tile.id} needs {good}, a {known[good]} good, which cannot be bought in "
                    f"Generation {tile.deck}, and no other tile until then produces it",
                    where=f"{place}/needs_goods/{number}",
                    rule=rule,
                )


def _may_be_produced(catalogue: TileCatalogue, good: str, consumer: Tile) -> bool:
    decks = ("C", *DECKS[: DECKS.index(consumer.deck) + 1]) if consumer.deck != "C" else ("C",)
    if any(board.good in (good, None) for board in catalogue.boards):
        return True
    return any(
        tile.produces is None or good in tile.produces
        for tile in catalogue.tiles
        if tile.deck in decks and tile.id != consumer.id
    )


def _tags_in_parameters(catalogue: TileCatalogue) -> Iterator[Malformed]:
    parameters = catalogue.parameters
    for name in DISASTERS:
        for number, tag in enumerate(getattr(parameters, name).protected_by or ()):
            where = f"/params/{name}/protected_by/{number}"
            yield from _missing_tag(catalogue, tag, where, "NEOM-DISASTER-5")
    for number, structure in enumerate(parameters.required_structures or ()):
        where = f"/params/required_structures/{number}/tag"
        yield from _missing_tag(catalogue, structure.tag, where, "NEOM-SCORE-7")
    source = parameters.pollution.source
    yield from _target(catalogue, source, "/params/pollution/source", "NEOM-SCORE-6")


def _tags_in_effects(catalogue: TileCatalogue) -> Iterator[Malformed]:
    for place, effect in _effects(catalogue):
        yield from _target(catalogue, effect.target, f"{place}/target", "NEOM-SCORE-2")


def _target(
    catalogue: TileCatalogue, target: Target | None, where: str, rule: str
) -> Iterator[Malformed]:
    if target is not None and target.tag:
        yield from _missing_tag(catalogue, target.tag, f"{where}/tag", rule)


def _missing_tag(catalogue: TileCatalogue, tag: str, where: str, rule: str) -> Iterator[Malformed]:
    if any(tile.tags is None or tile.effects is None for tile in catalogue.tiles):
        return
    tags = _all_tags(catalogue)
    if tag not in tags:
        listed = ", ".join(sorted(tags)) or "none"
        yield Malformed(
            f"no tile has the tag {tag!r}; the tags are {listed}", where=where, rule=rule
        )


# --- helpers


def _placed(catalogue: TileCatalogue) -> Iterator[tuple[str, Tile]]:
    """Yield the tiles with their places in the document."""
    for number, tile in enumerate(catalogue.tiles):
        yield f"/tiles/{number}", tile


def _effects(catalogue: TileCatalogue) -> Iterator[tuple[str, Effect]]:
    for place, tile in _placed(catalogue):
        for number, effect in enumerate(tile.effects or ()):
            yield f"{place}/effects/{number}", effect


def _all_tags(catalogue: TileCatalogue) -> frozenset[str]:
    return frozenset[str]().union(*map(tags_of, catalogue.tiles))
