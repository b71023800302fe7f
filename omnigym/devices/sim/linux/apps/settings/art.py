"""The colour icon of Settings."""

from __future__ import annotations

from collections.abc import Mapping

from omnigym.devices.sim.paint.artwork import cog
from omnigym.devices.sim.paint.pen import Drawing, Pen

__all__ = ["SETTINGS_ART"]


def _settings(p: Pen) -> None:
    p.box(0.05, 0.05, 0.90, 0.90, 0.20, 0x5B5B5B, 0x3A3A3A)
    cog(p, 0.34, 0xF2F2F2, 0xCFCFCF)
    p.disc(0.5, 0.5, 0.12, 0x454545)


SETTINGS_ART: Mapping[str, Drawing] = {"gnome-settings": _settings}
