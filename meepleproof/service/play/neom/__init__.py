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
            "/neom/packs",
            "Beside the real game",
            "How likely the Disaster and tiles you wait for are in the next pack; no tile to type.",
        ),
        Offer(
            "/neom/table",
            "With your own catalogue",
            "What you may do, turn by turn, and your score, once the tiles of your box are typed.",
        ),
        Offer(
            "/neom/catalogue",
            "Your catalogue",
            "Type the tiles of your box, one by one; they stay on this device.",
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
