"""The damage between two scenes, surface by surface: which parts of the screen must be painted again."""

from __future__ import annotations

from typing import TypeAlias

from omnigym.devices.sim.paint.painter import reach
from omnigym.devices.sim.scene.damage import merged, panel_damage
from omnigym.devices.sim.style.theme import Theme
from omnigym.devices.sim.ui.items import Box, Panel, clip_box

__all__ = ["Surfaces", "extent_of", "restacked", "scene_damage", "surface_damage"]

#: Surfaces back to front: id and panels.
Surfaces: TypeAlias = tuple[tuple[str, tuple[Panel, ...]], ...]


def extent_of(panels: tuple[Panel, ...], theme: Theme) -> Box:
    """The box around everything that a surface paints, shadows included; empty if it paints nothing."""
    x0 = y0 = 1 << 30
    x1 = y1 = 0
    for laid, x, y, clip, *_ in panels:
        margin = reach(laid, theme)
        left, top, right, bottom = clip_box((x - margin, y - margin, x + laid.w + margin, y + laid.h + margin), clip)
        if left < x0:
            x0 = left
        if top < y0:
            y0 = top
        if right > x1:
            x1 = right
        if bottom > y1:
            y1 = bottom
    return x0, y0, x1 if x1 > x0 else x0, y1 if y1 > y0 else y0


def surface_damage(old: tuple[Panel, ...], new: tuple[Panel, ...], theme: Theme, out: list[Box]) -> None:
    """Append the boxes in which a surface looks different now."""
    if len(old) == len(new):
        for a, b in zip(old, new, strict=True):
            if a is not b:
                panel_damage(a, b, theme, out)
        return
    kept = {(p.x, p.y, p.laid.w, p.laid.h): p for p in old}
    for panel in new:
        other = kept.pop((panel.x, panel.y, panel.laid.w, panel.laid.h), None)
        if other is None:
            out.append(extent_of((panel,), theme))
        else:
            panel_damage(other, panel, theme, out)
    out.extend([extent_of((panel,), theme) for panel in kept.values()])


def restacked(old: Surfaces, new: Surfaces) -> bool:
    """Whether surfaces came, went or changed places."""
    return len(old) != len(new) or [wid for wid, _ in old] != [wid for wid, _ in new]


def scene_damage(old: Surfaces, new: Surfaces, theme: Theme, size: tuple[int, int]) -> list[Box]:
    """The boxes in which ``new`` looks different from ``old``: few, and clipped to the screen."""
    out: list[Box] = []
    if restacked(old, new):
        _stacking(old, new, theme, out)
        before = dict(old)
        old = tuple([(wid, before.get(wid, panels)) for wid, panels in new])
    for (_, was), (_, panels) in zip(old, new, strict=True):
        if was is not panels:
            surface_damage(was, panels, theme, out)
    return merged(out, size)


def _stacking(old: Surfaces, new: Surfaces, theme: Theme, out: list[Box]) -> None:
    """Append the damage of the stacking order.

    That is all of a surface that came or went, and the intersection of each pair whose order changed.
    """
    before, after = dict(old), dict(new)
    out += [extent_of(panels, theme) for wid, panels in old if wid not in after]
    out += [extent_of(panels, theme) for wid, panels in new if wid not in before]
    place = {wid: i for i, (wid, _) in enumerate([entry for entry in old if entry[0] in after])}
    common = [(place[wid], extent_of(panels, theme)) for wid, panels in new if wid in before]
    for i, (above, box) in enumerate(common):
        out += [clip_box(box, other) for below, other in common[:i] if below > above]
