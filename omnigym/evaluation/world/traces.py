"""Traces that any work leaves, by platform; they are not side effects.

Additions to a trace are free, and so are changes of it; where only some of it is, the effect says so. No effect of a
task goes on from a trace: a mail of the user's in the archive has not arrived and then been moved there.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from omnigym.documents.mail import OWN_ADDRESSES
from omnigym.evaluation.matching import Address
from omnigym.evaluation.world.effects import Effect, How

__all__ = ["ARRIVALS", "traces_of"]


def _any(*places: str) -> tuple[Effect, ...]:
    hows: tuple[How, ...] = ("add", "change", "remove")
    return tuple([Effect(how, place) for place in places for how in hows])


def _new(*places: str) -> tuple[Effect, ...]:
    return tuple([Effect("add", place) for place in places])


_MAILS = "content://mail/messages"
#: What is started by itself, or from a menu, is no trace: who adds to it or changes it has changed the desktop.
_STARTED = (
    ".config/autostart*",
    ".config/systemd/*",
    ".config/environment.d/*",
    ".config/openbox/*",
    ".local/share/applications/*.desktop",
    ".local/share/dbus-1/*",
    ".local/share/systemd/*",
)


def _unstarted(effects: tuple[Effect, ...]) -> tuple[Effect, ...]:
    return tuple([replace(effect, but=_STARTED) for effect in effects])


#: Who opens a mail has read it.
_READ = Effect("change", _MAILS, ("read",), row={"read": True})
#: Programs in which people talk.
_CHATS = ("Chat", "Skype", "Zoom")
#: Where apps put copies of what is attached. The mailbox is no such place: its folders are the user's.
_COPIES = ("Sites", "Temp", "ToDo")
#: What others send. As soon as it is there it is the user's, so it is to stay as everything else.
ARRIVALS = (
    Effect("add", _MAILS, row={"folder": "Inbox", "sender": Address(OWN_ADDRESSES, none=True)}),
    Effect("add", "content://people/messages", row={"sent": False}),
    Effect("add", "content://people/calls", row={"kind": "missed"}),
    Effect("add", "content://people/calls", row={"kind": "incoming"}),
)
#: What the simulated platforms have in common: where one has been, and the list (not the files) of what was downloaded.
_SIMULATED = (
    *_new(*[f"C:/Users/user/AppData/Local/{folder}" for folder in _COPIES]),
    *_new(*[f"C:/Users/user/AppData/Local/{app}/files" for app in _CHATS]),
    # Of what keeps itself only additions: who clears a history has lost it.
    *_new("content://browser/history", "content://browser/downloads", "content://notifications/shown"),
    _READ,
    # So has who goes to a room of a chat.
    *[Effect("change", f"content://{app.lower()}/rooms", ("read",)) for app in _CHATS],
    # What arrives is nobody's doing: others sent it, or the user did so to nobody but himself.
    *ARRIVALS,
    Effect("add", _MAILS, row={"folder": "Inbox", "to": Address(OWN_ADDRESSES), "cc": ""}),
)


def _played(player: str) -> tuple[Effect, ...]:
    """What is played and where one is in it. How it is played is the user's wish."""
    return (
        Effect("add", player, row={"shuffle": False, "repeat": "off", "speed": 1.0}),
        Effect("change", player, ("id", "path", "playing", "position_ms", "since_ms", "queue", "order")),
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
        *_new("content://calculator/history"),
        *_new(*[f"content://chrome/{kind}" for kind in ("history", "downloads", "cookies", "cache")]),
        *_new("content://wikipedia/history"),
        Effect("change", "content://sticky/notes", ("edited_ms",)),
        *_played("content://media/player"),
        *_played("content://spotify/player"),
        # Which folders were opened last.
        *_new("content://code/recent"),
        # What is deleted lies there; who empties it has lost it.
        *_new("C:/$Recycle.Bin"),
    ),
    "android": (
        *_SIMULATED,
        # On a phone a notification that is opened is gone.
        Effect("remove", "content://notifications/shown"),
        *_any("content://maps/searches"),
        *_played("content://films/player"),
        *_played("content://music/player"),
        *_played("content://recorder/player"),
        # What was done at which place, whether or not it was taken back.
        *_new(*[f"content://{app}/history" for app in ("clips", "films", "radio", "recorder")]),
        # Which station is on. The sleep timer is the user's wish.
        Effect("add", "content://radio/tuner", row={"sleep": 0}),
        Effect("change", "content://radio/tuner", ("station", "playing")),
        # With the timer or without it a photo is a photo; flash and lines stay as the user has set them.
        Effect("add", "content://camera/settings", row={"flash": "off", "grid": False}),
        Effect("change", "content://camera/settings", ("timer",)),
        # The first timer asks whether the clock may notify; either answer will do.
        *_new("setting:notifications.clock"),
        # Folders that apps make for their tables. What is in Drive is below such a folder too, and no trace.
        *_new(*[f"/data/data/com.{app}" for app in _APPS_WITH_FOLDERS]),
        # What is removed lies there; who empties it has lost it.
        *_new("/data/data/com.google.android.apps.docs/trash", "/sdcard/*/.trashed-*"),
        Effect("change", "content://keep/notes", ("edited_ms",)),
        # Who plays a voice mail has heard it; what rings, and reminds, does so by itself.
        Effect("change", "content://people/voicemails", ("heard",), row={"heard": True}),
        *_new("content://clock/rings"),
        Effect("change", "content://clock/rings", ("did", "did_ms", "waited"), row={"did": "missed"}),
        Effect("change", "content://people/lines", ("began_ms", "did", "did_ms", "waited"), row={"did": "missed"}),
        Effect("change", "content://calendar/spoken", ("reminded_ms",)),
        # Who opens a conversation has read it.
        Effect("change", "content://people/messages", ("read",), row={"read": True}),
    ),
    "linux": (
        # Caches, sessions, keys, and what applications remember of how they were used.
        *_unstarted(_any(".cache", ".config", ".config/*")),
        *_any(".dbus", ".balsa", ".balsa/*", ".gnupg", ".gnupg/*", ".ICEauthority", ".Xauthority"),
        *_any(".local/share/recently-used.xbel"),
        # Of Thunderbird all but the mails; LibreOffice keeps keys in its profile, too, where it finds one.
        *[replace(e, but=(".thunderbird/*/Mail/*",)) for e in _any(".thunderbird", ".thunderbird/*")],
        *_any(".thunderbird/*/Mail/*.msf"),
        # What is deleted lies there, too; who empties it has lost it.
        *_unstarted(_new(".local/share")),
        # Of the simulated one; that of a real one is no place of the user's.
        *_SIMULATED,
        *_any("C:/tmp", "/tmp", "/dev/shm"),
        *_any("C:/Users/user/AppData/Local/Modes"),
        # A document that is open is marked so, in its folder.
        *_any("*.~lock.*#"),
    ),
    "web": (
        # The tracker itself says so of an issue that somebody writes about first.
        Effect(
            "change",
            "content://tracker/issues",
            ("status",),
            row={"status": "chatting"},
            was={"status": "unread"},
        ),
    ),
}


_MARKED = {name: tuple([replace(e, trace=True) for e in traces]) for name, traces in _TRACES.items()}


def traces_of(platform: str) -> tuple[Effect, ...]:
    """Return the traces of a platform (`omnigym.devices.protocol.Platform`)."""
    return _MARKED[platform]
