"""Spotify: the state of its window, and where it goes."""

from __future__ import annotations

from typing import NamedTuple, TypeAlias

from omnigym.devices.sim.app import Effect
from omnigym.devices.sim.kinds.player.playlists import Playlist
from omnigym.devices.sim.vfs import Vfs
from omnigym.devices.sim.windows.apps.spotify.store import ALBUMS, ARTISTS, LIKES, PLAYLISTS, SONGS, TRANSPORT, Song

__all__ = ["LIST", "Listed", "Result", "State", "Where", "playlist_at", "songs_at"]

LIST = "spotify.page"


class Where(NamedTuple):
    """A page: "home", "search", "liked", "queue", "album", "artist" or "playlist", and which of the last three."""

    page: str = "home"
    name: str = ""


class State(NamedTuple):
    """The window.

    Attributes:
        where: The page that is shown.
        back: Those before it, the last one last.
        query: What is typed into the search.
        panel: What is at the right: "lyrics" or "".
        song: The chosen song, or "".
        ticks: Whether a message is on its way that lets the time go on.
        now_ms: The moment of the last message.
    """

    where: Where = Where()
    back: tuple[Where, ...] = ()
    query: str = ""
    panel: str = ""
    song: str = ""
    ticks: bool = False
    now_ms: int = 0


class Listed(NamedTuple):
    """A song, whether it is liked, and the user's playlist in which it is shown, if it is shown in one."""

    song: Song
    liked: bool = False
    playlist: Playlist | None = None


Result: TypeAlias = tuple[State, tuple[Effect, ...]]


def playlist_at(where: Where, vfs: Vfs) -> Playlist | None:
    """The playlist of a page."""
    rows = PLAYLISTS.rows(vfs) if where.page == "playlist" else ()
    return next((row for row in rows if str(row.id) == where.name), None)


def songs_at(where: Where, query: str, vfs: Vfs) -> tuple[Song, ...]:
    """The songs of a page in their order."""
    playlist = playlist_at(where, vfs)
    if where.page == "search":
        wanted = query.strip().casefold()
        found = [s for s in SONGS.values() if wanted in f"{s.title} {s.album.artist} {s.album.name}".casefold()]
        return tuple(sorted(found, key=lambda s: not s.title.casefold().startswith(wanted))) if wanted else ()
    titles: tuple[str, ...] = ()
    if playlist is not None:
        titles = playlist.tracks
    elif where.page in ("album", "artist"):
        album = (ALBUMS if where.page == "album" else ARTISTS).get(where.name)
        titles = album.songs if album is not None else ()
    elif where.page == "liked":
        titles = tuple([like.path for like in LIKES.rows(vfs)][::-1])
    elif where.page == "queue":
        titles = TRANSPORT.player(vfs).queue
    return tuple([SONGS[title] for title in dict.fromkeys(titles) if title in SONGS])
