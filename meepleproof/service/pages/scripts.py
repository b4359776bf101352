"""The scripts of pages: joined into few files, or the modules while they are being changed.

``make bundle`` joins and shortens the modules of ``static/`` into the files of ``bundled/``,
with a digest of the modules. A service and a site need no tool for it. A module that
was changed since has another digest: pages then load the modules.
"""

from __future__ import annotations

import json
import re
from functools import cache
from hashlib import sha256
from importlib import resources

__all__ = [
    "ASKING",
    "WORKERS",
    "digest_of",
    "entries",
    "imported",
    "imported_by",
    "modules",
    "named_in",
    "script_files",
]

WORKERS = ("engine-worker.js",)
"""Scripts that others start, which stand by themselves."""
ASKING = (
    "catalogue.js",
    "linked.js",
    "make.js",
    "neom-table.js",
    "new.js",
    "own-play.js",
    "own.js",
    "score.js",
    "setup.js",
)
"""Scripts of pages that ask a server, or the engine of a site that has one."""
_IMPORTED = re.compile(r'(?:from|import) ?"\./([^"]+)"')
_NAMED = re.compile(r'"\./([\w-]+\.js)"')


@cache
def modules() -> dict[str, str]:
    """Return the texts of all modules by their names."""
    return _texts("static", ".js")


def entries() -> tuple[str, ...]:
    """Return the modules that pages load by their names: those that no other module imports."""
    return tuple(sorted(modules().keys() - named_in(modules()) - {*WORKERS}))


def digest_of(texts: dict[str, str]) -> str:
    """Return a digest of modules by which their joined files are known to be made from them."""
    every = "".join(f"{name}\0{text}\0" for name, text in sorted(texts.items()))
    return sha256(every.encode()).hexdigest()


@cache
def script_files() -> dict[str, str]:
    """Return the texts of the files that pages load, by their names."""
    made_from = json.loads(_texts("bundled", ".json")["made-from.json"])
    if made_from["digest"] != digest_of(modules()):
        return modules()
    return _texts("bundled", ".js") | {name: modules()[name] for name in WORKERS}


@cache
def imported_by(names: tuple[str, ...]) -> tuple[str, ...]:
    """Return the files that scripts of a page import, directly or not, to be fetched at once.

    What is imported only when it is needed is not among them.
    """
    return imported(names, script_files())


def imported(names: tuple[str, ...], texts: dict[str, str]) -> tuple[str, ...]:
    """Return what some of these files import of the others, directly or not."""
    found: list[str] = []
    for name in names:
        _follow(name, texts, found)
    return tuple(name for name in found if name not in names)


def named_in(texts: dict[str, str]) -> set[str]:
    """Return the names of all files that some of these import, at once or when they are needed."""
    return {name for text in texts.values() for name in _NAMED.findall(text)}


def _follow(script: str, texts: dict[str, str], found: list[str]) -> None:
    for name in _IMPORTED.findall(texts[script]):
        if name not in found:
            found.append(name)
            _follow(name, texts, found)


def _texts(folder: str, end: str) -> dict[str, str]:
    place = resources.files("meepleproof.service.pages").joinpath(folder)
    return {
        file.name: file.read_text("utf-8")
        for file in sorted(place.iterdir(), key=lambda one: one.name)
        if file.name.endswith(end)
    }
