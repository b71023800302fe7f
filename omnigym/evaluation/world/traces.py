"""What any work leaves behind, by platform: nobody asks for it, and it is no damage.

Additions to a trace are free, and so are changes of it; where only some of it is, the effect says so.
"""

from __future__ import annotations

from collections.abc import Mapping

from omnigym.evaluation.world.effects import Effect, How

__all__ = ["traces_of"]


def _any(*places: str) -> tuple[Effect, ...]:
    hows: tuple[How, ...] = ("add", "change", "remove")
    return tuple([Effect(how, place) for place in places for how in hows])


def _new(*places: str) -> tuple[Effect, ...]:
    return tuple([Effect("add", place) for place in places])


#: Who opens a mail has read it.
_READ = Effect("change", "content://mail/messages", ("read",), row={"read": True})
#: What the simulated platforms have in common: an app's own folder and what it notes there, where one has been, and
#: the list (not the files) of what was downloaded.
_SIMULATED = (
    *_any("content://browser/history", "content://notifications/shown"),
    *_new("C:/Users/user/AppData", "content://browser/downloads"),
    _READ,
    # What arrives is nobody's doing.
    Effect("add", "content://mail/messages", row={"folder": "Inbox"}),
    Effect("add", "content://people/messages", row={"sent": False}),
    Effect("add", "content://people/calls", row={"kind": "missed"}),
    Effect("add", "content://people/calls", row={"kind": "incoming"}),
)

_APPS_WITH_FOLDERS = (
    "android.camera2",
    "google.android.apps.maps",
    "google.android.apps.photos",
    "google.android.apps.youtube.music",
)

_TRACES: Mapping[str, tuple[Effect, ...]] = {
    "windows": (
        *_SIMULATED,
        *_any("content://calculator/history"),
        Effect("change", "content://sticky/notes", ("edited_ms",)),
        # What is deleted lies there; who empties it has lost it.
        *_new("C:/$Recycle.Bin"),
    ),
    "android": (
        *_SIMULATED,
        *_any("content://maps/searches", "content://music/player", "content://camera/settings"),
        # Folders that apps make for their tables. What is in Drive is below such a folder too, and no trace.
        *_new(*[f"/data/data/com.{app}" for app in _APPS_WITH_FOLDERS]),
        # What is removed lies there; who empties it has lost it.
        *_new("/data/data/com.google.android.apps.docs/trash", "/sdcard/*/.trashed-*"),
        Effect("change", "content://keep/notes", ("edited_ms",)),
        # Who opens a conversation has read it.
        Effect("change", "content://people/messages", ("read",), row={"read": True}),
    ),
    "linux": (
        # Caches, sessions, keys, and what applications remember of how they were used.
        *_any(
            ".cache",
            ".config",
            ".config/*",
            ".dbus",
            ".balsa",
            ".balsa/*",
            ".gnupg",
            ".gnupg/*",
            ".ICEauthority",
            ".Xauthority",
        ),
        *_any(".local/share/recently-used.xbel"),
        # What is deleted lies there, too; who empties it has lost it.
        *_new(".local/share"),
        _READ,
        # A document that is open is marked so, in its folder.
        *_any("*.~lock.*#"),
    ),
    "web": (),
}


def traces_of(platform: str) -> tuple[Effect, ...]:
    """The traces of a platform (`omnigym.devices.protocol.Platform`)."""
    return _TRACES[platform]
