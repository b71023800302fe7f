"""The apps of a platform: a file lists their declarations, and a module is imported at first use.

The list is ``apps.jsonl`` in the platform's package, written by ``scripts/list_apps.py``. An app that is not in it is
found by its ``APPS``, so a new one works before the list is written anew.
"""

from __future__ import annotations

import importlib
import json
import os
import threading
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from functools import cache, cached_property, partial
from pathlib import Path
from types import MappingProxyType
from typing import Any, NamedTuple, TypeVar

from omnigym.discovery import modules
from omnigym.sim.app import App
from omnigym.sim.paint.artwork import add_artwork
from omnigym.sim.paint.pen import Drawing, Pen
from omnigym.sim.program import FileKind, Program, Shortcut, is_installed
from omnigym.sim.style.looks import Look
from omnigym.sim.tables.fields import record
from omnigym.sim.tables.table import Insert, Row, Source
from omnigym.sim.vfs import Vfs
from omnigym.sim.work_budget import unmetered

K = TypeVar("K")
V = TypeVar("V")

#: The place of what can be had of the app's module only.
OWN = "app"
#: How a line of a module begins that declares apps.
_DECLARES = b"\nAPPS"
#: One thread alone finds apps: since Python 3.12 `cached_property` lets several compute a value.
_FINDING = threading.RLock()
#: The drawings at places: one object for all apps that name one.
_DRAWN: dict[str, Drawing] = {}


class Named(NamedTuple):
    """A value by name, and its place: `OWN`, "module attribute", "module mapping key", or, of a function that is
    given some of its arguments, "module function [argument, ...]".
    """

    name: str
    place: str = OWN


class Kept(NamedTuple):
    """The description that a table gives of itself; see `omnigym.sim.tables.table.Source`."""

    address: str
    path: str = ""
    key: str = ""
    of: str = ""
    usual: tuple[tuple[str, str], ...] = ()
    insert: bool = False
    about: str = ""


class Declaration(NamedTuple):
    """The properties of an app that the simulator knows before its module is imported.

    Attributes:
        name, title, icon, layer, dialog, program: As of `App`.
        module: The module whose ``APPS`` it is in.
        art: The names and places of its icons.
        styles: Its looks: "button primary".
        initial: The place of its initial files, or "".
        tables: What it keeps.
    """

    name: str
    title: str
    icon: str = ""
    layer: str = "window"
    dialog: bool = False
    program: Program = Program()
    module: str = ""
    art: tuple[Named, ...] = ()
    styles: tuple[str, ...] = ()
    initial: str = ""
    tables: tuple[Kept, ...] = ()

    @classmethod
    def of(cls, app: App, module: str) -> Declaration:
        """Return the declaration of an app in an imported module."""
        return cls(
            app.name,
            app.title,
            app.icon,
            app.layer,
            app.dialog,
            app.program,
            module,
            tuple([Named(name) for name in app.art]),
            tuple([f"{kind} {name}" for kind, name in app.styles]),
            OWN if app.initial is not None else "",
            tuple([_kept(source) for source in app.tables]),
        )


def _kept(source: Source) -> Kept:
    usual = tuple(source.usual.items())
    return Kept(source.address, source.path, source.key, source.of, usual, source.insert is not None, source.about)


class Apps(Mapping[str, App]):
    """The apps of a platform by name; the module of each is imported on request.

    Args:
        declarations: What is known of them, in their order.

    Raises:
        ValueError: Two of them have one name.
    """

    def __init__(self, declarations: Iterable[Declaration]) -> None:
        found: dict[str, Declaration] = {}
        for app in declarations:
            if app.name in found:
                raise ValueError(f"Two apps are named {app.name!r}. Give one of them another name.")
            found[app.name] = app
        self.declarations: Mapping[str, Declaration] = MappingProxyType(found)
        self._imported: dict[str, App] = {}

    def __getitem__(self, name: str) -> App:
        found = self._imported.get(name)
        if found is None:
            for app in _apps_of(self.declarations[name].module):
                self._imported[app.name] = app
            found = self._imported[name]
        return found

    def __contains__(self, name: object) -> bool:
        return name in self.declarations

    def __iter__(self) -> Iterator[str]:
        return iter(self.declarations)

    def __len__(self) -> int:
        return len(self.declarations)

    @cached_property
    def tables(self) -> Mapping[str, Source]:
        """The tables of the apps that checks can read, by address."""
        found: dict[str, Source] = {}
        for declared in self.declarations.values():
            for kept in declared.tables:
                found.setdefault(kept.address, _Listed(kept, self, declared.name))
        return MappingProxyType(found)

    def value(self, app: str, place: str, of_app: Callable[[App], Any]) -> Any:
        """Return the value at a place of a declaration, from the app itself if an outdated list names another.

        Args:
            app: The name of the app.
            place: As of `Named`.
            of_app: Gives it of the app itself.
        """
        if place != OWN:
            with suppress(ImportError, AttributeError, KeyError):
                return _at(place)
        return of_app(self[app])


class _Listed:
    """A table of an app whose module need not be imported until the table is read."""

    def __init__(self, kept: Kept, apps: Apps, app: str) -> None:
        self.address, self.path, self.key, self.of = kept.address, kept.path, kept.key, kept.of
        self.about = kept.about
        self.usual: Row = MappingProxyType(dict(kept.usual))
        self._inserts, self._apps, self._app = kept.insert, apps, app

    @cached_property
    def _source(self) -> Source:
        return next(source for source in self._apps[self._app].tables if source.address == self.address)

    @property
    def content(self) -> Callable[[Vfs], tuple[Row, ...]]:
        return self._source.content

    @property
    def insert(self) -> Insert | None:
        return self._source.insert if self._inserts else None


class _Styles(Mapping[tuple[str, str], Look]):
    """The looks that apps declare, by kind and style name; the module of an app is imported for one of its own."""

    def __init__(self, apps: Apps) -> None:
        self._apps = apps
        self._of: dict[tuple[str, str], str] = {}
        for declared in apps.declarations.values():
            for style in declared.styles:
                kind, _, name = style.partition(" ")
                self._of.setdefault((kind, name), declared.name)

    def __getitem__(self, style: tuple[str, str]) -> Look:
        return self._apps[self._of[style]].styles[style]

    def __contains__(self, style: object) -> bool:
        return style in self._of

    def __iter__(self) -> Iterator[tuple[str, str]]:
        return iter(self._of)

    def __len__(self) -> int:
        return len(self._of)


def declared_apps(*packages: str) -> tuple[tuple[str, App], ...]:
    """Return the apps in ``APPS`` of the modules in and below packages, with their modules; all are imported.

    The order is that of the packages and, in each, of the modules' dotted names.

    Args:
        packages: Their dotted names.
    """
    modules = [name for package in packages for name in sorted(_modules(package))]
    return tuple([(module, app) for module in modules for app in _apps_of(module)])


def _apps_of(module: str) -> tuple[App, ...]:
    with unmetered():
        return tuple(getattr(importlib.import_module(module), "APPS", ()))


def _modules(package: str) -> Mapping[str, Path]:
    """The modules in and below a package, and their files; none but the package is imported."""
    found: dict[str, Path] = {}
    folders = [(package, folder) for folder in importlib.import_module(package).__path__]
    for name, folder in folders:
        for entry in os.scandir(folder):
            inside = os.path.join(entry.path, "__init__.py")
            if entry.name.endswith(".py") and entry.name != "__init__.py":
                found[f"{name}.{entry.name[:-3]}"] = Path(entry.path)
            elif entry.is_dir() and os.path.exists(inside):
                found[f"{name}.{entry.name}"] = Path(inside)
                folders.append((f"{name}.{entry.name}", entry.path))
    return found


def listed(apps: Mapping[str, App]) -> Iterable[App | Declaration]:
    """Return the declarations of apps, without importing a platform's own."""
    return apps.declarations.values() if isinstance(apps, Apps) else apps.values()


def tables_of(apps: Mapping[str, App]) -> Mapping[str, Source]:
    """Return the tables of apps that checks can read, by address."""
    if isinstance(apps, Apps):
        return apps.tables
    return _merged("table", [(source.address, source) for app in apps.values() for source in app.tables])


class Catalogue:
    """The apps of a platform, found on first request, and the tables made from their declarations.

    Args:
        platform: Dotted name of the platform's package, in which its list of apps is.
        packages: Names of the packages in it with its apps and the parts of its shell.
    """

    def __init__(self, platform: str, *packages: str) -> None:
        self.platform = platform
        self.packages = tuple([f"{platform}.{name}" for name in packages])

    @cached_property
    def apps(self) -> Apps:
        """All apps, dialogs and parts of the shell by name. Their icons can be drawn from now on."""
        with _FINDING:
            found: Apps | None = vars(self).get("apps")
            if found is None:
                found = Apps(self._declarations())
                for declared in found.declarations.values():
                    add_artwork({name: _drawing(found, declared.name, name, place) for name, place in declared.art})
                vars(self)["apps"] = found
            return found

    @property
    def file(self) -> Path:
        """The file with the list of its apps."""
        return Path(importlib.import_module(self.platform).__path__[0], "apps.jsonl")

    def _declarations(self) -> Iterator[Declaration]:
        """Those of the list, and those of modules that are not in it."""
        known: dict[str, list[Declaration]] = {}
        if self.file.is_file():
            for line in self.file.read_text(encoding="utf-8").splitlines():
                declared = record(Declaration, json.loads(line))
                if declared is not None:
                    known.setdefault(declared.module, []).append(declared)
        for package in self.packages:
            for module, path in sorted(_modules(package).items()):
                if module in known:
                    yield from known[module]
                elif _DECLARES in path.read_bytes():
                    yield from [Declaration.of(app, module) for app in _apps_of(module)]

    @cached_property
    def programs(self) -> tuple[Declaration, ...]:
        """The programs that a person can start: the pinned ones in order, then the others by title."""
        found = [app for app in self.apps.declarations.values() if app.layer == "window" and not app.dialog]
        return tuple(sorted(found, key=lambda app: (not app.program.pinned, app.program.pinned, app.title.casefold())))

    @cached_property
    def shortcuts(self) -> tuple[Shortcut, ...]:
        """The programs in the form of a shell."""
        return tuple([Shortcut(app.name, app.title, app.icon) for app in self.programs])

    @cached_property
    def pinned(self) -> tuple[Shortcut, ...]:
        """The pinned ones among `shortcuts`."""
        return tuple([s for s in self.shortcuts if self.apps.declarations[s.app].program.pinned])

    @cached_property
    def _by_app(self) -> Mapping[str, Shortcut]:
        return {s.app: s for s in self.shortcuts}

    def shortcut(self, app: str) -> Shortcut | None:
        """Return the shortcut of an app; None if nobody can start it."""
        return self._by_app.get(app)

    def missing(self, settings: Mapping[str, str]) -> frozenset[str]:
        """Return the names of the programs that are not, or no longer, installed."""
        return frozenset([app.name for app in self._packages_of if not is_installed(app.program, settings)])

    @cached_property
    def _packages_of(self) -> tuple[Declaration, ...]:
        return tuple([app for app in self.programs if app.program.package])

    def present(self, shortcuts: tuple[Shortcut, ...], settings: Mapping[str, str]) -> tuple[Shortcut, ...]:
        """Return the shortcuts whose programs are installed."""
        missing = self.missing(settings)
        return tuple([s for s in shortcuts if s.app not in missing]) if missing else shortcuts

    @cached_property
    def kinds(self) -> Mapping[str, tuple[str, FileKind]]:
        """The app that opens a file, and its kind of files, by the file's extension."""
        return _merged(
            "file ending",
            [(end, (app.name, kind)) for app in self.programs for kind in app.program.opens for end in kind.endings],
        )

    @cached_property
    def takers(self) -> Mapping[str, tuple[Shortcut, ...]]:
        """The programs that accept shared data, in the order of their offers, by its kind."""
        takes = sorted([(t.kind, t.place, app.name) for app in self.programs for t in app.program.takes])
        kinds = dict.fromkeys([kind for kind, _, _ in takes])
        return MappingProxyType({k: tuple([self._by_app[app] for kind, _, app in takes if kind == k]) for k in kinds})

    @cached_property
    def styles(self) -> Mapping[tuple[str, str], Look]:
        """The looks that apps declare."""
        return _Styles(self.apps)

    def with_initial(self, vfs: Vfs, now: int) -> Vfs:
        """Return the files with the initial files of the apps, as of the virtual moment ``now``."""
        # Two apps that show the same records declare the same function; it is called once.
        apps = self.apps
        declared = [app for app in apps.declarations.values() if app.initial]
        for make in dict.fromkeys([apps.value(app.name, app.initial, lambda own: own.initial) for app in declared]):
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


def _drawing(apps: Apps, app: str, icon: str, place: str) -> Drawing:
    """An icon of an app, for which its module is imported when it is drawn."""

    def draw(pen: Pen) -> None:
        apps.value(app, place, lambda own: own.art[icon])(pen)

    return draw if place == OWN else _DRAWN.setdefault(place, draw)


def _at(place: str) -> Any:
    """The value at a place."""
    module, attribute, *rest = place.split(" ", 2)
    with unmetered():
        value = getattr(importlib.import_module(module), attribute)
    if not rest:
        return value
    return partial(value, *json.loads(rest[0])) if rest[0].startswith("[") else value[rest[0]]


# -- all platforms ----------------------------------------------------------------------------------------------------


@cache
def platform_names() -> tuple[str, ...]:
    """The platforms that there are; none of them is imported."""
    return tuple([name.split(".")[2] for name in modules("omnigym.sim", of="platform")])


@cache
def programs() -> tuple[Declaration, ...]:
    """What the apps of every platform declare that a person can start; neither they nor the platforms are imported."""
    catalogues = [importlib.import_module(f"omnigym.sim.{name}.catalogue").CATALOGUE for name in platform_names()]
    apps: list[Declaration] = [app for catalogue in catalogues for app in catalogue.apps.declarations.values()]
    return tuple([app for app in apps if app.layer == "window" and not app.dialog])
