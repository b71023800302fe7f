"""The list of notifications, a file of the simulated desktop.

``AppData/Local/Notifications/notifications.json`` holds ``{"notifications": [...]}``, the oldest first. Each has an
``id``, the ``app`` that it is from, ``title``, ``text``, the ``path`` that a click on it opens ("" for the app alone),
and ``time_ms``, virtual milliseconds since the epoch. A missing or unreadable file is an empty list.
"""

from __future__ import annotations

import json
from typing import NamedTuple, get_type_hints

from omnigym.devices.sim.memo import Derived
from omnigym.devices.sim.vfs import HOME, Vfs
from omnigym.errors import UnreadableError
from omnigym.foreign import read_json, rows_in

__all__ = ["PATH", "Notification", "add_notification", "clear_notifications", "notifications", "remove_notification"]

PATH = f"{HOME}/AppData/Local/Notifications/notifications.json"
#: The list keeps the newest of them.
_MOST = 50
#: No calendar shows later ones.
_LAST_MOMENT = 7_000_000_000_000


class Notification(NamedTuple):
    """One notification; the fields are those of the file."""

    id: int
    app: str
    title: str
    text: str
    path: str
    time_ms: int


_READ: Derived[tuple[Notification, ...]] = Derived(2)


def notifications(vfs: Vfs) -> tuple[Notification, ...]:
    """All notifications, the oldest first."""
    return _READ.get(PATH, vfs.get(PATH), lambda: _parsed(vfs.read(PATH) if vfs.is_file(PATH) else b""))


def _parsed(content: bytes) -> tuple[Notification, ...]:
    """Those that have each field and of its type."""
    try:
        found = read_json(content)
    except UnreadableError:  # an agent may write anything into the file
        return ()
    rows = rows_in(found.get("notifications")) if isinstance(found, dict) else []
    fields = get_type_hints(Notification)
    sound = [r for r in rows if {name: type(value) for name, value in r.items()} == fields]
    return tuple([Notification(**row) for row in sound if abs(row["time_ms"]) < _LAST_MOMENT])


def _written(vfs: Vfs, entries: tuple[Notification, ...], now: int) -> Vfs:
    content = json.dumps({"notifications": [entry._asdict() for entry in entries]}, ensure_ascii=False, indent=1)
    return vfs.write(PATH, content.encode(), now)


def add_notification(vfs: Vfs, app: str, title: str, text: str, path: str, now: int) -> tuple[Vfs, Notification]:
    """The files with one more notification, and what it became."""
    known = notifications(vfs)
    new = Notification(max([n.id for n in known], default=0) + 1, app, title, text, path, now)
    return _written(vfs, (*known, new)[-_MOST:], now), new


def remove_notification(vfs: Vfs, number: int, now: int) -> Vfs:
    """The files without a notification."""
    return _written(vfs, tuple([n for n in notifications(vfs) if n.id != number]), now)


def clear_notifications(vfs: Vfs, now: int) -> Vfs:
    """The files without any notification."""
    return _written(vfs, (), now)
