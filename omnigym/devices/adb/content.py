"""What ``content query`` prints, read."""

from __future__ import annotations

import re
from collections.abc import Mapping

__all__ = ["CORRUPT", "FAILED", "parse_rows"]

#: What it says where there is no such provider, or the shell may not read it, and where its database is damaged.
FAILED, CORRUPT = "Error while accessing provider", "SQLiteDatabaseCorruptException"

_ROW = re.compile(r"^Row: \d+ ", re.MULTILINE)
#: A column begins behind a comma; commas are in values too, so that a name and an equals sign must follow.
_COLUMN = re.compile(r"(?:^|, )([A-Za-z_][\w.]*)=")


def parse_rows(said: str) -> tuple[Mapping[str, str], ...]:
    r"""The rows, text by column; NULL is the empty text.

    A text that looks like a column itself (", x=") cannot be told from one.

    >>> parse_rows("Row: 0 _id=1, display_name=Ada, a friend, number=NULL\n")
    ({'_id': '1', 'display_name': 'Ada, a friend', 'number': ''},)
    """
    out = []
    for text in _ROW.split(said)[1:]:
        line = text.removesuffix("\n")
        names = list(_COLUMN.finditer(line))
        row = {}
        for n, found in enumerate(names):
            end = names[n + 1].start() if n + 1 < len(names) else len(line)
            value = line[found.end() : end]
            row[found[1]] = "" if value == "NULL" else value
        out.append(row)
    return tuple(out)
