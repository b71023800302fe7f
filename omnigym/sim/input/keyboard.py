"""The keyboard: which part of the desktop handles a key.

The order is: the platform's system keys, the open menu, the focused widget, the app's own keys, the default and cancel
buttons of a dialog, Tab, scrolling, and Alt with a letter. The first that uses the key ends the search.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from omnigym.sim.desktop import Desktop
from omnigym.sim.input.behaviour import BEHAVIOURS
from omnigym.sim.input.menu import menu_key
from omnigym.sim.input.messages import focus, send
from omnigym.sim.input.pointer import scroll_by
from omnigym.sim.input.press import context_of, press
from omnigym.sim.input.windows import request_close, toggle_shell
from omnigym.sim.state import BARE, Window
from omnigym.sim.ui.items import Item, Laid, Panel, Slot, Sub
from omnigym.sim.ui.nodes import CANCEL, DEFAULT, DISABLED, Node
from omnigym.sim.work_budget import charge

# -- accelerators -----------------------------------------------------------------------------------------------------

# Alt with a letter: opens a menu of the window by its first letter, or a tab of a ribbon by Office's key tip.


def press_accelerator(desk: Desktop, window: Window, nodes: Iterable[Node], combo: str) -> bool:
    """Press the first node whose key tip is ``combo``, such as "alt+f".

    Args:
        desk: The desktop.
        window: The active window.
        nodes: The nodes in it that can be pressed.
        combo: The key with its modifiers.

    Returns:
        Whether there is such a node.
    """
    letter = combo.removeprefix("alt+")
    if len(letter) != 1 or letter == combo:
        return False
    for node in nodes:
        if BEHAVIOURS[node.kind].tip(node) == letter:
            press(desk, window, node)
            return True
    return False


# -- scrolling by keys that neither the focused widget nor the app uses -----------------------------------------------

#: Logical pixels that an arrow key scrolls, and by which a screenful overlaps the next one.
_LINE, _KEPT = 40, 40

#: By key, a function from visible height, content height and scale to the pixels that the key scrolls.
_KEYS: Mapping[str, Callable[[int, int, float], float]] = {
    "pagedown": lambda h, _, scale: h - _KEPT * scale,
    "space": lambda h, _, scale: h - _KEPT * scale,
    "pageup": lambda h, _, scale: _KEPT * scale - h,
    "shift+space": lambda h, _, scale: _KEPT * scale - h,
    "down": lambda _h, _, scale: _LINE * scale,
    "up": lambda _h, _, scale: -_LINE * scale,
    "home": lambda _h, content, _: -content,
    "end": lambda _h, content, _: content,
}


def page_by_key(desk: Desktop, window: Window, combo: str) -> bool:
    """Scroll the largest pane of a window whose content is higher than itself.

    Returns:
        False if there is no such pane, or if the key does not scroll.
    """
    distance = _KEYS.get(combo)
    if distance is None:
        return False
    panels = [p for p in desk.shape().panels_of(window.id) if p.slot is not None and BEHAVIOURS[p.slot.kind].pages]
    panes = [p for p in panels if p.laid.content[1] > p.laid.h]
    if not panes:
        return False
    pane = max(panes, key=lambda p: p.laid.w * p.laid.h)
    assert pane.slot is not None
    pixels = distance(pane.laid.h, pane.laid.content[1], desk.layout.scale)
    scroll_by(desk, window.id, pane.slot.key, round(pixels))
    return True


# -- keyboard ---------------------------------------------------------------------------------------------------------

#: The character that a key writes with Shift (US layout), for keys that are no letters.
SHIFTED = dict(zip("`1234567890-=[]\\;',./", '~!@#$%^&*()_+{}|:"<>?', strict=True))
#: What keys cost in units of work: Enter and Tab, a letter by itself, letters that are passed on in one piece.
_PRESSED, _LETTER, _PIECE = 7000, 1500, 500
#: The order of modifiers in the spelling of a key.
_ORDER = ("ctrl", "shift", "alt", "meta")


def combo_of(key: str, mods: tuple[str, ...]) -> str:
    """The spelling of a key with its modifiers, as in `App.keys`: "ctrl+shift+s"."""
    return "+".join([*[m for m in _ORDER if m in mods and m != key], key]) if mods else key


def type_text(desk: Desktop, text: str) -> None:
    """Type text into the focused widget; a newline presses Enter, a tab presses Tab.

    Text between them is passed on in one piece, as one change, if the widget takes text; behind the first of them all
    text is, if the widget takes lines.

    Raises:
        SpentError: The keys are more work than an action may do. What comes behind is lost, as with a full keyboard
            buffer.
    """
    start = 0
    for at, char in enumerate(text):
        if char in "\n\t\r":
            _type_run(desk, text[start:at])
            if char != "\r":
                charge(_PRESSED)
                press_key(desk, "enter" if char == "\n" else "tab", ())
            start = at + 1
            if _type_lines(desk, text[start:]):
                return
    _type_run(desk, text[start:] if start else text)


def _type_lines(desk: Desktop, text: str) -> bool:
    """Type text with newlines or tabs in one piece; False where it has none or they have to be pressed as keys."""
    if desk.regs.menu is not None or not ("\n" in text or "\t" in text):
        return False
    focused = desk.focused()
    lines = BEHAVIOURS[focused[1].kind].lines if focused is not None else None
    if focused is None or lines is None or focused[1].flags & DISABLED:
        return False
    return lines(desk, *focused, text)


def _type_run(desk: Desktop, text: str) -> None:
    if not text:
        return
    charge(_PIECE)
    if desk.regs.menu is None:
        focused = desk.focused()
        typed = BEHAVIOURS[focused[1].kind].typed if focused is not None else None
        if focused is not None and typed is not None:
            if not focused[1].flags & DISABLED:
                typed(desk, *focused, text)
            return
    for char in text:
        _type_char(desk, char)


def _type_char(desk: Desktop, char: str) -> None:
    charge(_LETTER)
    if desk.regs.menu is not None:
        menu_key(desk, "space" if char == " " else char)
        return
    focused = desk.focused()
    if focused is not None:
        behaviour = BEHAVIOURS[focused[1].kind]
        if behaviour.typed is not None:  # an earlier character of the same text closed the menu
            if not focused[1].flags & DISABLED:
                behaviour.typed(desk, *focused, char)
            return
        if behaviour.letter is not None and behaviour.letter(desk, *focused, char):
            return
        if behaviour.letter is None and char == " ":
            press_key(desk, "space", ())
            return
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
        behaviour = BEHAVIOURS[focused[1].kind] if focused is not None else None
        if behaviour is not None and (behaviour.typed is not None or behaviour.letter is not None):
            # Shift and the space bar are a blank to most widgets; a grid knows them as a key.
            own = behaviour.key if combo == "shift+space" else None
            if own is not None and focused is not None and own(desk, *focused, combo):
                return
            char = " " if key == "space" else key
            type_text(desk, SHIFTED.get(char, char.upper()) if "shift" in mods else char)
            return
    focused = desk.focused()
    if focused is not None and not focused[1].flags & DISABLED and _on_widget(desk, *focused, combo):
        return
    active = desk.regs.windows.get(desk.regs.active, active)  # the widget may have changed its window
    if _app_key(desk, active, combo) or _dialog_key(desk, active, combo) or _tab(desk, active, combo):
        return
    if page_by_key(desk, active, combo):
        return
    if combo.startswith("alt+"):
        press_accelerator(desk, active, _tab_order(desk, active.id), combo)


def _on_widget(desk: Desktop, window: Window, node: Node, combo: str) -> bool:
    if combo in ("menu", "shift+f10"):
        return context_of(desk, window, node)
    behaviour = BEHAVIOURS[node.kind]
    if behaviour.key is not None and behaviour.key(desk, window, node, combo):
        return True
    if behaviour.presses and combo in behaviour.press_keys:
        press(desk, window, node)
        return True
    return False


def _app_key(desk: Desktop, window: Window, combo: str) -> bool:
    for name, msg in desk.apps[window.app].keys:
        if name == combo:
            send(desk, window.id, msg)
            return True
    return False


def _dialog_key(desk: Desktop, window: Window, combo: str) -> bool:
    """Press the default button by Enter or the cancel button by Escape; Escape closes a dialog without one."""
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
    """The nodes of a window's content that Tab reaches, in the order of the view."""
    panels = desk.shape().panels_of(wid)
    if not panels:
        return []
    # The first panel of a framed window is its frame, which Tab leaves out; the next is the content.
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
    order = {n.key: n for n in _tab_order(desk, window.id) if n.key}
    if not order:
        return False
    keys, step = list(order), 1 if combo == "tab" else -1
    at = keys.index(window.focus) if window.focus in order else (-1 if step == 1 else 0)
    key = keys[(at + step) % len(keys)]
    focus(desk, window.id, key, BEHAVIOURS[order[key].kind].tab_ui)
    return True
