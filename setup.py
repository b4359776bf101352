"""Build the optional compiled kernel; everything else is said in pyproject.toml.

Without a compiler, or when Cython cannot translate the kernel, the installation goes on and the
same files run uncompiled: slower, never broken. ``MEEPLEPROOF_PURE=1`` skips compiling.
"""

from __future__ import annotations

import os
import sys
import sysconfig
from pathlib import Path

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext
from setuptools.command.build_py import build_py

DATA = {"puzzles": "puzzles", "schemas": "schemas", "examples": "docs/examples"}
KERNEL = Path("verifier/carcassonne/engine/kernel")

# The kernel's loops run two to five times: vector code costs them more than it brings.
FLAGS = [] if sys.platform == "win32" else ["-O3", "-fno-tree-vectorize"]

# Free-threaded Python has no stable ABI before 3.15.
STABLE_ABI = not sysconfig.get_config_var("Py_GIL_DISABLED")


def kernel_extensions() -> list[Extension]:
    """Return the kernel's modules as extensions, or nothing where they cannot be translated."""
    if os.environ.get("MEEPLEPROOF_PURE") == "1" or not KERNEL.exists():
        return []
    extensions = [
        Extension(
            f"verifier.carcassonne.engine.kernel.{path.stem}",
            [str(path)],
            extra_compile_args=FLAGS,
            define_macros=[("Py_LIMITED_API", "0x030b0000")] if STABLE_ABI else [],
            py_limited_api=STABLE_ABI,
        )
        for path in sorted(KERNEL.glob("[!_]*.py"))
    ]
    try:
        from Cython.Build import cythonize  # noqa: PLC0415 - may be absent or broken

        return list(cythonize(extensions, build_dir="build/cython"))
    except Exception as error:  # noqa: BLE001 - whatever it is, the kernel runs uncompiled
        print(f"kernel stays uncompiled: {error}", file=sys.stderr)  # noqa: T201 - a build script prints
        return []


class BuildWithData(build_py):
    """Copy the folders of data to where ``verifier.documents.data`` looks in an installation."""

    def run(self) -> None:
        """Build the packages; in a checkout they find the data beside them."""
        super().run()
        if not self.editable_mode:
            for name, folder in DATA.items():
                self.copy_tree(folder, str(Path(self.build_lib, "verifier/documents/data", name)))


class BuildAllOrNone(build_ext):
    """Build the kernel's modules all or none: a compiled one cannot stand on an uncompiled one."""

    def build_extensions(self) -> None:
        """Build; after a failure take away what was built, and go on without."""
        try:
            super().build_extensions()
        except Exception as error:  # noqa: BLE001 - as above
            print(f"kernel stays uncompiled: {error}", file=sys.stderr)  # noqa: T201 - a build script prints
            for extension in self.extensions:
                Path(self.get_ext_fullpath(extension.name)).unlink(missing_ok=True)
            self.extensions = []
            self._make_wheel_pure()

    def _make_wheel_pure(self) -> None:
        """Give the wheel no tag of this machine, and put its files where pure ones belong.

        That the compiler fails is known only now, when the wheel has its options already.
        """
        self.distribution.ext_modules = []
        wheel = self.distribution.get_command_obj("bdist_wheel", create=False)
        if wheel is not None:
            wheel.root_is_pure = True


EXTENSIONS = kernel_extensions()

setup(
    ext_modules=EXTENSIONS,
    cmdclass={"build_ext": BuildAllOrNone, "build_py": BuildWithData},
    # A wheel without the extension is for any machine and must not carry the tag.
    options={"bdist_wheel": {"py_limited_api": "cp311"}} if EXTENSIONS and STABLE_ABI else {},
)
