"""What a phone can do: asked once, when it is connected."""

from __future__ import annotations

import re
import time
from dataclasses import dataclass

from omnigym.a11y.uiautomator import parse_dump
from omnigym.devices.adb.input import ADB_KEYBOARD
from omnigym.devices.adb.link import AdbLink
from omnigym.devices.adb.screen import Screen
from omnigym.errors import DeviceError, DeviceStartError

__all__ = ["Abilities", "look_at"]

_SIZE = re.compile(r"(Physical|Override) size: (\d+)x(\d+)")
_DENSITY = re.compile(r"(?:Physical|Override) density: (\d+)")
_DISPLAY = re.compile(r"^Display (\d+) ", re.MULTILINE)

_NEVER = float("inf")


@dataclass(frozen=True, slots=True)
class Abilities:
    """What was found out.

    Attributes:
        model: Its model.
        android: Its version of Android, "14".
        sdk: The number of that.
        size: The screen's (width, height) in pixels.
        density: Dots per inch.
        displays: The ids of its displays.
        raw: Whether raw screenshots come faster than PNG.
        windows: Whether it dumps the layouts of all windows.
        keyboard: Whether it has an ADB keyboard, which types every character.
        simulated: Whether it is omnigym's own, whose input returns when its effect can be seen.
    """

    model: str
    android: str
    sdk: int
    size: tuple[int, int]
    density: int
    displays: tuple[str, ...]
    raw: bool
    windows: bool
    keyboard: bool
    simulated: bool


def look_at(link: AdbLink) -> Abilities:
    """Find out what a phone can do.

    Raises:
        DeviceStartError: It is no phone that can be used, or has not booted yet.
        DeviceError: It, or the connection to it, failed.
    """
    properties = dict(re.findall(r"\[(.*?)\]: \[(.*?)\]", link.run("getprop")))
    if properties.get("sys.boot_completed", "1") != "1":
        raise DeviceStartError("adb", link.call, "the phone has not booted yet.", "Wait until it has.")
    sizes = {kind: (int(w), int(h)) for kind, w, h in _SIZE.findall(link.run("wm size"))}
    size = sizes.get("Override") or sizes.get("Physical")
    if size is None:
        raise DeviceStartError("adb", link.call, "the phone does not say how large its screen is.")
    densities = _DENSITY.findall(link.run("wm density"))
    displays = tuple(_DISPLAY.findall(link.shell("dumpsys SurfaceFlinger --display-id").text))
    display = displays[0] if len(displays) > 1 else ""
    return Abilities(
        model=properties.get("ro.product.model", ""),
        android=properties.get("ro.build.version.release", ""),
        sdk=int(properties.get("ro.build.version.sdk", "0")),
        size=size,
        density=int(densities[-1]) if densities else 0,
        displays=displays,
        raw=_faster(link, size, display),
        windows=_dumps_windows(link, size),
        keyboard=ADB_KEYBOARD in link.shell("ime list -s").text.split(),
        simulated=properties.get("ro.omnigym") == "1",
    )


def _faster(link: AdbLink, size: tuple[int, int], display: str) -> bool:
    """Whether raw screenshots come faster than PNG ones: the best of two each, after one that warms up."""
    raw = min(_seconds(link, size, True, display) for _ in range(3))
    png = min(_seconds(link, size, False, display) for _ in range(2))
    if raw == png == _NEVER:
        raise DeviceStartError(
            "adb", link.call, f"no screenshot of {size[0]}x{size[1]} comes.", "Turn the phone upright and unlock it."
        )
    return raw <= png


def _seconds(link: AdbLink, size: tuple[int, int], raw: bool, display: str) -> float:
    """How long a screenshot takes; `_NEVER` where none comes."""
    start = time.perf_counter()
    try:
        Screen(link, size, raw, display).take()
    except DeviceError:
        return _NEVER
    return time.perf_counter() - start


def _dumps_windows(link: AdbLink, size: tuple[int, int]) -> bool:
    """Whether ``uiautomator`` knows ``--windows``: older ones take it for nothing, or for the name of a file."""
    said = bytes(link.read("uiautomator dump --windows /dev/tty"))
    start, end = said.find(b"<?xml"), said.rfind(b"</displays>")
    if start < 0 or end < 0:
        return False
    try:
        return len(parse_dump(said[start : end + len(b"</displays>")].decode("utf-8", "replace"), size)) > 0
    except ValueError:
        return False
