"""The simulated Windows 11 desktop."""

from __future__ import annotations

from omnigym.sim.common.mail import MAILBOX
from omnigym.sim.desktop import Desktop
from omnigym.sim.platform import SimPlatform
from omnigym.sim.vfs import HOME, native
from omnigym.sim.windows.appearance import LEAST, scale_of, theme_of, variation
from omnigym.sim.windows.catalogue import all_apps
from omnigym.sim.windows.file_kinds import app_for
from omnigym.sim.windows.initial import initial_files, initial_settings
from omnigym.sim.windows.shell.clipboard import keep_clip
from omnigym.sim.windows.system import DISTURBANCES, WINDOWS_EFFECTS, press_system_key

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
    opener=app_for,
    disturbances=DISTURBANCES,
    settle=keep_clip,
    variation=variation,
    # Webmail, invitations and shared contacts are mails; a place is saved with a contact.
    peers={
        "notifications": ("toast",),
        "mail": ("browser", "google_chrome", "calendar", "people"),
        "people": ("windows_maps",),
    },
    cloud={"mail": MAILBOX, "photos": f"{HOME}/Pictures/Camera Roll", "documents": f"{HOME}/Google Drive"},
)
