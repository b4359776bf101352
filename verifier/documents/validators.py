"""A validator of documents for each schema, by the library, which takes a while to load.

It is stricter than the specification, and linear in what is sent. The library compares the entries
of a list pair by pair where it cannot sort them, and gathers every error of every alternative. A
stranger can send documents for which that takes minutes.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from itertools import islice
from typing import Any, TypeAlias

from jsonschema import Draft202012Validator, TypeChecker
from jsonschema.exceptions import ValidationError
from jsonschema.protocols import Validator
from jsonschema.validators import extend
from referencing import Registry
from referencing.jsonschema import DRAFT202012

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


# --- references
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


# --- keywords that are stricter than the library's, or quicker

_Schema: TypeAlias = Mapping[str, Any]
# The library types what its validators return as any iterable, and leaves `descend` out.
_AnyValidator: TypeAlias = Any
_Errors: TypeAlias = Iterator[ValidationError]
_USUAL = Draft202012Validator.VALIDATORS

_OF_ONE_BRANCH = 20
"""Errors of one alternative that are looked at; which one was meant is clear from the first."""


def _is_integer(_checker: TypeChecker, instance: object) -> bool:
    """Return whether it is written as a whole number; readers in other languages refuse 1.0."""
    return isinstance(instance, int) and not isinstance(instance, bool)


def _pattern(validator: Validator, pattern: str, instance: object, schema: _Schema) -> Any:
    if isinstance(instance, str) and len(instance) > schema.get("maxLength", len(instance)):
        return ()
    # Python's $ also stands before a last line break; that of the specification does not.
    strict = pattern[:-1] + r"\Z" if pattern.endswith("$") else pattern
    return _USUAL["pattern"](validator, strict, instance, schema)


def _items(validator: Validator, items: Any, instance: object, schema: _Schema) -> Any:
    """Check the entries of a list that is not too long; one that is has that fault alone."""
    if isinstance(instance, list) and len(instance) > schema.get("maxItems", len(instance)):
        return ()
    return _USUAL["items"](validator, items, instance, schema)


def _unique_items(_validator: Validator, wanted: Any, instance: object, schema: _Schema) -> _Errors:
    if not wanted or not isinstance(instance, list):
        return
    if len(instance) > schema.get("maxItems", len(instance)):
        return
    texts = {json.dumps(entry, sort_keys=True) for entry in instance}
    if len(texts) < len(instance):
        yield ValidationError("an entry is there twice")


def _any_of(
    validator: _AnyValidator, branches: Sequence[Any], instance: object, _: _Schema
) -> _Errors:
    found = list[ValidationError]()
    for errors in _by_branch(validator, branches, instance):
        if not errors:
            return
        found += errors
    yield ValidationError("none of the alternatives", context=found)


def _one_of(
    validator: _AnyValidator, branches: Sequence[Any], instance: object, _: _Schema
) -> _Errors:
    found, valid = list[ValidationError](), 0
    for errors in _by_branch(validator, branches, instance):
        valid += not errors
        found += errors
    if valid == 0:
        yield ValidationError("none of the alternatives", context=found)
    elif valid > 1:
        yield ValidationError(f"{valid} of the alternatives at once")


def _by_branch(
    validator: _AnyValidator, branches: Sequence[Any], instance: object
) -> Iterator[list[ValidationError]]:
    for place, branch in enumerate(branches):
        errors = validator.descend(instance, branch, schema_path=place)
        yield list(islice(errors, _OF_ONE_BRANCH))


_Validator = extend(  # type: ignore[no-untyped-call]  # jsonschema's extend has no types
    Draft202012Validator,
    validators={
        "$ref": _ref,
        "anyOf": _any_of,
        "items": _items,
        "oneOf": _one_of,
        "pattern": _pattern,
        "uniqueItems": _unique_items,
    },
    type_checker=Draft202012Validator.TYPE_CHECKER.redefine("integer", _is_integer),
)
