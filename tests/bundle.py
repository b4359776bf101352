"""Writes the bundles of the page's scripts (``make bundle``), by the bundler of Deno.

That fetches esbuild from the npm registry when it first runs. The same modules give the same bytes
with the same version of Deno.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from pathlib import Path

from meepleproof.service.pages.scripts import BUNDLES, digest_of, modules
from tests.deno import DENO

PAGES = Path(__file__).parent.parent / "meepleproof" / "service" / "pages"
ENTRY = """
const scripts = {{ {loaders} }};
for (const one of document.querySelector("script[data-run]").dataset.run.split(" ")) scripts[one]();
"""


def entry_of(names: tuple[str, ...]) -> str:
    """Return a module that runs those of the scripts that a page names."""
    places = {name: json.dumps((PAGES / "static" / name).as_uri()) for name in names}
    loaders = ", ".join(f'"{name}": () => import({place})' for name, place in places.items())
    return ENTRY.format(loaders=loaders)


def bundled(names: tuple[str, ...]) -> str:
    """Return scripts, and all that they import, as one file.

    :raises CalledProcessError: if the bundler fails, as it does where it cannot fetch esbuild.
    """
    with tempfile.TemporaryDirectory() as folder:
        entry = Path(folder) / "entry.js"
        entry.write_text(entry_of(names), "utf-8")
        how = ("--quiet", "--minify", "--platform", "browser", "--no-config", "--no-lock")
        ran = subprocess.run(
            [str(DENO), "bundle", *how, str(entry)], stdout=subprocess.PIPE, text=True, check=True
        )
    return ran.stdout


def main() -> None:
    if DENO is None:
        sys.exit("Deno is not here, which makes the bundles: run 'make setup'.")
    folder = PAGES / "bundled"
    made = {name: bundled(names) for name, names in BUNDLES.items()}
    made_from = json.dumps({"digest": digest_of(modules())})
    for name, text in {**made, "made-from.json": f"{made_from}\n"}.items():
        (folder / name).write_text(text, "utf-8")
        sys.stderr.write(f"{name}: {len(text):,} characters\n")


if __name__ == "__main__":
    main()
