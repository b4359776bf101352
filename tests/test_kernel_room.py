"""The kernel's arrays: compiled and uncompiled alike, large enough, and no larger sheet gets in."""

from __future__ import annotations

import ast
import re
import textwrap
from dataclasses import replace
from functools import cache
from importlib import import_module
from typing import Any

import pytest

from tests.builds import FOLDER, MODULES, PYTHON, Build, tables_for
from verifier.carcassonne.engine.kernel._cimports import as_python
from verifier.carcassonne.engine.tables import SEGMENTS, house_tables

LAYOUTS = sorted(path.stem for path in FOLDER.glob("*.pxd"))
OWNING = sorted(set(LAYOUTS) & set(MODULES))
SHARED = sorted(set(LAYOUTS) - set(MODULES))
"""Layouts without a module, from which both builds have their numbers and shortest functions."""
NUMBER = re.compile(r"^    (\w+) = (.+)$", re.MULTILINE)
OWNER = re.compile(r"^cdef class (\w+)", re.MULTILINE)
INLINE = re.compile(r"^( *)cdef inline .*?(\w+)\((.*)\) noexcept:\n((?:\1    .*\n)+)", re.MULTILINE)
ARRAY = re.compile(r"^    cdef (?:int|long long|unsigned long long)\[(.+)\] (\w+)$", re.MULTILINE)


def numbers_of(layout: str, known: dict[str, int]) -> dict[str, int]:
    """Return the numbers that a layout names; they may build on those before them."""
    found: dict[str, int] = {}
    for name, text in NUMBER.findall((FOLDER / f"{layout}.pxd").read_text(encoding="utf-8")):
        found[name] = eval(text, {}, {**known, **found})  # noqa: S307 - our own file
    return found


@cache
def all_numbers() -> dict[str, int]:
    known: dict[str, int] = {}
    for layout in ("numbers", *SHARED):
        known |= numbers_of(layout, known)
    return known


@pytest.mark.parametrize("layout", SHARED)
def test_both_builds_have_the_same_numbers(layout: str) -> None:
    source = vars(import_module(f"cython.cimports.verifier.carcassonne.engine.kernel.{layout}"))
    numbers = numbers_of(layout, all_numbers())
    assert numbers == {name: source[name] for name in numbers}


def test_no_number_is_said_twice() -> None:
    assert len(all_numbers()) == sum(len(numbers_of(layout, all_numbers())) for layout in LAYOUTS)


@pytest.mark.parametrize("layout", OWNING)
def test_both_builds_have_the_same_arrays(layout: str) -> None:
    _, *owners = OWNER.split((FOLDER / f"{layout}.pxd").read_text(encoding="utf-8"))
    for owner, text in zip(owners[::2], owners[1::2], strict=True):
        kernels = [
            kind(tables_for(name))
            for name, kind in PYTHON.kinds.items()
            if owner in {base.__name__ for base in kind.__mro__}
        ]
        assert kernels, f"no kernel is built on {owner}"
        for size, name in ARRAY.findall(text):
            lists = [getattr(kernel, name) for kernel in kernels]
            expected = eval(size, {}, all_numbers())  # noqa: S307 - our own file
            assert {expected} == {len(numbers) for numbers in lists}, name


def inline_functions(layouts: list[str]) -> dict[str, str]:
    """Return what the layouts' inline functions do, by name, as Python without types."""
    found = {}
    for layout in layouts:
        text = (FOLDER / f"{layout}.pxd").read_text(encoding="utf-8")
        for _, name, arguments, body in INLINE.findall(text):
            names = ", ".join(argument.split()[-1] for argument in arguments.split(", "))
            untyped = re.sub(r"cdef [\w ]+?(\w+) = ", r"\1 = ", textwrap.dedent(body))
            function = f"def {name}({names}):\n{textwrap.indent(untyped, '    ')}"
            found[name] = ast.unparse(ast.parse(function))
    return found


def as_run(layout: str) -> dict[str, str]:
    """Return the functions of a layout without a module as they run from source, by name."""
    text = as_python((FOLDER / f"{layout}.pxd").read_text(encoding="utf-8"))
    functions = [node for node in ast.parse(text).body if isinstance(node, ast.FunctionDef)]
    return {function.name: ast.unparse(function) for function in functions}


def without_types(function: ast.FunctionDef) -> str:
    """Return what a function of the source does, in the same way."""
    names = ", ".join(argument.arg for argument in function.args.args)
    body = "\n".join(ast.unparse(statement) for statement in function.body[1:])
    untyped = re.sub(r"^( *\w+): cython\.\w+ = ", r"\1 = ", body, flags=re.MULTILINE)
    text = f"def {function.name}({names}):\n{textwrap.indent(untyped, '    ')}"
    return ast.unparse(ast.parse(text))


@pytest.mark.parametrize("layout", SHARED)
def test_both_builds_have_the_same_functions(layout: str) -> None:
    assert inline_functions([layout]) == as_run(layout)


def test_the_functions_are_read() -> None:
    assert {"tiles_in", "bits_in", "piece_of", "ranked"} <= set(inline_functions(SHARED))
    running = import_module("cython.cimports.verifier.carcassonne.engine.kernel.words")
    assert (3, 1, 2) == (running.bits_in(0b10101), running.tiles_in(1), running.byte_of(0x205, 1))


def test_both_builds_have_the_same_inline_methods() -> None:
    inline = inline_functions(OWNING)
    assert {"_root"} == set(inline)
    source = {
        node.name: without_types(node)
        for path in FOLDER.glob("*.py")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.FunctionDef) and node.name in inline
    }
    assert source == inline


def test_the_arrays_are_read() -> None:
    arrays = ARRAY.findall((FOLDER / "board.pxd").read_text(encoding="utf-8"))
    assert ("CELLS", "tile") in arrays
    assert {"STRIDE", "CELLS", "NODE_ROOM"} <= set(numbers_of("numbers", {}))


def test_there_is_room_for_all_tiles_of_all_sets() -> None:
    room, tables = all_numbers(), house_tables()
    assert room["KIND_ROOM"] >= len(tables.kinds)
    assert SEGMENTS == room["SEGMENT_ROOM"]
    assert min(room["TILE_ROOM"], room["PILE_ROOM"]) > tables.tiles
    assert room["NODE_ROOM"] > tables.nodes
    assert room["FRONTIER_ROOM"] >= 2 * tables.tiles + 2
    # A straight line from the middle, and a cell more, in each direction.
    assert min(room["STRIDE"], room["ROWS"]) // 2 > tables.tiles + 1


@pytest.mark.parametrize("larger", ["kinds", "tiles", "nodes", "twins"])
def test_a_larger_sheet_is_refused(build: Build, larger: str) -> None:
    room = all_numbers()
    for name, kind in build.kinds.items():
        tables = tables_for(name)
        more: dict[str, dict[str, Any]] = {
            "kinds": {"kinds": ("base/A",) * (room["KIND_ROOM"] + 1)},
            "tiles": {"tiles": room["TILE_ROOM"]},
            "nodes": {"nodes": room["NODE_ROOM"]},
            "twins": {"twins": room["MOST_TWINS"] + 1},
        }
        with pytest.raises(ValueError, match="the kernel has room for"):
            kind(replace(tables, **more[larger]))
        assert kind(tables), name
