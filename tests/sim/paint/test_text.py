"""Runs of letters."""

from __future__ import annotations

import numpy as np
import pytest

from omnigym.sim.paint.text import halo_stencil, run_stencil
from omnigym.sim.style.fonts import Font


@pytest.mark.parametrize("scale", [1, 2, 3])
def test_a_halo_is_as_wide_and_as_dark_beside_letters_of_any_size(scale: int) -> None:
    def spread(size: int) -> tuple[float, float]:
        """How far beyond the letters the shade reaches, in ems, and its darkness in the mean of their box."""
        font = Font("ui", size)
        (dx, _), shade = halo_stencil("Recycle Bin", font, 0x14283F)
        left, letters = run_stencil("Recycle Bin", font, 0xFFFFFF)
        columns = np.flatnonzero((shade.keep[:, :, 0] < 236).any(axis=0))
        inked = np.flatnonzero((letters.keep[:, :, 0] < 236).any(axis=0))
        return (left + inked[0] - dx - columns[0]) / size, float(shade.keep.mean()) / 256

    reach, _ = spread(12 * scale)
    usual, _ = spread(12)
    assert reach == pytest.approx(usual, abs=0.07)
