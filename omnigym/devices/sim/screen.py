"""The screen's pixels, painted only when they are looked at, and only where they changed."""

from __future__ import annotations

import numpy as np

from omnigym.devices.protocol import Frame
from omnigym.devices.sim.paint.painter import paint
from omnigym.devices.sim.paint.scale import Scaler
from omnigym.devices.sim.paint.theme import Theme
from omnigym.devices.sim.ui.damage import merged, panel_damage, whole_panel
from omnigym.devices.sim.ui.items import Box, Panel

__all__ = ["Screen"]

#: Surfaces back to front: id and panels.
Surfaces = tuple[tuple[str, tuple[Panel, ...]], ...]


class Screen:
    """A frame, and the scene that is painted on it.

    Args:
        size: (width, height) in pixels.
        theme: Gives the painter its styles.
    """

    _COPIES = 2

    def __init__(self, size: tuple[int, int], theme: Theme) -> None:
        self._size, self._theme = size, theme
        self._frame: Frame = np.zeros((size[1], size[0], 3), dtype=np.uint8)
        self._painted: Surfaces | None = None
        self._scalers: dict[tuple[int, int], Scaler] = {}

    def show(self, surfaces: Surfaces) -> None:
        """Bring the frame up to date with a scene."""
        if surfaces is self._painted:
            return
        rects = self._damage(surfaces)
        self._painted = surfaces
        if not rects:
            return
        panels = [panel for _, some in surfaces for panel in some]
        for rect in rects:
            paint(self._frame, rect, panels, self._theme)
        for scaler in self._scalers.values():
            scaler.update(self._frame, rects)

    def copy(self) -> Frame:
        """The frame as the caller's own."""
        return self._frame.copy()

    def scaled(self, size: tuple[int, int]) -> Frame:
        """The frame averaged to ``size``, as the caller's own."""
        scaler = self._scalers.get(size)
        if scaler is None:
            while len(self._scalers) >= self._COPIES:
                del self._scalers[next(iter(self._scalers))]
            scaler = self._scalers[size] = Scaler(self._size, size)
            scaler.update(self._frame, [(0, 0, *self._size)])
        return scaler.copy()

    def _damage(self, surfaces: Surfaces) -> list[Box]:
        old = self._painted
        if old is None:
            return [(0, 0, *self._size)]
        out: list[Box] = []
        before, after = dict(old), dict(surfaces)
        if len(old) != len(surfaces) or [s[0] for s in old] != [s[0] for s in surfaces]:
            self._restacked(old, surfaces, out)
        for wid, panels in surfaces:
            was = before.get(wid)
            if was is None or was is panels:
                continue
            if len(was) == len(panels):
                for a, b in zip(was, panels, strict=True):
                    if a is not b:
                        panel_damage(a, b, self._theme, out)
            else:
                self._rebuilt(was, panels, out)
        for wid, panels in old:
            if wid not in after:
                for panel in panels:
                    whole_panel(panel, self._theme, out)
        return merged(out, self._size)

    def _rebuilt(self, was: tuple[Panel, ...], panels: tuple[Panel, ...], out: list[Box]) -> None:
        """Damage of a surface whose panels are not the same number any more: those that are not in both."""
        kept = {id(p.laid): p for p in was}
        for panel in panels:
            other = kept.pop(id(panel.laid), None)
            if other is None:
                whole_panel(panel, self._theme, out)
            else:
                panel_damage(other, panel, self._theme, out)
        for panel in kept.values():
            whole_panel(panel, self._theme, out)

    def _restacked(self, old: Surfaces, new: Surfaces, out: list[Box]) -> None:
        """Damage of surfaces that came, or changed places with others."""
        before, after = [s[0] for s in old], [s[0] for s in new]
        common_old = [wid for wid in before if wid in after]
        common_new = [wid for wid in after if wid in before]
        for wid, panels in new:
            if wid not in before or common_old.index(wid) != common_new.index(wid):
                for panel in panels:
                    whole_panel(panel, self._theme, out)
