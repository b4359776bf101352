"""A self-test of both keys, in a process of its own, so that a crash does not end the service.

Run as ``python -m meepleproof.service.selftest``; the exit code is 0 if both keys can be used.
"""

from __future__ import annotations

import sys
from contextlib import closing

from verifier.errors import MeepleproofError
from verifier.game import KEYS
from verifier.games import GAMES

__all__ = ["main"]

_SCENARIOS = frozenset({"EC-O-01", "EC-O-03"})
"""A meeple that may not be placed, and one that scores a city and returns to its player."""


def main() -> int:
    """Check a few claims by both keys; return 0 if they hold, else 1, and say on stderr why."""
    game = GAMES["solo"].load()
    try:
        with closing(game.keyring()) as keys:
            verdicts = [keys.check(one) for one in game.suite() if one.id in _SCENARIOS]
    except MeepleproofError as error:
        sys.stderr.write(f"{error}\n")
        return 1
    for verdict in verdicts:
        if verdict.answer != "holds" or verdict.keys != KEYS:
            sys.stderr.write(f"{verdict.id}: {verdict.answer} by {', '.join(verdict.keys)}\n")
            return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
