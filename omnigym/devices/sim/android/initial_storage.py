"""The files of a user that are on the phone when an episode starts: photos, pictures, downloads, music, the web."""

from __future__ import annotations

from omnigym.devices.sim.sites.initial import with_initial_sites
from omnigym.devices.sim.vfs import HOME, Vfs
from omnigym.documents.sound import tone
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


#: Artist and title, seconds and pitch of the songs; show and episode of the podcasts.
_SONGS = (
    ("Aurora Lane", "City Lights", 198, 262),
    ("Aurora Lane", "Paper Boats", 224, 294),
    ("Blue Harbour", "Low Tide", 251, 330),
    ("Blue Harbour", "Northern Wind", 187, 349),
    ("Mara Vale", "Golden Hour", 212, 392),
    ("Mara Vale", "Slow Dancing", 236, 440),
    ("The Lanterns", "Campfire", 175, 220),
    ("The Lanterns", "Long Road Home", 268, 247),
)
_EPISODES = (
    ("Deep Water", "The Lake Monster", 900, 196),
    ("Deep Water", "Wrecks and Lights", 840, 185),
    ("Kitchen Talk", "Bread at Home", 720, 208),
)
#: Enough for the pitches above.
_RATE = 1000


def with_storage(vfs: Vfs, now: int) -> Vfs:
    """The files with what a user has on the phone, as of the virtual moment ``now``."""
    for path, scene, age in _PICTURES:
        vfs = vfs.write(f"{HOME}/{path}", scene_file(scene, path), now - round(age * _HOUR))
    for path, text, hours in _TEXTS:
        vfs = vfs.write(f"{HOME}/{path}", text.encode(), now - hours * _HOUR)
    sounds = [("Music", *song) for song in _SONGS] + [("Podcasts", *episode) for episode in _EPISODES]
    for n, (folder, who, what, seconds, pitch) in enumerate(sounds):
        content = tone(seconds, pitch=pitch, rate=_RATE)
        vfs = vfs.write(f"{HOME}/{folder}/{who} - {what}.wav", content, now - (400 + 9 * n) * _HOUR)
    return with_initial_sites(vfs, now - _HOUR)
