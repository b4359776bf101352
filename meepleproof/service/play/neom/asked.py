"""What pages of NEOM ask for beside puzzles: the table beside a real game, and demo games."""

from __future__ import annotations

from functools import partial

from meepleproof.service.play.asked import Answers, Told
from meepleproof.service.play.neom.helper import (
    CATALOGUE,
    CATALOGUE_SCHEMA,
    DEMO,
    HELPER,
    LINKED,
    TABLE,
    TABLE_SCHEMA,
    catalogue_document,
    linked,
    table_document,
)
from meepleproof.service.play.neom.own import (
    CHANGES,
    CHANGES_SCHEMA,
    PACK,
    SCHEMA,
    TOLD,
    changes,
    taken_apart,
    told,
)


def answers() -> Answers:
    """Return what is answered at which path."""
    return {
        TABLE: Told(table_document, TABLE_SCHEMA),
        CATALOGUE: Told(catalogue_document, CATALOGUE_SCHEMA),
        f"{HELPER}{LINKED}": Told(partial(linked, dealt=False)),
        f"{DEMO}{LINKED}": Told(partial(linked, dealt=True)),
        PACK: Told(taken_apart, SCHEMA),
        TOLD: Told(told, SCHEMA),
        CHANGES: Told(changes, CHANGES_SCHEMA),
    }
