"""The simulated Ubuntu desktop."""

from __future__ import annotations

from omnigym.sim.common.desktop_shell import DESKTOP_EFFECTS
from omnigym.sim.desktop import Desktop
from omnigym.sim.linux.catalogue import all_apps
from omnigym.sim.linux.file_kinds import app_for
from omnigym.sim.linux.header_bar import header_bar
from omnigym.sim.linux.initial import initial_files, initial_settings
from omnigym.sim.linux.paths import inward, outward
from omnigym.sim.linux.system import DISTURBANCES, press_system_key
from omnigym.sim.linux.yaru import LEAST, scale_of, theme_of, variation
from omnigym.sim.platform import SimPlatform
from omnigym.sim.vfs import HOME

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
    opener=app_for,
    inward=inward,
    listed=outward,
    disturbances=DISTURBANCES,
    title_bar=header_bar,
    desktop="gnome",
    variation=variation,
    peers={"notifications": ("toast",)},
    cloud={"photos": f"{HOME}/Pictures/Camera Roll", "documents": f"{HOME}/Google Drive"},
)
