"""The main loop of a solver's process: it answers questions line by line.

Each line on standard input is a question in JSON, each line on standard output its answer. The
process ends with the input, even during a search. The optional argument is the most memory that
the process may take, in bytes.
"""

from __future__ import annotations

import json
import os
import select
import sys
import threading
from collections.abc import Callable
from typing import Any

from verifier.processes import limit_memory


def serve(answer: Callable[[Any], dict[str, Any]]) -> None:
    """Answer until the input ends."""
    if len(sys.argv) > 1:
        limit_memory(int(sys.argv[1]))
    # Nothing that C++ code prints may be taken for an answer.
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)
    threading.Thread(target=_end_with_the_input, daemon=True).start()
    for line in sys.stdin:
        answers.write(json.dumps(answer(json.loads(line)), separators=(",", ":")) + "\n")
        answers.flush()


def _end_with_the_input() -> None:
    """Exit when the input ends, since the parent may have been killed during a long search."""
    asking = select.poll()
    asking.register(0, 0)
    asking.poll()
    os._exit(0)
