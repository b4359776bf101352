"""Square codes (QR) that open pages of this service, on the address it was asked at."""

from __future__ import annotations

import re

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from meepleproof.rendering.exports.printing import square_code
from meepleproof.service.http.answers import problem_answer
from meepleproof.service.pages.assets import cacheable
from meepleproof.service.pages.url import read_text
from meepleproof.service.problems import Problem, of_error
from verifier.errors import Malformed, MeepleproofError

_PATH = "/qr.svg"
_OWN = re.compile(r"/[A-Za-z0-9._~/?=&%+-]*")
_LONGEST = 2500
"""Characters that such a code holds, and still a phone reads from a screen."""
_QUIET = 4
"""Modules of white around it, which readers ask for."""


def square_code_routes() -> list[BaseRoute]:
    """Return the route of square codes."""
    return [Route(_PATH, _square_code)]


def _square_code(request: Request) -> Response:
    try:
        path = read_text(request.query_params, "path")
        if not _OWN.fullmatch(path) or path.startswith("//") or len(path) > _LONGEST:
            raise Malformed("give the path of a page of this service", where="path")
    except MeepleproofError as error:
        refused = of_error(error)
        refused = Problem("parameter", refused.detail, parameter="path")
        return problem_answer(refused, _PATH)
    address = f"{str(request.base_url).rstrip('/')}{path}"
    return cacheable(square_code(address, border=_QUIET), "image/svg+xml")
