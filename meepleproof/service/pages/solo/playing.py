"""The pages on which puzzles and free games are played: a frame that the script fills."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from urllib.parse import urlencode

from starlette.responses import HTMLResponse

from meepleproof.rendering.solo.words import worth_in_words
from meepleproof.service.pages.assets import address_of
from meepleproof.service.pages.days import CALENDAR, DAILY, day_in_words
from meepleproof.service.pages.layout import PLAIN, from_template
from meepleproof.service.pages.sheet import SCRIPT
from meepleproof.service.pages.solo.options import PATH as FREE
from meepleproof.service.pages.solo.sheet import game_start, puzzle_start
from meepleproof.service.pages.solo.wording import task_in_words
from meepleproof.service.play.solo.free import Game
from meepleproof.service.shelf import ShelvedPuzzle
from verifier.carcassonne.solo.puzzle import Puzzle
from verifier.documents.strict_json import Document

_UP = {FREE: FREE, "/first-steps": "/first-steps", DAILY: CALENDAR}
"""Where the way back leads from below some addresses."""
_KEPT = ("code", "seed", "colours", "meeples", "abbot")


def puzzle_page(
    puzzle: Puzzle,
    table: Document,
    query: Mapping[str, str],
    path: str,
    *,
    shelved: ShelvedPuzzle | None,
    following: ShelvedPuzzle | None,
    day: date | None = None,
) -> HTMLResponse:
    """Return the page of a puzzle; ``day`` is set if it is the puzzle of that day."""
    facts = [f"puzzle of {day_in_words(day)}, UTC"] if day else []
    if shelved is not None and shelved.level:
        facts.append(shelved.level)
    about: Document = {
        **_links(puzzle, shelved),
        "asks": {"code": puzzle.code} if shelved is None else {"puzzle": shelved.id},
        "start": puzzle_start(puzzle),
    }
    if shelved is None:
        about["unhelped"] = (
            "This puzzle is not on the shelf here, so there are no hints and no solution."
        )
    else:
        about |= {"puzzle": shelved.id, "proof": proof_in_words(shelved), "sort": _sort(shelved)}
        if day:
            about["day"] = day.isoformat()
    if following is not None:
        about["next"] = f"/puzzle/{following.id}"
    return _page(task_in_words(puzzle), facts, table, about, query, path)


def made_page(
    shelved: ShelvedPuzzle, table: Document, about: Document, query: Mapping[str, str], path: str
) -> HTMLResponse:
    """Return the page of a puzzle that was made here; ``about`` goes to the script."""
    told: Document = {
        **_links(shelved.puzzle, None),
        "asks": {},
        "start": puzzle_start(shelved.puzzle),
        "puzzle": shelved.id,
        "proof": proof_in_words(shelved),
        "sort": _sort(shelved),
        **about,
    }
    return _page(task_in_words(shelved.puzzle), [shelved.level], table, told, query, path)


def _links(puzzle: Puzzle, shelved: ShelvedPuzzle | None) -> Document:
    """Return the links of a puzzle: to share, print and change it, and the shortest for a phone."""
    query = urlencode({"code": puzzle.code})
    return {
        "share": f"/p?{query}",
        "paper": f"/print?{query}",
        "edit": f"/make?{query}",
        "opens": f"/p?{query}" if shelved is None else f"/puzzle/{shelved.id}",
    }


def lesson_page(
    number: int,
    head: str,
    says: str,
    table: Document,
    puzzle: Puzzle,
    path: str,
    *,
    following: str,
) -> HTMLResponse:
    """Return the page of one of the first steps, which says what it teaches."""
    about: Document = {
        "asks": {"code": puzzle.code},
        "start": puzzle_start(puzzle),
        "lesson": {"number": number, "says": says},
        "next": following,
        "following": "Next step" if following.startswith(path) else "Now the puzzles",
    }
    task = f"{head}: {task_in_words(puzzle).partition(': ')[2]}"
    return _page(task, [f"step {number}"], table, about, {}, f"{path}/{number}")


def _sort(shelved: ShelvedPuzzle) -> Document:
    """Return what progress is counted by; it is the same for every game."""
    goal = shelved.puzzle.goal
    sort = {"game": "solo", "kind": goal.kind, "goal": goal.id}
    if shelved.level:
        sort["level"] = shelved.level
    return sort if shelved.rating is None else {**sort, "rating": shelved.rating}


def proof_in_words(shelved: ShelvedPuzzle) -> str:
    """Return what was proved of a puzzle, for its player."""
    verdict = shelved.document["verdict"]
    if verdict["claim"] == "unique":
        return "One solution, proved twice."
    if "best" in verdict:
        return (
            f"Best possible: {worth_in_words(shelved.puzzle.goal, verdict['best'])}, proved twice."
        )
    return "It can be solved, proved twice."


def free_page(game: Game, seed: int, table: Document, query: Mapping[str, str]) -> HTMLResponse:
    """Return the page of a free game."""
    rules = game.start.rules
    facts = [f"{rules.colours} colours", f"{rules.meeples} meeples each", f"seed {seed}"]
    asks = {"seed": seed, "colours": rules.colours, "meeples": rules.meeples}
    about: Document = {"game": "solo", "asks": asks, "start": game_start(game.start, seed)}
    return _page("Free solo game", facts, table, about, query, FREE)


def _page(
    head: str,
    facts: list[str],
    table: Document,
    about: Document,
    query: Mapping[str, str],
    path: str,
) -> HTMLResponse:
    fixed = {name: query[name] for name in _KEPT if name in query}
    if path == FREE:
        fixed |= {name: str(value) for name, value in about["asks"].items()}
    given = urlencode({**fixed, **({"line": query["line"]} if query.get("line") else {})})
    return from_template(
        "play.html",
        title=head,
        head=head,
        facts=facts,
        here=_UP.get(path.rpartition("/")[0] or path, "/"),
        back="Back",
        plain=_plain(path, given, about),
        scripts=("play.js", "ahead.js", SCRIPT),
        styles=("free.css", "play.css"),
        table=table,
        about={
            **about,
            "path": path,
            "fixed": fixed,
            "line": query.get("line", ""),
            "pieces": address_of("pieces.svg"),
            "rules": address_of("solo.json"),
        },
    )


def _plain(path: str, query: str, about: Document) -> str:
    """Return the address of the same page for browsers without script."""
    if "lesson" in about:
        return f"{PLAIN}/p?{urlencode(about['asks'])}"
    if "table" in about:
        return f"{PLAIN}{about['share']}"
    if path.startswith(f"{DAILY}/"):
        return f"{PLAIN}/puzzle/{about['puzzle']}"
    return f"{PLAIN}{path}{'?' if query else ''}{query}"
