"""Photos and the camera of the phone."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from omnigym.a11y import Role
from omnigym.actions import Action
from omnigym.tasks.apps._rows import row_is
from omnigym.tasks.apps.phone._files_steps import PATH, draft, image, photo
from omnigym.tasks.apps.phone._steps import at_root, table
from omnigym.tasks.subtask import UI, Condition, Resource, subtask

__all__: list[str] = []

_ON: Mapping[str, object] = {"platforms": ("android",), "capabilities": ("content", "files", "apps", "a11y")}
_PHOTOS: Mapping[str, object] = {**_ON, "app": "photos"}
_CAMERA: Mapping[str, object] = {**_ON, "app": "camera"}
_FAVORITES = "/data/data/com.google.android.apps.photos/favorites.json"
_SETTINGS = "/data/data/com.android.camera2/settings.json"
_SHOWN = Condition("control_exists", {"name": "{name}", "role": "image"})
_EDITOR = Condition("control_exists", {"name": "Save copy", "role": "button"})
_ORIGINAL, _COPY = "{folder}/{stem}.jpg", "{folder}/{stem}~2.jpg"


def _edited(folder: str, stem: str) -> str:
    return f"{folder}/{stem}.jpg"


@subtask(
    **_PHOTOS,
    id="phone-photos/favorite",
    instruction="Make the picture {name} in the album {folder} a favorite in Photos.",
    parameters=table(
        "folder name scene",
        ("Pictures", "sunset.jpg", "dunes"),
        ("Pictures", "boats.jpg", "harbour"),
        ("Download", "poster.jpg", "city"),
        ("Pictures", "walk.jpg", "forest"),
        ("Download", "card.jpg", "tulips"),
        ("Pictures", "night sky.jpg", "aurora"),
    ),
    draws={"name": "file_name"},
    conditions=(row_is("photos/favorites", path=f"/sdcard/{PATH}"),),
    needs=(image(),),
    produces=(Resource("favorite_picture", PATH),),
    milestones=(_SHOWN,),
    tags=("favorites",),
)
def favorite(ui: UI, folder: str, name: str, **_: str) -> Iterator[Action]:
    """The star above the picture."""
    yield from photo(ui, f"{folder}/{name}")
    yield ui.click("photos.star")


@subtask(
    **_PHOTOS,
    id="phone-photos/delete",
    instruction="Move the photo {name} from the album {folder} to the trash of Photos.",
    parameters=table(
        "folder name scene",
        ("Pictures", "blurred.jpg", "coffee"),
        ("Download", "advert.jpg", "balloons"),
        ("Pictures", "twice.jpg", "beach"),
        ("Download", "meme.jpg", "cat"),
        ("Pictures", "too dark.jpg", "city"),
        ("Download", "banner.jpg", "mountains"),
    ),
    draws={"name": "file_name"},
    conditions=(Condition("path_absent", {"path": PATH}),),
    needs=(image(consumes=True),),
    milestones=(_SHOWN, Condition("control_exists", {"role": "dialog"})),
    tags=("delete",),
)
def delete(ui: UI, folder: str, name: str, **_: str) -> Iterator[Action]:
    """The button below the picture, and the question."""
    yield from photo(ui, f"{folder}/{name}")
    yield ui.click("photos.delete")
    yield ui.click("ask.yes")


@subtask(
    **_PHOTOS,
    id="phone-photos/rotate",
    implied=("scene",),
    instruction="The picture {stem}.jpg in the album {folder} lies on its side. Rotate it counterclockwise once in the "
    "editor of Photos and save a copy.",
    parameters=table(
        "folder stem scene",
        ("Pictures", "tower", "harbour"),
        ("Download", "letter", "coffee"),
        ("Pictures", "flower", "tulips"),
        ("Pictures", "tree", "forest"),
        ("Download", "plan", "city"),
        ("Pictures", "peak", "mountains"),
    ),
    conditions=(Condition("picture_shows", {"path": _COPY, "scene": "{scene}", "turns": 3}),),
    needs=(draft(_ORIGINAL),),
    produces=(Resource("image", _COPY), Resource("file", _COPY)),
    milestones=(_EDITOR,),
    tags=("edit",),
)
def rotate(ui: UI, folder: str, stem: str, **_: str) -> Iterator[Action]:
    """The editor."""
    yield from photo(ui, _edited(folder, stem))
    yield ui.click("photos.edit")
    yield ui.click("photos.rotate")
    yield ui.click("photos.save")


@subtask(
    **_PHOTOS,
    id="phone-photos/filter",
    implied=("scene",),
    instruction="Give {stem}.jpg in the album {folder} the filter {filter}, and save the result as a copy.",
    parameters=table(
        "folder stem scene filter tone",
        ("Pictures", "pier", "harbour", "Mono", "mono"),
        ("Download", "lake", "mountains", "Sepia", "sepia"),
        ("Pictures", "desert", "dunes", "Warm", "warm"),
        ("Download", "snow", "aurora", "Cool", "cool"),
        ("Pictures", "street", "city", "Negative", "negative"),
        ("Pictures", "kitten", "cat", "Sepia", "sepia"),
        ("Download", "market", "tulips", "Mono", "mono"),
    ),
    conditions=(Condition("picture_shows", {"path": _COPY, "scene": "{scene}", "tone": "{tone}"}),),
    needs=(draft(_ORIGINAL),),
    produces=(Resource("image", _COPY), Resource("file", _COPY)),
    milestones=(_EDITOR, Condition("control_exists", {"name": "{filter}", "role": "radio", "states": "checked"})),
    tags=("edit",),
)
def tone(ui: UI, folder: str, stem: str, tone: str, **_: str) -> Iterator[Action]:
    """The filters of the editor."""
    yield from photo(ui, _edited(folder, stem))
    yield ui.click("photos.edit")
    yield ui.click("photos.tool.filters")
    yield ui.click(f"photos.filter.{tone}")
    yield ui.click("photos.save")


_RATIOS = {"square": 1.0, "4:3": 4 / 3, "16:9": 16 / 9}


@subtask(
    **_PHOTOS,
    id="phone-photos/crop",
    implied=(
        "ratio",
        "scene",
    ),
    instruction="Crop {stem}.jpg in the album {folder} to the shape {shape} and keep the result as a copy.",
    parameters=tuple(
        [
            {**row, "ratio": _RATIOS[row["shape"]]}
            for row in table(
                "folder stem scene shape",
                ("Pictures", "avatar", "cat", "square"),
                ("Download", "cover", "beach", "square"),
                ("Pictures", "frame", "forest", "4:3"),
                ("Download", "screen", "city", "16:9"),
                ("Pictures", "header", "aurora", "16:9"),
                ("Download", "print", "balloons", "4:3"),
            )
        ]
    ),
    conditions=(Condition("picture_cut", {"path": _COPY, "scene": "{scene}", "ratio": "{ratio}"}),),
    needs=(draft(_ORIGINAL),),
    produces=(Resource("image", _COPY), Resource("file", _COPY)),
    milestones=(_EDITOR,),
    tags=("edit",),
)
def crop(ui: UI, folder: str, stem: str, shape: str, **_: object) -> Iterator[Action]:
    """The shapes of the editor."""
    yield from photo(ui, _edited(folder, stem))
    yield ui.click("photos.edit")
    yield ui.click(f"photos.shape.{shape}")
    yield ui.click("photos.save")


@subtask(
    **{**_PHOTOS, "capabilities": ("content", "files", "settings", "wallpaper", "apps", "a11y")},
    id="phone-photos/wallpaper",
    instruction="Use the picture {name} of the album {folder} as the wallpaper of the phone.",
    parameters=table(
        "folder name scene",
        ("Pictures", "dune.jpg", "dunes"),
        ("Pictures", "port.jpg", "harbour"),
        ("Download", "skyline.jpg", "city"),
        ("Pictures", "wood.jpg", "forest"),
        ("Download", "bloom.jpg", "tulips"),
        ("Pictures", "north.jpg", "aurora"),
    ),
    draws={"name": "file_name"},
    conditions=(Condition("wallpaper_is", {"path": PATH}),),
    needs=(image(),),
    produces=(Resource("setting", "wallpaper"),),
    milestones=(_SHOWN,),
    tags=("menu",),
)
def wallpaper(ui: UI, folder: str, name: str, **_: str) -> Iterator[Action]:
    """The menu of the picture."""
    yield from photo(ui, f"{folder}/{name}")
    yield ui.click("photos.more")
    yield ui.click("photos.menu.wallpaper")
    yield ui.click("ask.yes")


# -- camera --------------------------------------------------------------------------------------------------

#: Photos that are taken in an episode, and no others: their names hold its day.
_TODAY = "PXL_20250314_"


def _shot(ui: UI, mode: str, zoom: int, camera: str = "back") -> Iterator[Action]:
    """A photo taken at once."""
    yield from at_root(ui, "camera.shutter")
    for name in ("Cancel timer", f"Switch to {camera} camera"):
        button = ui.node(Role.BUTTON, name)
        if button is not None:
            yield ui.click(button)
    yield ui.click("camera.timer")
    yield ui.click("camera.timer.0")
    yield ui.click(f"camera.mode.{mode}")
    yield ui.click(f"camera.zoom.{zoom}")
    yield ui.click("camera.shutter")


@subtask(
    **_CAMERA,
    id="phone-camera/take",
    implied=("width",),
    instruction="Take a photo with the {camera} camera of the phone, zoomed to {zoom}×.",
    parameters=tuple(
        [
            {"camera": camera, "zoom": zoom, "width": width // zoom}
            for camera, width in (("front", 640), ("back", 960))
            for zoom in (1, 2, 5)
        ]
    ),
    conditions=(Condition("photos_taken", {"pattern": f"{_TODAY}?????????.jpg", "width": "{width}"}),),
    milestones=(Condition("control_exists", {"name": "Take photo", "role": "button"}),),
    tags=("photo",),
)
def take(ui: UI, camera: str, zoom: int, **_: object) -> Iterator[Action]:
    """The shutter."""
    yield from _shot(ui, "photo", zoom, camera)


@subtask(
    **_CAMERA,
    id="phone-camera/mode",
    implied=(
        "pattern",
        "width",
    ),
    instruction="Take a photo in the camera's mode {mode} at a zoom of {zoom}×.",
    parameters=tuple(
        [
            {"mode": mode, "zoom": zoom, "width": width, "pattern": f"{_TODAY}*.{mode.upper()}.jpg"}
            for mode in ("Night", "Portrait")
            for zoom, width in ((1, 960), (2, 480), (5, 192))
        ]
    ),
    conditions=(Condition("photos_taken", {"pattern": "{pattern}", "width": "{width}"}),),
    milestones=(Condition("control_exists", {"name": "{mode}", "role": "toggle", "states": "checked"}),),
    tags=("photo",),
)
def mode(ui: UI, mode: str, zoom: int, **_: object) -> Iterator[Action]:
    """Mode and zoom, then the shutter."""
    yield from _shot(ui, mode.lower(), zoom)


@subtask(
    **_CAMERA,
    id="phone-camera/settings",
    instruction="Turn the flash of the camera to {flash} and set its timer to {timer} seconds.",
    parameters=tuple([{"flash": flash, "timer": timer} for flash in ("auto", "on", "off") for timer in (3, 10)]),
    conditions=(row_is("camera/settings", flash="{flash}", timer="{timer}", grid=False),),
    milestones=(Condition("control_exists", {"name": "Timer {timer} seconds", "role": "button"}),),
    tags=("settings",),
)
def settings(ui: UI, flash: str, timer: int) -> Iterator[Action]:
    """The buttons above the picture; the one of the timer last."""
    yield from at_root(ui, "camera.shutter")
    for key in (f"flash.{flash}", f"timer.{timer}"):
        yield ui.click(f"camera.{key.partition('.')[0]}")
        yield ui.click(f"camera.{key}")
