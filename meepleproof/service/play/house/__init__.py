"""Puzzles and games of the house rules, played."""

from meepleproof.service.play.play import MadeFile, Offer, PlayedGame

_STUDIES = ("study", "farm-study", "study-of-four", "last-bag-tile")

GAME = PlayedGame(
    "House rules",
    "/house",
    daily=(*_STUDIES, "part-turn", "double-turn", "whose-farm"),
    one_scale=True,
    kinds=(
        ("study", "studies: the last tiles", _STUDIES),
        ("turn", "one turn", ("part-turn", "double-turn")),
        ("farms", "whose farm?", ("whose-farm",)),
    ),
    paths=("/house",),
    free=("players", "sets", "hand", "minutes", "seed", "names", "seats", "handicaps"),
    offers=(
        Offer(
            "/house/play",
            "A game for two to six",
            "Around one device, with people or the computer on each seat.",
        ),
        Offer(
            "/house/score",
            "Score our table",
            "Put in a table that you played: who owns what, and how many points each player gets.",
        ),
        Offer(
            "/house/ledger",
            "The ledger",
            "Your evenings, with real tiles too, and what each player starts with next time.",
        ),
    ),
    files=(
        MadeFile("house.svg", "meepleproof.service.pages.house.drawings:house_pieces", late=True),
    ),
    asked="meepleproof.service.play.house.asked:answers",
    rules="/house/rules",
    credit="McGuire's house rules for Carcassonne.",
)
