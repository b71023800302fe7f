"""Open menus: choosing a line by pointer and keyboard."""

from __future__ import annotations

from omnigym.sim.desktop import Desktop
from omnigym.sim.input.behaviour import BEHAVIOURS
from omnigym.sim.input.messages import send
from omnigym.sim.input.text import EDIT, edit_command
from omnigym.sim.scene.menus import levels, selectable
from omnigym.sim.state import Menu
from omnigym.sim.ui.widgets import MenuItem


def close_menu(desk: Desktop) -> None:
    """Close the open menu, if any."""
    if desk.regs.menu is not None:
        desk.regs.menu = None
        desk.touch()


def _choose(desk: Desktop, menu: Menu, item: MenuItem) -> None:
    close_menu(desk)
    if item.msg is None:
        return
    if item.msg[0] == EDIT:
        focused = desk.focused()
        if focused is not None and BEHAVIOURS[focused[1].kind].editing is not None:
            edit_command(desk, *focused, item.msg[1])
        return
    send(desk, menu.window, item.msg)


def _set_path(desk: Desktop, menu: Menu, path: tuple[int, ...]) -> None:
    if path != menu.path:
        desk.regs.menu = menu._replace(path=path)
        desk.touch()


def _line_at(desk: Desktop, x: int, y: int) -> tuple[Menu, int, int] | None:
    """The menu, and level and index of its line at a pixel; index -1 beside the lines; None outside of a menu."""
    menu = desk.regs.menu
    if menu is None:
        return None
    panels = desk.shape().panels_of("menu")
    lines = levels(menu)
    for level in range(len(panels) - 1, -1, -1):
        laid, left, top = panels[level].laid, panels[level].x, panels[level].y
        if left <= x < left + laid.w and top <= y < top + laid.h:
            for index, item in enumerate(lines[level]):
                placed = laid.keys.get(item.key) if item.text else None
                if placed is not None and top + placed.y <= y < top + placed.y + placed.h:
                    return menu, level, index
            return menu, level, -1
    return None


def menu_move(desk: Desktop, x: int, y: int) -> bool:
    """Mark the line under the pointer and open its submenu, and return False without a menu."""
    found = _line_at(desk, x, y)
    if found is None:
        return False
    menu, level, index = found
    if index < 0:
        return True
    item = levels(menu)[level][index]
    path = (*menu.path[:level], index)
    _set_path(desk, menu, (*path, -1) if item.items and item.enabled else path)
    return True


def menu_click(desk: Desktop, x: int, y: int) -> bool:
    """Choose the line under the pointer, and return False if the click is not on a menu."""
    found = _line_at(desk, x, y)
    if found is None:
        return False
    menu, level, index = found
    if index >= 0:
        item = levels(menu)[level][index]
        if item.items:
            menu_move(desk, x, y)
        elif selectable(item):
            _choose(desk, menu, item)
    return True


def menu_key(desk: Desktop, combo: str) -> bool:
    """Handle a key while a menu is open, which uses all keys, and return False if no menu is open."""
    menu = desk.regs.menu
    if menu is None:
        return False
    lines, path = levels(menu)[-1], menu.path
    index = path[-1]
    if combo in ("escape", "left") and len(path) > 1:
        _set_path(desk, menu, path[:-1])
    elif combo in ("escape", "alt", "menu", "f10"):
        close_menu(desk)
    elif combo in ("up", "down", "home", "end"):
        _step(desk, menu, lines, combo)
    elif combo in ("enter", "space", "right") and 0 <= index < len(lines):
        item = lines[index]
        if item.items and item.enabled:
            first = next((i for i, sub in enumerate(item.items) if selectable(sub)), -1)
            _set_path(desk, menu, (*path, first))
        elif combo != "right" and selectable(item):
            _choose(desk, menu, item)
    elif len(combo) == 1:
        _letter(desk, menu, lines, combo)
    return True


def _step(desk: Desktop, menu: Menu, lines: tuple[MenuItem, ...], combo: str) -> None:
    able = [i for i, item in enumerate(lines) if selectable(item)]
    if not able:
        return
    index = menu.path[-1]
    if combo == "home" or (combo == "down" and index < 0):
        index = able[0]
    elif combo == "end" or (combo == "up" and index < 0):
        index = able[-1]
    elif combo == "down":
        index = next((i for i in able if i > index), able[0])
    else:
        index = next((i for i in reversed(able) if i < index), able[-1])
    _set_path(desk, menu, (*menu.path[:-1], index))


def _letter(desk: Desktop, menu: Menu, lines: tuple[MenuItem, ...], letter: str) -> None:
    """Choose the line that begins with a letter if it is the only one, else highlight the next such line."""
    fits = [i for i, item in enumerate(lines) if selectable(item) and item.text[:1].casefold() == letter.casefold()]
    if not fits:
        return
    index = next((i for i in fits if i > menu.path[-1]), fits[0])
    if len(fits) == 1 and not lines[index].items:
        _choose(desk, menu, lines[index])
    else:
        _set_path(desk, menu, (*menu.path[:-1], index))
