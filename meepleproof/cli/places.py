"""Where on the command line an error is: at which option."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from verifier.errors import MeepleproofError

__all__ = ["at_option", "option_at"]


def option_at(where: str, arguments: Sequence[str]) -> str:
    """Return the option that an error's place names, empty if it names none that was typed.

    The rules call a value by its own name, without dashes.

    >>> option_at("--time", []), option_at("rating_from", ["generate", "--rating-from=9"])
    ('--time', '--rating-from')
    >>> option_at("goal", ["solve", "mine.json"]), option_at("", ["conform", "--", "mine"])
    ('', '')
    """
    if where.startswith("-") and where != "-":
        return where
    if not where:
        return ""
    word = f"--{where.replace('_', '-')}"
    return word if word in {argument.partition("=")[0] for argument in arguments} else ""


@contextmanager
def at_option(word: str, *names: str, inner: bool = False) -> Iterator[None]:
    """Give an error about the value of an option that option as its place.

    It is one that has no place, or one of the ``names`` by which the rules call the value; with
    ``inner`` any place that is no option, as it is within the value.

    >>> with at_option("--switch", "switches"):
    ...     raise MeepleproofError("no such switch", where="switches")
    Traceback (most recent call last):
    verifier.errors.MeepleproofError: no such switch (at --switch)
    """
    try:
        yield
    except MeepleproofError as error:
        within = inner and not error.where.startswith("-")
        if error.where not in ("", *names) and not within:
            raise
        raise error.at(word) from None
