"""What a verdict needs and the catalogue does not say."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, order=True)
class Unknown:
    """A value that a rule needs and nobody has stated.

    ``parameter`` is its path in the catalogue: ``good_price.luxury``, ``tiles/demo-I-07/cost``,
    ``boards/harbour/roads``; or ``money``, where an amount before it could not be followed.

    >>> print(Unknown("NEOM-BUY-5", "good_price.luxury"))
    cannot be determined: NEOM-BUY-5 needs good_price.luxury
    """

    rule: str
    parameter: str

    def __str__(self) -> str:
        """Return it as verdicts state it."""
        return f"cannot be determined: {self.rule} needs {self.parameter}"
