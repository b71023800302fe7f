"""The looks and the icons of Control Panel: green titles, blue links, a pale pane, as they were in Windows 7."""

from __future__ import annotations

from collections.abc import Mapping

from omnigym.sim.paint.pen import Drawing, Pen
from omnigym.sim.style.colour import Shade
from omnigym.sim.style.looks import Look, looks


def _panel(p: Pen) -> None:
    p.box(0.06, 0.12, 0.88, 0.76, 0.06, 0x4FA8E8, 0x1F6FBF)
    p.box(0.12, 0.18, 0.76, 0.64, 0.03, 0xEAF4FC)
    p.disc(0.34, 0.42, 0.15, 0x2E7D32)
    p.shape([(0.34, 0.42), (0.34, 0.27), (0.46, 0.33)], 0xF2B134)
    for n, x in enumerate((0.58, 0.70, 0.78)):
        p.box(0.56, 0.30 + 0.13 * n, 0.26, 0.035, 0.01, 0x9DB6CC)
        p.box(x, 0.27 + 0.13 * n, 0.05, 0.095, 0.02, 0x1F6FBF)
    p.box(0.20, 0.66, 0.60, 0.08, 0.02, 0xBCD4E8)


def _programs(p: Pen) -> None:
    p.box(0.10, 0.30, 0.58, 0.58, 0.04, 0xE8C07A, 0xC98F3C)
    p.box(0.10, 0.30, 0.58, 0.12, 0.03, 0xB97E2F)
    p.disc(0.66, 0.40, 0.27, 0xDDE6EE, 0xA9BBCB)
    p.disc(0.66, 0.40, 0.08, 0xFFFFFF)


def _power(p: Pen) -> None:
    p.box(0.36, 0.08, 0.28, 0.12, 0.03, 0x8A97A5)
    p.box(0.22, 0.18, 0.56, 0.74, 0.08, 0x5DBB63, 0x2E8B3D)
    p.shape([(0.54, 0.30), (0.34, 0.60), (0.49, 0.60), (0.45, 0.82), (0.66, 0.50), (0.51, 0.50)], 0xFFF3B0)


def _region(p: Pen) -> None:
    p.disc(0.42, 0.44, 0.36, 0x5AA9E6, 0x2A6FB0)
    p.shape([(0.20, 0.30), (0.42, 0.22), (0.50, 0.40), (0.34, 0.56), (0.22, 0.48)], 0x6CC070)
    p.disc(0.70, 0.70, 0.24, 0xFFFFFF, 0xDDE4EA)
    p.ring(0.70, 0.70, 0.24, 0.04, 0x4A5A6A)
    p.line([(0.70, 0.56), (0.70, 0.70), (0.80, 0.76)], 0.035, 0x26323E)


def _mouse(p: Pen) -> None:
    p.line([(0.50, 0.20), (0.46, 0.10), (0.56, 0.03)], 0.04, 0x6B7885)
    p.box(0.26, 0.18, 0.48, 0.76, 0.24, 0xF2F5F8, 0xB3BEC8)
    p.box(0.485, 0.20, 0.03, 0.26, 0.01, 0x7A8794)
    p.box(0.45, 0.27, 0.10, 0.14, 0.05, 0x3B8FD6)


def _users(p: Pen) -> None:
    for x, y, colour in ((0.36, 0.30, 0xE6A23C), (0.64, 0.40, 0x3C8DD9)):
        p.disc(x, y, 0.15, 0xF3CFA8, 0xD9A877)
        p.box(x - 0.23, y + 0.17, 0.46, 0.38, 0.16, colour)


def _firewall(p: Pen) -> None:
    for n in range(4):
        for x in (0.06, 0.36, 0.66) if n % 2 else (0.06, 0.21, 0.51):
            p.box(x, 0.14 + 0.18 * n, 0.12 if (n % 2 == 0 and x == 0.06) else 0.27, 0.155, 0.02, 0xC8623C, 0xA8482A)
    p.disc(0.68, 0.64, 0.26, 0x4FA8E8, 0x1F6FBF)
    p.line([(0.56, 0.64), (0.65, 0.73), (0.81, 0.54)], 0.07, 0xFFFFFF)


CONTROL_ART: Mapping[str, Drawing] = {
    "control-panel": _panel,
    "control-programs": _programs,
    "control-power": _power,
    "control-region": _region,
    "control-mouse": _mouse,
    "control-users": _users,
    "control-firewall": _firewall,
}
CONTROL_STYLES = looks(
    box={
        "control": Look(fill=Shade(0xFFFFFF, 0x1E1E1E)),
        "control_pane": Look(fill=Shade(0xEEF3FA, 0x262B31)),
        "control_address": Look(fill=Shade(0xFFFFFF, 0x262626), edge="stroke_strong"),
        "control_head": Look(fill=Shade(0xF5F6F7, 0x2B2B2B), edge="stroke"),
    },
    text={
        "control_title": Look(size=15, ink=Shade(0x1E3287, 0x9CC3FF)),
        "control_category": Look(size=15, ink=Shade(0x1D7A1D, 0x7FD07F)),
    },
    button={"control_link": Look(pad=(0, 2, 0, 2), ink=Shade(0x0B5CAD, 0x7FBFFF), hover="hover", radius=2)},
)
