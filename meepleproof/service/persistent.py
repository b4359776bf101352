"""What ``jsonschema`` needs of the package ``rpds``, in plain Python.

That package is compiled, and so not there in a browser. The archive of a site's engine has this in
its place: each change gives a copy, which is quick enough for a few hundred entries.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping
from typing import TypeVar

__all__ = ["HashTrieMap", "HashTrieSet", "List"]

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")


class HashTrieMap(dict[K, V]):
    """A dictionary of which changed copies are made.

    >>> HashTrieMap({"a": 1}).insert("b", 2).remove("a")
    {'b': 2}
    """

    @classmethod
    def convert(cls, given: Mapping[K, V] | Iterable[tuple[K, V]]) -> HashTrieMap[K, V]:
        """Return the same as such a dictionary."""
        return given if isinstance(given, cls) else cls(given)

    def insert(self, key: K, value: V) -> HashTrieMap[K, V]:
        """Return a copy with that entry."""
        return HashTrieMap({**self, key: value})

    def remove(self, key: K) -> HashTrieMap[K, V]:
        """Return a copy without that entry.

        :raises KeyError: if there is none.
        """
        copy = HashTrieMap(self)
        del copy[key]
        return copy

    def update(self, *others: Mapping[K, V]) -> HashTrieMap[K, V]:  # type: ignore[override]  # a copy
        """Return a copy with the entries of others."""
        copy = dict(self)
        for other in others:
            copy.update(other)
        return HashTrieMap(copy)


class HashTrieSet(frozenset[K]):
    """A set of which changed copies are made.

    >>> sorted(HashTrieSet("a").insert("b").discard("a"))
    ['b']
    """

    def insert(self, value: K) -> HashTrieSet[K]:
        """Return a copy with that value."""
        return HashTrieSet(self | {value})

    def update(self, *others: Iterable[K]) -> HashTrieSet[K]:
        """Return a copy with the values of others."""
        return HashTrieSet(self.union(*others))

    def discard(self, value: K) -> HashTrieSet[K]:
        """Return a copy without that value."""
        return HashTrieSet(self - {value})


class List(tuple[V, ...]):
    """A list that grows at its front.

    >>> List("b").push_front("a")
    ('a', 'b')
    """

    __slots__ = ()

    def push_front(self, value: V) -> List[V]:
        """Return a copy that begins with that value."""
        return List((value, *self))
