"""A macOS session as a device."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from contextlib import contextmanager
from typing import ClassVar

from omnigym.devices.host.device import HostDevice
from omnigym.devices.host.macos.apps import MacAppDefinition, definitions
from omnigym.devices.host.macos.desktop import MacDesktop, look
from omnigym.devices.host.session import HostPlan
from omnigym.devices.protocol import MissingPrograms, Platform
from omnigym.devices.waiting import Deadline
from omnigym.errors import ConfigError, DeviceTimeoutError

__all__ = ["MacHost"]

#: What opens files of a kind, by the end of their name.
_OPENS: Mapping[str, str] = {".txt": "text_editor", ".rtf": "text_editor", ".md": "text_editor"}


class MacHost(HostDevice[MacDesktop]):
    """As of `HostDevice`, on macOS. No Mac has run it yet: see docs/host.md."""

    SYSTEM: ClassVar[str] = "darwin"
    SESSION: ClassVar[str] = "the session"

    desktop = ""
    platform: Platform = "macos"
    look = staticmethod(look)

    def app_title(self, app: str) -> str:
        """How an application is called on the screen; "" of one that is not known."""
        return definitions()[app].title if app in definitions() else ""

    def app_for(self, path: str) -> str:
        """The application that opens a file, by the file's name.

        Raises:
            ConfigError: None does.
        """
        for end, app in _OPENS.items():
            if path.lower().endswith(end):
                return app
        raise ConfigError(f"No application is known that opens {path!r}: expected {', '.join(_OPENS)}.")

    @classmethod
    def missing_apps(cls, apps: Collection[str]) -> Mapping[str, MissingPrograms]:
        """None: what is known is on every Mac."""
        del apps
        return {}

    def _here(self) -> Mapping[str, MacAppDefinition]:
        return definitions()

    def _known(self) -> Mapping[str, MacAppDefinition]:
        return definitions()

    def _take(self, plan: HostPlan) -> MacDesktop:
        if plan.display or plan.bus:
            raise ConfigError("HostConfig(display=..., bus=...) are of Linux: leave them out on macOS.")
        return MacDesktop(plan)

    @contextmanager
    def _within(self, desktop: MacDesktop, call: str, seconds: float) -> Iterator[None]:
        """Each question to a program has a deadline of its own: the call's is looked at when it is over."""
        del desktop
        deadline = Deadline(seconds)
        yield
        if deadline.passed:
            raise DeviceTimeoutError("host", call, f"it took more than {seconds:g} s.", "Look what hangs there.")
