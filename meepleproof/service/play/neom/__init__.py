"""Puzzles of NEOM, played."""

from meepleproof.service.play.play import MadeFile, Offer, PlayedGame

GAME = PlayedGame(
    "NEOM",
    "/neom",
    daily=("link", "purchase", "last-turns", "disaster"),
    one_scale=False,
    kinds=(
        ("link", "Link tiles", ("link",)),
        ("purchase", "Purchases", ("purchase",)),
        ("last-turns", "The last turns", ("last-turns",)),
        ("disaster", "The Disaster", ("disaster",)),
    ),
    paths=("/neom", "/api/neom"),
    offers=(
        Offer(
            "/neom/table",
            "Beside the real game",
            "What comes next, what you may do, and your score, while you play with the box.",
        ),
        Offer(
            "/neom/packs",
            "Packs and the Disaster only",
            "How many tiles the next pack has, and the chance of the Disaster.",
        ),
        Offer(
            "/neom/demo",
            "A demo game",
            "With an invented catalogue of tiles.",
        ),
        Offer(
            "/neom/own",
            "Your own puzzles",
            "A pack made from your own catalogue.",
        ),
    ),
    files=(MadeFile("neom-drawing.css", "meepleproof.rendering.neom.style:TILE_STYLE"),),
    asked="meepleproof.service.play.neom.asked:answers",
    rules="/neom/rules",
    credit="NEOM for one player; tiles and numbers shown are invented.",
)
