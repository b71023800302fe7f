"""Playlists and likes: records, and what one does with them."""

from __future__ import annotations

from typing import NamedTuple

from omnigym.devices.sim.tables.table import next_id

__all__ = ["Like", "Playlist", "listed", "swapped", "switched"]


class Playlist(NamedTuple):
    """A playlist; ``tracks`` are what tells them, in their order."""

    id: int
    name: str
    tracks: tuple[str, ...] = ()


class Like(NamedTuple):
    """A track that somebody likes."""

    id: int
    path: str


def listed(playlist: Playlist, path: str) -> Playlist:
    """With a track more, at its end; one that is on it already is not added again."""
    return playlist if path in playlist.tracks else playlist._replace(tracks=(*playlist.tracks, path))


def swapped(playlist: Playlist, path: str, by: int) -> Playlist:
    """With a track one place further up (-1) or down (1)."""
    tracks = list(playlist.tracks)
    at = tracks.index(path) if path in tracks else -1
    if at < 0 or not 0 <= at + by < len(tracks):
        return playlist
    tracks[at], tracks[at + by] = tracks[at + by], tracks[at]
    return playlist._replace(tracks=tuple(tracks))


def switched(likes: tuple[Like, ...], path: str) -> tuple[Like, ...]:
    """With a track liked that was not, or the other way round."""
    others = tuple([like for like in likes if like.path != path])
    return others if len(others) < len(likes) else (*likes, Like(next_id(likes), path))
