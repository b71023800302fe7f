"""What a person is told of a file: its kind and icon, what opens it; and the order of a list of files."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import lru_cache
from types import MappingProxyType
from typing import Any, Literal, TypeAlias, get_args

from omnigym.sim.catalogue import Catalogue
from omnigym.sim.files.kinds import extension
from omnigym.sim.program import Shortcut, default_key
from omnigym.sim.vfs import HOME, Stat

#: What a list of files can be sorted by.
Column: TypeAlias = Literal["name", "date", "type", "size"]
COLUMNS: tuple[Column, ...] = get_args(Column)

#: Where nothing was chosen, and all is installed.
NO_SETTINGS: Mapping[str, str] = MappingProxyType({})

#: The icons of the folders that every home has.
FOLDER_ICONS = {
    f"{HOME}/Desktop": "desktop-folder",
    f"{HOME}/Documents": "documents",
    f"{HOME}/Downloads": "downloads",
    f"{HOME}/Music": "music-folder",
    f"{HOME}/Pictures": "pictures",
    f"{HOME}/Videos": "videos",
}
_DIGITS = re.compile(r"(\d+)")


class FileTypes:
    """What the apps of a platform make of the names of files.

    Args:
        catalogue: The apps.
        folders: Icons of folders by path.
        names: What files that no app opens are called, by extension.
        other: What any other file is called, by its extension.
        folder: What a folder is called.
        plain: The icon of the other folders.
    """

    def __init__(
        self,
        catalogue: Catalogue,
        folders: Mapping[str, str],
        names: Mapping[str, str],
        other: Callable[[str], str],
        folder: str,
        plain: str = "folder-color",
    ) -> None:
        self._catalogue, self._folders, self._names = catalogue, folders, names
        self._other, self._folder, self._plain = other, folder, plain

    def kind_of(self, entry: Stat) -> str:
        """What a list calls it."""
        if entry.is_dir:
            return self._folder
        end = extension(entry.name)
        known = self._catalogue.kinds.get(end)
        label = known[1].label if known is not None else self._names.get(end)
        return label or self._other(end)

    def icon_of(self, entry: Stat) -> str:
        """The name of its icon."""
        if entry.is_dir:
            return self._folders.get(entry.path, self._plain)
        known = self._catalogue.kinds.get(extension(entry.name))
        return (known[1].icon if known is not None else "") or "file"

    def app_for(self, name: str, settings: Mapping[str, str] = NO_SETTINGS) -> str:
        """The app that opens a file of that name: the one that was chosen, else the usual one; "" where none does."""
        end = extension(name)
        known, missing = self._catalogue.kinds.get(end), self._catalogue.missing(settings)
        chosen = self._catalogue.apps.declarations.get(settings.get(default_key(end), ""))
        usual = known[0] if known is not None else ""
        if chosen is not None and chosen.name not in missing and end in chosen.program.reads:
            return chosen.name
        return usual if usual not in missing else ""

    def openers(self, name: str, settings: Mapping[str, str] = NO_SETTINGS) -> tuple[Shortcut, ...]:
        """The programs that open a file of that name: the one that a double click starts first.

        For a file that no program says anything of, all that open files of any kind.
        """
        end, missing = extension(name), self._catalogue.missing(settings)
        all_of_them = [app for app in self._catalogue.programs if app.name not in missing]
        usual, first = self.app_for(name, settings), self.app_for(name)
        programs = [app for app in all_of_them if app.name in (usual, first) or end in app.program.reads]
        programs = programs or [app for app in all_of_them if app.program.opens]
        programs.sort(key=lambda app: app.name != usual)
        return tuple([Shortcut(app.name, app.title, app.icon) for app in programs])


@lru_cache(maxsize=4096)
def natural(name: str) -> tuple[tuple[int, int, str], ...]:
    """A sort key that counts digits as numbers, as file managers do: "a2" before "a10"."""
    parts = _DIGITS.split(name.casefold())
    return tuple([(0, int(p), p) if i % 2 else (1, 0, p) for i, p in enumerate(parts) if p])


def in_order(
    entries: tuple[Stat, ...], column: Column, descending: bool = False, *, kind_of: Callable[[Stat], str]
) -> tuple[Stat, ...]:
    """``entries`` sorted by a column and then by name; folders come first, or last when descending."""
    ordered = sorted(entries, key=order_by(column, kind_of))
    return tuple(ordered[::-1] if descending else ordered)


def order_by(column: Column, kind_of: Callable[[Stat], str]) -> Callable[[Stat], tuple[Any, ...]]:
    """The key of that order; in one folder no two entries have the same."""
    if column == "date":
        return lambda e: (not e.is_dir, e.mtime_ms, natural(e.name))
    if column == "size":
        return lambda e: (not e.is_dir, e.size, natural(e.name))
    if column == "type":
        return lambda e: (not e.is_dir, kind_of(e).casefold(), natural(e.name))
    return lambda e: (not e.is_dir, natural(e.name))
