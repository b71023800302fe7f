"""The songs that Spotify has, and what it keeps: what it plays, playlists, likes, who is followed."""

from __future__ import annotations

from typing import NamedTuple

from omnigym.devices.sim.kinds.player.playback import Player, is_playable
from omnigym.devices.sim.kinds.player.playlists import Like, Playlist
from omnigym.devices.sim.kinds.player.transport import Transport
from omnigym.devices.sim.tables.table import Table
from omnigym.devices.sim.vfs import HOME, Vfs

__all__ = [
    "ALBUMS",
    "ARTISTS",
    "FOLLOWS",
    "LIKES",
    "PLAYER",
    "PLAYLISTS",
    "SONGS",
    "TRANSPORT",
    "Album",
    "Follow",
    "Song",
    "link_of",
    "lyrics_of",
    "with_library",
]

_FOLDER = f"{HOME}/AppData/Local/Spotify"


class Album(NamedTuple):
    """An album: its name, who made it and when, and what is on its cover: an icon before a colour of `PEOPLE`."""

    name: str
    artist: str
    year: int
    icon: str
    colour: str
    songs: tuple[str, ...]


class Song(NamedTuple):
    """A song; its title tells it from all others."""

    title: str
    album: Album
    seconds: int


class Follow(NamedTuple):
    """An artist who is followed."""

    id: int
    artist: str


_ALBUMS = (
    Album(
        "Harbour Nights", "Blue Harbour", 2021, "drop", "teal", ("Low Tide", "Northern Wind", "Lantern Street", "Salt")
    ),
    Album(
        "Golden Hour",
        "Mara Vale",
        2023,
        "weather-sunny",
        "rust",
        ("Golden Hour", "Slow Dancing", "Window Seat", "Amber"),
    ),
    Album("Campfire Songs", "The Lanterns", 2018, "fire", "brown", ("Campfire", "Long Road Home", "Tin Cup", "Embers")),
    Album(
        "City Lights",
        "Aurora Lane",
        2024,
        "building",
        "plum",
        ("City Lights", "Paper Boats", "Last Train", "Neon Rain"),
    ),
    Album(
        "Rye Fields",
        "Juniper & Rye",
        2020,
        "leaf-one",
        "green",
        ("Barley", "Two Horses", "Gravel Road", "Sunday Bread"),
    ),
    Album(
        "Clockwork", "Tin Orchestra", 2022, "clock", "blue", ("Clockwork", "Brass Garden", "Seven Bells", "Pendulum")
    ),
)
ALBUMS = {album.name: album for album in _ALBUMS}
ARTISTS = {album.artist: album for album in _ALBUMS}
_ALL = [(title, album) for album in _ALBUMS for title in album.songs]
SONGS = {title: Song(title, album, 151 + 37 * n % 127) for n, (title, album) in enumerate(_ALL)}
#: The lines of a song; of others nobody wrote them down.
_LYRICS = {
    "Low Tide": (
        "The water left the stones behind",
        "A ladder and a chain",
        "I wrote your name below the line",
        "The sea came in again",
    ),
    "Golden Hour": (
        "The window holds the evening light",
        "The kettle starts to sing",
        "We have until the streetlamps wake",
        "And that is everything",
    ),
    "Campfire": (
        "One more log, the night is young",
        "The sparks are going home",
        "We know one song, and that one badly",
        "Nobody sings alone",
    ),
    "City Lights": (
        "Eleven floors of other lives",
        "A piano, out of tune",
        "I count the yellow windows",
        "And borrow half a moon",
    ),
    "Barley": (
        "Up the hill and down the rows",
        "The dust is in my hair",
        "If you would ask me where I'm from",
        "I'd say: from over there",
    ),
    "Clockwork": (
        "Wind me up and set me down",
        "I know the way by heart",
        "The little wheels, the bigger wheels",
        "None of them apart",
    ),
}


def lyrics_of(title: str) -> tuple[str, ...]:
    """The lines of a song; none where nobody wrote them down."""
    return _LYRICS.get(title, ())


def link_of(title: str) -> str:
    """The address of a song."""
    return f"https://open.spotify.com/track/{title.lower().replace(' ', '-')}"


PLAYER: Table[Player] = Table("content://spotify/player", f"{_FOLDER}/player.json", Player, valid=is_playable)
PLAYLISTS: Table[Playlist] = Table(
    "content://spotify/playlists",
    f"{_FOLDER}/playlists.json",
    Playlist,
    columns={"order": lambda playlist: " / ".join(playlist.tracks)},
    filled=("tracks",),  # which the order tells
)
LIKES: Table[Like] = Table("content://spotify/likes", f"{_FOLDER}/likes.json", Like)
FOLLOWS: Table[Follow] = Table("content://spotify/follows", f"{_FOLDER}/follows.json", Follow)


def _seconds(_vfs: Vfs, title: str) -> int | None:
    return SONGS[title].seconds if title in SONGS else None


TRANSPORT = Transport(PLAYER, _seconds)


def with_library(vfs: Vfs, now: int) -> Vfs:
    """The files with what a user has in Spotify from the start."""
    lists = (("Morning coffee", "Golden Hour", "Barley", "Paper Boats"), ("Deep focus", "Pendulum", "Northern Wind"))
    vfs = PLAYLISTS.written(vfs, [Playlist(n, name, tuple(songs)) for n, (name, *songs) in enumerate(lists, 1)], now)
    vfs = LIKES.written(vfs, [Like(1, "Salt"), Like(2, "Embers")], now)
    vfs = FOLLOWS.written(vfs, [Follow(1, "Mara Vale")], now)
    return PLAYER.written(vfs, (Player(),), now)
