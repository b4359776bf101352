"""What a service and its processes take: processor seconds and memory, as Linux counts them."""

from __future__ import annotations

import os
import threading
import time
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

_TICKS = os.sysconf("SC_CLK_TCK")
_POLL = 0.02


@dataclass(slots=True)
class Taken:
    """What processes took: seconds of all that ever ran, and megabytes of all at once, at most."""

    seconds: float = 0.0
    megabytes: float = 0.0


@dataclass
class Watched:
    """The processes that a process started, itself included, watched until ``stop``."""

    process_id: int
    taken: Taken = field(default_factory=Taken)

    def __post_init__(self) -> None:
        self._seconds = dict[int, float]()
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._watch, daemon=True)
        self._thread.start()

    def begin(self) -> None:
        """Count from now on."""
        self.look()
        self._before = sum(self._seconds.values())
        self.taken = Taken(megabytes=self._megabytes())
        self._base = self.taken.megabytes

    def end(self) -> Taken:
        """Return what was taken since :meth:`begin`; the memory is what it grew by."""
        self.look()
        seconds = sum(self._seconds.values()) - self._before
        return Taken(seconds, max(0.0, self.taken.megabytes - self._base))

    def stop(self) -> None:
        """Watch no more."""
        self._over.set()
        self._thread.join()

    def look(self) -> None:
        """Read what each process has taken; what ended keeps what it had."""
        for process in family(self.process_id):
            with suppress(OSError, IndexError):
                self._seconds[process] = own_seconds(process)
        self.taken.megabytes = max(self.taken.megabytes, self._megabytes())

    def _megabytes(self) -> float:
        """Return what the processes use, memory that several share divided among them."""
        total = 0
        for process in family(self.process_id):
            with suppress(OSError):
                rollup = Path(f"/proc/{process}/smaps_rollup").read_text("ascii")
                total += int(rollup.partition("\nPss:")[2].split()[0])
        return total / 1024

    def _watch(self) -> None:
        while not self._over.is_set():
            self.look()
            time.sleep(_POLL)


def family(process_id: int) -> list[int]:
    """Return a process and all that it started, directly or not."""
    parents = dict[int, int]()
    for folder in Path("/proc").iterdir():
        if folder.name.isdigit():
            with suppress(OSError, IndexError):
                parents[int(folder.name)] = int(_words(int(folder.name))[1])
    found = [process_id]
    for one in found:
        found += [process for process, parent in parents.items() if parent == one]
    return found


def those_of(process_id: int, module: str) -> list[int]:
    """Return the processes below one that run a module."""
    found = []
    for process in family(process_id)[1:]:
        with suppress(OSError):
            words = Path(f"/proc/{process}/cmdline").read_bytes().split(b"\0")
            if module.encode() in words:
                found.append(process)
    return found


def own_seconds(process: int) -> float:
    """Return the processor time that a process took itself.

    :raises OSError: if there is none.
    """
    return sum(map(int, _words(process)[11:13])) / _TICKS


def _words(process: int) -> list[str]:
    """Return the words of a process's state, from its state letter on."""
    return Path(f"/proc/{process}/stat").read_text("utf-8").rpartition(")")[2].split()
