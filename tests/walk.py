"""Counts the modules of ours that one command passes through: ``python -m tests.walk COMMAND...``.

A module is counted if a Python function of it is called in the command's process or in one that it
starts, but for calls that importing a module makes. A compiled kernel is called unseen: the number
of its modules is none then.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).parent.parent

# Python imports a module of this name first of all, in every process that inherits PYTHONPATH. It
# writes down each module at once, since workers are killed and do not come to an end of their own.
_SITECUSTOMIZE = """
import os, sys, threading

PACKAGES = ("verifier", "generator", "meepleproof")
OURS = tuple(os.path.join(os.environ["WALK_ROOT"], package, "") for package in PACKAGES)
seen = set()
notes = open(os.path.join(os.environ["WALK_NOTES"], str(os.getpid())), "a", buffering=1)

def importing(frame):
    while frame is not None and frame.f_code.co_name != "_call_with_frames_removed":
        frame = frame.f_back
    return frame is not None

def note(frame, event, _):
    name = frame.f_code.co_filename
    if event != "call" or name in seen:
        return
    if not name.startswith(OURS):
        seen.add(name)
    elif frame.f_code.co_name != "<module>" and not importing(frame):
        seen.add(name)
        notes.write(name + "\\n")

threading.setprofile(note)
sys.setprofile(note)
"""


def walk(*arguments: str) -> list[str]:
    """Run ``meepleproof`` with these arguments and return the files it passes through, sorted."""
    with tempfile.TemporaryDirectory() as folder:
        notes = Path(folder, "notes")
        notes.mkdir()
        Path(folder, "sitecustomize.py").write_text(_SITECUSTOMIZE, "utf-8")
        path = os.pathsep.join((folder, str(ROOT)))
        environment = {"PYTHONPATH": path, "WALK_ROOT": str(ROOT), "WALK_NOTES": str(notes)}
        subprocess.run(
            [sys.executable, "-m", "meepleproof", *arguments],
            env={**os.environ, **environment},
            stdout=sys.stderr,
            check=True,
        )
        files = {line for file in notes.iterdir() for line in file.read_text("utf-8").splitlines()}
    return sorted(str(Path(file).relative_to(ROOT)) for file in files)


if __name__ == "__main__":
    passed = walk(*sys.argv[1:])
    print(*passed, f"{len(passed)} modules", sep="\n")  # noqa: T201 - this is its answer
