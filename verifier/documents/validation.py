"""All that is wrong with a document: each fault with its place, as a sentence for a reader."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator
from itertools import islice
from typing import TYPE_CHECKING, Any, TypeAlias

from verifier.errors import Malformed
from verifier.later import later

if TYPE_CHECKING:
    from jsonschema import exceptions

    from verifier.documents import validators
else:
    exceptions, validators = later("jsonschema.exceptions"), later("verifier.documents.validators")
import json
from collections.abc import Iterable, Mapping
from difflib import get_close_matches
from itertools import takewhile

__all__ = [
    "description",
    "form_faults",
    "hint",
    "near_pointer",
    "pointed",
    "pointer",
    "quoted",
    "rule_of",
    "settled",
    "validate",
]


# The library types an error's fields as perhaps unset, which those of a found error never are.
_Error: TypeAlias = Any
_Path: TypeAlias = tuple[str | int, ...]
_Fault: TypeAlias = tuple[_Path, str, str]
"""The path of a fault, its sentence without the subject, and the id of its rule."""

_LOOKED_AT = 50
"""Errors among which the most telling is looked for; a stranger can send thousands."""
_LISTED = 200
"""Characters of a list of choices that a reader still looks through."""


def form_faults(name: str, document: Any, most: int = 20) -> tuple[Malformed, ...]:
    """Return what keeps a document from following the schema (or definition of common) ``name``.

    The most helpful comes first, then the others in the schema's order. The place of each is its
    JSON Pointer, which is empty for the document as a whole, and ends before a key that is too long
    or unreadable.

    >>> for fault in form_faults("generation-request", {"count": 99, "sede": 1}):
    ...     print(fault)
    the document lacks "goal"
    "count" is 99, but 20 is the most (how many puzzles, 1 to 20; left out means 1) (at /count)
    the document has an unknown key "sede"; did you mean "seed"?
    """
    faults = _different(_all_faults(name, document), most)
    return tuple(
        Malformed(f"{_subject(path)} {sentence}", where=near_pointer(path), rule=rule)
        for path, sentence, rule in faults
    )


def validate(name: str, document: Any, where: str = "") -> None:
    """Do nothing for a document that follows the schema (or definition of common) ``name``.

    ``where`` says which document it is: a file, or the JSON Pointer of the part that is given.

    :raises Malformed: with the most helpful fault, in the words of :func:`form_faults`.

    >>> validate("goal", "road-11", "'my.json'")
    Traceback (most recent call last):
    ...
    verifier.errors.Malformed: the document is "road-11", not a goal of the checklist by its id; \
did you mean "road-10"? (at 'my.json')
    """
    fault = next(_all_faults(name, document), None)
    if fault is None:
        return
    path, sentence, rule = fault
    subject = _subject((*pointed(where), *path))
    # A pointer continues a pointer, but is kept apart from the name of a file.
    between = "" if pointed(where) else " "
    place = f"{where}{between}{near_pointer(path)}".strip()
    raise Malformed(f"{subject} {sentence}", where=place or "the top level", rule=rule)


def _all_faults(name: str, document: Any) -> Iterator[_Fault]:
    """Yield the faults of a document, the most telling first; some are yielded several times."""
    errors = list(islice(validators.validator(name).iter_errors(document), _LOOKED_AT))
    first = max(errors, key=_helpfulness, default=None)
    errors.sort(key=lambda error: error is not first)
    for error in errors:
        yield from _faults(error)


def _helpfulness(error: _Error) -> Any:
    """Return a rank for errors; that it is another kind of document explains all others."""
    return list(error.absolute_path) == ["$schema"], exceptions.relevance(error)


def _different(parts: Iterator[_Fault], most: int) -> dict[_Fault, None]:
    """Return the first ``most`` faults, each once, as every error of a missing key names them all.

    It stops there, since a client can send thousands of unknown keys.
    """
    found = dict[_Fault, None]()
    while len(found) < most and (part := next(parts, None)) is not None:
        found[part] = None
    return found


_NAMES = ("kind", "asks")
"""The keys that tell alternatives apart by constants, in this order."""


def _faults(error: _Error) -> Iterator[_Fault]:
    if _is_named(error):
        yield from _named(error)
        return
    if _is_choice(error):
        faults = tuple(_choice(error))
        if faults or not isinstance(error.instance, dict):  # else its type tells
            yield from faults
            return
    branch = _branch(error)
    if branch:
        for part in branch:
            yield from _faults(part)
        return
    inmost: _Error = exceptions.best_match([error])
    path = tuple(inmost.absolute_path)
    sentences = _SENTENCES.get(str(inmost.validator), _other)
    if "propertyNames" in inmost.absolute_schema_path:
        sentences = _key
    for sentence in sentences(inmost):
        yield path, sentence, rule_of(inmost.schema)


def _is_named(error: _Error) -> bool:
    """Return whether the error is of alternatives that each have a kind, a constant of its own."""
    return (
        error.validator == "oneOf"
        and isinstance(error.instance, dict)
        and all(_constant_of(one, "kind") is not None for one in error.validator_value)
    )


def _named(error: _Error) -> Iterator[_Fault]:
    """Yield what is wrong by the alternative of the kind that is given."""
    path, given = tuple(error.absolute_path), error.instance
    left = dict(enumerate(error.validator_value))
    for key in _NAMES:
        constants = {place: _constant_of(branch, key) for place, branch in left.items()}
        if None in constants.values():
            continue
        if key not in given:
            yield path, f"lacks {quoted(key)}", ""
            return
        left = {place: left[place] for place, named in constants.items() if named == given[key]}
        if not left:
            there = ", ".join(map(quoted, dict.fromkeys(constants.values())))
            yield (*path, key), f"is {quoted(given[key])}; there are {there}", ""
            return
    for part in error.context:
        if part.relative_schema_path[0] in left:
            yield from _faults(part)


def _constant_of(branch: Any, key: str) -> Any:
    return branch.get("properties", {}).get(key, {}).get("const")


def _is_choice(error: _Error) -> bool:
    """Return whether the error is of alternatives that differ in the key that they ask for."""
    return error.validator == "oneOf" and all("required" in one for one in error.validator_value)


def _choice(error: _Error) -> Iterator[_Fault]:
    path, given, branches = tuple(error.absolute_path), error.instance, error.validator_value
    if not isinstance(given, dict):
        return
    keys = [branch["required"][0] for branch in branches]
    present = [key for key in keys if key in given]
    if len(present) != 1:
        there = ", ".join(map(quoted, keys))
        yield path, f"has to have exactly one of the keys {there}", ""
        return
    allowed = branches[keys.index(present[0])].get("properties", {})
    for key in given:
        if allowed.get(key) is False:
            yield (*path, key), f"cannot be given beside {quoted(present[0])}", ""


def _branch(error: _Error) -> list[_Error]:
    """Return what is wrong by the one alternative that can be meant, nothing if it is not one."""
    branches = defaultdict[Any, list[_Error]](list)
    for part in error.context:
        branches[part.relative_schema_path[0]].append(part)
    meant = [parts for parts in branches.values() if not any(map(_is_of_another_kind, parts))]
    return meant[0] if len(meant) == 1 else []


def _is_of_another_kind(part: _Error) -> bool:
    return not part.relative_path and part.validator in _KINDS


def _subject(path: _Path) -> str:
    if not path:
        return "the document"
    last = path[-1]
    if isinstance(last, str):
        return quoted(last)
    lists = [step for step in path if isinstance(step, str)]
    return f"entry {last + 1} of {quoted(lists[-1]) if lists else 'the document'}"


def _type(error: _Error) -> Iterator[str]:
    wanted = error.validator_value
    kinds = ", or ".join(_TYPES[one] for one in ([wanted] if isinstance(wanted, str) else wanted))
    yield f"is {quoted(error.instance)}, not {kinds}{_explained(error.schema)}"


def _one_of(error: _Error) -> Iterator[str]:
    choices, described = error.validator_value, description(error.schema)
    listed = ", ".join(map(quoted, choices))
    near = hint(error.instance, [one for one in choices if isinstance(one, str)])
    there = f"; there are {listed}" if len(listed) <= _LISTED else ""
    wanted = f"{described}{near or there}" if described else listed
    yield f"is {quoted(error.instance)}, not {wanted}"


def _constant(error: _Error) -> Iterator[str]:
    wanted = description(error.schema) or quoted(error.validator_value)
    yield f"is {quoted(error.instance)}, not {wanted}"


def _bound(template: str) -> Callable[[_Error], Iterator[str]]:
    def sentences(error: _Error) -> Iterator[str]:
        size = len(error.instance) if isinstance(error.instance, str | list | dict) else 0
        given = quoted(error.instance)
        sentence = template.format(given=given, size=size, bound=error.validator_value)
        yield f"{sentence}{_explained(error.schema)}"

    return sentences


def _missing_keys(error: _Error) -> Iterator[str]:
    for key in error.validator_value:
        if key not in error.instance:
            stated = error.schema.get("properties", {}).get(key)
            yield f"lacks {quoted(key)}{_explained(stated)}"


def _unknown_keys(error: _Error) -> Iterator[str]:
    known = sorted(error.schema.get("properties", {}))
    there = f"; there are {', '.join(map(quoted, known))}"
    for key in error.instance:
        if key not in known:
            why = settled(error.schema, key) or hint(key, known) or there
            yield f"has an unknown key {quoted(key)}{why}"


def _missing_companions(error: _Error) -> Iterator[str]:
    for key, others in error.validator_value.items():
        for other in others:
            if key in error.instance and other not in error.instance:
                yield f"has {quoted(key)} but lacks {quoted(other)}"


def _twice(error: _Error) -> Iterator[str]:
    yield f"is {quoted(error.instance)}, which has an entry twice{_explained(error.schema)}"


def _no_entry(error: _Error) -> Iterator[str]:
    named = error.validator_value["properties"].items()
    wanted = " and ".join(f"{quoted(key)} is {quoted(value['const'])}" for key, value in named)
    yield f"has no entry in which {wanted}"


def _key(error: _Error) -> Iterator[str]:
    is_form = error.validator == "pattern"
    why = ", as its keys have another form" if is_form else " together with its other keys"
    yield f"cannot have the key {quoted(error.instance)}{why}"


def _other(error: _Error) -> Iterator[str]:
    wanted = description(error.schema) or f"what is asked for ({error.validator})"
    yield f"is {quoted(error.instance)}, not {wanted}"


def _explained(schema: Any) -> str:
    meaning = description(schema)
    return f" ({meaning})" if meaning else ""


_KINDS = frozenset({"const", "enum", "pattern", "type"})
"""Validators that show that a value is of another kind than an alternative is for."""

_TYPES = {
    "array": "a list",
    "boolean": "true or false",
    "integer": "a whole number",
    "null": "null",
    "object": "an object",
    "string": "a text",
}

_SENTENCES: dict[str, Callable[[_Error], Iterator[str]]] = {
    "additionalProperties": _unknown_keys,
    "const": _constant,
    "contains": _no_entry,
    "dependentRequired": _missing_companions,
    "enum": _one_of,
    "maxItems": _bound("has too many entries: {size}, but {bound} is the most"),
    "maxLength": _bound("has too many characters: {size}, but {bound} is the most"),
    "maximum": _bound("is {given}, but {bound} is the most"),
    "minItems": _bound("has too few entries: {size}, but {bound} is the least"),
    "minLength": _bound("has too few characters: {size}, but {bound} is the least"),
    "minProperties": _bound("has too few keys: {size}, but {bound} is the least"),
    "minimum": _bound("is {given}, but {bound} is the least"),
    "required": _missing_keys,
    "type": _type,
    "uniqueItems": _twice,
}


_QUOTED = 80
_NAMED = 99


def description(schema: Any) -> str:
    """Return the first sentence of a schema's description.

    >>> description({"description": "A text. It is short."})
    'a text'
    """
    stated = schema if isinstance(schema, Mapping) else {}
    sentence = str(stated.get("description", "")).partition(". ")[0].rstrip(".")
    return sentence[:1].lower() + sentence[1:]


def rule_of(schema: Any) -> str:
    """Return the id of the rule that a schema states for its place, empty if it states none.

    >>> rule_of({"x-rule": "SOLO-OPTION-1"}), rule_of(True)
    ('SOLO-OPTION-1', '')
    """
    return str(schema.get("x-rule", "")) if isinstance(schema, Mapping) else ""


def hint(given: object, known: list[str]) -> str:
    """Return the question which of the known words was meant, nothing if none is near.

    >>> hint("cuont", ["count", "seed"])
    '; did you mean "count"?'
    """
    near = get_close_matches(given, known, n=1) if isinstance(given, str) else []
    return f"; did you mean {quoted(near[0])}?" if near else ""


def settled(schema: Mapping[str, Any], key: str) -> str:
    """Return what settled the question that the key once stood for, nothing if it never did.

    >>> settled({"x-settled": {"four.start": "Space 4."}}, "four.start")
    '; it was a switch, and its question is settled: Space 4. Leave it out.'
    """
    answer = schema.get("x-settled", {}).get(key)
    if answer is None:
        return ""
    return f"; it was a switch, and its question is settled: {answer} Leave it out."


def pointer(path: Iterable[str | int]) -> str:
    """Return the JSON Pointer of a path.

    >>> pointer(("a/b", 0))
    '/a~1b/0'
    """
    return "".join(f"/{str(step).replace('~', '~0').replace('/', '~1')}" for step in path)


def pointed(pointer: str) -> tuple[str | int, ...]:
    """Return the path of a JSON Pointer, nothing for what is none, like the name of a file.

    It may stand behind a name.

    >>> pointed("/a~1b/0"), pointed("'my.json'"), pointed("'my.json' /a")
    (('a/b', 0), (), ('a',))
    """
    pointer = pointer.rpartition(" ")[2]
    if not pointer.startswith("/"):
        return ()
    steps = (step.replace("~1", "/").replace("~0", "~") for step in pointer[1:].split("/"))
    return tuple(int(step) if step.isdecimal() else step for step in steps)


def near_pointer(path: Iterable[str | int]) -> str:
    r"""Return the JSON Pointer of a path up to the first key that is too long or strange to tell.

    >>> near_pointer(("is", "a\nb", 0))
    '/is'
    """
    return pointer(takewhile(_is_readable, path))


def _is_readable(step: str | int) -> bool:
    return isinstance(step, int) or (len(step) <= _NAMED and step.isprintable())


def quoted(value: object) -> str:
    """Return a value as JSON, no longer than a sentence can bear."""
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= _QUOTED else f"{text[:_QUOTED]}..."
