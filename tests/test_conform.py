"""`meepleproof conform`: good engines, a wrong one, and those that do not keep to the protocol."""

from __future__ import annotations

import fcntl
import json
import subprocess
import sys
import time
from pathlib import Path
from queue import Empty, Queue
from typing import Any

import pytest

from meepleproof.cli.solo.foreign_engine import LONGEST
from tests.console_output import run_command
from verifier.carcassonne.example import toy_engine
from verifier.carcassonne.solo.conformance import AREAS, BOXES, UNTESTED, Case, cases
from verifier.documents.validation import validate

PYTHON = sys.executable
OURS = (PYTHON, "-m", "meepleproof", "engine")
TOY = Path(str(toy_engine.__file__))

GREETING = '{"id": 0, "protocol": 1, "name": "bad", "can": ["final"]}'
FIRST = next(case for case in cases() if case.area == "final")
RIGHT = json.dumps({"id": 1, **FIRST.answer})


def engine(*steps: str) -> tuple[str, ...]:
    """Return the command of an engine that does these things one after another."""
    prelude = [
        "import json, os, sys, time",
        "def say(line): sys.stdout.write(line + chr(10)); sys.stdout.flush()",
        "def hear(): return json.loads(sys.stdin.readline())",
    ]
    return (PYTHON, "-S", "-c", "\n".join([*prelude, *steps]))


def greeting(*steps: str) -> tuple[str, ...]:
    """Return the command of an engine that greets well and hears the first request."""
    return engine("hear()", f"say('{GREETING}')", "hear()", *steps)


def report(capsys: pytest.CaptureFixture[str], code: int, *words: str) -> dict[str, Any]:
    """Return the report of a test that ends with the exit code."""
    exit_code, out, _ = run_command(capsys, "conform", "--json", *words)
    assert code == exit_code
    document: dict[str, Any] = json.loads(out)
    validate("conform", document)
    return document


# --- engines that keep to the protocol ------------------------------------------------------------


def test_our_own_engine_passes(capsys: pytest.CaptureFixture[str]) -> None:
    some = ("--rule", "SOLO-SCORE-6", "--rule", "SOLO-PLACE-5", "--rule", "SOLO-SETUP-3")
    document = report(capsys, 0, *some, "--", *OURS)
    assert ("holds", "meepleproof") == (document["verdict"], document["tested"]["name"])
    assert {"turns", "play", "record", "position", "reason"} <= set(document["areas"])
    assert [] == document["differences"] + document["not_judged"]


@pytest.mark.slow
def test_our_own_engine_passes_everything(capsys: pytest.CaptureFixture[str]) -> None:
    document = report(capsys, 0, "--time", "100", "--", *OURS)  # its kernel may be uncompiled
    assert len(cases()) == sum(counted["passed"] for counted in document["areas"].values())
    assert list(AREAS) == sorted(document["areas"], key=list(AREAS).index)


def test_the_toy_engine_fails_as_it_says(capsys: pytest.CaptureFixture[str]) -> None:
    document = report(capsys, 1, "--", PYTHON, str(TOY))
    assert "violated" == document["verdict"]
    assert 0 == document["areas"]["turns"]["failed"] < document["areas"]["turns"]["passed"]
    assert 0 < document["areas"]["play"]["failed"] < document["areas"]["play"]["passed"]
    assert 0 < document["rules"]["SOLO-SCORE-10"]["failed"]
    for area in set(AREAS) - {"turns", "play"}:
        counted = document["areas"][area]
        assert counted["skipped"] == sum(counted.values()) > 0
    for each in document["differences"]:
        expected, answered = each["expected"], each["answered"]
        assert sum(expected["scores"]) < sum(answered["scores"]), "it pays too often"
        assert (expected["meeples"], expected["supplies"]) == (
            sorted(answered["meeples"], key=expected["meeples"].index),
            answered["supplies"],
        )


def test_the_toy_engine_mended_passes(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    # So that it is wrong on purpose only.
    wrong = "    if majority:  # wrong on purpose: one of them must be lowest\n"
    mended = "    if any(scores[colour] == min(scores) for colour in majority):\n"
    text = TOY.read_text(encoding="utf-8")
    assert wrong in text
    (tmp_path / "example").mkdir()
    (tmp_path / "tiles").mkdir()
    copy, sheet = tmp_path / "example" / "toy_engine.py", tmp_path / "tiles" / "base.json"
    copy.write_text(text.replace(wrong, mended), encoding="utf-8")
    sheet.write_bytes(TOY.parent.parent.joinpath("tiles", "base.json").read_bytes())
    document = report(capsys, 0, "--only", "turns", "--only", "play", "--", PYTHON, str(copy))
    assert {"turns", "play"} == set(document["areas"])


def test_a_difference_is_shown_with_position_turn_and_both_answers(
    capsys: pytest.CaptureFixture[str],
) -> None:
    words = ("--only", "play", "--rule", "SOLO-SCORE-11", "--show", "1", "--", PYTHON, str(TOY))
    code, out, err = run_command(capsys, "conform", *words)
    assert (1, "") == (code, err)
    assert "EC-O-03/play/2: The only free feature of the tile is completed by it.\n" in out
    assert "p1.2.3~h4.3.4~t1~nW..~u5.5.5\n  turn W0.1.0.W.S-W\n" in out
    assert "  scores: expected [4, 2, 3], answered [4, 4, 3]\n" in out
    assert 1 == out.count("/play/")


def answering(can: list[str], answer: dict[str, Any]) -> tuple[str, ...]:
    """Return the command of an engine that offers this and always answers the same."""
    hello = json.dumps({"id": 0, "protocol": 1, "name": "bad", "can": can})
    same = f"say(json.dumps({{'id': hear()['id'], **{answer!r}}}))"
    return engine("hear()", f"say('{hello}')", f"while True: {same}")


def test_a_record_that_fails_shows_where_it_starts_its_turns_and_what_was_answered(
    capsys: pytest.CaptureFixture[str],
) -> None:
    wrong = answering(["record", "options"], {"legal": False, "turn": 2, "rule": "SOLO-TURN-1"})
    _, out, _ = run_command(capsys, "conform", "--show", "999", "--", *wrong)
    shown = out.partition("FOUR-9/record/1: ")[2].partition("\n\n")[0].splitlines()
    start, first, second, third, fourth, *told = shown[1:]
    assert start.startswith("  s4.4~D0.0.0~p1.2.3.4~h4.4.4.4~t1~n")
    assert start.endswith(" (the official set-up)")
    assert [f"turn {n}" for n in (1, 2, 3, 4)] == [
        line.strip().partition(" {")[0] for line in (first, second, third, fourth)
    ]
    (case,) = [case for case in cases() if case.id == "FOUR-9/record/1"]
    assert case.request["record"]["turns"][3] == json.loads(fourth.partition("turn 4 ")[2])
    assert [
        "  turn: expected 4, answered 2",
        '  answered {"legal":false,"rule":"SOLO-TURN-1","turn":2}',
    ] == told[:2]


def test_a_long_game_shows_the_turns_before_the_one_in_question(
    capsys: pytest.CaptureFixture[str],
) -> None:
    wrong = answering(["record"], {"legal": False, "turn": 12, "rule": "SOLO-TURN-1"})
    _, out, _ = run_command(capsys, "conform", "--show", "999", "--", *wrong)
    shown = out.partition("GAME-1/record/1: ")[2].partition("\n\n")[0].splitlines()
    assert "  4 turns before these; --json has all" == shown[2]
    assert [f"  turn {n} " for n in range(5, 13)] == [
        line.partition("{")[0] for line in shown[3:11]
    ]
    assert shown[11].endswith(" more turns after these")
    assert "  legal: expected True, answered False" == shown[12]


def test_each_word_that_is_not_offered_has_a_line_of_its_own(
    capsys: pytest.CaptureFixture[str],
) -> None:
    _, out, _ = run_command(capsys, "conform", "--", *answering([], {}))
    lines = [line for line in out.splitlines() if "not offered" in line]
    assert {f"not offered: {word} (untested: {what})" for word, what in UNTESTED.items()} == {
        line.partition(" ")[2] for line in lines
    }
    by_word = {word: sum(word in case.needs for case in cases()) for word in UNTESTED}
    counted = {line.partition(" (")[0] for line in lines}
    assert {f"{number} not offered: {word}" for word, number in by_word.items()} == counted


def test_who_does_not_offer_boxes_is_asked_about_the_base_game_alone() -> None:
    base = [case for case in cases() if case.area != BOXES]
    assert all(BOXES not in case.needs and case.area in case.needs for case in base)
    assert not any(map(with_boxes, base))
    boxes = [case for case in cases() if case.area == BOXES]
    assert {word for case in boxes for word in case.needs} == set(UNTESTED) - {"final"}
    assert {BOXES, "reason"} == next(case.needs for case in boxes if "rule" in case.answer)


def with_boxes(case: Case) -> bool:
    """Return whether a case has another box or large meeples."""
    record = case.request.get("record", {})
    rules = (case.request.get("position") or record.get("start") or record or case.request)["rules"]
    return bool({"boxes", "large"} & set(rules))


def test_the_rule_that_is_broken_is_told_first(capsys: pytest.CaptureFixture[str]) -> None:
    words = ("--only", "turns", "--only", "play", "--show", "0", "--", PYTHON, str(TOY))
    _, out, _ = run_command(capsys, "conform", *words)
    assert out.partition("of cases that show it\n")[2].startswith("SOLO-SCORE-10 ")


def test_what_is_not_offered_is_skipped_and_nothing_passed_is_undecided(
    capsys: pytest.CaptureFixture[str],
) -> None:
    code, out, _ = run_command(capsys, "conform", "--only", "play", "--", *greeting())
    assert 4 == code
    assert "not offered: play (untested: what a turn brings" in out
    assert " passed" not in out.splitlines()[-1]


def test_an_engine_may_leave_out_a_request_or_meet_an_error(
    capsys: pytest.CaptureFixture[str],
) -> None:
    part = "{'error': 'oh'} if n == 1 else {'cannot': 'so much'}"
    loop = f"while True: say(json.dumps({{'id': n}} | ({part}))); n = hear()['id']"
    document = report(capsys, 1, "--only", "final", "--", *greeting("n = 1", loop))
    assert ["the engine met an error: oh"] == [each["why"] for each in document["differences"]]
    assert "the engine cannot: so much" in [each["why"] for each in document["not_judged"]]


def test_an_engine_may_talk_to_itself_at_length(capsys: pytest.CaptureFixture[str]) -> None:
    loud = greeting("sys.stderr.write('x' * 1_000_000)", f"say('{RIGHT}')", "sys.exit(9)")
    document = report(capsys, 3, "--only", "final", "--", *loud)
    assert 1 == document["areas"]["final"]["passed"]
    assert "undecided" == document["verdict"]
    assert "ended with exit code 9 and wrote: xxx" in document["broken"]
    assert len(document["broken"]) < 3000


def test_an_engine_plays_no_tricks_on_the_terminal(capsys: pytest.CaptureFixture[str]) -> None:
    red = GREETING.replace("bad", r"\u001b[31mred")
    tricky = engine("hear()", f"say({red!r})", "hear()", "sys.exit(chr(27) + '[2J')")
    code, out, err = run_command(capsys, "conform", "--only", "final", "--", *tricky)
    assert 3 == code
    assert "\x1b" not in out + err
    assert "[31mred: nothing was asked" in out


# --- engines that do not --------------------------------------------------------------------------

NEVER = "time.sleep(600)"
GARBAGE = {
    "words": ("say('Hello!')", "not JSON: Expecting value (at the engine's answer 'Hello!"),
    "no object": ("say('[1]')", "the document is [1], not an object"),
    "another id": (f"say('{RIGHT}'.replace('1', '7', 1))", "request 1 is answered as 7"),
    "no id": ("say('{}')", 'lacks "id"'),
    "an unknown part": ("""say('{"id": 1, "finale": []}')""", 'did you mean "final"?'),
    "a fraction": ("""say('{"id": 1, "result": 1.0}')""", "1.0 is not a whole number"),
    "no number": ("""say('{"id": 1, "result": NaN}')""", "NaN is not a whole number"),
    "a key twice": ("""say('{"id": 1, "id": 1}')""", '"id" is given twice'),
    "a huge number": (
        """say('{"id": 1' + '0' * 9999 + '}')""",
        "more digits than are allowed",
    ),
    "depth": ("say('[' * 60_000)", "nested too deeply"),
    "no text": ("os.write(1, bytes([255, 10]))", "not UTF-8"),
    "half a line": ("os.write(1, b'{'); sys.exit()", "not JSON"),
    "a flood": ("while True: os.write(1, b'x' * 65536)", f"more than {LONGEST:,} bytes"),
    "many lines": ("while True: say('{}')", 'lacks "id"'),
    "an end": ("sys.exit('tired')", "did not answer; it ended with exit code 1 and wrote: tired"),
    "a crash": ("os.kill(os.getpid(), 9)", "ended with exit code -9"),
    "silence": (f"os.close(1); {NEVER}", "did not answer; it closed its output"),
}


@pytest.mark.parametrize("name", GARBAGE)
def test_garbage_is_told_and_ends_the_test(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    step, why = GARBAGE[name]
    code, out, err = run_command(capsys, "conform", "--only", "final", "--", *greeting(step))
    assert 3 == code
    assert err.startswith(f"Error: {FIRST.id}: ")
    assert why in err
    assert 1 == err.count("\n")
    assert "bad: nothing was asked" in out


@pytest.mark.parametrize(
    ("steps", "why"),
    [
        (("sys.exit()",), "did not answer; it ended with exit code 0"),
        (("""say('{"id": 0, "error": "who?"}')""",), "the engine's greeting lacks 'can'"),
        (
            ("""say('{"id": 0, "protocol": 2, "name": "x", "can": []}')""",),
            '"protocol" is 2, not the version of the protocol, 1',
        ),
        (
            ("""say('{"id": 0, "can": ["fly"], "protocol": 1, "name": "x"}')""",),
            'entry 1 of "can" is "fly"',
        ),
        (("""say('{"id": 0, "can": []}')""",), 'has "can" but lacks "protocol"'),
    ],
)
def test_a_wrong_greeting_is_reported(
    steps: tuple[str, ...], why: str, capsys: pytest.CaptureFixture[str]
) -> None:
    code, out, err = run_command(capsys, "conform", "--", *engine("hear()", *steps))
    assert (3, "") == (code, out)
    assert why in err


def test_an_engine_that_cannot_be_started_is_reported(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = run_command(capsys, "conform", "--", "./no-such-engine")
    assert (3, "") == (code, out)
    assert "Error: './no-such-engine': No such file or directory\n" == err


@pytest.fixture
def hangs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """Return a step in which an engine hangs; only then is the time up that it has to answer."""
    hanging = tmp_path / "hanging"
    hanging.mkdir()

    class Lines(Queue[bytes]):
        def __init__(self, most: int) -> None:
            super().__init__(most)
            self.before = len(list(hanging.iterdir()))

        def get(
            self,
            block: bool = True,  # noqa: FBT002 - as Queue has it
            timeout: float | None = None,
        ) -> bytes:
            while True:
                try:
                    return super().get(block, 0.01)
                except Empty:
                    if timeout != 1 or self.before < len(list(hanging.iterdir())):
                        raise

    monkeypatch.setattr("meepleproof.cli.solo.foreign_engine.Queue", Lines)
    return f"open({str(hanging)!r} + '/' + str(os.getpid()), 'w').close(); {NEVER}"


def test_an_engine_that_hangs_is_ended_with_what_it_started_and_started_anew(
    tmp_path: Path, hangs: str, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "locks"
    folder.mkdir()
    lock = f"lock = open({str(folder)!r} + '/' + str(os.getpid()), 'w')"
    child = "subprocess.Popen(['sleep', '600'], pass_fds=[lock.fileno()])"
    steps = ("import fcntl, subprocess", lock, "fcntl.flock(lock, fcntl.LOCK_EX)", child, hangs)
    document = report(capsys, 4, "--only", "final", "--time", "1", "--", *greeting(*steps))
    assert "undecided" == document["verdict"]
    whys = [each["why"] for each in document["not_judged"] if each["ruling"] == "undecided"]
    assert ["the engine did not answer within 1 s; give it more by --time"] * 3 == whys[:3]
    assert {"not asked, for the engine is too slow"} == set(whys[3:])
    locks = list(folder.iterdir())
    assert 3 == len(locks)
    for path in locks:
        assert lets_go(path), "a process that the engine started lives on"


def lets_go(path: Path) -> bool:
    """Return whether the file's lock is free, now or soon."""
    with path.open() as file:
        for _ in range(100):
            try:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                time.sleep(0.05)
            else:
                return True
    return False


def test_a_failure_outweighs_a_time_out(hangs: str, capsys: pytest.CaptureFixture[str]) -> None:
    wrong = """say('{"id": 1, "final": [9, 9, 9], "result": 9}')"""
    late = greeting(wrong, "hear()", hangs)
    code, out, _ = run_command(capsys, "conform", "--only", "final", "--time", "1", "--", *late)
    assert 1 == code
    assert "3 failed" in out.splitlines()[-1]


def test_a_greeting_that_never_comes_is_undecided(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = run_command(capsys, "conform", "--time", "1", "--", *engine(NEVER))
    assert (4, "") == (code, out)
    assert "did not answer within 1 s" in err


@pytest.mark.parametrize(
    ("words", "why"),
    [
        ((), "Missing argument '-- COMMAND [ARGS]...'"),
        (("--only", "flying", "--", "x"), "'flying' is not one of"),
        (("--time", "0", "--", "x"), "0 is not in the range"),
        (("--only", "final", "--rule", "SOLO-MEEPLE-1", "--", "x"), "no case of the suite"),
    ],
)
def test_wrong_usage_is_reported(
    words: tuple[str, ...], why: str, capsys: pytest.CaptureFixture[str]
) -> None:
    code, _, err = run_command(capsys, "conform", *words)
    assert 2 == code
    assert why in " ".join(err.split())


def test_an_unknown_rule_is_wrong_usage(capsys: pytest.CaptureFixture[str]) -> None:
    code, _, err = run_command(capsys, "conform", "--rule", "SOLO-SCORE-66", "--", "x")
    assert 2 == code
    assert "unknown rule 'SOLO-SCORE-66'; did you mean" in err


# --- our own engine as others see it --------------------------------------------------------------


def test_our_engine_answers_every_line_and_survives_bad_ones() -> None:
    lines = ["", "[]", '{"id": 3}', '{"id": 4, "ask": "turns"}', '{"id": 5, "ask": "fly"}']
    done = subprocess.run(
        OURS, input="\n".join([*lines, '{"ask": "hello", "id": 6, "protocol": 1}']),
        capture_output=True, text=True, check=True,
    )  # fmt: skip
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    for each in answers:
        validate("engine-answer", each)
    assert [0, 0, 3, 4, 5, 6] == [each["id"] for each in answers]
    assert ["error"] * 5 + ["can"] == ["error" if "error" in each else "can" for each in answers]
    assert "" == done.stderr


def test_our_engine_refuses_a_position_that_cannot_lie() -> None:
    position = cases()[0].request["position"] | {"supplies": [9, 4, 4]}
    request = {"id": 1, "ask": "turns", "position": position}
    done = subprocess.run(
        OURS, input=json.dumps(request), capture_output=True, text=True, check=True
    )
    assert "SOLO-SETUP-3" in json.loads(done.stdout)["error"]
