"""Writes the joined scripts of the page (``make bundle``), by Rollup and Terser in Deno.

That fetches both from the npm registry when it first runs. The same modules give the same bytes
with the same versions of Deno, Rollup and Terser.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from pathlib import Path

from meepleproof.service.pages.scripts import digest_of, entries, imported, modules
from tests.deno import DENO

PAGES = Path(__file__).parent.parent / "meepleproof" / "service" / "pages"
SCRIPT = Path(__file__).with_name("bundle.js")
_PARTS = {
    "part-shared.js": (("home.js", "site.js"), ("play.js",)),
    "part-board.js": (("make.js", "neom-table.js", "score.js"), ("playing.js",)),
    "part-game.js": (("playing.js",), ("playing.js",)),
    "part-rules.js": (("solo-rules.js",), ("solo-rules.js",)),
}
"""Files that several pages load. Each has the modules that both one of its first and one of its
second scripts import, if no file before it has them. Rollup adds any other to what imports it."""


def parts() -> dict[str, str]:
    """Return the file of each module that several pages load."""
    found: dict[str, str] = {}
    for part, (some, others) in _PARTS.items():
        sets = [{*names, *imported(names, modules())} for names in (some, others)]
        found = dict.fromkeys(set.intersection(*sets), part) | found
    return {name: part for name, part in found.items() if name not in entries()}


def bundled() -> dict[str, str]:
    """Return the joined scripts by their names.

    :raises CalledProcessError: if Rollup fails, as it does where it cannot be fetched.
    """
    with tempfile.TemporaryDirectory() as folder:
        given: dict[str, object] = {"folder": str(PAGES / "static"), "to": folder}
        given |= {"entries": entries(), "parts": parts()}
        subprocess.run(
            [str(DENO), "run", "--quiet", "--no-config", "--no-lock", "-A", str(SCRIPT)],
            input=json.dumps(given),
            text=True,
            check=True,
        )
        return {file.name: file.read_text("utf-8") for file in sorted(Path(folder).iterdir())}


def main() -> None:
    if DENO is None:
        sys.exit("Deno is not here, which joins the scripts: run 'make setup'.")
    folder = PAGES / "bundled"
    made = bundled()
    for old in folder.glob("*.js"):
        old.unlink()
    made_from = json.dumps({"digest": digest_of(modules())})
    for name, text in {**made, "made-from.json": f"{made_from}\n"}.items():
        (folder / name).write_text(text, "utf-8")
        sys.stderr.write(f"{name}: {len(text):,} characters\n")


if __name__ == "__main__":
    main()
