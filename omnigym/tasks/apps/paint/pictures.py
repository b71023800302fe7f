"""Drawing pictures and changing them: subtasks of Paint."""

from __future__ import annotations

from collections.abc import Iterator

from omnigym.actions import Action
from omnigym.tasks.apps._milestones import opened, saving
from omnigym.tasks.apps._needs import folder_need
from omnigym.tasks.apps._steps import save_as
from omnigym.tasks.apps._writing import new_document
from omnigym.tasks.apps.paint._steps import PAINT, draw, open_picture, tap, tool
from omnigym.tasks.apps.photos._steps import PATH, draft_need, made, photos
from omnigym.tasks.subtask import UI, Condition, Need, Resource, SetClipboard, subtask

__all__: list[str] = []

_OPENED = opened(PATH, "paint")
#: The colours of Paint that are asked for, as files have them.
_RGB = {
    "red": "ED1C24",
    "orange": "FF7F27",
    "green": "22B14C",
    "turquoise": "00A2E8",
    "indigo": "3F48CC",
    "purple": "A349A4",
    "black": "000000",
    "gold": "FFC90E",
    "lime": "B5E61D",
}


@subtask(
    **PAINT,
    id="paint/draw-shape",
    implied=("rgb",),
    instruction="In Paint, draw a filled {shape} in {colour} on a white picture, nothing else, and save it as {name} "
    "in {folder}.",
    parameters=tuple(
        {"shape": shape, "colour": colour, "rgb": _RGB[colour], "name": name, "folder": folder}
        for shape, colour, name, folder in (
            ("rectangle", "red", "stop.png", "Pictures"),
            ("oval", "indigo", "badge.png", "Pictures"),
            ("triangle", "orange", "warning.png", "Desktop"),
            ("diamond", "green", "marker.png", "Pictures"),
            ("oval", "black", "dot.bmp", "Documents"),
            ("rectangle", "turquoise", "flag.png", "Downloads"),
            ("triangle", "purple", "peak.png", "Pictures"),
            ("diamond", "red", "card.png", "Desktop"),
        )
    ),
    conditions=(Condition("picture_shape", {"path": PATH, "shape": "{shape}", "colour": "{rgb}"}),),
    needs=(folder_need(),),
    produces=made(),
    milestones=(saving(),),
    tags=("create", "drag"),
)
def draw_shape(ui: UI, shape: str, colour: str, name: str, folder: str, **_: str) -> Iterator[Action]:
    """The shape and its colour, Fill, a drag."""
    yield from new_document(ui)
    yield from tool(ui, shape, colour)
    yield ui.click("paint.solid")
    yield draw(ui, (0.2, 0.2), (0.6, 0.8))
    yield from save_as(ui, f"{folder}/{name}", "f12")


@subtask(
    **PAINT,
    id="paint/fill",
    implied=("rgb",),
    instruction="Make a picture in Paint that is {colour} all over, and save it as {name} in {folder}.",
    parameters=tuple(
        {"colour": colour, "rgb": _RGB[colour], "name": name, "folder": folder}
        for colour, name, folder in (
            ("green", "screen.png", "Pictures"),
            ("black", "night.png", "Pictures"),
            ("gold", "ground.bmp", "Desktop"),
            ("turquoise", "sea.png", "Documents"),
            ("lime", "meadow.png", "Pictures"),
            ("red", "alarm.png", "Downloads"),
            ("purple", "velvet.png", "Desktop"),
            ("orange", "sunset.png", "Pictures"),
        )
    ),
    conditions=(Condition("picture_plain", {"path": PATH, "colour": "{rgb}"}),),
    needs=(folder_need(),),
    produces=made(),
    milestones=(saving(),),
    tags=("create",),
)
def fill(ui: UI, colour: str, name: str, folder: str, **_: str) -> Iterator[Action]:
    """The bucket."""
    yield from new_document(ui)
    yield from tool(ui, "fill", colour)
    yield tap(ui)
    yield from save_as(ui, f"{folder}/{name}", "f12")


@subtask(
    **PAINT,
    id="paint/invert",
    implied=("scene",),
    instruction="Invert the colours of {name} in {folder} with Paint, so that it looks like a negative, and save it.",
    parameters=photos(
        ("folder", "name", "scene"),
        ("Pictures", "slide 12.png", "harbour"),
        ("Pictures", "film.png", "tulips"),
        ("Downloads", "contact print.png", "mountains"),
        ("Desktop", "scan.bmp", "coffee"),
        ("Pictures", "archive 3.png", "city"),
        ("Documents", "plate.png", "balloons"),
    ),
    conditions=(Condition("picture_scaled", {"path": PATH, "scene": "{scene}", "tone": "negative"}),),
    needs=(draft_need(),),
    produces=made(),
    milestones=(_OPENED,),
    tags=("edit",),
)
def invert(ui: UI, folder: str, name: str, **_: object) -> Iterator[Action]:
    """Ctrl+Shift+I."""
    yield from open_picture(ui, f"{folder}/{name}")
    yield ui.press("i", "ctrl", "shift")
    yield ui.press("s", "ctrl")


@subtask(
    **PAINT,
    id="paint/resize",
    implied=("scene",),
    instruction="With Paint, make the picture {name} in {folder} {width} pixels wide, its height in proportion, and "
    "save it.",
    parameters=photos(
        ("folder", "name", "width", "scene"),
        ("Pictures", "header.png", 480, "harbour"),
        ("Downloads", "product.png", 300, "coffee"),
        ("Desktop", "avatar.png", 200, "cat"),
        ("Pictures", "thumb.png", 160, "aurora"),
        ("Documents", "figure 4.png", 640, "dunes"),
        ("Pictures", "teaser.png", 360, "beach"),
    ),
    conditions=(Condition("picture_scaled", {"path": PATH, "scene": "{scene}", "width": "{width}"}),),
    needs=(draft_need(),),
    produces=made(),
    milestones=(_OPENED,),
    tags=("edit", "dialog"),
)
def resize(ui: UI, folder: str, name: str, width: int, **_: object) -> Iterator[Action]:
    """Ctrl+W, the width, Enter."""
    yield from open_picture(ui, f"{folder}/{name}")
    yield ui.press("w", "ctrl")
    yield ui.type(f"{width}\n")
    yield ui.press("s", "ctrl")


@subtask(
    **PAINT,
    id="paint/paste",
    implied=("source", "scene"),
    instruction="Paste the picture on the clipboard into Paint and save it as {name} in {folder}.",
    parameters=photos(
        ("folder", "name", "source", "scene"),
        ("Pictures", "pasted boats.png", "Pictures/bay.png", "harbour"),
        ("Desktop", "from the web.png", "Downloads/banner.png", "balloons"),
        ("Documents", "figure.bmp", "Pictures/chart.png", "tulips"),
        ("Downloads", "copy of the view.png", "Pictures/alps.jpg", "mountains"),
        ("Pictures", "my cup.png", "Desktop/menu photo.jpg", "coffee"),
        ("Pictures", "lights.png", "Pictures/polar night.jpg", "aurora"),
    ),
    conditions=(Condition("picture_holds_clipboard", {"path": PATH}),),
    needs=(Need(Resource("clipboard_image", "{source}"), (SetClipboard(image="{scene}"),)), folder_need()),
    produces=made(),
    capabilities=("files", "apps", "a11y", "clipboard"),
    milestones=(saving(),),
    tags=("clipboard", "create"),
)
def paste(ui: UI, folder: str, name: str, **_: object) -> Iterator[Action]:
    """A new picture, Ctrl+V."""
    yield from new_document(ui)
    yield ui.press("v", "ctrl")
    yield from save_as(ui, f"{folder}/{name}", "f12")
