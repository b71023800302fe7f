"""How a desktop is to be made, decided once and for all desktops of a device."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from omnigym.devices.x11.app import AppDefinition
from omnigym.devices.x11.limits import Limits
from omnigym.devices.x11.sandbox import Sandbox
from omnigym.devices.x11.snapshot import HomeSnapshot

__all__ = ["Plan"]


@dataclass(frozen=True, slots=True)
class Plan:
    """What a desktop is made from.

    Attributes:
        size: The screen's (width, height) in pixels.
        sandbox: See `omnigym.devices.x11.sandbox.choose_sandbox`.
        network: Whether its applications reach the network of the machine.
        quiet, cap: See `omnigym.devices.x11.settle.Settler`; in seconds.
        apps: The applications that can be launched.
        prelaunch: Those of them that are open from the beginning.
        limits: What it may take of the machine.
        home: The home that it starts with; None for a fresh one.
    """

    size: tuple[int, int]
    sandbox: Sandbox
    network: bool
    quiet: float
    cap: float
    apps: Mapping[str, AppDefinition]
    prelaunch: tuple[str, ...] = ()
    limits: Limits = field(default_factory=Limits)
    home: HomeSnapshot | None = None

    def settings(self) -> Iterator[tuple[str, str]]:
        """What the applications add to the settings files of a fresh home: path and content."""
        for app in self.apps.values():
            yield from app.settings.items()
