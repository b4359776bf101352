"""Where free games start: what a browser plays on from by itself, and what it deals games from."""

from __future__ import annotations

from collections.abc import Iterable

from meepleproof.rendering.solo.words import goal_in_words
from meepleproof.service.play.solo.document import goal_whole
from meepleproof.service.play.solo.free import tiles_before_the_lake, tiles_of_piles
from verifier.carcassonne.solo.codec import position_to_json
from verifier.carcassonne.solo.goals import checklist
from verifier.carcassonne.solo.letters import BOX_LETTERS, letter_of, letters_of
from verifier.carcassonne.solo.notation import beside_text
from verifier.carcassonne.solo.position import LAKE, Position, setup
from verifier.carcassonne.solo.rule_set import SPRING, RuleSet
from verifier.carcassonne.tiles import tiles_in_play
from verifier.documents.strict_json import Document


def game_start(start: Position, seed: int) -> Document:
    """Return where a free game starts with its whole deal, its seed, and the checklist."""
    letters = beside_text(start.rules)
    return {
        "position": position_to_json(start),
        "seed": seed,
        **({"beside": letters} if letters else {}),
        "goals": _goals(),
    }


def undealt_games(colours: Iterable[int], meeples: Iterable[int]) -> Document:
    """Return what a browser deals free games from.

    That is set-ups by colours, the numbers of meeples, the tiles of the base game and of each box
    by its letter, the ends of the river, and the goals.
    """
    return {
        "starts": {str(each): position_to_json(setup(RuleSet(each))) for each in colours},
        "meeples": [*meeples],
        "bag": letters_of(tiles_of_piles()),
        "boxes": {letter: _box(box) for box, letter in BOX_LETTERS.items()},
        "river": {"spring": letter_of(SPRING), "lake": letter_of(LAKE)},
        "goals": _goals(),
    }


def _box(name: str) -> Document:
    rules = RuleSet(boxes=(name,))
    own = tiles_in_play((name,))
    tiles = [tile for tile in tiles_of_piles(rules) if tile in own]
    return {"box": name, "tiles": letters_of(tiles + tiles_before_the_lake(rules))}


def _goals() -> list[Document]:
    return [
        {"id": goal.id, "says": goal_in_words(goal), "goal": goal_whole(goal)}
        for goal in checklist().values()
    ]
