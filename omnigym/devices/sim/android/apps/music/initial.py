"""The songs and podcasts that are on the phone when an episode starts."""

from __future__ import annotations

from omnigym.devices.sim.vfs import HOME, Vfs
from omnigym.documents.sound import tone

__all__ = ["with_sounds"]

_HOUR = 3_600_000
#: Artist and title, seconds and pitch of the songs; show and episode of the podcasts.
_SONGS = (
    ("Aurora Lane", "City Lights", 198, 262),
    ("Aurora Lane", "Paper Boats", 224, 294),
    ("Blue Harbour", "Low Tide", 251, 330),
    ("Blue Harbour", "Northern Wind", 187, 349),
    ("Mara Vale", "Golden Hour", 212, 392),
    ("Mara Vale", "Slow Dancing", 236, 440),
    ("The Lanterns", "Campfire", 175, 220),
    ("The Lanterns", "Long Road Home", 268, 247),
)
_EPISODES = (
    ("Deep Water", "The Lake Monster", 900, 196),
    ("Deep Water", "Wrecks and Lights", 840, 185),
    ("Kitchen Talk", "Bread at Home", 720, 208),
)
#: Enough for the pitches above.
_RATE = 1000


def with_sounds(vfs: Vfs, now: int) -> Vfs:
    """The files with the songs and podcasts of a user, as of the virtual moment ``now``."""
    sounds = [("Music", *song) for song in _SONGS] + [("Podcasts", *episode) for episode in _EPISODES]
    for n, (folder, who, what, seconds, pitch) in enumerate(sounds):
        content = tone(seconds, pitch=pitch, rate=_RATE)
        vfs = vfs.write(f"{HOME}/{folder}/{who} - {what}.wav", content, now - (400 + 9 * n) * _HOUR)
    return vfs
