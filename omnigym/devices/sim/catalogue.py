"""The apps of a platform: every `App` that a module of its packages declares, and what follows from all of them."""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Iterable, Mapping
from functools import cached_property
from types import MappingProxyType
from typing import TypeVar

from omnigym.devices.sim.app import App
from omnigym.devices.sim.paint.artwork import add_artwork
from omnigym.devices.sim.program import FileKind, Shortcut, is_installed
from omnigym.devices.sim.style.looks import Look
from omnigym.devices.sim.tables.table import Source
from omnigym.devices.sim.vfs import Vfs

__all__ = ["Catalogue", "declared_apps", "tables_of"]

K = TypeVar("K")
V = TypeVar("V")


def declared_apps(*packages: str) -> Mapping[str, App]:
    """What the modules in and below packages declare in their ``APPS``, by name.

    The order is that of the packages and, in each, of the modules' dotted names.

    Args:
        packages: Their dotted names, so that no app is imported before its catalogue is asked for.
    """
    found: dict[str, App] = {}
    for package in packages:
        path = importlib.import_module(package).__path__
        for name in sorted(m.name for m in pkgutil.walk_packages(path, f"{package}.")):
            for app in getattr(importlib.import_module(name), "APPS", ()):
                if app.name in found:
                    raise ValueError(f"Two apps are named {app.name!r}. Give one of them another name.")
                found[app.name] = app
    return MappingProxyType(found)


def tables_of(apps: Iterable[App]) -> Mapping[str, Source]:
    """What apps keep for checks to read, by address."""
    return _merged("table", [(source.address, source) for app in apps for source in app.tables])


class Catalogue:
    """The apps of a platform, found when one is first asked for, and the tables that are made of what they declare.

    Args:
        packages: Dotted names of the packages with its apps and the parts of its shell.
    """

    def __init__(self, *packages: str) -> None:
        self._packages = packages

    @cached_property
    def apps(self) -> Mapping[str, App]:
        """All apps, dialogs and parts of the shell by name. Their icons can be drawn from now on."""
        found = declared_apps(*self._packages)
        for app in found.values():
            add_artwork(app.art)
        return found

    @cached_property
    def programs(self) -> tuple[App, ...]:
        """What a person can start: the pinned ones in their order, then the others by title."""
        found = [app for app in self.apps.values() if app.layer == "window" and not app.dialog]
        return tuple(sorted(found, key=lambda app: (not app.program.pinned, app.program.pinned, app.title.casefold())))

    @cached_property
    def shortcuts(self) -> tuple[Shortcut, ...]:
        """The programs as a shell shows them."""
        return tuple([Shortcut(app.name, app.title, app.icon) for app in self.programs])

    @cached_property
    def pinned(self) -> tuple[Shortcut, ...]:
        """Those of `shortcuts` that are pinned."""
        return tuple([s for s in self.shortcuts if self.apps[s.app].program.pinned])

    @cached_property
    def _by_app(self) -> Mapping[str, Shortcut]:
        return {s.app: s for s in self.shortcuts}

    def shortcut(self, app: str) -> Shortcut | None:
        """The shortcut of an app; None for what nobody can start."""
        return self._by_app.get(app)

    def missing(self, settings: Mapping[str, str]) -> frozenset[str]:
        """The names of the programs that are not installed (any more)."""
        return frozenset([app.name for app in self._packages_of if not is_installed(app.program, settings)])

    @cached_property
    def _packages_of(self) -> tuple[App, ...]:
        return tuple([app for app in self.programs if app.program.package])

    def present(self, shortcuts: tuple[Shortcut, ...], settings: Mapping[str, str]) -> tuple[Shortcut, ...]:
        """Those of some shortcuts whose programs are installed."""
        missing = self.missing(settings)
        return tuple([s for s in shortcuts if s.app not in missing]) if missing else shortcuts

    @cached_property
    def kinds(self) -> Mapping[str, tuple[str, FileKind]]:
        """The app that opens a file, and its kind of files, by the ending of the file's name."""
        return _merged(
            "file ending",
            [(end, (app.name, kind)) for app in self.programs for kind in app.program.opens for end in kind.endings],
        )

    @cached_property
    def takers(self) -> Mapping[str, tuple[Shortcut, ...]]:
        """The programs that take what is shared, in the order in which they are offered, by its kind."""
        takes = sorted([(t.kind, t.place, app.name) for app in self.programs for t in app.program.takes])
        kinds = dict.fromkeys([kind for kind, _, _ in takes])
        return MappingProxyType({k: tuple([self._by_app[app] for kind, _, app in takes if kind == k]) for k in kinds})

    @cached_property
    def styles(self) -> Mapping[tuple[str, str], Look]:
        """The looks that apps declare for themselves."""
        return _merged("style", [entry for app in self.apps.values() for entry in app.styles.items()])

    def with_initial(self, vfs: Vfs, now: int) -> Vfs:
        """The files with those that the apps have from the start, as of the virtual moment ``now``."""
        # Two apps that show the same records declare the same function; it is called once.
        for make in dict.fromkeys([app.initial for app in self.apps.values() if app.initial is not None]):
            vfs = make(vfs, now)
        return vfs


def _merged(what: str, entries: Iterable[tuple[K, V]]) -> Mapping[K, V]:
    """One table of the declarations of several apps, which may agree but not contradict each other.

    Raises:
        ValueError: They declare two things under one name.
    """
    found: dict[K, V] = {}
    for key, value in entries:
        if found.setdefault(key, value) != value:
            raise ValueError(f"Two apps declare the {what} {key!r}. Take it out of one of them, or rename it.")
    return MappingProxyType(found)
