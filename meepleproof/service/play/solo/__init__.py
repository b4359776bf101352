"""Puzzles and free games of the Solo Variant, played."""

from meepleproof.service.play.play import MadeFile, Offer, PlayedGame

GAME = PlayedGame(
    "Solo Variant",
    "",
    daily=("goal",),
    one_scale=True,
    kinds=(
        ("goal", "goals of the checklist", ("goal",)),
        ("find-the-error", "find the error", ("find-the-error",)),
        ("which-rule", "which rule forbids it?", ("which-rule",)),
        ("help", "the hand in the right order", ("help",)),
        ("retro", "what was the last turn?", ("retro",)),
        ("proof-game", "how did it come about?", ("proof-game",)),
    ),
    paths=("/", "/play", "/new", "/made", "/make", "/rules", "/first-steps", "/print", "/p"),
    free=("seed", "colours", "meeples", "with"),
    offers=(
        Offer(
            "/play",
            "Free solo game",
            "Three colours against the whole checklist: deal a game and play it to its end.",
        ),
    ),
    files=(
        MadeFile("pieces.svg", "meepleproof.service.pages.solo.drawings:solo_pieces"),
        MadeFile("solo.json", "meepleproof.service.play.solo.document:solo_sheet"),
        MadeFile("pieces-boxes.svg", "meepleproof.service.pages.solo.drawings:boxes_pieces"),
        MadeFile("tiles-boxes.json", "meepleproof.service.pages.solo.drafting:boxes_tiles"),
        MadeFile("solo-boxes.json", "meepleproof.service.play.solo.document:boxes_sheet"),
    ),
    sheet="pieces.svg",
    asked="meepleproof.service.play.solo.asked:answers",
    rules="/rules",
    credit="The Carcassonne Solo Variant of 2020.",
)
