"""The configuration of a machine that answers over HTTP."""

from __future__ import annotations

import os
from dataclasses import dataclass
from typing import Any, ClassVar, Literal

from omnigym.devices.backend import DeviceConfig, Target
from omnigym.devices.protocol import Device, Platform

__all__ = ["CONFIG", "TOKEN_VARIABLE", "GuestConfig"]

#: Where the token is looked for if the configuration has none: an argument of a command is seen by everyone.
TOKEN_VARIABLE = "OMNIGYM_GUEST_TOKEN"
#: What OSWorld's server can be asked for, and the fields that one protocol alone has.
_OSWORLD = ("a11y", "files", "shell")
_OURS, _THEIRS = ("token", "serves"), ("settle", "reset_command")


@dataclass(frozen=True, slots=True)
class GuestConfig(DeviceConfig):
    """A machine on which ``omnigym guest`` runs.

    Args:
        size: The screen's (width, height) in pixels; a guest of another size is refused.
        url: Where it listens: ``http://HOST:PORT``.
        token: What it asks for; "" for that of the environment variable `TOKEN_VARIABLE`.
        platform: What the guest has to be.
        serves: What tasks may ask of it, of `omnigym.devices.protocol.CAPABILITIES`, and "user_data", by which effects
            are judged; a guest that lacks one of these is refused.
        timeout: Seconds within which a call is answered; those that start something have 30 more.
        trust: Whether commands of task files may run on it.
        protocol: ``"omnigym"``, or ``"osworld"`` where OSWorld's or WindowsAgentArena's server runs, which has no token
            and serves a11y, files and shell.
        settle: Of such a server: seconds from an action to the next look; its own clients wait for 2.
        reset_command: Of such a server: a command of the machine that restores it; none to take it as it is.
    """

    BACKEND: ClassVar[str] = "guest"
    PLATFORM: ClassVar[Platform] = "linux"
    FOUND: ClassVar[bool] = True
    CAPABILITIES: ClassVar[frozenset[str]] = frozenset({"a11y", "apps", "clipboard", "files", "processes", "shell"})

    size: tuple[int, int] = (1024, 768)
    url: str = "http://127.0.0.1:8650"
    token: str = ""
    platform: Platform = "linux"
    serves: tuple[str, ...] = (*sorted(CAPABILITIES), "user_data")
    timeout: float = 20.0
    trust: bool = False
    protocol: Literal["omnigym", "osworld"] = "omnigym"
    settle: float = 0.5
    reset_command: tuple[str, ...] = ()

    def check(self) -> None:
        """Check that the machine's capabilities can be transmitted.

        Raises:
            UnknownNameError: There is no such capability.
            ConfigError: It cannot be carried.
        """
        from omnigym.devices.guest.wire import check_carried

        check_carried(self._served)

    @property
    def stands_for(self) -> Platform:
        """The platform of the guest."""
        return self.platform

    @property
    def target(self) -> Target:
        """The view that tasks have of the guest: the capabilities that it serves."""
        return Target(self.name, self.platform, self._served - {"user_data"})

    @property
    def _served(self) -> frozenset[str]:
        return frozenset(self.serves if self.protocol == "omnigym" else _OSWORLD)

    @classmethod
    def device_class(cls) -> type[Device]:
        """Return the class of guests that have `CAPABILITIES`."""
        return CONFIG().class_of()

    def class_of(self) -> type[Device]:
        """Return the class of guests that serve the same capabilities as this one."""
        if self.protocol == "osworld":
            from omnigym.devices.guest.osworld import OSWorldGuest

            return OSWorldGuest
        from omnigym.devices.guest.device import guest_class

        return guest_class(self._served)

    def arguments(self) -> dict[str, Any]:
        """Return the arguments that matter for the protocol."""
        left_out = _OURS if self.protocol == "osworld" else _THEIRS
        every = super(GuestConfig, self).arguments()  # a class with slots is made anew, so that super() knows no class
        every["token"] = self.token or os.environ.get(TOKEN_VARIABLE, "")
        return {name: value for name, value in every.items() if name not in ("protocol", *left_out)}


CONFIG = GuestConfig
