"""Steps, oracles and runs of photos that are no plain data."""

from __future__ import annotations

from collections.abc import Iterator

from omnigym.actions import Action
from omnigym.tasks.counterexamples import right_way, wrong_run
from omnigym.tasks.step_library.files import pick_in_file_manager
from omnigym.tasks.step_library.steps import answer, in_front, open_path
from omnigym.tasks.step_registry import word
from omnigym.tasks.subtask import UI, oracle


@word
def show_in_photos(ui: UI, path: str) -> Iterator[Action]:
    """A picture in the viewer of the window in front; what the editor held unsaved is given up."""
    yield from in_front(ui)
    if ui.find("photos.cancel") is not None:
        yield ui.click("photos.cancel")
        yield from answer(ui, "discard")
    yield from open_path(ui, path)


@word
def edit(ui: UI, path: str) -> Iterator[Action]:
    """A picture in the editor."""
    yield from show_in_photos(ui, path)
    yield ui.press("e", "ctrl")


@oracle("photos/rotate")
def rotate(ui: UI, folder: str, name: str, turns: int, **_: str) -> Iterator[Action]:
    """Ctrl+R in the viewer keeps it at once; with Shift the other way."""
    yield from show_in_photos(ui, f"{folder}/{name}")
    if turns == 3:
        yield ui.press("r", "ctrl", "shift")
    else:
        yield ui.press("r", "ctrl", count=turns)


_HALVES = {
    "left": ("e", [0.0, 0.0, 0.5, 1.0]),
    "right": ("w", [0.5, 0.0, 1.0, 1.0]),
    "upper": ("s", [0.0, 0.0, 1.0, 0.5]),
    "lower": ("n", [0.0, 0.5, 1.0, 1.0]),
}


@oracle("photos/crop-half")
def crop_half(ui: UI, folder: str, name: str, half: str, **_: object) -> Iterator[Action]:
    """The opposite edge dragged to the middle."""
    yield from edit(ui, f"{folder}/{name}")
    yield ui.drag("crop_handle", "picture", handle=_HALVES[half][0])
    yield ui.press("s", "ctrl")


_SHAPES = {"a square": (1.0, "square"), "16:9": (16 / 9, "16_9"), "4:3": (4 / 3, "4_3"), "9:16": (9 / 16, "9_16")}


@oracle("photos/crop-shape")
def crop_shape(ui: UI, folder: str, name: str, shape: str, **_: object) -> Iterator[Action]:
    """The aspect ratio chosen from its menu."""
    yield from edit(ui, f"{folder}/{name}")
    yield ui.click("photos.ratio")
    yield ui.click(f"photos.ratio.{_SHAPES[shape][1]}")
    yield ui.press("s", "ctrl")


_HANDLES = {"left": "e", "right": "w", "upper": "s", "lower": "n"}


_SHAPES_TRIALS = {"a square": "square", "16:9": "16_9", "4:3": "4_3", "9:16": "9_16"}


_ANOTHER = "Pictures/Mountain lake.jpg"


@word
def made(ui: UI, values: dict[str, object]) -> Iterator[Action]:
    """The edit that a parameter set asks for, in the editor, and not saved."""
    yield from edit(ui, f"{values['folder']}/{values['name']}")
    if "turns" in values:
        for _ in range(int(str(values["turns"]))):
            yield ui.click("photos.turn_right")
    elif "half" in values:
        yield ui.drag("crop_handle", "picture", handle=_HANDLES[str(values["half"])])
    elif "shape" in values:
        yield ui.click("photos.ratio")
        yield ui.click(f"photos.ratio.{_SHAPES_TRIALS[str(values['shape'])]}")
    elif "flip" in values:
        yield ui.click("photos.flip_h" if values["flip"] == "horizontal" else "photos.flip_v")
    else:
        yield ui.click("photos.tab.filter")
        yield ui.click(f"photos.filter.{values['tone']}")


@wrong_run("photos/crop-half", "photos/filter", "photos/flip", platforms=("windows",))
def turned_too(ui: UI, **values: object) -> Iterator[Action]:
    """What was asked for, and a quarter turn."""
    yield from made(ui, values)
    if "half" not in values:
        yield ui.click("photos.tab.crop")
    yield ui.click("photos.turn_right")
    yield ui.press("s", "ctrl")


@wrong_run("photos/rotate", platforms=("windows",))
def turned_too_far(ui: UI, folder: str, name: str, turns: int, **_: str) -> Iterator[Action]:
    """A quarter turn more, in the editor."""
    yield from made(ui, {"folder": folder, "name": name, "turns": turns + 1})
    yield ui.press("s", "ctrl")


@wrong_run("photos/crop-shape", platforms=("windows",))
def a_scrap_of_it(ui: UI, folder: str, name: str, shape: str, **_: object) -> Iterator[Action]:
    """The right shape, and hardly anything of the picture."""
    yield from made(ui, {"folder": folder, "name": name, "shape": shape})
    corner = ui.find("crop_handle", handle="nw")
    yield ui.drag("crop_handle", corner or "crop_handle", handle="se")
    yield ui.press("s", "ctrl")


@word
def made_and_saved(ui: UI, folder: object, name: object, **values: object) -> Iterator[Action]:
    """A picture edited, and saved under its own name."""
    yield from made(ui, {"folder": folder, "name": name, **values})
    yield ui.press("s", "ctrl")


@wrong_run("photos/crop-shape", "photos/filter", "photos/flip", "photos/rotate", platforms=("windows",))
def cropped_before(ui: UI, folder: str, name: str, **values: object) -> Iterator[Action]:
    """A half is cut off first and saved."""
    half = "upper" if values.get("shape") == "9:16" else "left"
    yield from made_and_saved(ui, folder, name, half=half)
    yield from made_and_saved(ui, folder, name, **values)


@word
def in_explorer(ui: UI, folder: str, name: str) -> Iterator[Action]:
    """A picture chosen in File Explorer."""
    yield from pick_in_file_manager(ui.of("file_manager"), folder, name)


@word
def renamed_in_photos(ui: UI, name: str) -> Iterator[Action]:
    """Another name typed over the one that is there."""
    yield ui.press("a", "ctrl")
    yield ui.type(name + "\n")


@wrong_run("photos/copy-image", "photos/open", "photos/save-copy", "photos/set-background", platforms=("windows",))
def deleted_before(ui: UI, name: str, folder: str, source: str = "", **_: str) -> Iterator[Action]:
    """The file is deleted before it could be shown, and Photos shows the others."""
    files = ui.of("file_manager")
    yield from in_explorer(ui, source or folder, name)
    yield files.press("delete")
    yield from show_in_photos(ui, _ANOTHER)


@right_way("photos/rename", platforms=("windows",))
def renamed_twice(ui: UI, folder: str, name: str, new_name: str, **_: str) -> Iterator[Action]:
    """A slip, set right."""
    for typed in (f"x{new_name}", new_name):
        yield from show_in_photos(ui, f"{folder}/{name if typed != new_name else f'x{new_name}'}")
        yield ui.press("f2")
        yield from renamed_in_photos(ui, typed)


@word
def another_background(ui: UI, **_: str) -> Iterator[Action]:
    """One of the user's own."""
    yield from show_in_photos(ui, _ANOTHER)
    yield ui.press("b", "ctrl")
