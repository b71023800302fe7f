"""The pictures that a user of the simulated desktop has from the start."""

from __future__ import annotations

from omnigym.devices.sim.vfs import HOME, Vfs
from omnigym.pictures import scene_file

__all__ = ["with_pictures"]

#: Path below Pictures, the scene, and how many hours before the start it was taken.
_PICTURES = (
    ("Mountain lake.jpg", "mountains", 200),
    ("Old harbour.jpg", "harbour", 260),
    ("Night city.jpg", "city", 330),
    ("Pyramid.jpg", "dunes", 480),
    ("Balloons.jpg", "balloons", 530),
    ("Tulip fields.jpg", "tulips", 600),
    ("Camera Roll/Mimi.jpg", "cat", 30),
    ("Camera Roll/Coffee break.jpg", "coffee", 52),
)
_HOUR = 3_600_000


def with_pictures(vfs: Vfs, now: int) -> Vfs:
    """The files with the pictures of a new user, taken before the virtual moment ``now``."""
    for name, scene, age in _PICTURES:
        vfs = vfs.write(f"{HOME}/Pictures/{name}", scene_file(scene, name), now - age * _HOUR)
    return vfs
