"""Where a site keeps its records: ``AppData/Local/Sites/<host>/<kind>/<name>``, a file for each of them.

They are JSON objects (`omnigym.devices.sim.tables.folder.Folder`), or plain text where they are texts. They are
read again whenever their files changed, so whoever writes one, a test or a setup step, changes the site.
"""

from __future__ import annotations

from omnigym.devices.sim.vfs import HOME

__all__ = ["folder_of"]

_SITES = f"{HOME}/AppData/Local/Sites"


def folder_of(host: str, kind: str) -> str:
    """The directory of the records of a kind."""
    return f"{_SITES}/{host}/{kind}"
