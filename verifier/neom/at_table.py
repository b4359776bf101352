"""What may be done next in a game whose log is followed, by all keys."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from verifier.errors import KeysDisagree, Undecided
from verifier.neom.engine import Standing
from verifier.neom.key import Key
from verifier.neom.log import Act, Log, Reveal
from verifier.neom.state import Action, DisasterAnswer, Outcome, square_name
from verifier.neom.tile_catalogue import TileCatalogue

__all__ = ["act_of", "agreed_answers", "agreed_outcomes"]


def agreed_outcomes(
    catalogue: TileCatalogue,
    log: Log,
    standings: Sequence[Standing],
    back: int,
    keys: Sequence[Key],
) -> frozenset[Outcome]:
    """Return the outcomes of the pack revealed so many events before the end, by all keys.

    :raises Undecided: if its pack, or the money, is not known, or the catalogue lacks something.
    :raises KeysDisagree: if the keys do.
    """
    pack, before = log.events[-back], standings[-1 - back]
    if not isinstance(pack, Reveal):
        raise Undecided("the actions of this turn cannot be listed: its pack is not in the log")
    if before.money is None:
        raise Undecided("the actions cannot be listed while the money is unknown; note it")
    first, *others = [key.outcomes(catalogue, before.state, pack.tiles) for key in keys]
    if any(found != first for found in others):
        raise KeysDisagree(f"the actions possible with {', '.join(pack.tiles)}")
    return first


def agreed_answers(
    catalogue: TileCatalogue, log: Log, standings: Sequence[Standing], keys: Sequence[Key]
) -> tuple[DisasterAnswer, ...]:
    """Return the possible answers to a Disaster after the action that was the last event.

    :raises Undecided: if they cannot be listed.
    :raises KeysDisagree: if the keys do.
    """
    outcomes = agreed_outcomes(catalogue, log, standings, 2, keys)
    act = log.events[-1]
    if not isinstance(act, Act):
        raise Undecided("the answers cannot be listed: the action is not the last event")
    done = Action(
        act.action,  # type: ignore[arg-type]  # a legal action has one of the words
        act.selected,
        act.cornerstone or (act.selected if act.action == "place" else ""),
        act.square,
        tuple(sorted(act.bought)),
        tuple(sorted(act.routes, reverse=True)),  # type: ignore[arg-type]  # west first
    )
    answers = {
        each.action.disaster for each in outcomes if replace(each.action, disaster=None) == done
    }
    known = [each for each in answers if each is not None]
    return tuple(sorted(known, key=lambda each: (each.kind, *map(square_name, each.squares))))


def act_of(action: Action) -> Act:
    """Return an action as the event of a log.

    >>> act_of(Action("place", "demo-I-07", "demo-I-07", (2, 3))).cornerstone
    ''
    """
    return Act(
        action=action.kind,
        selected=action.selected,
        cornerstone=action.placed if action.kind == "cornerstone" else "",
        square=action.square,
        bought=action.bought,
        routes=action.routes,
    )
