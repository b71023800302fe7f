"""Steps, oracles and runs of maildir that are no plain data."""

from __future__ import annotations

from collections.abc import Iterator

from omnigym.a11y import Role
from omnigym.actions import Action, Wait
from omnigym.tasks.step_library.linux import right, unfinished
from omnigym.tasks.step_library.steps import dismiss, in_front, window_opens
from omnigym.tasks.step_library.variations import as_asked
from omnigym.tasks.step_registry import word
from omnigym.tasks.subtask import UI

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


@word
def appears(ui: UI, *, writing: bool) -> Iterator[Action]:
    """Wait until a mail is being written, or until the last one is out of the way."""
    for _ in range(_TRIES):
        if _writing(ui) == writing:
            return
        yield Wait(0.25)


@word
def write_mail(ui: UI, to: str, subject: str, text: str = "") -> Iterator[Action]:
    """A new mail, its fields filled; the caret is at the end of its text."""
    yield from mailbox(ui)
    yield ui.click("compose")
    yield from appears(ui, writing=True)
    yield ui.type(to + "\n")
    yield ui.click("subject")
    yield ui.type(subject)
    yield ui.click("text")
    if text:
        yield ui.type(text)


@word
def open_maildir_mail(ui: UI, folder: str, subject: str) -> Iterator[Action]:
    """A mail selected in its folder."""
    yield from mailbox(ui)
    yield ui.click("folder", name=folder)
    yield from ui.wait_for("message", name=subject)
    yield ui.click("message", name=subject)


@word
def message(ui: UI, folder: str, subject: str, *entries: str) -> Iterator[Action]:
    """Entries of a mail's context menu, one below the other."""
    yield from open_maildir_mail(ui, folder, subject)
    yield ui.right_click("message", name=subject)
    for entry in entries:
        yield ui.click("menu", name=entry)
    if "Toggle" not in entries:
        yield from appears(ui, writing=True)
    yield from dismiss(ui) if not _writing(ui) else iter(())


#: A row that was just clicked on may take the drag for a second click.
_DRAGS = 4


@word
def drag_to_mail_folder(ui: UI, subject: str, source: str, target: str) -> Iterator[Action]:
    """A mail dragged from one folder to another, until it is gone from the first."""
    yield from open_maildir_mail(ui, source, subject)
    for _ in range(_DRAGS):
        row, folder = ui.find("message", name=subject), ui.find("folder", name=target)
        if row is None or folder is None:
            return
        yield ui.drag(row, folder)
        yield Wait(0.5)


def _begun(subtask: str) -> None:
    @right(subtask)
    def after_another_was_begun(ui: UI, **given: str) -> Iterator[Action]:
        """A new mail is opened first, and closed with nothing in it."""
        yield from mailbox(ui)
        opened = len(ui.app_windows())
        yield ui.click("compose")
        yield from window_opens(ui, opened)
        yield ui.press("f4", "alt")
        yield Wait(0.5)
        yield from as_asked(subtask, ui, **given)


for _subtask in ("maildir/forward", "maildir/send-file", "maildir/copy-text"):
    _begun(_subtask)


unfinished(
    "without_copying",
    lambda action: getattr(action, "key", "") == "c",
    "maildir/copy-text",
)


unfinished("without_selecting", lambda action: getattr(action, "key", "") == "a", "maildir/copy-text")
