"""``python -m tests.domino.command ...``: the command line with this game, too."""

from meepleproof.__main__ import main
from tests.domino import register

register()  # in worker processes, too, which run this module under another name
if __name__ == "__main__":
    main()
