"""A real Linux desktop: Xvfb, openbox, AT-SPI and Debian's applications, in a sandbox."""

from __future__ import annotations

from omnigym.devices.x11.device import X11Device

__all__ = ["X11Device"]
