"""Which application opens a file: one table, which the file manager reads too.

A fresh home has the table as its ``mimeapps.list``, so that a double click and `app_for` agree, whatever else is
installed on the machine.
"""

from __future__ import annotations

import functools
import json
import posixpath
from collections.abc import Collection, Iterator
from importlib import resources
from typing import Any

from omnigym.errors import ConfigError

__all__ = ["MIMEAPPS", "app_for", "mimeapps"]

#: Where the desktop keeps the table, in the home.
MIMEAPPS = ".config/mimeapps.list"


@functools.cache
def _table() -> dict[str, Any]:
    found: dict[str, object] = json.loads(resources.files(__package__).joinpath("file_types.json").read_text("utf-8"))
    return found


def app_for(name: str, apps: Collection[str]) -> str:
    """The application that opens a file of a name.

    Args:
        name: The file's name or path.
        apps: The applications that there are; of several that open it, the table's first of them does.

    Raises:
        ConfigError: None does.
    """
    extension = posixpath.splitext(name)[1][1:].lower()
    for row in _table()["types"]:
        if extension in row["extensions"]:
            for app in row["apps"]:
                if app in apps:
                    return str(app)
            raise ConfigError(f"A file {name!r} is opened by {' or '.join(row['apps'])}, which is not installed here.")
    raise ConfigError(f"No application of this desktop opens a file {name!r}. Launch one on it instead.")


def mimeapps(apps: Collection[str]) -> str:
    """The table as freedesktop's ``mimeapps.list``.

    Args:
        apps: The applications that there are.
    """
    return "\n".join(("[Default Applications]", *_defaults(apps), ""))


def _defaults(apps: Collection[str]) -> Iterator[str]:
    table = _table()
    for row in table["types"]:
        programs = [table["programs"][app] for app in row["apps"] if app in apps]
        if programs:
            yield from (f"{kind}={';'.join(programs)};" for kind in row["types"])
