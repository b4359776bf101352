"""Which answer a rule set chooses for every switch of its game's catalogue."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import ClassVar, TypeVar

from verifier.catalogue.catalogue import Catalogue
from verifier.errors import Ambiguous, Malformed

T = TypeVar("T")

Choices = tuple[tuple[str, str], ...]
"""Pairs of switch and chosen answer, sorted, without defaults."""


class SwitchChoices:
    """Base class of the rule sets of all games: it looks up which answers were chosen.

    A game's rule set names its ``catalogue`` and has a field ``switches``, which is made by
    :func:`in_normal_form`.
    """

    __slots__ = ()
    catalogue: ClassVar[Catalogue]
    switches: Choices

    def value(self, key: str) -> str:
        """Return the chosen answer of a switch, or its default.

        :raises Malformed: for unknown keys.

        >>> from verifier.carcassonne.solo.rule_set import SOLO
        >>> SOLO.value("pile.empty")
        'skip_colour'
        """
        default = self.catalogue.switch(key).default
        return dict(self.switches).get(key, default)

    def choose(self, key: str, results: Mapping[str, T]) -> T:
        """Return the result that belongs to the chosen answer of a switch.

        Rules that depend on a switch use this. They must give a result for every answer of the
        switch, whichever is chosen, so that an answer added later is not taken for another one.

        :raises NotImplementedError: if an answer has no result, or a result no answer.
        :raises Malformed: for unknown keys.

        >>> from verifier.carcassonne.solo.rule_set import SOLO
        >>> SOLO.choose("city.two", {"4": 4, "2": 2})
        4
        >>> SOLO.choose("pile.empty", {"skip_colour": True, "end_game": False})
        Traceback (most recent call last):
        ...
        NotImplementedError: pile.empty has the values skip_colour, borrow_next_pile, end_game; \
this rule names skip_colour, end_game
        """
        known = self.catalogue.switch(key)
        # Called hundreds of thousands of times in a search, so no set is built here.
        if len(results) != len(known.values) or not all(map(results.__contains__, known.values)):
            raise NotImplementedError(
                f"{key} has the values {', '.join(known.values)}; "
                f"this rule names {', '.join(results)}"
            )
        for chosen, value in self.switches:
            if chosen == key:
                return results[value]
        return results[known.default]


def in_normal_form(catalogue: Catalogue, choices: Iterable[tuple[str, str]]) -> Choices:
    """Return the choices sorted and without defaults, so that equal rule sets compare equal.

    :raises Malformed: for unknown switches or answers.
    :raises Ambiguous: for a switch that is given two answers.
    """
    chosen: dict[str, str] = {}
    for key, value in choices:
        known = catalogue.switch(key)
        if value not in known.values:
            raise Malformed(
                f"switch {key} has no value {value!r}; it has {', '.join(known.values)}",
                where="switches",
                rule=known.amb,
            )
        if chosen.setdefault(key, value) != value:
            raise Ambiguous(
                f"switch {key} is set to both {chosen[key]!r} and {value!r}",
                where="switches",
                rule=known.amb,
            )
    return tuple(
        sorted(item for item in chosen.items() if item[1] != catalogue.switch(item[0]).default)
    )
