"""Pages of our own with forms, tables, a board, downloads and uploads, which a small server keeps the entries of."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path

from omnigym.devices.chromium.serving import app_site, sql_table

__all__ = ["SITE"]

_stored = sql_table("office.sqlite3", "SELECT form, fields FROM entries ORDER BY id")


def _entries(data: Path) -> tuple[Mapping[str, str], ...]:
    """What was sent: the name of the form, and its fields."""
    return tuple({"form": row["form"], **json.loads(row["fields"])} for row in _stored(data))


SITE = app_site(
    "office", title="Office", category="Office", packages={}, start="/index.html", tables={"entries": _entries}
)
