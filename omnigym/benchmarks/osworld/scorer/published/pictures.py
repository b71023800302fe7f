"""Published metrics of pictures: what people do with GIMP, and comparisons."""

from __future__ import annotations

import numpy as np
from PIL import Image, ImageChops, ImageOps

from omnigym.benchmarks.osworld.scorer.choice import TaskVersion
from omnigym.benchmarks.osworld.scorer.given import content_of, library
from omnigym.benchmarks.osworld.scorer.looks import sharpness
from omnigym.benchmarks.osworld.scorer.published._values import Rule, Untyped
from omnigym.benchmarks.osworld.scorer.registry import published_metric
from omnigym.pictures.files import original_picture

__all__: list[str] = []

_LANCZOS = Image.Resampling.LANCZOS
#: The least side of a picture whose structure is compared.
_LEAST = 7
_ALIKE, _ALIKE_BUT_CONTRAST, _MIRRORED, _MIDDLE = 0.9, 0.65, 0.99, 128
_DARK, _LEFT, _OFF_MIDDLE = 128, 0.05, 0.05
#: How much a picture must be nearer than what was there before.
_GAIN = 0.01


def _opened(state: object) -> Image.Image:
    return original_picture(content_of(state))


def _rgb(image: Image.Image) -> Image.Image:
    """A picture in RGB, without its transparency."""
    return image if image.mode == "RGB" else image.convert("RGB")


def _similarity(a: Image.Image, b: Image.Image, axis: int | None) -> float:
    found = library("skimage.metrics").structural_similarity(np.asarray(a), np.asarray(b), channel_axis=axis)
    return float(found)


def _alike(a: Image.Image, b: Image.Image, version: TaskVersion, least: float = _ALIKE) -> bool:
    """Whether two pictures have one structure.

    In 2024 their last axis holds the channels, which of a picture without any are its columns.
    """
    if version == "2024":
        return _similarity(a, b, -1) >= least
    if min(*a.size, *b.size) < _LEAST or a.size != b.size:
        return False
    return _similarity(_rgb(a), _rgb(b), 2) >= least


def _mean(image: Image.Image) -> float:
    return float(np.asarray(image, dtype=np.float64).mean())


def _saturation(image: Image.Image) -> float:
    return _mean(image.convert("HSV").getchannel("S"))


# -- what was changed -------------------------------------------------------------------------------------------------


@published_metric("check_brightness_decrease_and_structure_sim")
def check_brightness_decrease_and_structure_sim(
    version: TaskVersion, result: object, original: object, threshold: float = 0.03
) -> float:
    """Return whether a picture is darker at all, and near the original once both have one brightness."""
    if result is None or original is None:
        return 0.0
    a, b = _opened(result), _opened(original)
    darker = _mean(b.convert("L")) > _mean(a.convert("L"))
    a, b = _evened(a), _evened(b)
    if version == "verified":
        a, b = _rgb(a.resize(b.size, _LANCZOS) if a.size != b.size else a), _rgb(b)
    x, y = (np.asarray(image, dtype=np.float32) / 255 for image in (a, b))
    return float(darker and float(np.mean((x - y) ** 2)) < threshold)


def _evened(image: Image.Image) -> Image.Image:
    factor = _MIDDLE / _mean(image.convert("L"))
    return image.point(lambda value: min(255, max(0, int(value * factor))))


@published_metric("check_saturation_increase_and_structure_sim")
def check_saturation_increase_and_structure_sim(version: TaskVersion, result: object, original: object) -> float:
    """Return whether a picture has more saturation, and hues and values of the same structure, as greys have none."""
    if result is None or original is None:
        return 0.0
    a, b = (_opened(state).convert("HSV") for state in (result, original))
    alike = all(_alike(a.getchannel(part), b.getchannel(part), version) for part in ("H", "V"))
    return float(_mean(a.getchannel("S")) > _mean(b.getchannel("S")) and alike)


@published_metric("check_contrast_increase_and_structure_sim")
def check_contrast_increase_and_structure_sim(version: TaskVersion, result: object, original: object) -> float:
    """Return whether a picture has more contrast at all, and the original's structure."""
    if result is None or original is None:
        return 0.0
    a, b = _opened(result), _opened(original)
    more = np.asarray(a, dtype=np.float32).std() > np.asarray(b, dtype=np.float32).std()
    return float(bool(more) and _alike(a, b, version, _ALIKE_BUT_CONTRAST))


@published_metric("increase_saturation")
def increase_saturation(_: TaskVersion, before: object, after: object) -> float:
    """Return whether the second picture has more saturation, whatever it shows."""
    return float(_saturation(_opened(before)) < _saturation(_opened(after)))


@published_metric("decrease_brightness")
def decrease_brightness(_: TaskVersion, before: object, after: object) -> float:
    """Return whether the second picture is darker, whatever it shows."""
    return float(_mean(_opened(before).convert("L")) > _mean(_opened(after).convert("L")))


@published_metric("check_sharper")
def check_sharper(_: TaskVersion, result: object, original: object) -> float:
    """Return whether a picture has more edges than the original, whatever it shows."""
    a, b = (np.asarray(_rgb(_opened(state)).convert("L"), dtype=np.float32) for state in (result, original))
    return float(sharpness(a) > sharpness(b))


@published_metric("check_image_mirror")
def check_image_mirror(version: TaskVersion, result: object, original: object) -> float:
    """Return whether the mirror image of a picture is the original."""
    if result is None or original is None:
        return 0.0
    return float(_alike(ImageOps.mirror(_opened(result)), _opened(original), version, _MIRRORED))


# -- structure --------------------------------------------------------------------------------------------------------


def _structure(name: str) -> None:
    def check(version: TaskVersion, result: object, expected: object) -> float:
        if result is None or expected is None:
            return 0.0
        return float(_alike(_opened(result), _opened(expected), version))

    check.__name__ = check.__qualname__ = name
    check.__doc__ = "Return whether two pictures have the same structure, without their transparency."
    published_metric(name)(check)


_structure("check_structure_sim")
_structure("check_file_exists_and_structure_sim")


@published_metric("check_structure_sim_with_threshold")
def check_structure_sim_with_threshold(
    _: TaskVersion, result: object, expected: object, ssim_threshold: float = 0.85
) -> float:
    """Return whether two pictures have the same structure at the expected one's size."""
    if result is None or expected is None:
        return 0.0
    a, b = _opened(result), _opened(expected)
    a = a.resize(b.size, _LANCZOS) if a.size != b.size else a
    return float(_similarity(_rgb(a), _rgb(b), 2) >= ssim_threshold)


@published_metric("check_structure_sim_resized")
def check_structure_sim_resized(version: TaskVersion, result: object, expected: object) -> float:
    """Return whether two pictures have one structure at the expected one's size, without transparent edges."""
    if result is None or expected is None:
        return 0.0
    a, b = _opened(result), _opened(expected)
    if version == "2024":
        return float(_alike(a.resize(b.size), b, version))
    if a.has_transparency_data:
        a = a.convert("RGBA")
        box = a.getchannel("A").getbbox()
        if box is None:
            return 0.0
        a = a.crop(box).convert("RGB")
    return float(_alike(a.resize(b.size), _rgb(b), version))


@published_metric("check_palette_and_structure_sim")
def check_palette_and_structure_sim(version: TaskVersion, result: object, expected: object) -> float:
    """Return whether a picture has a palette and the structure of the expected one."""
    if result is None or expected is None:
        return 0.0
    a, b = _opened(result), _opened(expected)
    return float(_alike(_rgb(a), b, version) and a.mode == "P")


@published_metric("compare_images")
def compare_images(
    version: TaskVersion, result: object, expected: object, reference_base_result: float | None = None
) -> float:
    """Return the structural similarity of two pictures' brightness at the narrower one's size."""
    if not result or not expected:
        return 0.0
    a, b = (_opened(state).convert("L") for state in (result, expected))
    size = min(a.size, b.size)
    found = _similarity(a.resize(size, _LANCZOS), b.resize(size, _LANCZOS), None)
    if reference_base_result is None or version == "2024":
        return found
    if found < reference_base_result + _GAIN:
        return 0.0
    return (found - reference_base_result) / (1 - reference_base_result)


@published_metric("compare_image_list")
def compare_image_list(version: TaskVersion, result: Untyped, expected: Untyped) -> float:
    """Return whether pictures are equal, as long as both lists go on; with transparency that alone is compared."""
    found, wanted = (result, expected) if isinstance(result, list | tuple) else ([result], [expected])
    for first, second in zip(found, wanted, strict=False):
        if not first or not second:
            return 0.0
        a, b = _opened(first), _opened(second)
        if version == "verified":
            a = a.resize(b.size, _LANCZOS) if a.size != b.size else a
            a = a.convert(b.mode) if a.mode != b.mode else a
        if ImageChops.difference(a, b).getbbox():
            return 0.0
    return 1.0


# -- single pictures --------------------------------------------------------------------------------------------------


@published_metric("check_image_size")
def check_image_size(version: TaskVersion, result: object, rule: Rule) -> float:
    """Return whether a picture has the rule's ``width`` and ``height``; a rule without either passes every one.

    Only "verified" passes over transparent edges.
    """
    if result is None:
        return 0.0
    image = _opened(result)
    size = image.size
    if version == "verified" and rule.get("ignore_transparent") and image.has_transparency_data:
        box = image.convert("RGBA").getchannel("A").getbbox()
        size = (0, 0) if box is None else (box[2] - box[0], box[3] - box[1])
    wanted = rule.get("width"), rule.get("height")
    return float(all(asked is None or side == asked for side, asked in zip(size, wanted, strict=True)))


@published_metric("check_triangle_position")
def check_triangle_position(_: TaskVersion, result: object) -> float:
    """Return whether the pixels of the second rarest colour are in the middle."""
    if result is None:
        return 0.0
    pixels = np.asarray(_opened(result))
    colours, counts = np.unique(pixels.reshape(-1, pixels.shape[2]), axis=0, return_counts=True)
    colour = colours[np.argsort(counts)][1]
    centre = np.argwhere(np.all(pixels == colour, axis=2)).mean(axis=0)
    sides = np.array(pixels.shape[:2])
    return float(np.all(np.abs(centre - sides / 2) < _OFF_MIDDLE * sides))


@published_metric("compare_triangle_positions")
def compare_triangle_positions(_: TaskVersion, before: object, after: object) -> float:
    """Return whether the middle of all pixels is nearer to the middle of the picture, which an odd side makes."""
    first, second = (sum(side % 2 == 0 for side in _opened(state).size) for state in (before, after))
    return float(first > second)


@published_metric("check_textbox_on_leftside")
def check_textbox_on_leftside(_: TaskVersion, result: object) -> float:
    """Return whether anything dark is within the left 5 % of a picture."""
    if result is None:
        return 0.0
    dark = np.asarray(_opened(result).convert("L")) < _DARK
    columns = np.flatnonzero(dark.any(axis=0))
    return float((columns[0] if len(columns) else dark.shape[1]) < _LEFT * dark.shape[1])


@published_metric("check_green_background")
def check_green_background(_: TaskVersion, result: object, expected: object) -> float:
    """Return whether a square picture is green wherever the expected one is not black."""
    if result is None or expected is None:
        return 0.0
    pixels, mask = np.asarray(_opened(result)), np.asarray(_opened(expected))
    if mask.shape[0] != mask.shape[1] or pixels.shape[0] < mask.shape[0] or pixels.shape[1] < mask.shape[1]:
        return 0.0  # it takes rows for columns and ends with an error
    pixels = pixels[: mask.shape[0], : mask.shape[1]]
    red, green, blue = pixels[..., 0], pixels[..., 1], pixels[..., 2]
    return float(((green > red) & (green > blue))[mask[..., :3].any(axis=2)].all())
