"""Sounds on the phone, and what the media player keeps: what it plays, playlists, and what somebody likes.

Sounds are .wav files; one named "Artist - Title.wav" says who made it. Those in ``Podcasts`` are episodes of shows.
Besides them there are recordings of shipped sounds, in parts that are equally long whatever is heard in them.
"""

from __future__ import annotations

from typing import NamedTuple
from zlib import crc32

from omnigym.documents.sound import seconds_of, tone
from omnigym.sim.android.speech import BREATH, spoken
from omnigym.sim.android.storage import category_of, inward, outward, stored
from omnigym.sim.app import Context
from omnigym.sim.audio import Sounding
from omnigym.sim.files.kinds import split_name
from omnigym.sim.kinds.player import Like, Player, Playlist, Transport, is_playable
from omnigym.sim.memo import IdentityCache
from omnigym.sim.tables.table import Row, Source, Table, View
from omnigym.sim.vfs import HOME, File, Stat, Vfs

_FOLDER = "C:/data/data/com.google.android.apps.youtube.music"
_PODCASTS = f"{HOME}/Podcasts/"


class Track(NamedTuple):
    """A sound; ``path`` is Android's, or tells a recording, whose chapters have ``chapter`` seconds each."""

    path: str
    title: str
    artist: str
    seconds: int
    podcast: bool = False
    chapter: int = 0


class Recording(NamedTuple):
    """What is made of shipped sounds.

    Attributes:
        id: A number.
        artist, title: What is seen of it.
        parts: What is heard, one part after another: a tune, which is repeated, or what is said (see
            `omnigym.sim.android.speech`).
        seconds: How long each part is.
        podcast: Whether it is an episode of a show, with a chapter for each part, rather than a song.
    """

    id: int
    artist: str
    title: str
    parts: tuple[str, ...]
    seconds: int = 20
    podcast: bool = False


class Bookmark(NamedTuple):
    """A place in a recording that somebody marked: its path, and the second."""

    id: int
    path: str
    second: int


#: What the paths of recordings begin with, and their tunes; the longest recording in seconds.
_RECORDING, _TUNE, _LONGEST = "recording:", "music/", 3600
RECORDINGS: Table[Recording] = Table(
    "content://music/recordings",
    f"{_FOLDER}/recordings.json",
    Recording,
    valid=lambda r: r.seconds > 0 and 0 < r.seconds * len(r.parts) <= _LONGEST,
)
BOOKMARKS: Table[Bookmark] = Table("content://music/bookmarks", f"{_FOLDER}/bookmarks.json", Bookmark)
PLAYER: Table[Player] = Table(
    "content://music/player",
    f"{_FOLDER}/player.json",
    Player,
    valid=is_playable,
    columns={"second": lambda p: p.position_ms // 1000},
)
PLAYLISTS: Table[Playlist] = Table("content://music/playlists", f"{_FOLDER}/playlists.json", Playlist)
LIKES: Table[Like] = Table("content://music/likes", f"{_FOLDER}/likes.json", Like)
_TRACKS: IdentityCache[tuple[Track, ...]] = IdentityCache(4)
_RECORDED: IdentityCache[tuple[Track, ...]] = IdentityCache(4)


def _tracks(vfs: Vfs) -> tuple[Track, ...]:
    files, rows = stored(vfs), RECORDINGS.rows(vfs)
    found = _TRACKS.get("", files, lambda: tuple([_track(vfs, f) for f in files if _is_sound(f.name)]))
    return (*found, *_RECORDED.get("", rows, lambda: tuple(map(_recorded, rows)))) if rows else found


def _recorded(r: Recording) -> Track:
    chapter = r.seconds if r.podcast else 0
    return Track(f"{_RECORDING}{r.id}", r.title, r.artist, r.seconds * len(r.parts), r.podcast, chapter)


def is_recording(path: str) -> bool:
    """Whether a path tells a recording."""
    return path.startswith(_RECORDING)


def recording_sounds(ctx: Context) -> tuple[Sounding, ...]:
    """What is heard of a recording that is played."""
    player = TRANSPORT.player(ctx.vfs)
    if not player.playing or not is_recording(player.path):
        return ()
    made = next((r for r in RECORDINGS.rows(ctx.vfs) if f"{_RECORDING}{r.id}" == player.path), None)
    pieces = [] if made is None else [p for n, part in enumerate(made.parts) for p in _pieces(part, n, made.seconds)]
    return tuple([placed for piece in pieces if (placed := _placed(piece, player)) is not None])


def _pieces(part: str, number: int, seconds: int) -> tuple[Sounding, ...]:
    """The sounds of a part, at their places in the recording."""
    begin = 1000 * seconds * number
    if part.startswith(_TUNE):
        return (Sounding(part, begin, loops=True, until_ms=begin + 1000 * seconds),)
    return spoken(part, begin + BREATH, until_ms=begin + 1000 * seconds)


def _placed(piece: Sounding, player: Player) -> Sounding | None:
    """A sound of a recording as it is heard now; None where it is over."""

    def moment(place_ms: int) -> int:
        return player.since_ms + round((place_ms - player.position_ms) / player.speed)

    if piece.until_ms <= player.position_ms:
        return None
    late = max(0, player.position_ms - piece.since_ms)
    return piece._replace(
        since_ms=max(player.since_ms, moment(piece.since_ms)),
        place_ms=late,
        speed=player.speed,
        until_ms=moment(piece.until_ms),
    )


def _is_sound(name: str) -> bool:
    category = category_of(name)
    return category is not None and category.name == "audio"


def _track(vfs: Vfs, file: Stat) -> Track:
    stem = split_name(file.name)[0]
    artist, dash, title = stem.partition(" - ")
    entry = vfs.get(file.path)
    seconds = round(seconds_of(entry.content)) if type(entry) is File else 0
    who, what = (artist, title) if dash else ("Unknown artist", stem)
    return Track(outward(file.path), what, who, seconds, file.path.startswith(_PODCASTS))


def _by_title(track: Track) -> tuple[str, str]:
    return track.title.casefold(), track.path


def songs(vfs: Vfs) -> tuple[Track, ...]:
    """All sounds that are no episodes, by title."""
    return tuple(sorted([t for t in _tracks(vfs) if not t.podcast], key=_by_title))


def episodes(vfs: Vfs) -> tuple[Track, ...]:
    """The episodes of podcasts, by show and title."""
    found = [t for t in _tracks(vfs) if t.podcast]
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
                "is_podcast": str(int(t.podcast)),
            }
            for t in (*songs(vfs), *episodes(vfs))
            if not is_recording(t.path)
        ]
    )


#: What checks read of sounds; the last under the names that Android gives the columns.
MUSIC_TABLES: tuple[Source, ...] = (
    PLAYER,
    PLAYLISTS,
    LIKES,
    RECORDINGS,
    BOOKMARKS,
    View("content://media/external/audio/media", _audio),
)

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
