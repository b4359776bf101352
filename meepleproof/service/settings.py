"""Settings of the service: where it listens, what it offers, and its limits."""

from __future__ import annotations

import ipaddress
import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from verifier.errors import Malformed

__all__ = ["Limits", "Settings", "is_loopback", "state_folder"]


@dataclass(frozen=True, slots=True)
class Limits:
    """Limits of one request, of one client, and of all jobs together.

    A client may send ``rate`` requests a second and ``burst`` at once; a rate of 0 is no limit. Of
    each kind of job ``queue_length`` may wait, and ``quota`` of one owner.
    """

    body_bytes: int = 256 * 1024
    depth: int = 32
    """How deeply arrays and objects may be nested."""
    tiles: int = 144
    """Tiles of a position: twice the set, as clients may ask about positions with too many."""
    queue_length: int = 100
    quota: int = 25
    job_seconds: int = 600
    job_megabytes: int = 2048
    answer_seconds: int = 3
    """Seconds of processor time that an answer may take; megabytes stand for its memory."""
    answer_megabytes: int = 512
    rate: int = 100
    burst: int = 200


@dataclass(frozen=True, slots=True)
class Settings:
    """The settings of one service.

    ``packs`` are folders; without any, the packs that ship are offered. ``hosts`` are names that
    requests may use besides those of the loopback. Warnings and errors are logged always,
    ``log_requests`` logs each request, too. Of requests from ``trusted_proxies`` (addresses or
    networks) their header ``X-Forwarded-For`` names the client; with ``tokens_always`` requests
    from this machine need a token, too. In the file ``results`` those of players are kept who
    choose to send them; without it none are.
    """

    database: str
    tokens: Path
    host: str = "127.0.0.1"
    port: int = 8128
    packs: tuple[Path, ...] = ()
    hosts: tuple[str, ...] = ()
    workers: int = 2
    log_requests: bool = False
    results: Path | None = None
    trusted_proxies: tuple[str, ...] = ()
    tokens_always: bool = False
    limits: Limits = field(default_factory=Limits)


def is_loopback(host: str) -> bool:
    """Return whether a name or address is this machine's own.

    >>> [is_loopback(host) for host in ("localhost", "127.9.0.1", "::1", "0.0.0.0", "example.org")]
    [True, True, True, False, False]
    """
    if host == "localhost":
        return True
    try:
        address = ipaddress.ip_address(host)
    except ValueError:
        return False
    mapped = getattr(address, "ipv4_mapped", None)
    return (mapped or address).is_loopback


def state_folder(environment: Mapping[str, str] = os.environ) -> Path:
    """Return the folder of what outlives a run: jobs and tokens.

    :raises Malformed: if none is stated, and the user has no home folder.

    >>> state_folder({"XDG_STATE_HOME": "/var/lib"}).as_posix()
    '/var/lib/meepleproof'
    """
    if stated := environment.get("XDG_STATE_HOME"):
        return Path(stated) / "meepleproof"
    try:
        return Path.home() / ".local" / "state" / "meepleproof"
    except RuntimeError:
        raise Malformed(
            "this user has no home folder; say by XDG_STATE_HOME where jobs and tokens are kept",
            where="state folder",
        ) from None
