"""The apps of the simulated phone, what follows from what they declare, and the pages of the home screen."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from omnigym.sim.app import App
from omnigym.sim.catalogue import Catalogue
from omnigym.sim.program import Shortcut
from omnigym.sim.settings import arranged

_HERE = "omnigym.sim.android"
#: How many apps the dock, the first page and every further one have at most.
_DOCK, _FIRST, _PAGE = 5, 8, 16
CATALOGUE = Catalogue(_HERE, "shell", "apps")


def phone_apps() -> Mapping[str, App]:
    """All apps, dialogs and parts of the shell of the simulated phone by name."""
    return CATALOGUE.apps


@lru_cache(maxsize=1)
def programs() -> tuple[Shortcut, ...]:
    """What can be started, by title."""
    return tuple(sorted(CATALOGUE.shortcuts, key=lambda s: s.title.casefold()))


def program(app: str) -> Shortcut | None:
    """The shortcut of an app, or None."""
    return CATALOGUE.shortcut(app)


def home_pages(settings: Mapping[str, str]) -> tuple[tuple[Shortcut, ...], tuple[tuple[Shortcut, ...], ...]]:
    """The dock, and the pages above it: the pinned apps in their order, then the others by title.

    A layout has orders of its own, of the dock and of the rest.
    """
    dock, rest = _home()
    dock, rest = arranged(dock, settings), arranged(rest, settings)
    further = [rest[i : i + _PAGE] for i in range(_FIRST, len(rest), _PAGE)]
    return dock, (rest[:_FIRST], *further)


@lru_cache(maxsize=1)
def _home() -> tuple[tuple[Shortcut, ...], tuple[Shortcut, ...]]:
    places = {s: CATALOGUE.apps.declarations[s.app].program.dock for s in CATALOGUE.shortcuts}
    dock = tuple(sorted([s for s in places if places[s]], key=places.__getitem__)[:_DOCK])
    return dock, tuple([s for s in CATALOGUE.shortcuts if s not in dock])
