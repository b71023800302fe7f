"""Checks of pictures that were made brighter or darker."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from omnigym.evaluation.checks._effects import writes
from omnigym.evaluation.checks._initial_content import as_it_was
from omnigym.evaluation.condition import Verdict, not_yet, passed
from omnigym.evaluation.probe import Probe
from omnigym.evaluation.registry import check
from omnigym.pictures import decoded_picture

__all__ = ["picture_brightness"]

#: The least difference of mean brightness, of 255: what a person sees, and compression does not make.
_LEAST = 4.0
#: The least correlation of their brightness over a grid of places, in [-1, 1]: a white page has none.
_ALIKE, _GRID = 0.75, 48


@check("picture_brightness", effects=lambda path, **_: writes(path))
def picture_brightness(probe: Probe, path: str, than: str, darker: bool = False) -> Verdict:
    """CRAB's ``is_image_2_brighter``: a picture is another one, and brighter.

    Args:
        probe: Reads the device.
        path: The picture.
        than: The other one, as it was before.
        darker: Whether it is to be darker instead.
    """
    picture, originals = probe.read(path, decoded_picture), as_it_was(probe, than, decoded_picture)
    if picture is None or not originals:
        return not_yet(f"There is no picture {path if picture is None else than!r}.")
    by = [(_mean(picture) - _mean(other)) * (-1 if darker else 1) for other in originals]
    if max(by) < _LEAST:
        return not_yet(
            f"{path!r} is {'no darker' if darker else 'no brighter'} than {than!r} ({-max(by):+.1f} of 255)."
        )
    if any(_same_scene(picture, other) for other, more in zip(originals, by, strict=True) if more >= _LEAST):
        return passed()
    return not_yet(f"{path!r} does not show what {than!r} does.")


def _mean(picture: Image.Image) -> float:
    return float(np.asarray(picture.convert("L"), dtype=np.float64).mean())


def _same_scene(first: Image.Image, second: Image.Image) -> bool:
    """Whether two pictures show the same but for how bright they are; one may be larger."""
    if abs(first.width / first.height - second.width / second.height) > 0.03 * second.width / second.height:
        return False
    first_grid, second_grid = _grid(first), _grid(second)
    if min(first_grid.std(), second_grid.std()) < 1.0:
        return False
    return bool(np.corrcoef(first_grid, second_grid)[0, 1] >= _ALIKE)


def _grid(picture: Image.Image) -> NDArray[np.float64]:
    """How bright a picture is, place by place."""
    small = picture.convert("L").resize((_GRID, _GRID), Image.Resampling.BOX)
    return np.asarray(small, dtype=np.float64).ravel()
