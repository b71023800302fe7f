"""What the painter knows of each kind of widget: one `Appearance` each."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from omnigym.devices.sim.paint.canvas import Op
from omnigym.devices.sim.paint.subject import Subject
from omnigym.devices.sim.ui.kinds import Parts

__all__ = ["APPEARANCES", "Appearance", "nothing"]


def nothing(s: Subject) -> list[Op]:
    """Of what is not painted itself."""
    return []


@dataclass(frozen=True, slots=True)
class Appearance:
    """How a kind of widget is painted.

    Attributes:
        draw: From size, text, icon, payload and flags to draw ops. A pure function: what it returns is kept.
        exact: Whether it paints nothing out of its rectangle, but for the shadow of some boxes.
        is_ground: Whether other items lie on it, so that its plain colour is their ground.
        is_plain: Of a ground, whether nothing is drawn on it but at its edges.
        brings_ops: Whether its payload is the draw ops. They are not kept.
    """

    draw: Callable[[Subject], list[Op]] = nothing
    exact: bool = False
    is_ground: bool = False
    is_plain: bool = False
    brings_ops: bool = False


#: By kind. Only `widgets.record.register` adds to it.
APPEARANCES: Parts[Appearance] = Parts()
