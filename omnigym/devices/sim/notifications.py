"""The list of notifications, a file of the simulated desktop.

``AppData/Local/Notifications/notifications.json`` holds ``{"notifications": [...]}``, the oldest first. Each has an
``id``, the ``app`` that it is from, ``title``, ``text``, the ``path`` that a click on it opens ("" for the app alone),
and ``time_ms``, virtual milliseconds since the epoch. A missing or unreadable file is an empty list.
"""

from __future__ import annotations

import json
from typing import NamedTuple

from omnigym.devices.sim.memo import Derived
from omnigym.devices.sim.vfs import HOME, Vfs

__all__ = ["PATH", "Notification", "add_notification", "clear_notifications", "notifications", "remove_notification"]

PATH = f"{HOME}/AppData/Local/Notifications/notifications.json"
#: The list keeps the newest of them.
_MOST = 50


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
    try:
        return tuple([Notification(**entry) for entry in json.loads(content)["notifications"]])
    except (ValueError, TypeError, KeyError):  # an agent may write anything into the file
        return ()


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
