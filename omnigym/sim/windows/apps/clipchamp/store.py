"""The projects that Clipchamp keeps, and those that are there at the start."""

from __future__ import annotations

from omnigym.sim.tables.table import Table
from omnigym.sim.vfs import HOME, Vfs
from omnigym.sim.windows.apps.clipchamp.timeline.clips import Clip
from omnigym.sim.windows.apps.clipchamp.timeline.cutting import Project, is_project

PROJECTS: Table[Project] = Table(
    "content://clipchamp/projects", f"{HOME}/AppData/Local/Clipchamp/projects.json", Project, valid=is_project
)


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
