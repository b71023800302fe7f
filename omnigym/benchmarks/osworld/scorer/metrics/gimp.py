"""Metrics of what people do with GIMP: pictures before and after, and its settings."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageOps

from omnigym.benchmarks.osworld.scorer.given import content_of
from omnigym.benchmarks.osworld.scorer.looks import (
    Pixels,
    flatten_image,
    follows,
    grey,
    picture_of,
    saturation,
    sharpness,
    similarity,
)
from omnigym.benchmarks.osworld.scorer.matching import text_of
from omnigym.benchmarks.osworld.scorer.registry import metric
from omnigym.errors import TaskFileError, UnreadableError
from omnigym.foreign import show_value, within
from omnigym.foreign.limits import TEXT_BYTES
from omnigym.pictures.files import picture_mode, picture_size

__all__ = [
    "check_brightness_decrease_and_structure_sim",
    "check_config_status",
    "check_contrast_increase_and_structure_sim",
    "check_green_background",
    "check_image_file_size",
    "check_image_mirror",
    "check_image_size",
    "check_palette_and_structure_sim",
    "check_saturation_increase_and_structure_sim",
    "check_sharper",
    "check_structure_sim",
    "check_structure_sim_resized",
    "check_structure_sim_with_threshold",
    "check_textbox_on_leftside",
    "check_triangle_position",
    "compare_triangle_positions",
    "decrease_brightness",
    "increase_saturation",
]

#: The structural similarity of two pictures of the same structure, and where only their contrast may differ.
_ALIKE, _ALIKE_BUT_CONTRAST, _MIRRORED = 0.9, 0.65, 0.99
#: A mean that differs by less than this, in 0..255, is a matter of saving with losses: nothing was changed.
_NOTICED = 1.0
#: The same for sharpness, as a share.
_SHARPER = 1.1
#: How far hues may turn on average, of 256, and the similarity of values, where saturation alone was changed.
_TURNED, _ALIKE_IN_VALUE = 10.0, 0.75
#: The correlation of two pictures of the same things.
_SAME_THINGS = 0.9
#: Brightness to which pictures are brought, to be compared.
_MIDDLE = 128
#: How far a channel is off the background's where something is drawn on it.
_DRAWN = 48
#: How dark a text is; which part of the width is the left side; which part of a picture a text covers at most.
_DARK, _LEFT, _MOST_TEXT = 128, 0.05, 0.5
#: How far from the middle something may be, as a part of each side.
_OFF_MIDDLE = 0.05


def _colours(image: Image.Image) -> Pixels:
    return np.asarray(flatten_image(image), dtype=np.float32)


def _same_structure(a: Image.Image, b: Image.Image, least: float = _ALIKE) -> bool:
    return similarity(_colours(a), _colours(b)) >= least


# -- what was changed -------------------------------------------------------------------------------------------------


@metric("check_brightness_decrease_and_structure_sim")
def check_brightness_decrease_and_structure_sim(result: object, original: object, threshold: float = 0.03) -> float:
    """Return whether a picture is darker than the original and otherwise the same.

    Both are brought to one brightness, and their mean squared difference, of values in [0, 1], is below the threshold.
    A grey area passes that in the published function, and so does saving again; here things must be the same, and the
    change be more than saving costs.
    """
    a, b = picture_of(result), picture_of(original)
    darker = grey(b).mean() - grey(a).mean() >= _NOTICED
    if not darker or a.size != b.size or follows(a, b) < _SAME_THINGS:
        return 0.0
    return float(np.mean((_evened(a) - _evened(b)) ** 2) < threshold)


def _evened(image: Image.Image) -> Pixels:
    factor = _MIDDLE / max(float(grey(image).mean()), 1.0)
    found: Pixels = np.clip(_colours(image) * np.float32(factor / 255), 0, 1)
    return found


@metric("check_saturation_increase_and_structure_sim")
def check_saturation_increase_and_structure_sim(result: object, original: object) -> float:
    """Return whether a picture has more saturation than the original and otherwise the same hues and structure.

    The published function compares hues by structure, and column by column: greys have any hue.
    """
    a, b = picture_of(result), picture_of(original)
    if a.size != b.size or float(saturation(a).mean() - saturation(b).mean()) < _NOTICED:
        return 0.0
    hue, value = 0, 2
    x, y = (np.asarray(flatten_image(image).convert("HSV"), dtype=np.float32) for image in (a, b))
    weight = np.minimum(x[..., 1], y[..., 1])
    turned = np.abs((x[..., hue] - y[..., hue] + 128) % 256 - 128)
    mean_turn = float((turned * weight).sum() / max(float(weight.sum()), 1.0))
    return float(mean_turn <= _TURNED and similarity(x[..., value], y[..., value]) >= _ALIKE_IN_VALUE)


@metric("check_contrast_increase_and_structure_sim")
def check_contrast_increase_and_structure_sim(result: object, original: object) -> float:
    """Return whether a picture has more contrast than the original and otherwise the same structure."""
    a, b = picture_of(result), picture_of(original)
    more = float(_colours(a).std() - _colours(b).std()) >= _NOTICED
    return float(more and _same_structure(a, b, _ALIKE_BUT_CONTRAST))


@metric("increase_saturation")
def increase_saturation(before: object, after: object) -> float:
    """Return whether the second picture has more saturation than the first one and shows the same.

    The published function passes any picture of more saturation.
    """
    a, b = picture_of(before), picture_of(after)
    more = float(saturation(b).mean() - saturation(a).mean()) >= _NOTICED
    return float(more and follows(a, b) >= _SAME_THINGS)


@metric("decrease_brightness")
def decrease_brightness(before: object, after: object) -> float:
    """Return whether the second picture is darker than the first one and shows the same.

    The published function passes any darker picture, a black one too.
    """
    a, b = picture_of(before), picture_of(after)
    return float(float(grey(a).mean() - grey(b).mean()) >= _NOTICED and follows(a, b) >= _SAME_THINGS)


@metric("check_sharper")
def check_sharper(result: object, original: object) -> float:
    """Return whether a picture is sharper than the original, by the variance of the Laplacian, and shows the same.

    The published function passes any picture with more edges.
    """
    a, b = picture_of(result), picture_of(original)
    return float(sharpness(grey(a)) > _SHARPER * sharpness(grey(b)) and follows(a, b) >= _SAME_THINGS)


@metric("check_image_mirror")
def check_image_mirror(result: object, original: object) -> float:
    """Return whether a picture is the original's mirror image, left to right.

    An unchanged picture that is nearly symmetric passes the published function; here it must be nearer to the mirror
    image than to the original.
    """
    a, b = picture_of(result), picture_of(original)
    mirrored = similarity(_colours(ImageOps.mirror(a)), _colours(b))
    return float(mirrored >= _MIRRORED and mirrored >= similarity(_colours(a), _colours(b)))


# -- structure --------------------------------------------------------------------------------------------------------


@metric("check_structure_sim")
def check_structure_sim(result: object, expected: object) -> float:
    """Return whether two pictures have one size and the same structure: a similarity of 0.9."""
    return float(_same_structure(picture_of(result), picture_of(expected)))


@metric("check_structure_sim_with_threshold")
def check_structure_sim_with_threshold(result: object, expected: object, ssim_threshold: float = 0.85) -> float:
    """Return whether two pictures have the same structure at the expected one's size: a similarity of the threshold."""
    a, b = picture_of(result), picture_of(expected)
    a = a if a.size == b.size else flatten_image(a).resize(b.size, Image.Resampling.LANCZOS)
    return float(_same_structure(a, b, ssim_threshold))


@metric("check_file_exists_and_structure_sim")
def check_file_exists_and_structure_sim(result: object, expected: object) -> float:
    """As `check_structure_sim`; that the file is there, the getter has seen."""
    return check_structure_sim(result, expected)


@metric("check_structure_sim_resized")
def check_structure_sim_resized(result: object, expected: object) -> float:
    """Return whether two pictures, at the expected one's size, have the same structure, without transparent edges."""
    a, b = _visible(picture_of(result)), picture_of(expected)
    return float(a is not None and _same_structure(flatten_image(a).resize(b.size), b))


def _visible(image: Image.Image) -> Image.Image | None:
    """A picture without its transparent edges; None where nothing of it is seen."""
    if image.mode != "RGBA":
        return image
    box = image.getchannel("A").getbbox()
    return None if box is None else image.crop(box)


@metric("check_palette_and_structure_sim")
def check_palette_and_structure_sim(result: object, expected: object) -> float:
    """Return whether a picture has a palette and the structure of the expected one."""
    return float(check_structure_sim(result, expected) == 1 and picture_mode(content_of(result)) == "P")


# -- single pictures --------------------------------------------------------------------------------------------------


@metric("check_image_size")
def check_image_size(result: object, rule: Mapping[str, object]) -> float:
    """Return whether a picture has the rule's ``width`` and ``height``, one of which may be left out.

    With ``ignore_transparent`` its transparent edges do not count; in the published function they never do for some
    formats.

    Raises:
        TaskFileError: The rule names neither.
    """
    wanted = {side: rule[side] for side in ("width", "height") if rule.get(side) is not None}
    if not wanted:
        raise TaskFileError("check_image_size expects a width or a height, got neither. Give the rule one.")
    image: Image.Image | None = picture_of(result)
    if image is not None and rule.get("ignore_transparent"):
        image = _visible(image)
    return float(image is not None and all(getattr(image, side) == value for side, value in wanted.items()))


@metric("check_image_file_size")
def check_image_file_size(result: Any, rule: Mapping[str, Any]) -> float:
    """Return whether a picture's file has fewer bytes than ``max_size``; the published code passes an empty file."""
    content = content_of(result)
    if picture_size(content) is None:
        raise UnreadableError("Expected the bytes of a picture, got some that are none.")
    return float(len(content) < rule["max_size"])


@metric("check_triangle_position")
def check_triangle_position(result: object) -> float:
    """Return whether what is drawn on the background is in the middle, to 5 % of each side.

    The background has the colour of most pixels. The published function looks at the pixels of the second rarest
    colour, which is one of an edge.
    """
    image = picture_of(result)
    centre = _centre(image)
    if centre is None:
        return 0.0
    return float(all(abs(at - side / 2) < _OFF_MIDDLE * side for at, side in zip(centre, image.size, strict=True)))


@metric("compare_triangle_positions")
def compare_triangle_positions(before: object, after: object) -> float:
    """Return whether the drawing on the background is nearer to the middle in the second picture.

    The published function takes all pixels for those of the triangle.
    """
    distances = []
    for image in (picture_of(before), picture_of(after)):
        centre = _centre(image)
        if centre is None:
            return 0.0
        distances.append(float(np.hypot(centre[0] - image.width / 2, centre[1] - image.height / 2)))
    return float(distances[0] > distances[1] + 1)


def _centre(image: Image.Image) -> tuple[float, float] | None:
    """The middle of what is drawn, (x, y); None where nothing is."""
    pixels = np.asarray(image.convert("RGBA"))
    values, counts = np.unique(np.ascontiguousarray(pixels).view(np.uint32), return_counts=True)
    background = values[counts.argmax() :][:1].view(np.uint8).astype(np.int16)
    rows, columns = np.nonzero(np.abs(pixels.astype(np.int16) - background).max(axis=2) > _DRAWN)
    return (float(columns.mean()) + 0.5, float(rows.mean()) + 0.5) if len(rows) else None


@metric("check_textbox_on_leftside")
def check_textbox_on_leftside(result: object) -> float:
    """Return whether a dark text begins within the left 5 % of a picture.

    Where half of the picture is dark that is no text; the published function passes a black picture.
    """
    dark: NDArray[np.bool_] = grey(picture_of(result)) < _DARK
    columns = np.flatnonzero(dark.any(axis=0))
    return float(dark.mean() < _MOST_TEXT and len(columns) > 0 and columns[0] < _LEFT * dark.shape[1])


@metric("check_green_background")
def check_green_background(result: object, expected: object) -> float:
    """Return whether a picture is green wherever the expected one is not black, and not where most of that is black.

    The published function takes rows for columns, and passes a picture that is green all over.
    """
    image, mask = picture_of(result), _colours(picture_of(expected)).any(axis=2)
    if not mask.any():
        raise UnreadableError("Expected a picture whose background is not black, got a black one.")
    pixels = _colours(image)
    if pixels.shape[:2] != mask.shape:
        return 0.0
    green = (pixels[..., 1] > pixels[..., 0]) & (pixels[..., 1] > pixels[..., 2])
    return float(green[mask].all() and (bool(mask.all()) or float(green[~mask].mean()) <= 0.5))


# -- settings ---------------------------------------------------------------------------------------------------------


@metric("check_config_status")
def check_config_status(result: Any, rule: Mapping[str, Any]) -> float:
    """Return whether a file of GIMP's settings gives the rule's ``key`` its ``value``.

    A key may be two words: that of a list, and one in it. The last line of a key counts; any does in the published
    function.

    Raises:
        TaskFileError: The key is neither a word nor two.
    """
    key = [rule["key"]] if isinstance(rule["key"], str) else list(rule["key"])
    if not 1 <= len(key) <= 2:
        raise TaskFileError(f"check_config_status expects a key of one or two words, got {show_value(key)}.")
    text = text_of(result)
    within(len(text), TEXT_BYTES, "characters of settings")
    lines = [line.strip().lstrip("(").rstrip(")").split() for line in text.splitlines() if not line.startswith("#")]
    values = [words[-1] for words in lines if len(words) > len(key) and words[: len(key)] == key]
    return float(bool(values) and values[-1].strip('"') == str(rule["value"]).strip('"'))
