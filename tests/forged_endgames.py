"""Forged certificates of endgames of one and two tiles, and whether what passes is true."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from functools import partial
from itertools import cycle, islice
from pathlib import Path
from random import Random

from tests.house_certificates import IN_TREES, spots
from tests.house_endgames import random_endgames
from verifier.carcassonne.engine.house import HouseEngine
from verifier.carcassonne.engine.house.endgame import perfect_reply, plays_of, solve
from verifier.carcassonne.house.certificate_check import Confirming, check_certificate
from verifier.carcassonne.house.certificates import (
    Certificate,
    Plays,
    bound,
    certificate_from_json,
    certificate_to_json,
    certify,
    claim_of,
    placement_text,
)
from verifier.carcassonne.house.endgame import Endgame, ValuedPlay
from verifier.carcassonne.house.faults import faults
from verifier.carcassonne.house.notation import parse_position
from verifier.carcassonne.model.house.key import HouseModel
from verifier.documents.strict_json import Document, json_text
from verifier.errors import Illegal, Malformed

FORMS = tuple(f"urn:meepleproof:house-certificate:{form}" for form in (1, 2))
MOST_TILES = 2
EACH = 60
"""Tries to forge one certificate."""

DRAWS = 4
"""Weak strategies from which the weakest replies are taken."""

STORED = Path(__file__).parent / "vectors" / "house_endgame_values.json"


@dataclass(frozen=True)
class Given:
    """An honest certificate, to be forged by these choices."""

    certificate: Certificate
    rng: Random

    @property
    def document(self) -> Document:
        """The certificate as a new document."""
        written: Document = json.loads(json_text(certificate_to_json(self.certificate)))
        return written


Way = Callable[[Given], Document | None]
"""Forges a certificate; None if it offers nothing for this way."""


# --- trees that hold together, but are weak


def _careless(rng: Random) -> Callable[[Endgame], ValuedPlay]:
    """Return a solver that now and then takes any part-turn for a best one."""

    def play(endgame: Endgame) -> ValuedPlay:
        return rng.choice(plays_of(endgame)) if rng.randrange(3) else perfect_reply(endgame)

    return play


def _claimed(certificate: Certificate) -> Document:
    """Return the document with the claim that the trees make."""
    value, best, others = claim_of(certificate.least, certificate.most)
    return certificate_to_json(replace(certificate, value=value, best=best, others=others))


def _weak_replies(given: Given) -> Document | None:
    """Reply so weakly that more placements may bring the value, and none more than that."""
    honest = given.certificate
    most = dict(honest.most.then)
    for _ in range(DRAWS):
        weak = certify(honest.endgame, partial(_any_play, given.rng), HouseEngine()).most.then
        for part_turn, node in weak.items():
            if bound(most[part_turn], "most") < bound(node, "most") <= honest.value:
                most[part_turn] = node
    return None if most == honest.most.then else _claimed(replace(honest, most=Plays(most)))


def _any_play(rng: Random, endgame: Endgame) -> ValuedPlay:
    return rng.choice(plays_of(endgame))


def _weak(given: Given, *, least: bool, most: bool) -> Document:
    honest = given.certificate
    weak = certify(honest.endgame, _careless(given.rng), HouseEngine())
    return _claimed(
        replace(
            honest,
            least=weak.least if least else honest.least,
            most=weak.most if most else honest.most,
        )
    )


# --- claims that the trees do not make


def _add_best(given: Given) -> Document | None:
    forged, certificate = given.document, given.certificate
    others = [each for each in certificate.bounds if each not in certificate.best]
    if not others:
        return None
    best = {*certificate.best, *given.rng.sample(others, given.rng.randrange(1, len(others) + 1))}
    forged["best"] = [placement_text(each) for each in certificate.bounds if each in best]
    if len(best) == len(certificate.bounds):
        del forged["others"]
    forged["$schema"] = given.rng.choice(FORMS)
    return forged


def _drop_best(given: Given) -> Document | None:
    forged = given.document
    if len(forged["best"]) == 1:
        return None
    forged["best"].remove(given.rng.choice(forged["best"]))
    forged["$schema"] = FORMS[len(forged["best"]) > 1]
    return forged


def _another_best(given: Given) -> Document | None:
    forged, certificate = given.document, given.certificate
    others = [each for each in certificate.bounds if each not in certificate.best]
    if not others:
        return None
    forged["best"][given.rng.randrange(len(forged["best"]))] = placement_text(
        given.rng.choice(others)
    )
    return forged


def _number(key: str) -> Way:
    def change(given: Given) -> Document | None:
        forged = given.document
        if key not in forged:
            return None
        forged[key] += given.rng.choice((-2, -1, 1, 2))
        return forged

    return change


def _no_others(given: Given) -> Document | None:
    forged = given.document
    return forged if forged.pop("others", None) is not None else None


def _shift(given: Given) -> Document:
    """Add the same to the claim and to every end of a game."""
    forged, by = given.document, given.rng.choice((-1, 1))
    for key in {"value", "others"} & set(forged):
        forged[key] += by
    for node, key in list(spots(forged)):
        if isinstance(node[key], int):
            node[key] += by
    return forged


# --- another question, or another form


def _another_form(given: Given) -> Document:
    forged = given.document
    forged["$schema"] = FORMS[forged["$schema"] == FORMS[0]]
    return forged


def _another_handicap(given: Given) -> Document:
    forged = given.document
    handicaps = forged.setdefault("handicaps", [0, 0])
    handicaps[given.rng.randrange(2)] += given.rng.choice((-1, 1))
    return forged


def _another_score(given: Given) -> Document:
    forged = given.document
    forged["position"]["scores"][given.rng.randrange(4)] += 1
    return forged


def _another_mover(given: Given) -> Document:
    forged = given.document
    forged["position"]["to_move"] = forged["position"]["to_move"] % 4 + 1
    return forged


# --- trees that do not fit


def _exchange(given: Given) -> Document | None:
    """Exchange what follows two part-turns of one table."""
    forged = given.document
    nodes = [
        node
        for node in {id(node): node for node, _ in spots(forged)}.values()
        if len(node.keys() - {"of"}) > 1
    ]
    if not nodes:
        return None
    node = given.rng.choice(nodes)
    one, other = given.rng.sample(sorted(node.keys() - {"of"}), 2)
    node[one], node[other] = node[other], node[one]
    return forged


def _rename(given: Given) -> Document:
    """Call one part-turn by the name of another, wherever they stand."""
    forged = given.document
    names = sorted({text for _, key in spots(forged) for text in key.split(" ")})
    one, other = given.rng.choice(names), given.rng.choice(names)
    trees = json.dumps([forged["least"], forged["most"]])
    trees = trees.replace(f'"{one}"', "@").replace(f'"{other}"', f'"{one}"')
    forged["least"], forged["most"] = json.loads(trees.replace("@", f'"{other}"'))
    return forged


def _drop_strategy(given: Given) -> Document | None:
    forged = given.document
    if len(forged["least"]) == 1:
        return None
    del forged["least"][given.rng.choice(sorted(forged["least"]))]
    return forged


def _in_trees(way: Callable[[Document, str], bool], *, claimed: bool) -> Way:
    """Return a way at one spot of the trees; with ``claimed`` the claim follows them."""

    def change(given: Given) -> Document | None:
        forged = given.document
        number = given.rng.randrange(len(list(spots(forged))))
        node, key = list(spots(forged))[number]
        if not way(node, key):
            return None
        if not claimed:
            return forged
        try:
            return _claimed(certificate_from_json(forged))
        except (Malformed, Illegal):
            return None

    return change


WAYS: dict[str, Way] = {
    "weak replies": _weak_replies,
    "weaker replies": lambda given: _weak(given, least=False, most=True),
    "weak strategies": lambda given: _weak(given, least=True, most=False),
    "weak trees": lambda given: _weak(given, least=True, most=True),
    "best added": _add_best,
    "best dropped": _drop_best,
    "another best": _another_best,
    "another value": _number("value"),
    "another bound": _number("others"),
    "bound left out": _no_others,
    "all shifted": _shift,
    "another form": _another_form,
    "another handicap": _another_handicap,
    "another score": _another_score,
    "another mover": _another_mover,
    "exchanged": _exchange,
    "renamed": _rename,
    "strategy dropped": _drop_strategy,
    **{name: _in_trees(way, claimed=False) for name, way in IN_TREES.items()},
    **{
        f"{name}, claimed": _in_trees(way, claimed=True)
        for name, way in IN_TREES.items()
        if name != "repeat"  # that cannot be read, so nothing can be claimed by it
    },
}


# --- what becomes of them


def is_true(certificate: Certificate) -> bool:
    """Return whether all that an accepted certificate claims is so by the solver."""
    values = {each.placement: each.value for each in solve(certificate.endgame).placements}
    bounds = certificate.bounds
    best = {placement for placement, value in values.items() if value == certificate.value}
    most = max((values[each] for each in values.keys() - best), default=None)
    told, exact = certificate.others, certificate.is_lead_exact
    if (told is None) != (most is None):
        return False
    follows = told is None or most is None or (most == told if exact else most <= told)
    return (
        values.keys() == bounds.keys()
        and certificate.value == max(values.values())
        and set(certificate.best) == best
        and follows
        and all(each.least is None or each.least <= values[p] for p, each in bounds.items())
        and all(values[p] <= each.most for p, each in bounds.items())
    )


def verdict(document: Document, key: Confirming) -> str:
    """Return what one key says of a document: ``unreadable``, ``refused`` or ``accepted``."""
    try:
        certificate = certificate_from_json(document)
        answer = check_certificate(certificate, (key,)).verdict.answer
    except (Malformed, Illegal):
        return "unreadable"
    return "accepted" if answer == "holds" else "refused"


@dataclass
class Results:
    """By way and what became of it how many forgeries there were, and what must not be."""

    counts: Counter[tuple[str, str]]
    by_model: Counter[str]
    wrong: list[str]


def forge_endgames(endgames: Iterable[Endgame], seed: int, number: int, others: int) -> Results:
    """Forge so many certificates of these endgames.

    The engine checks all of them; the model those that the engine accepts, and so many others.
    """
    engine, model = HouseEngine(), HouseModel()
    results = Results(Counter(), Counter(), [])
    every, asked = max(1, number // (2 * others or 1)), 0
    for count, (way, forged) in enumerate(islice(_forged(endgames, seed), number)):
        said = verdict(forged, engine)
        told = said
        if said == "accepted":
            told = "true" if is_true(certificate_from_json(forged)) else "false"
        results.counts[way, told] += 1
        if told == "false":
            results.wrong.append(f"{way}, accepted and false: {json_text(forged)}")
        other = said != "accepted" and count % every == 0 and asked < others
        asked += other
        if said == "accepted" or other:
            results.by_model[said] += 1
            if verdict(forged, model) != said:
                results.wrong.append(f"{way}, {said} by the engine alone: {json_text(forged)}")
    return results


def _forged(endgames: Iterable[Endgame], seed: int) -> Iterator[tuple[str, Document]]:
    """Yield forgeries of each endgame, each way as often as the others where it can be."""
    ways = cycle(WAYS)
    for certificate in map(_honest, endgames):
        rng = Random(f"forged endgame {seed} {certificate.endgame}")
        seen = {json_text(certificate_to_json(certificate))}
        for way in islice(ways, EACH):
            forged = WAYS[way](Given(certificate, rng))
            if forged is not None and json_text(forged) not in seen:
                seen.add(json_text(forged))
                yield way, forged


def _honest(endgame: Endgame) -> Certificate:
    """Return the certificate of an endgame, which holds and is true."""
    engine = HouseEngine()
    certificate = certify(endgame, perfect_reply, engine)
    assert "holds" == check_certificate(certificate, (engine,)).verdict.answer
    assert is_true(certificate)
    return certificate


def stored_endgames(most: int) -> Iterator[Endgame]:
    """Yield the stored endgames of one and two tiles with at most so many part-turns at first."""
    for each in json.loads(STORED.read_text("utf-8")):
        endgame = Endgame(parse_position(each["position"]), tuple(each["handicaps"]))
        if _is_small(endgame) and len(each["values"]) <= most:
            yield endgame


def endgames_by_chance(seed: int, most: int) -> Iterator[Endgame]:
    """Yield such endgames from random games, from a seed on."""
    engine = HouseEngine()
    for _, endgame in random_endgames(seed):
        if _is_small(endgame) and 0 < len(engine.outcomes(endgame.position)) <= most:
            yield endgame


def _is_small(endgame: Endgame) -> bool:
    position = endgame.position
    return len((*position.hand, *position.bag)) <= MOST_TILES and not faults(position)
