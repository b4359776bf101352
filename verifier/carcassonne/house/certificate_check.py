"""Checks certificates of endgames by all keys, without any search.

Each key lists the part-turns of a table, or confirms one; the certificate says which tables. What
keys answer is compared outcome by outcome, margins at the end included.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass, field
from typing import NoReturn, Protocol, TypeAlias

from verifier import __version__
from verifier.carcassonne.house.certificates import (
    Certificate,
    Plays,
    Side,
    claim_in_words,
    claim_of,
    holder,
    margin,
    mover,
    placement_text,
)
from verifier.carcassonne.house.endgame import Endgame
from verifier.carcassonne.house.faults import require_valid
from verifier.carcassonne.house.part_turn import Outcome, PartTurn
from verifier.carcassonne.house.position import Position
from verifier.carcassonne.verdict import Verdict
from verifier.errors import Illegal, KeysDisagree
from verifier.processes import cpu_seconds
from verifier.verdict import KeyReport

_METHOD = "listed the part-turns of each table and scored each end, without search"
_AT_ONCE = 8
"""Tables that a worker gets at a time."""


class Confirming(Protocol):
    """The part of a key that is asked here; see :class:`verifier.carcassonne.house.key.Key`."""

    @property
    def name(self) -> str:
        """What verdicts call it."""

    def outcomes(self, position: Position) -> frozenset[Outcome]:
        """Return everything that one part-turn can bring."""

    def outcome(self, position: Position, part_turn: PartTurn) -> Outcome | None:
        """Return what that part-turn brings, None if it is not legal."""


@dataclass(frozen=True, slots=True)
class CheckedCertificate:
    """The verdict on a certificate; ``where`` is the JSON Pointer of the part that is wrong."""

    certificate: Certificate
    verdict: Verdict
    where: str = ""


def check_certificate(
    certificate: Certificate,
    keys: Sequence[Confirming],
    *,
    executor: Executor | None = None,
    progress: Callable[[str], None] = lambda _: None,
) -> CheckedCertificate:
    """Return whether a certificate proves what it claims.

    An executor's workers share the tables, with the same verdict. ``progress`` is called with a
    line about each step.

    :raises Illegal: if the position has faults.
    """
    require_valid(certificate.endgame.position)
    work = {key.name: _Work() for key in keys}
    where, why, disagreement = "", "", ""
    try:
        _require_claim(certificate)
        tables = list(_first_tables(certificate, keys, work))
        checked = _checked(certificate.endgame, keys, tables, executor)
        for number, done in enumerate(checked, start=1):
            progress(f"table {number * _AT_ONCE:,} of {len(tables):,}")
            _add(work, done)
    except Illegal as error:
        where, why = error.where, error.message
    except KeysDisagree as error:
        disagreement = error.message
    answer: Verdict = Verdict(
        "keys disagree" if disagreement else "violated" if why else "holds",
        tuple(_report(name, done) for name, done in work.items()),
        disagreement or why,
        claim_in_words(certificate),
    )
    return CheckedCertificate(certificate, answer, where)


@dataclass(slots=True)
class _Work:
    """What a key has done: part-turns listed or confirmed, in so many processor seconds."""

    part_turns: int = 0
    seconds: float = 0.0


_WorkByKey: TypeAlias = Mapping[str, _Work]


def _add(work: _WorkByKey, done: _WorkByKey) -> None:
    for name, each in done.items():
        work[name].part_turns += each.part_turns
        work[name].seconds += each.seconds


def _report(name: str, done: _Work) -> KeyReport:
    return KeyReport(
        name,
        done.part_turns,
        version=__version__,
        method=_METHOD,
        seconds=round(done.seconds, 2),
        work="part-turns",
    )


def _require_claim(certificate: Certificate) -> None:
    """Refuse what the trees do not say, whether they are right or not."""
    value, best, others = claim_of(certificate.least, certificate.most)
    if certificate.value != value:
        why = f"the value is given as {certificate.value}; what follows in /least brings {value}"
        raise Illegal(why, where="/value")
    upper = {placement: each.most for placement, each in certificate.bounds.items()}
    above = [placement for placement in best if upper.get(placement, value) > value]
    if above:
        text = placement_text(above[0])
        why = f"{text} may bring {upper[above[0]]} by what follows in /most, not only {value}"
        raise Illegal(why, where="/most")
    if certificate.best != best:
        text = ", ".join(map(placement_text, best))
        raise Illegal(f"by what follows in /most the best are {text or 'none'}", where="/best")
    _require_lower_bounds(certificate)
    if certificate.others != others:
        given = "not given" if certificate.others is None else f"given as {certificate.others}"
        right = "there are none" if others is None else f"by what follows in /most it is {others}"
        raise Illegal(f"the bound of all other placements is {given}; {right}", where="/others")


def _require_lower_bounds(certificate: Certificate) -> None:
    """Refuse best placements of which ``least`` does not show that they bring the value."""
    value, form_1 = certificate.value, certificate.form == 1
    for placement in certificate.best:
        least = certificate.bounds[placement].least
        if least != value:
            shown = "nothing shows" if least is None else f"{least} is shown, not"
            why = f"the lower bound of {placement_text(placement)} is missing: {shown} that it"
            more = "; form 1 has that of one best placement, form 2 of each" if form_1 else ""
            raise Illegal(f"{why} brings {value}{more}", where="/least")
    if form_1 and len(certificate.best) > 1:
        why = "several best placements need form 2, urn:meepleproof:house-certificate:2"
        raise Illegal(why, where="/$schema")


# --- the tables of the trees


@dataclass(frozen=True, slots=True)
class _Table:
    """A table of a tree, with what the tree says follows it, and the line that leads there."""

    side: Side
    line: tuple[PartTurn, ...]
    position: Position
    node: Plays


@dataclass(frozen=True, slots=True)
class _Checker:
    """Asks all keys for what one table of a tree needs."""

    endgame: Endgame
    keys: Sequence[Confirming]
    work: _WorkByKey = field(default_factory=dict)

    def next_tables(self, table: _Table) -> Iterator[_Table]:
        """Check the part-turns of a table and yield the tables that follow.

        :raises Illegal: if they are not as the tree says.
        :raises KeysDisagree: if the keys do not answer alike.
        """
        if table.node.of is not None:
            self._last(table)
            return
        for part_turn, outcome in self._outcomes(table):
            yield from self.after(table, part_turn, outcome)

    def after(self, table: _Table, part_turn: PartTurn, outcome: Outcome) -> Iterator[_Table]:
        """Check an end of the game, or yield the table after a part-turn."""
        node, line = table.node.then[part_turn], (*table.line, part_turn)
        ended = margin(self.endgame, outcome)
        if ended is None and isinstance(node, Plays):
            yield _Table(table.side, line, outcome.after, node)
        elif ended is None:
            _refuse(table.side, line, f"the game goes on, but a margin of {node} is given")
        elif ended != node:
            given = f"not {node}" if isinstance(node, int) else "and nothing follows"
            _refuse(table.side, line, f"the game ends with a margin of {ended}, {given}")

    def _outcomes(self, table: _Table) -> Iterable[tuple[PartTurn, Outcome]]:
        given = table.node.then
        if mover(table.position) != holder(self.endgame, table.side):
            listed = self.listed(table)
            _require_all(table, listed)
            # In the order of the keys' list, in which the same tiles come one after another.
            return [(each, listed[each]) for each in listed]
        if len(given) > 1:
            _refuse(table.side, table.line, f"{len(given)} part-turns are given, not one")
        return [(each, self.confirmed(table, each)) for each in given]

    def _last(self, table: _Table) -> None:
        """Check that all part-turns end the game, and none is better than the given one."""
        side, line, given = table.side, table.line, table.node.then
        if mover(table.position) == holder(self.endgame, side):
            _refuse(side, line, "'of' is given where one part-turn is to be chosen")
        if len(given) != 1:
            _refuse(side, line, f"beside 'of' {len(given)} part-turns are given, not one")
        listed = self.listed(table)
        if table.node.of != len(listed):
            _refuse(side, line, f"there are {len(listed)} part-turns, not {table.node.of}")
        ((chosen, stated),) = given.items()
        _require_legal(table, chosen, listed)
        margins = {each: margin(self.endgame, outcome) for each, outcome in listed.items()}
        ends = {each: ended for each, ended in margins.items() if ended is not None}
        for each in listed:
            if each not in ends:
                _refuse(side, (*line, each), "the game goes on, but 'of' says that it ends")
        if ends[chosen] != stated:
            why = f"the game ends with a margin of {ends[chosen]}, not {stated}"
            _refuse(side, (*line, chosen), why)
        best = (min if side == "least" else max)(ends, key=lambda each: ends[each])
        if ends[best] != stated:
            why = f"{best} is better than {chosen}: it brings {ends[best]}, not {stated}"
            _refuse(side, line, why)

    def listed(self, table: _Table) -> dict[PartTurn, Outcome]:
        """Return all outcomes of a table, on which all keys agree."""
        answers = {}
        for key in self.keys:
            began = cpu_seconds()
            answers[key.name] = found = key.outcomes(table.position)
            self._count(key, len(found), began)
        first, *others = answers.values()
        for other in others:
            if other != first:
                odd = min(first ^ other, key=lambda outcome: str(outcome.part_turn))
                _disagree(table, odd.part_turn)
        in_order = sorted(first, key=lambda outcome: str(outcome.part_turn))
        return {outcome.part_turn: outcome for outcome in in_order}

    def confirmed(self, table: _Table, part_turn: PartTurn) -> Outcome:
        """Return what one part-turn brings, on which all keys agree."""
        answers = []
        for key in self.keys:
            began = cpu_seconds()
            answers.append(key.outcome(table.position, part_turn))
            self._count(key, 1, began)
        first, *others = answers
        if any(other != first for other in others):
            _disagree(table, part_turn)
        if first is None:
            _refuse(table.side, table.line, f"{part_turn} is not legal there")
        return first

    def _count(self, key: Confirming, part_turns: int, began: float) -> None:
        done = self.work[key.name]
        done.part_turns += part_turns
        done.seconds += cpu_seconds() - began


def _first_tables(
    certificate: Certificate, keys: Sequence[Confirming], work: _WorkByKey
) -> Iterator[_Table]:
    """Check the first part-turns of both trees, and yield tables that can be checked apart."""
    checker = _Checker(certificate.endgame, keys, work)
    start = certificate.endgame.position
    most = _Table("most", (), start, certificate.most)
    listed = checker.listed(most)
    _require_all(most, listed)
    if certificate.most.of is not None or certificate.least.of is not None:
        _refuse("most", (), "'of' is given for the first part-turn; all of them are to be given")
    least = _Table("least", (), start, certificate.least)
    for part_turn in certificate.least.then:
        _require_legal(least, part_turn, listed)
        for table in checker.after(least, part_turn, listed[part_turn]):
            yield from checker.next_tables(table)
    for part_turn, outcome in listed.items():
        yield from checker.after(most, part_turn, outcome)


def _checked(
    endgame: Endgame,
    keys: Sequence[Confirming],
    tables: Sequence[_Table],
    executor: Executor | None,
) -> Iterator[_WorkByKey]:
    parts = [tables[n : n + _AT_ONCE] for n in range(0, len(tables), _AT_ONCE)]
    share = map if executor is None else executor.map
    return share(_check_part, [endgame] * len(parts), [keys] * len(parts), parts)


def _check_part(
    endgame: Endgame, keys: Sequence[Confirming], tables: Sequence[_Table]
) -> _WorkByKey:
    """Check some tables with all that follows them, and return what each key has done."""
    checker = _Checker(endgame, keys, {key.name: _Work() for key in keys})
    for table in tables:
        _check_below(checker, table)
    return checker.work


def _check_below(checker: _Checker, table: _Table) -> None:
    for following in checker.next_tables(table):
        _check_below(checker, following)


# --- refusals


def _require_all(table: _Table, listed: Mapping[PartTurn, Outcome]) -> None:
    for part_turn in table.node.then:
        _require_legal(table, part_turn, listed)
    for part_turn in listed:
        if part_turn not in table.node.then:
            _refuse(table.side, table.line, f"the part-turn {part_turn} is missing")


def _require_legal(table: _Table, part_turn: PartTurn, listed: Container[PartTurn]) -> None:
    if part_turn not in listed:
        _refuse(table.side, table.line, f"{part_turn} is not legal there")


def _refuse(side: Side, line: Sequence[PartTurn], why: str) -> NoReturn:
    place = f"after {' '.join(map(str, line))}" if line else "at the first part-turn"
    raise Illegal(f"{place}: {why}", where=f"/{side}")


def _disagree(table: _Table, part_turn: PartTurn) -> NoReturn:
    line = " ".join(map(str, (*table.line, part_turn)))
    raise KeysDisagree(f"the keys say different things of {line}", where=f"/{table.side}")
