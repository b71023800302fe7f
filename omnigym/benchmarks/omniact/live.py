"""The simulated part of the collected set, each screen made when one of its points is first drawn: nothing on disk."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from omnigym.benchmarks.omniact.collecting import CollectedScreen, Gold, collect_screen
from omnigym.benchmarks.omniact.collection import Check, points_of
from omnigym.benchmarks.omniact.dataset import SPLITS
from omnigym.benchmarks.omniact.layout import Box
from omnigym.benchmarks.omniact.recipe import ScreenPlan, ScreenRecipe, recipe
from omnigym.benchmarks.omniact.screens import Screen
from omnigym.errors import OracleError, UnknownNameError, UnreadableError
from omnigym.values import Frame

__all__ = ["LivePoint", "LiveSet"]

#: Screens that are kept; a screen is some 3 MB.
_KEPT = 16


@dataclass(frozen=True, slots=True)
class LivePoint:
    """A data point, as `omnigym.benchmarks.omniact.dataset.Point` is one.

    Attributes:
        split: "train", "val" or "test".
        id: Its name, the same as in the collected set.
        instruction: What is asked.
        collected: The screen.
        gold: The script, with what it brings about.
    """

    split: str
    id: str
    instruction: str
    collected: CollectedScreen
    gold: Gold

    @property
    def key(self) -> str:
        """Its name in the whole set: ``test/12``."""
        return f"{self.split}/{self.id}"

    @property
    def script(self) -> str:
        """The gold script."""
        return self.gold.script

    @property
    def check(self) -> Check:
        """How a script is judged by running it."""
        return Check(self.collected.screen, self.gold.outcome, self.gold.also)

    def image(self) -> Frame:
        """The screenshot: uint8 (H, W, 3), RGB."""
        return self.collected.frame

    def boxes(self, images: bool = True) -> Mapping[str, Box]:
        """The boxes of the controls, all of which are on the image."""
        del images
        return {str(n): Box(*box.edges, box.label) for n, box in enumerate(self.collected.boxes)}


class LiveSet:
    """The points of the simulated screens of a recipe. Making a screen takes seconds; a few are kept.

    Args:
        made: The recipe; None for that of the collected set.
    """

    def __init__(self, made: ScreenRecipe | None = None) -> None:
        self._recipe = made or recipe()
        self._planned = self._recipe.of(("sim",))

    def draw(self, split: str, rng: np.random.Generator) -> LivePoint:
        """A point of a split by chance, each as likely as any other.

        Raises:
            UnknownNameError: There is no such split.
            UnreadableError: This point cannot be made here; another one may be.
        """
        planned = [one for one in self._planned if one.split == split]
        if not planned:
            raise UnknownNameError("split", split, SPLITS)
        number = int(rng.integers(sum(one.points for one in planned)))
        for one in planned:
            if number < one.points:
                return self._point(one, one.first + number)
            number -= one.points
        raise AssertionError("the number is below the sum")

    def __getitem__(self, key: str) -> LivePoint:
        """The point of that name: ``train/12``, or ``12``.

        Raises:
            UnknownNameError: There is none.
            UnreadableError: It cannot be made here.
        """
        split, _, digits = key.rpartition("/")
        number = int(digits) if digits.isascii() and digits.isdigit() and len(digits) < 10 else -1
        for one in self._planned:
            if one.first <= number < one.first + one.points and split in ("", one.split):
                return self._point(one, number)
        raise UnknownNameError("point", key, [f"{one.split}/{one.first}" for one in self._planned])

    def _point(self, planned: ScreenPlan, number: int) -> LivePoint:
        try:
            collected = _collected(planned.screen, self._recipe.seed, tuple(sorted(planned.counts.items())))
        except OracleError as e:
            raise UnreadableError(f"{planned.screen.name}: this screen cannot be made here: {e}") from None
        for known, instruction, gold in points_of(planned, collected.golds):
            if known == number:
                return LivePoint(planned.split, str(number), instruction, collected, gold)
        raise UnreadableError(f"{planned.split}/{number}: its screen gives fewer points here than planned.")


@lru_cache(maxsize=_KEPT)
def _collected(screen: Screen, seed: int, counts: tuple[tuple[str, int], ...]) -> CollectedScreen:
    return collect_screen(screen, seed, dict(counts))
