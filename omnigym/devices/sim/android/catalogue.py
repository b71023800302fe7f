"""The apps of the simulated phone, and those that its launcher shows."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import NamedTuple

from omnigym.devices.sim.app import App
from omnigym.devices.sim.catalogue import declared_apps

__all__ = ["Program", "home_pages", "phone_apps", "program", "programs"]

_HERE = "omnigym.devices.sim.android"
#: The apps of the dock and of the two pages of the home screen, in order; those that do not ship are left out.
_DOCK = ("phone", "messages", "chrome", "camera", "contacts")
_FIRST = ("gmail", "calendar", "photos", "maps", "clock", "settings")
_PAGE = 16


class Program(NamedTuple):
    """An app as the launcher shows it."""

    app: str
    title: str
    icon: str


@lru_cache(maxsize=1)
def phone_apps() -> Mapping[str, App]:
    """All apps, dialogs and parts of the shell of the simulated phone by name."""
    return declared_apps(f"{_HERE}.shell", f"{_HERE}.apps")


@lru_cache(maxsize=1)
def programs() -> tuple[Program, ...]:
    """What can be started, by title."""
    found = [Program(a.name, a.title, a.icon) for a in phone_apps().values() if a.layer == "window" and not a.dialog]
    return tuple(sorted(found, key=lambda p: p.title.casefold()))


def program(app: str) -> Program | None:
    """The program of an app, or None."""
    return next((p for p in programs() if p.app == app), None)


@lru_cache(maxsize=1)
def home_pages() -> tuple[tuple[Program, ...], tuple[tuple[Program, ...], ...]]:
    """The dock, and the pages above it."""
    known = {p.app: p for p in programs()}
    dock = tuple([known[a] for a in _DOCK if a in known][:5])
    order = [a for a in (*_FIRST, *known) if a in known and known[a] not in dock]
    rest = [known[a] for a in dict.fromkeys(order)]
    first = rest[: min(len(rest), 8)]
    pages = [tuple(first), *[tuple(rest[i : i + _PAGE]) for i in range(len(first), len(rest), _PAGE)]]
    return dock, tuple(pages)
