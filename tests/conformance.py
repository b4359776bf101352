"""Makes the cases that ship; ``python -m tests.conformance`` writes them anew (or ``boxes`` alone).

They are the tables of the scenarios, records of scenarios and of whole games, rows of tiles, and
tables at which wrong engines went unnoticed. The engine answers here; ``test_conformance_cases``
puts every case to the other key and the oracle. Published ids stay: new sources come last.
"""

from __future__ import annotations

import json
import random
import sys
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from itertools import groupby
from pathlib import Path
from typing import Any

from tests import boxes_dealt
from tests.oracle import ORACLE
from tests.records import changed_turn
from tests.shown_rules import rules_shown
from verifier.carcassonne.engine.solo import Engine, Player, game
from verifier.carcassonne.engine.solo.engine import record_of_outcomes
from verifier.carcassonne.model.solo.key import Model
from verifier.carcassonne.solo.claims import (
    NO_TURN,
    EndDomain,
    Members,
    OutcomeClaim,
    Situation,
    SituationDomain,
    SoloScenario,
    Transition,
    suite,
    turn_name,
)
from verifier.carcassonne.solo.codec import (
    position_from_json,
    position_to_json,
    record_from_json,
    record_to_json,
)
from verifier.carcassonne.solo.conformance import AREAS, BOXES, spelt_out
from verifier.carcassonne.solo.conformance.answers import answer, leaves_by_perft
from verifier.carcassonne.solo.faults import faults
from verifier.carcassonne.solo.key import Scores
from verifier.carcassonne.solo.keyring import Keyring
from verifier.carcassonne.solo.notation import parse_position, position_text, turn_text
from verifier.carcassonne.solo.position import Pile, Position
from verifier.carcassonne.solo.rule_set import RuleSet
from verifier.carcassonne.solo.turn import Outcome, Record
from verifier.claims.language import QuantifiedClaim
from verifier.claims.records_and_positions import LegalityClaim, ValidityClaim
from verifier.documents.strict_json import Document
from verifier.errors import Ambiguous, MeepleproofError

DATA = Path(__file__).parent.parent / "verifier" / "carcassonne" / "solo" / "conformance" / "data"
RECORDS = Path(__file__).parent / "vectors" / "records.json"
ROWS = Path(__file__).parent / "vectors" / "conformance_rows.json"
TABLES = Path(__file__).parent / "vectors" / "conformance_tables.json"
BOX_ROWS = Path(__file__).parent / "vectors" / "conformance_box_rows.json"
BOX_GAMES = 12
CROWDED_RIVERS = (18, 240, 252, 257)
"""Seeds of rivers whose next tile goes under the stack."""
BOX_STEPS = 5
MOST_PLAYS = 3

CHANGES = 5
"""How many times each of the whole games is changed."""

Asked = tuple[str, Document]
"""An area and a request in it, its position as text."""

ENGINE = Engine()


def derived() -> dict[str, list[Document]]:
    """Return the entries of each area's file."""
    base = _answered(_sources())
    found = {area: _numbered(area, base[area]) for area in AREAS if area != BOXES}
    return found | {BOXES: with_boxes()}


def with_boxes() -> list[Document]:
    """Return the entries of the file about other boxes, whatever they ask."""
    return _numbered(BOXES, [each for area in _answered(box_sources()).values() for each in area])


Source = tuple[str, str, tuple[str, ...], Iterator[Asked]]
"""Whatever cases come from: a name, a sentence, rules, and what is asked."""


def _answered(sources: Iterator[Source]) -> dict[str, list[Document]]:
    """Return each case that sources ask, once, by the area of what is asked."""
    found: dict[str, dict[str, Document]] = {area: {} for area in AREAS}
    with closing(Model()) as model:
        for source, about, rules, requests in sources:
            for area, request in requests:
                key = json.dumps(request, sort_keys=True)
                entry = found[area].get(key)
                if entry is not None:
                    entry["rules"] = list(dict.fromkeys([*entry["rules"], *rules]))
                    continue
                expected = _expected(area, request, model)
                if expected is not None and not _beside_the_point(rules, expected):
                    entry = {"id": source, "rules": list(rules), "about": about}
                    found[area][key] = entry | {"request": request, "answer": expected}
    return {area: list(entries.values()) for area, entries in found.items()}


def _with_rules(area: str, entry: Document) -> Document:
    if area == BOXES:  # which rules are at work is known of the base game alone
        return entry
    request = spelt_out(entry["request"])
    return entry | {"rules": rules_shown(area, request, entry["answer"], entry["rules"])}


def _numbered(area: str, entries: list[Document]) -> list[Document]:
    """Name each entry after its source, its area and its number among those of both."""
    numbered = []
    sources = list(dict.fromkeys(entry["id"] for entry in entries))
    in_order = sorted(entries, key=lambda entry: sources.index(entry["id"]))
    for source, group in groupby(in_order, key=lambda entry: entry["id"]):
        numbered += [
            _with_rules(area, entry) | {"id": f"{source}/{area}/{n}"}
            for n, entry in enumerate(group, 1)
        ]
    return numbered


def of_the_base_game() -> list[SoloScenario]:
    """Return the scenarios that the areas of the base game are made from."""
    return [scenario for scenario in suite() if not _is_about_boxes(scenario)]


def _is_about_boxes(scenario: SoloScenario) -> bool:
    return scenario.id.startswith("EC-B-")


def box_sources() -> Iterator[Source]:
    """Yield what the cases with other boxes come from."""
    for scenario in filter(_is_about_boxes, suite()):
        yield scenario.id, scenario.title, scenario.rules, _of_scenario(scenario)
    for number in range(1, BOX_GAMES + 1):
        positions = [position for position, _ in boxes_dealt.game(number, ENGINE.outcomes)]
        rules = positions[0].rules
        about = f"a game with {' and '.join((*rules.boxes, *['large meeples'] * rules.large))}"
        yield f"BOX-GAME-{number}", about, _rules_of(rules), _of_game(positions)
    for seed in CROWDED_RIVERS:
        position = boxes_dealt.crowded_river(seed, ENGINE.outcomes)
        about = "a river tile without a place, among land tiles"
        yield f"BOX-RIVER-{seed}", about, ("SOLO-BOX-7", "SOLO-BOX-8"), _of_river(position)
    for number, row in enumerate(json.loads(BOX_ROWS.read_text(encoding="utf-8")), 1):
        rules = parse_position(row["position"]).rules
        asked = _of_row(row["position"], row["depth"])
        yield f"BOX-ROW-{number}", row["about"], _rules_of(rules), asked


def _rules_of(rules: RuleSet) -> tuple[str, ...]:
    """Return the rules of the boxes in play that games by them are likely to show."""
    shown = {"SOLO-BOX-2": rules.boxes, "SOLO-BOX-5": rules.large}
    shown |= {"SOLO-BOX-3": "ic" in rules.boxes, "SOLO-BOX-7": "river" in rules.boxes}
    return tuple(sorted(rule for rule, is_shown in shown.items() if is_shown))


def _of_game(positions: list[Position]) -> Iterator[Asked]:
    """Yield what is asked of a game: some of its tables, then all of it, legal and not."""
    made = list[Outcome]()
    for number, position in enumerate(positions):
        outcomes = ENGINE.outcomes_in_order(position)
        following = positions[number + 1 : number + 2]
        made += [next(o for o in outcomes if [o.after] == following)] if following else []
        if number % BOX_STEPS == 0:
            yield "turns", _turns(position)
            scoring = [o for o in outcomes if o.scorings or o.after.over][:MOST_PLAYS]
            for outcome in scoring or outcomes[:1]:
                yield from _plays(position, turn_name(outcome), outcome)
    record = record_of_outcomes(positions[0], tuple(made))
    yield from _of_record(record_to_json(record))
    yield from _of_record(record_to_json(replace(record, turns=record.turns[1:])))


def _of_river(position: Position) -> Iterator[Asked]:
    """Yield what is asked of a table at which a river tile goes under the stack."""
    outcome, *_ = ENGINE.outcomes_in_order(position)
    yield "turns", _turns(position)
    yield from _plays(position, turn_name(outcome), outcome)
    record = record_of_outcomes(position, (outcome,))
    yield from _of_record(record_to_json(replace(record, official=False)))


def _sources() -> Iterator[Source]:
    """Yield what the cases of the base game come from."""
    for scenario in of_the_base_game():
        yield scenario.id, scenario.title, scenario.rules, _of_scenario(scenario)
    broken: tuple[str, ...]
    for number, vector in enumerate(json.loads(RECORDS.read_text(encoding="utf-8")), 1):
        broken = (vector["broken"],) if vector["broken"] else tuple(vector["rules"])
        record = vector["record"]
        if "start" in record:
            record |= {"start": position_to_json(parse_position(record["start"]))}
        yield f"RECORD-{number}", vector["about"], broken, _of_record(record)
    for number, (about, played) in enumerate(whole_games(), 1):
        yield f"GAME-{number}", about, (), _of_record(record_to_json(played))
    for number, (about, changed) in enumerate(changed_games(), 1):
        broken = tuple(violation.rule for violation in ENGINE.violations(changed))
        yield f"CHANGED-{number}", about, broken, _of_record(record_to_json(changed))
    for number, row in enumerate(json.loads(ROWS.read_text(encoding="utf-8")), 1):
        yield f"ROW-{number}", row["about"], (), _of_row(row["position"], row["depth"])
    for table in json.loads(TABLES.read_text(encoding="utf-8")):
        yield table["id"], table["about"], tuple(table["rules"]), _of_table(table)


def _of_table(table: Document) -> Iterator[Asked]:
    for request in table["asked"]:
        if "record" in request:
            yield from _of_record(request["record"])
        elif request["ask"] == "position":
            yield from _of_position(table["position"])
        else:
            yield request["ask"], {"ask": request["ask"], "position": table["position"], **request}


def _of_row(position: str, depth: int) -> Iterator[Asked]:
    for n in range(1, depth + 1):
        yield "count", {"ask": "count", "position": position, "depth": n}


def _of_scenario(scenario: SoloScenario) -> Iterator[Asked]:
    ring = Keyring([ENGINE])
    for claim in scenario.claims:
        content = claim.content
        if isinstance(content, LegalityClaim):
            yield from _of_record(record_to_json(content.record))
        elif isinstance(content, ValidityClaim):
            yield from _of_position(content.given)
        elif isinstance(content, OutcomeClaim):
            yield from _of_brings(content, ring)
        elif isinstance(content.members, SituationDomain):
            yield from _of_tables(content, content.members, ring)
        elif isinstance(content.members, EndDomain):
            yield from _of_ends(content.members)


def _of_record(document: Document) -> Iterator[Asked]:
    yield "record", {"ask": "record", "record": document}
    yield "reason", {"ask": "record", "record": document}


def _of_position(given: Any) -> Iterator[Asked]:
    try:
        position = parse_position(given) if isinstance(given, str) else position_from_json(given)
    except MeepleproofError:
        return  # what no document can say cannot be asked
    yield "position", {"ask": "position", "position": position_text(position)}
    yield "reason", {"ask": "position", "position": position_text(position)}


def _of_brings(claim: OutcomeClaim, ring: Keyring) -> Iterator[Asked]:
    for before, outcome in ring.brought(_representing(claim)):
        yield "turns", _turns(before)
        if outcome is None:
            turn = NO_TURN if claim.turn is None else turn_text(claim.turn)
        elif claim.turn is None or len(claim.turn.order) < 2:
            turn = turn_name(outcome)
        else:  # its order need not be the first of its outcome
            turn = turn_text(claim.turn)
        yield from _plays(before, turn, outcome)


def _representing(claim: OutcomeClaim) -> OutcomeClaim:
    return replace(claim, tables=replace(claim.tables, scores=representatives(claim.tables.scores)))


def _of_tables(
    claim: QuantifiedClaim[Members], tables: SituationDomain, ring: Keyring
) -> Iterator[Asked]:
    # Scores have no part in which turns are legal, so one vector is enough to ask about these.
    shown: list[tuple[Scores, ...]] = [(vector,) for vector in representatives(tables.scores)]
    shown = shown or [()]
    for scores in shown:
        for table in ring.tables(replace(tables, scores=scores)):
            if scores == shown[0]:
                yield "turns", _turns(table.before)
            for outcome in _telling(_chosen(claim, table)):
                yield from _plays(table.before, turn_name(outcome), outcome)


def _chosen(claim: QuantifiedClaim[Members], table: Situation) -> list[Outcome]:
    if claim.domain != "outcomes" or claim.where is None:
        return list(table.outcomes)
    happenings = [Transition(table.before, outcome, table.reached) for outcome in table.outcomes]
    return [each.outcome for each in happenings if claim.where.evaluate(each)]


def _telling(outcomes: list[Outcome]) -> Iterator[Outcome]:
    """Yield the outcomes in which more happens than a meeple put down, and one in which no more."""
    plain = [o for o in outcomes if not (o.scorings or o.discards or o.after.over)]
    yield from (outcome for outcome in outcomes if outcome not in plain)
    yield from plain[:1]


def _turns(position: Position) -> Document:
    return {"ask": "turns", "position": position_text(position)}


def _plays(before: Position, turn: str, outcome: Outcome | None) -> Iterator[Asked]:
    request = {"position": position_text(before), "turn": turn}
    yield "play", {"ask": "play", **request}
    # A turn that scores and meets no goal is worth a question, too: goals are missed narrowly.
    if outcome is not None and (outcome.scorings or outcome.after.over):
        yield "goals", {"ask": "goals", **request}


def _of_ends(ends: EndDomain) -> Iterator[Asked]:
    rules = position_to_json(parse_position("s3.4~D0.0.0~p1.2.3~h4.4.4~t1~n"))["rules"]
    rules |= {"colours": ends.rules.colours, "meeples": ends.rules.meeples}
    if ends.rules.switches:
        rules["switches"] = dict(ends.rules.switches)
    seen = set[tuple[tuple[int, int], ...]]()
    for scores in representatives(ends.scores):
        for meeples in representatives(ends.meeples):
            # The colours are alike in final scoring, so one naming of them is enough.
            pairs = tuple(sorted(zip(ranks(scores), ranks(meeples), strict=True)))
            if pairs not in seen:
                seen.add(pairs)
                vectors = {"scores": list(scores), "meeples": list(meeples)}
                yield "final", {"ask": "final", "rules": rules, **vectors}


def representatives(vectors: tuple[Scores, ...]) -> tuple[Scores, ...]:
    """Return the first vector of each order of the colours: who is lowest, next, or level."""
    first: dict[Scores, Scores] = {}
    for vector in vectors:
        first.setdefault(ranks(vector), vector)
    return tuple(first.values())


def ranks(vector: Scores) -> Scores:
    """Return the rank of each number among those of the vector, 0 for the lowest."""
    numbers = sorted(set(vector))
    return tuple(numbers.index(number) for number in vector)


def whole_games() -> Iterator[tuple[str, Record]]:
    """Yield games played to their end, the tiles drawn known beforehand."""
    players = (Player("random"), Player("greedy"), Player("lookahead", 1))
    for player in players:
        for number in range(2):
            played = game(number, player, seed=7)
            about = f"a whole game of {len(played.turns)} turns"
            yield about, replace(played, start=_known(played))


def changed_games() -> Iterator[tuple[str, Record]]:
    """Yield beginnings of whole games with one thing changed in one of the last turns."""
    for number, (_, played) in enumerate(whole_games(), 1):
        for which in range(CHANGES):
            rng = random.Random(f"conformance {number} {which}")
            at = rng.randrange(min(len(played.turns), 20))
            changes, turn = changed_turn(rng, played.turns[at], played.start.rules.colours)
            turns = (*played.turns[:at], turn, *played.turns[at + 1 : at + 4])
            about = f"the beginning of a game with one thing changed, in turn {at + 1}: {changes}"
            yield about, replace(played, turns=turns)


def _known(played: Record) -> Position:
    """Return the set-up with the tiles that the game's turns draw on top of the piles."""
    drawn = [tuple[str, ...]()] * len(played.start.piles)
    for turn in played.turns:
        drawn[turn.colour if turn.pile is None else turn.pile] += (*turn.discards, turn.tile)
    piles = zip(played.start.piles, drawn, strict=True)
    return replace(
        played.start,
        piles=tuple(Pile(top, pile.hidden - len(top)) for pile, top in piles),
    )


def _expected(area: str, request: Document, model: Model) -> Document | None:
    """Return what must be answered; None where that is not one answer."""
    if area == "reason":
        rules = _broken(request, model)
        return {"legal": False, "rule": rules} if rules else None
    try:
        document = answer(spelt_out(request), ENGINE, leaves_by_perft)
    except Ambiguous:  # points may be declined, and which are is not said
        return None
    except MeepleproofError as error:  # such as a tile that is not known
        document = {"error": error.message}
    # Which rule is broken is the question of another area.
    return {name: value for name, value in document.items() if name != "rule"}


def _beside_the_point(rules: tuple[str, ...], expected: Document) -> bool:
    """Return whether no goal is met where no goal was meant to be."""
    return expected == {"goals": []} and not any(name.startswith("SOLO-GOAL") for name in rules)


def _broken(request: Document, model: Model) -> list[str]:
    """Return every rule that a key, or the oracle, finds broken first; one that all find, first."""
    if "position" in request:
        return list(dict.fromkeys(f.rule for f in faults(parse_position(request["position"]))))
    record = record_from_json(request["record"])
    found = [key.violations(record) for key in (ENGINE, ORACLE, model)]
    return list(dict.fromkeys(violation.rule for broken in found for violation in broken))


def text_of(entries: list[Document]) -> str:
    """Return a file's text: an entry on each line."""
    lines = ",\n".join(json.dumps(entry, ensure_ascii=False) for entry in entries)
    return f"[\n{lines}\n]\n"


def write(area: str, entries: list[Document]) -> None:
    """Write an area's file."""
    (DATA / f"{area}.json").write_text(text_of(entries), encoding="utf-8", newline="\n")


if __name__ == "__main__":
    if BOXES in sys.argv:
        write(BOXES, with_boxes())
    else:
        for area, entries in derived().items():
            write(area, entries)
