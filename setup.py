"""Build the optional compiled kernel; everything else is said in pyproject.toml.

Without a compiler, or when Cython cannot translate the kernel, the installation goes on and the
same file runs uncompiled: slower, never broken. ``MEEPLEPROOF_PURE=1`` skips compiling.
"""

from __future__ import annotations

import os
import sys
import sysconfig
from pathlib import Path

from setuptools import Extension, setup

KERNEL = Path("verifier/engine/kernel.py")

# Free-threaded Python has no stable ABI before 3.15.
STABLE_ABI = not sysconfig.get_config_var("Py_GIL_DISABLED")


def kernel_extensions() -> list[Extension]:
    """Return the kernel as an optional extension, or nothing where it cannot be translated."""
    if os.environ.get("MEEPLEPROOF_PURE") == "1" or not KERNEL.exists():
        return []
    extension = Extension(
        "verifier.engine.kernel",
        [str(KERNEL)],
        extra_compile_args=[] if sys.platform == "win32" else ["-O3"],
        define_macros=[("Py_LIMITED_API", "0x030b0000")] if STABLE_ABI else [],
        py_limited_api=STABLE_ABI,
    )
    try:
        from Cython.Build import cythonize  # noqa: PLC0415 - may be absent or broken

        extensions = cythonize([extension], build_dir="build/cython")
    except Exception as error:  # noqa: BLE001 - whatever it is, the kernel runs uncompiled
        print(f"kernel stays uncompiled: {error}", file=sys.stderr)  # noqa: T201
        return []
    for made in extensions:
        made.optional = True  # cythonize drops it
    return extensions


EXTENSIONS = kernel_extensions()

setup(
    ext_modules=EXTENSIONS,
    # A wheel without the extension is for any machine and must not carry the tag.
    options={"bdist_wheel": {"py_limited_api": "cp311"}} if EXTENSIONS and STABLE_ABI else {},
)
