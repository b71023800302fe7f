"""Layers: the pixels of single surfaces, cached when they were last seen whole.

A window that comes to the front again, or a Start menu opened a second time, is a copy of its layer. Layers are a
cache: they are taken from the screen, brought up to date when they are needed, and hold nothing that could not be
painted again.
"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from omnigym.sim.paint.painter import paint
from omnigym.sim.paint.scale import Scaler
from omnigym.sim.scene.damage import merged, surface_damage
from omnigym.sim.style.theme import Theme
from omnigym.sim.ui.items import Box, Panel, clip_box
from omnigym.values import Frame


class Layer:
    """The content of a surface's body, whatever is in front of it.

    Args:
        size: (width, height) of the screen in pixels.
        body: What the surface covers wholly.
        frame: Where the pixels are kept, in the body only. It is as large as the screen, so that all coordinates are
            the screen's.
    """

    def __init__(self, size: tuple[int, int], body: Box, frame: Frame) -> None:
        self._size, self._body, self.frame = size, body, frame
        self._panels: tuple[Panel, ...] = ()
        self._scaled: dict[tuple[int, int], Scaler] = {}

    def save(self, panels: tuple[Panel, ...], frame: Frame, scalers: Mapping[tuple[int, int], Scaler]) -> None:
        """Save the pixels of a frame, and of its scaled copies, on which ``panels`` are seen whole."""
        if panels is self._panels:
            return
        x0, y0, x1, y1 = self._body
        self.frame[y0:y1, x0:x1] = frame[y0:y1, x0:x1]
        self._panels = panels
        self._scaled = {size: self._scaled.get(size) or Scaler(self._size, size) for size in scalers}
        for size, scaler in scalers.items():
            self._scaled[size].take(scaler, self._body)

    def show(self, panels: tuple[Panel, ...], theme: Theme) -> None:
        """Bring the pixels up to date."""
        if panels is self._panels:
            return
        rects: list[Box] = []
        surface_damage(self._panels, panels, theme, rects)
        rects = merged([clip_box(r, self._body) for r in rects], self._size)
        for rect in rects:
            paint(self.frame, rect, panels, theme)
        for scaler in self._scaled.values():
            scaler.update(self.frame, rects)
        self._panels = panels

    def scaled(self, size: tuple[int, int]) -> Scaler:
        """Return the scaled copy of the body, cached from now on."""
        scaler = self._scaled.get(size)
        if scaler is None:
            scaler = self._scaled[size] = Scaler(self._size, size)
            scaler.update(self.frame, [self._body])
        return scaler


class Layers:
    """The most recently used layers, by surface and body.

    Args:
        size: (width, height) of the screen in pixels.
    """

    #: Layers that are kept at most; each takes as many bytes as the screen.
    _MOST = 8

    def __init__(self, size: tuple[int, int]) -> None:
        self._size = size
        self._layers: dict[tuple[str, Box], Layer] = {}

    def find(self, surface: str, body: Box) -> Layer | None:
        """Return the layer of a surface, if it is cached."""
        layer = self._layers.pop((surface, body), None)
        if layer is not None:
            self._layers[surface, body] = layer
        return layer

    def make(self, surface: str, body: Box) -> Layer:
        """Return the layer of a surface, new if necessary."""
        layer = self.find(surface, body)
        if layer is None:
            if len(self._layers) < self._MOST:
                frame = np.zeros((self._size[1], self._size[0], 3), dtype=np.uint8)
            else:
                frame = self._layers.pop(next(iter(self._layers))).frame
            layer = self._layers[surface, body] = Layer(self._size, body, frame)
        return layer
