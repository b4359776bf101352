"""The documents on a site: the folder that ``make docs`` wrote, below ``/docs/``."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from verifier.errors import Malformed

__all__ = ["INDEX", "read_docs"]

INDEX = "/docs/index"
"""The page with which the documents begin."""
_OURS = b"""<meta http-equiv="content-security-policy" content="default-src 'none';"""
_MARK = b"<!-- site -->"
"""The place in a page of the documents where the link to the puzzles goes."""


def read_docs(folder: Path) -> Mapping[str, bytes]:
    """Return the documents in a folder by their addresses on the site; they lead to its puzzles.

    :raises Malformed: if they are not there, or a page does not state what it may load.
    :raises OSError: if one cannot be read.
    """
    if not (folder / "index.html").is_file():
        raise Malformed("has no documents; 'make docs' writes them", where=str(folder))
    found: dict[str, bytes] = {}
    for file in sorted(one for one in folder.rglob("*") if one.is_file()):
        name = file.relative_to(folder).as_posix()
        content = file.read_bytes()
        if file.suffix == ".html":
            if _OURS not in content:
                raise Malformed("is not a page that 'make docs' wrote", where=str(file))
            way = "../" * (name.count("/") + 1)
            content = content.replace(_MARK, f'<a href="{way}index.html">Play</a>'.encode(), 1)
        found[f"/docs/{name}"] = content
    return found
