"""What the numbers were measured on."""

from __future__ import annotations

import os
import platform
from pathlib import Path

from verifier.carcassonne.engine.solo import Engine


def machine() -> dict[str, str | int]:
    """Return the processor, its cores, the Python, the kernel's build and the load meanwhile."""
    return {
        "processor": _processor(),
        "cores": os.cpu_count() or 0,
        "system": f"{platform.system()} {platform.machine()}",
        "python": f"{platform.python_implementation()} {platform.python_version()}",
        "engine": Engine.kernel,
        "load": f"{os.getloadavg()[0]:.1f}" if hasattr(os, "getloadavg") else "not known",
    }


def _processor() -> str:
    """Return the processor's name and the clock the system tells of, where it tells."""
    found: dict[str, str] = {}
    if Path("/proc/cpuinfo").exists():
        for line in Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines():
            name, _, value = line.partition(":")
            found.setdefault(name.strip(), value.strip())
    name = found.get("model name") or platform.processor() or platform.machine()
    clock = found.get("cpu MHz", "")
    return f"{name}, {float(clock) / 1000:.1f} GHz" if clock else name
