"""The site of the documents: what Sphinx reads, what its pages may load, its place on the site."""

from __future__ import annotations

import re
from pathlib import Path
from urllib.parse import unquote

import pytest

import meepleproof
from meepleproof.service.built_docs import read_docs
from meepleproof.service.built_site import build_site
from meepleproof.service.pages.layout import ALLOWED
from meepleproof.service.shelf import open_shelf
from tests.console_output import run_command
from tests.docs_site import ELSEWHERE, build, laid_out, menu
from tests.test_site import packs_in
from verifier.errors import Malformed

ROOT = Path(__file__).parent.parent
LAYOUT = (ROOT / "docs" / "sphinx" / "layout.html").read_text("utf-8")
PAGE = f"<html>{LAYOUT[LAYOUT.index('<meta http-equiv') :].splitlines()[0]}<!-- site --></html>"
"""As little of a page as has a policy, and room for the way to the puzzles."""


def test_the_index_is_the_menu() -> None:
    text = "# All\n\n## Players\n\n| page | for |\n| --- | --- |\n| [the page](page.md) | play |\n"
    made = "\n```{toctree}\n:caption: Players\n:hidden:\n\nThe page <page>\n```\n"
    assert made == menu(text)


def test_every_page_is_laid_out_and_on_the_menu() -> None:
    files = laid_out()
    pages = {str(page.relative_to(ROOT / "docs")) for page in (ROOT / "docs").rglob("*.md")}
    pages = (pages - {"README.md"}) | {"index.md", *ELSEWHERE.values()}
    assert pages == {name for name in files if name.endswith(".md")}
    on_menu = re.findall(r"^.+ <(.+)>$", files["index.md"].decode(), re.MULTILINE)
    assert sorted(pages - {"index.md"}) == sorted(f"{name}.md" for name in on_menu)


def test_links_lead_to_where_pages_and_files_lie_on_the_site() -> None:
    files = laid_out()
    assert b"](security.md)" in files["index.md"]
    assert b"](index.md)" in files["contributing.md"]
    assert b"](../conformance.md)" in files["development/wrong-engines.md"]
    schema = "files/schemas/house-certificate.schema.json"
    assert f"]({schema})".encode() in files["endgame-certificates.md"]
    assert (ROOT / schema.removeprefix("files/")).read_bytes() == files[schema]
    assert b"](../schemas)" not in files["packs.md"]


def test_pages_may_load_nothing_that_those_of_the_site_may_not() -> None:
    found = re.search(r'content-security-policy" content="([^"]+)"', LAYOUT)
    assert found is not None
    assert set(found[1].split("; ")) <= set(ALLOWED.split("; "))


def test_the_reference_has_every_name_of_the_library() -> None:
    text = (ROOT / "docs" / "reference.md").read_text("utf-8")
    names = set(re.findall(r":: meepleproof\.(\w+)", text))
    assert {*meepleproof.__all__} - {"__version__"} == names


def test_a_site_has_the_documents_and_leads_to_them(tmp_path: Path) -> None:
    docs = tmp_path / "docs"
    (docs / "development").mkdir(parents=True)
    (docs / "index.html").write_text(PAGE, "utf-8")
    (docs / "development" / "kernel.html").write_text(PAGE, "utf-8")
    (docs / "docs.css").write_bytes(b"a { }")
    shelf, site = open_shelf([packs_in(tmp_path / "packs", "checklist")]), tmp_path / "site"
    build_site(shelf, site, docs=read_docs(docs), tell=lambda: None)
    assert '<a href="../index.html">Play</a>' in (site / "docs" / "index.html").read_text("utf-8")
    below = (site / "docs" / "development" / "kernel.html").read_text("utf-8")
    assert '<a href="../../index.html">Play</a>' in below
    assert b"a { }" == (site / "docs" / "docs.css").read_bytes()
    assert '<a href="./docs/index.html">' in (site / "index.html").read_text("utf-8")
    assert '<a href="../docs/index.html">' in (site / "house" / "calendar.html").read_text("utf-8")


def test_a_site_without_documents_does_not_lead_to_them(tmp_path: Path) -> None:
    shelf = open_shelf([packs_in(tmp_path / "packs", "checklist")])
    build_site(shelf, tmp_path / "site", tell=lambda: None)
    assert "docs/index" not in (tmp_path / "site" / "index.html").read_text("utf-8")


def test_a_folder_without_documents_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "none").mkdir()
    words = ("site", "build", str(tmp_path / "a"), "--docs", str(tmp_path / "none"))
    code, _, err = run_command(capsys, *words)
    assert (3, "has no documents; 'make docs' writes them" in err) == (code, True)
    assert not (tmp_path / "a").exists()


def test_a_page_that_states_no_policy_is_refused(tmp_path: Path) -> None:
    (tmp_path / "index.html").write_text("<html></html>", "utf-8")
    with pytest.raises(Malformed, match="is not a page that 'make docs' wrote"):
        read_docs(tmp_path)


@pytest.mark.slow
@pytest.mark.filterwarnings("default")  # MyST still uses what a later Sphinx will not have
def test_the_built_pages(tmp_path: Path) -> None:
    build(tmp_path / "docs", tmp_path / "work")
    build(tmp_path / "again", tmp_path / "elsewhere" / "work")
    first, again = (
        {one.relative_to(at): one.read_bytes() for one in at.rglob("*") if one.is_file()}
        for at in (tmp_path / "docs", tmp_path / "again")
    )
    assert first == again
    pages = [*(tmp_path / "docs").rglob("*.html")]
    assert len(pages) > len(ELSEWHERE)
    for page in pages:
        text = page.read_text("utf-8")
        assert not re.search(r"<script(?! src=)|<style| style=|\son\w+=", text), page
        for link in re.findall(r'(?:href|src|action)="([^"]+)"', text):
            assert _leads_somewhere(page, link), (page, link)


def _leads_somewhere(page: Path, link: str) -> bool:
    if re.match(r"https?://|mailto:", link):
        return True
    name, _, anchor = link.partition("#")
    target = page.parent / unquote(name.partition("?")[0]) if name else page
    return target.is_file() and (
        not anchor or f'id="{unquote(anchor)}"' in target.read_text("utf-8")
    )
