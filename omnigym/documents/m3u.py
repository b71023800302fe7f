"""Playlists as files: .m3u, one line per track, in UTF-8."""

from __future__ import annotations

import posixpath
from collections.abc import Sequence

from omnigym.foreign import sound_text

__all__ = ["read_m3u", "write_m3u"]

_HEAD = "#EXTM3U"
_MOST = 10_000


def write_m3u(paths: Sequence[str], folder: str) -> str:
    """Return the text of a playlist.

    Args:
        paths: Of the tracks, with slashes, "C:/Users/user/Music/a.wav".
        folder: Of the playlist; tracks are told from there, so that both can be moved together.
    """
    inside = [posixpath.relpath(p, folder) if p[:2] == folder[:2] else p for p in paths]
    return "\n".join([_HEAD, *[p.replace("/", "\\") for p in inside], ""])


def read_m3u(content: bytes, folder: str) -> tuple[str, ...]:
    r"""Return the paths of the tracks in a playlist, in the form of `write_m3u`.

    Never fails: what is no path is no file.

    >>> read_m3u(b"#EXTM3U\r\n..\\Low Tide.wav", "C:/Users/user/Music/Playlists")
    ('C:/Users/user/Music/Low Tide.wav',)
    """
    lines = sound_text(content.decode("utf-8-sig", "replace")).splitlines()[:_MOST]
    named = [line.strip().replace("\\", "/") for line in lines if line.strip() and not line.startswith("#")]
    return tuple([posixpath.normpath(posixpath.join(folder, n) if n[1:2] != ":" else n) for n in named])
