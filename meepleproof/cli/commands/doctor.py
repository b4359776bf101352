"""``meepleproof doctor``: what is installed, what is wrong, and what to do about it."""

from __future__ import annotations

import platform
from importlib.metadata import PackageNotFoundError, version

import click

from meepleproof.cli.console import emit_json
from meepleproof.cli.examples import examples
from meepleproof.cli.printing import echo, echo_text
from verifier import __version__
from verifier.active_kernel import active_kernel

__all__ = ["command"]

REQUIRED = ("click", "Cython", "jsonschema", "ortools", "python-constraint2", "python-sat")
UNWANTED = "python-constraint"
"""Installs the same module as python-constraint2, and silently loses solutions."""

UNCOMPILED = (
    "The kernel runs uncompiled: the same answers, over a hundred times slower. It is compiled when"
    " meepleproof is installed where there is a C compiler (and MEEPLEPROOF_PURE is not set)."
)


@click.command(epilog=examples("doctor"))
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def command(*, as_json: bool) -> int:
    """Say what is installed, and whether the kernel is compiled.

    The exit code is 1 when something is amiss; a kernel that is not compiled is slow, not amiss.
    """
    versions = {name: _installed(name) for name in (*REQUIRED, UNWANTED)}
    amiss = _amiss(versions)
    facts = {
        "meepleproof": __version__,
        "python": f"{platform.python_implementation()} {platform.python_version()}",
        "engine": active_kernel(),
    }
    if as_json:
        emit_json({**facts, "distributions": versions, "amiss": amiss})
    else:
        for name, fact in (facts | versions).items():
            echo(f"{name:<20}{fact or 'not installed'}")
        if facts["engine"] == "python":
            echo_text(UNCOMPILED)
        for sentence in amiss:
            echo(f"problem: {sentence}")
    return 1 if amiss else 0


def _installed(distribution: str) -> str | None:
    try:
        return version(distribution)
    except PackageNotFoundError:
        return None


def _amiss(versions: dict[str, str | None]) -> list[str]:
    """Return a sentence for each thing that is wrong, with its remedy."""
    missing = [name for name in REQUIRED if versions[name] is None]
    amiss = [f"{name} is not installed; run: pip install {name}" for name in missing]
    if versions[UNWANTED] is not None:
        amiss.append(
            f"{UNWANTED} {versions[UNWANTED]} is installed and shares its module with"
            f" {UNWANTED}2; run: pip uninstall -y {UNWANTED} &&"
            f" pip install --force-reinstall --no-deps {UNWANTED}2"
        )
    return amiss
