"""A demonstration as a learner of numbered actions sees it."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

__all__ = ["Demonstration"]


class Demonstration(NamedTuple):
    """One step.

    Attributes:
        observation: What the learner would have seen.
        mask: bool (A,), what it could have done.
        action: What was done, as a number of the learner's space.
        left: How many actions were needed from here to the end, this one included.
    """

    observation: dict[str, NDArray[np.generic]]
    mask: NDArray[np.bool_]
    action: int
    left: int
