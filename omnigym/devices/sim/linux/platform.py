"""The simulated Ubuntu desktop."""

from __future__ import annotations

from omnigym.devices.sim.common.desktop_effects import DESKTOP_EFFECTS
from omnigym.devices.sim.desktop import Desktop
from omnigym.devices.sim.linux.appearance import LEAST, scale_of, theme_of, variation
from omnigym.devices.sim.linux.catalogue import all_apps
from omnigym.devices.sim.linux.disturbances import DISTURBANCES
from omnigym.devices.sim.linux.header_bar import header_bar
from omnigym.devices.sim.linux.initial import initial_files, initial_settings
from omnigym.devices.sim.linux.paths import inward, outward
from omnigym.devices.sim.linux.system_keys import press_system_key
from omnigym.devices.sim.platform import SimPlatform
from omnigym.devices.sim.vfs import HOME

__all__ = ["PLATFORM"]

PLATFORM: SimPlatform[Desktop] = SimPlatform(
    name="linux",
    device="ubuntu",
    least=LEAST,
    apps=all_apps,
    files=initial_files,
    settings=initial_settings,
    scale=scale_of,
    theme=theme_of,
    effects=DESKTOP_EFFECTS,
    system_key=press_system_key,
    outward=outward,
    inward=inward,
    listed=outward,
    disturbances=DISTURBANCES,
    title_bar=header_bar,
    desktop="gnome",
    variation=variation,
    cloud={"photos": f"{HOME}/Pictures/Camera Roll", "documents": f"{HOME}/Google Drive"},
)
