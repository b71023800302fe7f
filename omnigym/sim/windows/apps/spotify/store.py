"""The songs that Spotify has, and what it keeps: what it plays, playlists, likes, who is followed."""

from __future__ import annotations

from typing import NamedTuple

from omnigym.sim.kinds.player import Like, Player, Playlist, Transport, is_playable
from omnigym.sim.tables.store import Store, data_of, first_of
from omnigym.sim.vfs import Vfs


class Album(NamedTuple):
    """An album; on its cover is an icon before a colour of `PEOPLE`."""

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


_DATA = data_of(__file__, "spotify.json")
_ALBUMS = first_of(Album, _DATA["albums"])
ALBUMS, ARTISTS = {album.name: album for album in _ALBUMS}, {album.artist: album for album in _ALBUMS}
_ALL = [(title, album) for album in _ALBUMS for title in album.songs]
SONGS = {title: Song(title, album, 151 + 37 * n % 127) for n, (title, album) in enumerate(_ALL)}
#: The lines of some songs.
LYRICS: dict[str, tuple[str, ...]] = {title: tuple(lines) for title, lines in _DATA["lyrics"].items()}

STORE = Store("spotify", "AppData/Local/Spotify", _DATA["first"])
_PLAYER = STORE.table("player", Player, valid=is_playable)
PLAYLISTS = STORE.table(
    "playlists",
    Playlist,
    columns={"order": lambda playlist: " / ".join(playlist.tracks)},
    filled=("tracks",),  # the order has them
)
LIKES, FOLLOWS = STORE.table("likes", Like), STORE.table("follows", Follow)
TRANSPORT = Transport(
    _PLAYER,
    lambda _vfs, title: SONGS[title].seconds if title in SONGS else None,
    lambda _vfs, title: f"spotify/{title}",
)


def with_library(vfs: Vfs, now: int) -> Vfs:
    """The files with what a user has in Spotify from the start."""
    return STORE.initial(vfs, now)
