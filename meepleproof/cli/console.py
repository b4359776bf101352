"""Input and output of the command line: files, streams, and errors.

An exception from anywhere becomes one paragraph on stderr and an exit code here.
"""

from __future__ import annotations

import contextlib
import errno
import os
import sys
import textwrap
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import click

from meepleproof.cli.places import option_at
from meepleproof.cli.printing import echo, echo_data, show_usage_error, terminal_width
from verifier.active_kernel import active_kernel
from verifier.documents.strict_json import json_text, json_value
from verifier.errors import KeysDisagree, Malformed, MeepleproofError
from verifier.files import beside, write_files

__all__ = [
    "SIZE_LIMIT",
    "emit_json",
    "json_text",
    "json_value",
    "read_json",
    "read_text",
    "refuse_existing",
    "run",
    "write_all",
    "write_atomically",
]

SIZE_LIMIT = 16 * 1024 * 1024
"""Bytes of input read at most; a pack of ten thousand puzzles stays below."""

_WIDEST = 100
USAGE = 2
INVALID_INPUT = 3
INTERRUPTED = 130  # 128 + SIGINT, as a shell reports it
READER_LEFT = 141  # 128 + SIGPIPE


def run(command: click.Command, arguments: Sequence[str]) -> int:
    """Run a command on arguments, print its error if there is one, and return its exit code.

    A command returns its exit code, or None for 0. A wrong value of an option is wrong usage,
    whichever part of the program finds it. An exception that is not handled here is a bug in the
    program and keeps its traceback.
    """
    try:
        _require_stdout()
        with command.make_context("meepleproof", list(arguments)) as context:
            code: int | None = command.invoke(context)
        sys.stdout.flush()
    except click.exceptions.Exit as done:
        return done.exit_code
    except click.ClickException as error:
        show_usage_error(error)
        return error.exit_code
    except MeepleproofError as error:
        option = option_at(error.where, arguments)
        if option and error.exit_code == INVALID_INPUT:
            _report(error.at(option))
            return USAGE
        return _report(error)
    except (KeyboardInterrupt, OSError) as error:
        return _report(error)
    return code or 0


def _require_stdout() -> None:
    if sys.stdout is None:
        raise OSError(errno.EBADF, "closed, so nothing can be printed", "standard output")


def read_text(path: str, *, limit: int = SIZE_LIMIT) -> str:
    """Return the text of a file, or of standard input for ``-``.

    Raises Malformed when it has more bytes than the limit or is not UTF-8, and OSError as open
    does.
    """
    if path == "-":
        if sys.stdin is None:
            raise Malformed("it is closed, so there is nothing to read", where=_name(path))
        data = sys.stdin.buffer.read(limit + 1)
    else:
        with open(path, "rb") as file:  # noqa: PTH123 - Path writes names in its own way
            data = file.read(limit + 1)
    if len(data) > limit:
        message = f"more than {limit // 1024**2} MB; split it into several files"
        raise Malformed(message, where=_name(path))
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        message = f"not UTF-8 text: byte {data[error.start]:#04x} at offset {error.start}"
        raise Malformed(message, where=_name(path)) from None


def read_json(path: str, *, limit: int = SIZE_LIMIT) -> Any:
    """Return the value of a JSON file, or of standard input for ``-``.

    Raises as read_text and json_value do.
    """
    return json_value(read_text(path, limit=limit), _name(path))


def emit_json(documents: dict[str, Any] | list[dict[str, Any]]) -> None:
    """Print a document, or a list of them, to stdout as canonical JSON.

    Each says under ``engine`` which kernel is active, as active_kernel does.
    """
    engine = {"engine": active_kernel()}
    if isinstance(documents, list):
        echo_data(json_text([engine | document for document in documents]))
    else:
        echo_data(json_text(engine | documents))


def require_one_form(*, as_json: bool, as_svg: bool, output: str | None, force: bool) -> None:
    """Raise UsageError for options of a drawing that contradict each other.

    Raises as refuse_existing does, too.
    """
    if as_json and as_svg:
        raise click.UsageError("--json and --svg exclude each other")
    if output is not None and not as_svg:
        raise click.UsageError("-o goes with --svg")
    if output is not None:
        refuse_existing(output, force=force)


def emit_svg(svg: str, output: str | None, *, force: bool) -> None:
    """Print a drawing to stdout, or write it to a file as write_atomically does."""
    if output is None:
        echo_data(svg)
    else:
        write_atomically(output, svg, force=force)


def filled(text: str, indent: str = "") -> list[str]:
    """Return a text as lines, all but the first further in.

    They have at most 100 characters, fewer on a terminal that is narrower.
    """
    return textwrap.wrap(
        text,
        min(_WIDEST, terminal_width() or _WIDEST),
        initial_indent=indent,
        subsequent_indent="  " + indent,
        break_on_hyphens=False,
        break_long_words=False,
    )


def in_colour() -> bool:
    """Return whether stdout is a terminal whose user has not forbidden colours (no-color.org)."""
    return sys.stdout.isatty() and "NO_COLOR" not in os.environ


def refuse_existing(path: str, *, force: bool) -> None:
    """Raise FileExistsError when writing to the path would overwrite something.

    With ``force`` a file may be overwritten, but never a folder or a device. Raises
    FileNotFoundError when the path's folder is missing, and OSError when it cannot be written to.
    """
    target = Path(path)
    if not target.parent.is_dir():
        raise FileNotFoundError(errno.ENOENT, "is in a folder that does not exist", path)
    if target.exists() and not target.is_file():
        raise FileExistsError(errno.EEXIST, "exists and is not an ordinary file", path)
    if target.exists() and not force:
        raise FileExistsError(errno.EEXIST, "exists; give --force to overwrite it", path)
    draft = beside(target)
    try:  # better now than after a long computation
        draft.touch(exist_ok=False)
    except OSError as error:
        raise OSError(error.errno, error.strerror, path) from None
    finally:
        with contextlib.suppress(OSError):
            draft.unlink()


def write_atomically(path: str, content: str | bytes, *, force: bool = False) -> None:
    """Write a text (as UTF-8) or bytes to a file, in full or not at all.

    Raises FileExistsError as refuse_existing does, and OSError as open does, naming path.
    """
    write_all({path: content}, force=force)


def write_all(contents: Mapping[str, str | bytes], *, force: bool) -> None:
    """Write files that belong together, all or none. Raises as write_atomically does."""
    for path in contents:
        refuse_existing(path, force=force)
    write_files(
        {
            path: content.encode() if isinstance(content, str) else content
            for path, content in contents.items()
        }
    )


def _report(error: MeepleproofError | KeyboardInterrupt | OSError) -> int:
    """Print a paragraph about an error, unless stdout's reader has left; return the exit code."""
    if isinstance(error, MeepleproofError):
        message, code = str(error), error.exit_code
        if isinstance(error, KeysDisagree):
            message = f"the two keys disagree, so nothing is claimed; please report it: {message}"
    elif isinstance(error, KeyboardInterrupt):
        message, code = "interrupted", INTERRUPTED
    elif isinstance(error, BrokenPipeError) and _reader_left():
        return READER_LEFT
    else:
        message, code = _in_words(error), INVALID_INPUT
    echo(f"Error: {message}", err=True)
    return code


def _in_words(error: OSError) -> str:
    """Return the system's message after the name of the file, without the error number."""
    if error.filename is None or error.strerror is None:
        return error.strerror or str(error)
    return f"{os.fsdecode(error.filename)!r}: {error.strerror}"


def _reader_left() -> bool:
    """Return whether the broken pipe is our stdout, and not that of a child process."""
    try:
        sys.stdout.write("\n")
        sys.stdout.flush()
    except BrokenPipeError:
        # The interpreter flushes once more at its end and would complain then.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return True
    return False


def _name(path: str) -> str:
    return "standard input" if path == "-" else repr(path)
