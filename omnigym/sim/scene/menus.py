"""Open menus as panels: one panel for each open level, the innermost in front."""

from __future__ import annotations

from omnigym.a11y import Role
from omnigym.sim.state import Menu
from omnigym.sim.ui.items import Panel
from omnigym.sim.ui.layout import Layout
from omnigym.sim.ui.nodes import AUTO, FILL, HOVER, Element, Node, column, memo, state_flags, widget
from omnigym.sim.ui.payloads import MenuLineData
from omnigym.sim.ui.widgets import MenuItem, separator


def selectable(item: MenuItem) -> bool:
    """Return whether a line of a menu can be chosen: it is enabled and not a separator."""
    return bool(item.text) and item.enabled


def levels(menu: Menu) -> list[tuple[MenuItem, ...]]:
    """Return the lines of each open level, the outermost first."""
    out, items = [], menu.items
    for index in (*menu.path[:-1], None):
        out.append(items)
        if index is not None:
            items = items[index].items
    return out


def menu_view(items: tuple[MenuItem, ...], opened: int, kind: str) -> Node:
    """Return the node of one level of a menu.

    Args:
        items: Its lines.
        opened: Index of the line whose submenu is open, or -1.
        kind: "options" for the list of a combo box, "menu" for all others.
    """
    marks = any(i.checked for i in items) and kind == "menu"
    lines: list[Element] = []
    for index, i in enumerate(items):
        if not i.text:
            lines.append(separator("menu"))
            continue
        flags = state_flags(checked=i.checked, disabled=not i.enabled, expanded=index == opened)
        data = MenuLineData(i.shortcut, bool(i.items), marks)
        style = "option" if kind == "options" else ""
        line = widget(
            "menu_item",
            i.key,
            Role.MENU_ITEM,
            style=style,
            text=i.text,
            icon=i.icon,
            flags=flags,
            menu=i.items,
            w=FILL,
            data=data,
            focusable=False,
        )
        lines.append(line)
    style = "dropdown" if kind == "options" else "menu"
    return column(column(*lines, w=FILL), style=style, role=Role.MENU, key="menu", pad=4, w=AUTO)


def menu_panels(layout: Layout, menu: Menu, size: tuple[int, int]) -> tuple[Panel, ...]:
    """Return the panels of all open levels, back to front, each placed so that it is on the screen."""
    screen = (0, 0, *size)
    out: list[Panel] = []
    x, y, above = menu.x, menu.y, menu.above
    depth = len(menu.path)
    for level, items in enumerate(levels(menu)):
        index = menu.path[level]
        opened = index if level < depth - 1 else -1
        view = memo(menu_view, items, opened, menu.kind)
        laid = layout.component(view, AUTO, AUTO)
        if level == 0 and laid.w < menu.width:
            laid = layout.component(view, menu.width, AUTO)
        left = x if x + laid.w <= size[0] else max(0, (out[-1].x if out else size[0]) - laid.w)
        top = y if y + laid.h <= size[1] else max(0, above - laid.h)
        hot = {items[index].key: HOVER} if 0 <= index < len(items) else {}
        out.append(Panel(laid, left, top, screen, hot, None, max(0, 9 - level)))
        if opened >= 0:
            item = laid.keys[items[index].key]
            x, y, above = left + laid.w - layout.px(4), top + item.y - layout.px(4), top + item.y + item.h
    return tuple(out)
