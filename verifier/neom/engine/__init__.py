"""The first key of NEOM solo: it plays, square by square and turn by turn."""

from verifier.neom.engine.engine import Engine

__all__ = ["Engine"]
