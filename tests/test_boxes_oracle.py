"""The naive third opinion with other boxes, against scenarios worked out by hand."""

from __future__ import annotations

from collections import Counter

import pytest

from tests import naive
from tests.oracle import Oracle
from verifier.carcassonne.solo.claims import documents, scenario_from_json
from verifier.carcassonne.solo.keyring import Keyring
from verifier.carcassonne.solo.notation import parse_position
from verifier.carcassonne.solo.position import Pile
from verifier.carcassonne.solo.rule_set import RuleSet
from verifier.carcassonne.tiles import tile_sheet
from verifier.errors import Malformed

BOXES = ("river", "ic", "tb", "ks")
SCENARIOS = {
    document["id"]: document for name, document in documents().items() if name.startswith("boxes/")
}


@pytest.mark.parametrize("name", SCENARIOS)
def test_every_claim_worked_out_by_hand_holds_by_the_oracle(name: str) -> None:
    verdict = Keyring([Oracle()]).check(scenario_from_json(SCENARIOS[name]))
    against = [(claim.claim.where, claim.verdict.why) for claim in verdict.claims]
    assert [] == [(where, why) for where, why in against if why]
    assert "holds" == verdict.answer


def test_the_scenarios_of_boxes_are_forty_or_more_and_of_our_authority() -> None:
    assert len(SCENARIOS) >= 40
    assert {"ours"} == {document["authority"] for document in SCENARIOS.values()}


def test_every_kind_of_tile_that_scores_otherwise_is_in_a_scenario() -> None:
    printed = [tile for box in BOXES for tile in tile_sheet(box).tiles]
    special = {
        f"{tile.id[0]}{tile.letter[0]}"
        for tile in printed
        if any(road.inn for road in tile.roads) or any(city.cathedral for city in tile.cities)
    }
    assert {"iA", "iB", "iC", "iK", "iL", "iM", "iN"} == special
    texts = [str(document) for document in SCENARIOS.values()]
    assert [] == [letters for letters in special if not any(f"{letters}0." in t for t in texts)]


@pytest.mark.parametrize("colours", [3, 4])
@pytest.mark.parametrize("start", ["out", "pile"])
@pytest.mark.parametrize("order", ["drawing", "seat"])
def test_piles_are_those_of_dealing_one_tile_after_the_other(
    colours: int, start: str, order: str
) -> None:
    for boxes in (tuple(box for n, box in enumerate(BOXES) if k >> n & 1) for k in range(16)):
        rules = RuleSet(colours, boxes=boxes).with_switches(
            {"box.riverStart": start, "box.pileOrder": order}
        )
        river = "river" in boxes
        tiles = [tile for box in ("base", *boxes) for tile in tile_sheet(box).tiles]
        land = sum(tile.count for tile in tiles if not tile.rivers)
        land -= 0 if river and start == "pile" else 1
        turns_of_river = sum(tile.count for tile in tiles if tile.rivers and tile.role != "spring")
        first = turns_of_river % colours if river and order == "drawing" else 0
        dealt = Counter((first + turn) % colours for turn in range(land))
        assert tuple(dealt[colour] for colour in range(colours)) == rules.pile_sizes


UNDER = "s3.4.r~rA0.0.0~rG1.1.0~rD1.1.1~rE1.1.2~rD0.0.2~rG3.-1.2~rK0.-1.1"
REST = "~p1.2.3~h4.4.4~t1~n..~u24.23.24"


def test_a_tile_that_would_go_under_unknown_ones_is_not_guessed_at() -> None:
    known = parse_position(f"{UNDER}{REST}~rBHCIL")
    assert ("river/C", "river/I", "river/B", "river/L") == naive.draw(known).river.known
    with pytest.raises(Malformed, match="below it are tiles not known"):
        naive.draw(parse_position(f"{UNDER}{REST}~rBH~v3"))
    with pytest.raises(Malformed, match="the next river tile is not known"):
        naive.draw(parse_position(f"{UNDER}{REST}~v5"))


def test_the_river_comes_before_the_piles_whatever_these_hold() -> None:
    position = parse_position("s3.4.r~rA0.0.0~p1.2.3~h4.4.4~t3~nE.E.E~rDL")
    drawn = naive.draw(position)
    assert (2, "river/DF", position.piles) == (drawn.colour, drawn.tile, drawn.piles)
    assert Pile(("river/L",)) == drawn.river
    assert ["rL", "E"] == [turn_letters(text) for text in (LAKE_NEXT, LAKE_LIES)]


LAKE_NEXT = "s3.4.r~rA0.0.0~rD0.1.0~p1.2.3~h4.4.4~t1~nE.E.E~rL"
LAKE_LIES = "s3.4.r~rA0.0.0~rD0.1.0~rL0.2.0~p1.2.3~h4.4.4~t2~nE.E.E"


def turn_letters(text: str) -> str:
    """Return the letters of the tile that is drawn next."""
    tile = naive.draw(parse_position(text)).tile or ""
    return tile.replace("base/", "").replace("river/", "r")
