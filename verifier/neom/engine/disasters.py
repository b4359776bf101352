"""Disasters: when one strikes, and how a strike may be answered.

NEOM-SOLO-DIS-1 to -7, NEOM-DISASTER-4, -5.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import combinations
from typing import Literal, NamedTuple

from verifier.neom.engine.grid import indices, squares_of
from verifier.neom.engine.prepared import TILES, Layout, Missing, Prepared, needed, tags_of, tile_at
from verifier.neom.parameters import DISASTERS, Disaster, DisasterName, Target, Unknown
from verifier.neom.state import PREVENTABLE, TURNS, DisasterAnswer, require_few_losses


class Answer(NamedTuple):
    """An answer to a strike: its kind, the squares whose tiles are lost, and the £ paid."""

    kind: Literal["protected", "pay", "lose", "nothing"]
    lost: int = 0
    paid: int = 0

    def public(self) -> DisasterAnswer:
        """Return it as :mod:`verifier.neom.state` has it."""
        return DisasterAnswer(self.kind, squares_of(self.lost))


def preventable(turn: int) -> bool:
    """Return whether a Disaster can be selected from a turn's pack (NEOM-SOLO-DIS-1, -4)."""
    return turn <= PREVENTABLE


def strikes(*, shown: bool, turn: int, over: bool) -> bool:
    """Return whether the Disaster strikes at the end of a turn, unless it was prevented in it.

    ``shown`` is: it was in this turn's pack. If it was never shown, it strikes at the end of
    turn 7 (NEOM-SOLO-DIS-3, -4, -5).
    """
    return not over and (shown or turn == TURNS)


def protected(prepared: Prepared, layout: Layout, generation: int) -> bool:
    """Return whether a tile of the city protects from a Generation's Disaster (NEOM-DISASTER-5).

    :raises Missing: if unknown values decide.
    """
    name = DISASTERS[generation - 1]
    if name == "flood":  # nothing protects against it, whatever a catalogue says
        return False
    rule = prepared.parameters.disaster(generation)
    tags = set(rule.protected_by or ())
    unknown = []
    for index in indices(layout.plane(TILES)):
        tile = tile_at(prepared, layout, index)
        if tile is None:
            continue
        source = tile.source
        effects = source.effects or ()
        if tags & tags_of(source) or any(
            each.kind == "protect" and each.disaster == name for each in effects
        ):
            return True
        if source.effects is None:
            unknown.append(Unknown("NEOM-DISASTER-5", f"tiles/{source.id}/effects"))
        if source.tags is None and rule.protected_by != ():
            unknown.append(Unknown("NEOM-DISASTER-5", f"tiles/{source.id}/tags"))
    if rule.protected_by is None and layout.plane(TILES):
        unknown.append(Unknown("NEOM-DISASTER-5", f"{name}.protected_by"))
    if unknown:
        raise Missing(unknown)
    return False


def answers(prepared: Prepared, layout: Layout, money: int, generation: int) -> list[Answer]:
    """Return the possible answers to a strike, the protection of the city included.

    :raises Missing: if unknown values decide.
    """
    if protected(prepared, layout, generation):
        return [Answer("protected")]
    rule = prepared.parameters.disaster(generation)
    return options(prepared, layout, money, rule, DISASTERS[generation - 1]).answers()


class Options(NamedTuple):
    """What an unprotected city can answer: pay so much, lose so many of these tiles, or nothing.

    None is: not possible.
    """

    pay: int | None
    lose: tuple[int, int] | None
    nothing: bool = False

    def answers(self) -> list[Answer]:
        """Return each answer.

        :raises Undecided: if there are too many to list.
        """
        found = [] if self.pay is None else [Answer("pay", 0, self.pay)]
        if self.lose:
            require_few_losses(self.lose[0].bit_count(), self.lose[1])
            found += [Answer("lose", mask) for mask in _choices(*self.lose)]
        return [*found, Answer("nothing")] if self.nothing else found

    def allow(self, kind: str, lost: int) -> bool:
        """Return whether an answer is one of these."""
        if kind == "lose" and self.lose:
            eligible, count = self.lose
            return not lost & ~eligible and lost.bit_count() == count
        possible = {"pay": self.pay is not None, "nothing": self.nothing}
        return possible.get(kind, False) and not lost


def options(
    prepared: Prepared, layout: Layout, money: int, rule: Disaster, name: DisasterName
) -> Options:
    """Return the possible answers to a strike on a city without protection (NEOM-DISASTER-4).

    :raises Missing: if unknown values decide.
    """
    _check_known(rule, name)
    pay = rule.pay if rule.pay is not False and (rule.pay or 0) <= money else None
    eligible, count = 0, 0
    if rule.lose:
        eligible = eligible_tiles(prepared, layout, rule.lose.type or "any")
        count = rule.lose.count or 0
    lose = (eligible, count) if rule.lose and count <= eligible.bit_count() else None
    if pay is not None or lose:
        return Options(pay, lose)
    if rule.pay is False and not rule.lose:
        return Options(None, None, nothing=True)
    partial = needed(rule.partial, "NEOM-DISASTER-4", f"{name}.partial")
    if partial == "tiles":
        return Options(None, (eligible, eligible.bit_count()))
    if partial == "money":
        return Options(money, None)
    return Options(None, None, nothing=True)


def eligible_tiles(prepared: Prepared, layout: Layout, kind: str) -> int:
    """Return the squares whose tile a Disaster may take: those of a type, or any."""
    tiles = layout.plane(TILES)
    if kind == "any":
        return tiles
    return tiles & layout.plane(prepared.plane_of[Target(type=kind)])


def _check_known(rule: Disaster, name: DisasterName) -> None:
    needed(rule.pay, "NEOM-DISASTER-4", f"{name}.pay")
    needed(rule.lose, "NEOM-DISASTER-4", f"{name}.lose")
    lose = rule.lose
    if lose:
        needed(lose.count, "NEOM-DISASTER-4", f"{name}.lose.count")
        needed(lose.type, "NEOM-DISASTER-4", f"{name}.lose.type")
        needed(lose.chooser, "NEOM-DISASTER-4", f"{name}.lose.chooser")


def _choices(eligible: int, count: int) -> Iterable[int]:
    bits = [1 << index for index in indices(eligible)]
    return (sum(chosen) for chosen in combinations(bits, count))
