"""The simulated Android phone."""

from __future__ import annotations

from omnigym.sim.android.apps.drive.store import DRIVE
from omnigym.sim.android.apps.gmail.store import MAIL
from omnigym.sim.android.apps.photos.store import CAMERA
from omnigym.sim.android.catalogue import phone_apps
from omnigym.sim.android.incoming import FIRST, sounds
from omnigym.sim.android.initial import phone_files, phone_scale, phone_settings, phone_theme, variation
from omnigym.sim.android.storage import inward, opener, outward
from omnigym.sim.android.system import DISTURBANCES, PHONE_EFFECTS, loudness, press_phone_key, settle
from omnigym.sim.desktop import Desktop
from omnigym.sim.platform import SimPlatform

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
    opener=lambda name, _settings: opener(name),
    inward=inward,
    listed=outward,
    opens="full",
    touch=True,
    disturbances=DISTURBANCES,
    settle=settle,
    variation=variation,
    sounds=sounds,
    begins=(FIRST,),
    loudness=loudness,
    peers={"shade": ("toast",), "chrome": ("maps",)},  # places that are saved are those of the site
    cloud={"mail": MAIL, "photos": CAMERA, "documents": DRIVE},
)
