"""How many Cornerstones may be placed (NEOM-ACT-CORNER-1, -2)."""

from __future__ import annotations

from verifier.neom.engine.grid import FULL
from verifier.neom.engine.placing import Allowed
from verifier.neom.engine.position import Position
from verifier.neom.engine.prepared import CORNERSTONES, Prepared
from verifier.neom.unknowns import Unknown

_RULE = "NEOM-ACT-CORNER-1"


def under_cap(prepared: Prepared, position: Position) -> Allowed:
    """Return the squares on which one more Cornerstone keeps within the cap.

    Where those in the city count, one that covers another leaves their number as it was.
    """
    parameters = prepared.parameters
    if parameters.cornerstone_cap is None:
        return Allowed(0, FULL, (Unknown(_RULE, "cornerstone_cap"),))
    cap = parameters.cornerstone_cap[position.generation - 1]
    standing = position.layout.plane(CORNERSTONES)
    now = standing.bit_count()
    in_city = (0 if now >= cap else FULL) | (standing if now <= cap else 0)
    ever = FULL if position.placed < cap else 0
    if parameters.cornerstones_counted is None:
        unknown = Unknown(_RULE, "cornerstones_counted")
        return Allowed(in_city & ever, in_city | ever, (unknown,))
    allowed = in_city if parameters.cornerstones_counted == "in_city" else ever
    return Allowed(allowed, allowed)
