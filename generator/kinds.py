"""All kinds of puzzles and forms of packs: listed without loading a game, loaded when asked for."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from typing import Any

from generator.kind import Kind
from generator.listed import ListedForm, listed_forms, listed_kind
from generator.pack import PackForm, schema_of
from verifier.errors import Malformed

__all__ = ["form_of", "form_of_kind", "form_of_plan", "forms_alone", "kind_named", "packs_in_words"]


@cache
def kind_named(name: str) -> Kind[Any]:
    """Return the kind of that name.

    :raises Malformed: if there is none.

    >>> kind_named("find-the-error").title
    'Find the error'
    """
    found = _at(listed_kind(name).place)
    kind: Kind[Any] = found[name] if isinstance(found, dict) else found
    return kind


def form_of_kind(name: str) -> str:
    """Return the schema of the packs of a kind's puzzles.

    :raises Malformed: if there is no such kind.

    >>> form_of_kind("whose-farm")
    'house-pack'
    """
    return kind_named(name).form.name


def form_of(document: Any, where: str) -> PackForm[Any]:
    """Return the form of a pack by the schema that it names.

    :raises Malformed: if it is no pack of a form that there is.
    """
    for form in listed_forms():
        if schema_of(document) == form.pack:
            return _form(form)
    stated = document.get("$schema") if isinstance(document, dict) else None
    said = "names no $schema" if stated is None else f"has the $schema {stated!r}"
    raise Malformed(f"it {said}; packs are {packs_in_words()}", where=where)


def form_of_plan(document: Any, where: str) -> PackForm[Any]:
    """Return the form of the packs of a plan.

    :raises Malformed: if it is no plan of packs that there are.
    """
    for form in listed_forms():
        if schema_of(document) == form.plan:
            return _form(form)
    plans = " or ".join(f"urn:meepleproof:{form.plan}:1" for form in listed_forms())
    raise Malformed(f"a plan names its $schema: {plans}", where=where)


def forms_alone(game: str) -> tuple[PackForm[Any], ...]:
    """Return the forms of packs of a game whose puzzles may stand by themselves."""
    return tuple(_form(one) for one in listed_forms(game) if one.puzzle)


def packs_in_words() -> str:
    """Return the schemas of packs, for errors.

    >>> packs_in_words().split(" or ")[0]
    'urn:meepleproof:pack'
    """
    return " or ".join(f"urn:meepleproof:{form.pack}" for form in listed_forms())


def _form(form: ListedForm) -> PackForm[Any]:
    found: PackForm[Any] = _at(form.place)
    return found


def _at(place: str) -> Any:
    module, _, name = place.partition(":")
    return getattr(import_module(module), name)
