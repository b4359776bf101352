"""HTML from the templates in the folder ``templates``; all that is filled in is escaped."""

from __future__ import annotations

from functools import cache
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined


def rendered(template: str, **given: Any) -> str:
    """Return a template with what is given filled in.

    :raises UndefinedError: if the template needs more.
    """
    return _environment().get_template(template).render(given)


@cache
def _environment() -> Environment:
    environment = Environment(
        loader=PackageLoader("meepleproof.service.pages"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    environment.policies["json.dumps_kwargs"] = {"separators": (",", ":")}  # in the order given
    return environment
