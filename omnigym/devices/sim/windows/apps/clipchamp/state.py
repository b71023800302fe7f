"""Clipchamp: the projects that it keeps, and the state of its window."""

from __future__ import annotations

from typing import NamedTuple, TypeAlias

from omnigym.devices.sim.app import Effect
from omnigym.devices.sim.kinds.timeline.clips import Clip
from omnigym.devices.sim.kinds.timeline.cutting import Cut, Cutter, Project, is_project
from omnigym.devices.sim.kinds.timeline.tracks import INSET
from omnigym.devices.sim.tables.table import Table
from omnigym.devices.sim.vfs import HOME, Vfs

__all__ = ["CUTTER", "NAME", "PROJECTS", "SIDE", "Result", "State", "with_projects"]

NAME = "Clipchamp"
#: The width of the strip of pages at the left, as of the space beside the tracks.
SIDE = 76
PROJECTS: Table[Project] = Table(
    "content://clipchamp/projects", f"{HOME}/AppData/Local/Clipchamp/projects.json", Project, valid=is_project
)
CUTTER = Cutter(PROJECTS, lambda _state, w: w - 24 - 2 * INSET)


class State(NamedTuple):
    """The window.

    Attributes:
        cut: The film that is open, and where one is in it.
        page: What is at the left: "media" or "text".
        media: The path of the chosen file there, or "".
        saved: The path of the video that was just saved, or "".
    """

    cut: Cut = Cut()
    page: str = "media"
    media: str = ""
    saved: str = ""


Result: TypeAlias = tuple[State, tuple[Effect, ...]]


def with_projects(vfs: Vfs, now: int) -> Vfs:
    """The files with the films that a user has begun."""
    canal = f"{HOME}/Videos/Canal trip.avi"
    clips = (
        Clip(1, "video", canal, 0, 6000, 12_000, 24_000, fade_in=1000),
        Clip(2, "video", canal, 6000, 6000, 0, 24_000),
        Clip(3, "title", "Canal trip", 1000, 4000, style="headline"),
    )
    balloons = f"{HOME}/Videos/Balloon morning.avi"
    flight = (Clip(1, "video", balloons, 0, 8000, 2000, 20_000), Clip(2, "title", "Up and away", 0, 3000, style="big"))
    rows = (
        Project(1, "Canal teaser", clips, (canal,), edited_ms=now - 90_000_000),
        Project(2, "Balloons, short", flight, (balloons,), edited_ms=now - 400_000_000),
    )
    return PROJECTS.written(vfs, rows, now)
