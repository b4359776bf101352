"""How an answer to a puzzle fares, as ``explain`` prints it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from verifier.documents.strict_json import Document
from verifier.verdict import Answer

__all__ = ["Judged"]


@dataclass(frozen=True, slots=True)
class Judged:
    """Whether an answer is right, why in words, and what else a program is told."""

    answer: Answer
    lines: tuple[str, ...]
    more: Mapping[str, Any] = field(default_factory=dict)

    def data(self) -> Document:
        """Return it as a document."""
        return {"answer": self.answer, "why": list(self.lines), **self.more}
