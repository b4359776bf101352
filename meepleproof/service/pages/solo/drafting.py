"""The editor of puzzles: its page, its tiles, and what the server knows about a draft.

The page knows no rules. After each change it sends the draft, and the answer says where tiles fit,
what follows from the table, and what is wrong with it. The proof is a job like others.
"""

from __future__ import annotations

import json
from functools import cache

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from meepleproof.rendering.carcassonne.tiles import spot
from meepleproof.rendering.palette import PIGMENTS
from meepleproof.rendering.solo.words import tile_in_words
from meepleproof.service.http.messages import json_answer
from meepleproof.service.pages.errors import with_error_page, with_problem
from meepleproof.service.pages.layout import address_of, from_template
from meepleproof.service.play.solo.beside import BESIDE
from meepleproof.service.play.solo.choices import ClaimOption, is_only
from meepleproof.service.play.solo.document import tile_name
from meepleproof.service.play.solo.drafted import DRAFTED, draft_document, told_of_draft
from meepleproof.service.play.solo.drafts import MOST_COMING, read_draft
from meepleproof.service.play.solo.wording import feature_in_words
from meepleproof.service.play.url import read_text
from verifier.carcassonne.solo.letters import letter_of
from verifier.carcassonne.solo.rule_set import BOXES, SOLO, RuleSet
from verifier.carcassonne.tiles import TileKind, drawing_of
from verifier.documents.strict_json import Document

PATH = "/make"
_OTHERS = {"pieces": "pieces-boxes.svg", "tiles": "tiles-boxes.json"}
"""What the page loads once a draft is played with other boxes."""
_NEW = "s3.4~D0.0.0~p1.2.3~t1~n~g.road.4.x.2"


def drafting_routes() -> list[BaseRoute]:
    """Return the routes of the editor."""
    return [Route(PATH, with_error_page(_page)), Route(DRAFTED, with_problem(_told))]


def _page(request: Request) -> Response:
    draft = read_draft(read_text(request.query_params, "code") or _NEW)
    return from_template(
        "make.html",
        title="Editor",
        here=PATH,
        scripts=("make.js",),
        styles=("play.css", "make.css"),
        box=_box(),
        beside=BESIDE.items(),
        others=not draft.position.rules.plain,
        colours=[pigment.name for pigment in PIGMENTS],
        draft=draft_document(draft),
        about={
            "pieces": address_of("pieces.svg"),
            "draft": DRAFTED,
            "others": {name: address_of(file) for name, file in _OTHERS.items()},
            "most_coming": MOST_COMING,
        },
    )


def _told(request: Request) -> Response:
    return json_answer(told_of_draft(request.query_params))


def boxes_tiles() -> str:
    """Return the tiles of all other boxes as the page has those of the base game."""
    kinds = RuleSet(boxes=BOXES).sheet.kinds
    base = {kind.id for kind in SOLO.sheet.kinds}
    return json.dumps([_choice(kind) for kind in kinds if kind.id not in base])


@cache
def _box() -> list[Document]:
    """Return the tiles of the base game."""
    return [_choice(kind) for kind in SOLO.sheet.kinds]


def _choice(kind: TileKind) -> Document:
    """Return how a tile looks by quarter turns, and where meeples may stand on it."""
    return {
        "tile": letter_of(kind.id),
        "says": tile_in_words(drawing_of(kind.id, 0)),
        "art": [tile_name(kind.id, rotation) for rotation in kind.rotations],
        "segments": [
            [
                {
                    "name": segment.name,
                    "says": feature_in_words(
                        ClaimOption(
                            segment.name,
                            segment.kind,
                            allowed=True,
                            only=is_only(drawing_of(kind.id, rotation), segment),
                        )
                    ),
                    "at": list(spot(drawing_of(kind.id, rotation), segment.name)),
                }
                for segment in drawing_of(kind.id, rotation).segments
            ]
            for rotation in kind.rotations
        ],
    }
