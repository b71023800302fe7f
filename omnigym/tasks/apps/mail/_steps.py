"""What the subtasks of mail share."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from omnigym.actions import Action
from omnigym.documents.mail import MAILBOX
from omnigym.tasks.apps._steps import in_front, name_file
from omnigym.tasks.subtask import UI, Condition, Need, Resource, WriteFile, all_of
from omnigym.tasks.worlds import blank

__all__ = [
    "ANNA",
    "BEN",
    "CHLOE",
    "DAN",
    "MAIL",
    "READING",
    "SENT",
    "WITH_CLIPBOARD",
    "WRITING",
    "addressed",
    "attach",
    "attached",
    "draft_need",
    "letter",
    "mail_need",
    "new_mail",
    "open_mail",
    "sent_need",
]

MAIL: Mapping[str, object] = {"app": "mail", "platforms": ("windows",)}

ANNA, BEN, CHLOE, DAN = "anna@fabrikam.com", "ben@contoso.com", "chloe@adatum.com", "dan@northwind.com"
SENT = Resource("mail_sent", "{subject}")
WITH_CLIPBOARD = ("files", "apps", "a11y", "clipboard")

#: Milestones: the mail is on the screen; a mail is being written.
READING = Condition("control_exists", {"name": "{subject}", "role": "heading"})
WRITING = Condition("control_exists", {"name": "Send", "role": "button"})


def addressed(subject: str = "{subject}") -> tuple[Condition, Condition]:
    """Milestones: a mail is being written, and it has its subject."""
    return WRITING, all_of(WRITING, Condition("check_text_exists_via_control", {"text": subject}))


def attached(name: str) -> Condition:
    """A milestone: a file comes with the mail that is being written."""
    return all_of(WRITING, Condition("check_text_exists_via_control", {"text": f"Remove {name}"}))


_OURSELVES = "Alex Morgan <alex.morgan@outlook.com>"


def letter(
    folder: str,
    text: str = blank("mail", "{subject}"),
    *,
    status: str = "O",
    sender: str = "Nora Field <nora.field@example.com>",
    to: str = _OURSELVES,
    more: str = "",
) -> WriteFile:
    """A mail with the subject "{subject}" in a folder, as the latest but a few.

    Args:
        folder: The folder.
        text: What it says, by default what the world makes up; a template like the folder.
        status: "O" for a new one, "RO" for one that was read.
        sender, to: Whom it is from, and for.
        more: Further header fields, each with a newline.
    """
    head = f"Status: {status}\nFrom: {sender}\nTo: {to}\nSubject: {{subject}}\n"
    date = "Date: Fri, 14 Mar 2025 08:40:00 +0000\n"
    return WriteFile(f"{MAILBOX}/{folder}/{{subject}}.eml", f"{head}{date}{more}\n{text}\n")


def mail_need(folder: str, *, consumes: bool = False, status: str = "O") -> Need:
    """A mail in a folder, whatever it says."""
    return Need(Resource("mail", f"{folder}/{{subject}}"), (letter(folder, status=status),), consumes)


def sent_need(*, consumes: bool = False) -> Need:
    """A mail that was sent to somebody."""
    sent = letter("Sent", status="RO", sender=_OURSELVES, to="Gil Moss <gil@example.com>")
    return Need(SENT, (sent,), consumes)


def draft_need() -> Need:
    """A draft with the subject "{subject}" to "{to}", which is used up."""
    draft = WriteFile(
        f"{MAILBOX}/Drafts/{{subject}}.eml",
        f"Status: RO\nX-Unsent: 1\nFrom: {_OURSELVES}\nTo: {{to}}\nSubject: {{subject}}\n"
        f"Date: Thu, 13 Mar 2025 17:20:00 +0000\n\n{blank('sentence', '{subject}')}\n",
    )
    return Need(Resource("mail_draft", "{subject} for {to}"), (draft,), True)


def new_mail(ui: UI, to: str, subject: str, text: str = "", cc: str = "") -> Iterator[Action]:
    """A new mail, all its fields filled."""
    yield from in_front(ui)
    yield ui.click("mail.new")
    yield ui.type(f"{to}\t{cc}\t{subject}\t{text}")


def attach(ui: UI, path: str) -> Iterator[Action]:
    """A file attached by the dialog."""
    yield ui.click("mail.attach")
    yield from name_file(ui, path)


def open_mail(ui: UI, folder: str, subject: str) -> Iterator[Action]:
    """A mail selected in its folder; where it is too far down, it is searched for."""
    yield from in_front(ui)
    yield ui.click("folder", name=folder.lower().replace(" ", "_"))
    if ui.find("message", name=f"{subject}.eml") is None:
        yield ui.click("search")
        yield ui.type(subject)
    yield ui.click("message", name=f"{subject}.eml")
