"""The tabs of Chrome, with the names of their groups between them."""

from __future__ import annotations

from omnigym.a11y import Role
from omnigym.devices.sim.sites.browsing import Tab
from omnigym.devices.sim.ui.nodes import FILL, Node, column, row, stack
from omnigym.devices.sim.ui.widgets import (
    MenuItem,
    button,
    spacer,
)
from omnigym.devices.sim.ui.widgets import (
    tab as tab_node,
)
from omnigym.devices.sim.windows.apps.chrome.profile import (
    Group,
)

__all__ = ["strip"]

#: Room for the window's buttons, a tab's widths, and how high the strip is.
_BUTTONS, _TAB, _LEAST_TAB, _STRIP_H = 140, 190, 40, 42


def strip(tabs: tuple[Tab, ...], active: int, groups: tuple[Group, ...], w: int) -> Node:
    """The strip of a window that is so wide."""
    by_number = {g.id: g for g in groups}
    hidden = {g.id for g in groups if g.collapsed}
    chips = [by_number[t.group] for n, t in enumerate(tabs) if t.group in by_number and _first(tabs, n)]
    shown = len([t for n, t in enumerate(tabs) if t.group not in hidden or n == active])
    room = w - _BUTTONS - 84 - sum([_chip_w(g) + 4 for g in chips])
    width = max(_LEAST_TAB, min(_TAB, room // max(1, shown) - 2))
    found: list[Node] = []
    for n, t in enumerate(tabs):
        group = by_number.get(t.group)
        if group is not None and _first(tabs, n):
            found.append(_chip(group))
        if group is None or not group.collapsed or n == active:
            found.append(_tab(n, t, n == active, width, group.colour if group is not None else ""))
    listed = [
        MenuItem(f"chrome.listed.{t.id}", t.title, ("tab", n), t.icon, checked=n == active) for n, t in enumerate(tabs)
    ]
    return row(
        button("chrome.tabs", icon="down", name="Search tabs", style="chrome_round", menu=tuple(listed)),
        *found,
        button("chrome.new_tab", icon="add", name="New tab", style="chrome_round", click=("new_tab",)),
        h=_STRIP_H,
        pad=(8, 6, _BUTTONS, 0),
        gap=2,
        role=Role.TAB_LIST,
        name="Tab strip",
        align="start",
    )


def _first(tabs: tuple[Tab, ...], n: int) -> bool:
    return n == 0 or tabs[n - 1].group != tabs[n].group


def _chip_w(group: Group) -> int:
    return min(120, 22 + 7 * len(group.name))


def _chip(group: Group) -> Node:
    name = group.name or "Unnamed group"
    chip = button(
        f"chrome.group.{group.id}",
        group.name,
        name=f"{name} ({'folded' if group.collapsed else 'tab group'})",
        style=f"chrome_chip_{group.colour}",
        w=_chip_w(group),
        click=("fold_group", group.id),
        context=("edit_group", group.id),
    )
    return row(chip, h=32, w=_chip_w(group))


def _tab(at: int, shown: Tab, chosen: bool, w: int, colour: str) -> Node:
    roomy = w > 90
    face = tab_node(
        f"chrome.tab.{shown.id}",
        shown.title if roomy else "",
        selected=chosen,
        style="chrome",
        icon=shown.icon,
        name=shown.title,
        click=("tab", at),
        middle=("close_tab", at),
        context=("tab_menu", at),
    )
    close = button(
        f"chrome.close_tab.{shown.id}",
        icon="close",
        name=f"Close {shown.title}",
        style="chrome_close",
        click=("close_tab", at),
    )
    return stack(
        face._replace(w=w, h=32),
        row(spacer(), close, pad=(0, 0, 6, 0), h=32) if roomy else None,
        column(spacer(h=FILL), row(style=f"chrome_line_{colour}", h=2), h=34, pad=(6, 0)) if colour else None,
        w=w,
        h=34,
    )
