"""``make docs``: the documents as a site, by Sphinx, into build/docs.

Sphinx reads a copy of docs/ in which its index has the pages on a menu, and pages that lie
elsewhere, such as the changelog, stand beside the others. Files that pages link to are copied, too;
of links to folders the words stay. A link to nothing, like any other warning, ends with an error.
"""

from __future__ import annotations

import os
import re
import shutil
import sys
from pathlib import Path

import click
from sphinx.cmd.build import build_main

__all__ = ["build", "laid_out", "menu"]

ROOT = Path(__file__).parent.parent
DOCS = ROOT / "docs"
FOLDER = ROOT / "build" / "docs"
ELSEWHERE = {
    "CHANGELOG.md": "changelog.md",
    "CONTRIBUTING.md": "contributing.md",
    "SECURITY.md": "security.md",
    "verifier/carcassonne/solo/conformance/README.md": "suite.md",
}
"""Pages outside docs/, by the names that they have on the site."""
UNUSED = (
    ".buildinfo",
    "_sources",
    *(f"_static/{name}.css" for name in ("basic", "pygments")),
    *(f"_static/{name}.js" for name in ("base-stemmer", "english-stemmer")),
    *(f"_static/{name}.png" for name in ("file", "minus", "plus")),
)
"""What Sphinx writes and no page of ours loads."""

_LINK = re.compile(r"\[([^\[\]]*)\]\(([^)\s]+)\)")
_SECTION = re.compile(r"^## (.+)$", re.MULTILINE)
_LISTED = re.compile(r"^\| \[([^\]]+)\]\(([^)#]+\.md)\)", re.MULTILINE)
_FENCED = re.compile(r"(^```.*?^```$)", re.MULTILINE | re.DOTALL)


def build(folder: Path, work: Path) -> None:
    """Write the site into a folder, which is emptied before; ``work`` is for what Sphinx reads.

    :raises SystemExit: if Sphinx has anything to complain of, which it says by itself.
    """
    for one in (folder, work):
        shutil.rmtree(one, ignore_errors=True)
    for name, content in laid_out().items():
        file = work / "pages" / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(content)
    given = ["-q", "-W", "--keep-going", "-c", str(DOCS / "sphinx"), "-d", str(work / "read")]
    if failed := build_main([*given, str(work / "pages"), str(folder)]):
        sys.exit(failed)
    for name in UNUSED:
        one = folder / name
        if one.is_dir():
            shutil.rmtree(one)
        else:
            one.unlink()


def laid_out() -> dict[str, bytes]:
    """Return the files that Sphinx reads, by their names."""
    pages = _pages()
    found: dict[str, bytes] = {}
    for path, name in pages.items():
        text = (ROOT / path).read_text("utf-8")
        parts = _FENCED.split(text)
        files: set[str] = set()
        parts[1::2] = [part.replace("\n\n```", "\n```") for part in parts[1::2]]
        parts[::2] = [_placed(part, path, pages, files) for part in parts[::2]]
        found |= {_file_name(file): (ROOT / file).read_bytes() for file in files}
        found[name] = "".join(parts).encode()
    found["index.md"] += menu((DOCS / "README.md").read_text("utf-8")).encode()
    return found


def menu(text: str) -> str:
    """Return the menu that the tables of an index make, as Sphinx reads it."""
    pieces = _SECTION.split(text)
    menus = []
    for title, part in zip(pieces[1::2], pieces[2::2], strict=True):
        pages = [
            f"{words[0].upper()}{words[1:]} <{_site_name(path)[:-3]}>\n"
            for words, path in _LISTED.findall(part)
        ]
        menus.append(f"\n```{{toctree}}\n:caption: {title}\n:hidden:\n\n{''.join(pages)}```\n")
    return "".join(menus)


def _pages() -> dict[str, str]:
    """Return the pages by their paths in the repository, with their names on the site."""
    inside = (str(page.relative_to(ROOT)) for page in sorted(DOCS.rglob("*.md")))
    return {path: _site_name(path.removeprefix("docs/")) for path in inside} | ELSEWHERE


def _site_name(path: str) -> str:
    if path == "README.md":
        return "index.md"
    return ELSEWHERE.get(path.removeprefix("../"), path)


def _file_name(path: str) -> str:
    """Return where a file that is no page lies for Sphinx."""
    return path.removeprefix("docs/") if path.startswith("docs/") else f"files/{path}"


def _placed(text: str, page: str, pages: dict[str, str], files: set[str]) -> str:
    """Return a part of a page with its links as they are on the site; note the files they need."""
    here = Path(pages[page]).parent

    def link(found: re.Match[str]) -> str:
        words, (name, mark, anchor) = found[1], found[2].partition("#")
        if "://" in name or not name:
            return found[0]
        path = os.path.relpath((ROOT / page).parent / name, ROOT)
        if path in pages:
            target = pages[path]
        elif (ROOT / path).is_file():
            files.add(path)
            target = _file_name(path)
        elif (ROOT / path).is_dir():
            return words
        else:
            return found[0]  # Sphinx says that it is not there
        return f"[{words}]({os.path.relpath(target, here)}{mark}{anchor})"

    return _LINK.sub(link, text)


def main() -> None:
    """Build the site and say where it is."""
    build(FOLDER, ROOT / "build" / "docs-work")
    size = sum(file.stat().st_size for file in FOLDER.rglob("*") if file.is_file())
    number = len([*FOLDER.rglob("*.html")])
    click.echo(f"Wrote {number} pages, {size / 1e6:.1f} MB, into {FOLDER.relative_to(ROOT)}.")


if __name__ == "__main__":
    main()
