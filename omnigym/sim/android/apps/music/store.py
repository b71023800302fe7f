"""Sounds on the phone, and what the media player keeps: what it plays, playlists, and what somebody likes.

Sounds are .wav files; one named "Artist - Title.wav" says who made it. Those in ``Podcasts`` are episodes of shows.
"""

from __future__ import annotations

from typing import NamedTuple
from zlib import crc32

from omnigym.documents.sound import seconds_of, tone
from omnigym.sim.android.storage import category_of, inward, outward, stored
from omnigym.sim.files.kinds import split_name
from omnigym.sim.kinds.player import Like, Player, Playlist, Transport, is_playable
from omnigym.sim.memo import IdentityCache
from omnigym.sim.tables.table import Row, Source, Table, View
from omnigym.sim.vfs import HOME, File, Stat, Vfs

_FOLDER = "C:/data/data/com.google.android.apps.youtube.music"
_PODCASTS = f"{HOME}/Podcasts/"


class Track(NamedTuple):
    """A sound; ``path`` is Android's."""

    path: str
    title: str
    artist: str
    seconds: int


PLAYER: Table[Player] = Table("content://music/player", f"{_FOLDER}/player.json", Player, valid=is_playable)
PLAYLISTS: Table[Playlist] = Table("content://music/playlists", f"{_FOLDER}/playlists.json", Playlist)
LIKES: Table[Like] = Table("content://music/likes", f"{_FOLDER}/likes.json", Like)
_TRACKS: IdentityCache[tuple[Track, ...]] = IdentityCache(4)


def _tracks(vfs: Vfs) -> tuple[Track, ...]:
    files = stored(vfs)
    return _TRACKS.get("", files, lambda: tuple([_track(vfs, f) for f in files if _is_sound(f.name)]))


def _is_sound(name: str) -> bool:
    category = category_of(name)
    return category is not None and category.name == "audio"


def _track(vfs: Vfs, file: Stat) -> Track:
    stem = split_name(file.name)[0]
    artist, dash, title = stem.partition(" - ")
    entry = vfs.get(file.path)
    seconds = round(seconds_of(entry.content)) if type(entry) is File else 0
    return Track(outward(file.path), title if dash else stem, artist if dash else "Unknown artist", seconds)


def _by_title(track: Track) -> tuple[str, str]:
    return track.title.casefold(), track.path


def songs(vfs: Vfs) -> tuple[Track, ...]:
    """All sounds that are no episodes, by title."""
    return tuple(sorted([t for t in _tracks(vfs) if not inward(t.path).startswith(_PODCASTS)], key=_by_title))


def episodes(vfs: Vfs) -> tuple[Track, ...]:
    """The episodes of podcasts, by show and title."""
    found = [t for t in _tracks(vfs) if inward(t.path).startswith(_PODCASTS)]
    return tuple(sorted(found, key=lambda t: (t.artist.casefold(), _by_title(t))))


def track_of(vfs: Vfs, path: str) -> Track | None:
    """The sound at a path as Android writes it, or None."""
    return next((t for t in _tracks(vfs) if t.path == path), None)


def _seconds(vfs: Vfs, path: str) -> int | None:
    track = track_of(vfs, path)
    return None if track is None else track.seconds


def _source(vfs: Vfs, path: str) -> bytes | None:
    entry = vfs.get(inward(path))
    return entry.content if type(entry) is File else None


TRANSPORT = Transport(PLAYER, _seconds, _source)


def _audio(vfs: Vfs) -> tuple[Row, ...]:
    return tuple(
        [
            {
                "_id": str(crc32(inward(t.path).encode())),
                "_data": t.path.replace("/sdcard", "/storage/emulated/0", 1),
                "title": t.title,
                "artist": t.artist,
                "duration": str(1000 * t.seconds),
                "is_podcast": str(int(inward(t.path).startswith(_PODCASTS))),
            }
            for t in (*songs(vfs), *episodes(vfs))
        ]
    )


#: What checks read of sounds; the last under the names that Android gives the columns.
MUSIC_TABLES: tuple[Source, ...] = (PLAYER, PLAYLISTS, LIKES, View("content://media/external/audio/media", _audio))

# -- the songs and podcasts that are on the phone when an episode starts ----------------------------------------------

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
