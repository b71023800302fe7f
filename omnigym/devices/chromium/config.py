"""The configuration of the real browser."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar, Literal

from omnigym.devices.backend import DeviceConfig
from omnigym.devices.protocol import Device, Platform

__all__ = ["CONFIG", "ChromiumConfig"]


@dataclass(frozen=True, slots=True)
class ChromiumConfig(DeviceConfig):
    """A real browser.

    Args:
        size: The screen's (width, height) in pixels.
        bar: Whether the screen shows the browser's tabs and address bar, or the page alone.
        allow: The origins that pages may reach besides the sites ("http://127.0.0.1:8000").
        image: How the browser hands its picture over: ``"jpeg"`` (quality 90) is twice as fast as ``"png"``.
        program: A browser's path or command; empty for the best that this machine has.
        scale: How many pixels of the screen a CSS pixel is: 1.5 or 2 is a screen of high density.
    """

    BACKEND: ClassVar[str] = "chromium"
    PLATFORM: ClassVar[Platform] = "web"
    CAPABILITIES: ClassVar[frozenset[str]] = frozenset(
        {"a11y", "apps", "audio", "clipboard", "content", "files", "video", "web"}
    )
    SYSTEMS: ClassVar[frozenset[str]] = frozenset({"linux", "darwin"})

    size: tuple[int, int] = (1024, 768)
    bar: bool = True
    allow: tuple[str, ...] = ()
    image: Literal["jpeg", "png"] = "jpeg"
    program: str = ""
    scale: float = 1.0

    @classmethod
    def device_class(cls) -> type[Device]:
        """Return `ChromiumDevice`."""
        from omnigym.devices.chromium.device import ChromiumDevice

        return ChromiumDevice

    @classmethod
    def categories(cls) -> Mapping[str, str]:
        """Return the categories that the sites declare."""
        from omnigym.devices.chromium.site import sites

        return {name: site.category for name, site in sites().items()}


CONFIG = ChromiumConfig
