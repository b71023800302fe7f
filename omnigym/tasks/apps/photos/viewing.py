"""Looking at pictures and managing them: subtasks of Photos."""

from __future__ import annotations

from collections.abc import Iterator

from omnigym.actions import Action
from omnigym.tasks.apps._milestones import opened, saving
from omnigym.tasks.apps._needs import folder_need
from omnigym.tasks.apps._steps import answer, save_as
from omnigym.tasks.apps.photos._steps import PATH, PHOTOS, image_need, made, photos, show
from omnigym.tasks.subtask import UI, Condition, Resource, all_of, subtask

__all__: list[str] = []

_SEEN = opened(PATH, "photos")


@subtask(
    **PHOTOS,
    id="photos/open",
    instruction="Show me the picture {name} from {folder} in Photos.",
    parameters=photos(
        ("folder", "name", "scene"),
        ("Pictures", "sunset.jpg", "dunes"),
        ("Pictures", "our street.png", "city"),
        ("Downloads", "trip.jpg", "beach"),
        ("Desktop", "kitten.jpg", "cat"),
        ("Documents", "title page.png", "balloons"),
        ("Pictures", "lake.jpg", "mountains"),
        ("Downloads", "woods.png", "forest"),
    ),
    draws={"name": "file_name"},
    conditions=(_SEEN,),
    needs=(image_need(),),
    tags=("open",),
)
def open_picture(ui: UI, folder: str, name: str, **_: str) -> Iterator[Action]:
    """The Open dialog."""
    yield from show(ui, f"{folder}/{name}")


@subtask(
    **PHOTOS,
    id="photos/rename",
    instruction="The photo {name} in {folder} should be called {new_name}. Change its name in Photos.",
    parameters=photos(
        ("folder", "name", "new_name", "scene"),
        ("Pictures", "IMG_0001.jpg", "Lighthouse.jpg", "harbour"),
        ("Pictures", "scan.png", "Windmill.png", "tulips"),
        ("Downloads", "image.jpg", "Aurora 2025.jpg", "aurora"),
        ("Desktop", "photo.jpg", "Skyline.jpg", "city"),
        ("Pictures", "DSC00042.jpg", "Camels.jpg", "dunes"),
        ("Documents", "figure.png", "figure-1.png", "balloons"),
    ),
    draws={"name": "file_name", "new_name": "file_name"},
    conditions=(Condition("file_moved", {"path": PATH, "to": "{folder}/{new_name}"}),),
    needs=(image_need(consumes=True),),
    produces=made("{folder}/{new_name}"),
    covers=("files/rename", "photos/open"),
    milestones=(_SEEN, all_of(_SEEN, Condition("control_exists", {"role": "dialog"}))),
    tags=("edit",),
)
def rename_picture(ui: UI, folder: str, name: str, new_name: str, **_: str) -> Iterator[Action]:
    """F2, then the whole new name."""
    yield from show(ui, f"{folder}/{name}")
    yield ui.press("f2")
    yield ui.press("a", "ctrl")
    yield ui.type(new_name + "\n")


@subtask(
    **PHOTOS,
    id="photos/delete",
    instruction="Throw the picture {name} in {folder} away with Photos.",
    parameters=photos(
        ("folder", "name", "scene"),
        ("Pictures", "blurred.jpg", "forest"),
        ("Pictures", "double.jpg", "beach"),
        ("Downloads", "banner.png", "balloons"),
        ("Desktop", "test shot.jpg", "coffee"),
        ("Pictures", "too dark.jpg", "aurora"),
        ("Documents", "old logo.png", "tulips"),
    ),
    draws={"folder": "listed", "name": "file_name"},
    conditions=(Condition("path_absent", {"path": PATH}),),
    needs=(image_need(consumes=True),),
    covers=("files/delete", "photos/open"),
    milestones=(_SEEN, all_of(_SEEN, Condition("control_exists", {"role": "dialog"}))),
    tags=("delete",),
)
def delete_picture(ui: UI, folder: str, name: str, **_: str) -> Iterator[Action]:
    """The Delete key, and yes."""
    yield from show(ui, f"{folder}/{name}")
    yield ui.press("delete")
    yield from answer(ui, "delete_confirm")


@subtask(
    **PHOTOS,
    id="photos/set-background",
    instruction="Make {name} from {folder} the background of my desktop, using Photos.",
    parameters=photos(
        ("folder", "name", "scene"),
        ("Pictures", "alps.jpg", "mountains"),
        ("Pictures", "polar night.jpg", "aurora"),
        ("Downloads", "wallpaper.png", "dunes"),
        ("Desktop", "spring.jpg", "tulips"),
        ("Pictures", "bay.png", "harbour"),
        ("Documents", "cover.jpg", "forest"),
    ),
    draws={"folder": "listed", "name": "file_name"},
    conditions=(Condition("wallpaper_is", {"path": PATH}),),
    needs=(image_need(),),
    capabilities=("files", "apps", "a11y", "settings"),
    covers=("photos/open",),
    milestones=(_SEEN,),
    tags=("personalise",),
)
def set_background(ui: UI, folder: str, name: str, **_: str) -> Iterator[Action]:
    """Ctrl+B."""
    yield from show(ui, f"{folder}/{name}")
    yield ui.press("b", "ctrl")


@subtask(
    **PHOTOS,
    id="photos/copy-image",
    instruction="Open {name} from {folder} in Photos and copy the image to the clipboard.",
    parameters=photos(
        ("folder", "name", "scene"),
        ("Pictures", "logo.png", "balloons"),
        ("Pictures", "portrait.jpg", "cat"),
        ("Downloads", "map view.jpg", "city"),
        ("Desktop", "menu photo.jpg", "coffee"),
        ("Documents", "chart.png", "tulips"),
        ("Pictures", "pier.jpg", "harbour"),
    ),
    draws={"folder": "listed", "name": "file_name"},
    conditions=(Condition("clipboard_holds_picture", {"path": PATH}),),
    needs=(image_need(),),
    produces=(Resource("clipboard_image", PATH),),
    capabilities=("files", "apps", "a11y", "clipboard"),
    covers=("photos/open",),
    milestones=(_SEEN,),
    tags=("clipboard",),
)
def copy_image(ui: UI, folder: str, name: str, **_: str) -> Iterator[Action]:
    """Ctrl+C."""
    yield from show(ui, f"{folder}/{name}")
    yield ui.press("c", "ctrl")


@subtask(
    **PHOTOS,
    id="photos/save-copy",
    instruction="With Photos, save a copy of {name}, which is in {source}, as {new_name} in {folder}.",
    parameters=photos(
        ("source", "name", "folder", "new_name", "scene"),
        ("Pictures", "original.jpg", "Desktop", "print.jpg", "beach"),
        ("Pictures", "cat photo.jpg", "Documents", "cat photo.png", "cat"),
        ("Downloads", "poster.png", "Pictures", "poster.jpg", "balloons"),
        ("Desktop", "skyline.jpg", "Pictures", "skyline copy.jpg", "city"),
        ("Pictures", "breakfast.png", "Downloads", "breakfast.bmp", "coffee"),
        ("Documents", "map.png", "Desktop", "map.jpg", "harbour"),
    ),
    draws={"folder": "listed", "name": "file_name", "new_name": "file_name", "source": "listed"},
    conditions=(Condition("same_picture", {"path": "{folder}/{new_name}", "other": "{source}/{name}"}),),
    needs=(image_need("{source}/{name}"), folder_need()),
    produces=made("{folder}/{new_name}"),
    covers=("photos/open",),
    milestones=(opened("{source}/{name}", "photos"), saving(opened("{source}/{name}", "photos"))),
    tags=("transfer",),
)
def save_copy(ui: UI, source: str, name: str, folder: str, new_name: str, **_: str) -> Iterator[Action]:
    """Ctrl+Shift+S."""
    yield from show(ui, f"{source}/{name}")
    yield from save_as(ui, f"{folder}/{new_name}", "s", "ctrl", "shift")
