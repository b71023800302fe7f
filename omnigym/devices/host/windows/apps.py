"""What is known of Windows's own applications: data, with a variant for Wine where that has another program."""

from __future__ import annotations

import json
import ntpath
import os
import re
import shutil
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib import resources
from types import MappingProxyType
from typing import Any

from omnigym.a11y import Role
from omnigym.devices.host.windows.native import is_wine
from omnigym.errors import ConfigError

__all__ = ["Variant", "WindowsAppDefinition", "app_for", "definitions", "installed_apps"]


@dataclass(frozen=True, slots=True)
class Variant:
    """A program that is an application on some Windows.

    Attributes:
        argv: The command; a path to open is put after it. Its first word may have an environment variable.
        classes: The classes of its windows.
        window: A regular expression of their titles, where others have the same class; "" for any.
        document: A regular expression of a window's title, whose group is what it shows; "" where it does not tell.
        on: "windows" or "wine"; "" for both.
        keys: Where its stable keys are found, beside those of the application.
    """

    argv: tuple[str, ...]
    classes: tuple[str, ...]
    window: str = ""
    document: str = ""
    on: str = ""
    keys: Mapping[str, Mapping[str, object]] = field(default_factory=dict)

    def shows(self, title: str) -> str:
        """What a window shows, by its title: a native path, or a name; "" if the title does not tell."""
        match = re.fullmatch(self.document, title) if self.document else None
        return match[1] if match else ""

    def has(self, native_class: str, title: str) -> bool:
        """Whether a window of a class and title is one of it."""
        return native_class in self.classes and (not self.window or re.fullmatch(self.window, title) is not None)

    def program(self) -> str:
        """The path of its program here; "" if there is none."""
        return shutil.which(os.path.expandvars(self.argv[0])) or ""


@dataclass(frozen=True, slots=True)
class WindowsAppDefinition:
    """An application.

    Attributes:
        name: Its name in omnigym.
        category: Which of OmniBench's twelve it belongs to.
        title: How it is called on the screen.
        variants: The programs that it is, on one Windows or another.
        lists_folder: Whether what it shows is a folder.
        keys: Where a stable key is found, as arguments of `Tree.find`.
    """

    name: str
    category: str
    title: str
    variants: tuple[Variant, ...]
    lists_folder: bool = False
    keys: Mapping[str, Mapping[str, object]] = field(default_factory=dict)


@cache
def _data() -> Mapping[str, Any]:
    found: dict[str, object] = json.loads(resources.files(__package__).joinpath("apps.json").read_text("utf-8"))
    return found


def _variant(said: Mapping[str, Any]) -> Variant:
    fields: dict[str, Any] = {k: tuple(v) if isinstance(v, list) else v for k, v in said.items()}
    return Variant(**{**fields, "keys": _keys(said.get("keys", {}))})


def _keys(said: Mapping[str, Mapping[str, Any]]) -> Mapping[str, Mapping[str, object]]:
    return {key: {n: Role[v.upper()] if n == "role" else v for n, v in where.items()} for key, where in said.items()}


@cache
def definitions() -> Mapping[str, WindowsAppDefinition]:
    """All that are known, by name."""
    found = {}
    for row in sorted(_data()["apps"], key=lambda r: r["name"]):
        own = {"variants": tuple(map(_variant, row["variants"])), "keys": _keys(row.get("keys", {}))}
        found[row["name"]] = WindowsAppDefinition(**{**row, **own})
    return MappingProxyType(found)


def installed_apps() -> Mapping[str, WindowsAppDefinition]:
    """Those that this machine has, each with the one variant that it has; by name."""
    here = "wine" if is_wine() else "windows"
    found = {}
    for name, app in definitions().items():
        has = [v for v in app.variants if v.on in ("", here) and v.program()]
        if has:
            found[name] = WindowsAppDefinition(
                name, app.category, app.title, (has[0],), app.lists_folder, {**app.keys, **has[0].keys}
            )
    return found


def app_for(path: str, apps: Collection[str]) -> str:
    """The application that opens a file, by the file's name.

    Args:
        path: The file.
        apps: The applications that there are.

    Raises:
        ConfigError: None does.
    """
    extension = ntpath.splitext(path)[1][1:].lower()
    for row in _data()["types"]:
        if extension in row["extensions"]:
            for app in row["apps"]:
                if app in apps:
                    return str(app)
            raise ConfigError(f"A file {path!r} is opened by {' or '.join(row['apps'])}, which is not installed here.")
    raise ConfigError(f"No application of this desktop opens a file {path!r}. Launch one on it instead.")
