"""What follows the action of a turn: the Disaster and its answers, the income, the next turn.

Which tiles are lost is a choice of squares of a fixed number (NEOM-DISASTER, NEOM-SOLO-DIS).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace

from verifier.constraints.builder import FALSE, TRUE, Lit, Sum
from verifier.neom.model.facts import Facts
from verifier.neom.model.scoring import income
from verifier.neom.model.table import City, Demand, Table, tokens_after
from verifier.neom.parameters import DISASTERS, DisasterName, Loss
from verifier.neom.state import GENERATIONS, TURNS, Square

_PROTECTABLE: tuple[DisasterName, ...] = ("fire", "crime")


@dataclass(frozen=True, slots=True)
class Answer:
    """How a Disaster ends; one of the four literals holds iff it strikes."""

    protected: Lit = FALSE
    pays: Lit = FALSE
    loses: Lit = FALSE
    nothing: Lit = FALSE
    lost: Mapping[Square, Lit] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Threat:
    """What a Disaster does to a table: which answers are possible, and what may be lost.

    ``count`` is how many of the ``eligible`` squares are lost, ``short`` whether neither money nor
    tiles are enough; ``partial`` is then for tiles, for money, and for nothing.
    """

    table: Table
    protected: Lit
    can_pay: Lit
    can_lose: Lit
    short: Lit
    eligible: Mapping[Square, Lit]
    pay: Sum
    count: Sum
    partial: tuple[Lit, Lit, Lit]
    offers_loss: Lit
    player_chooses: Lit


def due(table: Table, *, shown: bool) -> Lit:
    """Return whether the Disaster strikes after this action (NEOM-SOLO-DIS-3 to -6)."""
    return -table.disaster_over if shown or table.turn == TURNS else FALSE


def protection(city: City, generation: int) -> Lit:
    """NEOM-DISASTER-5: a tile with a protecting tag, or with the effect; none for the Flood."""
    facts = city.facts
    b = facts.builder
    name = DISASTERS[generation - 1]
    if name not in _PROTECTABLE:
        return FALSE
    tags = facts.parameters.disaster(generation).protected_by
    by_effect = city.anywhere(lambda tile: facts.has_effect(tile, "protect", name))
    if tags is None:
        some = b.any_of(city.occupied(square) for square in city.squares)
        return b.either(by_effect, b.both(some, facts.truth(None, f"{name}.protected_by")))
    return b.any_of(
        [by_effect, *(city.anywhere(lambda tile, t=tag: facts.has_tag(tile, t)) for tag in tags)]  # type: ignore[misc]  # the default binds the tag now
    )


def threat(table: Table) -> Threat:
    """Return what the Disaster of this Generation does to a table (NEOM-DISASTER-4)."""
    facts, city = table.facts, table.city
    b = facts.builder
    name = DISASTERS[table.generation - 1]
    disaster = facts.parameters.disaster(table.generation)
    offered = None if disaster.pay is None else disaster.pay is not False
    offers_pay = facts.truth(offered, f"{name}.pay")
    pay = facts.number(
        disaster.pay or 0 if disaster.pay is not None else None, f"{name}.pay", 0, "amount"
    )
    can_pay = b.both(offers_pay, b.no_more(pay, table.money))
    loss = disaster.lose or Loss(None, None)
    offers_lose = facts.truth(
        None if disaster.lose is None else bool(disaster.lose), f"{name}.lose"
    )
    path = f"{name}.lose"
    count = facts.number(loss.count, f"{path}.count" if disaster.lose else path, 0, "count")
    eligible = _eligible(facts, city, loss, f"{path}.type" if disaster.lose else path)
    if disaster.lose is False:
        eligible = {}
    can_lose = b.both(offers_lose, b.no_more(count, b.count(eligible.values())))
    short = b.both(-can_pay, -can_lose)
    some = b.either(offers_pay, offers_lose)
    partial = (
        b.both(some, _partial(facts, table.generation, "tiles")),
        b.both(some, _partial(facts, table.generation, "money")),
        b.either(-some, _partial(facts, table.generation, "nothing")),
    )
    protected = protection(city, table.generation)
    return Threat(
        table=table,
        protected=protected,
        can_pay=can_pay,
        can_lose=can_lose,
        short=short,
        eligible=eligible,
        pay=pay,
        count=count,
        partial=partial,
        offers_loss=offers_lose,
        player_chooses=facts.truth(None if loss.chooser is None else True, f"{path}.chooser"),
    )


def _eligible(facts: Facts, city: City, loss: Loss, path: str) -> dict[Square, Lit]:
    b = facts.builder
    found = {}
    for square in city.squares:
        if loss.type is None:
            fits = facts.truth(None, path, str(square))
        else:
            fits = TRUE if loss.type == "any" else city.is_type(square, loss.type)
        fits = b.both(fits, city.occupied(square))
        if fits != FALSE:
            found[square] = fits
    return found


def _partial(facts: Facts, generation: int, what: str) -> Lit:
    partial = facts.parameters.disaster(generation).partial
    path = f"{DISASTERS[generation - 1]}.partial"
    return facts.truth(None if partial is None else partial == what, path, what)


def answer_demands(strikes: Lit, threat: Threat, answer: Answer) -> Iterator[Demand]:
    """Yield what is demanded of an answer (NEOM-DISASTER-4, -5)."""
    b = threat.table.facts.builder
    protected, tiles, money, nothing = threat.protected, *threat.partial
    why = "nothing in the city protects against this Disaster"
    yield Demand(b.implies(answer.protected, protected), "NEOM-DISASTER-5", why)
    why = "the city is protected against this Disaster"
    literal = b.implies(b.both(strikes, protected), answer.protected)
    yield Demand(literal, "NEOM-DISASTER-5", why)
    why = "this answer to the Disaster is not possible"
    exposed = -protected
    all_lost = b.all_of(
        b.iff(answer.lost.get(square, FALSE), fits) for square, fits in threat.eligible.items()
    )
    only_eligible = b.all_of(
        b.implies(gone, threat.eligible.get(square, FALSE)) for square, gone in answer.lost.items()
    )
    number = b.count(answer.lost.values())
    so_many = b.both(b.no_more(number, threat.count), b.no_more(threat.count, number))
    may_pay = b.either(threat.can_pay, b.both(threat.short, money))
    may_lose = b.both(
        only_eligible,
        b.either(b.both(threat.can_lose, so_many), b.both(threat.short, tiles, all_lost)),
    )
    may_nothing = b.both(threat.short, nothing)
    for literal, may in (
        (answer.pays, may_pay),
        (answer.loses, may_lose),
        (answer.nothing, may_nothing),
    ):
        yield Demand(b.implies(b.both(literal, exposed), may), "NEOM-DISASTER-4", why)


def after_strike(strikes: Lit, threat: Threat, answer: Answer) -> Table:
    """Return the table after the answer; tokens go with their last producer if they must."""
    table, b = threat.table, threat.table.facts.builder
    facts = table.facts
    price = b.choose(threat.can_pay, threat.pay, table.money) if answer.pays != FALSE else Sum()
    lost = {square: b.both(gone, answer.loses) for square, gone in answer.lost.items()}
    city, tokens = table.city, table.tokens
    if any(gone != FALSE for gone in lost.values()):
        city = table.city.without(lost)
        keep = facts.truth(facts.parameters.disaster_keeps_token, "disaster_keeps_token")
        tokens = tokens_after(tokens, table.city, city, lost, keep)
    return replace(
        table,
        city=city,
        tokens=tokens,
        money=b.plus(table.money, b.times(-1, b.choose(answer.pays, price, Sum()))),
        disaster_over=b.either(table.disaster_over, strikes),
    )


# --- strike and income, and the next turn or Generation


def before_strike(table: Table, strikes: Lit) -> Table:
    """Return the table that a Disaster strikes: after turn 7, the income may have come before."""
    if table.turn < TURNS or strikes == FALSE:
        return table
    return _with_income(table, table.facts.builder.both(strikes, -_strike_first(table)))


def after_turn(table: Table, strikes: Lit) -> Table:
    """Return the table that the next turn finds, any strike answered (NEOM-INCOME-1)."""
    if table.turn < TURNS:
        return replace(table, turn=table.turn + 1)
    b = table.facts.builder
    had = b.both(strikes, -_strike_first(table)) if strikes != FALSE else FALSE
    paid = _with_income(table, -had)
    last = table.generation == GENERATIONS
    return replace(
        paid,
        generation=table.generation if last else table.generation + 1,
        turn=TURNS + 1 if last else 1,
        used=(Sum(), Sum()),
        disaster_over=TRUE if last else FALSE,
    )


def struck(threat: Threat, strikes: Lit, answer: Answer) -> Table:
    """Return the table that the next turn finds after an answer to a Disaster."""
    return after_turn(after_strike(strikes, threat, answer), strikes)


def _strike_first(table: Table) -> Lit:
    """NEOM-SOLO-DIS-8: whether the Disaster of turn 7 comes before the income."""
    facts = table.facts
    return facts.truth(facts.parameters.disaster_before_income, "disaster_before_income")


def _with_income(table: Table, condition: Lit) -> Table:
    if condition == FALSE:
        return table
    b = table.facts.builder
    return replace(table, money=b.plus(table.money, b.choose(condition, income(table.city), Sum())))
