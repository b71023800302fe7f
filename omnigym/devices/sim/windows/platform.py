"""The simulated Windows 11 desktop."""

from __future__ import annotations

from omnigym.devices.sim.common.mailbox import MAILBOX
from omnigym.devices.sim.desktop import Desktop
from omnigym.devices.sim.platform import SimPlatform
from omnigym.devices.sim.vfs import HOME, native
from omnigym.devices.sim.windows.appearance import LEAST, scale_of, theme_of, variation
from omnigym.devices.sim.windows.catalogue import all_apps
from omnigym.devices.sim.windows.clipboard_history import keep_clip
from omnigym.devices.sim.windows.disturbances import DISTURBANCES
from omnigym.devices.sim.windows.effects import WINDOWS_EFFECTS
from omnigym.devices.sim.windows.initial import initial_files, initial_settings
from omnigym.devices.sim.windows.system_keys import press_system_key

__all__ = ["PLATFORM"]

PLATFORM: SimPlatform[Desktop] = SimPlatform(
    name="windows",
    device="sim",
    least=LEAST,
    apps=all_apps,
    files=initial_files,
    settings=initial_settings,
    scale=scale_of,
    theme=theme_of,
    effects=WINDOWS_EFFECTS,
    system_key=press_system_key,
    outward=native,
    disturbances=DISTURBANCES,
    settle=keep_clip,
    variation=variation,
    cloud={"mail": MAILBOX, "photos": f"{HOME}/Pictures/Camera Roll", "documents": f"{HOME}/Google Drive"},
)
