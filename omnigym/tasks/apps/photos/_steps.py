"""What the subtasks of Photos share."""

from __future__ import annotations

from collections.abc import Iterator

from omnigym.actions import Action
from omnigym.tasks.apps._steps import answer, in_front, open_path
from omnigym.tasks.subtask import UI, Need, Resource, WriteFile

__all__ = ["PATH", "PHOTOS", "draft_need", "edit", "image_need", "made", "photos", "show"]

PATH = "{folder}/{name}"

#: What is the same for all of them.
PHOTOS: dict[str, object] = {"app": "photos", "platforms": ("windows",)}


def image_need(path: str = PATH, *, consumes: bool = False) -> Need:
    """A picture, whatever it shows."""
    return Need(Resource("image", path), (WriteFile(path, "{scene}"),), consumes)


def draft_need() -> Need:
    """A picture that shows the scene, which no other subtask makes."""
    return Need(Resource("image", PATH), (WriteFile(PATH, "{scene}"),), given=True)


def made(path: str = PATH) -> tuple[Resource, ...]:
    """What a subtask leaves that keeps a picture: a picture, which is a file."""
    return Resource("image", path), Resource("file", path)


def photos(names: tuple[str, ...], *values: tuple[object, ...]) -> tuple[dict[str, object], ...]:
    """Parameter sets, from rows of values in the order of the names."""
    return tuple(dict(zip(names, row, strict=True)) for row in values)


def show(ui: UI, path: str) -> Iterator[Action]:
    """A picture in the viewer of the window in front; what the editor held unsaved is given up."""
    yield from in_front(ui)
    if ui.find("photos.cancel") is not None:
        yield ui.click("photos.cancel")
        yield from answer(ui, "discard")
    yield from open_path(ui, path)


def edit(ui: UI, path: str) -> Iterator[Action]:
    """A picture in the editor."""
    yield from show(ui, path)
    yield ui.press("e", "ctrl")
