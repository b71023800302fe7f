"""The photos and pictures that are on the phone when an episode starts."""

from __future__ import annotations

from omnigym.devices.sim.vfs import HOME, Vfs
from omnigym.pictures import scene_file

__all__ = ["with_pictures"]

_HOUR = 3_600_000
#: Path below the user's directory, the scene, and how many hours ago it was taken.
_PICTURES = (
    ("DCIM/Camera/PXL_20250313_174205118.jpg", "coffee", 15.3),
    ("DCIM/Camera/PXL_20250312_081533902.jpg", "cat", 48.7),
    ("DCIM/Camera/PXL_20250309_153010447.jpg", "beach", 113.5),
    ("DCIM/Camera/PXL_20250309_160122390.jpg", "harbour", 113.0),
    ("DCIM/Camera/PXL_20250302_110541206.jpg", "forest", 285.9),
    ("Pictures/Mountain lake.jpg", "mountains", 200),
    ("Pictures/Night city.jpg", "city", 330),
    ("Pictures/Balloons.jpg", "balloons", 530),
    ("Pictures/Tulip fields.jpg", "tulips", 600),
)


def with_pictures(vfs: Vfs, now: int) -> Vfs:
    """The files with the pictures of a user, as of the virtual moment ``now``."""
    for path, scene, age in _PICTURES:
        vfs = vfs.write(f"{HOME}/{path}", scene_file(scene, path), now - round(age * _HOUR))
    return vfs
