"""The smallest game on which two readings of a switch about boxes differ, by both keys.

Such a switch decides what is set up, or how the River is drawn, and nothing of a turn. So each key
counts by its own rules of drawing in which turn readings can part at the earliest; the engine plays
a game that parts them there, and both keys replay it.
"""

from __future__ import annotations

from collections.abc import Callable

from verifier import __version__
from verifier.carcassonne.engine.solo import Engine
from verifier.carcassonne.engine.solo.compare_boxes import (
    PartingGame,
    fewest_by_engine,
    play_apart,
)
from verifier.carcassonne.model.solo.compare_boxes import fewest_by_model
from verifier.carcassonne.model.solo.key import Model
from verifier.carcassonne.solo.compare import (
    MOST_TURNS,
    Comparison,
    begun,
    require_agreement,
    turns_text,
)
from verifier.carcassonne.solo.key import GameReplay, replay
from verifier.carcassonne.solo.position import Position
from verifier.carcassonne.solo.rule_set import RuleSet
from verifier.carcassonne.verdict import Verdict
from verifier.errors import Illegal, KeysDisagree, Malformed, Undecided
from verifier.limits import require_limit
from verifier.processes import cpu_seconds
from verifier.verdict import KeyReport

_IN_PLAY: dict[str, Callable[[RuleSet], bool]] = {
    "box.large": lambda rules: rules.large,
    "box.pileOrder": lambda rules: "river" in rules.boxes,
    "box.riverStart": lambda rules: "river" in rules.boxes,
    "box.riverUnplaceable": lambda rules: "river" in rules.boxes,
}
"""By switch: whether the rules have what it is about."""

_DURING_A_GAME = "box.riverUnplaceable"
"""The one switch that decides nothing of the set-up."""

_GAMES = 4
"""Games that the engine may play for each second of the limit."""


def of_boxes(rules: tuple[RuleSet, RuleSet]) -> bool:
    """Return whether the readings differ in a switch about boxes.

    >>> large = RuleSet(large=True)
    >>> of_boxes((large, large.with_switches({"box.large": "instead"})))
    True
    """
    return bool(_differing(rules) & set(_IN_PLAY))


def compare_boxes(
    rules: tuple[RuleSet, RuleSet],
    start: Position | None = None,
    *,
    turns: int = MOST_TURNS,
    limit: int = 60,
    progress: Callable[[str], None] = lambda _: None,
) -> Comparison:
    """Return the smallest game, of at most so many turns, on which the readings differ.

    They differ in one switch about boxes. The game begins with the set-up; where the switch decides
    nothing of that, it may begin with ``start``, a position with river tiles to come.

    :raises Malformed: for a negative number of turns, or a limit that is not positive.
    :raises Illegal: if the switch is about boxes that are not in play, or ``start`` has faults.
    :raises Undecided: if no such game was found, or the readings differ in other switches, too.
    :raises KeysDisagree: if the keys count or replay otherwise.
    """
    if turns < 0:
        raise Malformed(f"games of {turns} turns: give 0 or more", where="--turns")
    require_limit(limit)
    switch = _one_switch(rules)
    one, other = _starts(switch, rules, start)
    began = cpu_seconds()
    fewest = _fewest(switch, one, other)
    if fewest > turns:
        raise Undecided(
            f"by counting the readings part after {turns_text(fewest)} at the earliest, and games "
            f"of up to {turns_text(turns)} are asked for; give --turns {fewest}",
            where="--turns",
        )
    progress(f"games of {fewest} turns")
    found = play_apart(one, other, switch, fewest, games=limit * _GAMES)
    if found.game is None:
        raise Undecided(
            f"by both keys no game of fewer than {turns_text(fewest)} {_scope(switch)} parts the "
            f"readings; of {found.played} games as long none did; give more --time",
            where=switch,
        )
    by_engine = _replayed(Engine(), found.game)
    engine = _report("engine", Engine.version, found.played, cpu_seconds() - began)
    began = cpu_seconds()
    model = Model()
    try:
        by_model = _replayed(model, found.game)
    finally:
        model.close()
    require_agreement(found.game.line, by_engine, by_model)
    claim = f"no game of fewer than {turns_text(fewest)} {_scope(switch)} parts the two readings"
    by_counting = _report("model", __version__, 1, cpu_seconds() - began)
    verdict = Verdict("holds", (engine, by_counting), "", claim)
    origin = "the set-up, with any tiles of the boxes" if start is None else "the position given"
    scope = f"games from {origin}, {_scope(switch)}"
    return Comparison(found.game.line, *by_engine, fewest, scope, verdict)


def _differing(rules: tuple[RuleSet, RuleSet]) -> set[str]:
    keys = {key for each in rules for key, _ in each.switches}
    return {key for key in keys if len({each.value(key) for each in rules}) > 1}


def _one_switch(rules: tuple[RuleSet, RuleSet]) -> str:
    switch, *more = sorted(_differing(rules), key=lambda key: key not in _IN_PLAY)
    if more:
        why = f"{switch} decides what is set up or drawn, and is compared alone; leave {more[0]}"
        raise Undecided(why, where=switch)
    if not all(_IN_PLAY[switch](each) for each in rules):
        missing = "large meeples" if switch == "box.large" else "the River"
        option = "--large" if switch == "box.large" else "--box river"
        why = f"without {missing} it changes nothing; play with {option}"
        raise Illegal(why, where=switch, rule="SOLO-BOX-12")
    return switch


def _starts(
    switch: str, rules: tuple[RuleSet, RuleSet], start: Position | None
) -> tuple[Position, Position]:
    if start is not None and switch != _DURING_A_GAME:
        why = f"{switch} decides what is set up, and a position is; leave out --from"
        raise Illegal(why, where=switch, rule="SOLO-BOX-2")
    if start is not None and start.river.empty:
        why = f"{switch} matters while river tiles are to come; this position has none"
        raise Illegal(why, where="/river", rule="SOLO-BOX-7")
    one, other = (begun(start, each) for each in rules)
    if switch == "box.pileOrder" and one.piles == other.piles:
        why = f"all piles have {one.rules.pile_sizes[0]} tiles, so it changes nothing"
        raise Illegal(why, where=switch, rule="SOLO-BOX-2")
    return one, other


def _fewest(switch: str, one: Position, other: Position) -> int:
    """Return the turns that it takes, as both keys count them.

    :raises KeysDisagree: if they count otherwise.
    """
    fewest = fewest_by_engine(one, other, switch)
    by_model = fewest_by_model(one, other, switch, fewest + 1)
    if by_model != fewest:
        raise KeysDisagree(
            f"the readings of {switch} may part after {turns_text(fewest)} by the engine, after "
            f"{by_model or 'more'} by the model"
        )
    return fewest


def _replayed(key: Engine | Model, game: PartingGame) -> tuple[GameReplay, GameReplay]:
    return replay(key, game.one, game.line), replay(key, game.other, game.line)


def _report(key: str, version: str, examined: int, seconds: float) -> KeyReport:
    counted = "counts by its rules of drawing when readings can part"
    played = "plays games until one parts them then, and replays it"
    return KeyReport(
        key=key,
        examined=examined,
        work="games",
        version=version,
        method=f"{counted}; {played if key == 'engine' else 'replays the game'}",
        parameters=(("readings", 2),),
        seconds=round(seconds, 2),
    )


def _scope(switch: str) -> str:
    if switch == _DURING_A_GAME:
        return "in which at most one tile has no place"
    return "in which every tile has a place"
