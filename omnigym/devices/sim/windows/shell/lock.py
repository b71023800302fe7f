"""The lock screen, which is shown after lock, sleep, sign out, shut down and restart until the user signs in."""

from __future__ import annotations

from collections.abc import Mapping

from omnigym.devices.sim.common.lock import lock_screen
from omnigym.devices.sim.windows.clock import local, time_of

__all__ = ["APPS"]

_DAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")


def _clock(clock_ms: int, settings: Mapping[str, str]) -> tuple[str, str]:
    now = local(clock_ms, settings)
    time = time_of(now, settings).removesuffix(" AM").removesuffix(" PM")
    return time, f"{_DAYS[now.weekday()]}, {now:%B} {now.day}"


APPS = (lock_screen(_clock, "start"),)
