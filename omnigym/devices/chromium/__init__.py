"""A real browser: Chromium over the DevTools protocol, driven frame by frame where it lets us."""

from __future__ import annotations

from omnigym.devices.chromium.device import ChromiumDevice

__all__ = ["ChromiumDevice"]
