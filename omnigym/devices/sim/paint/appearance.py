"""What the painter knows about each kind of widget: one `Appearance` each."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from omnigym.devices.sim.paint.canvas import Op
from omnigym.devices.sim.paint.subject import Subject
from omnigym.devices.sim.ui.kinds import Parts

__all__ = ["APPEARANCES", "Appearance", "nothing"]


def nothing(s: Subject) -> list[Op]:
    """The draw ops of a kind that is not painted itself: none."""
    return []


@dataclass(frozen=True, slots=True)
class Appearance:
    """How a kind of widget is painted.

    Attributes:
        draw: Function from size, text, icon, payload and flags to draw ops. It must be pure: results are cached.
        exact: Whether it paints nothing outside of its rectangle, shadows excepted.
        is_ground: Whether other items lie on it, so that its plain colour is the background of their antialiasing.
        is_plain: For a ground, whether everything that it draws besides its colour is at its edges.
        brings_ops: Whether its payload is the draw ops themselves. These are not cached.
        recurs: Whether the same is drawn again and again, so that its ops are worth keeping by value.
    """

    draw: Callable[[Subject], list[Op]] = nothing
    exact: bool = False
    is_ground: bool = False
    is_plain: bool = False
    brings_ops: bool = False
    recurs: bool = True


#: By kind. Only `widgets.record.register` adds to it.
APPEARANCES: Parts[Appearance] = Parts()
