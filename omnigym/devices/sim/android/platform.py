"""The simulated Android phone."""

from __future__ import annotations

from omnigym.devices.sim.android.apps.drive.store import DRIVE
from omnigym.devices.sim.android.apps.gmail.store import MAIL
from omnigym.devices.sim.android.apps.photos.gallery import CAMERA
from omnigym.devices.sim.android.catalogue import phone_apps
from omnigym.devices.sim.android.disturbances import DISTURBANCES
from omnigym.devices.sim.android.effects import PHONE_EFFECTS
from omnigym.devices.sim.android.initial import phone_files, phone_scale, phone_settings, phone_theme, variation
from omnigym.devices.sim.android.navigation import press_phone_key, settle
from omnigym.devices.sim.android.paths import inward, outward
from omnigym.devices.sim.desktop import Desktop
from omnigym.devices.sim.platform import SimPlatform

__all__ = ["PLATFORM"]

PLATFORM: SimPlatform[Desktop] = SimPlatform(
    name="android",
    device="phone",
    least=(320, 568),
    apps=phone_apps,
    files=phone_files,
    settings=phone_settings,
    scale=phone_scale,
    theme=phone_theme,
    effects=PHONE_EFFECTS,
    system_key=press_phone_key,
    outward=outward,
    inward=inward,
    listed=outward,
    opens="full",
    touch=True,
    disturbances=DISTURBANCES,
    settle=settle,
    variation=variation,
    cloud={"mail": MAIL, "photos": CAMERA, "documents": DRIVE},
)
