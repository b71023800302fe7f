"""The list of notifications, a file of the simulated desktop.

``AppData/Local/Notifications/notifications.json`` holds ``{"notifications": [...]}``, the oldest first. Each has an
``id``, the ``app`` that it is from, ``title``, ``text``, the ``path`` that a click on it opens ("" for the app alone),
and ``time_ms``, virtual milliseconds since the epoch. A missing or unreadable file is an empty list.
"""

from __future__ import annotations

from typing import NamedTuple

from omnigym.sim.tables.table import Table, next_id
from omnigym.sim.vfs import HOME, Vfs

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


NOTIFICATIONS: Table[Notification] = Table("content://notifications/shown", PATH, Notification, under="notifications")


def notifications(vfs: Vfs) -> tuple[Notification, ...]:
    """Return all notifications, the oldest first."""
    return NOTIFICATIONS.rows(vfs)


def add_notification(vfs: Vfs, app: str, title: str, text: str, path: str, now: int) -> tuple[Vfs, Notification]:
    """Return the files with one more notification, and the stored notification."""
    known = notifications(vfs)
    new = Notification(next_id(known), app, title, text, path, now)
    return NOTIFICATIONS.written(vfs, (*known, new)[-_MOST:], now), new


def remove_notification(vfs: Vfs, number: int, now: int) -> Vfs:
    """Return the files without a notification."""
    return NOTIFICATIONS.written(vfs, tuple([n for n in notifications(vfs) if n.id != number]), now)


def clear_notifications(vfs: Vfs, now: int) -> Vfs:
    """Return the files without any notification."""
    return NOTIFICATIONS.written(vfs, (), now)
