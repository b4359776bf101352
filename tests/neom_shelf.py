"""A shelf with the packs of NEOM, and one of the Solo Variant."""

from __future__ import annotations

import shutil
from pathlib import Path

from meepleproof.service.shelf import Shelf, open_shelf, shipped_packs
from tests.service_client import STILL

LINK, LAST_TURNS, STRUCK = "dckaj1r9h0wa", "69msk5fbe55h", "9e3kx4mj4gew"
MONEY, HELPERS, DISASTER = "fqmpb5tshfw7", "zqfqxcsvarax", "0j23t2gtjs7x"
"""A puzzle of each kind; in the last turn of ``STRUCK`` a Disaster strikes."""


def neom_shelf(folder: Path) -> Shelf:
    """Return the shelf of the packs that ship, copied into a folder."""
    for file in (shipped_packs() / "neom").glob("neom-*.json"):
        shutil.copy(file, folder)
    return open_shelf([folder, STILL])
