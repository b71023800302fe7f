"""The colour icons of the shell: Ubuntu's mark, the home folder, the bin."""

from __future__ import annotations

import math
from collections.abc import Mapping

from omnigym.devices.sim.paint.pen import Drawing, Pen

__all__ = ["SHELL_ART"]

_ORANGE = 0xE95420


def _ubuntu(p: Pen) -> None:
    p.disc(0.5, 0.5, 0.47, _ORANGE)
    p.ring(0.5, 0.5, 0.27, 0.085, 0xFFFFFF)
    for turn in (0.0, 2 * math.pi / 3, 4 * math.pi / 3):
        x, y = 0.5 - 0.265 * math.cos(turn), 0.5 + 0.265 * math.sin(turn)
        p.disc(x, y, 0.125, _ORANGE)
        p.disc(x, y, 0.085, 0xFFFFFF)


def _folder(p: Pen) -> None:
    p.box(0.06, 0.14, 0.46, 0.40, 0.06, 0xC34113, 0xB53A0F)
    p.box(0.06, 0.23, 0.88, 0.60, 0.06, 0xD24A1A)
    p.box(0.06, 0.33, 0.88, 0.52, 0.06, 0xF28A63, 0xE95420)


def _folder_with(*marks: tuple[tuple[float, float], ...]) -> Drawing:
    """A folder with white shapes on it."""

    def draw(p: Pen) -> None:
        _folder(p)
        for points in marks:
            p.shape(list(points), 0xFFFFFF)

    return draw


def _box(x: float, y: float, w: float, h: float) -> tuple[tuple[float, float], ...]:
    return (x, y), (x + w, y), (x + w, y + h), (x, y + h)


def _home(p: Pen) -> None:
    _folder(p)
    p.shape([(0.5, 0.42), (0.67, 0.58), (0.33, 0.58)], 0xFFFFFF)
    p.box(0.38, 0.56, 0.24, 0.20, 0.02, 0xFFFFFF)
    p.box(0.465, 0.64, 0.07, 0.12, 0.0, 0xE95420)


def _trash(full: bool) -> Drawing:  # what is in it shows above its rim
    def draw(p: Pen) -> None:
        if full:
            p.box(0.34, 0.04, 0.32, 0.24, 0.02, 0xFFFFFF, 0xDADADA)
        p.box(0.20, 0.18, 0.60, 0.76, 0.09, 0x8E8E8E, 0x5E5E5E)
        p.box(0.26, 0.26, 0.48, 0.60, 0.05, 0xB9B9B9, 0x8C8C8C)
        for x in (0.35, 0.475, 0.60):
            p.box(x, 0.34, 0.05, 0.42, 0.025, 0x5E5E5E)
        p.box(0.12, 0.13, 0.76, 0.11, 0.05, 0xA8A8A8, 0x7A7A7A)

    return draw


def _grid(p: Pen) -> None:
    for x in (0.16, 0.42, 0.68):
        for y in (0.16, 0.42, 0.68):
            p.box(x, y, 0.16, 0.16, 0.05, 0xF4F1F2)


#: Name to drawing.
SHELL_ART: Mapping[str, Drawing] = {
    "home-folder": _home,
    "yaru-folder": _folder,
    "yaru-desktop-folder": _folder_with(_box(0.34, 0.46, 0.32, 0.20), _box(0.44, 0.69, 0.12, 0.04)),
    "yaru-documents": _folder_with(*[_box(0.36, 0.46 + 0.09 * n, 0.28, 0.045) for n in range(4)]),
    "yaru-downloads": _folder_with(_box(0.46, 0.43, 0.08, 0.18), ((0.36, 0.58), (0.64, 0.58), (0.5, 0.74))),
    "yaru-music-folder": _folder_with(
        _box(0.52, 0.43, 0.04, 0.28),
        ((0.52, 0.43), (0.66, 0.48), (0.66, 0.55), (0.52, 0.50)),
        _box(0.42, 0.65, 0.14, 0.10),
    ),
    "yaru-pictures": _folder_with(
        ((0.32, 0.75), (0.44, 0.52), (0.53, 0.66), (0.59, 0.58), (0.68, 0.75)), _box(0.58, 0.44, 0.08, 0.08)
    ),
    "yaru-videos": _folder_with(((0.42, 0.45), (0.62, 0.59), (0.42, 0.73))),
    "show-apps": _grid,
    "trash": _trash(False),
    "trash-full": _trash(True),
    "ubuntu": _ubuntu,
}
