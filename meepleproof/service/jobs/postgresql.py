"""Jobs in PostgreSQL: for several services, also on several machines, that share them."""

from __future__ import annotations

import re
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, LiteralString

from meepleproof.service.jobs.database import Row, Transaction, Value
from meepleproof.service.jobs.job import Unreachable
from verifier.errors import Malformed

try:
    import psycopg
    from psycopg.rows import dict_row
except ImportError as error:
    raise Malformed(
        "jobs in PostgreSQL need a library: pip install 'meepleproof[serve,postgresql]'",
        where="database",
    ) from error

_TIMEOUT = 10
"""Seconds to wait for a server that does not answer, or for a lock that another service holds."""
_LIMITS = f"""
    SET statement_timeout = '{_TIMEOUT}s';
    SET idle_in_transaction_session_timeout = '{_TIMEOUT}s'
"""
_LOST = (psycopg.OperationalError, psycopg.InternalError)
"""What a server says that is away, read-only for a while, or has ended an idle transaction."""
_NOW = "CAST(EXTRACT(EPOCH FROM clock_timestamp()) * 1000 AS BIGINT)"
_ALONE = 0x6D656570
"""The advisory lock of transactions that run alone: a number that others hardly use."""
_PARAMETER = re.compile(r":(\w+)")


class Postgresql:
    """One connection that threads share in turn; a lost one is replaced when next needed."""

    def __init__(self, url: str) -> None:
        self.url = url
        self._turn = threading.Lock()
        self._connection: psycopg.Connection[dict[str, Any]] | None = None
        with self._turn:
            try:
                self._connect()
            except psycopg.Error as error:
                raise Unreachable(_message(error)) from error

    @contextmanager
    def writing(self, *, alone: bool = False) -> Iterator[Transaction]:
        """Begin a transaction."""
        with self._transaction("BEGIN") as transaction:
            if alone:
                transaction.run("SELECT pg_advisory_xact_lock(:lock)", lock=_ALONE)
            yield transaction

    @contextmanager
    def reading(self) -> Iterator[Transaction]:
        """Begin a transaction that only reads."""
        with self._transaction("BEGIN READ ONLY") as transaction:
            yield transaction

    def close(self) -> None:
        """Close the connection."""
        with self._turn:
            if self._connection is not None:
                self._connection.close()

    @contextmanager
    def _transaction(self, begin: LiteralString) -> Iterator[Transaction]:
        with self._turn:
            try:
                connection = self._begin(begin)
                try:
                    yield self
                    connection.execute("COMMIT")
                except BaseException:
                    if not connection.broken:
                        connection.execute("ROLLBACK")
                    raise
            except _LOST as error:
                raise Unreachable(_message(error)) from error

    def _begin(self, begin: LiteralString) -> psycopg.Connection[dict[str, Any]]:
        """Return the connection, or a new one if it was lost, with a transaction begun."""
        if self._connection is not None and not self._connection.closed:
            try:
                self._connection.execute(begin)
            except _LOST:
                self._connection.close()
            else:
                return self._connection
        connection = self._connect()
        connection.execute(begin)
        return connection

    def _connect(self) -> psycopg.Connection[dict[str, Any]]:
        self._connection = psycopg.connect(
            self.url,
            autocommit=True,
            row_factory=dict_row,
            connect_timeout=_TIMEOUT,
            tcp_user_timeout=1000 * _TIMEOUT,
        )
        self._connection.execute(_LIMITS.encode())
        return self._connection

    def run(self, statement: str, **given: Value) -> list[Row]:
        """Execute a statement of the transaction begun."""
        assert self._connection is not None  # noqa: S101 - a transaction was begun
        text = _PARAMETER.sub(r"%(\1)s", statement.replace("{now}", _NOW))
        cursor = self._connection.execute(text.encode(), given)
        return [] if cursor.description is None else list(cursor.fetchall())


def _message(error: psycopg.Error) -> str:
    """Return the message of an error; it does not have the URL, which may hold a password."""
    return " ".join(str(error).split()) or type(error).__name__
