"""Puzzles of NEOM, played."""

from meepleproof.service.play.play import MadeFile, PlayedGame

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
    files=(MadeFile("neom-drawing.css", "meepleproof.rendering.neom.style:TILE_STYLE"),),
    asked="meepleproof.service.play.neom.asked:answers",
)
