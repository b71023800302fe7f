"""The dialogs of a page as a person has them: what they show, and what answering them does."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from omnigym.devices.chromium.line_edit import LineEdit
from omnigym.devices.chromium.overlay import Overlay
from omnigym.devices.chromium.page import Page

__all__ = ["Dialogs"]

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
