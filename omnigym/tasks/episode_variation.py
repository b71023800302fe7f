"""What the seed of an episode changes of its start.

Layouts have numbers, and a quarter of them is held out by a stable hash. So a held-out episode looks like no training
episode, in every process and on every machine.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import count
from typing import NamedTuple

from omnigym.devices.protocol import LAYOUTS, Variation
from omnigym.tasks.split import HELDOUT_SHARE, Split
from omnigym.tasks.task import stable_hash

__all__ = ["NO_VARIETY", "Variety", "split_of_layout"]


@lru_cache(maxsize=LAYOUTS)
def split_of_layout(layout: int) -> Split:
    """The split of a layout, by its number in [0, `omnigym.devices.protocol.LAYOUTS`)."""
    return "heldout" if stable_hash(["layout", layout]) < HELDOUT_SHARE * 2**64 else "train"


class Variety(NamedTuple):
    """What the seed of an episode changes of its start.

    Attributes:
        kind: Nothing, the layout, or that and what lies around.
        split: Whose layouts are drawn; None for those of both.
    """

    kind: Variation = "none"
    split: Split | None = None

    def layout(self, seed: int) -> int | None:
        """The number of the layout that a seed draws, in [0, `omnigym.devices.protocol.LAYOUTS`); None for none."""
        if self.kind == "none":
            return None
        drawn = (stable_hash(["drawn", seed, n]) % LAYOUTS for n in count())
        split = "heldout" if self.split == "test" else self.split  # which has no layouts of its own
        return next(n for n in drawn if split is None or split_of_layout(n) == split)

    @property
    def filled(self) -> bool:
        """Whether things lie around that no task asks for."""
        return self.kind == "all"


NO_VARIETY = Variety()
