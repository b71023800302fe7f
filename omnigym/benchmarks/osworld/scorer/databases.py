"""SQLite databases that programs of a device left: read from their bytes in memory, within limits."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from typing import Any, Final

from omnigym.errors import TooLargeError, UnreadableError
from omnigym.foreign import reading, within
from omnigym.foreign.limits import CELLS, FILE_BYTES, TEXT_BYTES

__all__ = ["rows_of"]

_MAGIC: Final = b"SQLite format 3\0"
#: Instructions of SQLite's machine that a query may take, counted in pieces.
_STEPS: Final = 10_000_000
_PIECE: Final = 10_000


def rows_of(content: bytes, query: str, most: int = CELLS) -> list[tuple[Any, ...]]:
    """The rows that a query gives.

    Args:
        content: The database.
        query: One statement that reads.
        most: Rows that are read; later ones are left out.

    Raises:
        UnreadableError: It is no database, is damaged, or lacks what the query reads.
        TooLargeError: It, or the work of the query, is more than the limits.
    """
    within(len(content), FILE_BYTES, "bytes of a database")
    if not content.startswith(_MAGIC):
        raise UnreadableError("Expected a SQLite database, got bytes that are none.")
    # A database with a write-ahead log cannot be opened in memory; without its log it is one with a plain journal.
    content = content[:18] + b"\1\1" + content[20:]
    spent = 0

    def stop() -> bool:
        nonlocal spent
        spent += _PIECE
        return spent > _STEPS

    with reading("SQLite database"), closing(sqlite3.connect(":memory:")) as connection:
        connection.text_factory = lambda raw: raw.decode("utf-8", "replace")
        connection.deserialize(content)
        for pragma in ("trusted_schema=OFF", "query_only=ON"):
            connection.execute(f"PRAGMA {pragma}")
        connection.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, TEXT_BYTES)
        connection.setlimit(sqlite3.SQLITE_LIMIT_ATTACHED, 0)
        connection.set_progress_handler(stop, _PIECE)
        try:
            return connection.execute(query).fetchmany(most)
        except sqlite3.OperationalError:
            if spent > _STEPS:
                raise TooLargeError(
                    "Expected a query of less work on this database, got one that never ends."
                ) from None
            raise
