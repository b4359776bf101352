"""The engine as files of a site: Python for browsers, and what of our modules answers there.

The runtime is the folder of npm's package ``pyodide``. Our modules go beside it as one archive,
with what they import of others: a module of Cython's where the kernel runs uncompiled, and the
library that checks documents.
"""

from __future__ import annotations

import ast
import io
import json
import zipfile
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from hashlib import sha256
from importlib.metadata import distribution
from importlib.util import find_spec
from pathlib import Path

from generator.listed import listed_forms
from meepleproof.service import persistent
from meepleproof.service.play.play import played_games
from verifier.documents.data import data
from verifier.errors import Malformed
from verifier.games import GAMES

__all__ = ["RUNTIME", "Engine", "read_engine"]

RUNTIME = (
    "pyodide-lock.json",
    "pyodide.asm.mjs",
    "pyodide.asm.wasm",
    "pyodide.mjs",
    "python_stdlib.zip",
)
"""The files of npm's package that a browser loads."""
_ROOT = Path(__file__).parents[2]
"""The folder of our packages."""
_OURS = ("generator", "meepleproof", "verifier")
_DATA = (".json", ".pxd")
"""What modules read that lies beside them."""
_CYTHON = ("Cython/Shadow.py", "Cython/__init__.py", "cython.py")
_CHECKING = ("attr", "attrs", "jsonschema", "jsonschema_specifications", "referencing")
_UNUSED = ("benchmarks", "tests")
"""Folders of these packages that are not needed."""
_LICENSED = ("Cython", "attrs", "jsonschema", "jsonschema-specifications", "referencing")
_LICENCES = ("COPYING", "LICENSE", "METADATA")
"""The files that say whose these are, and under which licence."""
_LICENCE_TEXT = """\
Python for browsers is {}, under the Mozilla Public License 2.0.
Its source: https://github.com/pyodide/pyodide
The licence: https://www.mozilla.org/MPL/2.0/

It contains CPython, under the licence of the Python Software Foundation:
https://docs.python.org/3/license.html

The archive with our modules has Cython, attrs, jsonschema, jsonschema-specifications and
referencing, or parts of them, each with its licence beside it.
"""
_CIMPORTS = "cython.cimports."
_DATE = (1980, 1, 1, 0, 0, 0)
"""The earliest date that an archive can have, so that the same modules give the same bytes."""
_MODE = 0o644 << 16
_MEGABYTE = 1_000_000


@dataclass(frozen=True, slots=True)
class Engine:
    """The files by their addresses; those of ``runtime`` and ``modules`` change with their content.

    Python itself lies below ``runtime``, and ``modules`` is the archive. ``licences`` says whose
    all that is, and where its source can be had.
    """

    files: Mapping[str, bytes]
    runtime: str
    modules: str
    licences: str

    @property
    def fetched(self) -> int:
        """How many bytes a page sees coming: all but the scripts."""
        return sum(len(file) for path, file in self.files.items() if not path.endswith(".mjs"))

    @property
    def megabytes(self) -> int:
        """How much a browser loads at most, where its host does not compress."""
        return -(-sum(map(len, self.files.values())) // _MEGABYTE)


def read_engine(folder: Path) -> Engine:
    """Return the engine with the runtime in a folder.

    :raises Malformed: if the folder does not have the files of the runtime.
    :raises OSError: if one of them cannot be read.
    """
    for name in RUNTIME:
        if not (folder / name).is_file():
            raise Malformed(
                f"has no {name}; unpack npm's package there: npm pack pyodide", where=str(folder)
            )
    runtime = {name: (folder / name).read_bytes() for name in RUNTIME}
    modules = _archive()
    below = f"/engine/{_digest(*runtime.values())}/"
    archive = f"/engine/{_digest(modules)}.zip"
    files = {f"{below}{name}": content for name, content in runtime.items()}
    return Engine({**files, archive: modules}, below, archive, _licences(folder))


def _licences(folder: Path) -> str:
    """Return whose the runtime in a folder is; npm's package states its version."""
    stated = folder / "package.json"
    version = json.loads(stated.read_bytes()).get("version", "") if stated.is_file() else ""
    return _LICENCE_TEXT.format(f"Pyodide {version}".strip())


def _digest(*contents: bytes) -> str:
    found = sha256()
    for content in contents:
        found.update(sha256(content).digest())
    return found.hexdigest()[:12]


def _archive() -> bytes:
    """Return all that answers as an archive to unpack."""
    files = _others() | _files()
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for name in sorted(files):
            entry = zipfile.ZipInfo(name, _DATE)
            entry.compress_type, entry.external_attr = zipfile.ZIP_DEFLATED, _MODE
            archive.writestr(entry, files[name].read_bytes())
    return packed.getvalue()


def _others() -> dict[str, Path]:
    """Return the files of other packages by their names, with their licences."""
    found = {name: _installed("Cython") / name for name in _CYTHON}
    for package in _CHECKING:
        root = _installed(package)
        for file in root.joinpath(package).rglob("*"):
            name = file.relative_to(root)
            if file.suffix in (".json", ".py") and not set(_UNUSED) & set(name.parts):
                found[name.as_posix()] = file
    for package in _LICENSED:
        for stated in distribution(package).files or ():
            if stated.name in _LICENCES:
                found[stated.as_posix()] = Path(str(stated.locate()))
    return found | {"rpds.py": Path(persistent.__file__)}


def _installed(package: str) -> Path:
    """Return the folder in which a package is that this one depends on."""
    spec = find_spec(package)
    assert spec is not None  # noqa: S101 - it is installed with this one
    assert spec.origin is not None  # noqa: S101 - it has a file
    return Path(spec.origin).parents[1]


def _files() -> dict[str, Path]:
    """Return the files of the modules that answer, and of the data beside them, by their names."""
    found = set[Path]()
    for module in _modules(_roots()):
        found |= {module, *(one for one in module.parent.iterdir() if one.suffix in _DATA)}
    schemas = {f"schemas/{one.name}": one for one in data("schemas").iterdir()}
    return schemas | {one.relative_to(_ROOT).as_posix(): one for one in found}


def _roots() -> Iterator[str]:
    """Yield the modules that are loaded by name: those of the games that answer."""
    yield "meepleproof.service.play.asked"
    for name, played in played_games().items():
        yield from (f"generator.{name}", f"meepleproof.service.play.{name}")
        if played.asked:
            yield from (
                f"{GAMES[name].package}.catalogue",
                f"meepleproof.service.play.{name}.plays",
            )
            yield played.asked.partition(":")[0]
            yield from (form.place.partition(":")[0] for form in listed_forms(name))


def _modules(names: Iterable[str]) -> set[Path]:
    """Return the files of modules, of all that they import, and of the packages they are in."""
    waiting, found = list(names), set[Path]()
    while waiting:
        name = waiting.pop()
        if name.partition(".")[0] not in _OURS:
            continue
        place = _ROOT.joinpath(*name.split("."))
        file = next(
            (one for one in (place.with_suffix(".py"), place / "__init__.py") if one.is_file()),
            None,
        )
        if file is not None and file not in found:
            found.add(file)
            waiting += [name.rpartition(".")[0], *_imported(file)]
    return found


def _imported(file: Path) -> Iterator[str]:
    """Yield the names that a module imports: of modules, or of what is in them."""
    for node in ast.walk(ast.parse(file.read_bytes())):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module is not None:
            module = node.module.removeprefix(_CIMPORTS)
            yield from (module, *(f"{module}.{alias.name}" for alias in node.names))
