"""A catalogue with some parameters stated otherwise, and the other values that they may have.

Which values a parameter may have, and of which rule it is, is in the schema ``neom-catalogue``.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from verifier.documents.schemas import schema
from verifier.documents.strict_json import Document
from verifier.errors import Malformed
from verifier.neom.parameters_document import parameters_to_json
from verifier.neom.tiles import TileCatalogue
from verifier.neom.tiles_document import catalogue_from_json, catalogue_to_json

__all__ = ["other_values", "rule_of", "set_parameter", "value_of", "with_parameters"]


_LISTS: Mapping[str, tuple[list[Any], ...]] = {
    "cornerstone_cap": ([1, 1, 1], [3, 3, 3]),
    "required_structures": ([],),
    "trade_route.rows": ([1, 2, 3, 4, 5], [3]),
    "protected_by": ([],),
}
"""What lists are tried with; a neighbourhood's points and the titles of scores are not."""


def with_parameters(
    catalogue: TileCatalogue, changes: Mapping[str, Any], where: str = ""
) -> TileCatalogue:
    """Return the catalogue with parameters by their paths as documents write them.

    :raises Malformed: if there is no such parameter, it cannot have that value, or the value
        contradicts the public rules.

    >>> from verifier.neom.tiles_document import demo_catalogue
    >>> with_parameters(demo_catalogue(), {"good_price.raw": 3}).parameters.good_price.raw
    3
    """
    # The tiles stay as they are, so only the rest is read again: that is ten times as quick.
    document = catalogue_to_json(replace(catalogue, tiles=(), complete=False))
    for path, value in changes.items():
        set_parameter(document["params"], path, value, where)
    return replace(catalogue, parameters=catalogue_from_json(document, where).parameters)


def set_parameter(parameters: Document, path: str, value: object, where: str) -> None:
    """Set a parameter of a document with all of them.

    :raises Malformed: if there is none of that path.
    """
    *parts, last = path.split(".")
    place: Any = parameters
    for part in parts:
        place = place.get(part) if isinstance(place, dict) else None
    if not isinstance(place, dict) or last not in place:
        raise Malformed(f"the catalogue has no parameter {path!r}", where=where)
    place[last] = value


def value_of(catalogue: TileCatalogue, path: str) -> Any:
    """Return the value of a parameter as documents write it.

    :raises Malformed: if there is none of that path.
    """
    found: Any = parameters_to_json(catalogue.parameters)
    for part in path.split("."):
        if not isinstance(found, dict) or part not in found:
            raise Malformed(f"the catalogue has no parameter {path!r}", where=path)
        found = found[part]
    return found


def rule_of(path: str) -> str:
    """Return the id of the rule that a parameter belongs to; empty for a group of several.

    >>> rule_of("money_per_vp"), rule_of("fire.lose.count")
    ('NEOM-SCORE-5', 'NEOM-DISASTER-4')
    """
    form = _form(_PARAMETERS)
    for part in path.split("."):
        form = _form(form["properties"][part])
    return str(form.get("x-rule", ""))


def other_values(catalogue: TileCatalogue) -> Iterator[tuple[str, Any]]:
    """Yield parameters by path, each with another value that it might have instead.

    These are all other readings of a parameter that has a few, one more and one less of a number,
    ``False`` where there may be no such way, and some lists. A number that is unknown has none.
    """
    yield from _others("", _PARAMETERS, parameters_to_json(catalogue.parameters))


_PARAMETERS: Document = {"$ref": "#/$defs/params"}


def _form(form: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return the schema of a value, where it is defined."""
    while "$ref" in form:
        reference = str(form["$ref"])
        if not reference.startswith("#/$defs/"):
            break
        form = schema("neom-catalogue")["$defs"][reference.removeprefix("#/$defs/")]
    return form


def _others(path: str, form: Mapping[str, Any], value: Any) -> Iterator[tuple[str, Any]]:
    form = _form(form)
    if isinstance(value, dict):
        for name, part in value.items():
            yield from _others(f"{path}.{name}".lstrip("."), form["properties"][name], part)
    for other in _instead(path, form, value):
        if other != value or type(other) is not type(value):
            yield path, other


def _instead(path: str, form: Mapping[str, Any], value: Any) -> Iterator[Any]:
    """Yield values of a parameter, perhaps the one that it has."""
    types, no_such_way = form.get("type", ()), form.get("not") == {"const": True}
    if "enum" in form:
        yield from (other for other in form["enum"] if other is not None)
    elif "boolean" in types and not no_such_way:
        yield from (False, True)
    elif isinstance(value, list):
        yield from _LISTS.get(path, _LISTS.get(path.rpartition(".")[2], ()))
    elif isinstance(value, int) and not isinstance(value, bool):
        least, most = form["minimum"], form["maximum"]
        yield from (other for other in (value - 1, value + 1) if least <= other <= most)
    if no_such_way:
        yield False
