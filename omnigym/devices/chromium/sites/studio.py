"""Pages of our own that want ears and eyes; what is answered there is kept by a small server."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path

from omnigym.devices.chromium.serving import app_site, sql_table

__all__ = ["SITE"]

_stored = sql_table("studio.sqlite3", "SELECT form, fields FROM entries ORDER BY id")


def _entries(data: Path) -> tuple[Mapping[str, str], ...]:
    """What was answered: the name of the page, and the fields."""
    return tuple({"form": row["form"], **json.loads(row["fields"])} for row in _stored(data))


SITE = app_site(
    "studio",
    title="Listening Room",
    category="Multimedia Playback",
    packages={},
    start="/index.html",
    tables={"entries": _entries},
)
