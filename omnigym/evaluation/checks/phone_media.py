"""Checks of the camera and the media player of a phone: photos, and the position in a sound."""

from __future__ import annotations

from fnmatch import fnmatchcase

from omnigym.evaluation.condition import Verdict, not_yet, passed
from omnigym.evaluation.probe import Probe
from omnigym.evaluation.registry import check
from omnigym.evaluation.world.effects import Effect
from omnigym.foreign import convert_errors
from omnigym.pictures import picture_size

__all__ = ["photos_taken", "player_paused_at"]


def _taken(least: int = 1, pattern: str = "*", folder: str = "DCIM/Camera", **_: object) -> tuple[Effect, ...]:
    return (Effect("add", f"{folder}/{pattern.replace('?', '*')}", most=least),)


@check("photos_taken", effects=lambda **given: _taken(**given))
def photos_taken(
    probe: Probe, least: int = 1, pattern: str = "*", width: int = 0, folder: str = "DCIM/Camera"
) -> Verdict:
    """A folder has at least a number of new pictures.

    Args:
        probe: Reads the device.
        least: The least number of pictures; more may not be taken either.
        pattern: Pattern of their names, with ``*`` and ``?`` as wildcards.
        width: Their width in pixels; 0 for any.
        folder: The folder.
    """
    files = [f.path for f in probe.list_dir(folder) or () if not f.is_dir and _is_new(probe, f.path)]
    found = [f for f in files if fnmatchcase(f.rpartition("/")[2], pattern) and _is_picture(probe, f, width)]
    return passed() if len(found) >= least else not_yet(f"{folder} has {len(found)} such photos, not {least}.")


def _is_new(probe: Probe, path: str) -> bool:
    return probe.start is None or probe.start.entry(probe.start.place(path)) is None


def _is_picture(probe: Probe, path: str, width: int) -> bool:
    size = picture_size(probe.read_file(path) or b"")
    return size is not None and width in (0, size[0])


@check("player_paused_at")
def player_paused_at(probe: Probe, path: str, seconds: int, slack: int = 8) -> Verdict:
    """The media player has loaded a sound and is paused at a given position.

    Args:
        probe: Reads the device.
        path: Path of the sound.
        seconds: The position in seconds.
        slack: The seconds by which the position may be off.
    """
    player = next(iter(probe.content("content://music/player")), {"path": ""})
    if not player["path"]:
        return not_yet("The media player has not played anything.")
    if player["path"] != probe.native_path(path):
        return not_yet(f"The media player has {player['path']!r}, not {path!r}.")
    if player["playing"] == "1":
        return not_yet("The media player plays.")
    with convert_errors("media player's record"):
        at = int(player["position_ms"]) / 1000
    return passed() if abs(at - seconds) <= slack else not_yet(f"It stands at {at:.0f} seconds, not at {seconds}.")
