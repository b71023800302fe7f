"""The files of a user that are on the phone when an episode starts: photos, pictures, downloads."""

from __future__ import annotations

from omnigym.devices.sim.vfs import HOME, Vfs
from omnigym.pictures import scene_file

__all__ = ["with_storage"]

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
_TEXTS = (
    ("Download/Boarding pass.txt", "TAP 512  Lakeside to Lisbon\nSeat 14C, gate B17\nBoarding 14:20\n", 30),
    ("Download/Pasta recipe.txt", "400 g spaghetti\n3 eggs\n150 g pancetta\n80 g pecorino\nBlack pepper\n", 72),
    ("Documents/Packing list.txt", "Passport\nCharger\nRain jacket\nHiking boots\nSun cream\n", 40),
    ("Documents/Flat inventory.csv", "room,thing,count\nkitchen,chair,4\nkitchen,lamp,1\nbedroom,shelf,2\n", 160),
)


def with_storage(vfs: Vfs, now: int) -> Vfs:
    """The files with what a user has on the phone, as of the virtual moment ``now``."""
    for path, scene, age in _PICTURES:
        vfs = vfs.write(f"{HOME}/{path}", scene_file(scene, path), now - round(age * _HOUR))
    for path, text, hours in _TEXTS:
        vfs = vfs.write(f"{HOME}/{path}", text.encode(), now - hours * _HOUR)
    return vfs
