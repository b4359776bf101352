"""A shelf with the smallest packs of the house game: studies, turns, whose farm."""

from __future__ import annotations

import shutil
from pathlib import Path

from meepleproof.service.shelf import Shelf, open_shelf, shipped_packs
from tests.service_client import STILL

_PACKS = ("house-double-turn", "house-farm-studies", "house-part-turn", "house-whose-farm")


def house_shelf(folder: Path) -> Shelf:
    """Return the shelf of these packs, copied into a folder, and of one of the Solo Variant."""
    for pack in _PACKS:
        for end in (".json", ".solutions.json"):
            shutil.copy(shipped_packs() / "house" / f"{pack}{end}", folder)
    return open_shelf([folder, STILL])
