"""Tokens for clients on other machines. Only hashes are stored, so that no file gives access.

A token is 32 random bytes: guessing one is hopeless, so a plain SHA-256 of it is enough.
"""

from __future__ import annotations

import hashlib
import hmac
import json
import re
import secrets
from pathlib import Path

from verifier.documents.strict_json import json_value
from verifier.documents.validation import validate
from verifier.errors import Malformed
from verifier.files import write_files

__all__ = ["Tokens"]

_PREFIX = "meepleproof-"
_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,59}")
_FOR_THE_OWNER = 0o600


class Tokens:
    """The tokens in a file; it is read again each time, so that a change counts at once."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def names(self) -> tuple[str, ...]:
        """Return the names of the owners, sorted.

        :raises Malformed: if the file cannot be read.
        """
        return tuple(sorted(self._read()))

    def owner(self, token: str) -> str | None:
        """Return the owner of a token, None if it is unknown.

        :raises Malformed: if the file cannot be read.
        """
        digest, owner_name = _hashed(token), None
        for name, stored in self._read().items():
            if hmac.compare_digest(stored, digest):
                owner_name = name
        return owner_name

    def add(self, name: str) -> str:
        """Add and return a new token for someone; it cannot be shown again.

        :raises Malformed: if the name cannot be one, or has a token, or the file cannot be read.
        :raises OSError: if the file cannot be written.
        """
        if not _NAME.fullmatch(name):
            raise Malformed(
                f"{name!r} is not a name for a token; use up to 60 letters, digits, '.', '_', '-'"
            )
        known = self._read()
        if name in known:
            raise Malformed(f"{name!r} already has a token; remove it first to replace it")
        token = _PREFIX + secrets.token_urlsafe(32)
        self._write({**known, name: _hashed(token)})
        return token

    def remove(self, name: str) -> None:
        """Remove someone's token.

        :raises Malformed: if there is none, or the file cannot be read.
        :raises OSError: if the file cannot be written.
        """
        known = self._read()
        if name not in known:
            raise Malformed(
                f"{name!r} has no token; there are: {', '.join(sorted(known)) or 'none'}"
            )
        del known[name]
        self._write(known)

    def _read(self) -> dict[str, str]:
        """Return the hashes of the tokens by the names of their owners."""
        name = repr(str(self.path))
        try:
            text = self.path.read_text("utf-8")
        except FileNotFoundError:
            return {}
        except UnicodeDecodeError as error:
            wrong = error.object[error.start]
            detail = f"not UTF-8 text: byte {wrong:#04x} at offset {error.start}"
            raise Malformed(detail, where=name) from None
        document = json_value(text, name)
        validate("tokens", document, name)
        return {entry["name"]: entry["sha256"] for entry in document["tokens"]}

    def _write(self, hashes: dict[str, str]) -> None:
        entries = [{"name": name, "sha256": hashes[name]} for name in sorted(hashes)]
        document = {"$schema": "urn:meepleproof:tokens:1", "tokens": entries}
        self.path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        text = json.dumps(document, indent=1) + "\n"
        write_files({str(self.path): text.encode()}, mode=_FOR_THE_OWNER)


def _hashed(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()
