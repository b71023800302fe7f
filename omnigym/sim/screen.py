"""The screen's pixels, painted only when they are read, and only where they changed."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeAlias

import numpy as np

from omnigym.sim.frame_buffers import Lender
from omnigym.sim.layers import Layer, Layers
from omnigym.sim.paint.painter import bodies_of, paint
from omnigym.sim.paint.scale import Scaler
from omnigym.sim.scene.damage import Surfaces, extent_of, restacked, scene_damage
from omnigym.sim.style.theme import Theme
from omnigym.sim.ui.items import Box, Panel, area, around, clip_box, overlap
from omnigym.values import Frame

#: What a surface covers wholly: all but its rounded corners, as one box of its whole width and one of its whole height.
_Bodies: TypeAlias = tuple[Box, Box]
_NO_BODIES: _Bodies = ((0, 0, 0, 0), (0, 0, 0, 0))


class Screen:
    """A frame, and the scene that is painted on it.

    Args:
        size: (width, height) in pixels.
        theme: Gives the painter its styles at first.
    """

    _COPIES = 2
    #: For fewer pixels than these it is not worth looking for what hides what, and for layers.
    _SMALL = 10_000

    def __init__(self, size: tuple[int, int], theme: Theme) -> None:
        self._size, self._theme = size, theme
        self._frame: Frame = np.zeros((size[1], size[0], 3), dtype=np.uint8)
        self._lender = Lender(self._frame)
        self._painted: Surfaces | None = None
        self._scalers: dict[tuple[int, int], Scaler] = {}
        self._layers = Layers(size)
        self._bodies: dict[str, tuple[Panel, _Bodies]] = {}
        self._places: list[_Bodies] = []

    def set_theme(self, theme: Theme) -> None:
        """Paint with a theme from now on; if it is another one, the whole frame is painted again."""
        if theme is not self._theme:
            self._theme, self._painted = theme, None
            self._layers, self._bodies = Layers(self._size), {}

    def show(self, surfaces: Surfaces) -> None:
        """Bring the frame up to date with a scene."""
        old = self._painted
        if surfaces is old:
            return
        bodies = [self._bodies_of(wid, panels) for wid, panels in surfaces]
        if old is None:
            uncovered, rects = False, [(0, 0, *self._size)]
        else:
            uncovered = restacked(old, surfaces) or bodies != self._places
            if uncovered:
                self._save(old, surfaces, bodies)
            rects = scene_damage(old, surfaces, self._theme, self._size)
        self._painted, self._places = surfaces, bodies
        if not rects:
            return
        simple: list[Box] = []
        for rect in rects:
            if uncovered and area(rect) >= self._SMALL:
                self._compose(surfaces, bodies, rect)
            else:
                simple.append(rect)
                for index, boxes in _seen(bodies, rect):
                    for box in boxes:
                        paint(self._frame, box, surfaces[index][1], self._theme)
        self._lender.changed(rects)
        for scaler in self._scalers.values():
            scaler.update(self._frame, simple)
            if uncovered:
                scaler.settle(self._frame)

    def _bodies_of(self, wid: str, panels: tuple[Panel, ...]) -> _Bodies:
        if not panels:
            return _NO_BODIES
        known = self._bodies.get(wid)
        if known is None or known[0] is not panels[0]:
            if len(self._bodies) > 64:
                self._bodies.clear()
            known = self._bodies[wid] = (panels[0], bodies_of(panels, self._theme))
        return known[1]

    def _save(self, old: Surfaces, new: Surfaces, bodies: list[_Bodies]) -> None:
        """Keep what is seen whole on the frame now, and soon is no more."""
        still = self._whole(new, bodies)
        for wid, (panels, body) in self._whole(old, self._places).items():
            if wid not in still or still[wid][1] != body:
                self._layers.make(wid, body).save(panels, self._frame, self._scalers)

    def _whole(self, surfaces: Surfaces, bodies: list[_Bodies]) -> dict[str, tuple[tuple[Panel, ...], Box]]:
        """The surfaces that nothing is in front of, by id: panels and body."""
        found: dict[str, tuple[tuple[Panel, ...], Box]] = {}
        before: list[Box] = []
        for (wid, panels), (body, _) in zip(reversed(surfaces), reversed(bodies), strict=True):
            if area(body) >= self._SMALL and not any(overlap(body, box) for box in before):
                found[wid] = (panels, body)
            before.append(extent_of(panels, self._theme))
        return found

    def _paint(self, panels: tuple[Panel, ...], rect: Box) -> None:
        paint(self._frame, rect, panels, self._theme)
        for scaler in self._scalers.values():
            scaler.touch(rect)

    def _compose(self, surfaces: Surfaces, bodies: list[_Bodies], rect: Box) -> None:
        """Put a large rectangle together, back to front: bodies from their layers, the rest painted."""
        for index, ((wid, panels), (whole, _)) in enumerate(zip(surfaces, bodies, strict=True)):
            shown = _without([clip_box(extent_of(panels, self._theme), rect)], bodies[:index:-1])
            inside = [clip_box(whole, box) for box in shown]
            layer = None
            if sum(map(area, inside)) >= self._SMALL:  # of the desktop, which is behind all, one is made at once
                layer = self._layers.find(wid, whole) if index else self._layers.make(wid, whole)
            if layer is not None:
                layer.show(panels, self._theme)
            for box, body in zip(shown, inside, strict=True):
                if layer is None or not area(body):
                    self._paint(panels, box)
                    continue
                self._put(layer, body)
                for strip in around(body, box):
                    self._paint(panels, strip)

    def _put(self, layer: Layer, box: Box) -> None:
        x0, y0, x1, y1 = box
        self._frame[y0:y1, x0:x1] = layer.frame[y0:y1, x0:x1]
        for size, scaler in self._scalers.items():
            scaler.take(layer.scaled(size), box)

    def copy(self) -> Frame:
        """Return the current frame, read-only; it never changes while it is held."""
        return self._lender.copy()

    def update(self, shown: Frame, kept: Frame) -> bool:
        """Update a frame; see `omnigym.devices.protocol.UpdatesFrames.update_frame`."""
        return self._lender.update(shown, kept)

    def scaled(self, size: tuple[int, int]) -> Frame:
        """Return the frame averaged to ``size``, as the caller's own."""
        scaler = self._scalers.get(size)
        if scaler is None:
            while len(self._scalers) >= self._COPIES:
                del self._scalers[next(iter(self._scalers))]
            scaler = self._scalers[size] = Scaler(self._size, size)
            scaler.update(self._frame, [(0, 0, *self._size)])
        return scaler.copy()


def _seen(bodies: list[_Bodies], rect: Box) -> list[tuple[int, list[Box]]]:
    """Which surfaces may be seen in a rectangle, back to front, and where."""
    found, left = [], [rect]
    for index in range(len(bodies) - 1, -1, -1):
        found.append((index, left))
        left = _without(left, (bodies[index],))
        if not left:
            break
    return found[::-1]


def _without(boxes: list[Box], bodies: Iterable[_Bodies]) -> list[Box]:
    """What bodies leave to be seen of boxes behind them; what they hide less than half of is left whole."""
    for body in [box for both in bodies for box in both]:
        left = []
        for box in boxes:
            hidden = clip_box(body, box)
            left += around(hidden, box) if 2 * area(hidden) > area(box) else [box]
        boxes = left
    return boxes
