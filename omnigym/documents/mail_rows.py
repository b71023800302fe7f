"""Mails as rows of a table: a moved mail is the same mail with another folder."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from functools import lru_cache

from omnigym.documents.mail import Mail, MailMarks, read_mail
from omnigym.errors import UnreadableError

__all__ = ["mail_row"]


def mail_row(folder: str, content: bytes, marks: MailMarks | None = None) -> Mapping[str, str] | None:
    """Return a mail in the form of checks; None if the content is not a mail. ``id`` is its own wherever it lies.

    Args:
        folder: The folder of the mailbox that it is in.
        content: Its file.
        marks: What was noted on it; None where the file says that itself.
    """
    mail = _mail(content)
    if mail is None:
        return None
    head = mail.headers
    marks = marks or head.marks
    attached = [f"{a.name}: {_digest(a.content)}" for a in mail.attachments]
    noted = {"read": marks.read, "flagged": marks.flagged, "answered": marks.answered}
    return {
        "id": head.message_id or _digest(repr((head.sender, head.to, head.subject, head.date_ms, mail.body)).encode()),
        "folder": folder,
        "subject": head.subject,
        "sender": head.sender,
        "to": head.to,
        "cc": head.cc,
        "text": mail.body,
        "attachments": "\n".join(attached),
        **{name: str(int(held)) for name, held in noted.items()},
    }


@lru_cache(maxsize=1024)
def _mail(content: bytes) -> Mail | None:
    try:
        return read_mail(content)
    except UnreadableError:
        return None


def _digest(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()[:16]
