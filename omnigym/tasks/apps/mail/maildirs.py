"""Mail on the real desktop: the subtasks of the simulated one, done in a program that keeps maildirs."""

from __future__ import annotations

from collections.abc import Iterator

from omnigym.actions import Action, Wait
from omnigym.tasks.apps._counterparts import counterpart
from omnigym.tasks.apps._steps import name_file
from omnigym.tasks.apps.mail import attaching, keeping, taking, writing
from omnigym.tasks.apps.mail._maildir_steps import message, open_mail, send, write_mail
from omnigym.tasks.subtask import UI

__all__: list[str] = []

_ORIGINALS = (writing, attaching, keeping, taking)  # imported for the subtasks that they register
#: A row that was just clicked on may take the drag for a second click.
_DRAGS = 4


@counterpart("mail/send", "maildir/send", "mail", {})
def send_mail(ui: UI, to: str, subject: str, text: str) -> Iterator[Action]:
    """A new mail, then Send."""
    yield from write_mail(ui, to, subject, text)
    yield from send(ui)


@counterpart("mail/write-draft", "maildir/write-draft", "mail", {})
def write_draft(ui: UI, to: str, subject: str, text: str) -> Iterator[Action]:
    """A new mail, then Save; its window is closed."""
    yield from write_mail(ui, to, subject, text)
    yield ui.click("save")
    yield ui.press("f4", "alt")


@counterpart("mail/reply", "maildir/reply", "mail", {})
def reply(ui: UI, folder: str, subject: str, text: str) -> Iterator[Action]:
    """Reply, the text above what is quoted, Send."""
    yield from open_mail(ui, folder, subject)
    yield ui.click("reply")
    yield from ui.wait_for("send")
    yield ui.type(text + "\n\n")
    yield from send(ui)


@counterpart(
    "mail/forward", "maildir/forward", "mail", {"Forward the": "With the subject 'Fw: {subject}', forward the"}
)
def forward(ui: UI, folder: str, subject: str, to: str) -> Iterator[Action]:
    """In the text of the new mail; the program adds the sender to the subject, which is taken away again."""
    yield from message(ui, folder, subject, "Forward Inline…")
    yield ui.type(to + "\n")
    yield ui.click("subject")
    yield ui.press("a", "ctrl")
    yield ui.type(f"Fw: {subject}")
    yield from send(ui)


@counterpart("mail/send-clipboard", "maildir/send-clipboard", "mail", {})
def send_clipboard(ui: UI, to: str, subject: str, **_: str) -> Iterator[Action]:
    """Ctrl+V in the text."""
    yield from write_mail(ui, to, subject)
    yield ui.press("v", "ctrl")
    yield from send(ui)


@counterpart("mail/send-file", "maildir/send-file", "mail", {})
def send_file(ui: UI, folder: str, name: str, to: str, subject: str) -> Iterator[Action]:
    """Attach, and the dialog."""
    yield from write_mail(ui, to, subject)
    yield ui.click("attach")
    yield from name_file(ui, f"{folder}/{name}")
    yield from send(ui)


@counterpart("mail/delete", "maildir/delete", "mail", {"Delete the mail": "Move to the folder Deleted the mail"})
def delete(ui: UI, subject: str) -> Iterator[Action]:
    """The button."""
    yield from open_mail(ui, "Inbox", subject)
    yield ui.click("trash")


def _drag(ui: UI, subject: str, source: str, target: str) -> Iterator[Action]:
    """A mail dragged from one folder to another, until it is gone from the first."""
    yield from open_mail(ui, source, subject)
    for _ in range(_DRAGS):
        row, folder = ui.find("message", name=subject), ui.find("folder", name=target)
        if row is None or folder is None:
            return
        yield ui.drag(row, folder)
        yield Wait(0.5)


@counterpart(
    "mail/archive", "maildir/archive", "mail", {"Archive the e-mail": "Move into the folder Archive the e-mail"}
)
def archive(ui: UI, subject: str) -> Iterator[Action]:
    """Dragged onto the folder."""
    yield from _drag(ui, subject, "Inbox", "Archive")


@counterpart("mail/restore", "maildir/restore", "mail", {})
def restore(ui: UI, folder: str, subject: str) -> Iterator[Action]:
    """Dragged onto the inbox."""
    yield from _drag(ui, subject, folder, "Inbox")


@counterpart("mail/report-junk", "maildir/report-junk", "mail", {"the junk folder": "the folder Junk"})
def report_junk(ui: UI, subject: str) -> Iterator[Action]:
    """Dragged onto the folder."""
    yield from _drag(ui, subject, "Inbox", "Junk")


@counterpart("mail/flag", "maildir/flag", "mail", {})
def flag(ui: UI, folder: str, subject: str) -> Iterator[Action]:
    """Its context menu."""
    yield from message(ui, folder, subject, "Toggle", "Flagged")


@counterpart("mail/mark-unread", "maildir/mark-unread", "mail", {})
def mark_unread(ui: UI, subject: str) -> Iterator[Action]:
    """Its context menu."""
    yield from message(ui, "Inbox", subject, "Toggle", "Unread")


@counterpart("mail/copy-text", "maildir/copy-text", "mail", {})
def copy_text(ui: UI, folder: str, subject: str) -> Iterator[Action]:
    """Ctrl+A, Ctrl+C in the text."""
    yield from open_mail(ui, folder, subject)
    yield from ui.wait_for("text")
    yield ui.click("text")
    yield ui.press("a", "ctrl")
    yield ui.press("c", "ctrl")
