"""The validator of our documents: stricter than the specification, and linear in what is sent.

The library compares the entries of a list pair by pair where it cannot sort them, and gathers every
error of every alternative. A stranger can send documents for which that takes minutes.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from typing import Any, TypeAlias

from jsonschema import Draft202012Validator, TypeChecker
from jsonschema.exceptions import ValidationError
from jsonschema.protocols import Validator
from jsonschema.validators import extend

__all__ = ["StrictValidator"]

_Schema: TypeAlias = Mapping[str, Any]
# The library types what its validators return as any iterable, and leaves `descend` out.
_Validator: TypeAlias = Any
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
    validator: _Validator, branches: Sequence[Any], instance: object, _: _Schema
) -> _Errors:
    found = list[ValidationError]()
    for errors in _by_branch(validator, branches, instance):
        if not errors:
            return
        found += errors
    yield ValidationError("none of the alternatives", context=found)


def _one_of(
    validator: _Validator, branches: Sequence[Any], instance: object, _: _Schema
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
    validator: _Validator, branches: Sequence[Any], instance: object
) -> Iterator[list[ValidationError]]:
    for place, branch in enumerate(branches):
        errors = validator.descend(instance, branch, schema_path=place)
        yield list(islice(errors, _OF_ONE_BRANCH))


StrictValidator = extend(  # type: ignore[no-untyped-call]  # jsonschema's extend has no types
    Draft202012Validator,
    validators={
        "anyOf": _any_of,
        "items": _items,
        "oneOf": _one_of,
        "pattern": _pattern,
        "uniqueItems": _unique_items,
    },
    type_checker=Draft202012Validator.TYPE_CHECKER.redefine("integer", _is_integer),
)
