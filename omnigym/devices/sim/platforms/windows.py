"""The simulated Windows 11 desktop."""

from __future__ import annotations

from omnigym.devices.sim.appearance import LEAST, scale_of, theme_of
from omnigym.devices.sim.catalogue import all_apps
from omnigym.devices.sim.initial import initial_files, initial_settings
from omnigym.devices.sim.input.effects import EFFECTS
from omnigym.devices.sim.input.system_keys import press_system_key
from omnigym.devices.sim.platform import SimPlatform
from omnigym.devices.sim.vfs import native

__all__ = ["PLATFORM"]

PLATFORM = SimPlatform(
    name="windows",
    device="sim",
    least=LEAST,
    apps=all_apps,
    files=initial_files,
    settings=initial_settings,
    scale=scale_of,
    theme=theme_of,
    effects=EFFECTS,
    system_key=press_system_key,
    outward=native,
)
