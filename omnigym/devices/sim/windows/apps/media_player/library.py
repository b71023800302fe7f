"""The songs and videos that Media Player finds in Music and Videos, and its playlists: all are files."""

from __future__ import annotations

from typing import NamedTuple

from omnigym.devices.sim.files.kinds import extension, split_name
from omnigym.devices.sim.kinds.player.playback import Player, is_playable
from omnigym.devices.sim.kinds.player.transport import Transport
from omnigym.devices.sim.memo import Derived
from omnigym.devices.sim.tables.table import Table
from omnigym.devices.sim.vfs import HOME, File, Stat, Vfs, VfsError, base_name, canonical, parent_of
from omnigym.documents.m3u import read_m3u
from omnigym.documents.sound import Tags, seconds_of, tags_of, tone
from omnigym.documents.video import seconds_of_video, write_video
from omnigym.pictures import scene_file

__all__ = [
    "LISTS",
    "PLAYER",
    "SOUNDS",
    "TRANSPORT",
    "VIDEOS",
    "Track",
    "library",
    "playlists",
    "track_at",
    "tracks_in",
    "with_media",
]

SOUNDS, VIDEOS = ("wav",), ("avi",)
#: Where playlists are kept.
LISTS = f"{HOME}/Music/Playlists"
_DEPTH, _HOUR = 4, 3_600_000


class Track(NamedTuple):
    """A song or a video: the path of its file, what its tags say, its length in seconds."""

    path: str
    title: str
    artist: str
    album: str
    seconds: int
    video: bool


def _column(path: str) -> str:
    return path.removeprefix(f"{HOME}/")


PLAYER: Table[Player] = Table(
    "content://media/player",
    f"{HOME}/AppData/Local/MediaPlayer/player.json",
    Player,
    valid=is_playable,
    columns={"path": lambda p: _column(p.path), "queue": lambda p: [_column(path) for path in p.queue]},
)


def track_at(vfs: Vfs, path: str) -> Track | None:
    """What is at a path; None where nothing is that can be played."""
    entry, end = vfs.get(path), extension(path)
    if type(entry) is not File or end not in (*SOUNDS, *VIDEOS):
        return None
    seconds = round(seconds_of(entry.content)) if end in SOUNDS else seconds_of_video(entry.content)
    tags = tags_of(entry.content) if end in SOUNDS else Tags()
    title = tags.title or split_name(base_name(path))[0]
    track = Track(path, title, tags.artist or "Unknown artist", tags.album or "Unknown album", seconds, end in VIDEOS)
    return track if seconds else None


def _seconds(vfs: Vfs, path: str) -> int | None:
    track = track_at(vfs, path) if path else None
    return None if track is None else track.seconds


TRANSPORT = Transport(PLAYER, _seconds)


def _below(vfs: Vfs, folder: str, depth: int = _DEPTH) -> list[Stat]:
    found: list[Stat] = []
    for entry in vfs.list(folder) if vfs.is_dir(folder) else ():
        found += _below(vfs, entry.path, depth - 1) if entry.is_dir and depth else [entry]
    return found


_FOUND: Derived[tuple[Track, ...]] = Derived(4)


def library(vfs: Vfs, folder: str) -> tuple[Track, ...]:
    """What can be played in "Music" or "Videos", by title."""
    path = f"{HOME}/{folder}"

    def found() -> tuple[Track, ...]:
        tracks = [track for s in _below(vfs, path) if (track := track_at(vfs, s.path)) is not None]
        return tuple(sorted(tracks, key=lambda t: (t.title.casefold(), t.path)))

    return _FOUND.get(folder, vfs.get(path), found)


def playlists(vfs: Vfs) -> tuple[str, ...]:
    """The paths of the playlists, by name."""
    found = [s.path for s in _below(vfs, f"{HOME}/Music") if extension(s.name) == "m3u"]
    return tuple(sorted(found, key=lambda path: (base_name(path).casefold(), path)))


def tracks_in(vfs: Vfs, playlist: str) -> tuple[str, ...]:
    """The paths of the tracks in a playlist; none where it is gone."""
    try:
        content = vfs.read(playlist)
    except VfsError:
        return ()
    return tuple([canonical(path) for path in read_m3u(content, parent_of(playlist))])


_SONGS = (
    ("Blue Harbour", "Harbour Nights", "Low Tide", 251, 330),
    ("Blue Harbour", "Harbour Nights", "Northern Wind", 187, 349),
    ("Blue Harbour", "Harbour Nights", "Lantern Street", 203, 311),
    ("Mara Vale", "Golden Hour", "Golden Hour", 212, 392),
    ("Mara Vale", "Golden Hour", "Slow Dancing", 236, 440),
    ("The Lanterns", "Campfire Songs", "Campfire", 175, 220),
    ("The Lanterns", "Campfire Songs", "Long Road Home", 268, 247),
)
_VIDEOS = (
    ("Canal trip", ("harbour", "city", "beach", "forest"), 6000),
    ("Balloon morning", ("mountains", "balloons", "dunes", "aurora", "tulips"), 4000),
)


def with_media(vfs: Vfs, now: int) -> Vfs:
    """The files with the songs and videos that a user has from the start."""
    for n, (artist, album, title, seconds, pitch) in enumerate(_SONGS):
        content = tone(seconds, pitch=pitch, rate=1000, tags=Tags(title, artist, album))
        vfs = vfs.write(f"{HOME}/Music/{artist}/{title}.wav", content, now - (300 + 7 * n) * _HOUR)
    for n, (name, scenes, frame_ms) in enumerate(_VIDEOS):
        film = write_video([scene_file(scene, ".jpg") for scene in scenes], frame_ms, (960, 640))
        vfs = vfs.write(f"{HOME}/Videos/{name}.avi", film, now - (250 + 90 * n) * _HOUR)
    return PLAYER.written(vfs, (Player(),), now)
