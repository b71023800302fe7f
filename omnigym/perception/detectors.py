"""The detectors of picture elements by name, and the trees of their results."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Sequence
from typing import TypeAlias

import numpy as np

from omnigym.a11y import Tree
from omnigym.errors import ConfigError
from omnigym.perception.detact import DetACT
from omnigym.perception.element import Element, Frame
from omnigym.perception.element_tree import element_tree
from omnigym.plugins import use_plugins

__all__ = ["Detector", "PixelTrees", "detector_of"]

#: Finds the elements of a screenshot, uint8 (H, W, 3): `Element` values, or pairs of bounds (x, y, width, height) in
#: its pixels and the text on each.
Detector: TypeAlias = Callable[[Frame], Iterable[Element | tuple[Sequence[float], str]]]


def detector_of(source: str | Detector) -> Detector:
    """Return the detector of a name.

    Args:
        source: "pixels" for a new `omnigym.perception.detact.DetACT` without packs of icons, which finds the same
            whatever is installed; the place of another one, ``module:function``; or itself.

    Raises:
        ConfigError: There is none.
        MissingDependencyError: "pixels" needs the extra ``ocr``.
    """
    if not isinstance(source, str):
        return source
    if source == "pixels":
        return DetACT(icons=None).elements
    module, _, name = source.partition(":")
    if not (module and name):
        raise ConfigError(f"Elements come from 'pixels' or the function MODULE:NAME of yours, got {source!r}.")
    use_plugins(module)
    found: Detector | None = getattr(sys.modules[module], name, None)
    if not callable(found):
        raise ConfigError(f"There is no function {name} in the module {module}, from which elements were to come.")
    return found


class PixelTrees:
    """A converter that makes flat trees of pictures by `element_tree`; an unchanged picture is not processed again.

    Args:
        detector: Finds the elements.
    """

    def __init__(self, detector: Detector) -> None:
        self._detector = detector
        self._last: tuple[Frame, Tree] | None = None

    def tree(self, frame: Frame) -> Tree:
        """Return the elements of a picture, in the detector's order.

        Args:
            frame: The whole screen, uint8 (H, W, 3).

        Raises:
            ConfigError: The detector answers with something else than boxes and texts.
        """
        if self._last is None or not np.array_equal(self._last[0], frame):
            height, width, _ = frame.shape
            self._last = frame, element_tree(self._detector(frame), (width, height))
        return self._last[1]
