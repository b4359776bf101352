"""Input and output of the command line, and the errors of both."""

from __future__ import annotations

import io
import os
import stat
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import click
import pytest

from meepleproof.cli.console import (
    SIZE_LIMIT,
    emit_json,
    json_text,
    read_json,
    read_text,
    run,
    write_atomically,
)
from meepleproof.cli.group import group
from meepleproof.cli.status_line import status_line
from tests import terminal
from verifier.active_kernel import active_kernel
from verifier.errors import Illegal, KeysDisagree, Malformed, Undecided


def ending_with(action: Callable[[], int | None]) -> click.Command:
    return click.Command("ends", callback=action)


def raising(error: BaseException) -> click.Command:
    def action() -> None:
        raise error

    return ending_with(action)


# --- exit codes -------------------------------------------------------------------------------


@pytest.mark.parametrize("code", [0, 1, 4, 5])
def test_what_a_command_returns_is_the_exit_code(code: int) -> None:
    assert code == run(ending_with(lambda: code), [])


def test_a_command_that_returns_nothing_holds() -> None:
    assert 0 == run(ending_with(lambda: None), [])


@pytest.mark.parametrize(
    ("error", "code", "paragraph"),
    [
        (Malformed("not a tile: 'Q'", where="/tiles/0"), 3, "not a tile: 'Q' (at /tiles/0)"),
        (Illegal("two meeples", rule="BASE-MEEPLE-3"), 3, "two meeples (BASE-MEEPLE-3)"),
        (Undecided("out of time"), 4, "out of time"),
        (
            KeysDisagree("engine 3, model 4"),
            5,
            "the two keys disagree, so nothing is claimed; please report it: engine 3, model 4",
        ),
        (KeyboardInterrupt(), 130, "interrupted"),
        (PermissionError(13, "Permission denied", "a.json"), 3, "'a.json': Permission denied"),
        (OSError("no number"), 3, "no number"),
    ],
    ids=lambda value: type(value).__name__ if isinstance(value, BaseException) else "",
)
def test_an_error_is_one_paragraph_and_a_code(
    error: BaseException, code: int, paragraph: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert code == run(raising(error), [])
    assert ("", f"Error: {paragraph}\n") == capsys.readouterr()


def test_wrong_usage_is_reported_by_click(capsys: pytest.CaptureFixture[str]) -> None:
    assert 2 == run(ending_with(lambda: None), ["--colour"])
    out, err = capsys.readouterr()
    assert not out
    assert "No such option" in err
    assert "--colour" in err


def test_a_fault_of_the_program_keeps_its_traceback() -> None:
    with pytest.raises(ZeroDivisionError):
        run(raising(ZeroDivisionError()), [])


def test_a_broken_pipe_to_a_child_process_is_not_hushed_up(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert 3 == run(raising(BrokenPipeError(32, "Broken pipe")), [])
    assert "Broken pipe" in capsys.readouterr().err


def test_a_reader_that_leaves_causes_no_message() -> None:
    reading, writing = os.pipe()
    os.close(reading)
    try:
        done = subprocess.run(
            [sys.executable, "-m", "meepleproof", "--help"],
            stdout=writing,
            stderr=subprocess.PIPE,
            check=False,
        )
    finally:
        os.close(writing)
    assert (141, b"") == (done.returncode, done.stderr)


@pytest.mark.parametrize(
    ("closed", "words", "code", "message"),
    [
        (">&-", "rules", 3, "Error: 'standard output': closed, so nothing can be printed\n"),
        (">/dev/full", "rules", 3, "Error: No space left on device\n"),
        ("<&-", "reach -", 3, "it is closed, so there is nothing to read (at standard input)\n"),
        ("2>&-", "reach s3.4~D0.0.0~p2.2.3~h4.4.4~t1~n.. >/dev/null", 1, ""),
        ("2>&-", "odds --games 2 >/dev/null", 0, ""),
        ("2>&-", "generate --goal road.4.x.2 --tiles 2 --seed 3 >/dev/null", 0, ""),
        ("2>&-", "reach - <&-", 3, ""),
    ],
)
def test_closed_streams_are_reported(closed: str, words: str, code: int, message: str) -> None:
    done = subprocess.run(  # noqa: S602 - a shell is what closes streams
        f"{sys.executable} -m meepleproof {words} {closed}",
        shell=True,
        stderr=subprocess.PIPE,
        text=True,
        check=False,
    )
    assert code == done.returncode
    assert done.stderr.endswith(message)
    assert "Traceback" not in done.stderr


# --- news -------------------------------------------------------------------------------------


def test_the_status_line_is_cleared_at_the_end(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)

    def work() -> None:
        with status_line() as show:
            show("one")
            show("another")
            raise Undecided("out of time")

    assert 4 == run(ending_with(work), [])
    shown = "\r\x1b[Kone\r\x1b[Kanother\r\x1b[K"
    assert ("", f"{shown}Error: out of time\n") == capsys.readouterr()


def test_without_a_terminal_there_is_no_status_line(capsys: pytest.CaptureFixture[str]) -> None:
    with status_line() as show:
        show("one")
    assert ("", "") == capsys.readouterr()


# --- reading ----------------------------------------------------------------------------------


@pytest.fixture
def file_of(tmp_path: Path) -> Callable[[str | bytes], str]:
    def write(content: str | bytes) -> str:
        path = tmp_path / "input.json"
        path.write_bytes(content.encode() if isinstance(content, str) else content)
        return str(path)

    return write


def test_dash_is_standard_input(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b'{"a":[1,"x",null,true]}')))
    assert {"a": [1, "x", None, True]} == read_json("-")


def test_a_byte_order_mark_is_no_part_of_the_text(file_of: Callable[[str | bytes], str]) -> None:
    assert [1] == read_json(file_of(b"\xef\xbb\xbf[1]"))


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ('{"a": [1,\n 2', "not JSON: Expecting ',' delimiter (at {name}, line 2, column 3)"),
        ("", "not JSON: Expecting value (at {name}, line 1, column 1)"),
        ('{"a": {"b": 1, "c": 2, "b": 3}}', 'the key "b" is given twice in one object (at {name})'),
        ("[NaN]", "the number NaN is not a whole number (at {name})"),
        ("[-Infinity]", "the number -Infinity is not a whole number (at {name})"),
        ("[1.5]", "the number 1.5 is not a whole number (at {name})"),
        ("[1e400]", "the number 1e400 is not a whole number (at {name})"),
        ('["\\ud83d"]', "half a surrogate pair: '\\ud83d' (at {name})"),
        (
            "[" * 100_000,
            "nested too deeply: more than 64 arrays and objects in each other (at {name}",
        ),
        (
            "1" * 5000,
            "a number has more digits than are allowed, 4,300 (at {name})",
        ),
        (b"[\xff]", "not UTF-8 text: byte 0xff at offset 1 (at {name})"),
        (b" " * (SIZE_LIMIT + 1), "more than 16 MB; split it into several files (at {name})"),
    ],
    ids=[
        "truncated",
        "empty",
        "key twice",
        "NaN",
        "infinity",
        "fraction",
        "huge exponent",
        "half a surrogate pair",
        "nested",
        "huge integer",
        "not UTF-8",
        "too large",
    ],
)
def test_what_cannot_be_read_is_malformed(
    content: str | bytes, message: str, file_of: Callable[[str | bytes], str]
) -> None:
    path = file_of(content)
    with pytest.raises(Malformed) as caught:
        read_json(path)
    assert str(caught.value).startswith(message.format(name=repr(path)))


def test_a_whole_surrogate_pair_is_a_character(file_of: Callable[[str | bytes], str]) -> None:
    assert ["\N{GRINNING FACE}"] == read_json(file_of('["\\ud83d\\ude00"]'))


def test_an_endless_file_is_read_only_up_to_the_limit() -> None:
    with pytest.raises(Malformed, match="more than 16 MB"):
        read_text("/dev/zero")


# --- writing ----------------------------------------------------------------------------------


def test_what_is_written_is_read_back_and_nothing_else_is_left(tmp_path: Path) -> None:
    path = tmp_path / "out.json"
    write_atomically(str(path), json_text({"ö": 1}))
    assert {"ö": 1} == read_json(str(path))
    assert '{"ö":1}\n'.encode() == path.read_bytes()
    assert [path] == list(tmp_path.iterdir())


def test_a_private_file_stays_private(tmp_path: Path) -> None:
    path = tmp_path / "a.json"
    path.write_text("{}")
    path.chmod(0o600)
    write_atomically(str(path), "[]", force=True)
    assert ("[]", 0o600) == (path.read_text(), stat.S_IMODE(path.stat().st_mode))


def test_an_existing_file_is_kept_without_force(tmp_path: Path) -> None:
    path = tmp_path / "out.json"
    path.write_text("mine")
    with pytest.raises(FileExistsError, match="--force"):
        write_atomically(str(path), "yours")
    assert "mine" == path.read_text()
    write_atomically(str(path), "yours", force=True)
    assert "yours" == path.read_text()
    assert [path] == list(tmp_path.iterdir())


def test_a_link_stays_and_its_file_is_replaced(tmp_path: Path) -> None:
    path, link = tmp_path / "out.json", tmp_path / "link.json"
    path.write_text("mine")
    link.symlink_to(path)
    write_atomically(str(link), "yours", force=True)
    assert link.is_symlink()
    assert "yours" == path.read_text()


@pytest.mark.parametrize("path", [".", "/dev/null"])
def test_a_folder_or_device_is_not_replaced_by_force(path: str) -> None:
    with pytest.raises(FileExistsError, match="not an ordinary file"):
        write_atomically(path, "text", force=True)


def test_a_missing_folder_is_reported_by_the_path_that_was_asked_for(tmp_path: Path) -> None:
    path = str(tmp_path / "nowhere" / "out.json")
    with pytest.raises(FileNotFoundError) as caught:
        write_atomically(path, "text")
    assert path == caught.value.filename


@pytest.mark.parametrize("error", [PermissionError(13, "Permission denied"), KeyboardInterrupt()])
def test_a_failure_leaves_the_old_file_and_nothing_else(
    error: BaseException, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(_draft: Path, _target: Path) -> None:
        raise error

    path = tmp_path / "out.json"
    path.write_text("mine")
    monkeypatch.setattr("os.replace", fail)
    with pytest.raises(type(error)):
        write_atomically(str(path), "yours", force=True)
    assert "mine" == path.read_text()
    assert [path] == list(tmp_path.iterdir())


def test_json_comes_out_sorted_and_as_it_is(capsys: pytest.CaptureFixture[str]) -> None:
    emit_json({"b": 1, "a": "é"})
    emit_json([{"a": 1}, {}])
    kernel = f'"engine":"{active_kernel()}"'
    expected = f'{{"a":"é","b":1,{kernel}}}\n[{{"a":1,{kernel}}},{{{kernel}}}]\n'
    assert expected == capsys.readouterr().out


def test_a_kernel_that_cannot_be_imported_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    assert active_kernel() in {"compiled", "python"}
    monkeypatch.setitem(sys.modules, "verifier.carcassonne.engine.kernel", None)
    assert active_kernel().startswith("cannot be imported: ")


def test_output_is_utf8_in_any_locale() -> None:
    environment = {**os.environ, "PYTHONIOENCODING": "latin-1"}
    code = (
        "from meepleproof import __main__ as m; from meepleproof.cli import console;"
        "console.run = lambda *_: print('☺'); m.main()"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], env=environment, capture_output=True, check=True
    )
    assert "☺" == done.stdout.decode("utf-8").strip()


def test_what_goes_by_our_names_in_the_users_folder_is_not_run(tmp_path: Path) -> None:
    (tmp_path / "verifier.py").write_text("raise SystemExit('not me')\n", encoding="utf-8")
    game = "s3.4~D0.0.0~p2.2.3~h4.4.4~t1~n.."
    done = subprocess.run(
        [sys.executable, "-P", "-m", "meepleproof", "reach", game],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (1, "") == (done.returncode, done.stderr)
    assert "asked CP-SAT" in done.stdout


LONG = "9" * 5000
TABLE = "s3.4~D0.0.0~p1.2.3~h4.4.4~t1~nE"


@pytest.mark.parametrize(
    ("command", "words"),
    [
        (["best", "--turns", LONG], "999999999... (5,000 digits, 4,300 are allowed)"),
        (["neom", "deal", "--seed", LONG], "999999999... (5,000 digits, 4,300 are allowed)"),
        (["show", f"s3.4~D0.0.0~p{LONG}.0.0~h4.4.4~t1~nE"], "numbers of up to 6 digits"),
        (["show", f"h4~b0.0.D0~t1~nE~p{LONG}.1"], "of up to 6 digits"),
        (["solve", TABLE, "--goal", f"road.{LONG}.x.0"], "numbers of up to 6 digits"),
        (
            [
                "house",
                "result",
                "docs/examples/ledger.json",
                "--tiles",
                "60",
                f"--score=Ada={LONG}",
            ],
            "up to 6 digits",
        ),
        (["house", "setup", "--players=2", "--minutes=60", "--hand", LONG], "up to 3 digits"),
        (["explain", "neom-purchase", "--puzzle", "1", "--turn", LONG], "are allowed, 4,300"),
        (["neom", "add", "docs/examples/neom-game.json", f'{{"pay": {LONG}}}'], "allowed, 4,300"),
    ],
    ids=lambda given: given[0] if isinstance(given, list) else "",
)
def test_a_number_of_thousands_of_digits(
    command: list[str], words: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(group, command) in (2, 3)
    told = capsys.readouterr().err
    assert words in told
    assert "set_int_max_str_digits" not in told


def test_a_narrow_terminal_has_lines_folded_between_words(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    narrow = screen_of(60, monkeypatch)
    assert [] == [line for line in narrow.splitlines() if len(line) > 60]
    assert screen_of(300, monkeypatch).split() == narrow.split()


def screen_of(columns: int, monkeypatch: pytest.MonkeyPatch) -> str:
    """Return what a list in words is on a terminal that is so wide."""
    monkeypatch.setattr(terminal, "COLUMNS", columns)
    words = ["find", "--pack", "road-5-3c", "--limit", "5"]
    code, _, screen = terminal.on_a_terminal(words)
    assert 0 == code
    return screen.text()
