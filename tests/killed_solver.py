"""A solver whose process is killed before it can answer, as often as one likes."""

from __future__ import annotations

import subprocess

from verifier.constraints.cpsat import CpSatSolver


class DoomedSolver(CpSatSolver):
    """Its process dies over the next ``times`` questions; later ones are answered.

    So many questions before are ``spared``.
    """

    def __init__(self, times: int = 1, spared: int = 0) -> None:
        super().__init__()
        self.times = times
        self.spared = spared

    def _running(self) -> subprocess.Popen[bytes]:
        process = super()._running()
        if self.spared:
            self.spared -= 1
        elif self.times:
            self.times -= 1
            # Killed before the question is written: a quick solver cannot answer first.
            process.kill()
            process.wait()
        return process
