"""The editor of puzzles: its page, and what the server knows about a draft.

The page knows no rules. After each change it sends the draft, and the answer says where tiles fit,
what follows from the table, and what is wrong with it. The proof is a job like others.
"""

from __future__ import annotations

from functools import cache
from typing import Any

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from meepleproof.rendering.carcassonne.tiles import spot
from meepleproof.rendering.palette import PIGMENTS
from meepleproof.rendering.solo.words import tile_in_words
from meepleproof.service.http.messages import json_answer
from meepleproof.service.pages.errors import with_error_page, with_problem
from meepleproof.service.pages.layout import address_of, from_template
from meepleproof.service.play.solo.choices import ClaimOption, is_only
from meepleproof.service.play.solo.document import tile_name
from meepleproof.service.play.solo.drafted import DRAFTED, draft_document, told_of_draft
from meepleproof.service.play.solo.drafts import MOST_COMING, read_draft
from meepleproof.service.play.solo.wording import feature_in_words
from meepleproof.service.play.url import read_text
from verifier.carcassonne.solo.letters import letter_of
from verifier.carcassonne.solo.rule_set import SOLO
from verifier.carcassonne.tiles import drawing_of, tile_kind

PATH = "/make"
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
        colours=[pigment.name for pigment in PIGMENTS],
        draft=draft_document(draft),
        about={
            "pieces": address_of("pieces.svg"),
            "draft": DRAFTED,
            "most_coming": MOST_COMING,
        },
    )


def _told(request: Request) -> Response:
    return json_answer(told_of_draft(request.query_params))


@cache
def _box() -> list[dict[str, Any]]:
    """Return the tiles of the box: how they look by quarter turns, and where meeples may stand."""
    return [
        {
            "tile": letter_of(kind.id),
            "says": tile_in_words(drawing_of(kind.id, 0)),
            "art": [tile_name(kind.id, rotation) for rotation in tile_kind(kind.id).rotations],
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
                for rotation in tile_kind(kind.id).rotations
            ],
        }
        for kind in SOLO.sheet.kinds
    ]
