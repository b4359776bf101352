"""What all pages share: templates with head, header and footer, and files under lasting addresses.

Styles, scripts and drawings have addresses that change whenever one of them does. So browsers may
keep them for ever, and no page meets a script of another version. What is filled into a template is
escaped. A policy for browsers is sent with every page.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from hashlib import sha256
from importlib import import_module, resources
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import BaseRoute, Route

from meepleproof.rendering.palette import INKS, STYLE
from meepleproof.service.http.messages import DRAWING_POLICY
from meepleproof.service.pages.scripts import ASKING, imported_by, script_files
from meepleproof.service.play.play import MadeFile, played_games
from verifier import __version__

ALLOWED = (
    "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self'; font-src 'self'; "
    "connect-src 'self'; form-action 'self'; manifest-src 'self'; worker-src 'self'; "
    "base-uri 'none'; frame-ancestors 'none'"
)
HEADERS = {
    "content-security-policy": ALLOWED,
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
    "cache-control": "no-store",
}
"""No inline scripts, nothing from other sites, no frames, and no referrer, which has the puzzle."""

GAMES_PATH = "/games"
"""The page that lists the games one can play."""
_PLACES = (
    ("/", "Today"),
    ("/#puzzles", "Puzzles"),
    (GAMES_PATH, "Play a game"),
    ("/first-steps", "Learn"),
)
_ELSEWHERE = (
    ("/calendar", "Calendar"),
    ("/statistics", "Progress"),
    ("/new", "New puzzles"),
    ("/make", "Editor"),
    ("/house", "House rules"),
    ("/neom", "NEOM"),
)
"""What the menu has beside the four places and the rules of the game one is in."""


def from_template(
    template: str,
    *,
    title: str,
    here: str = "",
    home: str = "",
    scripts: tuple[str, ...] = ("site.js",),
    styles: tuple[str, ...] = (),
    status: int = 200,
    **given: Any,
) -> HTMLResponse:
    """Return a page made from a template that extends ``base.html``.

    Menu and footer lead to the rules of the game that has the page ``home``, or else the one
    ``here``; of every game, if none has it.
    """
    told = [one for one in played_games().values() if one.rules]
    games = [one for one in told if one.has(home or here)] or told
    text = rendered(
        template,
        title=title,
        here=here,
        home=home,
        places=_PLACES,
        elsewhere=((games[0].rules, "Rules"), *_ELSEWHERE),
        games_here=games,
        scripts=scripts,
        modules=imported_by(scripts),
        styles=("tokens.css", "drawing.css", "pages.css", *styles),
        static=address_of,
        **given,
    )
    return HTMLResponse(text, status, HEADERS)


def play_page(
    *,
    head: str,
    facts: Sequence[str],
    here: str,
    table: Any,
    about: dict[str, Any],
    styles: tuple[str, ...],
    scripts: tuple[str, ...] = ("play.js",),
) -> HTMLResponse:
    """Return the page on which a puzzle or game is played: a frame that a script fills.

    The way back leads ``here``; what it is ``about`` may have the ``home`` of its game.
    """
    return from_template(
        "play.html",
        title=head,
        head=head,
        facts=facts,
        here=here,
        home=about.get("home", ""),
        back="Back",
        scripts=scripts,
        styles=styles,
        table=table,
        about=about,
    )


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


_KINDS = {
    "css": "text/css",
    "js": "text/javascript",
    "json": "application/json",
    "svg": "image/svg+xml",
    "webmanifest": "application/manifest+json",
    "woff2": "font/woff2",
}
_FOR_EVER = "public, max-age=31536000, immutable"
_MOST_TAGS = 500


@dataclass(frozen=True, slots=True)
class Asset:
    """A file for browsers: its bytes and media type."""

    content: bytes
    media_type: str


@cache
def assets() -> dict[str, Asset]:
    """Return the files by their names: scripts, styles, typefaces, and drawings from code."""
    package = resources.files("meepleproof.service.pages")
    files = (file for name in ("static", "fonts") for file in package.joinpath(name).iterdir())
    found = {file.name: file.read_bytes() for file in files if _is_asset(file.name)}
    texts = script_files() | {"drawing.css": STYLE + INKS}
    texts |= {one.name: made(one.name) for one in _made_files() if not one.late}
    found |= {name: text.encode() for name, text in texts.items()}
    return {name: Asset(found[name], _KINDS[name.rpartition(".")[2]]) for name in sorted(found)}


def _is_asset(name: str) -> bool:
    end = name.rpartition(".")[2]
    return end in _KINDS and end != "js"  # scripts come from script_files


@cache
def version() -> str:
    """Return the name of this version of the pages: a digest of all that browsers keep of them."""
    digest = sha256(__version__.encode())
    for name, asset in assets().items():
        digest.update(name.encode() + b"\0" + asset.content + b"\0")
    for template in sorted(
        file.name
        for file in resources.files("meepleproof.service.pages").joinpath("templates").iterdir()
    ):
        text = (
            resources.files("meepleproof.service.pages")
            .joinpath("templates", template)
            .read_text("utf-8")
        )
        digest.update(f"{template}\0{text}\0".encode())
    return digest.hexdigest()[:12]


def address_of(name: str) -> str:
    """Return the address of a file, which is another one in every version."""
    return f"/static/{version()}/{name}"


def asset_routes() -> list[BaseRoute]:
    """Return the routes of the files.

    They take next to no time, so they need no executor, but for late ones: a service makes these
    when it starts.
    """
    return [
        *(Route(f"/static/{{version}}/{one.name}", _late) for one in _made_files() if one.late),
        Route("/static/{version}/{name}", _asset),
        Route("/static/{name}", _asset),
        Route("/manifest.webmanifest", _manifest),
    ]


async def _asset(request: Request) -> Response:
    found = assets().get(request.path_params["name"])
    if found is None:
        return Response("There is no such file.", 404, media_type="text/plain")
    current = request.path_params.get("version") == version()
    return cacheable(found.content, found.media_type, for_ever=current)


def _late(request: Request) -> Response:
    current = request.path_params["version"] == version()
    name = request.url.path.rpartition("/")[2]
    return cacheable(made(name), _KINDS[name.rpartition(".")[2]], for_ever=current)


def make_late() -> None:
    """Make the files that are otherwise made when they are first asked for; each takes a second."""
    for one in _made_files():
        made(one.name)


@cache
def made(name: str) -> str:
    """Return a file of a game that code makes, made once.

    :raises StopIteration: if there is none of that name.
    """
    place = next(one.place for one in _made_files() if one.name == name)
    module, _, member = place.partition(":")
    found = getattr(import_module(module), member)
    return str(found() if callable(found) else found)


def _made_files() -> list[MadeFile]:
    return [one for played in played_games().values() for one in played.files]


async def _manifest(_request: Request) -> Response:
    return cacheable(rendered("manifest.webmanifest"), _KINDS["webmanifest"])


def worker_script(pages: Iterable[str], engine: Collection[str] = ()) -> Response:
    """Return the service worker that keeps these pages, and all that they load, from the start.

    The files of an ``engine`` are kept from when they were first loaded. Pages that ask it need
    their scripts without a connection, too; where a server is asked, they are of no use then.
    """
    beside = () if engine else ASKING
    files = (address_of(name) for name in assets() if name not in beside)
    kept = [*files, "/manifest.webmanifest", *pages]
    text = rendered("sw.js", version=version(), kept=_below(kept), engine=_below(engine))
    return cacheable(text, _KINDS["js"])


def _below(addresses: Iterable[str]) -> list[str]:
    """Return addresses without the slash that they begin with."""
    return [one.removeprefix("/") for one in addresses]


def cacheable(content: str | bytes, kind: str, *, for_ever: bool = False) -> Response:
    """Return a text, or the bytes of a file, that browsers may cache."""
    headers = {
        "etag": _tag(content),
        "cache-control": _FOR_EVER if for_ever else "no-cache",
        "x-content-type-options": "nosniff",
        # Opened by themselves, drawings load nothing and run nothing.
        **({"content-security-policy": DRAWING_POLICY} if kind == _KINDS["svg"] else {}),
    }
    return Response(content, media_type=kind, headers=headers)


@lru_cache(_MOST_TAGS)
def _tag(content: str | bytes) -> str:
    known = content.encode() if isinstance(content, str) else content
    return f'"{sha256(known).hexdigest()[:32]}"'
