"""Other right ways with pictures, and wrong runs: not saved, saved elsewhere, edited otherwise."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from omnigym.actions import Action
from omnigym.tasks.apps._steps import answer, name_file, save_as
from omnigym.tasks.apps.file_manager._steps import pick
from omnigym.tasks.apps.photos._steps import edit, show
from omnigym.tasks.subtask import UI
from omnigym.tasks.trials import right_way, wrong_run

__all__: list[str] = []

_right, _wrong = (partial(register, platforms=("windows",)) for register in (right_way, wrong_run))
_EDITED = ("photos/rotate", "photos/crop-half", "photos/crop-shape", "photos/flip", "photos/filter")
_OPPOSITE = {"left": "w", "right": "e", "upper": "n", "lower": "s"}
_HANDLES = {"left": "e", "right": "w", "upper": "s", "lower": "n"}
_SHAPES = {"a square": "square", "16:9": "16_9", "4:3": "4_3", "9:16": "9_16"}


_ANOTHER = "Pictures/Mountain lake.jpg"


def _made(ui: UI, values: dict[str, object]) -> Iterator[Action]:
    """The edit that a parameter set asks for, in the editor, and not saved."""
    yield from edit(ui, f"{values['folder']}/{values['name']}")
    if "turns" in values:
        for _ in range(int(str(values["turns"]))):
            yield ui.click("photos.turn_right")
    elif "half" in values:
        yield ui.drag("crop_handle", "picture", handle=_HANDLES[str(values["half"])])
    elif "shape" in values:
        yield ui.click("photos.ratio")
        yield ui.click(f"photos.ratio.{_SHAPES[str(values['shape'])]}")
    elif "flip" in values:
        yield ui.click("photos.flip_h" if values["flip"] == "horizontal" else "photos.flip_v")
    else:
        yield ui.click("photos.tab.filter")
        yield ui.click(f"photos.filter.{values['tone']}")


def _save(ui: UI) -> Iterator[Action]:
    yield ui.click("photos.save_options")
    yield ui.click("photos.save")


@_right(*_EDITED)
def saved_by_the_menu(ui: UI, **values: object) -> Iterator[Action]:
    """In the editor, and Save options, Save."""
    yield from _made(ui, values)
    yield from _save(ui)


@_right(*_EDITED)
def undone_and_done_again(ui: UI, **values: object) -> Iterator[Action]:
    """Undone once, done again, and saved."""
    yield from _made(ui, values)
    yield ui.press("z", "ctrl")
    yield ui.press("y", "ctrl")
    yield ui.press("s", "ctrl")


@_wrong(*_EDITED)
def not_saved(ui: UI, **values: object) -> Iterator[Action]:
    """Done in the editor alone."""
    yield from _made(ui, values)


@_wrong(*_EDITED)
def saved_as_a_copy(ui: UI, **values: object) -> Iterator[Action]:
    """The picture itself is as it was."""
    yield from _made(ui, values)
    yield from save_as(ui, f"{values['folder']}/new {values['name']}", "s", "ctrl", "shift")


@_wrong(*_EDITED)
def saved_over_another_picture(ui: UI, **values: object) -> Iterator[Action]:
    """A picture of the user's is lost, and the one that was meant is as it was."""
    yield from _made(ui, values)
    yield from save_as(ui, _ANOTHER, "s", "ctrl", "shift")


@_wrong("photos/flip", "photos/filter", "photos/crop-half")
def turned_too(ui: UI, **values: object) -> Iterator[Action]:
    """What was asked for, and a quarter turn."""
    yield from _made(ui, values)
    if "half" not in values:
        yield ui.click("photos.tab.crop")
    yield ui.click("photos.turn_right")
    yield ui.press("s", "ctrl")


@_wrong("photos/rotate")
def turned_too_far(ui: UI, folder: str, name: str, turns: int, **_: str) -> Iterator[Action]:
    """A quarter turn more, in the editor."""
    yield from _made(ui, {"folder": folder, "name": name, "turns": turns + 1})
    yield ui.press("s", "ctrl")


@_wrong("photos/crop-half")
def the_other_half(ui: UI, folder: str, name: str, half: str, **_: object) -> Iterator[Action]:
    """What was to be left is cut off."""
    yield from edit(ui, f"{folder}/{name}")
    yield ui.drag("crop_handle", "picture", handle=_OPPOSITE[half])
    yield ui.press("s", "ctrl")


@_wrong("photos/crop-shape")
def the_shape_of_another(ui: UI, folder: str, name: str, shape: str, **_: object) -> Iterator[Action]:
    """Cropped to a shape that nobody asked for."""
    yield from _made(ui, {"folder": folder, "name": name, "shape": "4:3" if shape == "a square" else "a square"})
    yield ui.press("s", "ctrl")


@_wrong("photos/crop-shape")
def a_scrap_of_it(ui: UI, folder: str, name: str, shape: str, **_: object) -> Iterator[Action]:
    """The right shape, and hardly anything of the picture."""
    yield from _made(ui, {"folder": folder, "name": name, "shape": shape})
    corner = ui.find("crop_handle", handle="nw")
    yield ui.drag("crop_handle", corner or "crop_handle", handle="se")
    yield ui.press("s", "ctrl")


def _made_and_saved(ui: UI, folder: object, name: object, **values: object) -> Iterator[Action]:
    yield from _made(ui, {"folder": folder, "name": name, **values})
    yield ui.press("s", "ctrl")


@_wrong("photos/rotate", "photos/crop-shape", "photos/flip", "photos/filter")
def cropped_before(ui: UI, folder: str, name: str, **values: object) -> Iterator[Action]:
    """A half is cut off first and saved."""
    half = "upper" if values.get("shape") == "9:16" else "left"
    yield from _made_and_saved(ui, folder, name, half=half)
    yield from _made_and_saved(ui, folder, name, **values)


@_wrong(*_EDITED)
def toned_before(ui: UI, folder: str, name: str, **values: object) -> Iterator[Action]:
    """A filter is saved first that nobody asked for, and shows through."""
    yield from _made_and_saved(ui, folder, name, tone="cool")
    yield from _made_and_saved(ui, folder, name, **values)


@_wrong("photos/filter")
def another_filter(ui: UI, folder: str, name: str, tone: str, **_: str) -> Iterator[Action]:
    """Not the one that was asked for."""
    yield from _made(ui, {"folder": folder, "name": name, "tone": "mono" if tone != "mono" else "sepia"})
    yield ui.press("s", "ctrl")


# -- managing ---------------------------------------------------------------------------------------------------------


def _in_explorer(ui: UI, folder: str, name: str) -> Iterator[Action]:
    yield from pick(ui.of("file_manager"), folder, name)


def _more(ui: UI, folder: str, name: str, entry: str) -> Iterator[Action]:
    """An entry of the menu See more."""
    yield from show(ui, f"{folder}/{name}")
    yield ui.click("photos.more")
    yield ui.click(f"photos.more.{entry}")


def _renamed(ui: UI, name: str) -> Iterator[Action]:
    yield ui.press("a", "ctrl")
    yield ui.type(name + "\n")


@_right("photos/open")
def from_the_explorer(ui: UI, folder: str, name: str, **_: str) -> Iterator[Action]:
    """A double click on the file."""
    files = ui.of("file_manager")
    yield from _in_explorer(ui, folder, name)
    yield files.double_click("item", name=name)


@_right("photos/open")
def after_another_one(ui: UI, folder: str, name: str, **_: str) -> Iterator[Action]:
    """Another picture is looked at first."""
    yield from show(ui, _ANOTHER)
    yield from show(ui, f"{folder}/{name}")


@_wrong("photos/open", "photos/copy-image", "photos/set-background", "photos/delete", "photos/rename")
def another_picture(ui: UI, **_: str) -> Iterator[Action]:
    """One of the user's own is shown."""
    yield from show(ui, _ANOTHER)


@_wrong("photos/open")
def chosen_in_the_explorer(ui: UI, folder: str, name: str, **_: str) -> Iterator[Action]:
    """It is not shown in Photos."""
    yield from _in_explorer(ui, folder, name)


@_wrong("photos/open", "photos/copy-image", "photos/set-background", "photos/save-copy")
def deleted_before(ui: UI, name: str, folder: str, source: str = "", **_: str) -> Iterator[Action]:
    """The file is deleted before it could be shown, and Photos shows the others."""
    files = ui.of("file_manager")
    yield from _in_explorer(ui, source or folder, name)
    yield files.press("delete")
    yield from show(ui, _ANOTHER)


@_right("photos/rename")
def renamed_by_the_menu(ui: UI, folder: str, name: str, new_name: str, **_: str) -> Iterator[Action]:
    """See more, Rename."""
    yield from _more(ui, folder, name, "rename")
    yield from _renamed(ui, new_name)


@_right("photos/rename")
def renamed_twice(ui: UI, folder: str, name: str, new_name: str, **_: str) -> Iterator[Action]:
    """A slip, set right."""
    for typed in (f"x{new_name}", new_name):
        yield from show(ui, f"{folder}/{name if typed != new_name else f'x{new_name}'}")
        yield ui.press("f2")
        yield from _renamed(ui, typed)


@_wrong("photos/rename")
def a_copy_of_the_name(ui: UI, folder: str, name: str, new_name: str, **_: str) -> Iterator[Action]:
    """There are two now."""
    yield from show(ui, f"{folder}/{name}")
    yield from save_as(ui, f"{folder}/{new_name}", "s", "ctrl", "shift")


@_wrong("photos/rename")
def another_one_of_the_name(ui: UI, folder: str, name: str, new_name: str, **_: str) -> Iterator[Action]:
    """The picture is deleted, and a copy of another one is called so."""
    yield from show(ui, f"{folder}/{name}")
    yield ui.press("delete")
    yield from answer(ui, "delete_confirm")
    yield from show(ui, _ANOTHER)
    yield from save_as(ui, f"{folder}/{new_name}", "s", "ctrl", "shift")


@_wrong("photos/delete")
def not_confirmed(ui: UI, folder: str, name: str, **_: str) -> Iterator[Action]:
    """Photos asks, and is told no."""
    yield from show(ui, f"{folder}/{name}")
    yield ui.press("delete")
    yield ui.press("escape")


@_right("photos/set-background")
def background_by_the_menu(ui: UI, folder: str, name: str, **_: str) -> Iterator[Action]:
    """See more, Set as background."""
    yield from _more(ui, folder, name, "background")


@_right("photos/set-background")
def after_another_background(ui: UI, folder: str, name: str, **_: str) -> Iterator[Action]:
    """Another picture is the background for a moment."""
    yield from another_background(ui)
    yield from show(ui, f"{folder}/{name}")
    yield ui.press("b", "ctrl")


@_wrong("photos/set-background")
def another_background(ui: UI, **_: str) -> Iterator[Action]:
    """One of the user's own."""
    yield from show(ui, _ANOTHER)
    yield ui.press("b", "ctrl")


@_right("photos/copy-image")
def copied_by_the_menu(ui: UI, folder: str, name: str, **_: str) -> Iterator[Action]:
    """See more, Copy."""
    yield from _more(ui, folder, name, "copy")


@_right("photos/copy-image")
def copied_in_the_editor(ui: UI, folder: str, name: str, **_: str) -> Iterator[Action]:
    """Save options, Copy to clipboard."""
    yield from edit(ui, f"{folder}/{name}")
    yield ui.click("photos.save_options")
    yield ui.click("photos.copy_edited")


@_wrong("photos/copy-image")
def turned_first(ui: UI, folder: str, name: str, **_: str) -> Iterator[Action]:
    """The picture is turned in its file, and copied."""
    yield from show(ui, f"{folder}/{name}")
    yield ui.press("r", "ctrl")
    yield ui.press("c", "ctrl")


@_wrong("photos/copy-image")
def copied_as_a_file(ui: UI, folder: str, name: str, **_: str) -> Iterator[Action]:
    """The file, not the image."""
    yield from _in_explorer(ui, folder, name)
    yield ui.press("c", "ctrl")


@_right("photos/save-copy")
def saved_by_see_more(ui: UI, source: str, name: str, folder: str, new_name: str, **_: str) -> Iterator[Action]:
    """See more, Save as."""
    yield from _more(ui, source, name, "save_as")
    yield from name_file(ui, f"{folder}/{new_name}")


@_right("photos/save-copy")
def saved_in_the_editor(ui: UI, source: str, name: str, folder: str, new_name: str, **_: str) -> Iterator[Action]:
    """Save as copy, of a picture that was not edited."""
    yield from edit(ui, f"{source}/{name}")
    yield ui.click("photos.save_options")
    yield ui.click("photos.save_copy")
    yield from name_file(ui, f"{folder}/{new_name}")


@_wrong("photos/save-copy")
def a_copy_of_another_one(ui: UI, folder: str, new_name: str, **_: str) -> Iterator[Action]:
    """The name is right, the picture is not."""
    yield from show(ui, _ANOTHER)
    yield from save_as(ui, f"{folder}/{new_name}", "s", "ctrl", "shift")


@_wrong("photos/save-copy")
def both_turned(ui: UI, source: str, name: str, folder: str, new_name: str, **_: str) -> Iterator[Action]:
    """The copy is like the original, which is no longer what it was."""
    yield from show(ui, f"{source}/{name}")
    yield ui.press("r", "ctrl")
    yield from save_as(ui, f"{folder}/{new_name}", "s", "ctrl", "shift")


@_wrong("photos/save-copy")
def beside_the_original(ui: UI, source: str, name: str, new_name: str, **_: str) -> Iterator[Action]:
    """In the wrong folder."""
    yield from show(ui, f"{source}/{name}")
    yield from save_as(ui, f"{source}/Camera Roll/{new_name}", "s", "ctrl", "shift")
