"""The verdict on the log of a NEOM game: whether it was played by the rules, by all keys.

A key may determine what another cannot. That is no contradiction, but nothing is claimed then:
what all keys determine is reported, and what one of them lacks stays unknown.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from verifier import __version__
from verifier.claims.agreement import Disagreement
from verifier.errors import KeysDisagree, Undecided
from verifier.neom.engine import Standing
from verifier.neom.key import Key, Verdict
from verifier.neom.log import Act, Difference, End, Log, LogReport, Reveal, Violation
from verifier.neom.parameters import Unknown
from verifier.neom.state import Action, DisasterAnswer, Heading, Outcome, Score, square_name
from verifier.neom.tiles import TileCatalogue
from verifier.processes import cpu_seconds
from verifier.verdict import KeyReport

__all__ = [
    "CheckedLog",
    "act_of",
    "agreed_answers",
    "agreed_outcomes",
    "agreed_report",
    "agreed_score",
    "check_log",
    "without_words",
]


CLAIM = "the game is legal, and what was noted is so"

_METHODS = {"engine": "plays the log", "model": "reads the log as constants"}


@dataclass(frozen=True, slots=True)
class CheckedLog:
    """The verdict on a log, and what all keys report, in the words of the first.

    ``violated`` if a rule is broken or a note is wrong; else ``undecided`` if something cannot
    be determined, like a heading whose points were noted. ``report`` is None where the keys
    disagree.
    """

    verdict: Verdict
    report: LogReport | None


def check_log(catalogue: TileCatalogue, log: Log, keys: Sequence[Key]) -> CheckedLog:
    """Return the verdict on a log by all the keys given."""
    reports: dict[str, LogReport] = {}
    work: list[KeyReport] = []
    for key in keys:
        began = cpu_seconds()
        reports[key.name] = key.check(catalogue, log)
        work.append(_work(key, log, cpu_seconds() - began))
    try:
        report = agreed_report(reports)
    except Disagreement as error:
        return CheckedLog(Verdict("keys disagree", tuple(work), str(error), CLAIM), None)
    if report.violations:
        rules = " ".join(dict.fromkeys(each.rule for each in report.violations))
        why = f"event {report.violations[0].event + 1} breaks {rules}"
        return CheckedLog(Verdict("violated", tuple(work), why, CLAIM), report)
    if report.differences:
        noted = report.differences[0]
        why = (
            f"{noted.what} at event {noted.event + 1} is {noted.followed}, not {noted.noted} "
            "as noted"
        )
        return CheckedLog(Verdict("violated", tuple(work), why, CLAIM), report)
    if lacking := (*(each for _, each in report.unknown), *_not_compared(log, report.score)):
        why = "; ".join(dict.fromkeys(map(str, lacking)))
        return CheckedLog(Verdict("undecided", tuple(work), why, CLAIM), report)
    return CheckedLog(Verdict("holds", tuple(work), claim=CLAIM), report)


def agreed_report(reports: Mapping[str, LogReport]) -> LogReport:
    """Return what all keys report on a log, in the words of the first.

    :raises Disagreement: if what one key determines contradicts what another does.
    """
    first, *others = reports.values()
    unknown = _each_once([report.unknown for report in reports.values()])
    differ = f"{' and '.join(reports)} differ in"
    for other in others:
        for part, one, two in (
            ("broken rules", _broken(first), _broken(other)),
            ("wrong notes", _wrong(first), _wrong(other)),
        ):
            if (one != two and not unknown) or (
                _denied(one - two, other) or _denied(two - one, first)
            ):
                raise Disagreement(f"{differ} {part}: {sorted(one)} and {sorted(two)}")
        amounts = {first.money, other.money} - {None}
        if len(amounts) > 1 and _finds_the_same(first, other):
            raise Disagreement(f"{differ} money: {first.money} and {other.money}")
        if first.tokens != other.tokens and not unknown:
            left, right = sorted(first.tokens), sorted(other.tokens)
            raise Disagreement(f"{differ} goods: {left} and {right}")
    same = all(_finds_the_same(first, other) for other in others)
    doubts = () if same else tuple(dict.fromkeys(each for _, each in unknown))
    return LogReport(
        tuple(each for each in first.violations if all(_has(o, each) for o in others)),
        tuple(each for each in first.differences if all(_noted(o, each) for o in others)),
        unknown,
        first.money if all(other.money == first.money for other in others) else None,
        first.tokens.intersection(*(report.tokens for report in others)),
        agreed_score({name: report.score for name, report in reports.items()}, doubts),
    )


def agreed_score(scores: Mapping[str, Score], doubts: tuple[Unknown, ...] = ()) -> Score:
    """Return the headings as all keys have them: no points where one of them lacks something.

    :param doubts: unknown values for which the keys went on from different notes; a heading for
        which they have different points lacks these.
    :raises Disagreement: if two of them have different points for a heading, without doubts.
    """
    if not all(scores.values()):
        return ()
    differ = f"{' and '.join(scores)} differ in"
    return tuple(
        _agreed_heading(headings, differ, doubts) for headings in zip(*scores.values(), strict=True)
    )


def without_words(report: LogReport) -> LogReport:
    """Return a report without the words of its messages, in one order, to be compared."""
    return replace(
        report,
        violations=tuple(sorted({replace(each, message="") for each in report.violations})),
        differences=tuple(
            replace(each, noted="", followed="")
            for each in sorted(report.differences, key=lambda each: (each.event, each.what))
        ),
        unknown=tuple(sorted(set(report.unknown))),
    )


def _each_once(
    named: Iterable[Iterable[tuple[int, Unknown]]],
) -> tuple[tuple[int, Unknown], ...]:
    """Return what all keys lack, with the events.

    A value that several lack at one event is named under the rules of the first of these keys.

    >>> _each_once([[(2, Unknown("NEOM-ACT-SELL-1", "sell_value"))],
    ...             [(2, Unknown("NEOM-ACT-SELL-2", "sell_value"))]])
    ((2, Unknown(rule='NEOM-ACT-SELL-1', parameter='sell_value')),)
    """
    found: dict[tuple[int, str], set[Unknown]] = {}
    for by_one_key in named:
        here: dict[tuple[int, str], set[Unknown]] = {}
        for event, each in by_one_key:
            here.setdefault((event, each.parameter), set()).add(each)
        found = here | found
    return tuple(sorted((event, each) for (event, _), some in found.items() for each in some))


def _not_compared(log: Log, score: Score) -> Iterator[Unknown]:
    """Yield what it would take to compare the score that was noted at the end."""
    for event in log.events[-1:]:
        if isinstance(event, End):
            noted = dict(event.headings)
            for heading in score:
                if event.total is not None or heading.name in noted:
                    yield from heading.unknown


def _broken(report: LogReport) -> set[tuple[int, str]]:
    return {(each.event, each.rule) for each in report.violations}


def _denied(found: set[tuple[int, str]], by: LogReport) -> bool:
    """Return whether a report that lacks nothing has passed over an event with something found."""
    last = min((each.event for each in by.violations), default=None)
    return not by.unknown and any(last is None or event < last for event, _ in found)


def _has(report: LogReport, violation: Violation) -> bool:
    return (violation.event, violation.rule) in _broken(report)


def _wrong(report: LogReport) -> set[tuple[int, str]]:
    return {(each.event, each.what) for each in report.differences}


def _noted(report: LogReport, difference: Difference) -> bool:
    return (difference.event, difference.what) in _wrong(report)


def _finds_the_same(one: LogReport, other: LogReport) -> bool:
    return _broken(one) == _broken(other) and _wrong(one) == _wrong(other)


def _agreed_heading(
    headings: Sequence[Heading], differ: str, doubts: tuple[Unknown, ...]
) -> Heading:
    first = headings[0]
    named = _each_once([[(0, each) for each in heading.unknown] for heading in headings])
    unknown = tuple(each for _, each in named)
    points = {heading.points for heading in headings}
    if len(points - {None}) > 1:
        if doubts:
            return Heading(first.name, None, doubts)
        raise Disagreement(f"{differ} the points for {first.name}: {sorted(map(str, points))}")
    return Heading(first.name, None if None in points else first.points, unknown)


def _work(key: Key, log: Log, seconds: float) -> KeyReport:
    return KeyReport(
        key=key.name,
        examined=len(log.events),
        work="events",
        version=__version__,
        method=_METHODS[key.name],
        seconds=round(seconds, 2),
    )


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
