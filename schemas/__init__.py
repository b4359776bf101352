"""The contracts: one JSON Schema (2020-12) for each kind of file, read as package data."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from functools import cache
from importlib import resources
from typing import Any, TypeAlias

from jsonschema import Draft202012Validator, TypeChecker
from jsonschema.exceptions import best_match
from jsonschema.protocols import Validator
from jsonschema.validators import extend
from referencing import Registry
from referencing.jsonschema import DRAFT202012

from schemas.words import description, hint, pointer, quoted, rule_of
from verifier.errors import Malformed

__all__ = ["names", "schema", "validate", "validator"]

# The library types an error's fields as perhaps unset, which those of a found error never are.
_Error: TypeAlias = Any

_SUFFIX = ".schema.json"


def names() -> tuple[str, ...]:
    """Return the names of all schemas, ``common`` with its definitions included."""
    files = (entry.name for entry in resources.files(__package__).iterdir())
    return tuple(sorted(name.removesuffix(_SUFFIX) for name in files if name.endswith(_SUFFIX)))


@cache
def schema(name: str) -> Mapping[str, Any]:
    """Return the schema called ``name``; its URI is ``urn:meepleproof:<name>:1``.

    >>> schema("position")["$id"]
    'urn:meepleproof:position:1'
    """
    file = resources.files(__package__).joinpath(name + _SUFFIX)
    content: dict[str, Any] = json.loads(file.read_text(encoding="utf-8"))
    return content


@cache
def validator(name: str) -> Validator:
    """Return the validator of documents of the kind ``name``, a schema or a definition of common.

    It is stricter than the specification asks in two places where readers in other languages
    would differ: 1.0 is no integer, and ``$`` in a pattern is the very end of the text.
    """
    definition = {"$ref": f"urn:meepleproof:common:1#/$defs/{name}"}
    made: Validator = _Strict(schema(name) if name in names() else definition, registry=_registry())
    return made


def validate(name: str, document: Any, where: str = "") -> None:
    """Do nothing for a document that follows the schema (or definition of common) ``name``.

    ``where`` says which document it is: a file, or the JSON Pointer of the part that is given.

    :raises Malformed: with the most telling error: what was given, where, what was expected.

    >>> validate("goal", "road-11", "'my.json'")
    Traceback (most recent call last):
    ...
    verifier.errors.Malformed: goal: got "road-11", expected a goal of the checklist by its id; \
did you mean "road-10"? (at 'my.json')
    """
    error = best_match(validator(name).iter_errors(document))
    if error is None:
        return
    place = pointer(error.absolute_path)
    # A pointer continues a pointer, but is kept apart from the name of a file.
    place = where + place if where.startswith("/") else f"{where} {place}".strip()
    told, rule = _told(error), rule_of(error.schema)
    raise Malformed(f"{name}: {told}", where=place or "the top level", rule=rule)


def _told(error: _Error) -> str:
    """Return what was given and what was expected, as a sentence."""
    tell = _SENTENCES.get(str(error.validator))
    given = quoted(error.instance)
    if tell is not None:
        return tell(error, given)
    bound = _BOUNDS.get(str(error.validator), "").format(error.validator_value)
    expected = description(error.schema) or f"{error.validator} {quoted(error.validator_value)}"
    return f"got {given}, expected {expected}{bound}"


def _unknown_keys(error: _Error, given: str) -> str:
    known = sorted(error.schema["properties"])
    strange = next(key for key in error.instance if key not in known)
    return f"{given} has an unknown key {quoted(strange)}{hint(strange, known)}"


def _missing_key(error: _Error, given: str) -> str:
    missing = next(key for key in error.validator_value if key not in error.instance)
    return f"{given} lacks the key {quoted(missing)} of {description(error.schema)}"


def _missing_companion(error: _Error, given: str) -> str:
    key, missing = next(
        (key, other)
        for key, others in error.validator_value.items()
        for other in others
        if key in error.instance and other not in error.instance
    )
    return f"{given} has the key {quoted(key)} but lacks {quoted(missing)}"


def _other_value(error: _Error, given: str) -> str:
    choices = error.validator_value
    expected = description(error.schema) or f"one of {', '.join(map(quoted, choices))}"
    return f"got {given}, expected {expected}{hint(error.instance, choices)}"


def _other_constant(error: _Error, given: str) -> str:
    return f"got {given}, expected {description(error.schema) or quoted(error.validator_value)}"


_SENTENCES: dict[str, Callable[[_Error, str], str]] = {
    "additionalProperties": _unknown_keys,
    "const": _other_constant,
    "dependentRequired": _missing_companion,
    "enum": _other_value,
    "required": _missing_key,
}

_BOUNDS = {
    "maxItems": "; {} entries at most",
    "maxLength": "; {} characters at most",
    "maximum": "; {} at most",
    "minItems": "; {} entries at least",
    "minimum": "; {} at least",
}


@cache
def _registry() -> Registry[Mapping[str, Any]]:
    resources_by_uri = [
        (content["$id"], DRAFT202012.create_resource(content)) for content in map(schema, names())
    ]
    return Registry[Mapping[str, Any]]().with_resources(resources_by_uri).crawl()


def _is_integer(_checker: TypeChecker, instance: object) -> bool:
    return isinstance(instance, int) and not isinstance(instance, bool)


def _pattern(
    validator: Validator, pattern: str, instance: object, schema: Mapping[str, Any]
) -> Any:
    # Python's $ also stands before a last line break; that of the specification does not.
    strict = pattern[:-1] + r"\Z" if pattern.endswith("$") else pattern
    return Draft202012Validator.VALIDATORS["pattern"](validator, strict, instance, schema)


_Strict = extend(  # type: ignore[no-untyped-call]  # jsonschema's extend has no types
    Draft202012Validator,
    validators={"pattern": _pattern},
    type_checker=Draft202012Validator.TYPE_CHECKER.redefine("integer", _is_integer),
)
