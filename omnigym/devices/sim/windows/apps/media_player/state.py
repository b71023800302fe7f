"""Media Player: the state of its window, and what is chosen in it."""

from __future__ import annotations

from typing import NamedTuple, TypeAlias

from omnigym.devices.sim.app import Effect
from omnigym.devices.sim.vfs import Vfs
from omnigym.devices.sim.windows.apps.media_player.library import TRANSPORT, Track, library, track_at, tracks_in

__all__ = ["LIST", "NAME", "Listed", "Result", "State", "shown"]

LIST, NAME = "media.tracks", "Media Player"


class State(NamedTuple):
    """The window.

    Attributes:
        page: "music", "videos", "queue" or "playlists".
        playlist: The path of the playlist that is open, or "".
        full: Whether what is played has the whole window.
        query: What is searched for.
        selected: The path of the chosen track, or "".
        ticks: Whether a message is on its way that lets the time go on.
        now_ms: The moment of the last message.
    """

    page: str = "music"
    playlist: str = ""
    full: bool = False
    query: str = ""
    selected: str = ""
    ticks: bool = False
    now_ms: int = 0


class Listed(NamedTuple):
    """A track, and the path of the playlist in which it is shown, or ""."""

    track: Track
    playlist: str = ""


Result: TypeAlias = tuple[State, tuple[Effect, ...]]


def shown(state: State, vfs: Vfs) -> tuple[Track, ...]:
    """The tracks of the page."""
    if state.page == "queue" or (state.page == "playlists" and state.playlist):
        paths = TRANSPORT.player(vfs).queue if state.page == "queue" else tracks_in(vfs, state.playlist)
        return tuple([track for path in paths if (track := track_at(vfs, path)) is not None])
    if state.page == "playlists":
        return ()
    wanted = state.query.strip().casefold()
    found = library(vfs, "Music" if state.page == "music" else "Videos")
    return tuple([t for t in found if wanted in f"{t.title} {t.artist} {t.album}".casefold()])
