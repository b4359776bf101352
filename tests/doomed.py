"""A solver whose process is killed while it is thinking, as often as one likes."""

from __future__ import annotations

import os
import signal
import subprocess

from verifier.model.cpsat import Solver


class DoomedSolver(Solver):
    """Its process dies over the next ``times`` questions; later ones are answered."""

    def __init__(self, times: int = 1) -> None:
        super().__init__()
        self.times = times

    def _line(self, process: subprocess.Popen[bytes]) -> bytes | None:
        if self.times:
            self.times -= 1
            os.kill(process.pid, signal.SIGKILL)
        return super()._line(process)
