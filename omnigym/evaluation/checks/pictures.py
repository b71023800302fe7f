"""Checks of pictures in files, on the clipboard and as wallpaper. The losses of JPEG compression are tolerated."""

from __future__ import annotations

from collections.abc import Sequence

from PIL import Image

from omnigym.evaluation.checks._effects import makes, sets, writes
from omnigym.evaluation.checks._initial_content import contents, contents_before
from omnigym.evaluation.condition import Verdict, not_yet, passed
from omnigym.evaluation.probe import Probe
from omnigym.evaluation.registry import check
from omnigym.pictures import (
    SCENES,
    TONES,
    UNEDITED,
    alike,
    cropped,
    decoded_picture,
    draw_scene,
    edited,
    is_part_of,
    mirrored,
    similarity,
    turned,
)

__all__ = [
    "clipboard_holds_picture",
    "picture_cut",
    "picture_shows",
    "pictures_joined",
    "same_picture",
    "wallpaper_is",
]

_SIDES = ("right", "below")
_FLIPS = ("", "horizontal", "vertical")
#: The relative difference by which the ratio of width to height may be off.
_RATIO_SLACK = 0.02
#: What a crop to a shape must leave, of the largest area of that shape: less was cropped more than once.
_LEAST = 0.6
#: The mean difference of a channel from a filter's result: JPEG costs 0.6, another filter below it 1.7 or more.
_TONED = 1.5


def _read(probe: Probe, path: str) -> Image.Image | None:
    """The picture at ``path``, or None if there is no file.

    Raises:
        UnreadableError: It is not a picture.
        TooLargeError: It is larger than the limits.
    """
    return probe.read(path, decoded_picture)


def _missing(path: str) -> Verdict:
    return not_yet(f"There is no picture {path!r}.")


@check("picture_shows", effects=lambda path, **_: writes(path))
def picture_shows(
    probe: Probe,
    path: str,
    scene: str,
    part: Sequence[float] = (0.0, 0.0, 1.0, 1.0),
    turns: int = 0,
    flip: str = "",
    tone: str = "",
) -> Verdict:
    """The picture at ``path`` is one that ships with the package, after these edits, in this order.

    Args:
        probe: Reads the device.
        path: A file of any format.
        scene: A name in `omnigym.pictures.SCENES`.
        part: The part that was kept: left, top, right, bottom, each 0..1.
        turns: Quarter turns clockwise.
        flip: "horizontal" (left and right exchanged), "vertical" or "".
        tone: A name in `omnigym.pictures.TONES`.
    """
    if scene not in SCENES or flip not in _FLIPS or tone not in TONES:
        return not_yet(f"There is no scene {scene!r}, flip {flip!r} or tone {tone!r} to compare with.")
    picture = _read(probe, path)
    if picture is None:
        return _missing(path)
    whole = draw_scene(scene)
    width, height = whole.size
    left, top, right, bottom = part
    area = (round(left * width), round(top * height), round(right * width), round(bottom * height))
    edits = turned(cropped(UNEDITED, whole.size, area), whole.size, turns)
    if flip:
        edits = mirrored(edits, whole.size, vertical=flip == "vertical")
    wanted = edited(whole, edits._replace(tone=tone))
    # A crop is drawn by hand, and nothing else changes the size.
    slack = {} if edits.crop else {"slack": 0.0}
    if alike(picture, wanted, **slack, **({"most": _TONED} if tone else {})):
        return passed()
    return not_yet(f"{path!r}, {picture.width} x {picture.height}, is not {scene!r} as it was asked for.")


@check("picture_cut", effects=lambda path, **_: writes(path))
def picture_cut(probe: Probe, path: str, scene: str, ratio: float) -> Verdict:
    """The picture at ``path`` is a part of a scene, not a scrap of it, and its width is ``ratio`` times its height."""
    if scene not in SCENES:
        return not_yet(f"There is no scene {scene!r} to compare with.")
    picture = _read(probe, path)
    if picture is None:
        return _missing(path)
    if abs(picture.width / picture.height / ratio - 1) > _RATIO_SLACK:
        return not_yet(f"{path!r} is {picture.width} x {picture.height}, which is not {ratio:.2f} : 1.")
    whole = draw_scene(scene)
    largest = min(whole.width, whole.height * ratio) * min(whole.height, whole.width / ratio)
    if picture.width * picture.height < _LEAST * largest:
        return not_yet(f"{path!r} is {picture.width} x {picture.height}, which leaves too little of {scene!r}.")
    return passed() if is_part_of(picture, whole) else not_yet(f"{path!r} is no part of {scene!r}.")


@check("same_picture", effects=lambda path, other: (*makes(path), *makes(other)))
def same_picture(probe: Probe, path: str, other: str) -> Verdict:
    """Two files show the same picture, one that was there before, whatever their formats."""
    first, second = _read(probe, path), _read(probe, other)
    if first is None or second is None:
        return _missing(path if first is None else other)
    if not alike(first, second):
        return not_yet(f"{path!r} and {other!r} do not show the same.")
    was = [decoded_picture(content) for p in (path, other) for content in contents_before(probe, p)]
    if not was or any(alike(first, picture) for picture in was):
        return passed()
    return not_yet(f"{path!r} and {other!r} show something else than before.")


@check("pictures_joined", effects=lambda path, **_: writes(path))
def pictures_joined(probe: Probe, path: str, first: str, second: str, side: str, least: float = 0.8) -> Verdict:
    """The picture at ``path`` consists of two others, by structural similarity (SSIM).

    Args:
        probe: Reads the device.
        path, first, second: Files of any format.
        side: Place of the second picture: "right" of the first, or "below" it.
        least: The least similarity of each half to its picture; 1 means equal.
    """
    if side not in _SIDES:
        return not_yet(f"Unknown side {side!r}: expected one of {', '.join(_SIDES)}.")
    read = [(p, _read(probe, p)) for p in (path, first, second)]
    lacking = [p for p, picture in read if picture is None]
    if lacking:
        return _missing(lacking[0])
    whole, left, right = (_lying(picture, side) for _, picture in read if picture is not None)
    scale = whole.width / (left.width + right.width)
    tall = scale * max(left.height, right.height)
    if abs(whole.height / tall - 1) > _RATIO_SLACK:
        return not_yet(f"{path!r} does not have the shape of {first!r} and {second!r} beside each other.")
    for name, part, begin in ((first, left, 0), (second, right, left.width)):
        # If one of them is smaller, the room below it is left out.
        shown = whole.crop((scale * begin, 0, scale * (begin + part.width), scale * part.height))
        got = similarity(part, shown)
        if got < least:
            return not_yet(f"The part of {path!r} that should be {name!r} has a similarity of {got:.2f} to it.")
    return passed()


def _lying(picture: Image.Image, side: str) -> Image.Image:
    """The picture, transposed if ``side`` is "below", so that the second picture is always on the right."""
    return picture.transpose(Image.Transpose.TRANSPOSE) if side == "below" else picture


@check("clipboard_holds_picture")
def clipboard_holds_picture(probe: Probe, path: str) -> Verdict:
    """The image on the clipboard is the picture at ``path``, as it was before."""
    if _read(probe, path) is None:
        return _missing(path)
    copied = probe.clipboard().image
    held = decoded_picture(copied) if copied else None
    if held is not None and any(alike(held, decoded_picture(content)) for content in contents(probe, path)):
        return passed()
    return not_yet(f"The clipboard does not hold the picture {path!r}.")


@check("wallpaper_is", effects=lambda **_: sets("wallpaper*"))
def wallpaper_is(probe: Probe, path: str) -> Verdict:
    """The desktop's background is the picture at ``path``."""
    got = probe.setting("wallpaper")
    if probe.native_path(got).casefold() == probe.native_path(path).casefold():
        return passed()
    return not_yet(f"The background is {got!r}, not {path!r}.")
