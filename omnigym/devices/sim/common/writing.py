"""Writing mails: the rules that every mail program has, whatever it looks like.

A program keeps what is written in a state of its own; here are its recipients, answers, drafts and sending, as
functions of the files. A file is never written over another mail: where a name is taken, the new one gets a number.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from omnigym.devices.sim.common.mailbox import MAILBOX, file_name, keep, mark
from omnigym.devices.sim.vfs import Vfs
from omnigym.documents.mail import (
    Attachment,
    Headers,
    Mail,
    Marks,
    address_of,
    answered,
    prefixed,
    split_addresses,
    write_mail,
)

__all__ = ["Answer", "addressed", "answer_to", "composed", "draft_kept", "draft_removed", "sent"]


class Answer(NamedTuple):
    """How an answer to a mail begins.

    Attributes:
        to, cc: Whom it goes to.
        subject: "Re: " and the mail's.
        answers: The id of the mail, for `Headers.in_reply_to`.
    """

    to: str
    cc: str
    subject: str
    answers: str


def answer_to(mail: Mail, account: str, everybody: bool) -> Answer:
    """An answer to the sender of a mail; to all to whom it went besides, where ``everybody`` is meant."""
    to, others = answered(mail, account)
    return Answer(to, others if everybody else "", prefixed("Re:", mail.headers.subject), mail.headers.message_id)


def addressed(typed: str, people: Mapping[str, str]) -> tuple[tuple[str, ...], str]:
    """The addresses that were typed, and the first part that is none and no person's name; or "".

    Args:
        typed: Parts between commas or semicolons.
        people: Addresses with names, by the name in small letters.
    """
    parts = split_addresses(typed)
    found = [part if address_of(part) else people.get(part.casefold(), part) for part in parts]
    return tuple(found), next((part for part, who in zip(parts, found, strict=True) if not address_of(who)), "")


def composed(
    sender: str,
    to: str,
    cc: str,
    subject: str,
    body: str,
    attachments: tuple[Attachment, ...],
    answers: str,
    now: int,
) -> Mail:
    """A mail that is written now; its own writer has read it."""
    headers = Headers(sender, to, cc, subject.strip(), now, in_reply_to=answers, marks=Marks(read=True))
    return Mail(headers, body, attachments)


def draft_removed(vfs: Vfs, path: str, now: int) -> Vfs:
    """The files without a draft; unchanged where ``path`` is "" or nothing is there any more."""
    return vfs.delete(path, now) if path and vfs.is_file(path) else vfs


def draft_kept(vfs: Vfs, mail: Mail, path: str, now: int, mailbox: str = MAILBOX) -> tuple[Vfs, str]:
    """The files with a draft, and its path: the one that it had, or one by its subject where it had none."""
    content = write_mail(mail, draft=True)
    if path and vfs.is_file(path):
        return vfs.write(path, content, now), path
    return keep(vfs, "Drafts", file_name(mail.headers.subject), content, now, mailbox)


def sent(
    vfs: Vfs, mail: Mail, now: int, *, mailbox: str = MAILBOX, draft: str = "", original: str = "", returns: str = ""
) -> Vfs:
    """The files after a mail was sent.

    Args:
        vfs: The files.
        mail: What is sent.
        now: When.
        mailbox: Its directory.
        draft: The path of its draft, which goes; or "".
        original: The path of the mail that it answers, which is marked so; or "".
        returns: The address whose mail arrives in the same mailbox: mail to it is in the inbox, unread; "" for none.
    """
    name, headers = file_name(mail.headers.subject), mail.headers
    vfs, _ = keep(vfs, "Sent", name, write_mail(mail), now, mailbox)
    if returns and address_of(returns) in {address_of(a) for a in split_addresses(f"{headers.to}, {headers.cc}")}:
        arrived = mail._replace(headers=headers._replace(marks=Marks()))
        vfs, _ = keep(vfs, "Inbox", name, write_mail(arrived), now, mailbox)
    vfs = draft_removed(vfs, draft, now)
    return mark(vfs, original, now, answered=True) if original and vfs.is_file(original) else vfs
