"""Changing pictures: subtasks of Photos' editor."""

from __future__ import annotations

from collections.abc import Iterator

from omnigym.actions import Action
from omnigym.tasks.apps._milestones import opened
from omnigym.tasks.apps.photos._steps import PATH, PHOTOS, draft_need, edit, made, photos, show
from omnigym.tasks.subtask import UI, Condition, all_of, subtask

__all__: list[str] = []

_SEEN = opened(PATH, "photos")
_EDITED = all_of(_SEEN, Condition("control_exists", {"name": "Cancel", "role": "button"}))


@subtask(
    **PHOTOS,
    id="photos/rotate",
    implied=(
        "scene",
        "turns",
    ),
    instruction="Turn the picture {name} in {folder} {how} with Photos, so that it stays that way.",
    parameters=photos(
        ("folder", "name", "how", "turns", "scene"),
        ("Pictures", "tower.jpg", "a quarter turn clockwise", 1, "harbour"),
        ("Pictures", "sideways.png", "a quarter turn counterclockwise", 3, "tulips"),
        ("Downloads", "upside down.jpg", "upside down", 2, "mountains"),
        ("Desktop", "receipt photo.jpg", "a quarter turn clockwise", 1, "coffee"),
        ("Pictures", "mill.jpg", "a quarter turn counterclockwise", 3, "tulips"),
        ("Documents", "plan view.png", "upside down", 2, "city"),
        ("Pictures", "tabby.jpg", "a quarter turn clockwise", 1, "cat"),
    ),
    conditions=(Condition("picture_shows", {"path": PATH, "scene": "{scene}", "turns": "{turns}"}),),
    needs=(draft_need(),),
    produces=made(),
    covers=("photos/open",),
    milestones=(_SEEN,),
    tags=("edit",),
)
def rotate(ui: UI, folder: str, name: str, turns: int, **_: str) -> Iterator[Action]:
    """Ctrl+R in the viewer keeps it at once; with Shift the other way."""
    yield from show(ui, f"{folder}/{name}")
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


@subtask(
    **PHOTOS,
    id="photos/crop-half",
    implied=(
        "part",
        "scene",
    ),
    instruction="Crop {name} in {folder} so that just the {half} half of the picture is left, and save it.",
    parameters=tuple(
        {"folder": folder, "name": name, "half": half, "part": _HALVES[half][1], "scene": scene}
        for folder, name, half, scene in (
            ("Pictures", "panorama.jpg", "left", "harbour"),
            ("Pictures", "group.png", "right", "balloons"),
            ("Downloads", "view.jpg", "upper", "mountains"),
            ("Desktop", "shore.jpg", "lower", "beach"),
            ("Pictures", "desert.jpg", "right", "dunes"),
            ("Documents", "header.png", "upper", "aurora"),
            ("Pictures", "table.jpg", "left", "coffee"),
        )
    ),
    conditions=(Condition("picture_shows", {"path": PATH, "scene": "{scene}", "part": "{part}"}),),
    needs=(draft_need(),),
    produces=made(),
    covers=("photos/open",),
    milestones=(_SEEN, _EDITED),
    tags=("edit", "drag"),
)
def crop_half(ui: UI, folder: str, name: str, half: str, **_: object) -> Iterator[Action]:
    """The opposite edge dragged to the middle."""
    yield from edit(ui, f"{folder}/{name}")
    yield ui.drag("crop_handle", "picture", handle=_HALVES[half][0])
    yield ui.press("s", "ctrl")


_SHAPES = {"a square": (1.0, "square"), "16:9": (16 / 9, "16_9"), "4:3": (4 / 3, "4_3"), "9:16": (9 / 16, "9_16")}


@subtask(
    **PHOTOS,
    id="photos/crop-shape",
    implied=(
        "ratio",
        "scene",
    ),
    instruction="I need {name} in {folder} cropped to {shape}. Do that in Photos and save the result.",
    parameters=tuple(
        {"folder": folder, "name": name, "shape": shape, "ratio": _SHAPES[shape][0], "scene": scene}
        for folder, name, shape, scene in (
            ("Pictures", "profile.jpg", "a square", "cat"),
            ("Pictures", "slide.png", "16:9", "city"),
            ("Downloads", "story.jpg", "9:16", "forest"),
            ("Desktop", "frame.jpg", "4:3", "tulips"),
            ("Documents", "badge.png", "a square", "balloons"),
            ("Pictures", "title.jpg", "16:9", "aurora"),
            ("Pictures", "postcard.jpg", "4:3", "beach"),
        )
    ),
    conditions=(Condition("picture_cut", {"path": PATH, "scene": "{scene}", "ratio": "{ratio}"}),),
    needs=(draft_need(),),
    produces=made(),
    covers=("photos/open",),
    milestones=(_SEEN, _EDITED),
    tags=("edit",),
)
def crop_shape(ui: UI, folder: str, name: str, shape: str, **_: object) -> Iterator[Action]:
    """The aspect ratio chosen from its menu."""
    yield from edit(ui, f"{folder}/{name}")
    yield ui.click("photos.ratio")
    yield ui.click(f"photos.ratio.{_SHAPES[shape][1]}")
    yield ui.press("s", "ctrl")


@subtask(
    **PHOTOS,
    id="photos/flip",
    implied=(
        "flip",
        "scene",
    ),
    instruction="Mirror the photo {name} in {folder} {how} and save it.",
    parameters=photos(
        ("folder", "name", "how", "flip", "scene"),
        ("Pictures", "selfie.jpg", "from left to right", "horizontal", "cat"),
        ("Pictures", "reflection.png", "from top to bottom", "vertical", "mountains"),
        ("Downloads", "sails.jpg", "from left to right", "horizontal", "harbour"),
        ("Desktop", "night.jpg", "from top to bottom", "vertical", "city"),
        ("Documents", "sketch.png", "from left to right", "horizontal", "coffee"),
        ("Pictures", "path.jpg", "from left to right", "horizontal", "forest"),
    ),
    conditions=(Condition("picture_shows", {"path": PATH, "scene": "{scene}", "flip": "{flip}"}),),
    needs=(draft_need(),),
    produces=made(),
    covers=("photos/open",),
    milestones=(_SEEN, _EDITED),
    tags=("edit",),
)
def flip_picture(ui: UI, folder: str, name: str, flip: str, **_: str) -> Iterator[Action]:
    """The button of the editor."""
    yield from edit(ui, f"{folder}/{name}")
    yield ui.click("photos.flip_h" if flip == "horizontal" else "photos.flip_v")
    yield ui.press("s", "ctrl")


@subtask(
    **PHOTOS,
    id="photos/filter",
    implied=(
        "scene",
        "tone",
    ),
    instruction="Put the filter '{filter}' on {name} in {folder} with the editor of Photos, and save.",
    parameters=photos(
        ("folder", "name", "filter", "tone", "scene"),
        ("Pictures", "wedding.jpg", "Black and white", "mono", "tulips"),
        ("Pictures", "grandma.png", "Sepia", "sepia", "cat"),
        ("Downloads", "x-ray.jpg", "Negative", "negative", "coffee"),
        ("Desktop", "street.jpg", "Black and white", "mono", "beach"),
        ("Documents", "old town.png", "Sepia", "sepia", "harbour"),
        ("Pictures", "film strip.jpg", "Negative", "negative", "balloons"),
    ),
    conditions=(Condition("picture_shows", {"path": PATH, "scene": "{scene}", "tone": "{tone}"}),),
    needs=(draft_need(),),
    produces=made(),
    covers=("photos/open",),
    milestones=(_SEEN, _EDITED),
    tags=("edit",),
)
def put_filter(ui: UI, folder: str, name: str, tone: str, **_: str) -> Iterator[Action]:
    """Its sample in the editor."""
    yield from edit(ui, f"{folder}/{name}")
    yield ui.click("photos.tab.filter")
    yield ui.click(f"photos.filter.{tone}")
    yield ui.press("s", "ctrl")
