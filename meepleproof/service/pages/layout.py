"""What all pages share: head, header, footer, and the policy for browsers."""

from __future__ import annotations

from typing import Any

from starlette.responses import HTMLResponse

from meepleproof.service.pages.assets import address_of, imported_by, rendered

_ALLOWED = (
    "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self'; connect-src 'self'; "
    "form-action 'self'; manifest-src 'self'; worker-src 'self'; base-uri 'none'; "
    "frame-ancestors 'none'"
)
HEADERS = {
    "content-security-policy": _ALLOWED,
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
    "cache-control": "no-store",
}
"""No inline scripts, nothing from other sites, no frames, and no referrer, which has the puzzle."""

PLAIN = "/plain"
"""The pages below it are those for browsers without script."""
SHEET_SCRIPT = "sheet.js"
"""The script of the record sheet."""
_PLACES = (
    ("/", "Puzzles"),
    ("/first-steps", "First steps"),
    ("/calendar", "Calendar"),
    ("/statistics", "Progress"),
    ("/new", "New"),
    ("/make", "Make"),
    ("/play", "Free game"),
    ("/house", "House rules"),
    ("/neom", "NEOM"),
    ("/rules", "Rules"),
)


def from_template(
    template: str,
    *,
    title: str,
    here: str = "",
    scripts: tuple[str, ...] = ("site.js",),
    styles: tuple[str, ...] = (),
    status: int = 200,
    **given: Any,
) -> HTMLResponse:
    """Return a page made from a template that extends ``base.html``."""
    text = rendered(
        template,
        title=title,
        here=here,
        places=_PLACES,
        scripts=scripts,
        modules=imported_by(scripts),
        styles=("drawing.css", "pages.css", *styles),
        static=address_of,
        **given,
    )
    return HTMLResponse(text, status, HEADERS)
