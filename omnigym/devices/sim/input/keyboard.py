"""The keyboard: who gets a key.

System keys first, then the open menu, the focused widget, the app, the buttons of a dialog, and Tab.
"""

from __future__ import annotations

from omnigym.devices.sim.desktop import Desktop
from omnigym.devices.sim.input.accelerators import press_accelerator
from omnigym.devices.sim.input.effects import show_menu
from omnigym.devices.sim.input.grids import press_grid_key, type_in_grid
from omnigym.devices.sim.input.lists import find_by_letter, press_list_key
from omnigym.devices.sim.input.menu import EDIT_MENU, menu_key
from omnigym.devices.sim.input.messages import focus, send
from omnigym.devices.sim.input.paging import page_by_key
from omnigym.devices.sim.input.press import PRESSABLE, press
from omnigym.devices.sim.input.sliding import press_slider_key
from omnigym.devices.sim.input.text import TEXT_KINDS, insert_text, press_text_key
from omnigym.devices.sim.input.windows import request_close, toggle_shell
from omnigym.devices.sim.state import BARE, Window
from omnigym.devices.sim.ui.flags import CANCEL, DEFAULT, DISABLED
from omnigym.devices.sim.ui.items import Item, Laid, Panel, Slot, Sub
from omnigym.devices.sim.ui.nodes import Node

__all__ = ["SHIFTED", "combo_of", "press_key", "type_text"]

SHIFTED = dict(zip("`1234567890-=[]\\;',./", '~!@#$%^&*()_+{}|:"<>?', strict=True))
_ORDER = ("ctrl", "shift", "alt", "meta")


def combo_of(key: str, mods: tuple[str, ...]) -> str:
    """A key with modifiers as `App.keys` spells it: "ctrl+shift+s"."""
    return "+".join([*[m for m in _ORDER if m in mods and m != key], key]) if mods else key


def type_text(desk: Desktop, text: str) -> None:
    """Type text where the focus is; a newline is Enter, a tab is Tab."""
    start = 0
    for at, char in enumerate(text):
        if char in "\n\t\r":
            _type_run(desk, text[start:at])
            if char != "\r":
                press_key(desk, "enter" if char == "\n" else "tab", ())
            start = at + 1
    _type_run(desk, text[start:] if start else text)


def _type_run(desk: Desktop, text: str) -> None:
    if not text:
        return
    regs = desk.regs
    if regs.menu is None:
        focused = desk.focused()
        if focused is not None and focused[1].kind in TEXT_KINDS:
            if not focused[1].flags & DISABLED:
                insert_text(desk, *focused, text)
            return
        if focused is not None and focused[1].kind == "grid":
            type_in_grid(desk, *focused, text)
            return
    for char in text:
        _type_char(desk, char)


def _type_char(desk: Desktop, char: str) -> None:
    if desk.regs.menu is not None:
        menu_key(desk, "space" if char == " " else char)
        return
    focused = desk.focused()
    kind = focused[1].kind if focused is not None else ""
    if focused is not None and kind in TEXT_KINDS:
        insert_text(desk, *focused, char)
    elif focused is not None and char == " ":
        if kind == "list":
            press_list_key(desk, *focused, "space")
        else:
            press_key(desk, "space", ())
    elif focused is None or kind != "list" or not find_by_letter(desk, *focused, char):
        active = desk.regs.windows.get(desk.regs.active)
        if active is not None:
            _app_key(desk, active, "space" if char == " " else char)


def press_key(desk: Desktop, key: str, mods: tuple[str, ...]) -> None:
    """Press and release one key with modifiers."""
    combo = combo_of(key, mods)
    if desk.platform.system_key(desk, combo) or menu_key(desk, combo):
        return
    active = desk.regs.windows.get(desk.regs.active)
    if active is None:
        return
    printable = len(key) == 1 or key == "space"
    if printable and not ("ctrl" in mods or "alt" in mods or "meta" in mods):
        focused = desk.focused()
        if focused is not None and focused[1].kind in (*TEXT_KINDS, "list", "grid"):
            char = " " if key == "space" else key
            type_text(desk, SHIFTED.get(char, char.upper()) if "shift" in mods else char)
            return
    focused = desk.focused()
    if focused is not None and not focused[1].flags & DISABLED and _on_widget(desk, *focused, combo):
        return
    active = desk.regs.windows.get(desk.regs.active, active)
    if _app_key(desk, active, combo) or _dialog_key(desk, active, combo) or _tab(desk, active, combo):
        return
    if page_by_key(desk, active, combo):
        return
    if combo.startswith("alt+"):
        press_accelerator(desk, active, _tab_order(desk, active.id), combo)


def _on_widget(desk: Desktop, window: Window, node: Node, combo: str) -> bool:
    kind = node.kind
    if combo in ("menu", "shift+f10"):
        return _context(desk, window, node)
    if kind == "field" and combo in ("enter", "escape"):
        msg = node.message("submit" if combo == "enter" else "cancel")
        if msg is None:
            return False
        send(desk, window.id, (*msg, node.text) if combo == "enter" else msg)
        return True
    if kind in TEXT_KINDS:
        return press_text_key(desk, window, node, combo)
    if kind == "list":
        return press_list_key(desk, window, node, combo)
    if kind == "grid":
        return press_grid_key(desk, window, node, combo)
    if kind == "slider":
        return press_slider_key(desk, window, node, combo)
    if kind in PRESSABLE and (combo in ("space", "enter") or (kind == "combo" and combo in ("down", "alt+down", "f4"))):
        press(desk, window, node)
        return True
    return False


def _context(desk: Desktop, window: Window, node: Node) -> bool:
    msg = node.message("context")
    if msg is not None:
        found = desk.shape().find(window.id, node.key)
        if found is not None:
            x0, y0, x1, y1 = found[2]
            desk.regs.pointer = ((x0 + x1) // 2, (y0 + y1) // 2)
        if node.kind == "list":
            msg = (*msg, node.data.cursor)
        elif node.kind == "grid":
            msg = (*msg, "cells")
        send(desk, window.id, msg)
        return True
    if node.kind in TEXT_KINDS:
        show_menu(desk, window.id, EDIT_MENU, "")
        return True
    return False


def _app_key(desk: Desktop, window: Window, combo: str) -> bool:
    for name, msg in desk.apps[window.app].keys:
        if name == combo:
            send(desk, window.id, msg)
            return True
    return False


def _dialog_key(desk: Desktop, window: Window, combo: str) -> bool:
    """Enter presses the default button, Escape the cancelling one; a dialog without one is closed."""
    if combo == "enter":
        wanted = [n for n in _tab_order(desk, window.id) if n.flags & DEFAULT]
    elif combo == "escape":
        wanted = [n for n in _tab_order(desk, window.id) if n.flags & CANCEL]
        if not wanted and desk.apps[window.app].layer == "popup":
            toggle_shell(desk, "")
            return True
        if not wanted and desk.apps[window.app].dialog:
            request_close(desk, window.id)
            return True
    else:
        return False
    if wanted:
        press(desk, window, wanted[0])
    return bool(wanted)


def _tab_order(desk: Desktop, wid: str) -> list[Node]:
    """The nodes of a window's content that Tab reaches, in order."""
    panels = desk.shape().panels_of(wid)
    if not panels:
        return []
    first = 0 if desk.regs.windows[wid].mode in BARE else 1
    inside = {p.slot.key: p for p in panels if p.slot is not None}
    out: list[Node] = []
    if len(panels) > first:
        _collect(panels[first].laid, inside, desk, wid, out)
    return out


def _collect(laid: Laid, inside: dict[str, Panel], desk: Desktop, wid: str, out: list[Node]) -> None:
    for part in laid.parts:
        if type(part) is Item:
            if part.node.focusable and not part.flags & DISABLED:
                out.append(part.node)
        elif type(part) is Sub:
            _collect(part.laid, inside, desk, wid, out)
        elif type(part) is Slot and part.node.key in inside:
            _collect(inside[part.node.key].laid, inside, desk, wid, out)


def _tab(desk: Desktop, window: Window, combo: str) -> bool:
    if combo not in ("tab", "shift+tab"):
        return False
    order = [n.key for n in _tab_order(desk, window.id) if n.key]
    if not order:
        return False
    step = 1 if combo == "tab" else -1
    at = order.index(window.focus) if window.focus in order else (-1 if step == 1 else 0)
    key = order[(at + step) % len(order)]
    node = desk.scene.slot_node(window.id, key)
    focus(desk, window.id, key, (0, -1) if node is not None and node.kind == "field" else None)
    return True
