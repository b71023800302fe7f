"""The dialogs that are drawn over a page: of its scripts, and to choose a file. No I/O.

A real browser draws them in windows of its own, which a page without a window does not have.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from omnigym.a11y import Rect, Role, State
from omnigym.devices.chromium.line_edit import LineEdit
from omnigym.devices.chromium.widgets import FONT, Widget
from omnigym.devices.sim.style.fonts import wrap

__all__ = ["Overlay", "overlay_widgets"]

_SHOWN = State.ENABLED | State.VISIBLE
_BUTTON = _SHOWN | State.CLICKABLE
_PAD, _LINE, _BUTTON_SIZE, _ROW, _MOST_ROWS = 20, 22, (96, 32), 28, 10


@dataclass(frozen=True, slots=True)
class Overlay:
    """A dialog.

    Attributes:
        title: Its heading.
        message: Its text.
        accept: What its default button says.
        dismiss: What its other button says; empty if there is none.
        edit: The line that can be typed into, or None.
        label: That line's name.
        choices: What can be clicked to put it into the line.
    """

    title: str
    message: str
    accept: str = "OK"
    dismiss: str = "Cancel"
    edit: LineEdit | None = None
    label: str = ""
    choices: Sequence[str] = ()


def overlay_widgets(overlay: Overlay, screen: Rect) -> tuple[Widget, ...]:
    """The dialog, in the middle of an area of the screen; the first widget is the dialog itself."""
    left, top, width, height = screen
    wide = min(460, width - 8)
    lines = [overlay.message[a:b] for a, b in wrap(overlay.message, FONT, wide - 2 * _PAD)] if overlay.message else []
    rows = overlay.choices[:_MOST_ROWS]
    fixed = 3 * _PAD + _LINE + _BUTTON_SIZE[1] + (_ROW + _PAD if overlay.edit is not None else 0) + len(rows) * _ROW
    lines = lines[: max((height - fixed) // _LINE, 1)]
    high = min(fixed + len(lines) * _LINE, height)
    x, y = left + (width - wide) // 2, top + max((height - high) // 3, 0)
    modal = _SHOWN | State.MODAL | State.ACTIVE
    out = [Widget(Role.DIALOG, overlay.title, (x, y, wide, high), "browser.dialog", "card", states=modal)]
    inner, at = wide - 2 * _PAD, y + _PAD
    out.append(Widget(Role.HEADING, overlay.title, (x + _PAD, at, inner, _LINE), "", "title"))
    at += _LINE
    for line in lines:
        out.append(Widget(Role.TEXT, line, (x + _PAD, at, inner, _LINE), "", "text", told=False))
        at += _LINE
    if lines:
        area: Rect = (x + _PAD, at - len(lines) * _LINE, inner, len(lines) * _LINE)
        out.append(Widget(Role.TEXT, overlay.message, area, "browser.dialog.message", "panel"))
    for n, choice in enumerate(rows):
        row: Rect = (x + _PAD, at, inner, _ROW)
        out.append(Widget(Role.LIST_ITEM, choice, row, f"browser.dialog.choice.{n}", "row", states=_BUTTON))
        at += _ROW
    if overlay.edit is not None:
        out.append(_line(overlay, overlay.edit, (x + _PAD, at + 6, inner, _ROW)))
    out.extend(_buttons(overlay, x + wide - _PAD, y + high - _PAD - _BUTTON_SIZE[1]))
    return tuple(out)


def _line(overlay: Overlay, edit: LineEdit, bounds: Rect) -> Widget:
    states = _BUTTON | State.EDITABLE | State.FOCUSABLE | State.FOCUSED
    return Widget(Role.TEXT_FIELD, overlay.label, bounds, "browser.dialog.text", "field", edit.text, states, edit=edit)


def _buttons(overlay: Overlay, right: int, y: int) -> list[Widget]:
    width, height = _BUTTON_SIZE
    place: Rect = (right - width, y, width, height)
    default = _BUTTON | State.DEFAULT
    out = [Widget(Role.BUTTON, overlay.accept, place, "browser.dialog.accept", "default", states=default)]
    if overlay.dismiss:
        place = (right - 2 * width - 8, y, width, height)
        out.append(Widget(Role.BUTTON, overlay.dismiss, place, "browser.dialog.dismiss", "button", states=_BUTTON))
    return out
