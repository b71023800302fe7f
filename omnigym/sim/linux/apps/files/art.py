"""The colour icon of Files."""

from __future__ import annotations

from collections.abc import Mapping

from omnigym.sim.paint.pen import Drawing, Pen


def _files(p: Pen) -> None:
    p.box(0.05, 0.05, 0.90, 0.90, 0.20, 0xF26A3D, 0xD9480F)
    p.box(0.18, 0.24, 0.30, 0.30, 0.05, 0xFFFFFF)
    p.box(0.18, 0.31, 0.64, 0.46, 0.06, 0xFFFFFF, 0xF2E3DC)
    p.box(0.28, 0.62, 0.44, 0.05, 0.02, 0xE95420)


FILES_ART: Mapping[str, Drawing] = {"files-app": _files}
