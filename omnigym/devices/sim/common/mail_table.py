"""The mails of a mailbox as rows: a mail that is moved is the same one, whose folder is another."""

from __future__ import annotations

import hashlib
from functools import lru_cache

from omnigym.devices.sim.tables.fields import text_value
from omnigym.devices.sim.tables.folder import files_in
from omnigym.devices.sim.tables.table import Row, View
from omnigym.devices.sim.vfs import Directory, Vfs, join
from omnigym.documents.mail import Mail, read_mail
from omnigym.errors import UnreadableError

__all__ = ["mail_table"]


def mail_table(mailbox: str) -> View:
    """What checks read of a mailbox.

    Args:
        mailbox: Its directory in the virtual file system.
    """
    return View("content://mail/messages", lambda vfs: _rows(vfs, mailbox), path=mailbox, key="id")


def _rows(vfs: Vfs, mailbox: str) -> tuple[Row, ...]:
    found = vfs.get(mailbox)
    folders = sorted(found.entries.values(), key=lambda e: e.name) if type(found) is Directory else []
    return tuple(
        [
            _row(folder.name, mail)
            for folder in folders
            for _, content in files_in(vfs, join(mailbox, folder.name))
            if (mail := _mail(content)) is not None
        ]
    )


@lru_cache(maxsize=1024)
def _mail(content: bytes) -> Mail | None:
    try:
        return read_mail(content)
    except UnreadableError:
        return None


def _digest(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()[:16]


def _row(folder: str, mail: Mail) -> Row:
    head = mail.headers
    attached = [f"{a.name}: {_digest(a.content)}" for a in mail.attachments]
    return {
        "id": head.message_id or _digest(repr((head.sender, head.to, head.subject, head.date_ms, mail.body)).encode()),
        "folder": folder,
        "subject": head.subject,
        "sender": head.sender,
        "to": head.to,
        "cc": head.cc,
        "text": mail.body,
        "attachments": "\n".join(attached),
        "read": text_value(head.marks.read),
        "flagged": text_value(head.marks.flagged),
        "answered": text_value(head.marks.answered),
    }
