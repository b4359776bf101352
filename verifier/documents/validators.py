"""A validator of documents for each schema, by the library, which takes a while to load."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

from jsonschema.protocols import Validator
from jsonschema.validators import extend
from referencing import Registry
from referencing.jsonschema import DRAFT202012

from verifier.documents.keywords import StrictValidator
from verifier.documents.schemas import URN, definitions, names, schema

__all__ = ["validator"]


@cache
def validator(name: str) -> Validator:
    """Return the validator of documents of the kind ``name``, a schema or one of the definitions.

    It is stricter than the specification asks in two places where readers in other languages
    would differ: 1.0 is no integer, and ``$`` in a pattern is the very end of the text.
    """
    content = _with_full_references(name) if name in names() else _definition(name)
    made: Validator = _Validator(content, registry=_registry())
    return made


def _definition(name: str) -> Mapping[str, Any]:
    there = next(each for each in definitions() if name in schema(each)["$defs"])
    return {"$ref": f"{URN}{there}:1#/$defs/{name}"}


# References
#
# The library looks a reference up anew in every place of a document where it applies. Here all of
# them name the schema they lead to, so that what one leads to is the same wherever it stands.


@cache
def _with_full_references(name: str) -> Mapping[str, Any]:
    """Return the schema called ``name`` with its own URI in the references to its own parts."""
    content = dict(schema(name))
    del content["$schema"]  # by the name of its dialect the library would take its own validator
    full: Mapping[str, Any] = _full(content, content["$id"])
    return full


def _full(part: Any, uri: str) -> Any:
    if isinstance(part, list):
        return [_full(each, uri) for each in part]
    if not isinstance(part, dict):
        return part
    full = {key: _full(each, uri) for key, each in part.items()}
    if str(part.get("$ref", "")).startswith("#"):
        full["$ref"] = uri + part["$ref"]
    return full


@cache
def _registry() -> Registry[Mapping[str, Any]]:
    resources_by_uri = [
        (content["$id"], DRAFT202012.create_resource(content))
        for content in map(_with_full_references, names())
    ]
    return Registry[Mapping[str, Any]]().with_resources(resources_by_uri).crawl()


@cache
def _led_to(reference: str) -> Any:
    return _registry().resolver().lookup(reference)


def _ref(validator: Any, reference: str, instance: object, _: Mapping[str, Any]) -> Any:
    there = _led_to(reference)
    return validator.descend(instance, there.contents, resolver=there.resolver)


_Validator = extend(StrictValidator, validators={"$ref": _ref})  # type: ignore[no-untyped-call]  # as in verifier.documents.keywords
