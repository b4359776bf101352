"""``meepleproof serve``: an HTTP API, pages to play on, and tokens for other machines."""

from __future__ import annotations

import ipaddress
from collections.abc import Callable
from pathlib import Path
from typing import Any

import click

from meepleproof.cli.examples import examples
from meepleproof.cli.group import GuessingGroup
from meepleproof.cli.helping import Sectioned
from meepleproof.cli.printing import echo
from meepleproof.cli.serving import serve_until_interrupted, usual_database
from meepleproof.service.settings import Limits, Settings, state_folder
from meepleproof.service.tokens import Tokens

__all__ = ["command"]

_USUAL = Limits()


def _number(
    *names: str, default: int, least: int, most: int | None = None, text: str
) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    return click.option(
        *names, type=click.IntRange(least, most), default=default, show_default=True, help=text
    )


class _Serve(GuessingGroup, Sectioned):
    """``serve`` with its subcommands; those that are groups have few options."""

    group_class = GuessingGroup


@click.group(
    cls=_Serve,
    sections={
        "Where": ("host", "port", "hosts", "trusted_proxies"),
        "What is offered and kept": ("packs", "database", "results", "log_requests"),
        "Who may ask": ("tokens_always", "file", "rate"),
        "Work": ("workers", "queue", "quota", "job_seconds", "answer_seconds"),
    },
    invoke_without_command=True,
    epilog=examples("serve", "serve --port 9000 --packs my-packs", "serve token add alice"),
)
@click.option("--host", default="127.0.0.1", show_default=True, help="Where to listen.")
@_number("--port", default=8128, least=0, most=65535, text="0 takes a free one.")
@click.option(
    "--database",
    metavar="URL",
    help="Keeps jobs: sqlite:///FILE, sqlite:////A/FILE or postgresql://...",
)
@click.option("--packs", metavar="DIR", multiple=True, help="Packs to offer; else those that ship.")
@_number("--workers", default=2, least=1, most=64, text="Processes for jobs, one for short ones.")
@click.option(
    "--allow-host",
    "hosts",
    metavar="NAME",
    multiple=True,
    help="Another name it answers to, besides localhost.",
)
@click.option(
    "--trusted-proxy",
    "trusted_proxies",
    metavar="ADDRESS",
    multiple=True,
    callback=lambda _context, _option, given: tuple(map(_network, given)),
    help="A proxy (or network) whose X-Forwarded-For names the client.",
)
@click.option(
    "--tokens-always", is_flag=True, help="Ask for a token on this machine, too, as behind a proxy."
)
@click.option("--tokens", "file", metavar="FILE", help="Where the hashes of tokens are kept.")
@_number("--rate", default=_USUAL.rate, least=0, text="Requests a second of one client; 0: any.")
@_number("--queue", default=_USUAL.queue_length, least=1, text="Jobs of a kind that may wait.")
@_number("--quota", default=_USUAL.quota, least=1, text="Of these, jobs of one owner.")
@_number("--job-seconds", default=_USUAL.job_seconds, least=1, text="What one job may take.")
@_number(
    "--answer-seconds",
    default=_USUAL.answer_seconds,
    least=1,
    text="Processor time that one answer may take.",
)
@click.option(
    "--results",
    metavar="FILE",
    type=click.Path(path_type=Path),
    help="Keep the results that players choose to send there, a line of JSON each, without names.",
)
@click.option("--log", "log_requests", is_flag=True, help="Print a line of JSON for each request.")
@click.pass_context
def command(context: click.Context, /, *, file: str | None, **given: Any) -> None:
    """Serve an HTTP API and pages to play on, until Ctrl-C.

    To play yourself, 'meepleproof play' is enough. Everyone may read and play; requests from other
    machines need a token to have puzzles checked or made: see 'serve token'. The contract is at
    /api/openapi.json. Faults are printed as lines of JSON.
    """
    path = state_folder() / "tokens.json" if file is None else Path(file)
    context.obj = Tokens(path)
    if context.invoked_subcommand is None:
        settings = _settings(path, **given)
        serve_until_interrupted(settings, lambda _: _advise(settings))


def _advise(settings: Settings) -> None:
    """Say which options belong to a service behind a proxy, unless they are given."""
    if not settings.tokens_always:
        echo("Behind a proxy, add --tokens-always and --trusted-proxy ADDRESS.", err=True)


def _network(text: str) -> str:
    try:
        return str(ipaddress.ip_network(text, strict=False))
    except ValueError:
        message = f"{text!r} is no IP address or network, like 127.0.0.1 or 10.0.0.0/8"
        raise click.BadParameter(message) from None


@command.group(epilog=examples("serve token add alice", "serve token list"))
def token() -> None:
    """Manage access tokens for other machines."""


@token.command(epilog=examples("serve token add alice"))
@click.argument("name")
@click.pass_obj
def add(tokens: Tokens, name: str) -> None:
    """Make a token for NAME and print it, this once; only its hash is kept."""
    echo(tokens.add(name))
    echo("Send it as 'Authorization: Bearer TOKEN'. It cannot be shown again.", err=True)


@token.command(epilog=examples("serve token add alice", "serve token remove alice"))
@click.argument("name")
@click.pass_obj
def remove(tokens: Tokens, name: str) -> None:
    """Revoke the token of NAME, at once."""
    tokens.remove(name)


@token.command("list", epilog=examples("serve token add alice", "serve token list"))
@click.pass_obj
def list_names(tokens: Tokens) -> None:
    """Print the names that have a token."""
    for name in tokens.names():
        echo(name)


def _settings(
    tokens: Path, *, database: str | None, packs: tuple[str, ...], **given: Any
) -> Settings:
    limits = Limits(
        rate=given["rate"],
        burst=2 * given.pop("rate"),
        queue_length=given.pop("queue"),
        **{name: given.pop(name) for name in ("quota", "job_seconds", "answer_seconds")},
    )
    folders = tuple(map(Path, packs))
    return Settings(database or usual_database(), tokens, packs=folders, limits=limits, **given)
