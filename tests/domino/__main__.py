"""``python -m tests.domino ...``: the command line with this game, too."""

from meepleproof.__main__ import main
from tests.domino import register

if __name__ == "__main__":
    register()
    main()
