"""A solver whose process is killed before it can answer, as often as one likes."""

from __future__ import annotations

import subprocess

from verifier.constraints.cpsat import CpSatSolver


class DoomedSolver(CpSatSolver):
    """Its process dies over the next ``times`` questions; later ones are answered."""

    def __init__(self, times: int = 1) -> None:
        super().__init__()
        self.times = times

    def _running(self) -> subprocess.Popen[bytes]:
        process = super()._running()
        if self.times:
            self.times -= 1
            # Killed before the question is written: a quick solver cannot answer first.
            process.kill()
            process.wait()
        return process
