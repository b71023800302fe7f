"""Checks of playlists in files."""

from __future__ import annotations

from collections.abc import Sequence

from omnigym.documents.m3u import read_m3u
from omnigym.evaluation.checks._effects import writes
from omnigym.evaluation.checks._initial_content import contents_before
from omnigym.evaluation.condition import Verdict, not_yet, passed
from omnigym.evaluation.probe import Probe
from omnigym.evaluation.registry import check

__all__ = ["playlist_is"]


def _named(probe: Probe, path: str) -> str:
    return probe.native_path(path).replace("\\", "/").casefold()


@check("playlist_is", effects=lambda path, **_: writes(path))
def playlist_is(probe: Probe, path: str, tracks: Sequence[str], more: bool = False) -> Verdict:
    """An .m3u file names these tracks, in this order, and no others.

    Args:
        probe: Reads the device.
        path: The file.
        tracks: Paths of the tracks.
        more: Whether they follow those that it had before.
    """
    folder = _named(probe, path).rpartition("/")[0]
    content = probe.read_file(path)
    if content is None:
        return not_yet(f"There is no playlist {path!r}.")
    found = [track.casefold() for track in read_m3u(content, folder)]
    wanted = [_named(probe, track) for track in tracks]
    heads = [[t.casefold() for t in read_m3u(was, folder)] for was in contents_before(probe, path)] if more else [[]]
    if any(found == [*head, *wanted] for head in heads):
        return passed()
    if more and not probe.earlier and found[-len(wanted) :] == wanted:  # nobody knows what it had
        return passed()
    return not_yet(f"The playlist {path!r} has {found}, not {list(tracks)}{' behind what it had' * more}.")
