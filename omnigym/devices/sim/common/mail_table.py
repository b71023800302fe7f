"""The mails of a mailbox as rows: a mail that is moved is the same one, whose folder is another."""

from __future__ import annotations

from omnigym.devices.sim.tables.folder import files_in
from omnigym.devices.sim.tables.table import Row, View
from omnigym.devices.sim.vfs import Directory, Vfs, join
from omnigym.documents.mail_rows import mail_row

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
            row
            for folder in folders
            for _, content in files_in(vfs, join(mailbox, folder.name))
            if (row := mail_row(folder.name, content)) is not None
        ]
    )
