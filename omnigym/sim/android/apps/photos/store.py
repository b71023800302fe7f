"""What Photos shows: pictures of the phone by day and by album, favourites, and what it keeps of them.

Favourites are rows of a table by the path of their file, as Android writes it.
"""

from __future__ import annotations

from typing import NamedTuple
from zlib import crc32

from omnigym.pictures import FORMATS, scene_file
from omnigym.sim.android.storage import category_of, in_trash, original, outward, stored
from omnigym.sim.files.kinds import extension, split_name
from omnigym.sim.memo import IdentityCache
from omnigym.sim.tables.table import Row, Source, Table, View, next_id
from omnigym.sim.vfs import HOME, Stat, Vfs, base_name, join, parent_of

CAMERA = f"{HOME}/DCIM/Camera"
#: Albums that are no folders.
STARRED, TRASH = "favorites", "trash"


class Favorite(NamedTuple):
    """A picture that somebody likes."""

    id: int
    path: str


class Album(NamedTuple):
    """A folder with pictures.

    Attributes:
        path: Of the folder.
        title: Its name.
        cover: The path of its latest picture.
        size: How many there are.
    """

    path: str
    title: str
    cover: str
    size: int


FAVORITES: Table[Favorite] = Table(
    "content://photos/favorites", "C:/data/data/com.google.android.apps.photos/favorites.json", Favorite
)
_PICTURES: IdentityCache[tuple[Stat, ...]] = IdentityCache(4)
_ALBUMS: IdentityCache[tuple[Album, ...]] = IdentityCache(4)


def _all(vfs: Vfs) -> tuple[Stat, ...]:
    files = stored(vfs)
    return _PICTURES.get("", files, lambda: tuple([f for f in files if _is_picture(f.name)]))


def _is_picture(name: str) -> bool:
    category = category_of(name)
    return category is not None and category.name == "images"


def pictures(vfs: Vfs, album: str = "") -> tuple[Stat, ...]:
    """The pictures of an album, or all of them, the latest first."""
    if album == TRASH:
        return tuple([f for f in in_trash(vfs) if _is_picture(original(f.path))])
    if album == STARRED:
        liked = {f.path for f in FAVORITES.rows(vfs)}
        return tuple([f for f in _all(vfs) if outward(f.path) in liked])
    return tuple([f for f in _all(vfs) if not album or parent_of(f.path) == album])


def albums(vfs: Vfs) -> tuple[Album, ...]:
    """The folders that have pictures, the camera's first and then by name."""
    files = _all(vfs)
    return _ALBUMS.get("", files, lambda: _grouped(files))


def _grouped(files: tuple[Stat, ...]) -> tuple[Album, ...]:
    folders: dict[str, list[Stat]] = {}
    for file in files:
        folders.setdefault(parent_of(file.path), []).append(file)
    found = [Album(p, base_name(p), inside[0].path, len(inside)) for p, inside in folders.items()]
    return tuple(sorted(found, key=lambda a: (a.path != CAMERA, a.title.casefold(), a.path)))


def is_starred(vfs: Vfs, path: str) -> bool:
    """Whether a picture is a favourite."""
    return any(f.path == outward(path) for f in FAVORITES.rows(vfs))


def star(vfs: Vfs, path: str, now: int) -> Vfs:
    """With a picture among the favourites, or no longer."""
    rows, wanted = FAVORITES.rows(vfs), outward(path)
    left = tuple([f for f in rows if f.path != wanted])
    return FAVORITES.written(vfs, left if len(left) < len(rows) else (*rows, Favorite(next_id(rows), wanted)), now)


def copy_path(vfs: Vfs, path: str) -> str:
    """Where the edited copy of a picture goes: "a.jpg", "a~2.jpg", "a~3.jpg"..."""
    folder = parent_of(path)
    stem, end = split_name(base_name(path))
    number = 2
    while vfs.get(join(folder, f"{stem}~{number}{end}")) is not None:
        number += 1
    return join(folder, f"{stem}~{number}{end}")


def _images(vfs: Vfs) -> tuple[Row, ...]:
    liked = {f.path for f in FAVORITES.checked(vfs)}
    return tuple(
        [
            {
                "_id": str(crc32(f.path.encode())),
                "_data": outward(f.path).replace("/sdcard", "/storage/emulated/0", 1),
                "_display_name": f.name,
                "mime_type": f"image/{FORMATS.get(extension(f.name), 'jpeg').lower()}",
                "bucket_display_name": base_name(parent_of(f.path)),
                "_size": str(f.size),
                "date_modified": str(f.mtime_ms // 1000),
                "is_favorite": str(int(outward(f.path) in liked)),
            }
            for f in _all(vfs)
        ]
    )


#: What checks read of pictures, the second under the names that Android gives the columns.
PHOTO_TABLES: tuple[Source, ...] = (FAVORITES, View("content://media/external/images/media", _images))

# -- the photos and pictures that are on the phone when an episode starts ---------------------------------------------

_HOUR = 3_600_000
#: Path below the user's directory, the scene, and how many hours ago it was taken.
_INITIAL_PICTURES = (
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
    for path, scene, age in _INITIAL_PICTURES:
        vfs = vfs.write(f"{HOME}/{path}", scene_file(scene, path), now - round(age * _HOUR))
    return vfs
