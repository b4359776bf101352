"""``python -m tests.domino ...``: the command line with this game, too."""

from meepleproof.__main__ import main
from tests.domino import FACTS
from verifier.games import GAMES

if __name__ == "__main__":
    GAMES[FACTS.name] = FACTS
    main()
