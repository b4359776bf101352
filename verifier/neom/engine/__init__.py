"""The first key of NEOM solo: it plays, square by square and turn by turn."""

from verifier.neom.engine.buying import BUYABLE
from verifier.neom.engine.engine import Engine
from verifier.neom.engine.log_check import Due, Standing

__all__ = ["BUYABLE", "Due", "Engine", "Standing"]
