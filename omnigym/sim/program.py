"""The declaration of an app to its launchers: the shell, the list of files, the sentences of tasks."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

#: The setting with the names of what is installed, and can be uninstalled.
INSTALLED = "apps.installed"


class FileKind(NamedTuple):
    """A kind of file that an app opens.

    Attributes:
        endings: What their names end with, in lower case and without the dot.
        label: What a list of files calls such a file; "" for its ending and "File".
        icon: Name of its icon; "" for the icon of any file.
    """

    endings: tuple[str, ...]
    label: str = ""
    icon: str = ""


class Taken(NamedTuple):
    """Shared data that an app accepts on a phone; it is opened with the path "text:..." or "file:...".

    Attributes:
        kind: "text" or "file".
        place: Its place among the apps that are offered for it, counted from 1.
    """

    kind: str
    place: int


class Program(NamedTuple):
    """The presentation of an app to a person.

    Attributes:
        spoken: How sentences name it before their verb: "Word" for "In Word, ...". The title is not among them by
            itself, because composed sentences must stay as they are when an app is added.
        category: Which of OmniBench's twelve it belongs to, or "".
        pinned: Its place, counted from 1, among the apps that are pinned: on a desktop in Start, on the taskbar and
            among the icons; on a phone on the first home screen. 0: it is not pinned, only listed and found.
        dock: On a phone, its place in the dock, counted from 1; 0: it has none.
        opens: The kinds of files that it opens. An ending has one app on a platform.
        commands: The names by which it is started where one types a name, without ".exe" and in lower case.
        reads: Endings of other files that it opens when a person asks for it ("Open with").
        takes: What it takes when it is shared; nothing by default.
        sign: On a phone, the image in the status bar for its notifications.
        package: Its name in the setting `INSTALLED`: it can be uninstalled. "" for what belongs to the system.
        fetched: Whether it is not installed at first.
    """

    spoken: tuple[str, ...] = ()
    category: str = ""
    pinned: int = 0
    dock: int = 0
    opens: tuple[FileKind, ...] = ()
    commands: tuple[str, ...] = ()
    reads: tuple[str, ...] = ()
    takes: tuple[Taken, ...] = ()
    sign: str = "circle_notifications"
    package: str = ""
    fetched: bool = False


class Shortcut(NamedTuple):
    """An app in the form of a shell: its name in omnigym, its common name, its icon."""

    app: str
    title: str
    icon: str


def installed_names(settings: Mapping[str, str]) -> tuple[str, ...]:
    """Return the names of the installed programs that can be uninstalled."""
    return tuple([name for name in settings.get(INSTALLED, "").split("; ") if name])


def is_installed(program: Program, settings: Mapping[str, str]) -> bool:
    """Return whether a program can be started; without a list, all programs are installed."""
    return not program.package or INSTALLED not in settings or program.package in installed_names(settings)


def default_key(ending: str) -> str:
    """Return the setting with the name of the app that opens files of an extension.

    >>> default_key("txt")
    'apps.default.txt'
    """
    return f"apps.default.{ending}"
