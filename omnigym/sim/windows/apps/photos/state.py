"""What a Photos window is: its page, the picture that it shows, and what is being done to that."""

from __future__ import annotations

from typing import NamedTuple, TypeAlias

from omnigym.pictures import UNEDITED, Area, Edits, is_picture, scene_file
from omnigym.sim.app import Effect
from omnigym.sim.common.photos import place_of
from omnigym.sim.memo import IdentityCache
from omnigym.sim.ui.nodes import Msg
from omnigym.sim.vfs import HOME, Stat, Vfs, base_name, parent_of
from omnigym.sim.windows.file_kinds import in_order

#: Key of the gallery's list.
LIST = "photos.items"
PICTURES = f"{HOME}/Pictures"
#: The folder of a gallery that shows what is anywhere in Pictures, newest first.
ALL_PICTURES = ""
_SHOWN_FOLDERS = (f"{HOME}/Desktop", f"{HOME}/Documents", f"{HOME}/Downloads")

#: The choices for the shape of a crop: width to height, 0 for any.
RATIOS: dict[str, float] = {
    "Free": 0.0,
    "Square": 1.0,
    "16:9": 16 / 9,
    "4:3": 4 / 3,
    "3:2": 3 / 2,
    "9:16": 9 / 16,
    "3:4": 3 / 4,
}


class Grip(NamedTuple):
    """What is held: a handle of the crop's frame, or the picture; where it was taken, and how it lay then."""

    handle: str
    x: int
    y: int
    frame: Area


class Editing(NamedTuple):
    """The editor's part of the state.

    Attributes:
        edits: What was done to the picture since it was opened in the editor.
        tab: "crop" or "filter".
        ratio: A key of `RATIOS`.
        past, future: For undo and redo.
    """

    edits: Edits = UNEDITED
    tab: str = "crop"
    ratio: str = "Free"
    past: tuple[Edits, ...] = ()
    future: tuple[Edits, ...] = ()


class State(NamedTuple):
    """The state of one window.

    Attributes:
        page: "gallery", "viewer" or "editor".
        folder: What the gallery shows: a canonical path, or `ALL_PICTURES`.
        query: What names must contain.
        selected, cursor: Paths in the gallery.
        path: The picture of viewer and editor.
        zoom, centre: How the viewer shows it: per cent (0 fits it), and what is in the middle.
        strip, details: Whether thumbnails and file details are shown beside it.
        editing: What the editor did.
        grip: What the pointer holds.
        after: The message that goes on when unsaved edits have been dealt with.
        notice: What was done last, for a person to read.
    """

    page: str = "gallery"
    folder: str = ALL_PICTURES
    query: str = ""
    selected: tuple[str, ...] = ()
    cursor: str = ""
    path: str = ""
    zoom: int = 0
    centre: tuple[float, float] = (0.5, 0.5)
    strip: bool = True
    details: bool = False
    editing: Editing = Editing()
    grip: Grip | None = None
    after: Msg = ()
    notice: str = ""


Result: TypeAlias = tuple[State, tuple[Effect, ...]]

_FOUND: IdentityCache[tuple[Stat, ...]] = IdentityCache(64)


def pictures(vfs: Vfs, folder: str, query: str = "") -> tuple[Stat, ...]:
    """The files of pictures in a folder, in the order of the gallery."""
    root = folder or PICTURES
    return _FOUND.get((folder, query), vfs.get(root), lambda: _find(vfs, root, not folder, query.casefold()))


def _find(vfs: Vfs, root: str, below: bool, query: str) -> tuple[Stat, ...]:
    if not vfs.is_dir(root):
        return ()
    found = [s for s in _walk(vfs, root, below) if query in s.name.casefold()]
    if below:
        return tuple(sorted(found, key=lambda s: (-s.mtime_ms, s.path.casefold())))
    return in_order(tuple(found), "name")


def _walk(vfs: Vfs, folder: str, below: bool) -> list[Stat]:
    out: list[Stat] = []
    for stat in vfs.list(folder):
        if stat.is_dir:
            out += _walk(vfs, stat.path, below) if below else []
        elif is_picture(stat.name):
            out.append(stat)
    return out


def folders(vfs: Vfs) -> tuple[tuple[str, int], ...]:
    """The folders that the navigation pane lists: path and depth."""
    return _FOLDERS.get((), vfs.get(HOME), lambda: _list_folders(vfs))


_FOLDERS: IdentityCache[tuple[tuple[str, int], ...]] = IdentityCache(4)


def _list_folders(vfs: Vfs) -> tuple[tuple[str, int], ...]:
    inside = [(s.path, 1) for s in vfs.list(PICTURES) if s.is_dir] if vfs.is_dir(PICTURES) else []
    others = [(path, 0) for path in _SHOWN_FOLDERS if vfs.is_dir(path)]
    return ((PICTURES, 0), *inside, *others)


def item_id(path: str) -> str:
    """What a picture is called among the nodes: its path below the user's home."""
    return path.removeprefix(f"{HOME}/")


def neighbours(state: State, vfs: Vfs) -> tuple[tuple[Stat, ...], int]:
    """The pictures among which the viewer goes on and back, and which of them it shows (-1 if none)."""
    found = pictures(vfs, state.folder)
    at = place_of(found, state.path)
    if at < 0:
        found = pictures(vfs, parent_of(state.path))
        at = place_of(found, state.path)
    return found, at


def frame_of(edits: Edits, size: tuple[int, int]) -> Area:
    """The crop of a turned picture of a size: all of it where there is none."""
    return edits.crop or (0, 0, *size)


def name_of(state: State) -> str:
    """The file name of the picture shown."""
    return base_name(state.path)


# -- the pictures that a user of the simulated desktop has from the start ---------------------------------------------

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
