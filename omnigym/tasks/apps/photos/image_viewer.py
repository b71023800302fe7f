"""Looking at pictures on the real desktop: subtasks of Photos, done in its picture viewer."""

from __future__ import annotations

from collections.abc import Iterator

from omnigym.actions import Action
from omnigym.tasks.apps._counterparts import counterpart
from omnigym.tasks.apps._steps import answer, dialog_opens, name_file, open_path
from omnigym.tasks.apps.photos import viewing
from omnigym.tasks.subtask import UI

__all__: list[str] = []

_ORIGINALS = (viewing,)  # imported for the subtasks that it registers
_IN_PHOTOS = {"in Photos": "in the image viewer"}


@counterpart("photos/open", "viewer/open", "image_viewer", _IN_PHOTOS)
def open_picture(ui: UI, folder: str, name: str, **_: str) -> Iterator[Action]:
    """The Open dialog."""
    yield from open_path(ui, f"{folder}/{name}")


@counterpart(
    "photos/delete",
    "viewer/delete",
    "image_viewer",
    {"with Photos": "with the image viewer"},
    covers=("files/delete", "viewer/open"),
)
def delete_picture(ui: UI, folder: str, name: str, **_: str) -> Iterator[Action]:
    """The Delete key, and yes."""
    yield from open_path(ui, f"{folder}/{name}")
    yield ui.press("delete")
    yield from ui.wait_for("delete_confirm")
    yield from answer(ui, "delete_confirm")


@counterpart("photos/copy-image", "viewer/copy-image", "image_viewer", _IN_PHOTOS)
def copy_image(ui: UI, folder: str, name: str, **_: str) -> Iterator[Action]:
    """The menu Edit."""
    yield from open_path(ui, f"{folder}/{name}")
    yield ui.click("menu", name="Edit")
    yield ui.click("menu", name="Copy image to clipboard")


@counterpart("photos/save-copy", "viewer/save-copy", "image_viewer", {"With Photos": "With the image viewer"})
def save_copy(ui: UI, source: str, name: str, folder: str, new_name: str, **_: str) -> Iterator[Action]:
    """Ctrl+S; the dialog has all but the ending of the old name selected."""
    yield from open_path(ui, f"{source}/{name}")
    yield ui.press("s", "ctrl")
    yield from dialog_opens(ui)
    yield ui.press("a", "ctrl")
    yield from name_file(ui, f"{folder}/{new_name}")
    yield from answer(ui, "overwrite_confirm")


@counterpart(
    "photos/set-background", "viewer/set-background", "image_viewer", {"using Photos": "using the image viewer"}
)
def set_background(ui: UI, folder: str, name: str, **_: str) -> Iterator[Action]:
    """The menu View."""
    yield from open_path(ui, f"{folder}/{name}")
    yield ui.click("menu", name="View")
    yield ui.click("menu", name="Set as Wallpaper...")
    yield from ui.wait_for("wallpaper_confirm")
    yield ui.click("wallpaper_confirm")
