"""The browser's own helpers over a page: the bar that finds text in it, and what a field suggests.

A real browser draws them in windows of its own, which a page without a window does not have.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from omnigym.a11y import Rect, Role, State
from omnigym.actions import Press, Type
from omnigym.devices.chromium.looking import Focus
from omnigym.devices.chromium.page import WORLD, Page
from omnigym.devices.chromium.pipe import understood
from omnigym.devices.chromium.widgets import LineEdit, Widget

__all__ = ["FindBar", "Suggestions", "find_widgets"]

_SHOWN = State.ENABLED | State.VISIBLE
_BUTTON = _SHOWN | State.CLICKABLE

# -- find in page -----------------------------------------------------------------------------------------------------

_WIDTH, _HEIGHT, _PAD = 420, 44, 8


@dataclass(slots=True)
class FindBar:
    """The open find bar.

    Attributes:
        line: What is looked for.
        count: How often it is there.
        focused: Whether keys go to it.
    """

    line: LineEdit
    count: int = 0
    focused: bool = True

    def search(self, page: Page, line: LineEdit) -> None:
        """Look for another text, from where the last one was found on."""
        changed, self.line = line.text != self.line.text, line
        if changed:
            self.count = page.find(line.text, anew=True)

    def next(self, page: Page, backwards: bool) -> None:
        """Go to the next place of the text, or to the one before."""
        self.count = page.find(self.line.text, backwards)


def find_widgets(find: FindBar, area: Rect) -> tuple[Widget, ...]:
    """The find bar, at the upper right of an area of the screen."""
    left, top, width, _ = area
    wide = min(_WIDTH, width - 2 * _PAD)
    x, y, high = left + width - wide - _PAD, top + _PAD, _HEIGHT - 2 * _PAD
    buttons = (("Previous", 86), ("Next", 60), ("Close find bar", 28))
    right = x + wide - _PAD
    out = [Widget(Role.TOOLBAR, "Find in page", (x, y, wide, _HEIGHT), "browser.find", "card")]
    for name, broad in reversed(buttons):
        right -= broad
        look = "icon" if name.startswith("Close") else "button"
        key = f"browser.find.{name.partition(' ')[0].lower()}"
        shown = "Close" if look == "icon" else name
        out.append(Widget(Role.BUTTON, shown, (right, y + _PAD, broad, high), key, look, states=_BUTTON))  # type: ignore[arg-type]
        right -= 4
    said = f"{find.count} found" if find.line.text else ""
    if said:
        out.append(Widget(Role.TEXT, said, (right - 80, y + _PAD, 76, high), "browser.find.count", "text"))
    states = _BUTTON | State.EDITABLE | State.FOCUSABLE | (State.FOCUSED if find.focused else State.NONE)
    field: Rect = (x + _PAD, y + _PAD, right - 84 - x - _PAD, high)
    edit = find.line if find.focused else None
    out.append(
        Widget(Role.TEXT_FIELD, "Find in page", field, "browser.find.text", "field", find.line.text, states, edit=edit)
    )
    return tuple(out)


# -- what a field suggests: the options of its <datalist> -------------------------------------------------------------

_ROW = 28


class Suggestions:
    """The options that a field's list has for what is in it. They are offered once something was done to the field."""

    def __init__(self) -> None:
        self._frame = ""
        self._box: Rect = (0, 0, 0, 0)
        self._values: Sequence[str] = ()
        self._labels: Sequence[str] = ()
        self._offered = False
        self._chosen = -1

    @property
    def shown(self) -> bool:
        """Whether there are any to see."""
        return self._offered and bool(self._values)

    def look(self, focus: Focus) -> None:
        """Take in what the field has that has the focus, after an action."""
        field = focus.field
        if field is None:
            self.dismiss()
            self._values = ()
            return
        with understood():
            left, top, right, bottom = field["box"]
            self._frame, self._box = focus.frame, (left, top, right - left, bottom - top)
            if field["values"] != self._values:
                self._chosen = -1
            self._values, self._labels = field["values"], field["labels"]

    def offer(self) -> None:
        """Something was done to the field, or to another one."""
        self._offered = True

    def dismiss(self) -> None:
        """Do not show them, until something is done again."""
        self._offered, self._chosen = False, -1

    def take(self, page: Page, action: Press | Type) -> bool:
        """Whether they take a key press, which then is done."""
        if not isinstance(action, Press) or action.modifiers or not self.shown:
            return False
        if action.key in ("down", "up"):
            step = action.count if action.key == "down" else -action.count
            start = self._chosen if self._chosen >= 0 or step > 0 else 0
            self._chosen = (start + step) % len(self._values)
            return True
        if action.key == "enter" and self._chosen >= 0:
            self.choose(page, self._chosen)
            return True
        if action.key == "escape":
            self.dismiss()
            return True
        return False

    def choose(self, page: Page, index: int) -> None:
        """Put one into the field."""
        value = self._values[index]
        page.evaluate("omnigymSelect()", WORLD, self._frame)
        page.call("Input.insertText", text=value)
        self.dismiss()

    def widgets(self, area: Rect, scale: float) -> tuple[Widget, ...]:
        """Them, below the field or above it; the first widget is the list itself.

        Args:
            area: Where the page is, in the device's own pixels.
            scale: How many pixels of the screen one of these is.
        """
        if not self.shown:
            return ()
        left, top, width, height = area
        x, y, wide, high = (round(n / scale) for n in self._box)
        x, y, wide = x + left, y + top, max(wide, 160)
        tall = _ROW * len(self._values)
        below = y + high + tall <= top + height or y - top < tall
        at = y + high if below else y - tall
        x = max(min(x, left + width - wide), left)
        out = [Widget(Role.LIST, "Suggestions", (x, at, wide, tall), "browser.suggestions", "card")]
        for n, label in enumerate(self._labels):
            states = _BUTTON | State.SELECTABLE | (State.SELECTED if n == self._chosen else State.NONE)
            look = "field" if n == self._chosen else "row"
            key, row = f"browser.suggestions.{n}", (x, at + n * _ROW, wide, _ROW)
            out.append(Widget(Role.LIST_ITEM, label, row, key, look, states=states))  # type: ignore[arg-type]
        return tuple(out)
