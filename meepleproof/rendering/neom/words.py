"""NEOM in words: tiles, the events of a game, what comes next, and the score."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from meepleproof.rendering.wording import points_in_text
from verifier.neom.engine import Due
from verifier.neom.log import (
    Act,
    ChooseTiles,
    End,
    Event,
    KeepCornerstone,
    Log,
    Reveal,
    RevealCornerstones,
    Strike,
)
from verifier.neom.parameters import Parameters, Target
from verifier.neom.state import (
    GENERATIONS,
    HEADINGS,
    TURNS,
    HeadingName,
    Score,
    Square,
    State,
    square_name,
    total,
)
from verifier.neom.tiles import DECKS, Effect, Roads, Tile, TileCatalogue

__all__ = [
    "UNKNOWN",
    "effect_in_words",
    "event_in_words",
    "goods_in_words",
    "heading_in_words",
    "next_in_words",
    "reminders",
    "roads_in_words",
    "score_lines",
    "solo_title",
    "squares_in_words",
    "state_in_words",
    "tile_facts",
    "tile_line",
    "tile_name",
    "tile_title",
    "when_in_words",
]


UNKNOWN = "unknown"

_DECKS = {"I": "Generation I", "II": "Generation II", "III": "Generation III", "C": "Cornerstone"}
_TYPES = {
    "residential": "residential",
    "commercial": "commercial",
    "industrial": "industrial",
    "raw": "raw material",
    "public": "public",
    "disaster": "Disaster",
}
_NEXT = {
    "orth": "next to it",
    "orth+diag": "next to it or diagonal to it",
    "road": "next to it by a road on both",
    None: f"next to it, in a way that is {UNKNOWN}",
}
_POSITIONS = {
    "corner": "in a corner of the board",
    "edge": "on the border of the board",
    "isolated": "with nothing next to it",
    "centre-adjacent": "next to the City Center",
}
_DISASTERS = {"flood": "the Flood", "fire": "the Fire", "crime": "the Crime Wave"}


def tile_title(tile: Tile) -> str:
    """Return a tile's id and name, deck, mark and type on one line.

    >>> from verifier.neom.tiles_document import demo_catalogue
    >>> tile_title(demo_catalogue().tile("demo-I-14"))
    'demo-I-14 Wayside Inn: Generation I, 5+, commercial'
    """
    mark = "" if tile.deck == "C" else f" {tile.mark},"
    name = f"{tile.id} {tile.name}" if tile.name else tile.id
    return f"{name}: {_DECKS[tile.deck]},{mark} {_TYPES[tile.type]}"


def tile_facts(tile: Tile) -> Iterator[tuple[str, str]]:
    """Yield the facts of a tile that are not nothing, each as a heading and words.

    >>> from verifier.neom.tiles_document import demo_catalogue
    >>> for fact in tile_facts(demo_catalogue().tile("demo-I-14")):
    ...     print(*fact, sep=": ")
    costs: £3
    roads: N, E, S
    income: £4
    effect: income £1 for each public tile next to it
    """
    if tile.type == "disaster":
        yield "roads", "none; it is never placed"
        return
    yield "costs", _money(tile.cost)
    yield from _listed("needs", tile.needs_goods)
    yield from _listed("needs tiles", tile.needs_tiles)
    yield "roads", roads_in_words(tile.roads)
    yield from _listed("produces", tile.produces)
    for heading, amount in (("on placing", tile.on_place), ("income", tile.income)):
        if amount != 0:
            yield heading, _money(amount)
    if tile.vp != 0:
        yield "points", UNKNOWN if tile.vp is None else str(tile.vp)
    if tile.effects is None:
        yield "effects", UNKNOWN
    for effect in tile.effects or ():
        yield "effect", effect_in_words(effect)
    yield from _listed("tags", tile.tags)


def tile_line(tile: Tile) -> str:
    """Return a tile as an item of a list: what it is, and everything printed on it.

    >>> from verifier.neom.tiles_document import demo_catalogue
    >>> tile_line(demo_catalogue().tile("demo-I-10"))
    '- demo-I-10 Corner Stall: Generation I, 5+, commercial: costs £0; roads N, S, W; income £3'
    """
    facts = "; ".join(f"{heading} {said}" for heading, said in tile_facts(tile))
    return f"- {tile_title(tile)}: {facts}" if facts else f"- {tile_title(tile)}"


def roads_in_words(roads: Roads | None) -> str:
    """Return the edges on which roads leave.

    >>> roads_in_words(Roads(north=True, east=False, south=True, west=False))
    'N, S'
    """
    if roads is None:
        return UNKNOWN
    return ", ".join(edge for edge, has in zip("NESW", roads, strict=True) if has) or "none"


def effect_in_words(effect: Effect) -> str:
    """Return what an effect does.

    >>> effect_in_words(Effect("price_change", -1, tier="raw"))
    'raw goods cost £1 less'
    """
    said = _sentence(effect)
    return f"{said} ({effect.text})" if effect.text and effect.kind != "custom" else said


def state_in_words(catalogue: TileCatalogue, state: State) -> Iterator[str]:
    """Yield lines with what a player has, beside the city.

    >>> from verifier.neom.tiles_document import demo_catalogue
    >>> from verifier.neom.state import City
    >>> start = State(("1+",), City("harbour"), frozenset({"oil"}), 6, frozenset({"demo-C-30"}))
    >>> for line in state_in_words(demo_catalogue(), start):
    ...     print(line)
    Generation I, turn 1, tiles marked 1+
    £6; goods: oil
    In reserve: demo-C-30 Painters' Colony
    """
    when = f"turn {state.turn}" if not state.ended else "the end"
    generation = DECKS[state.generation - 1]
    yield f"Generation {generation}, {when}, tiles marked {' '.join(state.tile_set)}"
    yield f"£{state.money}; goods: {goods_in_words(state.tokens)}"
    kept = [f"{tile} {catalogue.tile(tile).name}".strip() for tile in sorted(state.reserve)]
    if kept:
        yield f"In reserve: {', '.join(kept)}"
    for side, uses in zip(("west", "east"), state.routes_used, strict=True):
        if uses:
            yield f"The {side} Trade Route was used in this Generation."
    if state.disaster_over and not state.ended:
        yield "The Disaster of this Generation is over."


def goods_in_words(goods: Iterable[str]) -> str:
    """Return goods as people read them.

    >>> goods_in_words({"wood", "iron_ore"}), goods_in_words(())
    ('iron ore, wood', 'none')
    """
    return ", ".join(good.replace("_", " ") for good in sorted(goods)) or "none"


def _sentence(effect: Effect) -> str:
    points, money = _points(effect.amount), _money(effect.amount)
    protected = _DISASTERS.get(effect.disaster, UNKNOWN)
    sentences = {
        "vp_per_neighbour": f"{points} for each {_target(effect)} {_NEXT[effect.adjacency]}",
        "vp_per_count": f"{points} for each {_target(effect)} in the city",
        "vp_if_position": f"{points} if it lies {_POSITIONS.get(effect.position, UNKNOWN)}",
        "vp_per_good_tier": f"{points} for each {effect.tier} good owned",
        "vp_per_money": f"{points} for each full {_money(effect.per)} at the end",
        "income_per_neighbour": f"income {money} for each {_target(effect)} "
        f"{_NEXT[effect.adjacency]}",
        "income_per_count": f"income {money} for each {_target(effect)} in the city",
        "money_now": f"{money} when it is placed",
        "protect": f"protects against {protected}",
        "power": "gives the city power",
        "ignore_pollution": "neither pollutes nor is polluted",
        "price_change": f"{effect.tier} goods cost {_change(effect.amount)}",
        "extra_cornerstone": "the Cornerstone left over in the draft; no meaning for one player is "
        "public",
        "custom": f"{effect.text} {_by_hand(effect.hand_score)}".strip(),
    }
    return sentences[effect.kind]


def _target(effect: Effect) -> str:
    target = effect.target or Target()
    if target.tag:
        return f"tile with the tag {target.tag}"
    return f"{_TYPES.get(target.type, UNKNOWN)} tile"


def _change(amount: int | None) -> str:
    if amount is None:
        return f"more or less by what is {UNKNOWN}"
    return f"£{-amount} less" if amount < 0 else f"£{amount} more"


def _by_hand(points: int | None) -> str:
    return "(not entered yet)" if points is None else f"(entered by hand: {_points(points)})"


def _points(amount: int | None) -> str:
    return f"{UNKNOWN} points" if amount is None else points_in_text(amount)


def _money(amount: int | None) -> str:
    if amount is None:
        return UNKNOWN
    return f"£{amount}" if amount >= 0 else f"-£{-amount}"


def _listed(heading: str, words: Iterable[str] | None) -> Iterator[tuple[str, str]]:
    if words is None:
        yield heading, UNKNOWN
    elif words := tuple(words):
        yield heading, ", ".join(word.replace("_", " ") for word in words)


def when_in_words(log: Log, number: int) -> str:
    """Return the Generation and turn of an event, counted from 0, as far as the log was played.

    >>> log = Log("harbour", (ChooseTiles(("1+",)), Reveal(()), Act("sell", "demo-I-07")))
    >>> [when_in_words(log, number) for number in range(3)]
    ['Preliminary Round', 'Generation I, turn 1', 'Generation I, turn 1']
    """
    event = log.events[number]
    if isinstance(event, RevealCornerstones | KeepCornerstone | ChooseTiles):
        return "Preliminary Round"
    turns = 0 if log.start is None else (log.start.generation - 1) * TURNS + log.start.turn - 1
    shown = True
    for before in log.events[:number]:
        if isinstance(before, Act):
            turns, shown = turns + shown, False
        elif isinstance(before, Reveal):
            shown = True
    # A strike, or a second action, belongs to the turn that was acted last.
    same = isinstance(event, Strike | End) or (isinstance(event, Act) and not shown)
    turn = max(turns - same, 0)
    if isinstance(event, End) or turn >= GENERATIONS * TURNS:
        return "end of the game"
    return f"Generation {DECKS[turn // TURNS]}, turn {turn % TURNS + 1}"


def event_in_words(catalogue: TileCatalogue, event: Event) -> str:
    """Return what happens in an event.

    >>> from verifier.neom.tiles_document import demo_catalogue
    >>> event_in_words(demo_catalogue(), Act("place", "demo-I-07", square=(2, 3), bought=("wood",)))
    'place demo-I-07 Gaslight Lane on D3, buying wood'
    """
    match event:
        case RevealCornerstones(tiles):
            said = f"the stack {', '.join(tiles)} is turned up"
        case KeepCornerstone(tile):
            said = f"keep {tile_name(catalogue, tile)}"
        case ChooseTiles(marks):
            said = f"choose the tiles marked {' '.join(marks)}"
        case Reveal(tiles):
            said = f"the pack {', '.join(tiles)} is turned up"
        case Act():
            said = _act(catalogue, event)
        case Strike(answer, squares):
            said = f"the Disaster strikes: {answer}{squares_in_words(squares)}"
        case End():
            said = "the game is scored"
    return said


def _act(catalogue: TileCatalogue, act: Act) -> str:
    placed = f"{act.action} {tile_name(catalogue, act.cornerstone or act.selected)}"
    square = "" if act.square is None else f" on {square_name(act.square)}"
    given_up = f", giving up {tile_name(catalogue, act.selected)}" if act.cornerstone else ""
    bought = f", buying {goods_in_words(act.bought)}" if act.bought else ""
    routes = f", by the route {' and '.join(act.routes)}" if act.routes else ""
    return f"{placed}{square}{given_up}{bought}{routes}"


def tile_name(catalogue: TileCatalogue, tile: str) -> str:
    """Return a tile's id and its name, if it has one."""
    return f"{tile} {catalogue.tile(tile).name}".strip()


def squares_in_words(squares: tuple[Square, ...]) -> str:
    """Return squares as the end of a phrase; empty for none."""
    return f" {', '.join(map(square_name, squares))}" if squares else ""


_NEXT_STEP = {
    "keep": "keep one Cornerstone of the stack",
    "tiles": "choose the tiles in play: 1+, or 1+ 4+, or 1+ 4+ 5+",
    "act": "select a tile of the pack and take one action",
    "strike": "answer the Disaster that strikes",
    "end": "score the game",
    "": "nothing; the game is over",
}
_DISASTER = {
    "to come": "still to come; at the end of turn 7 it strikes if it was not seen",
    "preventable": "in this pack; only by selecting it can it be prevented, else it strikes",
    "strikes": "strikes at the end of this turn",
    "over": "over in this Generation",
}
_UNKNOWN = "cannot be determined"


def next_in_words(due: Due) -> str:
    """Return what comes next."""
    if due.next == "cornerstones":
        return f"reveal a stack of {due.shown} Cornerstones"
    if due.next == "reveal":
        return f"reveal a pack of {due.shown} tiles"
    return _NEXT_STEP[due.next]


def reminders(due: Due) -> Iterator[tuple[str, str]]:
    """Yield what there is to remember in a Generation, each as a heading and words."""
    yield "Disaster", _DISASTER[due.disaster]
    yield "Goods that may be bought", ", ".join(due.buyable)
    if due.routes_left is None:
        yield "Trade Routes left", _UNKNOWN
    else:
        west, east = due.routes_left
        yield "Trade Routes left", f"west {west}, east {east}"
    another = {True: "yes", False: "no", None: _UNKNOWN}
    yield "Another Cornerstone under the limit", another[due.another_cornerstone]
    income = _UNKNOWN if due.income is None else f"£{due.income}"
    yield "Income at the end of turn 7, as the city stands", income


_WORDS: dict[HeadingName, str] = {
    "printed": "printed points",
    "conditional": "effects",
    "neighbourhoods": "neighbourhoods",
    "goods": "goods",
    "money": "money",
    "pollution": "pollution",
    "structures": "missing structures",
}


def heading_in_words(name: HeadingName) -> str:
    """Return what people call a heading of the score.

    >>> heading_in_words("conditional")
    'effects'
    """
    return _WORDS[name]


def score_lines(parameters: Parameters, score: Score) -> Iterator[str]:
    """Yield a line for each heading, then the total with its rank in the solo table.

    >>> from verifier.neom.tiles_document import demo_catalogue
    >>> from verifier.neom.state import Heading
    >>> headings = (Heading("printed", 28), Heading("money", 3))
    >>> for line in score_lines(demo_catalogue().parameters, headings):
    ...     print(line)
    printed points          28  NEOM-SCORE-1
    money                    3  NEOM-SCORE-5
    total                   31  a village (NEOM-END-2)
    """
    for heading in score:
        points = "?" if heading.points is None else heading.points
        yield f"{heading_in_words(heading.name):20}{points:>6}  {HEADINGS[heading.name]}"
        for unknown in heading.unknown:
            yield f"{'':28}{unknown}"
    reached = total(score)
    if reached is None:
        yield f"{'total':20}{'?':>6}  cannot be determined: a heading is unknown"
    else:
        yield f"{'total':20}{reached:>6}  {_rank(parameters, reached)}"


def solo_title(parameters: Parameters, points: int) -> str | None:
    """Return the title of a total in the catalogue's solo table; None if it has none (NEOM-END-2).

    >>> from verifier.neom.tiles_document import demo_catalogue
    >>> solo_title(demo_catalogue().parameters, 74)
    'a town'
    """
    reached = [rank for rank in parameters.solo_table or () if rank.points <= points]
    return max(reached, key=lambda rank: rank.points).title if reached else None


def _rank(parameters: Parameters, points: int) -> str:
    if parameters.solo_table is None:
        return "its rank cannot be determined: NEOM-END-2 needs solo_table"
    return f"{solo_title(parameters, points) or 'not in the solo table'} (NEOM-END-2)"
