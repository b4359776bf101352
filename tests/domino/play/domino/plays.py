"""How puzzles of dominoes are played: a question for each number of pips."""

from __future__ import annotations

from collections.abc import Sequence

from generator.pack import Packed
from meepleproof.service.play.play import Play, Playing
from tests.domino.game import Position
from verifier.documents.strict_json import Document
from verifier.errors import Malformed

_PIPS = 7


class DominoPlay(Play[Position]):
    """A line is said for each number from 0 to 6 whether it can end so: ``yes*no*...``."""

    request = "domino-attempt-request"

    def attempt(self, packed: Packed[Position], request: Document) -> Document:
        solved = request["ends"] == (packed.solution or {})["ends"]
        return {"solved": solved, "sentence": "These are all." if solved else "Not so."}

    def task(self, packed: Packed[Position]) -> str:
        return "In which numbers can the line end?"

    def table(self, packed: Packed[Position], line: str, *, exactly: bool = False) -> Document:
        tile = packed.puzzle.line[-1]
        document: Document = {
            "game": "domino",
            "line": line,
            "turns": int(bool(line)),
            "pieces": [{"art": "domino", "at": [0, 0], "says": f"{tile[0]} and {tile[1]}"}],
            "players": [],
            "moves": [],
            "path": [],
            "quiz": {"frames": [], "questions": [_question(number) for number in range(_PIPS)]},
        }
        if line:
            document |= self._ended(packed, _ends(line.split("*")))
        return document

    def _ended(self, packed: Packed[Position], ends: list[int]) -> Document:
        judged = self.attempt(packed, {"ends": ends})
        kind = "solved" if judged["solved"] else "missed"
        return {"end": {"kind": kind, "head": kind.capitalize(), "says": judged["sentence"]}}

    def playing(self, packed: Packed[Position]) -> Playing:
        return Playing(
            styles=("free.css", "play.css"),
            proof="One answer: two independent programs proved it.",
            sort={"kind": packed.kind, "goal": packed.kind},
        )

    def thumbnail(self, packed: Packed[Position]) -> str:
        text = f'<text y="12">{packed.puzzle.code}</text>'
        return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 400 16">{text}</svg>'

    def pieces(self, packed: Packed[Position]) -> str:
        symbol = (
            '<symbol id="domino" viewBox="0 0 100 100"><rect width="100" height="50"/></symbol>'
        )
        return f'<svg xmlns="http://www.w3.org/2000/svg">{symbol}</svg>'


def _question(number: int) -> Document:
    options = [{"value": word, "says": word} for word in ("yes", "no")]
    return {"short": str(number), "ask": f"Can it end in {number}?", "options": options}


def _ends(words: Sequence[str]) -> list[int]:
    if len(words) != _PIPS or not set(words) <= {"yes", "no"}:
        raise Malformed("say yes or no for each number", where="line")
    return [number for number, word in enumerate(words) if word == "yes"]


PLAYS = {"domino-pack": DominoPlay()}
