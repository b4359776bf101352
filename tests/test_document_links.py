"""Links in the documents lead to a file that is there, and to a heading in it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PAGES = [
    *(ROOT / name for name in ("README.md", "CONTRIBUTING.md", "SECURITY.md")),
    *sorted((ROOT / "docs").rglob("*.md")),
]
_LINK = re.compile(r"\]\(([^)\s]+)\)")
_BLOCK = re.compile(r"^```.*?^```$", re.MULTILINE | re.DOTALL)


def anchors(text: str) -> set[str]:
    """Return what links can name of a page: its headings, as GitHub writes them.

    >>> sorted(anchors("# A turn, and back" + chr(10) + "## `turns`: all"))
    ['a-turn-and-back', 'turns-all']
    """
    headings = re.findall(r"^#+ (.+)$", _BLOCK.sub("", text), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


def broken(page: Path, text: str) -> list[str]:
    """Return the links of a page that lead nowhere in the repository."""
    links = [link for link in _LINK.findall(_BLOCK.sub("", text)) if "://" not in link]
    return [link for link in links if not _leads_somewhere(page, link)]


def _leads_somewhere(page: Path, link: str) -> bool:
    name, _, anchor = link.partition("#")
    target = page.parent / name if name else page
    if not anchor:
        return target.exists()
    return target.is_file() and anchor in anchors(target.read_text("utf-8"))


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_links_lead_somewhere(page: Path) -> None:
    assert [] == broken(page, page.read_text("utf-8"))


def test_a_link_to_nothing_is_found() -> None:
    text = "[a](README.md) [b](gone.md) [c](README.md#documents) [d](README.md#gone)"
    assert ["gone.md", "README.md#gone"] == broken(ROOT / "docs" / "page.md", text)


def test_every_document_is_listed() -> None:
    listed = (ROOT / "docs" / "README.md").read_text("utf-8")
    pages = {page.relative_to(ROOT / "docs") for page in (ROOT / "docs").rglob("*.md")}
    assert [] == [page for page in pages - {Path("README.md")} if f"({page})" not in listed]
