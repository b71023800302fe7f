"""Visits in a browser's history, so many seconds before the episode: a setup step of task files."""

from __future__ import annotations

import json
import math
from collections.abc import Sequence

from omnigym.tasks.setup import RunCommand

__all__ = ["Visit", "read_visits", "write_history"]

#: Address, title, and seconds before the episode.
Visit = tuple[str, str, float]

#: Writes the file that the browser keeps its history in: the tables of an old version, which each later one brings
#: up to date. Times are microseconds since 1601; the transition is that of a typed address, shown in the history.
_SCRIPT = """
import json, os, sqlite3, sys, time
path = os.path.expanduser("~/.config/chromium/Default/History")
os.makedirs(os.path.dirname(path), exist_ok=True)
base = sqlite3.connect(path)
base.executescript('''
CREATE TABLE IF NOT EXISTS meta(key LONGVARCHAR NOT NULL UNIQUE PRIMARY KEY, value LONGVARCHAR);
INSERT OR IGNORE INTO meta VALUES('version', '42'), ('last_compatible_version', '16');
CREATE TABLE IF NOT EXISTS urls(id INTEGER PRIMARY KEY AUTOINCREMENT, url LONGVARCHAR, title LONGVARCHAR,
  visit_count INTEGER DEFAULT 0 NOT NULL, typed_count INTEGER DEFAULT 0 NOT NULL, last_visit_time INTEGER NOT NULL,
  hidden INTEGER DEFAULT 0 NOT NULL);
CREATE TABLE IF NOT EXISTS visits(id INTEGER PRIMARY KEY AUTOINCREMENT, url INTEGER NOT NULL,
  visit_time INTEGER NOT NULL, from_visit INTEGER, transition INTEGER DEFAULT 0 NOT NULL, segment_id INTEGER,
  visit_duration INTEGER DEFAULT 0 NOT NULL, incremented_omnibox_typed_score BOOLEAN DEFAULT FALSE NOT NULL);
''')
now = time.time() + 11644473600
for url, title, ago in json.loads(sys.argv[1]):
    at = int((now - ago) * 1000000)
    values = url, title, at
    row = base.execute("INSERT INTO urls(url, title, visit_count, last_visit_time) VALUES(?, ?, 1, ?)", values)
    base.execute("INSERT INTO visits(url, visit_time, transition) VALUES(?, ?, 805306369)", (row.lastrowid, at))
base.commit()
"""


def read_visits(given: object) -> tuple[Visit, ...] | None:
    """The visits of a step; None for another value."""
    rows = given if isinstance(given, list) else [None]
    found: list[Visit] = []
    for row in rows:
        if not isinstance(row, dict):
            return None
        url, title, ago = row.get("url"), row.get("title", ""), row.get("visit_time_from_now_in_seconds")
        if not isinstance(url, str) or not isinstance(title, str) or isinstance(ago, bool):
            return None
        if not isinstance(ago, int | float) or not math.isfinite(ago):
            return None
        found.append((url, title, ago))
    return tuple(found)


def write_history(visits: Sequence[Visit]) -> RunCommand:
    """The command that puts visits into the history of a browser that does not run yet."""
    return RunCommand(("python3", "-c", _SCRIPT, json.dumps(visits)))
