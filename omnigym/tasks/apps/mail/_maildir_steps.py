"""What the subtasks of the real desktop's mail program share."""

from __future__ import annotations

from collections.abc import Iterator

from omnigym.a11y import Role
from omnigym.actions import Action, Wait
from omnigym.tasks.apps._steps import dismiss, in_front
from omnigym.tasks.subtask import UI

__all__ = ["mailbox", "message", "open_mail", "send", "write_mail"]

#: What the titles of the program's main window begin with; every other window of it is a mail being written.
_MAIN = "Balsa"
_TRIES = 12


def mailbox(ui: UI) -> Iterator[Action]:
    """The main window in front; a mail that was begun stays open behind it."""
    yield from in_front(ui)
    window = next((w for w in ui.app_windows() if w.active), None)
    if window is not None and not window.title.startswith(_MAIN):
        bar = next((n for n in ui.tree if n.role is Role.TITLEBAR and n.name.startswith(_MAIN)), None)
        if bar is not None:
            yield ui.click(bar)


def _writing(ui: UI) -> bool:
    return any(w.active and not w.title.startswith(_MAIN) for w in ui.app_windows())


def _appears(ui: UI, *, writing: bool) -> Iterator[Action]:
    """Wait until a mail is being written, or until the last one is out of the way."""
    for _ in range(_TRIES):
        if _writing(ui) == writing:
            return
        yield Wait(0.25)


def write_mail(ui: UI, to: str, subject: str, text: str = "") -> Iterator[Action]:
    """A new mail, its fields filled; the caret is at the end of its text."""
    yield from mailbox(ui)
    yield ui.click("compose")
    yield from _appears(ui, writing=True)
    yield ui.type(to + "\n")
    yield ui.click("subject")
    yield ui.type(subject)
    yield ui.click("text")
    if text:
        yield ui.type(text)


def send(ui: UI) -> Iterator[Action]:
    """The mail that is being written is sent."""
    yield ui.click("send")
    yield from _appears(ui, writing=False)


def open_mail(ui: UI, folder: str, subject: str) -> Iterator[Action]:
    """A mail selected in its folder."""
    yield from mailbox(ui)
    yield ui.click("folder", name=folder)
    yield from ui.wait_for("message", name=subject)
    yield ui.click("message", name=subject)


def message(ui: UI, folder: str, subject: str, *entries: str) -> Iterator[Action]:
    """Entries of a mail's context menu, one below the other."""
    yield from open_mail(ui, folder, subject)
    yield ui.right_click("message", name=subject)
    for entry in entries:
        yield ui.click("menu", name=entry)
    if "Toggle" not in entries:
        yield from _appears(ui, writing=True)
    yield from dismiss(ui) if not _writing(ui) else iter(())
