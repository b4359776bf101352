"""The page on which a puzzle is solved."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from urllib.parse import urlencode
from xml.etree.ElementTree import Element

from starlette.responses import HTMLResponse

from generator.draft import outcomes_along
from generator.exports.drawings import moves
from generator.pictures.words import goal_in_words, turn_in_words
from generator.puzzle import Puzzle
from service.pages.beside import keys, next_tiles, scoreboard, story
from service.pages.board import board
from service.pages.desk import playing_board, refused, saying, turn_card
from service.pages.layout import page
from service.pages.markup import h
from service.pages.way import Way, chosen, number_asked, turns_asked
from service.shelf import ShelvedPuzzle
from service.table.attempt import Attempt, attempt
from service.table.hints import Hint, hints, left_way
from service.table.making import Chosen, Making, making
from verifier.position import Cell

_ALL_HINTS = 3


@dataclass(frozen=True, slots=True)
class _Solving:
    """Everything the page tells of: the puzzle, the turns made, the turn in the making, the asks.

    ``shelved`` is None for a puzzle that came as a code and is not on the shelf; ``following`` is
    the puzzle to solve after it, if any.
    """

    shelved: ShelvedPuzzle | None
    following: ShelvedPuzzle | None
    way: Way
    tried: Attempt
    chosen: Chosen
    made: Making | None
    hint: int
    check: bool
    reveal: bool

    @property
    def puzzle(self) -> Puzzle:
        return self.tried.puzzle

    @property
    def number(self) -> int:
        """The number of the turn that comes next."""
        return len(self.tried.outcomes) + 1

    @property
    def left_way(self) -> int | None:
        """The turn that left the way of the known solution, None if there is none."""
        if self.shelved is None:
            return None
        return left_way(self.puzzle.position, self.shelved.line, self.tried.outcomes)

    @property
    def unique(self) -> bool:
        return self.shelved is not None and (self.shelved.document["verdict"]["claim"] == "unique")


def solving_page(
    puzzle: Puzzle,
    query: Mapping[str, str],
    path: str,
    *,
    shelved: ShelvedPuzzle | None,
    following: ShelvedPuzzle | None,
) -> HTMLResponse:
    """Return the page at the turn in which the player is.

    :raises Malformed: if the address cannot be read.
    :raises Illegal: if the puzzle's table cannot lie like this.
    """
    fixed = () if path != "/p" else (("code", puzzle.code),)
    tried = attempt(puzzle, turns_asked(query))
    way = Way(path, fixed, turns_asked(query)[: _turns_made(tried)])
    wanted = chosen(query)
    ended = tried.reached is not None or tried.refusal is not None
    made = None if ended else making(tried.position, wanted, len(tried.outcomes) + 1)
    at = _Solving(
        shelved=shelved,
        following=following,
        way=way,
        tried=tried,
        chosen=wanted,
        made=made,
        hint=number_asked(query, "hint", _ALL_HINTS) or 0,
        check="check" in query,
        reveal="reveal" in query,
    )
    goal = goal_in_words(puzzle.goal, puzzle.tiles)
    return page(goal, _title(at, goal), _game(at))


def _turns_made(tried: Attempt) -> int:
    return sum(outcome.turn is not None for outcome in tried.outcomes)


def _title(at: _Solving, goal: str) -> Element:
    shelved = at.shelved
    tiles = at.puzzle.tiles
    told = [f"{tiles} tile{'s' if tiles > 1 else ''}", f"puzzle {at.puzzle.id}"]
    if shelved is not None and shelved.level:
        told.insert(0, shelved.level)
    return h("div", h("h1", goal), h("p", " · ".join(told), class_="under"), class_="title")


def _game(at: _Solving) -> Element:
    shown = _solution(at) if at.reveal else None
    hint = _hint(at)
    last = () if at.made is not None and at.made.chosen.cell else _last(at)
    return h(
        "div",
        h(
            "div",
            playing_board(
                at.tried.position, at.made, at.way, hinted=hint.cell if hint else None, last=last
            ),
            shown,
            class_="left",
        ),
        h(
            "div",
            _banner(at),
            _hinted(hint),
            _checked(at) if at.check else None,
            turn_card(at.made, at.way, number=at.number, of=at.puzzle.tiles) if at.made else None,
            _tools(at),
            next_tiles(at.tried.position, skip=1 if at.made else 0),
            scoreboard(at.tried.position, _final(at), playing=at.made is not None),
            story(at.puzzle.position, at.tried.outcomes),
            _share(at),
            keys(("H", "hint")),
            class_="right",
        ),
        id="game",
        class_="game",
        data_say=_say(at, hint),
        data_solved=at.puzzle.id if at.tried.reached is not None else None,
    )


def _last(at: _Solving) -> tuple[Cell, ...]:
    cells = [outcome.turn.cell for outcome in at.tried.outcomes if outcome.turn is not None]
    return tuple(cells[-1:])


def _final(at: _Solving) -> tuple[int, ...] | None:
    return at.tried.outcomes[-1].final if at.tried.outcomes else None


# What has come of it


def _banner(at: _Solving) -> Element | None:
    tried = at.tried
    if tried.refusal is not None:
        return h(
            "section",
            h("h2", f"Turn {tried.refusal.turn} was refused"),
            refused(tried.refusal),
            h("p", h("a", "Go on before it", class_="button main", href=at.way.to(), data_step="")),
            class_="card",
            id="banner",
        )
    if tried.reached is not None:
        turns = f"in {tried.reached} turn{'s' if tried.reached > 1 else ''}"
        return h(
            "section",
            h("h2", h("span", "★ ", aria_hidden="true"), "Solved!"),
            h("p", f"You reached the goal {turns}. {tried.near.sentence}"),
            _onwards(at.following),
            class_="card banner solved",
            id="banner",
        )
    if at.made is None:
        ended = "The game is over" if tried.position.over else "No tile is left to place"
        return h(
            "section",
            h("h2", "Not this time"),
            h("p", f"{ended} and the goal is missed. {tried.near.sentence}"),
            h("p", "Take turns back and try another way."),
            class_="card banner missed",
            id="banner",
        )
    return None


def _onwards(following: ShelvedPuzzle | None) -> Element:
    choose = h("a", "Choose a puzzle", class_="button", href="/")
    if following is None:
        return h("p", choose)
    path = f"/puzzle/{following.id}"
    return h("p", h("a", "Next puzzle", class_="button main", href=path), " ", choose)


def _say(at: _Solving, hint: Hint | None) -> str:
    if at.tried.reached is not None:
        return "Solved! The goal is reached."
    if at.tried.refusal is not None:
        return f"Not allowed. {at.tried.refusal.sentence}"
    if at.made is None:
        return f"The goal is missed. {at.tried.near.sentence}"
    if hint is not None:
        return f"Hint: {hint.sentence}"
    if at.check:
        return _verdict(at)
    return saying(at.made)


# Asked for


def _tools(at: _Solving) -> Element:
    kept = _kept(at)
    parts = list[Element]()
    if at.way.turns:
        parts.append(_tool("Undo", "undo", at.way.back().to()))
        parts.append(_tool("Start again", "again", at.way.start().to()))
    if at.made is not None and at.shelved is not None:
        following = min(at.hint + 1, _ALL_HINTS)
        name = "Hint" if not at.hint else "More hint"
        if at.hint < _ALL_HINTS:
            parts.append(_tool(name, "hint", at.way.to(**kept, hint=str(following)), "told"))
        if at.way.turns:
            parts.append(
                _tool("Am I on the way?", "check", at.way.to(**kept, check="1"), "checked")
            )
    if at.shelved is not None and not at.reveal:
        parts.append(_tool("Reveal the solution", "reveal", at.way.to(reveal="1"), "solution"))
    parts.append(
        h("button", "Whole board", type="button", class_="button", data_whole="", hidden=True)
    )
    return h("div", *parts, class_="tools", role="group", aria_label="Tools")


def _kept(at: _Solving) -> dict[str, str]:
    """Return what was chosen for the turn in the making, so that asking does not lose it."""
    wanted = at.chosen
    kept = {"turn": str(wanted.rotation)} if wanted.rotation else {}
    if wanted.cell is not None:
        kept["at"] = f"{wanted.cell[0]}.{wanted.cell[1]}"
    if wanted.claim is not None:
        kept["claim"] = wanted.claim
    if wanted.order is not None:
        kept["order"] = str(wanted.order)
    return kept


def _tool(name: str, key: str, href: str, then: str | None = None) -> Element:
    return h("a", name, class_="button", id=key, href=href, data_step="", data_then=then)


def _hint(at: _Solving) -> Hint | None:
    """Return the hint asked for; off the way of the solution, that."""
    if not at.hint or at.shelved is None or at.made is None:
        return None
    told = hints(at.puzzle.position, at.shelved.line, at.shelved.themes, at.tried.outcomes)
    return told[at.hint - 1] if told else Hint("back", _verdict(at))


def _hinted(hint: Hint | None) -> Element | None:
    if hint is None:
        return None
    titles = {"idea": "The idea", "place": "The place", "turn": "The turn", "back": "Go back"}
    return h(
        "section",
        h("h2", f"Hint: {titles[hint.step].lower()}"),
        h("p", hint.sentence),
        class_="card hint",
        id="told",
    )


def _checked(at: _Solving) -> Element:
    return h("section", h("h2", "Check"), h("p", _verdict(at)), class_="card hint", id="checked")


def _verdict(at: _Solving) -> str:
    left = at.left_way
    if left is None:
        return "So far you are on the way: the goal can be reached from here."
    if at.unique:
        return (
            f"The goal cannot be reached any more: turn {left} leaves the only solution. "
            "Take turns back."
        )
    return (
        f"Turn {left} is not that of the solution known here. Whether the goal can still be "
        "reached was not proved: there may be other solutions."
    )


def _solution(at: _Solving) -> Element | None:
    if at.shelved is None:
        return None
    start, line = at.puzzle.position, at.shelved.line
    outcomes = outcomes_along(start, line)
    told, position = list[Element](), start
    for outcome in outcomes:
        told.append(h("li", turn_in_words(position, outcome.turn, outcome)))
        position = outcome.after
    cells = [move.turn.cell for move in moves(outcomes)]
    which = "The only solution" if at.unique else "A solution"
    return h(
        "section",
        h("h2", which),
        board(position, marked=cells),
        h("ol", *told, class_="story"),
        class_="card",
        id="solution",
    )


def _share(at: _Solving) -> Element:
    address = f"/p?{urlencode({'code': at.puzzle.code})}"
    return h(
        "section",
        h("h2", "Share"),
        h("p", "The link holds the whole puzzle; whoever opens it needs nothing else."),
        h(
            "p",
            h("a", "Link to this puzzle", id="share", href=address),
            " ",
            h("button", "Copy", type="button", class_="button small", data_copy=address),
        ),
        class_="card",
    )
