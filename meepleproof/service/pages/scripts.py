"""The scripts of pages: one bundle a page, or the modules themselves while they are being changed.

``make bundle`` joins and shortens the modules of ``static/`` into the few files of ``bundled/``,
with a digest of the modules. A service and a site need no tool for it. A module that
was changed since has another digest: pages then load the modules.
"""

from __future__ import annotations

import json
import re
from functools import cache
from hashlib import sha256
from importlib import resources

__all__ = ["BUNDLES", "WORKERS", "bundle_of", "digest_of", "imported_by", "modules", "script_files"]

BUNDLES = {
    "pages.min.js": (
        "calendar.js",
        "climb.js",
        "home.js",
        "new.js",
        "print.js",
        "setup.js",
        "sheet.js",
        "site.js",
        "statistics.js",
    ),
    "game.min.js": ("ahead.js", "linked.js", "own-play.js", "play.js", "sheet.js"),
    "own.min.js": ("own.js", "site.js"),
    "make.min.js": ("make.js",),
    "score.min.js": ("score.js",),
    "neom-table.min.js": ("neom-table.js",),
}
"""Which scripts each bundle holds. Those of one page share modules, so one bundle has them all."""
WORKERS = ("engine-worker.js",)
"""Scripts that others start, which stand by themselves."""
_IMPORTED = re.compile(r'from "\./([^"]+)"')


@cache
def modules() -> dict[str, str]:
    """Return the texts of all modules by their names."""
    return _texts("static", ".js")


def digest_of(texts: dict[str, str]) -> str:
    """Return a digest of modules by which a bundle knows whether it was made from them."""
    every = "".join(f"{name}\0{text}\0" for name, text in sorted(texts.items()))
    return sha256(every.encode()).hexdigest()


@cache
def script_files() -> dict[str, str]:
    """Return the texts of the files that pages load, by their names."""
    made_from = json.loads(_texts("bundled", ".json")["made-from.json"])
    if made_from["digest"] != digest_of(modules()):
        return modules()
    return _texts("bundled", ".js") | {name: modules()[name] for name in WORKERS}


def bundle_of(names: tuple[str, ...]) -> str | None:
    """Return the bundle that has all these scripts; none if pages load modules, or no script.

    :raises StopIteration: if no bundle has them all.
    """
    found = next(one for one, those in BUNDLES.items() if set(names) <= set(those))
    return found if names and found in script_files() else None


@cache
def imported_by(names: tuple[str, ...]) -> tuple[str, ...]:
    """Return the modules that scripts import, directly or not, for browsers to fetch at once."""
    found: list[str] = []
    for name in names:
        _follow(name, found)
    return tuple(name for name in found if name not in names)


def _follow(script: str, found: list[str]) -> None:
    for name in _IMPORTED.findall(modules()[script]):
        if name not in found:
            found.append(name)
            _follow(name, found)


def _texts(folder: str, end: str) -> dict[str, str]:
    place = resources.files("meepleproof.service.pages").joinpath(folder)
    return {
        file.name: file.read_text("utf-8")
        for file in sorted(place.iterdir(), key=lambda one: one.name)
        if file.name.endswith(end)
    }
