"""Packs of puzzles for goals: their documents, and how the puzzles of a planned pack are chosen."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from importlib import metadata
from typing import Any

from generator.grade import Grade
from generator.pack import Packed, PackForm, Selection, provenance, require_stated
from generator.solo.curation import chosen_before, select
from generator.solo.pipeline import Difficulty, ProvedPuzzle
from generator.solo.proving import Proof, Report
from generator.solo.tries import try_document
from generator.solo.wanted import start_words
from verifier import __version__
from verifier.carcassonne.solo.codec import (
    goal_from_json,
    goal_to_json,
    position_from_json,
    position_to_json,
    rules_to_json,
)
from verifier.carcassonne.solo.faults import require_valid
from verifier.carcassonne.solo.notation import line_text, parse_line
from verifier.carcassonne.solo.puzzle import CONTRACT, Contract, Puzzle, parse_code
from verifier.carcassonne.solo.rule_set import SOLO, RuleSet
from verifier.carcassonne.solo.turn import Turn
from verifier.documents.strict_json import Document
from verifier.documents.validation import validate


class PackedPuzzle(Packed[Puzzle]):
    """A puzzle of a pack; its line and game are None if its solution was not read."""

    @property
    def line(self) -> tuple[Turn, ...] | None:
        """The turns of the solution."""
        return None if self.solution is None else parse_line(self.solution["line"])

    @property
    def game(self) -> tuple[Turn, ...] | None:
        """The turns of a game that leads to the position."""
        return None if self.solution is None else parse_line(self.solution["game"])

    @property
    def contract(self) -> Contract:
        """The contract by which its solutions are counted; packs of form 1 do not state it."""
        return contract_of(self.document)


RULES = ("colours", "meeples", "boxes", "large")
"""What a pack or a wish says of the rules that its puzzles are played by."""


def rules_asked(options: Mapping[str, Any]) -> RuleSet:
    """Return the rules for which options ask: colours, meeples, other boxes, and large meeples.

    :raises Illegal: for a number of colours or meeples that the rules do not allow.
    :raises Malformed: for a box that there is not.

    >>> rules_asked({"boxes": "ic river"}).sheets
    ('base', 'river', 'ic')
    """
    boxes, large = words_asked(options.get("boxes") or ()), options.get("large", False)
    colours = options.get("colours", SOLO.colours)
    return RuleSet(colours, options.get("meeples", SOLO.meeples), boxes, large)


def words_asked(given: str | Sequence[str]) -> tuple[str, ...]:
    """Return words, which options have as one text and plans as a list.

    >>> words_asked("ic river"), words_asked(["ic"])
    (('ic', 'river'), ('ic',))
    """
    return tuple(given.split() if isinstance(given, str) else given)


def ideas_of(document: Document) -> int:
    """Return the number of the list of ideas that a puzzle or the plan of a pack knows."""
    return int(document.get("ideas", 1))


def contract_of(document: Document) -> Contract:
    """Return the contract by which the solutions of a puzzle document are counted."""
    contract: Contract = document["verdict"].get("contract", 1)
    return contract


class GoalPacks(PackForm[Puzzle]):
    """Packs of puzzles for goals of the Solo Variant.

    Form 1 has no puzzles but those of contract 1, without tries; form 2 may have any.
    """

    name, puzzle, solutions, plan = "pack", "puzzle", "solutions", "plan"
    shared = ("rules", "tileset", "licence", "attribution")

    def number(self, options: Mapping[str, Any]) -> int:
        """Return the number of the form, which is the contract of its puzzles."""
        return int(options.get("contract", CONTRACT))

    def entries(
        self,
        puzzles: Sequence[Packed[Puzzle]],
        options: Mapping[str, Any],
        seed: int,
        parameters: Document,
    ) -> Document:
        """Return tile set, rules and provenance, with the version of the model's solver."""
        model = f"{__version__}, ortools {metadata.version('ortools')}"
        rules = rules_asked(options)
        return {
            "tileset": "+".join(rules.sheets),
            "rules": rules_to_json(rules),
            "provenance": provenance(seed, parameters, model=model),
        }

    def packed(
        self,
        document: Document,
        solution: Document | None,
        where: str,
        *,
        kind: str = "",
        beside: Any = None,
    ) -> PackedPuzzle:
        """Return the puzzle of a document whose form has been checked."""
        goal = goal_from_json(document["goal"], f"{where}/goal")
        position = position_from_json(document["position"], f"{where}/position")
        require_valid(position)
        puzzle = Puzzle(goal, position)
        actual = {"id": puzzle.id, "code": puzzle.code, "tiles": puzzle.tiles}
        require_stated(document, actual, "its position and goal give", where)
        return PackedPuzzle("goal", puzzle, document, solution)

    def is_code(self, text: str) -> bool:
        """Return whether a text writes a puzzle, and not a position alone."""
        return text.startswith("s") and "~g." in text

    def of_code(self, code: str) -> PackedPuzzle:
        """Return the puzzle that a code writes."""
        puzzle = parse_code(code)
        return PackedPuzzle("goal", puzzle, {})

    def require_valid(self, puzzle: Puzzle) -> None:
        """Do nothing if the position has no faults."""
        require_valid(puzzle.position)

    def is_alone(self, document: Any) -> bool:
        """Return whether a document has a goal."""
        return isinstance(document, dict) and "goal" in document and "turns" not in document

    # --- planning

    def planned_kind(self, pack: Document) -> str:
        """Return the only kind of these packs."""
        return "goal"

    def pool(self, pack: Document) -> int:
        """Return how many puzzles to make for each wish."""
        return int(pack["count"])

    def planned(self, pack: Document) -> tuple[Mapping[str, Any], ...]:
        """Return the options of each wish."""
        shared = {"contract": pack.get("contract", CONTRACT), "ideas": ideas_of(pack)}
        rules = {name: pack[name] for name in RULES if name in pack}
        return tuple({**_options_of(wish), **shared, **rules} for wish in pack["wishes"])

    def planned_parameters(self, pack: Document) -> Document:
        """Return the wishes as words, which tell runs of other plans apart, and the numbers."""
        wishes = " ".join("/".join(_words_of(wish)) for wish in pack["wishes"])
        boxes = {"boxes": " ".join(pack["boxes"])} if "boxes" in pack else {}
        large = {"large": "yes"} if pack.get("large") else {}
        numbers = {name: pack[name] for name in ("count", "per_level", "candidates")}
        return {"wishes": wishes, **numbers, **boxes, **large}

    def journalled(self, pack: Document) -> Document:
        """Return the parameters of a journal, which say the contract and the ideas, too."""
        contract = {"contract": pack.get("contract", CONTRACT)}
        return {**super().journalled(pack), **contract, **stated_ideas(ideas_of(pack))}

    def chosen_before(self, pack: Document, plan: Document) -> tuple[str, ...]:
        """Return the packs before it, if the plan is of a set chosen together."""
        ids = [one["id"] for one in plan["packs"]]
        is_free = "most_of_skeleton" in plan and "pinned" not in pack
        return tuple(ids[: ids.index(pack["id"])]) if is_free else ()

    def select(
        self,
        pool: Sequence[Sequence[Packed[Puzzle]]],
        pack: Document,
        plan: Document,
        *,
        before: Sequence[Packed[Puzzle]],
        side: Mapping[str, str],
    ) -> Selection:
        """Return so many puzzles of each level, no two alike."""
        chosen = chosen_before(before, plan.get("most_of_skeleton", 0))
        return select(pool, pack["per_level"], chosen)


GOAL_PACKS = GoalPacks()


def read_pack(
    document: Document, where: str, solutions: Document | None = None
) -> tuple[PackedPuzzle, ...]:
    """Return the puzzles of a pack, see :meth:`generator.pack.PackForm.read`."""
    packed = GOAL_PACKS.read(document, where, solutions)
    return tuple(one for one in packed if isinstance(one, PackedPuzzle))


def read_puzzle(document: Document, where: str) -> Puzzle:
    """Return the puzzle of a puzzle document.

    :raises Malformed: if it does not have that form, or contradicts itself.
    :raises Illegal: if its position has faults.
    """
    validate("puzzle", document, where)
    return GOAL_PACKS.packed(document, None, where).puzzle


def _options_of(wish: Document) -> Document:
    """Return a wish of a plan as ``generate`` takes it: its level is that for the length."""
    return {_OPTIONS.get(name, name): value for name, value in wish.items()}


_OPTIONS = {"level": "level_for_length"}


def _words_of(wish: Document) -> Iterator[str]:
    goal = wish["goal"]
    yield goal if isinstance(goal, str) else json.dumps(goal, sort_keys=True)
    yield str(wish["tiles"])
    if wish.get("by_order"):
        yield "order"
    yield from (f"needs-{name}" for name in wish.get("needs", ()))
    if wish.get("early"):
        yield "early"
    if wish.get("mid_game"):
        yield "mid-game"
    if "level" in wish:
        yield f"level-{wish['level']}"
    for name in ("rating_from", "rating_to"):
        if name in wish:
            yield f"{name}-{wish[name]}".replace("_", "-")
    yield from (f"theme-{name}" for name in wish.get("themes", ()))
    yield from (f"without-{name}" for name in wish.get("without_themes", ()))
    yield from start_words(wish)
    if "decoys" in wish:
        yield f"decoys-{wish['decoys']}"


# --- what a pack states of a puzzle that was proved


def packed_of(proved: ProvedPuzzle) -> PackedPuzzle:
    """Return a proved puzzle as a pack has it."""
    return PackedPuzzle("goal", proved.puzzle, puzzle_document(proved), solution_document(proved))


def solution_document(proved: ProvedPuzzle) -> Document:
    """Return a solution, the game that leads to its puzzle, and the other ways to play it."""
    document: Document = {"line": line_text(proved.line), "game": line_text(proved.game)}
    if proved.also:
        document["also"] = [line_text(way) for way in proved.also]
    if proved.tries:
        document["tries"] = [try_document(one) for one in proved.tries]
    return document


def puzzle_document(proved: ProvedPuzzle) -> Document:
    """Return the document of one puzzle, with its verdict and difficulty."""
    return {
        "id": proved.puzzle.id,
        "code": proved.puzzle.code,
        "goal": goal_to_json(proved.puzzle.goal),
        "tiles": proved.puzzle.tiles,
        "position": position_to_json(proved.puzzle.position),
        "verdict": _verdict_document(proved.proof),
        "difficulty": difficulty_document(proved.difficulty),
        "themes": list(proved.difficulty.themes),
        "needs": list(proved.needs),
        "decoys": proved.decoys,
        "source": {"seed": proved.seed, "candidate": proved.candidate},
        **stated_ideas(proved.ideas),
    }


def stated_ideas(ideas: int) -> Document:
    """Return how a document states the list of ideas that it knows; the first is not stated."""
    return {} if ideas == 1 else {"ideas": ideas}


def difficulty_document(grade: Difficulty | Grade) -> Document:
    """Return the difficulty of a puzzle as a pack holds it; the themes are not part of it."""
    return {
        "level": grade.level_for_length,
        "technique": grade.technique,
        "rating": grade.rating,
    }


def _verdict_document(proof: Proof) -> Document:
    claim: Document = {"claim": "unique", "answer": "holds", "solutions": 1, "shorter": 0}
    if proof.contract != 1:
        claim["contract"] = proof.contract
    if proof.best is not None:
        claim = {"claim": "reachable", "answer": "holds", "best": proof.best}
    return {**claim, "keys": [_report_document(report) for report in proof.reports]}


def _report_document(report: Report) -> Document:
    return {
        "name": report.name,
        "version": report.version,
        "parameters": dict(report.parameters),
        "work": dict(report.work),
    }
