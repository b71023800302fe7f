"""The colour icons of mail: the app and a message file."""

from __future__ import annotations

from collections.abc import Callable

from omnigym.devices.sim.paint.pen import Pen

__all__ = ["MAIL_ARTWORK"]


def _mail(p: Pen) -> None:
    p.box(0.28, 0.06, 0.62, 0.62, 0.05, 0x1490DF, 0x28A8EA)
    p.box(0.28, 0.06, 0.31, 0.31, 0.05, 0x0364B8)
    p.box(0.59, 0.06, 0.31, 0.31, 0.05, 0x28A8EA)
    p.box(0.59, 0.34, 0.31, 0.30, 0.0, 0x50D9FF, 0x3CC0F2)
    p.shape([(0.22, 0.47), (0.93, 0.47), (0.93, 0.55), (0.22, 0.55)], 0x0A2767)
    p.box(0.20, 0.48, 0.75, 0.46, 0.05, 0x1784D9, 0x0F5FAF)
    p.shape([(0.20, 0.48), (0.95, 0.48), (0.575, 0.74)], 0x35B8F1, 0x1E94DE)
    p.shape([(0.22, 0.92), (0.57, 0.70), (0.93, 0.92)], 0x1A7FD0, 0x1263B4)
    p.box(0.03, 0.24, 0.52, 0.52, 0.06, 0x1E74CE, 0x0A4A96)
    p.ring(0.29, 0.50, 0.155, 0.062, 0xFFFFFF)


def _mail_file(p: Pen) -> None:
    p.box(0.06, 0.20, 0.88, 0.62, 0.06, 0x9FB4C6)
    p.box(0.09, 0.23, 0.82, 0.56, 0.04, 0xFFFFFF, 0xE8F1F9)
    p.line([(0.10, 0.26), (0.50, 0.58), (0.90, 0.26)], 0.045, 0x2B88D8)


#: Name to drawing.
MAIL_ARTWORK: dict[str, Callable[[Pen], None]] = {
    "file-eml": _mail_file,
    "mail-app": _mail,
}
