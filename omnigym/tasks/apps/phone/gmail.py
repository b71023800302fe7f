"""Mails that are written on the phone."""

from __future__ import annotations

from collections.abc import Iterator

from omnigym.actions import Action
from omnigym.tasks.apps._milestones import written
from omnigym.tasks.apps._needs import file_need
from omnigym.tasks.apps.phone._milestones import ADDRESSED, COMPOSING, MAIL_OPEN, button
from omnigym.tasks.apps.phone._office_steps import (
    GMAIL,
    SENT,
    SUBJECTS,
    inbox,
    mail,
    open_mail,
    pick_file,
    write_mail,
)
from omnigym.tasks.apps.phone._steps import table
from omnigym.tasks.subtask import UI, Condition, Need, Resource, all_of, subtask

__all__: list[str] = []

_PEOPLE = (
    "priya.nair@example.com",
    "tom.becker@example.org",
    "lena@example.net",
    "omar.haddad@example.com",
    "yuki.sato@example.jp",
    "chloe.m@example.fr",
)
_NEWS = (
    ("Meeting on Monday", "Shall we meet on Monday at ten?"),
    ("The keys", "I have left the keys at the reception."),
    ("Thank you", "Thank you for the lovely evening!"),
    ("Order 4471", "Please send me the invoice for order 4471."),
    ("Running late", "I will be half an hour late today."),
    ("Dinner plans", "Is Thursday at eight fine with you?"),
)
_WRITTEN = tuple([{"to": to, "subject": s, "text": t} for to, (s, t) in zip(_PEOPLE, _NEWS, strict=True)])
#: All of it is written.
_COMPLETE = all_of(ADDRESSED, written("{text}"))


@subtask(
    **GMAIL,
    id="phone-gmail/send",
    instruction="Send an email to {to} with the subject '{subject}' and the text: {text}",
    parameters=_WRITTEN,
    draws={"subject": "topic", "text": "sentence", "to": "listed"},
    conditions=(Condition("mail_sent", {"to": ["{to}"], "subject": "{subject}", "text": "{text}"}),),
    produces=(SENT,),
    milestones=(COMPOSING, ADDRESSED, _COMPLETE),
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
    draws={"subject": "topic", "text": "sentence"},
    conditions=(Condition("mail_drafted", {"to": ["{to}"], "subject": "{subject}", "text": "{text}"}),),
    produces=(Resource("mail_draft", "{subject}"),),
    milestones=(COMPOSING, ADDRESSED, _COMPLETE),
    tags=("write",),
)
def draft(ui: UI, to: str, subject: str, text: str) -> Iterator[Action]:
    """A new mail that is put away by the menu."""
    yield from inbox(ui)
    yield ui.click("gmail.compose")
    yield from write_mail(ui, to, subject, text)
    yield ui.click("gmail.draft_more")
    yield ui.click("gmail.menu.save")


def _carries(*files: str) -> Condition:
    """The mail has its fields, and the files that these parameters name."""
    return all_of(ADDRESSED, *[button(f"Remove {{{x}}}") for x in files])


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
    draws={"name": "file_name", "subject": "topic", "to": "listed"},
    conditions=(Condition("mail_sent", {"to": ["{to}"], "subject": "{subject}", "attachments": ["{folder}/{name}"]}),),
    needs=(file_need(),),
    produces=(SENT,),
    milestones=(COMPOSING, ADDRESSED, _carries("name")),
    tags=("write", "attach"),
)
def send_file(ui: UI, folder: str, name: str, to: str, subject: str) -> Iterator[Action]:
    """A new mail with a file that is looked for."""
    yield from inbox(ui)
    yield ui.click("gmail.compose")
    yield from write_mail(ui, to, subject)
    yield ui.click("gmail.attach")
    yield from pick_file(ui, f"{folder}/{name}")
    yield ui.click("gmail.send")


def _given(*letters: str) -> tuple[Need, ...]:
    """Files "{folder_a}/{a}"... that are on the phone."""
    return tuple([file_need(f"{{folder_{x}}}/{{{x}}}") for x in letters])


def _attached(*letters: str) -> Condition:
    paths = [f"{{folder_{x}}}/{{{x}}}" for x in letters]
    return Condition("mail_sent", {"to": ["{to}"], "subject": "{subject}", "attachments": paths})


_BUNDLES = table(
    "folder_a a folder_b b folder_c c to subject",
    ("Download", "Map.txt", "Documents", "Huts.txt", "Download", "Weather.txt", "lena@example.net", "The hike"),
    ("Documents", "Offer.txt", "Download", "Sketch.txt", "Documents", "Terms.txt", "tom.becker@example.org", "Offer"),
    ("Download", "Verse.txt", "Download", "Chorus.txt", "Documents", "Bridge.txt", "yuki.sato@example.jp", "Our song"),
    ("Documents", "Menu.txt", "Documents", "Guests.txt", "Download", "Seats.txt", "chloe.m@example.fr", "The dinner"),
    (
        "Download",
        "Form.txt",
        "Documents",
        "Passport.txt",
        "Documents",
        "Receipt.txt",
        "omar.haddad@example.com",
        "Visa",
    ),
    (
        "Documents",
        "Week one.txt",
        "Download",
        "Week two.txt",
        "Download",
        "Week three.txt",
        "priya.nair@example.com",
        "My hours",
    ),
)


@subtask(
    **GMAIL,
    id="phone-gmail/send-two-files",
    instruction="Email the files {folder_a}/{a} and {folder_b}/{b} of the phone to {to}, with the subject '{subject}'.",
    parameters=tuple([{k: v for k, v in bundle.items() if k not in ("folder_c", "c")} for bundle in _BUNDLES]),
    draws={"a": "file_name", "b": "file_name", "subject": "topic", "to": "listed"},
    conditions=(_attached("a", "b"),),
    needs=_given("a", "b"),
    produces=(SENT,),
    milestones=(COMPOSING, ADDRESSED, _carries("a")),
    tags=("write", "attach"),
)
def send_two_files(ui: UI, to: str, subject: str, **files: str) -> Iterator[Action]:
    """A new mail with one file after the other."""
    yield from _send_files(ui, to, subject, [f"{files[f'folder_{x}']}/{files[x]}" for x in "ab"])


def _send_files(ui: UI, to: str, subject: str, paths: list[str]) -> Iterator[Action]:
    yield from inbox(ui)
    yield ui.click("gmail.compose")
    yield from write_mail(ui, to, subject)
    for path in paths:
        yield ui.click("gmail.attach")
        yield from pick_file(ui, path)
    yield ui.click("gmail.send")


@subtask(
    **GMAIL,
    id="phone-gmail/send-three-files",
    instruction=(
        "Send {to} one email with the subject '{subject}' and these three files of the phone: {folder_a}/{a}, "
        "{folder_b}/{b} and {folder_c}/{c}."
    ),
    parameters=_BUNDLES,
    draws={"a": "file_name", "b": "file_name", "c": "file_name", "subject": "topic", "to": "listed"},
    conditions=(_attached("a", "b", "c"),),
    needs=_given("a", "b", "c"),
    produces=(SENT,),
    milestones=(ADDRESSED, _carries("a"), _carries("a", "b")),
    tags=("write", "attach"),
)
def send_three_files(ui: UI, to: str, subject: str, **files: str) -> Iterator[Action]:
    """A new mail with one file after the other."""
    yield from _send_files(ui, to, subject, [f"{files[f'folder_{x}']}/{files[x]}" for x in "abc"])


@subtask(
    **GMAIL,
    id="phone-gmail/reply",
    instruction="Reply '{text}' to the mail '{subject}'.",
    parameters=tuple(
        [
            {"subject": s, "text": t}
            for s, t in zip(
                SUBJECTS,
                (
                    "That is fine with me.",
                    "Count me in!",
                    "Thanks for telling me.",
                    "What a view!",
                    "Please cancel it.",
                    "I will bring the drinks.",
                ),
                strict=True,
            )
        ]
    ),
    draws={"subject": "topic", "text": "sentence"},
    conditions=(Condition("mail_answered", {"subject": "{subject}", "text": "{text}"}),),
    needs=(mail(),),
    produces=(Resource("mail_sent", "Re: {subject}"),),
    milestones=(MAIL_OPEN, COMPOSING, all_of(COMPOSING, written("{text}"))),
    tags=("write",),
)
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
    parameters=tuple([{"subject": s, "to": to} for s, to in zip(SUBJECTS, _PEOPLE, strict=True)]),
    draws={"subject": "topic", "to": "listed"},
    conditions=(Condition("mail_forwarded", {"subject": "{subject}", "to": ["{to}"]}),),
    needs=(mail(),),
    produces=(Resource("mail_sent", "Fwd: {subject}"),),
    milestones=(MAIL_OPEN, COMPOSING, all_of(COMPOSING, written("{to}"))),
    tags=("write",),
)
def forward(ui: UI, subject: str, to: str) -> Iterator[Action]:
    """The button below the mail."""
    yield from open_mail(ui, subject)
    yield ui.click("gmail.forward")
    yield from write_mail(ui, to, "")
    yield ui.click("gmail.send")
