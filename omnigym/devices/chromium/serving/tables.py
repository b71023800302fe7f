"""Reading the data of a running application, past its pages."""

from __future__ import annotations

import sqlite3
from collections.abc import Mapping
from contextlib import closing
from pathlib import Path

from omnigym.devices.chromium.site import Table

__all__ = ["sql_table"]


def sql_table(file: str, query: str) -> Table:
    """The rows of a query on a SQLite database.

    Args:
        file: The database, below the folder of the application's data.
        query: Its columns are named as checks name them.
    """

    def read(folder: Path) -> tuple[Mapping[str, str], ...]:
        with closing(sqlite3.connect(f"file:{folder / file}?mode=ro", uri=True, timeout=5)) as connection:
            connection.row_factory = sqlite3.Row
            rows = connection.execute(query).fetchall()
        return tuple({k: "" if row[k] is None else str(row[k]) for k in row.keys()} for row in rows)  # noqa: SIM118

    return read
