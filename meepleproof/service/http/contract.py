"""The contract as it is served: the OpenAPI document, with its schemas included.

The document refers to ``urn:meepleproof:puzzle:1`` and the like. Few tools can resolve such names,
so what is served has every schema among its components, and refers to these.
"""

from __future__ import annotations

import json
from functools import cache
from importlib import resources
from typing import Any

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from meepleproof.service.http.messages import Content, answer, content, json_content
from meepleproof.service.problems import Problem
from verifier.documents import schemas
from verifier.games import GAMES

__all__ = ["bundled", "contract_routes", "openapi_document"]

_URN = "urn:meepleproof:"
_EACH_GAME = "x-of-each-game"
_OWN = ("$id", "$schema", "examples")
"""Members of a schema that a component does not have."""


def contract_routes() -> list[BaseRoute]:
    """Return the routes of the contract, below ``/api``."""
    return [Route("/api/openapi.json", _openapi), Route("/api/schemas/{name}", _schema)]


async def _openapi(_request: Request) -> Response:
    return answer(_whole())


async def _schema(request: Request) -> Response:
    name = request.path_params["name"]
    if name not in schemas.names():
        raise Problem("unknown", f"there is no schema {name[:60]!r}", parameter="name")
    return answer(_schema_content(name))


@cache
def _whole() -> Content:
    return json_content(bundled(openapi_document()))


@cache
def _schema_content(name: str) -> Content:
    text = json.dumps(schemas.schema(name), ensure_ascii=False, indent=1) + "\n"
    return content(text.encode(), "application/schema+json")


def openapi_document() -> dict[str, Any]:
    """Return the OpenAPI document of the package, with the schemas of all games in it."""
    text = resources.files("meepleproof.service").joinpath("openapi.json").read_text("utf-8")
    document: dict[str, Any] = _of_each_game(json.loads(text))
    return document


def _of_each_game(node: Any) -> Any:
    """Return the node with the games' schemas of a form in place of ``{"x-of-each-game": FORM}``.

    Not every game has a schema of every form.
    """
    if isinstance(node, dict):
        return {key: _of_each_game(part) for key, part in node.items()}
    if not isinstance(node, list):
        return node
    found = list[Any]()
    for part in node:
        if isinstance(part, dict) and _EACH_GAME in part:
            named = (game.schema(part[_EACH_GAME]) for game in GAMES.values())
            there = (name for name in named if name in schemas.names())
            found += [{"$ref": schemas.schema(name)["$id"]} for name in there]
        else:
            found.append(_of_each_game(part))
    return found


def bundled(document: dict[str, Any]) -> dict[str, Any]:
    """Return the document with the schemas that it refers to, directly or not, as components."""
    definitions = dict[str, Any]()
    whole = _referring(document, "", wanted := set[str]())
    while wanted:
        name = wanted.pop()
        if name not in definitions:
            body = {key: part for key, part in schemas.schema(name).items() if key not in _OWN}
            definitions[name] = _referring(body, f"#/components/schemas/{name}", wanted)
    components = {**whole.get("components", {}), "schemas": dict(sorted(definitions.items()))}
    return {**whole, "components": components}


def _referring(node: Any, here: str, wanted: set[str]) -> Any:
    """Return the node with references into the bundle; add the schemas they need to ``wanted``.

    ``here`` is where references within a schema lead, empty for the OpenAPI document.
    """
    if isinstance(node, list):
        return [_referring(part, here, wanted) for part in node]
    if not isinstance(node, dict):
        return node
    copy = {key: _referring(part, here, wanted) for key, part in node.items()}
    reference = node.get("$ref")
    if isinstance(reference, str) and reference.startswith(_URN):
        name, _, pointer = reference.removeprefix(_URN).partition("#")
        name = name.partition(":")[0]
        wanted.add(name)
        copy["$ref"] = f"#/components/schemas/{name}{pointer}"
    elif isinstance(reference, str) and here:
        copy["$ref"] = here + reference.removeprefix("#")
    return copy
