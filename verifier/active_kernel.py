"""Which build of the engine's kernel is in use."""

from __future__ import annotations

from importlib import import_module

__all__ = ["active_kernel"]


def active_kernel() -> str:
    """Return which kernel is active, ``compiled`` or ``python``, or why none can be imported."""
    try:
        kernel = import_module("verifier.carcassonne.engine.kernel")
    except ImportError as error:  # uncompiled, it needs Cython's module
        return f"cannot be imported: {error}"
    return "compiled" if kernel.COMPILED else "python"
