"""What an application of the real desktop is to omnigym: a declaration.

A new one is an entry in the ``APPS`` of a module of `omnigym.devices.x11.apps`.
"""

from __future__ import annotations

import functools
import re
import shutil
from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any

from omnigym.devices.x11.home import DOUBLE_CLICK_MS
from omnigym.discovery import load_all

__all__ = ["XAppDefinition", "definitions", "installed_apps", "self_standing"]


@dataclass(frozen=True, slots=True)
class XAppDefinition:
    """An application.

    Attributes:
        name: Its name in omnigym.
        category: Which of OmniBench's twelve it belongs to.
        argv: The command; a path to open is put after it.
        package: The Debian package that brings it; with those of its tools, separated by spaces.
        install: The command that installs it where no Debian package does, or "".
        wm_class: The class of its windows, by which they are found.
        ready: Arguments of `Tree.find` for a node that a window shows when it can be used.
        loading: The title of its window while it cannot be used yet, whatever it shows.
        keys: Where a stable key is found, as arguments of `Tree.find`; ``"{name}"`` is for the caller to fill.
        settings: What it adds to the settings files of a fresh home: path and content.
        title: A regular expression of a window's title, whose group is the document that it shows: its path ("~" is
            the home), or its name alone.
        lists_folder: Whether that document is a folder, and the window lists it.
        double_click: Within how many milliseconds it takes two clicks for a double click; most follow the desktop.
        collects_typing: Whether it takes an Enter before the characters that were typed right before it.
        devtools: Whether it is a Chromium, which is started with a connection to it.
        tools: Other programs that its subtasks are done with.
        as_root: Whether it runs as root, too.
        services: Commands that run beside it from its first start on, such as the one that makes settings come true.
    """

    name: str
    category: str
    argv: tuple[str, ...]
    package: str
    wm_class: str
    ready: Mapping[str, Any]
    keys: Mapping[str, Mapping[str, object]]
    settings: Mapping[str, str] = field(default_factory=dict)
    title: str = ""
    loading: str = ""
    lists_folder: bool = False
    double_click: int = DOUBLE_CLICK_MS
    collects_typing: bool = False
    devtools: bool = False
    tools: tuple[str, ...] = ()
    as_root: bool = True
    services: tuple[tuple[str, ...], ...] = ()
    install: str = ""

    def document(self, title: str, home: str) -> str:
        """What a window shows, by its title: a native path, or a name; empty if the title does not tell."""
        match = re.fullmatch(self.title, title) if self.title else None
        if match is None:
            return ""
        path = match[1]
        return home + path[1:] if path == "~" or path.startswith("~/") else path


@functools.cache
def definitions() -> Mapping[str, XAppDefinition]:
    """All application definitions, by name."""
    from omnigym.devices.x11 import apps

    found: list[XAppDefinition] = [app for module in load_all(apps.__name__) for app in module.APPS]
    return MappingProxyType({app.name: app for app in sorted(found, key=lambda a: a.name)})


def self_standing() -> Mapping[str, XAppDefinition]:
    """The definitions of those that need nothing but a session: no connection to it, no programs beside it."""
    return {name: app for name, app in definitions().items() if not app.devtools and not app.services}


def installed_apps() -> Mapping[str, XAppDefinition]:
    """The definitions of those that this machine has."""
    return {name: app for name, app in definitions().items() if all(map(shutil.which, (app.argv[0], *app.tools)))}
