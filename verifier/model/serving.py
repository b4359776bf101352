"""What every solver's own process does: it answers questions, line by line, until they end.

Each line on standard input is a question in JSON, each line on standard output its answer. An
argument, if there is one, is the most memory the process may take, in bytes.
"""

from __future__ import annotations

import json
import os
import resource
import sys
from collections.abc import Callable
from typing import Any


def serve(answer: Callable[[Any], dict[str, Any]]) -> None:
    """Answer until the input ends."""
    if len(sys.argv) > 1:
        memory = int(sys.argv[1])
        resource.setrlimit(resource.RLIMIT_AS, (memory, memory))
    # Whatever C++ prints must not look like an answer.
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)
    for line in sys.stdin:
        answers.write(json.dumps(answer(json.loads(line)), separators=(",", ":")) + "\n")
        answers.flush()
