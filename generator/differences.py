"""What a pack states of a puzzle, held against what was proved again."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from verifier.documents.strict_json import Document


def differences(
    whose: str, stated: Document, proved: Document, names: Collection[str]
) -> Iterator[str]:
    """Yield the entries of these names that differ.

    >>> list(differences("its", {"rating": 400}, {"rating": 520}, ("rating",)))
    ['its rating: 520; the pack states 400']
    """
    for name in names:
        if stated.get(name) != proved.get(name):
            yield f"{whose} {name}: {proved.get(name)}; the pack states {stated.get(name)}"
