"""What a site is to omnigym: a declaration. To the tasks, it is an application of this device.

A new one is one new file in `omnigym.devices.chromium.sites` with a ``SITE``.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from types import MappingProxyType
from typing import Protocol, TypeAlias

from omnigym.discovery import load_all

__all__ = ["Server", "Site", "Table", "available_sites", "sites"]

#: Reads rows from the folder of an application's data: text by the name of the column.
Table: TypeAlias = Callable[[Path], tuple[Mapping[str, str], ...]]


class Server(Protocol):
    """A site's running application.

    Attributes:
        data: The folder of its data, which checks read past its pages.
    """

    data: Path

    def reset(self) -> None:
        """Bring its data to the state in which every episode begins."""
        ...

    def close(self) -> None:
        """End it; nothing of it is left running or on disk. May be called twice."""
        ...


@dataclass(frozen=True, slots=True)
class Site:
    """A site.

    Attributes:
        name: Its name in omnigym, as tasks and `HasApps.launch` have it.
        title: What a person calls it.
        origin: Where a page sees it ("http://shop.test"); the same on every machine and in every process.
        category: Which of OmniBench's twelve it belongs to.
        start: The path that it opens at.
        keys: Where a stable key is found, as arguments of `Tree.find`; ``"{name}"`` is for the caller to fill.
        folder: The files that it consists of, for a site without a server.
        server: Starts its application so that it listens on a port of 127.0.0.1, and returns when that answers.
        missing: The packages that it needs and that are not installed; none if it can run.
        install: The command that installs them.
        tables: What checks may read of the server's data, by name.
        keyed: Of tables whose rows are changed, the column whose value names a row as long as there is one.
        views: Tables that only show in another way what others have.
    """

    name: str
    title: str
    origin: str
    category: str = "Web Browsing"
    start: str = "/"
    keys: Mapping[str, Mapping[str, object]] = field(default_factory=dict)
    folder: Callable[[], Path] | None = None
    server: Callable[[int], Server] | None = None
    missing: Callable[[], tuple[str, ...]] = tuple
    install: str = ""
    tables: Mapping[str, Table] = field(default_factory=dict)
    keyed: Mapping[str, str] = field(default_factory=dict)
    views: frozenset[str] = frozenset()


@functools.cache
def sites() -> Mapping[str, Site]:
    """All site definitions, by name."""
    from omnigym.devices.chromium import sites as package

    found: list[Site] = [m.SITE for m in load_all(package.__name__) if hasattr(m, "SITE")]
    return MappingProxyType({site.name: site for site in sorted(found, key=lambda s: s.name)})


@functools.cache
def available_sites() -> Mapping[str, Site]:
    """The definitions of those that can run on this machine."""
    return MappingProxyType({name: site for name, site in sites().items() if not site.missing()})
