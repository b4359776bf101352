"""``meepleproof find``: list the puzzles that fit a wish."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from generator.collection.folder import PackFolder, open_folders
from generator.collection.index import Index, PuzzleFilter, goal_id
from generator.grade import LEVELS, LEVELS_FOR_LENGTH
from generator.levels import level_of
from generator.listed import game_of_kind, listed_kinds
from meepleproof.cli.console import emit_json
from meepleproof.cli.examples import examples
from meepleproof.cli.printing import echo
from verifier.documents.data import pack_folders
from verifier.documents.strict_json import Document
from verifier.errors import Malformed
from verifier.games import GAMES
from verifier.verdict import EXIT_CODES
from verifier.wording import listed

__all__ = ["command"]

_MOST = 100


@click.command(
    epilog=examples(
        "find --level hard --needs order",
        "find --goal city-16 --theme joining --limit 3",
        "find --kind whose-farm --json",
    )
)
@click.option("--packs", metavar="DIR", multiple=True, help="Packs instead of those that ship.")
@click.option("--game", type=click.Choice(list(GAMES)), help="Of that game.")
@click.option(
    "--kind",
    type=click.Choice([kind.name for kind in listed_kinds()]),
    metavar="KIND",
    help="Of that kind: goal, whose-farm and others, see 'generate'.",
)
@click.option("--goal", metavar="GOAL", help="A goal of the checklist, or your own.")
@click.option("--tiles", type=click.IntRange(1), help="Number of tiles to place.")
@click.option("--level", type=click.Choice(LEVELS), help="Of that level, by their rating.")
@click.option(
    "--level-for-length",
    type=click.Choice(LEVELS_FOR_LENGTH),
    help="Of that level among those with as many tiles.",
)
@click.option("--rating-from", type=click.IntRange(0), help="The lowest rating.")
@click.option("--rating-to", type=click.IntRange(0), help="The highest rating.")
@click.option("--theme", metavar="THEME", help="With that idea.")
@click.option("--needs", metavar="RULE", help="A rule that they need.")
@click.option(
    "--decoys", type=click.IntRange(0, 99), help="The fewest first placements that nearly work."
)
@click.option("--pack", metavar="ID", help="Of that pack.")
@click.option("--limit", type=click.IntRange(1, _MOST), default=20, show_default=True)
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def command(*, packs: tuple[str, ...], limit: int, as_json: bool, **wanted: Any) -> int:
    """List the puzzles that fit a wish, by rating: those that ship, or those of your packs.

    'meepleproof show ID' draws one that ships. A folder with very many puzzles is read faster with
    an index, which 'pack index' makes. The exit code is 1 if no puzzle fits.
    """
    folders = open_folders([Path(one) for one in packs] or pack_folders(), checked=not packs)
    index = Index.joined([folder.index for folder in folders])
    _require_known(index, wanted)
    found = index.matching(PuzzleFilter(**wanted))
    some = [_document(folders, identity) for _, identity in list(found)[:limit]]
    if as_json:
        emit_json({"puzzles": [document for _, document in some], "total": len(found)})
    else:
        for kind, document in some:
            echo(_line(kind, document))
        echo(f"{len(some)} of {len(found)} that fit, of {len(index)}", err=True)
    return EXIT_CODES["holds" if found else "violated"]


def _require_known(index: Index, wanted: dict[str, Any]) -> None:
    """Refuse what no puzzle there has.

    :raises Malformed: if no puzzle has such a goal, theme, rule or pack.
    """
    for name in ("goal", "theme", "needs", "pack"):
        known = index.values(name)
        if wanted[name] is not None and wanted[name] not in known:
            there = listed(known) if known else "none"
            message = f"no puzzle here has the {name} {wanted[name]!r}; there are {there}"
            raise Malformed(message, where=f"--{name}")


def _document(folders: list[PackFolder], identity: str) -> tuple[str, Document]:
    held = next(one for folder in folders if (one := folder.puzzle(identity)) is not None)
    return held.kind, held.document


def _line(kind: str, document: Document) -> str:
    rating = document.get("difficulty", {}).get("rating")
    level, rated = ("-", "-") if rating is None else (level_of(kind, rating), rating)
    ideas = [*(f"needs {rule}" for rule in document.get("needs", ())), *document.get("themes", ())]
    goal = goal_id(document)
    of = goal or f"{game_of_kind(kind)} {kind}"
    return f"{document['id']}  {level:6}  {rated:>5}  {of}  {', '.join(ideas)}"
