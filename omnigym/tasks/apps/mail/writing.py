"""Subtasks of mail: writing, answering and sending."""

from __future__ import annotations

from collections.abc import Iterator

from omnigym.actions import Action
from omnigym.tasks.apps._needs import copied_text_need
from omnigym.tasks.apps.mail._steps import (
    ANNA,
    BEN,
    CHLOE,
    DAN,
    MAIL,
    READING,
    SENT,
    WITH_CLIPBOARD,
    WRITING,
    addressed,
    draft_need,
    mail_need,
    new_mail,
    open_mail,
)
from omnigym.tasks.subtask import UI, Condition, Resource, all_of, subtask

__all__: list[str] = []


@subtask(
    **MAIL,
    id="mail/send",
    instruction="Send an e-mail to {to} with the subject '{subject}' that says '{text}'.",
    parameters=(
        {"to": ANNA, "subject": "Keys", "text": "The keys are under the mat."},
        {"to": BEN, "subject": "Late today", "text": "My train is late, please begin without me."},
        {"to": CHLOE, "subject": "Thank you", "text": "The flowers are wonderful."},
        {"to": DAN, "subject": "Delivery", "text": "Could you deliver on Tuesday instead?"},
        {"to": "office@contoso.com", "subject": "Sick leave", "text": "I have a cold and stay at home today."},
        {"to": "club@example.org", "subject": "Membership", "text": "I would like to join the club."},
        {"to": ANNA, "subject": "Concert", "text": "I have two tickets for Saturday. Are you coming?"},
    ),
    draws={"subject": "topic", "text": "sentence", "to": "listed"},
    conditions=(Condition("mail_sent", {"to": ["{to}"], "subject": "{subject}", "text": "{text}"}),),
    milestones=addressed(),
    produces=(SENT,),
    tags=("write", "send"),
)
def send(ui: UI, to: str, subject: str, text: str) -> Iterator[Action]:
    """A new mail, then Send."""
    yield from new_mail(ui, to, subject, text)
    yield ui.click("mail.send")


@subtask(
    **MAIL,
    id="mail/send-in-copy",
    instruction="Write to {to}, with {cc} in copy: the subject is '{subject}', the text '{text}'.",
    parameters=(
        {"to": BEN, "cc": DAN, "subject": "Room change", "text": "We meet in room 12."},
        {"to": DAN, "cc": ANNA, "subject": "Invoice 4417", "text": "We have paid the invoice."},
        {"to": CHLOE, "cc": BEN, "subject": "Exam dates", "text": "The exams begin on 2 June."},
        {"to": ANNA, "cc": CHLOE, "subject": "Car pool", "text": "I can take two people along."},
        {"to": "press@fabrikam.com", "cc": BEN, "subject": "Interview", "text": "Friday at ten suits us."},
        {"to": "help@adatum.com", "cc": DAN, "subject": "Broken printer", "text": "The printer eats the paper."},
    ),
    draws={"subject": "topic", "text": "sentence", "to": "listed"},
    conditions=(Condition("mail_sent", {"to": ["{to}"], "cc": ["{cc}"], "subject": "{subject}", "text": "{text}"}),),
    milestones=addressed(),
    produces=(SENT,),
    tags=("write", "send"),
)
def send_in_copy(ui: UI, to: str, cc: str, subject: str, text: str) -> Iterator[Action]:
    """A new mail with both fields of addresses."""
    yield from new_mail(ui, to, subject, text, cc)
    yield ui.click("mail.send")


@subtask(
    **MAIL,
    id="mail/reply",
    instruction="Answer the e-mail '{subject}' in the folder {folder} with '{text}'.",
    parameters=(
        {"folder": "Inbox", "subject": "Dinner on Friday", "text": "With pleasure, what shall I bring?"},
        {"folder": "Inbox", "subject": "Missing signature", "text": "I will sign it tomorrow."},
        {"folder": "Archive", "subject": "Your old bicycle", "text": "It is sold already, sorry."},
        {"folder": "Inbox", "subject": "Choir rehearsal", "text": "I can only come at eight."},
        {"folder": "Junk", "subject": "Lost umbrella", "text": "Yes, it is mine."},
        {"folder": "Inbox", "subject": "Opening hours", "text": "We are open until six."},
    ),
    draws={"subject": "topic", "text": "sentence"},
    conditions=(Condition("mail_answered", {"subject": "{subject}", "text": "{text}"}),),
    milestones=(READING, all_of(WRITING, Condition("check_text_exists_via_control", {"text": "{text}"}))),
    needs=(mail_need("{folder}"),),
    produces=(Resource("mail_handled", "{subject}"),),
    tags=("write", "send"),
)
def reply(ui: UI, folder: str, subject: str, text: str) -> Iterator[Action]:
    """Reply, the text above what is quoted, Send."""
    yield from open_mail(ui, folder, subject)
    yield ui.click("mail.reply")
    yield ui.type(text)
    yield ui.click("mail.send")


@subtask(
    **MAIL,
    id="mail/forward",
    instruction="Forward the e-mail '{subject}' from {folder} to {to}.",
    parameters=(
        {"folder": "Inbox", "subject": "Water bill", "to": ANNA},
        {"folder": "Inbox", "subject": "Server maintenance", "to": BEN},
        {"folder": "Archive", "subject": "Travel insurance", "to": CHLOE},
        {"folder": "Inbox", "subject": "Course programme", "to": "team@contoso.com"},
        {"folder": "Deleted", "subject": "Parking permit", "to": DAN},
        {"folder": "Inbox", "subject": "Call for volunteers", "to": "choir@example.org"},
    ),
    draws={"subject": "topic", "to": "listed"},
    conditions=(Condition("mail_forwarded", {"subject": "{subject}", "to": ["{to}"]}),),
    milestones=(READING, WRITING),
    needs=(mail_need("{folder}"),),
    produces=(Resource("mail_handled", "{subject} to {to}"),),
    tags=("send",),
)
def forward(ui: UI, folder: str, subject: str, to: str) -> Iterator[Action]:
    """Forward, the address, Send."""
    yield from open_mail(ui, folder, subject)
    yield ui.click("mail.forward")
    yield ui.type(to)
    yield ui.click("mail.send")


@subtask(
    **MAIL,
    id="mail/write-draft",
    instruction="Prepare an e-mail to {to} with the subject '{subject}' and the text '{text}', as a draft that is not "
    "sent yet.",
    parameters=(
        {"to": CHLOE, "subject": "Apology", "text": "I am sorry that I forgot the date."},
        {"to": DAN, "subject": "Complaint", "text": "The lamp came without a plug."},
        {"to": ANNA, "subject": "Birthday plan", "text": "Let us give Tom a kite."},
        {"to": BEN, "subject": "Notice", "text": "I will leave the company in summer."},
        {"to": "landlord@example.org", "subject": "Heating", "text": "The heating has been cold since Monday."},
        {"to": "editor@example.org", "subject": "Reader's letter", "text": "Your article leaves out the bridge."},
    ),
    draws={"subject": "topic", "text": "sentence"},
    conditions=(Condition("mail_drafted", {"to": ["{to}"], "subject": "{subject}", "text": "{text}"}),),
    milestones=addressed(),
    produces=(Resource("mail_draft", "{subject} for {to}"),),
    tags=("write",),
)
def write_draft(ui: UI, to: str, subject: str, text: str) -> Iterator[Action]:
    """A new mail, then Save draft."""
    yield from new_mail(ui, to, subject, text)
    yield ui.click("mail.save_draft")


@subtask(
    **MAIL,
    id="mail/send-draft",
    instruction="Send the draft '{subject}', which is addressed to {to}.",
    parameters=(
        {"subject": "Price list", "to": DAN},
        {"subject": "Floor plan", "to": ANNA},
        {"subject": "Reading list", "to": CHLOE},
        {"subject": "Bank details", "to": "office@fabrikam.com"},
        {"subject": "Guest list", "to": BEN},
        {"subject": "Return slip", "to": "shop@wideworld.example"},
    ),
    draws={"subject": "topic", "to": "listed"},
    conditions=(Condition("mail_sent", {"to": ["{to}"], "subject": "{subject}", "draft": True}),),
    milestones=addressed(),
    needs=(draft_need(),),
    produces=(SENT,),
    tags=("send",),
)
def send_draft(ui: UI, subject: str, **_: str) -> Iterator[Action]:
    """Opened from the drafts, then Send."""
    yield from open_mail(ui, "Drafts", subject)
    yield ui.click("mail.send")


@subtask(
    **MAIL,
    id="mail/send-clipboard",
    instruction="Paste the text on the clipboard into an e-mail to {to} with the subject '{subject}', and send it.",
    parameters=(
        {"source": "speech.docx", "to": BEN, "subject": "As promised"},
        {"source": "verse.docx", "to": CHLOE, "subject": "A verse"},
        {"source": "rules.docx", "to": ANNA, "subject": "House rules"},
        {"source": "quote.docx", "to": "editor@example.org", "subject": "Quotation"},
        {"source": "answer.docx", "to": DAN, "subject": "In reply to your question"},
        {"source": "code.docx", "to": "help@adatum.com", "subject": "Error message"},
    ),
    draws={"subject": "topic", "to": "listed"},
    conditions=(Condition("mail_with_clipboard", {"to": ["{to}"], "subject": "{subject}"}),),
    milestones=addressed(),
    needs=(copied_text_need(),),
    produces=(SENT,),
    capabilities=WITH_CLIPBOARD,
    tags=("clipboard", "send"),
)
def send_clipboard(ui: UI, to: str, subject: str, **_: str) -> Iterator[Action]:
    """A new mail, Ctrl+V in its text, Send."""
    yield from new_mail(ui, to, subject)
    yield ui.press("v", "ctrl")
    yield ui.click("mail.send")
