"""The combo box: a value, and a list of options that opens below it."""

from __future__ import annotations

from omnigym.a11y import State
from omnigym.devices.sim.desktop import Desktop
from omnigym.devices.sim.input.behaviour import Behaviour
from omnigym.devices.sim.input.effects import show_menu
from omnigym.devices.sim.paint.appearance import Appearance
from omnigym.devices.sim.paint.canvas import Op
from omnigym.devices.sim.paint.controls import frame
from omnigym.devices.sim.paint.subject import Subject, centred, ground_of, ink_of, text_op
from omnigym.devices.sim.state import Window
from omnigym.devices.sim.ui.flags import FOCUS
from omnigym.devices.sim.ui.kinds import Kind
from omnigym.devices.sim.ui.nodes import Node
from omnigym.devices.sim.ui.sizes import content_size
from omnigym.devices.sim.ui.widgets import MenuItem
from omnigym.devices.sim.widgets.record import Widget

__all__ = ["WIDGET"]


def _draw(s: Subject) -> list[Op]:
    """A combo box: its value, and an arrow at the right."""
    look, fill = s.look, ground_of(s)
    left, _, right, _ = look.pad
    x = s.w - right + centred(right, look.icon) - s.theme.px(2)
    ops = frame(s, fill)
    if s.has(FOCUS):
        ops.append(("box", 0, 0, s.w, s.h, None, s.theme.palette.accent, look.radius))
    ops.append(text_op(s.text, look.font, ink_of(s), left, s.w - left - right, s.h, ground=fill))
    ops.append(("icon", x, centred(s.h, look.icon), look.icon, "chevron-down", s.theme.palette.muted, fill))
    return ops


def _press(desk: Desktop, window: Window, node: Node) -> None:
    """Open the list of options."""
    change = node.message("change")
    if change is not None:
        options: tuple[str, ...] = node.data
        items = [
            MenuItem(f"{node.key}.{i}", option, (*change, option), checked=option == node.value)
            for i, option in enumerate(options)
        ]
        show_menu(desk, window.id, items, node.key, "options")


_KEYS = frozenset({"enter", "space", "down", "alt+down", "f4"})


WIDGET = Widget(
    "combo",
    kind=Kind(size=content_size, states=int(State.CLICKABLE | State.EXPANDABLE)),
    appearance=Appearance(draw=_draw),
    behaviour=Behaviour(presses=True, press=_press, press_keys=_KEYS),
)
