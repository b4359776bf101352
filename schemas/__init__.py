"""The contracts: one JSON Schema (2020-12) for each kind of file, and faults in words."""

from schemas.faults import form_faults, validate
from schemas.registry import names, schema

__all__ = ["form_faults", "names", "schema", "validate"]
