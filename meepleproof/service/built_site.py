"""The pages as files, for any web host: ``meepleproof site build``.

The routes that ``serve`` has are asked for every page and document that needs no server, and what
they answer is written. Addresses are written relative to each page, so the files may lie in
any folder of a host; a page ``/puzzle/ID`` is the file ``puzzle/ID.html``.
"""

from __future__ import annotations

import json
import re
import shutil
import tempfile
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from anyio.from_thread import start_blocking_portal
from starlette.applications import Starlette

from meepleproof.service.answering.answerer import answered
from meepleproof.service.answering.process import Answered, Asked
from meepleproof.service.built_cards import Sharing
from meepleproof.service.built_docs import INDEX
from meepleproof.service.built_engine import Engine
from meepleproof.service.daily import Days
from meepleproof.service.http.later import every_route
from meepleproof.service.pages.context import PageContext
from meepleproof.service.pages.days import FIRST_YEAR, LAST_YEAR
from meepleproof.service.pages.layout import ALLOWED, address_of, assets, rendered
from meepleproof.service.pages.puzzles import needs_engine, packed_address
from meepleproof.service.pages.routes import routes_in, standing_pages
from meepleproof.service.play.asked import puzzle_entry
from meepleproof.service.play.play import play_of, played_games
from meepleproof.service.shelf import Shelf, ShelvedPuzzle
from verifier.documents.canonical_json import canonical_bytes
from verifier.errors import Malformed

__all__ = ["build_site", "require_free"]

_MARK = "meepleproof-site.json"
"""A file that says whose packs are on the site, and so that it is one of ours."""
_CREDITS = ("id", "title", "version", "licence", "attribution")
_LICENCES = "engine/licences.txt"
_LINK = re.compile(r' (href|src|action)="(/[^"?#]*)([^"]*)"')
_NOWHERE = re.compile(r"<a\b[^>]* data-nowhere[^>]*>.*?</a>\s*", re.DOTALL)
_FILE = re.compile(r"\.[a-z]+$")
_PICTURES = re.compile(r' src="(/[^"]*\.svg)"')
_POLICY = ALLOWED.replace("; frame-ancestors 'none'", "")
"""What a page may load. A page cannot forbid by itself that others frame it; its host can."""
_CHARSET = '<meta charset="utf-8">'
_FOOT = "</p></footer>"
_DOCUMENTS = f' <a href="{INDEX}">The documents</a> say how all is played and made.'


def build_site(
    shelf: Shelf,
    folder: Path,
    *,
    force: bool = False,
    engine: Engine | None = None,
    sharing: Sharing | None = None,
    docs: Mapping[str, bytes] | None = None,
    tell: Callable[[], None],
) -> int:
    """Write the site of a shelf into a folder as a whole, and return how many files it has.

    With an ``engine`` it plays what else needs a server; with ``sharing`` messages show a picture
    of its links; ``docs`` are files by their addresses. ``tell`` is called after each puzzle. The
    same shelf gives the same bytes.

    :raises Malformed: if the folder is not empty and is not the site of an earlier build, which
        ``force`` replaces.
    """
    require_free(folder, force=force)
    folder.parent.mkdir(parents=True, exist_ok=True)
    made = Path(tempfile.mkdtemp(prefix=f".{folder.name}-", dir=folder.parent))
    try:
        made.chmod(0o755)
        # A loop of its own, as the caller may be within one.
        with start_blocking_portal() as portal:
            number = portal.call(_Site(shelf, made, engine, sharing, docs or {}, tell).write)
        # The older site goes when the new one has its place.
        before = made.with_name(f"{made.name}-before")
        if folder.exists():
            folder.rename(before)
        made.rename(folder)
        shutil.rmtree(before, ignore_errors=True)
    finally:
        with suppress(FileNotFoundError):
            shutil.rmtree(made)
    return number


def require_free(folder: Path, *, force: bool) -> None:
    """Check that a site may be written into a folder.

    :raises Malformed: if the folder has files that are not a site of ours, or has a site and
        ``force`` does not say to replace it.
    """
    if not folder.exists() or (folder.is_dir() and not any(folder.iterdir())):
        return
    if not folder.is_dir():
        raise Malformed("is a file; name a folder", where=str(folder))
    if not (folder / _MARK).is_file():
        raise Malformed("has files that are not a site of ours; name another", where=str(folder))
    if not force:
        raise Malformed("has a site already; --force replaces it", where=str(folder))


@dataclass
class _Site:
    shelf: Shelf
    folder: Path
    engine: Engine | None
    sharing: Sharing | None
    docs: Mapping[str, bytes]
    tell: Callable[[], None]

    async def write(self) -> int:
        """Write all files; return how many."""
        files = {} if self.engine is None else self.engine.files
        size = 0 if self.engine is None else self.engine.megabytes
        self.context = PageContext(
            self.shelf, Days(self.shelf), alone=True, engine=size, engine_files=tuple(files)
        )
        self.app = Starlette(routes=list(every_route(routes_in(self.context))))
        self.written = 0
        for name in assets():
            await self._copy(address_of(name))
        pages = [*standing_pages(self.context)]
        self.known = {*pages, "/", *([INDEX] if self.docs else [])}
        await self._documents()
        pictures = set[str]()
        for path in pages:
            pictures |= await self._page(path)
        for path in sorted(pictures):
            await self._copy(path)
        await self._puzzles()
        self._put("404.html", rendered("elsewhere.html"))
        await self._copy("/manifest.webmanifest")
        await self._copy("/sw.js")
        for path, content in (*files.items(), *self.docs.items()):
            self._put(path, content)
        if self.engine is not None:
            self._put(_LICENCES, self.engine.licences)
        packs = [{name: pack.head[name] for name in _CREDITS} for pack in self.shelf.packs]
        self._put(_MARK, json.dumps({"packs": packs}, indent=1) + "\n")
        return self.written

    async def _documents(self) -> None:
        for game in played_games():
            await self._copy(f"/list/{game}.json")
        for year in range(FIRST_YEAR, LAST_YEAR + 1):
            await self._copy(f"/days/{year}.json")

    async def _puzzles(self) -> None:
        every = self.shelf.readable()
        self.known |= {f"/puzzle/{one.id}" for one in every}
        # What the engine plays needs them, whichever puzzles there are.
        late = [file for played in played_games().values() for file in played.files if file.late]
        drawn = {address_of(file.name) for file in late if self.engine is not None}
        for one in every:
            own, play = f"/puzzle/{one.id}", play_of(one.kind)
            await self._page(own, one)
            await self._copy(f"{own}/board.svg")
            pieces = play.playing(one.packed).pieces
            if not pieces:
                await self._copy(f"{own}/tiles.svg")
            elif pieces not in assets():
                drawn.add(address_of(pieces))
            if play.has_answers(one.packed):
                await self._copy(f"{own}/answers")
            if self.engine is not None and needs_engine(one.packed):
                self._put(packed_address(one.id), self._entry(one))
            self.tell()
        for path in sorted(drawn):
            await self._copy(path)

    def _entry(self, one: ShelvedPuzzle) -> bytes:
        """Return what the engine needs of a puzzle."""
        pack = self.shelf.pack(one.pack)
        assert pack is not None  # noqa: S101 - the puzzle is from it
        return canonical_bytes(puzzle_entry(pack.head, one.packed))

    async def _page(self, path: str, puzzle: ShelvedPuzzle | None = None) -> set[str]:
        """Write a page, of a puzzle or another, and return the pictures on it."""
        text = (await self._ask(path)).body.decode()
        name = f"{path[1:] or 'index'}.html"
        page = self.relative(text, name.count("/"))
        if self.sharing is not None:
            picture = None if puzzle is None else self._card(puzzle, self.sharing)
            page = self.sharing.on(page, name.removesuffix("index.html"), picture)
        self._put(name, page)
        return {found.partition("?")[0] for found in _PICTURES.findall(text)}

    def _card(self, one: ShelvedPuzzle, sharing: Sharing) -> str:
        """Return the name of the picture that messages show of a puzzle, which is made once."""
        name = sharing.name_of(one)
        if not self._file(name).exists():
            self._put(name, sharing.picture(one))
        return name

    def relative(self, text: str, depth: int) -> str:
        """Return a page with addresses relative to it; links that need a server are left out."""
        root = "../" * depth or "./"

        def placed(found: re.Match[str]) -> str:
            attribute, path, rest = found.groups()
            if path == "/" or _FILE.search(path):
                return f' {attribute}="{root}{path[1:]}{rest}"'
            if path in self.known:
                return f' {attribute}="{root}{path[1:]}.html{rest}"'
            return " data-nowhere"

        policy = f'{_CHARSET}\n<meta http-equiv="content-security-policy" content="{_POLICY}">'
        marked = text.replace("<html ", f"<html {self._marks()} ", 1).replace(_CHARSET, policy, 1)
        if self.docs:
            marked = marked.replace(_FOOT, f"{_DOCUMENTS}{_FOOT}")
        return _NOWHERE.sub("", _LINK.sub(placed, marked))

    def _marks(self) -> str:
        """Return what the first line of a page says of the site."""
        if self.engine is None:
            return "data-alone"
        return (
            f'data-alone data-engine="{self.engine.runtime}" '
            f'data-modules="{self.engine.modules}" data-megabytes="{self.engine.megabytes}" '
            f'data-fetched="{self.engine.fetched}"'
        )

    async def _copy(self, path: str) -> None:
        self._put(path[1:], (await self._ask(path)).body)

    async def _ask(self, path: str) -> Answered:
        found = await answered(self.app, Asked(name="site", method="GET", path=path))
        if found.status != 200:  # noqa: PLR2004 - HTTP's own number
            raise Malformed(f"{path} answers {found.status}", where="site")
        return found

    def _file(self, path: str) -> Path:
        return self.folder / path.removeprefix("/")

    def _put(self, name: str, content: str | bytes) -> None:
        file = self._file(name)
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(content.encode() if isinstance(content, str) else content)
        self.written += 1
