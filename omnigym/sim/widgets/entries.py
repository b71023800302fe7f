"""Lists and their entries: tables and their heads, trees, menus, tabs."""

from __future__ import annotations

from omnigym.a11y import State
from omnigym.sim.input.behaviour import Behaviour
from omnigym.sim.input.lists import (
    entry_id,
    entry_key,
    find_by_letter,
    press_list,
    press_list_key,
    release_list,
    show_entry,
)
from omnigym.sim.paint.canvas import Op
from omnigym.sim.paint.subject import Appearance, Subject, centred, ground_of, ink_of, solid, text_op
from omnigym.sim.style.fonts import text_width
from omnigym.sim.ui.items import Laid
from omnigym.sim.ui.kinds import FIELD_WIDTH, Kind, Measuring, content_size
from omnigym.sim.ui.layout import Layout, remembered
from omnigym.sim.ui.nodes import CHECKED, DISABLED, EXPANDED, FOCUS, SELECTED, Node
from omnigym.sim.ui.payloads import ListData, MenuLineData, TreeData
from omnigym.sim.ui.scrolling import ListInfo, list_inside
from omnigym.sim.widgets.record import Widget

# -- a virtual list, table or grid of icons ---------------------------------------------------------------------------

#: A longer list is not looked up in the memo: hashing its entries takes longer than laying out the visible ones.
_LONG = 200

_kept = remembered(list_inside)


def _size_list(layout: Measuring, node: Node, room: int) -> tuple[int, int]:
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


_LIST = Widget(
    "list",
    kind=Kind(size=_size_list, inside=_inside, scrolls=True, opens=True),
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

# -- the line of a tree or of a navigation pane -----------------------------------------------------------------------

#: Logical pixels by which each level is indented, which is also the room for the arrow.
_INDENT = 16


def _size(layout: Measuring, node: Node, room: int) -> tuple[int, int]:
    data: TreeData = node.data
    return content_size(layout, node, room, more=layout.px(_INDENT) * (data.level + data.arrow))


def _states(node: Node) -> int:
    data: TreeData = node.data
    return int(State.EXPANDABLE) if data.arrow else 0


def _draw_tree_item(s: Subject) -> list[Op]:
    """A line of a tree: arrow, icon and text, and a coloured mark at the left if it is selected."""
    look, px, palette = s.look, s.theme.px, s.theme.palette
    data: TreeData = s.data
    left, _, right, _ = look.pad
    fill, inset = ground_of(s), px(2)
    ops: list[Op] = []
    if fill is not None:
        ops.append(("box", inset, px(1), s.w - 2 * inset, s.h - 2 * px(1), fill, None, look.radius))
    if s.has(SELECTED):
        ops.append(("box", inset, centred(s.h, px(16)), px(3), px(16), palette.accent, None, px(1.5)))
    x = left + data.level * px(_INDENT)
    if data.arrow:
        size = px(12)
        name = "chevron-down" if s.has(EXPANDED) else "chevron-right"
        ops.append(("icon", x, centred(s.h, size), size, name, palette.muted, fill))
    x += px(_INDENT)
    if s.icon:
        ops.append(("icon", x, centred(s.h, look.icon), look.icon, s.icon, look.ink, fill))
        x += look.icon + look.gap
    ops.append(text_op(s.text, look.font, ink_of(s), x, s.w - x - right, s.h, ground=fill))
    return ops


_TREE_ITEM = Widget(
    "tree_item",
    kind=Kind(size=_size, states=int(State.CLICKABLE | State.SELECTABLE), states_of=_states),
    appearance=Appearance(draw=_draw_tree_item),
    behaviour=Behaviour(presses=True),
)

# -- the head of a column of a table ----------------------------------------------------------------------------------


def _draw(s: Subject) -> list[Op]:
    """The head of a column, with an arrow for the sort order and a line at its right."""
    look, fill = s.look, ground_of(s)
    left, _, right, _ = look.pad
    ops: list[Op] = [("rect", 0, 0, s.w, s.h, fill)] if fill is not None else []
    if s.data in ("asc", "desc"):
        name = "chevron-up" if s.data == "asc" else "chevron-down"
        ops.append(("icon", centred(s.w, look.icon), 0, look.icon, name, look.ink, fill))
    ops.append(text_op(s.text, look.font, ink_of(s), left, s.w - left - right, s.h, ground=fill))
    ops.append(("rect", s.w - 1, s.theme.px(5), 1, s.h - s.theme.px(10), s.theme.palette.stroke))
    return ops


_HEADER = Widget(
    "header",
    kind=Kind(size=content_size, states=int(State.CLICKABLE)),
    appearance=Appearance(draw=_draw),
    behaviour=Behaviour(presses=True),
)

# -- a line of a menu -------------------------------------------------------------------------------------------------

#: Logical pixels of the arrow of a submenu.
_ARROW = 12


def _size_menu_item(layout: Measuring, node: Node, room: int) -> tuple[int, int]:
    data: MenuLineData = node.data
    style = layout.theme.style(node.kind, node.style)
    shortcut = text_width(data.shortcut, style.font) + 3 * style.gap if data.shortcut else 0
    arrow = layout.px(_ARROW) + style.gap if data.submenu else 0
    return content_size(layout, node, room, more=shortcut + arrow + (style.icon if data.marks else 0))


def _draw_menu_item(s: Subject) -> list[Op]:
    """A line of a menu: icon or check mark, text, shortcut or arrow of a submenu."""
    look, px, palette = s.look, s.theme.px, s.theme.palette
    data: MenuLineData = s.data
    left, _, right, _ = look.pad
    fill, ink, inset = ground_of(s), ink_of(s), 0
    if s.has(FOCUS) and fill is None and not s.has(DISABLED):
        fill = look.hover
    ops: list[Op] = []
    if fill is not None:
        ops.append(("box", inset, px(1), s.w - 2 * inset, s.h - 2 * px(1), fill, None, look.radius))
    if s.style == "option" and s.has(CHECKED):
        ops.append(("box", inset, centred(s.h, px(14)), px(3), px(14), palette.accent, None, px(1.5)))
    x = left
    mark = s.icon or ("checkmark" if s.has(CHECKED) and data.marks else "")
    if mark:
        ops.append(("icon", x, centred(s.h, look.icon), look.icon, mark, ink, fill))
    if mark or data.marks:
        x += look.icon + look.gap
    room = s.w - x - px(2)
    if data.submenu:
        size = px(_ARROW)
        ops.append(("icon", s.w - right - size, centred(s.h, size), size, "chevron-right", palette.muted, fill))
    elif data.shortcut:
        width = text_width(data.shortcut, look.font)
        muted = palette.disabled if s.has(DISABLED) else palette.muted
        ops.append(text_op(data.shortcut, look.font, muted, s.w - right - width, width, s.h, ground=fill))
        room -= width + look.gap + right - px(2)
    ops.append(text_op(s.text, look.font, ink, x, room, s.h, ground=fill))
    return ops


_MENU_ITEM = Widget(
    "menu_item",
    kind=Kind(size=_size_menu_item, states=int(State.CLICKABLE)),
    appearance=Appearance(draw=_draw_menu_item),
)

# -- the tab of a tab strip, a ribbon or a window ---------------------------------------------------------------------

#: The key tips of Office's tabs.
_TIPS = {
    "Data": "a",
    "File": "f",
    "Formulas": "m",
    "Home": "h",
    "Insert": "n",
    "Layout": "p",
    "Page Layout": "p",
    "Review": "r",
    "View": "w",
}


def _draw_tab(s: Subject) -> list[Op]:
    """A tab: of a ribbon or strip with a line in its edge's colour below when chosen; of a window as a raised card."""
    look, px, palette = s.look, s.theme.px, s.theme.palette
    left, fill, chosen = look.pad[0], ground_of(s), s.has(SELECTED)
    raised = look.checked is not None  # it stands on what it belongs to
    ops: list[Op] = []
    if raised:
        if fill is not None:
            ops.append(("box", 0, 0, s.w, s.h, fill, None, look.radius))
            ops.append(("rect", 0, s.h - look.radius, s.w, look.radius, fill))
    elif fill is not None and not chosen:
        ops.append(("box", 0, px(2), s.w, s.h - 2 * px(2), fill, None, look.radius))
    ground = fill if raised or not chosen else None
    font = look.font._replace(family="ui-semibold") if chosen and not raised else look.font
    x, room = px(2), s.w - 2 * px(2)  # a chosen one is set wider than it was measured
    if s.icon:
        ops.append(("icon", left, centred(s.h, look.icon), look.icon, s.icon, look.ink, ground))
        x = left + look.icon + look.gap
        room = s.w - x - (look.pad[2] if raised else px(2))
    ops.append(text_op(s.text, font, ink_of(s), x, room, s.h, ground=ground, centre=not s.icon))
    if chosen and not raised:
        width = max(min(text_width(s.text, font), s.w - px(8)), px(12))
        line = palette.accent if look.edge is None else look.edge
        ops.append(("box", centred(s.w, width), s.h - px(4), width, px(3), line, None, px(1.5)))
    return ops


_TAB = Widget(
    "tab",
    kind=Kind(size=content_size, states=int(State.CLICKABLE | State.SELECTABLE)),
    appearance=Appearance(draw=_draw_tab),
    behaviour=Behaviour(presses=True, tip=lambda node: _TIPS.get(node.text, "")),
)

WIDGETS = (_HEADER, _LIST, _MENU_ITEM, _TAB, _TREE_ITEM)
