"""The lock screen, which is shown after lock, suspend, log out, power off and restart until the user signs in."""

from __future__ import annotations

from collections.abc import Mapping

from omnigym.devices.sim.common.lock import lock_screen
from omnigym.devices.sim.linux.clock import DAYS, local, time_of

__all__ = ["APPS"]


def _clock(clock_ms: int, settings: Mapping[str, str]) -> tuple[str, str]:
    now = local(clock_ms, settings)
    time = time_of(now, settings).removesuffix(" AM").removesuffix(" PM")
    return time, f"{DAYS[now.weekday()]} {now.day} {now:%B}"


APPS = (lock_screen(_clock, "ubuntu", "aubergine dark"),)
