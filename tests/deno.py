"""The page's own scripts outside a browser, run by Deno."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest

SCRIPTS = Path(__file__).with_name("scripts")
DENO = shutil.which("deno", path=str(Path(sys.executable).parent)) or shutil.which("deno")
needs_deno = pytest.mark.skipif(DENO is None, reason="deno is not installed")


def by_script(script: str, documents: Iterable[Any]) -> list[Any]:
    """Return what a script of the tests prints, a document a line, as it is given them."""
    ran = subprocess.run(
        [str(DENO), "run", "--no-config", str(SCRIPTS / script)],
        input="\n".join(map(json.dumps, documents)),
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )
    assert (0, "") == (ran.returncode, ran.stderr)
    return [json.loads(line) for line in ran.stdout.splitlines()]
