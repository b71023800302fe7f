"""Mail on the phone."""

from __future__ import annotations

from collections.abc import Iterator

from omnigym.actions import Action
from omnigym.tasks.apps._phone_office_steps import (
    DRIVE,
    GMAIL,
    MAIL,
    SENT,
    inbox,
    letter,
    mail,
    open_mail,
    pick_file,
    write_mail,
)
from omnigym.tasks.apps._phone_steps import hold, table
from omnigym.tasks.subtask import UI, Condition, Need, Resource, WriteFile, subtask

__all__: list[str] = []

_PEOPLE = (
    "priya.nair@example.com", "tom.becker@example.org", "lena@example.net", "omar.haddad@example.com",
    "yuki.sato@example.jp", "chloe.m@example.fr",
)  # fmt: skip
_NEWS = (
    ("Meeting on Monday", "Shall we meet on Monday at ten?"),
    ("The keys", "I have left the keys at the reception."),
    ("Thank you", "Thank you for the lovely evening!"),
    ("Order 4471", "Please send me the invoice for order 4471."),
    ("Running late", "I will be half an hour late today."),
    ("Dinner plans", "Is Thursday at eight fine with you?"),
)
_WRITTEN = tuple([{"to": to, "subject": s, "text": t} for to, (s, t) in zip(_PEOPLE, _NEWS, strict=True)])
_SUBJECTS = (
    "Invoice 2087", "Team outing", "New parking rules", "Photos from Rome", "Your subscription",
    "Board games on Friday",
)  # fmt: skip
_COMING = tuple([{"subject": s} for s in _SUBJECTS])
_SAYS = "Hello,\n\nsee below.\n\nNora"


def _in(folder: str, **marks: bool) -> Condition:
    return Condition("mail_in_folder", {"folder": folder, "subject": "{subject}", **marks})


@subtask(
    **GMAIL,
    id="phone-gmail/send",
    instruction="Send an email to {to} with the subject '{subject}' and the text: {text}",
    parameters=_WRITTEN,
    conditions=(Condition("mail_sent", {"to": ["{to}"], "subject": "{subject}", "text": "{text}"}),),
    produces=(SENT,),
    tags=("write",),
)
def send(ui: UI, to: str, subject: str, text: str) -> Iterator[Action]:
    """A new mail."""
    yield from inbox(ui)
    yield ui.click("gmail.compose")
    yield from write_mail(ui, to, subject, text)
    yield ui.click("gmail.send")


@subtask(
    **GMAIL,
    id="phone-gmail/draft",
    instruction="Write an email to {to} with the subject '{subject}' and the text: {text} Leave it as a draft.",
    parameters=tuple([{**w, "to": to} for w, to in zip(_WRITTEN, reversed(_PEOPLE), strict=True)]),
    conditions=(Condition("mail_drafted", {"to": ["{to}"], "subject": "{subject}", "text": "{text}"}),),
    produces=(Resource("mail_draft", "{subject}"),),
    tags=("write",),
)
def draft(ui: UI, to: str, subject: str, text: str) -> Iterator[Action]:
    """A new mail that is put away by the menu."""
    yield from inbox(ui)
    yield ui.click("gmail.compose")
    yield from write_mail(ui, to, subject, text)
    yield ui.click("gmail.draft_more")
    yield ui.click("gmail.menu.save")


_FILES = table(
    "folder name to subject",
    ("Download", "Ticket.txt", "priya.nair@example.com", "My ticket"),
    ("Documents", "Minutes.txt", "tom.becker@example.org", "Minutes of the meeting"),
    ("Download", "Recipe.txt", "lena@example.net", "The recipe"),
    ("Documents", "Wishlist.txt", "omar.haddad@example.com", "My wishes"),
    ("Download", "Contract.txt", "yuki.sato@example.jp", "The contract"),
    ("Documents", "Route.txt", "chloe.m@example.fr", "The way to us"),
)


@subtask(
    **GMAIL,
    id="phone-gmail/send-file",
    instruction="Email the file {name} from the folder {folder} of the phone to {to}, with the subject '{subject}'.",
    parameters=_FILES,
    conditions=(
        Condition("mail_sent", {"to": ["{to}"], "subject": "{subject}", "attachments": ["{folder}/{name}"]}),
    ),
    needs=(Need(Resource("file", "{folder}/{name}"), (WriteFile("{folder}/{name}", "As agreed, for you."),)),),
    produces=(SENT,),
    tags=("write", "attach"),
)  # fmt: skip
def send_file(ui: UI, folder: str, name: str, to: str, subject: str) -> Iterator[Action]:
    """A new mail with a file that is looked for."""
    yield from inbox(ui)
    yield ui.click("gmail.compose")
    yield from write_mail(ui, to, subject)
    yield ui.click("gmail.attach")
    yield from pick_file(ui, f"{folder}/{name}")
    yield ui.click("gmail.send")


@subtask(
    **GMAIL,
    id="phone-gmail/reply",
    instruction="Reply '{text}' to the mail '{subject}'.",
    parameters=tuple([{"subject": s, "text": t} for s, t in zip(_SUBJECTS, (
        "That is fine with me.", "Count me in!", "Thanks for telling me.", "What a view!", "Please cancel it.",
        "I will bring the drinks.",
    ), strict=True)]),
    conditions=(Condition("mail_answered", {"subject": "{subject}", "text": "{text}"}),),
    needs=(mail(_SAYS),),
    produces=(Resource("mail_sent", "Re: {subject}"),),
    tags=("write",),
)  # fmt: skip
def reply(ui: UI, subject: str, text: str) -> Iterator[Action]:
    """The button at the top of the mail."""
    yield from open_mail(ui, subject)
    yield ui.click("gmail.reply_top")
    yield ui.type(text)
    yield ui.click("gmail.send")


@subtask(
    **GMAIL,
    id="phone-gmail/forward",
    instruction="Forward the mail '{subject}' to {to}.",
    parameters=tuple([{"subject": s, "to": to} for s, to in zip(_SUBJECTS, _PEOPLE, strict=True)]),
    conditions=(Condition("mail_forwarded", {"subject": "{subject}", "to": ["{to}"]}),),
    needs=(mail(_SAYS),),
    produces=(Resource("mail_sent", "Fwd: {subject}"),),
    tags=("write",),
)
def forward(ui: UI, subject: str, to: str) -> Iterator[Action]:
    """The button below the mail."""
    yield from open_mail(ui, subject)
    yield ui.click("gmail.forward")
    yield from write_mail(ui, to, "")
    yield ui.click("gmail.send")


@subtask(
    **GMAIL,
    id="phone-gmail/archive",
    instruction="Archive the mail with the subject '{subject}'.",
    parameters=_COMING,
    conditions=(_in("Archive"),),
    needs=(mail(_SAYS, consumes=True),),
    produces=(Resource("mail_archived", "{subject}"),),
    tags=("menu",),
)
def archive(ui: UI, subject: str) -> Iterator[Action]:
    """The menu of a long press."""
    yield from inbox(ui)
    yield from hold(ui, subject)
    yield ui.click("gmail.menu.archive")


@subtask(
    **GMAIL,
    id="phone-gmail/delete",
    instruction="Delete the mail '{subject}' from the inbox.",
    parameters=tuple([{"subject": s} for s in (
        "You are the winner", "Half price today only", "Old newsletter", "Cheap flights", "Survey: five minutes",
        "Last reminder",
    )]),
    conditions=(_in("Trash"),),
    needs=(mail("Do not miss it!", consumes=True),),
    tags=("delete",),
)  # fmt: skip
def delete(ui: UI, subject: str) -> Iterator[Action]:
    """The button of the mail."""
    yield from open_mail(ui, subject)
    yield ui.click("gmail.delete")


@subtask(
    **GMAIL,
    id="phone-gmail/star",
    instruction="Put a star on the mail '{subject}'.",
    parameters=_COMING,
    conditions=(_in("Inbox", flagged=True),),
    needs=(mail(_SAYS),),
    produces=(MAIL,),
    tags=("star",),
)
def star(ui: UI, subject: str) -> Iterator[Action]:
    """The star beside the subject."""
    yield from open_mail(ui, subject)
    yield ui.click("gmail.star")


@subtask(
    **GMAIL,
    id="phone-gmail/mark-unread",
    instruction="Mark the mail '{subject}' as unread.",
    parameters=_COMING,
    conditions=(_in("Inbox", read=False),),
    needs=(mail(_SAYS),),
    produces=(MAIL,),
    tags=("menu",),
)
def mark_unread(ui: UI, subject: str) -> Iterator[Action]:
    """The menu of a long press."""
    yield from inbox(ui)
    yield from hold(ui, subject)
    yield ui.click("gmail.menu.read")


@subtask(
    **GMAIL,
    id="phone-gmail/to-tasks",
    instruction="Make a task in Google Tasks of the mail '{subject}', with the mail's subject as its title.",
    parameters=_COMING,
    conditions=(Condition("phone_task_exists", {"title": "{subject}", "done": False}),),
    needs=(mail(_SAYS),),
    produces=(Resource("phone_task", "{subject}"), MAIL),
    tags=("menu", "two apps"),
)
def to_tasks(ui: UI, subject: str) -> Iterator[Action]:
    """The mail's menu leads to the sheet of Tasks."""
    yield from open_mail(ui, subject)
    yield ui.click("gmail.more")
    yield ui.click("gmail.menu.task")
    yield ui.of("tasks").click("tasks.new.save")


_PARTS = 'MIME-Version: 1.0\nContent-Type: multipart/mixed; boundary="=_part"\n'
_BODY = (
    "--=_part\nContent-Type: text/plain; charset=\"utf-8\"\n\nPlease find the file below.\n\n--=_part\n"
    "Content-Type: text/plain\nContent-Disposition: attachment; filename=\"{name}\"\n\n"
    "All of it, line by line: {name}\n\n--=_part--\n"
)  # fmt: skip
_WITH_FILE = Need(Resource("mail_with_file", "{subject}"), (letter(_BODY, more=_PARTS),))
_SENT_FILES = table(
    "subject name",
    ("The agenda", "Agenda.txt"), ("Numbers of March", "Numbers.txt"), ("Your visa", "Visa.txt"),
    ("House rules", "Rules.txt"), ("Song texts", "Songs.txt"), ("Training plan", "Training.txt"),
)  # fmt: skip


@subtask(
    **GMAIL,
    id="phone-gmail/save-attachment",
    instruction="Download the file {name} that came with the mail '{subject}'.",
    parameters=_SENT_FILES,
    conditions=(Condition("file_content_contains", {"path": "Download/{name}", "text": "line by line: {name}"}),),
    needs=(_WITH_FILE,),
    produces=(Resource("file", "Download/{name}"),),
    tags=("attachment",),
)
def save_attachment(ui: UI, subject: str, **_: str) -> Iterator[Action]:
    """The button beside the file."""
    yield from open_mail(ui, subject)
    yield ui.click("gmail.file.0.save")
    yield ui.click("ask.yes")


@subtask(
    **GMAIL,
    id="phone-gmail/attachment-to-drive",
    instruction="Add the attachment {name} of the mail '{subject}' to Drive.",
    parameters=tuple(reversed(_SENT_FILES)),
    conditions=(Condition("file_content_contains", {"path": f"{DRIVE}/{{name}}", "text": "line by line: {name}"}),),
    needs=(_WITH_FILE,),
    produces=(Resource("drive_file", "{name}"),),
    tags=("attachment",),
)
def attachment_to_drive(ui: UI, subject: str, **_: str) -> Iterator[Action]:
    """The other button beside the file."""
    yield from open_mail(ui, subject)
    yield ui.click("gmail.file.0.drive")
    yield ui.click("ask.yes")
