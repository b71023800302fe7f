"""The definition of a platform: all differences between a simulated phone and a simulated desktop."""

from __future__ import annotations

import importlib
import math
import random
from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Any, Generic, NamedTuple, TypeAlias, TypeVar

from omnigym.actions import Action
from omnigym.errors import ConfigError, UnknownNameError
from omnigym.sim.app import App, Context, Effect
from omnigym.sim.audio import FULL, Sounding
from omnigym.sim.catalogue import platform_names
from omnigym.sim.scene.frame import TitleBar, frame_view
from omnigym.sim.settings import Settings
from omnigym.sim.style.theme import Theme
from omnigym.sim.system import Later
from omnigym.sim.vfs import Vfs
from omnigym.values import Platform

#: The desktop that a platform's rules work on: it is made of a platform, so this module cannot know it.
Desk = TypeVar("Desk")

#: What makes the effects of one disturbance, from a source of chance, its number and the time.
Happening: TypeAlias = Callable[[random.Random, int, int], tuple[Effect, ...]]

_HERE = "omnigym.sim"
#: Pixels per logical pixel that a simulated device may have.
LEAST_SCALE, MOST_SCALE = 0.5, 4.0


def _same(path: str) -> str:
    return path


def _silent(_ctx: Context) -> tuple[Sounding, ...]:
    return ()


def _of_one_speaker(settings: Mapping[str, str], _stream: str) -> int:
    volume = settings.get("sound.volume", "50")
    level = min(int(volume), 100) if volume.isdecimal() else 0
    return 0 if settings.get("sound.muted") == "on" else FULL * level // 100


def _fixed(_size: tuple[int, int], _scale: float) -> Mapping[str, Sequence[str]]:
    return MappingProxyType({})


class SimPlatform(NamedTuple, Generic[Desk]):
    """The declaration of a platform: ``PLATFORM`` in the module ``platform`` of a package beside this module.

    Attributes:
        name: Its name.
        device: What a device of it is called in tasks and reports.
        least: The smallest screen, in logical pixels.
        apps: Gives its apps and the parts of its shell, by name.
        files: Gives the files at the start of an episode.
        settings: ``settings(size, scale)`` gives the settings at the start.
        scale: ``scale(settings, size, usual)`` gives pixels per logical pixel.
        theme: ``theme(settings, scale)`` gives the looks.
        effects: What carries out each kind of effect: called with the desktop, the id of the window that asks, and the
            effect.
        system_key: Does what the system does with a key; False where it leaves it to the apps.
        outward: A path as a person writes it.
        opener: ``opener(name, settings)`` gives the app that opens a file of a name; "" where none does.
        inward: The path inside the virtual file system that a path of this platform stands for.
        listed: The path that a listing of files shows for one inside the virtual file system.
        opens: How windows open: "normal", with a frame at a place of their own, or "full".
        touch: Whether there is a finger instead of a mouse: a drag scrolls or swipes, a long press is the right button.
        disturbances: What may happen that nobody asked for, by kind, of `omnigym.devices.protocol.DISTURBANCES`.
        title_bar: The view of the title bars of windows.
        desktop: Which of the desktops of its platform it is: "gnome".
        settle: Called after each action, to bring in line what follows from the rest of the state; or None.
        variation: ``variation(size, scale)`` gives the values that each varied setting may have at the start.
        sounds: ``sounds(ctx)`` gives what is heard of the system, whatever windows are open; see `App.sounds`.
        loudness: ``loudness(settings, stream)`` gives the gain of one of `omnigym.sim.audio.STREAMS`, from 0 to
            `omnigym.sim.audio.FULL`; at first one volume for all.
        begins: What happens by itself after the start of an episode.
        cloud: The directory in which it has what a cloud shares, by kind, of `omnigym.devices.cloud.CLOUD_KINDS`.
        peers: By the name of an app, the other apps that write what it keeps: see `omnigym.sim.foreign_writes`.
    """

    name: Platform
    device: str
    least: tuple[int, int]
    apps: Callable[[], Mapping[str, App]]
    files: Callable[[], Vfs]
    settings: Callable[[tuple[int, int], float], Settings]
    scale: Callable[[Mapping[str, str], tuple[int, int], float], float]
    theme: Callable[[Mapping[str, str], float], Theme]
    effects: Mapping[type, Callable[[Desk, str, Any], None]]
    system_key: Callable[[Desk, str], bool]
    outward: Callable[[str], str]
    opener: Callable[[str, Mapping[str, str]], str]
    inward: Callable[[str], str] = _same
    listed: Callable[[str], str] = _same
    opens: str = "normal"
    touch: bool = False
    disturbances: Mapping[str, Happening] = MappingProxyType({})
    title_bar: TitleBar = frame_view
    desktop: str = ""
    settle: Callable[[Desk, Action], None] | None = None
    variation: Callable[[tuple[int, int], float], Mapping[str, Sequence[str]]] = _fixed
    cloud: Mapping[str, str] = MappingProxyType({})
    sounds: Callable[[Context], tuple[Sounding, ...]] = _silent
    loudness: Callable[[Mapping[str, str], str], int] = _of_one_speaker
    begins: tuple[Later, ...] = ()
    peers: Mapping[str, Sequence[str]] = MappingProxyType({})


def platform_of(name: str) -> SimPlatform[Any]:
    """Return the declaration of a platform; nothing of other platforms is imported.

    Raises:
        UnknownNameError: There is none of that name.
    """
    if name not in platform_names():
        raise UnknownNameError("platform of the simulated device", name, platform_names())
    platform: SimPlatform[object] = importlib.import_module(f"{_HERE}.{name}.platform").PLATFORM
    return platform


def check_screen(least: tuple[int, int], size: tuple[int, int], scale: float) -> None:
    """See that a screen is as large as a platform needs.

    Args:
        least: The smallest (width, height) in logical pixels.
        size: The screen's, in pixels.
        scale: Pixels per logical pixel.

    Raises:
        ConfigError: It is not, or the scale is out of its range.
    """
    width, height = (math.ceil(n * scale) for n in least)
    if not LEAST_SCALE <= scale <= MOST_SCALE:
        raise ConfigError(f"The simulated device needs a scale of {LEAST_SCALE:g} to {MOST_SCALE:g}, got {scale}.")
    if size[0] < width or size[1] < height:
        raise ConfigError(
            f"The simulated device needs a screen of {width}x{height} pixels or more at scale {scale:g}, got "
            f"{size[0]}x{size[1]}. Make the screen larger or the scale smaller."
        )
