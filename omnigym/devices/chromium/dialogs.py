"""The dialogs of a page as a person has them: what they show, and what answering them does."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from omnigym.a11y import Rect, Role, State
from omnigym.devices.chromium.page import Page
from omnigym.devices.chromium.widgets import FONT, LineEdit, Widget
from omnigym.sim.style.fonts import wrap

# -- the dialogs that are drawn over a page ---------------------------------------------------------------------------

# Of its scripts, and to choose a file. No I/O.

# A real browser draws them in windows of its own, which a page without a window does not have.

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


# -- dialogs ----------------------------------------------------------------------------------------------------------

_LEAVE = "Changes that you made may not be saved."


class Dialogs:
    """The dialog that is open, if any.

    Args:
        home: The user's files, which a page can be given.
        host_path: Where a file that the user names is on this machine.

    Attributes:
        line: What is typed into it, or None where it takes no text.
    """

    def __init__(self, home: Path, host_path: Callable[[str], Path | None]) -> None:
        self._home, self._host_path = home, host_path
        self._of: object = None
        self.line: LineEdit | None = None

    def overlay(self, page: Page) -> Overlay | None:
        """The dialog of a page, or None."""
        self._begin(page)
        if page.dialog is not None:
            return self._of_script(page)
        if page.chooser is not None:
            title = "Open files" if page.chooser.multiple else "Open file"
            return Overlay(title, "", "Open", "Cancel", self.line, "File name", self._files())
        return None

    def press(self, page: Page, key: str, name: str) -> None:
        """Click one of the dialog's widgets."""
        if key == "browser.dialog.accept":
            self.answer(page, True)
        elif key == "browser.dialog.dismiss":
            self.answer(page, False)
        elif key.startswith("browser.dialog.choice."):
            self.line = LineEdit(name, len(name), len(name))

    def answer(self, page: Page, accept: bool) -> None:
        """Close the dialog; one that asks for a file that is not there stays open."""
        if page.dialog is not None:
            page.answer(accept, self._typed())
        elif page.chooser is not None:
            self._choose(page, accept)

    def _begin(self, page: Page) -> None:
        """Start a fresh line for a dialog that was not open before."""
        current = page.dialog or page.chooser
        if current is self._of:
            return
        self._of, self.line = current, None
        if page.dialog is not None and page.dialog.kind == "prompt":
            self.line = LineEdit.selected_all(page.dialog.default)
        elif page.dialog is None and page.chooser is not None:
            self.line = LineEdit()

    def _of_script(self, page: Page) -> Overlay | None:
        dialog = page.dialog
        if dialog is None:
            return None
        if dialog.kind == "beforeunload":
            return Overlay("Leave site?", _LEAVE, "Leave", "Cancel")
        title = f"{page.host or 'This page'} says"
        return Overlay(title, dialog.message, "OK", "" if dialog.kind == "alert" else "Cancel", self.line, "Answer")

    def _choose(self, page: Page, accept: bool) -> None:
        chooser = page.chooser
        if chooser is None:
            return
        if accept:
            names = self.line.text.split(";") if self.line is not None and chooser.multiple else [self._typed()]
            found = [self._host_path(name.strip()) for name in names]
            files = [str(path) for path in found if path is not None and path.is_file()]
            if len(files) != len(names):
                return
            page.tell("DOM.setFileInputFiles", files=files, backendNodeId=chooser.element)
        page.chooser = None

    def _typed(self) -> str:
        return self.line.text if self.line is not None else ""

    def _files(self) -> list[str]:
        """The user's files, as they can be named."""
        found = (p for p in self._home.rglob("*") if p.is_file() and not p.is_symlink())
        return sorted(str(p.relative_to(self._home)) for p in found)
