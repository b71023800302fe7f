"""A virtual list, table or grid of icons."""

from __future__ import annotations

from omnigym.devices.sim.input.behaviour import Behaviour
from omnigym.devices.sim.input.lists import (
    entry_id,
    entry_key,
    find_by_letter,
    press_list,
    press_list_key,
    release_list,
    show_entry,
)
from omnigym.devices.sim.paint.appearance import Appearance
from omnigym.devices.sim.paint.subject import solid
from omnigym.devices.sim.ui.items import Laid
from omnigym.devices.sim.ui.kinds import Kind
from omnigym.devices.sim.ui.layout import Layout
from omnigym.devices.sim.ui.measuring import Measuring
from omnigym.devices.sim.ui.nodes import Node
from omnigym.devices.sim.ui.payloads import ListData
from omnigym.devices.sim.ui.scrolling import ListInfo, list_inside
from omnigym.devices.sim.ui.sizes import FIELD_WIDTH
from omnigym.devices.sim.ui.slots import remembered
from omnigym.devices.sim.widgets.record import Widget

__all__ = ["WIDGET"]


#: A longer list is not looked up in the memo: hashing its entries takes longer than laying out the visible ones.
_LONG = 200

_kept = remembered(list_inside)


def _size(layout: Measuring, node: Node, room: int) -> tuple[int, int]:
    data: ListData = node.data
    return layout.px(FIELD_WIDTH), len(data.entries) * layout.px(data.row_h)


def _inside(layout: Layout, node: Node, w: int, h: int, ui: int | None, focused: bool, before: Laid | None) -> Laid:
    data: ListData = node.data
    if len(data.entries) > _LONG:
        return list_inside(layout, node, w, h, ui)
    return _kept(layout, node, w, h, ui, focused, before)


#: Rows that a notch of the wheel scrolls.
_NOTCH = 3


def _notch(laid: Laid) -> int:
    info: ListInfo = laid.info
    return _NOTCH * info.row_h


def _cursor(node: Node) -> tuple[str]:
    data: ListData = node.data
    return (data.cursor,)


WIDGET = Widget(
    "list",
    kind=Kind(size=_size, inside=_inside, scrolls=True, opens=True),
    appearance=Appearance(draw=solid, exact=True, is_ground=True, is_plain=True),
    behaviour=Behaviour(
        down=press_list,
        released=release_list,
        hover_key=entry_key,
        notch=_notch,
        part_at=entry_id,
        part_at_cursor=_cursor,
        key=press_list_key,
        letter=find_by_letter,
        show_part=show_entry,
    ),
)
