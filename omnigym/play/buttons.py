"""What the page offers to press: the keys that a browser keeps to itself, or that a keyboard lacks, and the apps."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from omnigym.actions import Key, Modifier
from omnigym.devices.protocol import Device, HasApps, Platform
from omnigym.devices.titles import title_of

__all__ = ["KeyButton", "apps_of", "key_buttons"]


class KeyButton(NamedTuple):
    """A key to press, with what is held, under the name that a person knows it by."""

    name: str
    key: Key
    held: tuple[Modifier, ...] = ()


_TABS = (
    KeyButton("Ctrl + W", "w", ("ctrl",)),
    KeyButton("Ctrl + N", "n", ("ctrl",)),
    KeyButton("Ctrl + T", "t", ("ctrl",)),
    KeyButton("Ctrl + Shift + N", "n", ("ctrl", "shift")),
)
_WINDOWS = (KeyButton("Alt + Tab", "tab", ("alt",)), KeyButton("Alt + F4", "f4", ("alt",)), *_TABS)
_PRINT = KeyButton("Print Screen", "printscreen")
_KEYS: Mapping[Platform, tuple[KeyButton, ...]] = {
    "windows": (KeyButton("Windows key", "meta"), *_WINDOWS, _PRINT),
    "linux": (KeyButton("Super key", "meta"), *_WINDOWS, _PRINT),
    "web": _TABS,
    "android": (
        KeyButton("Back", "back"),
        KeyButton("Home", "meta"),
        KeyButton("Recent apps", "recents"),
        KeyButton("Power", "power"),
        KeyButton("Volume up", "volumeup"),
        KeyButton("Volume down", "volumedown"),
    ),
}


def key_buttons(platform: Platform) -> tuple[KeyButton, ...]:
    """The keys that are offered on a platform.

    >>> key_buttons("android")[0]
    KeyButton(name='Back', key='back', held=())
    """
    return _KEYS[platform]


def apps_of(device: Device) -> list[dict[str, str]]:
    """The apps that can be opened, each with its title, by that."""
    names = device.apps() if isinstance(device, HasApps) else ()
    return sorted([{"app": app, "title": title_of(device, app)} for app in names], key=lambda a: a["title"].casefold())
