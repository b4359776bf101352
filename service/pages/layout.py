"""What all pages share: head, header, footer, and the policy for browsers."""

from __future__ import annotations

from xml.etree.ElementTree import Element

from starlette.responses import HTMLResponse

from service.pages.markup import Part, h, html

_ALLOWED = (
    "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self'; connect-src 'self'; "
    "form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
HEADERS = {
    "content-security-policy": _ALLOWED,
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
    "cache-control": "no-store",
}
"""No inline scripts, nothing from other sites, no frames, and no referrer, which has the puzzle."""

_PLACES = (
    ("/", "Puzzles"),
    ("/daily", "Today"),
    ("/play", "Free game"),
    ("/rules", "Rules"),
)


def page(
    title: str,
    *parts: Part,
    here: str = "",
    scripts: tuple[str, ...] = ("play.js",),
    styles: tuple[str, ...] = (),
    status: int = 200,
) -> HTMLResponse:
    """Return a page; ``here`` is the path of its entry in the header."""
    whole = h("html", _head(title, scripts, styles), _body(parts, here), lang="en")
    return HTMLResponse(f"<!doctype html>\n{html(whole)}\n", status, HEADERS)


def _head(title: str, scripts: tuple[str, ...], styles: tuple[str, ...]) -> Element:
    return h(
        "head",
        h("meta", charset="utf-8"),
        h("meta", name="viewport", content="width=device-width, initial-scale=1"),
        h("meta", name="color-scheme", content="light dark"),
        h("title", f"{title} · meepleproof"),
        h("link", rel="icon", href="/static/icon.svg", type="image/svg+xml"),
        *(
            h("link", rel="stylesheet", href=f"/static/{name}")
            for name in ("drawing.css", "pages.css", *styles)
        ),
        *(h("script", src=f"/static/{name}", defer=True) for name in scripts),
    )


def _body(parts: tuple[Part, ...], here: str) -> Element:
    places = [
        h("a", name, href=path, aria_current="page" if path == here else None)
        for path, name in _PLACES
    ]
    return h(
        "body",
        h("a", "Skip to the content", class_="skip", href="#content"),
        h(
            "header",
            h("a", "meepleproof", class_="brand", href="/"),
            h("nav", *places, aria_label="Places"),
            class_="top",
        ),
        h("main", *parts, id="content", tabindex=-1),
        h("p", "", id="says", class_="unseen", role="status"),
        h(
            "footer",
            h(
                "p",
                "The Carcassonne Solo Variant of 2020. Every claim about a puzzle was proved "
                "twice, by two programs that share no code. Drawings are our own.",
            ),
            class_="bottom",
        ),
    )
