"""The two grants of macOS. Without them input, tree and pixels are missing, and macOS says nothing."""

from __future__ import annotations

import ApplicationServices
import Quartz

from omnigym.errors import DeviceStartError

__all__ = ["screen_size", "see_grants"]

_WHERE = "Grant it to the program that runs Python, in System Settings > Privacy & Security > {}, and start it again."


def see_grants() -> None:
    """See that this process may do what the device does.

    Raises:
        DeviceStartError: It may not, or nobody is logged in at the screen.
    """
    session = Quartz.CGSessionCopyCurrentDictionary()
    if session is None or session.get("CGSSessionScreenIsLocked"):
        problem = "nobody is logged in at the screen, or it is locked."
        raise DeviceStartError("host", "reset", problem, "Log in at the screen and unlock it.")
    if not ApplicationServices.AXIsProcessTrusted():
        problem = "this process has no Accessibility grant, so macOS drops its input."
        raise DeviceStartError("host", "reset", problem, _WHERE.format("Accessibility"))
    if not Quartz.CGPreflightScreenCaptureAccess():
        problem = "this process has no Screen Recording grant, so macOS shows it no windows of others."
        raise DeviceStartError("host", "reset", problem, _WHERE.format("Screen & System Audio Recording"))


def screen_size() -> tuple[int, int]:
    """The main screen's (width, height) in points: what input, windows and screenshots are measured in here."""
    bounds = Quartz.CGDisplayBounds(Quartz.CGMainDisplayID())
    return int(bounds.size.width), int(bounds.size.height)
