"""Metrics that compare pictures with pictures."""

from __future__ import annotations

import numpy as np
from PIL import Image

from omnigym.benchmarks.osworld.scorer.given import files_of
from omnigym.benchmarks.osworld.scorer.looks import flatten_image, grey, picture_of, similarity
from omnigym.benchmarks.osworld.scorer.registry import metric
from omnigym.errors import UnreadableError

__all__ = ["compare_image_list", "compare_images", "compare_images_in_folder"]

#: From here on two pictures are the same: what saving with losses costs is less.
_SAME = 0.98
#: What a result must gain at least over what was there before.
_GAIN = 0.01


@metric("compare_images")
def compare_images(
    result: object,
    expected: object,
    require_same_size: bool = False,
    binary: bool = False,
    threshold: float = _SAME,
    reference_base_result: float | None = None,
) -> float:
    """Return the structural similarity of two pictures' brightness, in [0, 1]; 1 from 0.98 on, for lossy files.

    Pictures of two sizes are compared at the smaller one's; the published function takes the narrower one's.

    Args:
        result, expected: The files.
        require_same_size: Whether pictures of two sizes score 0.
        binary: Whether the score is 1 above the threshold, else 0.
        threshold: For ``binary``.
        reference_base_result: The similarity that there was before: the score is what was gained of what was missing.
    """
    a, b = picture_of(result), picture_of(expected)
    if a.size != b.size:
        if require_same_size:
            return 0.0
        size = min(a.size, b.size, key=lambda s: s[0] * s[1])
        a, b = (flatten_image(image).resize(size, Image.Resampling.LANCZOS) for image in (a, b))
    found = similarity(grey(a), grey(b))
    if binary:
        return float(found > threshold)
    if reference_base_result is not None:
        gained = (1.0 if found >= _SAME else found) - reference_base_result
        return gained / (1 - reference_base_result) if gained >= _GAIN else 0.0
    return 1.0 if found >= _SAME else max(found, 0.0)


@metric("compare_image_list")
def compare_image_list(result: object, expected: object) -> float:
    """Return whether pictures are equal to those expected, pixel by pixel, one by one.

    The published function passes over pictures that only one list has, and over colours where both have transparency.
    """
    if isinstance(result, list | tuple) and not all(result):
        return 0.0
    found, wanted = files_of(result), files_of(expected)
    if len(found) != len(wanted):
        return 0.0
    return float(all(_equal(picture_of(a), picture_of(b)) for a, b in zip(found, wanted, strict=True)))


def _equal(a: Image.Image, b: Image.Image) -> bool:
    if a.size != b.size:
        return False
    mode = "RGBA" if "RGBA" in (a.mode, b.mode) else "RGB"
    return np.array_equal(np.asarray(a.convert(mode)), np.asarray(b.convert(mode)))


@metric("compare_images_in_folder")
def compare_images_in_folder(
    result: object, expected: object, require_same_size: bool = False, binary: bool = True, threshold: float = _SAME
) -> float:
    """Return whether two folders have pictures of the same names that show the same.

    The published function passes pictures of any similarity above 0; here each one needs the threshold.

    Args:
        result, expected: The files of each folder.
        require_same_size: Whether pictures of two sizes score 0.
        binary: Tasks may give it; pictures are the same or not in any case.
        threshold: The similarity from which two pictures are the same.
    """
    del binary
    found, wanted = ({file.name: file for file in files_of(files)} for files in (result, expected))
    if not wanted:
        raise UnreadableError("Expected pictures in a folder, got none.")
    if found.keys() != wanted.keys():
        return 0.0
    return float(
        all(compare_images(found[name], wanted[name], require_same_size, True, threshold) == 1 for name in wanted)
    )
