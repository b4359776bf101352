"""``meepleproof find``: list the puzzles that fit a wish."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from generator.collection.folder import HeldPack, HeldPuzzle, PackFolder, open_folders
from generator.collection.index import Index, PuzzleFilter, goal_id
from generator.grade import LEVELS, LEVELS_FOR_LENGTH
from generator.kinds import form_of
from generator.levels import level_of
from generator.listed import game_of_kind, listed_kinds
from meepleproof.cli.console import emit_json
from meepleproof.cli.examples import examples
from meepleproof.cli.helping import Sectioned
from meepleproof.cli.printing import echo
from meepleproof.rendering.view import view_of
from verifier.documents.data import pack_folders
from verifier.errors import Malformed
from verifier.games import GAMES
from verifier.verdict import EXIT_CODES
from verifier.wording import listed

__all__ = ["command"]

_MOST = 100


@click.command(
    cls=Sectioned,
    sections={
        "What a puzzle asks": ("game", "kind", "goal", "tiles"),
        "How hard it is": ("level", "level_for_length", "rating_from", "rating_to", "decoys"),
        "What it needs": ("theme", "needs"),
        "Where it is": ("packs", "pack"),
    },
    epilog=examples(
        "find --level hard --needs order",
        "find --goal city-16 --theme joining --limit 3",
        "find --kind whose-farm --json",
    ),
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
    some = [_held(folders, identity) for _, identity in list(found)[:limit]]
    if as_json:
        emit_json({"puzzles": [held.document for _, held in some], "total": len(found)})
    else:
        for pack, held in some:
            echo(_line(pack, held))
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


def _held(folders: list[PackFolder], identity: str) -> tuple[HeldPack, HeldPuzzle]:
    """Return a puzzle of the folders and its pack."""
    folder, puzzle = next(
        (folder, one) for folder in folders if (one := folder.puzzle(identity)) is not None
    )
    return next(pack for pack in folder.packs if pack.id == puzzle.pack), puzzle


def _line(pack: HeldPack, held: HeldPuzzle) -> str:
    """Return a puzzle with its level, its goal or kind, what it asks in words, and its ideas."""
    document, kind = held.document, held.kind
    rating = document.get("difficulty", {}).get("rating")
    level, rated = ("-", "-") if rating is None else (level_of(kind, rating), rating)
    of = goal_id(document) or f"{game_of_kind(kind)} {kind}"
    ideas = [*(f"needs {rule}" for rule in document.get("needs", ())), *document.get("themes", ())]
    said = f" [{', '.join(ideas)}]" if ideas else ""
    return f"{document['id']}  {level:6}  {rated:>5}  {of}  {_in_words(pack, held)}{said}"


def _in_words(pack: HeldPack, held: HeldPuzzle) -> str:
    """Return what a puzzle asks."""
    where = repr(str(pack.path))
    form = form_of(pack.head, where)
    packed = form.packed(
        held.document,
        held.solution,
        where,
        kind=held.kind,
        beside=form.beside(pack.head, where),
    )
    return view_of(held.kind).question(packed)
