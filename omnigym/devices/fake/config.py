"""The configuration of the fake device."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from omnigym.devices.backend import DeviceConfig
from omnigym.devices.fake.state import Fault
from omnigym.devices.protocol import Device, Platform

__all__ = ["CONFIG", "FakeConfig"]


@dataclass(frozen=True, slots=True)
class FakeConfig(DeviceConfig):
    """The configuration of `omnigym.devices.fake`, for tests.

    Args:
        size: The screen's (width, height) in pixels.
        platform: What it pretends to be.
        faults: Calls that fail.
    """

    BACKEND: ClassVar[str] = "fake"
    FOR_TESTS: ClassVar[bool] = True
    IN_PROCESS: ClassVar[bool] = True
    CAPABILITIES: ClassVar[frozenset[str]] = frozenset(
        {"a11y", "apps", "audio", "clipboard", "files", "settings", "snapshots", "variation", "video"}
    )

    size: tuple[int, int] = (320, 240)
    platform: Platform = "linux"
    faults: tuple[Fault, ...] = ()

    @classmethod
    def device_class(cls) -> type[Device]:
        """Return `FakeDevice`."""
        from omnigym.devices.fake.device import FakeDevice

        return FakeDevice

    @classmethod
    def from_plain(cls, values: Mapping[str, Any]) -> FakeConfig:
        """Return the configuration, with its faults from plain values too."""
        faults = tuple(f if isinstance(f, Fault) else Fault(**f) for f in values.get("faults", ()))
        return cls(**{**values, "faults": faults})

    @property
    def stands_for(self) -> Platform:
        """The platform as configured."""
        return self.platform


CONFIG = FakeConfig
