"""Certificates of small endgames for tests, and ways to forge them."""

from __future__ import annotations

import copy
import random
from collections.abc import Callable, Iterator, Mapping

from verifier.carcassonne.engine.house import HouseEngine
from verifier.carcassonne.engine.house.endgame import perfect_reply
from verifier.carcassonne.house.certificates import Certificate, certify
from verifier.carcassonne.house.endgame import Endgame
from verifier.carcassonne.house.notation import parse_position
from verifier.carcassonne.house.position import Placement
from verifier.documents.strict_json import Document

Spot = tuple[Document, str]
"""An object of a document, and a key of it."""

SMALL = {
    "two tiles": ("h2.2.b.100~b0.0.D0~t1~nBC", (0, 0)),
    "a tie saves the game": ("h2.2.b.100~b0.0.D0~t1~nCE", (0, 4)),
    "a second part": ("h2.2.bt.101~b0.0.D0U0lE1U0uE1~t1~nBU", (0, 0)),
    "three tiles, a second part": ("h2.3.bt.101~b0.0.D0U0lE1U0uE1~t1~nBCU", (3, 0)),
    "three tiles, player 2 moves": ("h2.3.b.100~b0.0.D0~t2~nBCE", (2, 7)),
    "three tiles and one in the bag": ("h2.3.b.000~b0.0.D0U0~t3~nBCX~gB", (0, 2)),
    "one tile": ("h2.3.b~b0.0.D0U0lE1~t2~nU", (0, 0)),
}
"""By name: the code of an endgame, and its handicaps."""


def certificate(name: str) -> Certificate:
    """Return the certificate of one of the small endgames."""
    code, handicaps = SMALL[name]
    return certify(Endgame(parse_position(code), handicaps), perfect_reply, HouseEngine())


def is_true(claimed: Certificate, values: Mapping[Placement, int]) -> bool:
    """Return whether the values of all placements are what the certificate claims."""
    others = [value for placement, value in values.items() if placement not in claimed.best]
    return (
        claimed.value == max(values.values())
        and all(values.get(placement) == claimed.value for placement in claimed.best)
        and claimed.others == max(others, default=None)
        and claimed.value not in others
    )


def spots(document: Document) -> Iterator[Spot]:
    """Yield all places in the trees where something follows part-turns."""
    for side in ("least", "most"):
        yield from _below(document[side])


def _below(node: Document) -> Iterator[Spot]:
    for key in list(node):
        if key != "of":
            yield node, key
            if isinstance(node[key], dict):
                yield from _below(node[key])


def _rekeyed(node: Document, key: str, texts: list[str]) -> None:
    node[" ".join(texts)] = node.pop(key)


def _leave_out(node: Document, key: str) -> bool:
    """Leave one part-turn out."""
    *others, _ = key.split(" ")
    if others:
        _rekeyed(node, key, others)
    else:
        del node[key]
    return True


def _repeat(node: Document, key: str) -> bool:
    """Give one part-turn twice."""
    first = key.split(" ", maxsplit=1)[0]
    _rekeyed(node, key, [*key.split(" "), first])
    return True


def _play_illegally(node: Document, key: str) -> bool:
    """Put a part-turn where none can be: far off, with a tile that is there."""
    texts = key.split(" ")
    tile = texts[0].partition(".")[0]
    _rekeyed(node, key, [*texts[1:], f"{tile}.40.40"])
    return True


def _add_illegal(node: Document, key: str) -> bool:
    """Add a part-turn with a tile that is not in hand."""
    _rekeyed(node, key, [*key.split(" "), "ks/A0.0.1"])
    return True


def _go_on(node: Document, key: str) -> bool:
    """Go on with a second part, or leave it out."""
    first, *others = key.split(" ")
    _rekeyed(node, key, [first.removesuffix("+") if first.endswith("+") else f"{first}+", *others])
    return True


def _another_margin(by: int) -> Callable[[Document, str], bool]:
    def change(node: Document, key: str) -> bool:
        if isinstance(node[key], int):
            node[key] += by
            return True
        return False

    return change


def _turn_round(node: Document, key: str) -> bool:
    """Give a margin from the other player's point of view."""
    if isinstance(node[key], int) and node[key]:
        node[key] = -node[key]
        return True
    return False


def _cut_off(node: Document, key: str) -> bool:
    """Give a margin where the game goes on."""
    if isinstance(node[key], dict):
        while isinstance(node[key], dict):
            node[key] = next(then for text, then in node[key].items() if text != "of")
        return True
    return False


def _carry_on(node: Document, key: str) -> bool:
    """Go on where the game has ended."""
    if isinstance(node[key], int):
        node[key] = {"base/B0.9.9": node[key]}
        return True
    return False


def _another_count(by: int) -> Callable[[Document, str], bool]:
    def change(node: Document, key: str) -> bool:
        if isinstance(node[key], dict) and node[key].get("of", 0) + by > 0:
            node[key]["of"] = node[key].get("of", 0) + by
            return True
        return False

    return change


def _no_count(node: Document, key: str) -> bool:
    """Let one of all last part-turns stand for itself."""
    return isinstance(node[key], dict) and node[key].pop("of", None) is not None


IN_TREES: dict[str, Callable[[Document, str], bool]] = {
    "leave out": _leave_out,
    "repeat": _repeat,
    "play illegally": _play_illegally,
    "add illegal": _add_illegal,
    "go on": _go_on,
    "one more": _another_margin(1),
    "one less": _another_margin(-1),
    "turn round": _turn_round,
    "cut off": _cut_off,
    "carry on": _carry_on,
    "count one more": _another_count(1),
    "count one less": _another_count(-1),
    "no count": _no_count,
}
"""Ways to forge a tree at one spot; each changes the node in place, or returns False."""


def forgeries(document: Document, way: str, most: int, seed: int) -> Iterator[Document]:
    """Yield the document with one spot of its trees forged, of up to so many spots."""
    number = len(list(spots(document)))
    chosen = random.Random(seed).sample(range(number), number)
    made = 0
    for spot in chosen:
        forged = copy.deepcopy(document)
        node, key = list(spots(forged))[spot]
        if IN_TREES[way](node, key) and made < most:
            made += 1
            yield forged
