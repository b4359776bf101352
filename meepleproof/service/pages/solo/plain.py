"""The pages without script: solving a puzzle, and playing a free game. Each step is a link."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from urllib.parse import urlencode
from xml.etree.ElementTree import Element

from starlette.responses import HTMLResponse, Response

from meepleproof.rendering.palette import PIGMENTS
from meepleproof.rendering.solo.exports import moves
from meepleproof.rendering.solo.notes import DRAWN, UNKNOWN, next_draws
from meepleproof.rendering.solo.words import goal_in_words, line_in_words
from meepleproof.service.pages.layout import PLAIN, from_template
from meepleproof.service.pages.markup import drawn
from meepleproof.service.pages.solo.board import (
    SIDES,
    CellLink,
    MeepleLink,
    TentativeTile,
    board,
    framed,
    pawn_picture,
    tile_picture,
)
from meepleproof.service.pages.solo.free_games import (
    ABBOT,
    FILE,
    FREE,
    SCRIPTS,
    SHEET,
    STYLES,
    so_far,
)
from meepleproof.service.pages.solo.wording import (
    check_in_words,
    count_cells,
    explained_refusal,
    feature_in_words,
    hint_in_words,
    last_scored,
    last_scoring_in_words,
    meeple_question,
    scored,
    status_in_words,
)
from meepleproof.service.pages.url import GameUrl, read_choices, read_number, read_turns
from meepleproof.service.play.solo.attempt import Attempt, final_scoring, try_turns
from meepleproof.service.play.solo.choices import FIELD, Choices, TurnForm, turn_form
from meepleproof.service.play.solo.free import (
    ChecklistEntry,
    Game,
    checklist_entries,
    end_rule,
    visible_position,
)
from meepleproof.service.play.solo.hints import (
    Hint,
    first_deviation,
    followed,
    hints,
    solution_played,
)
from meepleproof.service.play.turns import Refusal
from meepleproof.service.shelf import ShelvedPuzzle
from verifier.carcassonne.solo.catalogue import CATALOGUE
from verifier.carcassonne.solo.letters import letter_of, letters_of
from verifier.carcassonne.solo.notation import turn_text
from verifier.carcassonne.solo.position import Position
from verifier.carcassonne.solo.puzzle import Puzzle
from verifier.carcassonne.solo.turn import NO_CLAIM, Outcome
from verifier.carcassonne.table.cells import STEPS, Cell
from verifier.documents.strict_json import Document


def solving_page(
    puzzle: Puzzle,
    query: Mapping[str, str],
    path: str,
    *,
    shelved: ShelvedPuzzle | None,
    following: ShelvedPuzzle | None,
    today: bool = False,
) -> HTMLResponse:
    """Return the page of a puzzle at the current turn; ``today`` marks the puzzle of the day.

    :raises Malformed: if the address cannot be read.
    :raises Illegal: if the puzzle's position breaks a rule.
    """
    hint, reveal = read_number(query, "hint", _ALL_HINTS) or 0, "reveal" in query
    fixed = [("code", puzzle.code)] if path.endswith("/p") else []
    if reveal:
        fixed.append(_REVEALED)
    attempt = try_turns(puzzle, read_turns(query))
    kept = (("hint", str(hint)),) if hint else ()
    url = GameUrl(path, tuple(fixed), read_turns(query)[: _turns_made(attempt)], kept)
    choices = read_choices(query)
    ended = attempt.reached is not None or attempt.refusal is not None
    form = None if ended else turn_form(attempt.position, choices, len(attempt.outcomes) + 1)
    state = _SolvingState(
        shelved=shelved,
        following=following,
        url=url,
        attempt=attempt,
        choices=choices,
        form=form,
        hint=hint,
        check="check" in query and shelved is not None and form is not None,
        reveal=reveal,
        today=today,
    )
    return _page(state)


def _turns_made(attempt: Attempt) -> int:
    return sum(outcome.turn is not None for outcome in attempt.outcomes)


def _page(state: _SolvingState) -> HTMLResponse:
    hint, attempt, position = _requested_hint(state), state.attempt, state.attempt.position
    last = () if state.form is not None and state.form.choices.cell else _last(state)
    hinted = hint.cell if hint else None
    return from_template(
        "plain-puzzle.html",
        title=goal_in_words(state.puzzle.goal, state.puzzle.tiles),
        here="/",
        facts=_facts(state),
        says=_say(state, hint),
        solved=state.puzzle.id if attempt.solved else None,
        board=framed(_playing_board(position, state.form, state.url, hinted=hinted, last=last)),
        solution=_solution_shown(state) if state.reveal else None,
        **_result(state),
        hint=_hint_shown(hint),
        checked=check_in_words(state.first_deviation, unique=state.unique) if state.check else None,
        turn=_turn_shown(state.form, state.url, number=state.number, of=state.puzzle.tiles)
        if state.form
        else None,
        tools=_tools(state, hint),
        helped=state.shelved is not None,
        scored=last_scored(state.puzzle.position, attempt.outcomes),
        coming=_coming_tiles(position, skip=1 if state.form else 0),
        scoreboard=_scoreboard(position, _final(state), playing=state.form is not None),
        moves=line_in_words(state.puzzle.position, attempt.outcomes),
        share=f"/p?{urlencode({'code': state.puzzle.code})}",
    )


def _facts(state: _SolvingState) -> list[str]:
    shelved, tiles = state.shelved, state.puzzle.tiles
    facts = [f"{tiles} tile{'s' if tiles > 1 else ''}", f"puzzle {state.puzzle.id}"]
    if shelved is not None and shelved.level:
        facts.insert(0, shelved.level)
    if state.today:
        facts.insert(0, "today's puzzle")
    return facts


def _last(state: _SolvingState) -> tuple[Cell, ...]:
    cells = [outcome.turn.cell for outcome in state.attempt.outcomes if outcome.turn is not None]
    return tuple(cells[-1:])


def _final(state: _SolvingState) -> tuple[int, ...] | None:
    return state.attempt.outcomes[-1].final if state.attempt.outcomes else None


def _result(state: _SolvingState) -> Document:
    """Return what is said of a refused turn or of the end, and where to go on from it."""
    attempt, following = state.attempt, state.following
    missed = None
    if attempt.refusal is None and attempt.reached is None and state.form is None:
        missed = "The game is over" if attempt.position.over else "No tile is left to place"
    return {
        "refused": _refusal_shown(attempt.refusal),
        "here_again": state.url.link(),
        "reached": attempt.reached,
        "closeness": attempt.closeness.sentence,
        "missed": missed,
        "following": None if following is None else f"{PLAIN}/puzzle/{following.id}",
    }


def _say(state: _SolvingState, hint: Hint | None) -> str:
    scored = last_scoring_in_words(state.puzzle.position, state.attempt.outcomes)
    if state.attempt.refusal is not None:
        return f"Not allowed. {state.attempt.refusal.sentence}"
    if state.attempt.solved:
        return f"Solved! The goal is reached. {scored}".rstrip()
    if state.form is None:
        return f"The goal is missed. {state.attempt.closeness.sentence} {scored}".rstrip()
    if state.check:
        return check_in_words(state.first_deviation, unique=state.unique)
    return _say_next(state.form, scored, hint)


def _say_next(form: TurnForm, scored: str, hint: Hint | None) -> str:
    if not form.untouched:
        return status_in_words(form)
    return (
        f"Hint: {hint.sentence}"
        if hint is not None
        else f"{scored} {status_in_words(form)}".lstrip()
    )


def plain_free_page(game: Game, seed: int, query: Mapping[str, str], url: GameUrl) -> Response:
    """Return the game at its current turn, or at its end."""
    position, number = visible_position(game), len(game.line) + 1
    form = turn_form(position, read_choices(query), number)
    final = game.outcomes[-1].final if game.outcomes else None
    return from_template(
        "plain-free.html",
        title=f"Free game {seed}",
        here=FREE,
        scripts=SCRIPTS,
        styles=STYLES,
        rules=game.start.rules,
        seed=seed,
        says=_say_of_game(game, form),
        board=framed(_playing_board(position, form, url, last=_last_of_game(game, form))),
        refused=_refusal_shown(game.refusal),
        turn=None if form is None else _turn_shown(form, url, number=number),
        end=_game_end(game, url) if form is None else None,
        tools=_game_tools(game, form, url),
        scored=last_scored(game.start, game.outcomes),
        scoreboard=_scoreboard(position, final),
        abbot=ABBOT in url.fixed,
        goals=[_goal_shown(entry, game) for entry in checklist_entries(game)],
        moves=line_in_words(game.start, game.outcomes),
    )


def _say_of_game(game: Game, form: TurnForm | None) -> str:
    if game.refusal is not None:
        return f"Not allowed. {game.refusal.sentence}"
    texts = [
        last_scoring_in_words(game.start, game.outcomes),
        *(f"Goal met: {goal_in_words(entry.goal)}." for entry in _just_met(game)),
    ]
    if form is None:
        return " ".join(filter(None, [f"The game is over. Your result is {game.result}.", *texts]))
    return " ".join(filter(None, [*(texts if form.untouched else ()), status_in_words(form)]))


def _just_met(game: Game) -> list[ChecklistEntry]:
    turns = len(game.line)
    return [entry for entry in checklist_entries(game) if turns and entry.turn == turns]


def _last_of_game(game: Game, form: TurnForm | None) -> tuple[Cell, ...]:
    """Return the cell of the last turn, until the next tile is placed."""
    if form is not None and form.choices.cell is not None:
        return ()
    return tuple(turn.cell for turn in game.line[-1:])


def _game_tools(game: Game, form: TurnForm | None, url: GameUrl) -> list[Document]:
    back = _undo_link(form, game.refusal, url)
    return [
        *([] if back is None else [{"says": "Undo", "id": "undo", "href": back}]),
        {"says": "Record sheet", "id": "", "href": SHEET},
        {"says": "New game", "id": "", "href": FREE},
    ]


def _goal_shown(entry: ChecklistEntry, game: Game) -> Document:
    met = entry.turn is not None
    return {
        "id": entry.goal.id,
        "says": goal_in_words(entry.goal),
        "met": met,
        "now": met and entry.turn == len(game.line),
        "count": f"Met in turn {entry.turn}." if met else so_far(entry, game),
    }


def _game_end(game: Game, url: GameUrl) -> Document:
    rule = end_rule(game) or ""
    return {
        "result": game.result,
        "rule": rule,
        "sentence": CATALOGUE.rule(rule).sentence,
        "final": [
            {
                "name": PIGMENTS[row.colour].name,
                "before": row.before,
                "scored": row.scored,
                "on_tiles": row.on_tiles,
                "after": row.after,
            }
            for row in final_scoring(game.outcomes)
        ],
        "file": GameUrl(FILE, url.fixed, url.turns).link(),
    }


_ALL_HINTS = 3
_OFF_TRACK = "back"
_REVEALED = ("reveal", "1")
"""The part of an address that shows the solution, until it is hidden again."""


@dataclass(frozen=True, slots=True)
class _SolvingState:
    """All that the page shows: the puzzle, the turns made, the form of the next one, and help.

    ``shelved`` is None for a puzzle that came as a code and is not on the shelf; ``following`` is
    the puzzle to solve after it, if any; ``today`` is whether it is the puzzle of the day.
    """

    shelved: ShelvedPuzzle | None
    following: ShelvedPuzzle | None
    url: GameUrl
    attempt: Attempt
    choices: Choices
    form: TurnForm | None
    hint: int
    check: bool
    reveal: bool
    today: bool

    @property
    def puzzle(self) -> Puzzle:
        """The puzzle itself."""
        return self.attempt.puzzle

    @property
    def number(self) -> int:
        """The number of the turn that comes next."""
        return len(self.attempt.outcomes) + 1

    @property
    def first_deviation(self) -> int | None:
        """The number of the turn that left the known solution, None if none did."""
        if self.shelved is None:
            return None
        outcomes = self.attempt.outcomes
        return first_deviation(followed(self.puzzle, self.solution, outcomes), outcomes)

    @property
    def solution(self) -> tuple[Outcome, ...]:
        """The outcomes of the known solution; none if none is known."""
        if self.shelved is None:
            return ()
        return solution_played(self.puzzle.position, self.shelved.line)

    @property
    def unique(self) -> bool:
        """Whether the known solution was proved to be the only one."""
        return self.shelved is not None and (self.shelved.document["verdict"]["claim"] == "unique")


def _tools(state: _SolvingState, hint: Hint | None) -> list[Document]:
    """Return the buttons beside the board; ``hint`` is the hint that is shown."""
    return [*_undo_buttons(state), *_hint_buttons(state, hint), *_reveal_button(state)]


def _undo_buttons(state: _SolvingState) -> list[Document]:
    back = _undo_link(state.form, state.attempt.refusal, state.url)
    undo = [] if back is None else [_button("Undo", "undo", back)]
    again = [_button("Start again", "again", state.url.without_turns().link())]
    return [*undo, *(again if state.url.turns else [])]


def _hint_buttons(state: _SolvingState, hint: Hint | None) -> list[Document]:
    if state.form is None or state.shelved is None:
        return []
    parts, kept = list[Document](), _kept(state)
    if state.hint < _ALL_HINTS and (hint is None or hint.step != _OFF_TRACK):
        name, following = "More hint" if state.hint else "Hint", str(state.hint + 1)
        parts.append(_button(name, "hint", state.url.link(**kept, hint=following)))
    if state.url.turns:
        parts.append(_button("Am I on track?", "check", state.url.link(**kept, check="1")))
    return parts


def _reveal_button(state: _SolvingState) -> list[Document]:
    if state.shelved is None:
        return []
    if not state.reveal:
        shown = replace(state.url, fixed=(*state.url.fixed, _REVEALED))
        return [_button("Reveal the solution", "reveal", shown.link(**_kept(state)))]
    hidden = replace(state.url, fixed=tuple(one for one in state.url.fixed if one != _REVEALED))
    return [_button("Hide the solution", "reveal", hidden.link(**_kept(state)))]


def _kept(state: _SolvingState) -> dict[str, str]:
    """Return the choices for the next turn, so that asking for help does not lose them."""
    choices = state.choices
    kept = {"turn": str(choices.rotation)} if choices.rotation else {}
    if choices.cell is not None:
        kept["at"] = f"{choices.cell[0]}.{choices.cell[1]}"
    if choices.claim is not None:
        kept["claim"] = choices.claim
    if choices.order is not None:
        kept["order"] = str(choices.order)
    return kept


def _button(says: str, identity: str, href: str) -> Document:
    return {"says": says, "id": identity, "href": href}


def _requested_hint(state: _SolvingState) -> Hint | None:
    """Return the hint asked for; off the solution, one that says so."""
    if not state.hint or state.shelved is None or state.form is None:
        return None
    outcomes = state.attempt.outcomes
    solution = followed(state.puzzle, state.solution, outcomes)
    steps = hints(state.puzzle, solution, state.shelved.themes, outcomes, hint_in_words)
    return (
        steps[state.hint - 1]
        if steps
        else Hint(_OFF_TRACK, check_in_words(state.first_deviation, unique=state.unique))
    )


def _hint_shown(hint: Hint | None) -> Document | None:
    """Return the hint with its heading, if there is one."""
    heads = {"idea": "the idea", "place": "the place", "turn": "the turn", _OFF_TRACK: "go back"}
    return None if hint is None else {"head": heads[hint.step], "says": hint.sentence}


def _solution_shown(state: _SolvingState) -> Document | None:
    """Return the solution with its board, if it is known."""
    if state.shelved is None:
        return None
    outcomes = state.solution
    cells = [move.turn.cell for move in moves(outcomes)]
    return {
        "head": "The only solution" if state.unique else "A solution",
        "board": framed(board(outcomes[-1].after, marked=cells)),
        "moves": line_in_words(state.puzzle.position, outcomes),
    }


_SMALL = 64


def _scoreboard(
    position: Position, final: tuple[int, ...] | None = None, *, playing: bool = True
) -> Document:
    """Return the scores (final ones if given), the meeples in hand and whose turn it is."""
    hidden = " · ".join(str(pile.hidden) for pile in position.piles)
    notes = [
        f"Tiles face down: {hidden}" if any(pile.hidden for pile in position.piles) else "",
        f"Monasteries scored: {position.monasteries}" if position.monasteries else "",
        f"Out of the game: {' '.join(letters_of(position.discards))}" if position.discards else "",
        *(f"{key}: {value}" for key, value in position.rules.switches),
    ]
    colours = range(position.rules.colours)
    return {
        "rows": [_row(position, colour, final, playing=playing) for colour in colours],
        "meeples": position.rules.meeples,
        "notes": [note for note in notes if note],
    }


def _row(
    position: Position, colour: int, final: tuple[int, ...] | None, *, playing: bool
) -> Document:
    scores = position.scores if final is None else final
    score, supply = scores[colour], position.supplies[colour]
    to_move = playing and colour == position.to_move and not position.over
    pawns = [pawn_picture(colour, spent=index >= supply) for index in range(position.rules.meeples)]
    words = {"lowest": score == min(scores), "to move": to_move}
    return {
        "name": PIGMENTS[colour].name,
        "words": [word for word, holds in words.items() if holds],
        "score": score,
        "pawns": drawn(*pawns),
        "in_hand": supply,
        "active": to_move,
    }


def _coming_tiles(position: Position, *, skip: int = 0) -> Document | None:
    """Return the tiles to come and who draws them, without the first ``skip``; None if none is."""
    draws = next_draws(position)[skip:]
    if not draws:
        return None
    return {
        "tiles": [
            {
                "tile": None
                if draw.tile == UNKNOWN
                else drawn(tile_picture(draw.tile, 0, pixels=_SMALL)),
                "pawn": drawn(pawn_picture(draw.colour)),
                "name": PIGMENTS[draw.colour].name,
            }
            for draw in draws[:DRAWN]
        ],
        "later": " ".join(draw.letter for draw in draws[DRAWN:]),
    }


_HAND = 132


# The board


def _playing_board(
    position: Position,
    form: TurnForm | None,
    url: GameUrl,
    *,
    hinted: Cell | None = None,
    last: Sequence[Cell] = (),
) -> Element:
    """Return the board with links for all that the player can do on it."""
    if form is None:
        return board(position, marked=last, hinted=hinted)
    cell = form.choices.cell
    tentative = None
    if cell in form.beside:
        tentative = TentativeTile(
            form.placement, form.colour, form.fits, _spin_link(form, url), _meeple_links(form, url)
        )
    steps = [_cell_link(form, beside, url) for beside in form.beside if beside != cell]
    return board(position, steps=steps, tentative=tentative, marked=last, hinted=hinted)


def _cell_link(form: TurnForm, cell: Cell, url: GameUrl) -> CellLink:
    fitting = form.places.get(cell, ())
    turn = _next_fitting(form.choices.rotation, fitting)
    where = f"({cell[0]}, {cell[1]}){_sides_of_tiles(form.position, cell)}"
    href = url.link(at=f"{cell[0]}.{cell[1]}", turn=str(turn))
    if form.choices.rotation in fitting:
        return CellLink(
            cell, href, f"Place {letter_of(form.tile)} on {where}: fits as it lies", "fits"
        )
    if fitting:
        return CellLink(
            cell, href, f"Place {letter_of(form.tile)} on {where}: fits when turned", "turns"
        )
    return CellLink(cell, href, f"Place {letter_of(form.tile)} on {where}: does not fit", "closed")


def _next_fitting(rotation: int, fitting: Sequence[int]) -> int:
    """Return the first rotation in which the tile fits, clockwise from its own."""
    return min(fitting, key=lambda turned: (turned - rotation) % 4, default=rotation)


def _sides_of_tiles(position: Position, cell: Cell) -> str:
    table = {placement.cell: letter_of(placement.tile) for placement in position.placements}
    sides = [
        f"{side} of {table[at]}"
        for side, step in zip(SIDES, STEPS, strict=True)
        if (at := (cell[0] - step[0], cell[1] - step[1])) in table
    ]
    return f", {' and '.join(sides)}" if sides else ""


def _spin_link(form: TurnForm, url: GameUrl) -> str:
    """Return the link that turns the tile on its cell, to its next fitting rotation if any."""
    rotation, fitting = form.choices.rotation, form.places.get(form.placement.cell, ())
    following = (rotation + 1) % form.rotations
    others = [turned for turned in fitting if turned != rotation]
    return url.link(at=_cell_text(form), turn=str(_next_fitting(following, others)))


def _meeple_links(form: TurnForm, url: GameUrl) -> tuple[MeepleLink, ...]:
    return tuple(
        MeepleLink(
            claim.name,
            _claim_link(form, claim.name, url),
            f"Put the meeple on {feature_in_words(claim)}",
            claim.name == form.choices.claim,
        )
        for claim in form.claims
        if claim.allowed
    )


# The form of the next turn


def _undo_link(form: TurnForm | None, refusal: Refusal | None, url: GameUrl) -> str | None:
    """Return the link one step back.

    First it takes back the tile that is being placed, then a refused turn, then the last turn.
    """
    if form is not None and form.choices.cell is not None:
        return _lift_link(form, url)
    if refusal is not None:
        return url.link()
    return url.without_last_turn().link() if url.turns else None


def _lift_link(form: TurnForm, url: GameUrl) -> str:
    """Return the link that takes the tile back, turned as it is."""
    return url.link(turn=str(form.choices.rotation))


def _turn_shown(form: TurnForm, url: GameUrl, *, number: int, of: int | None = None) -> Document:
    """Return what the player has to choose next, and what follows from the choices made.

    ``asks`` is ``square``, ``turn`` if the tile fits there but not as it lies, ``other`` if it does
    not fit there at all, or ``meeple``.
    """
    fits, fits_turned = count_cells(form)
    laid = form.choices.cell is not None
    return {
        "number": number,
        "of": of,
        "who": PIGMENTS[form.colour].name,
        "pawn": drawn(pawn_picture(form.colour)),
        "leaving": letters_of(form.discards),
        "tile": drawn(tile_picture(form.tile, form.choices.rotation, pixels=_HAND)),
        "letter": letter_of(form.tile),
        "turned": _turned(form, url),
        "asks": _asks(form),
        "fits": fits,
        "fits_turned": fits_turned,
        "misfits": len(form.places) < len(form.beside),
        "question": meeple_question(form),
        "why_none": {} if form.due or not form.why_none else _rules(form.why_none),
        "claims": _claims(form, url),
        "refusal": _refusal_shown(explained_refusal(form)) if laid else None,
        "orders": _orders(form, url),
        "ready": _ready(form, url),
        "lift": _lift_link(form, url) if laid else None,
    }


def _refusal_shown(refusal: Refusal | None) -> Document | None:
    """Return why a turn is refused, with the text of each rule; None if it is not."""
    if refusal is None:
        return None
    return {"says": refusal.sentence, "rules": _rules(*refusal.rules), "turn": refusal.turn}


def _rules(*ids: str) -> dict[str, str]:
    return {identity: CATALOGUE.rule(identity).sentence for identity in ids}


def _asks(form: TurnForm) -> str:
    if form.choices.cell is None:
        return "square"
    if form.fits:
        return "meeple"
    return "turn" if form.places.get(form.choices.cell) else "other"


def _turned(form: TurnForm, url: GameUrl) -> Document | None:
    """Return the links that turn the tile to either side, if that makes a difference."""
    if form.rotations == 1:
        return None
    at = {} if form.choices.cell is None else {"at": _cell_text(form)}
    sides = {"left": -1, "right": 1}
    turned = {side: (form.choices.rotation + by) % form.rotations for side, by in sides.items()}
    return {side: url.link(**at, turn=str(turn)) for side, turn in turned.items()}


def _claims(form: TurnForm, url: GameUrl) -> list[Document]:
    """Return the places for the meeple, once the tile lies where it fits."""
    if not form.fits:
        return []
    places = [(claim.name, feature_in_words(claim), claim.allowed) for claim in form.claims]
    if "field" in form.placement.drawing.terrain:
        places.append((FIELD, "the field", False))
    places.append((NO_CLAIM, "no meeple", not form.due))
    return [
        {
            "name": name,
            "says": says,
            "allowed": allowed,
            "chosen": name == form.choices.claim,
            "href": _claim_link(form, name, url),
        }
        for name, says, allowed in places
    ]


def _claim_link(form: TurnForm, claim: str, url: GameUrl) -> str:
    return url.link(at=_cell_text(form), turn=str(form.choices.rotation), claim=claim)


def _orders(form: TurnForm, url: GameUrl) -> list[Document]:
    """Return the scoring orders to choose from, if the order matters."""
    kept = {"turn": str(form.choices.rotation), "claim": form.choices.claim or ""}
    return [
        {
            "brings": scored(form.position, outcome),
            "chosen": form.choices.order == number,
            "href": url.link(at=_cell_text(form), **kept, order=str(number)),
        }
        for number, outcome in enumerate(form.orders)
    ]


def _ready(form: TurnForm, url: GameUrl) -> Document | None:
    """Return what the chosen turn brings, and the link that makes it."""
    outcome = form.outcome
    if outcome is None or outcome.turn is None:
        return None
    # The chosen scoring order shows its scoring already; the end of the game is worth repeating.
    said = not form.orders or outcome.result is not None
    return {
        "brings": scored(form.position, outcome) if said else None,
        "href": url.with_turn(turn_text(outcome.turn)).link(),
    }


def _cell_text(form: TurnForm) -> str:
    x, y = form.placement.cell
    return f"{x}.{y}"
