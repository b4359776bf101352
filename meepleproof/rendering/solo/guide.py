"""The rules in short, in our own words, for readers of the booklet."""

from __future__ import annotations

from dataclasses import dataclass

from verifier.carcassonne.solo.catalogue import CATALOGUE
from verifier.carcassonne.solo.rule_set import RuleSet


@dataclass(frozen=True, slots=True)
class Rule:
    """A rule: its heading and its text."""

    head: str
    text: str


def rules_in_short(rules: RuleSet) -> tuple[Rule, ...]:
    """Return what is needed to solve puzzles under these rules (SOLO-TURN-2 to SOLO-RESULT-1)."""
    order = ", ".join(str(colour + 1) for colour in range(rules.colours))
    guide = (
        Rule(
            "The table",
            f"You play all {rules.colours} colours, each with {rules.meeples} meeples. They take "
            f"turns in the order {order}, 1, and so on. Each tile to come belongs to the colour "
            "whose meeple is shown below it.",
        ),
        Rule(
            "1. Place the tile",
            "Turn it as you like and put it beside a tile on the table, so that road meets road, "
            "city meets city and field meets field on every edge. A tile that fits nowhere leaves "
            "the game, and the same colour draws again.",
        ),
        Rule(
            "2. Place a meeple",
            "Does the tile have a road, a city or a monastery on which nobody stands, counting "
            "all that is connected to it? Then the colour must put one meeple on one of these; "
            "which one is your choice. A colour that must but has none in hand ends the game after "
            "this turn. Nobody ever stands on a field.",
        ),
        Rule(
            "3. Score",
            "Everything the tile completes is scored, one after the other, in the order you "
            "choose. A road is worth 1 point a tile, a city 2 a tile and 2 more a shield, a "
            "monastery 9 when all eight places around it are filled. Only the colour with most "
            "meeples on it, or the colours tied for most, can get points; and they do only if one "
            "of them is lowest on the scoreboard at that moment, alone or tied. Then each of them "
            "gets the full worth; otherwise nobody gets anything. In either case all "
            "meeples on it go back to their hands.",
        ),
        Rule(
            "The end",
            "The game ends with the last tile, or when a meeple must be placed and none is in "
            "hand. Then each meeple on the table brings 2 points, one after the other, if its "
            "colour is lowest at that moment. The result is the score of the lowest colour.",
        ),
        Rule(
            "The goal",
            "Points for two or three colours must be given by one single scoring, and a road, city "
            "or monastery that brings no points meets no goal. A road or city is worth what each "
            "of its colours gets. The goal is to be reached with exactly the tiles shown, in their "
            "order.",
        ),
    )
    answers = (f"{CATALOGUE.switch(key).question} {value}." for key, value in rules.switches)
    options = " ".join(answers)
    return (*guide, Rule("Open questions, answered otherwise", options)) if options else guide
