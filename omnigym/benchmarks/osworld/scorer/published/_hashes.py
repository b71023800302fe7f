"""Perceptual hashes of pictures: the signs of a picture's slowest waves."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from PIL import Image

__all__ = ["hash_bits"]

_BITS, _SIDE = 8, 32


def hash_bits(image: Image.Image) -> NDArray[np.bool_]:
    """Return the 64 bits of a picture's hash: which of its 8 by 8 slowest waves are above their median.

    The picture is grey and 32 pixels wide and high, and the waves are those of a cosine transform.
    """
    pixels = np.asarray(image.convert("L").resize((_SIDE, _SIDE), Image.Resampling.LANCZOS), dtype=np.float64)
    at = np.arange(_SIDE)
    waves = 2 * np.cos(np.pi / _SIDE * (at[None, :] + 0.5) * at[:, None])
    slow = (waves @ pixels @ waves.T)[:_BITS, :_BITS]
    bits: NDArray[np.bool_] = slow > np.median(slow)
    return bits
