"""Edits of a picture: turn, mirror, crop, tone. As a value, so that it can be shown before it is saved."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple, TypeAlias

from PIL import Image

__all__ = [
    "TONES",
    "UNEDITED",
    "Area",
    "Edits",
    "Size",
    "apply_edits",
    "crop_edits",
    "edited_size",
    "lighten_image",
    "mirror_edits",
    "turn_edits",
    "turned_size",
]

#: Left, top, right, bottom in pixels, the end excluded.
Area: TypeAlias = tuple[int, int, int, int]
#: Width and height in pixels.
Size: TypeAlias = tuple[int, int]

#: The colour filters: what each channel becomes of red, green and blue, and a constant.
TONES: Mapping[str, tuple[float, ...]] = MappingProxyType(
    {
        "": (1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0),
        "mono": (0.299, 0.587, 0.114, 0) * 3,
        "sepia": (0.34, 0.66, 0.16, 0, 0.30, 0.58, 0.14, 0, 0.23, 0.45, 0.11, 0),
        "warm": (1.06, 0.04, 0, 8, 0, 1.0, 0, 2, 0, 0.02, 0.86, 0),
        "cool": (0.86, 0.02, 0, 0, 0, 1.0, 0.02, 2, 0, 0.04, 1.06, 8),
        "negative": (-1, 0, 0, 255, 0, -1, 0, 255, 0, 0, -1, 255),
    }
)

_TRANSPOSED = (None, Image.Transpose.ROTATE_270, Image.Transpose.ROTATE_180, Image.Transpose.ROTATE_90)


class Edits(NamedTuple):
    """The edits of a picture, applied in this order whatever the order in which they were made.

    Attributes:
        mirror: Whether left and right change places.
        turns: Quarter turns clockwise after that, 0 to 3.
        crop: What is left of the turned picture, or None for all of it.
        tone: One of `TONES`.
    """

    mirror: bool = False
    turns: int = 0
    crop: Area | None = None
    tone: str = ""


#: A picture as it is in its file.
UNEDITED = Edits()


def turned_size(size: Size, edits: Edits) -> Size:
    """Return the size of a picture that is turned, not cropped."""
    return (size[1], size[0]) if edits.turns % 2 else size


def edited_size(size: Size, edits: Edits) -> Size:
    """Return the size of a picture after all edits."""
    if edits.crop is None:
        return turned_size(size, edits)
    left, top, right, bottom = edits.crop
    return right - left, bottom - top


def turn_edits(edits: Edits, size: Size, quarters: int) -> Edits:
    """Return the edits with the current picture turned clockwise.

    Args:
        edits: What was done before.
        size: Of the picture without any edit.
        quarters: How many quarter turns; negative ones are counterclockwise.

    >>> turn_edits(Edits(crop=(0, 0, 10, 5)), (100, 50), 1)
    Edits(mirror=False, turns=1, crop=(45, 0, 50, 10), tone='')
    """
    for _ in range(quarters % 4):
        height = turned_size(size, edits)[1]
        crop = edits.crop
        if crop is not None:
            crop = (height - crop[3], crop[0], height - crop[1], crop[2])
        edits = edits._replace(turns=(edits.turns + 1) % 4, crop=crop)
    return edits


def mirror_edits(edits: Edits, size: Size, *, vertical: bool = False) -> Edits:
    """Return the edits with left and right, or top and bottom, of the current picture swapped.

    >>> mirror_edits(Edits(turns=1), (100, 50))
    Edits(mirror=True, turns=3, crop=None, tone='')
    """
    width, crop = turned_size(size, edits)[0], edits.crop
    if crop is not None:
        crop = (width - crop[2], crop[1], width - crop[0], crop[3])
    flipped = edits._replace(mirror=not edits.mirror, turns=-edits.turns % 4, crop=crop)
    return turn_edits(flipped, size, 2) if vertical else flipped


def crop_edits(edits: Edits, size: Size, area: Area) -> Edits:
    """Return the edits with a crop of the turned picture, of at least one pixel; all of it means no crop."""
    width, height = turned_size(size, edits)
    left, top = min(max(0, area[0]), width - 1), min(max(0, area[1]), height - 1)
    right, bottom = min(max(left + 1, area[2]), width), min(max(top + 1, area[3]), height)
    whole = (left, top, right, bottom) == (0, 0, width, height)
    return edits._replace(crop=None if whole else (left, top, right, bottom))


def lighten_image(image: Image.Image, percent: int) -> Image.Image:
    """Return a picture lightened by a percentage of white, or darkened if it is negative; the opacity stays."""
    by = round(2.55 * percent)
    rule = [min(255, max(0, value + by)) for value in range(256)]
    same = list(range(256))
    return image.point(rule * 3 + same if image.mode == "RGBA" else rule * len(image.getbands()))


def apply_edits(image: Image.Image, edits: Edits) -> Image.Image:
    """Return the picture with all edits applied."""
    if edits.mirror:
        image = image.transpose(Image.Transpose.FLIP_LEFT_RIGHT)
    how = _TRANSPOSED[edits.turns % 4]
    if how is not None:
        image = image.transpose(how)
    if edits.crop is not None:
        image = image.crop(edits.crop)
    if edits.tone:
        toned = image.convert("RGB").convert("RGB", TONES[edits.tone])
        if image.mode == "RGBA":
            toned.putalpha(image.getchannel("A"))
        image = toned
    return image
