"""The mails of a home as rows, from its maildirs (`omnigym.documents.mail.MAILDIR`)."""

from __future__ import annotations

from collections.abc import Mapping

from omnigym.devices.home_data import HomeData
from omnigym.devices.userdata import Row, TableInfo
from omnigym.documents.mail import MAILDIR, marks_of_name
from omnigym.documents.mail_rows import mail_row

__all__ = ["with_mails"]

_MAILS = "content://mail/messages"


def with_mails(home: HomeData) -> HomeData:
    """The same data with a table of its mails, which say more than the names of their files do."""
    return home.with_table(_MAILS, TableInfo("id"), _rows(home.contents), MAILDIR)


def _rows(contents: Mapping[str, bytes]) -> tuple[Row, ...]:
    """The mails but for those that are marked as gone, whose files remain for a while."""
    rows = []
    for place, content in contents.items():
        if not place.startswith(f"{MAILDIR}/"):
            continue
        folder, _, rest = place.removeprefix(f"{MAILDIR}/").partition("/")
        part, _, name = rest.partition("/")
        if part not in ("cur", "new") or name.startswith(".") or "T" in name.rpartition(":2,")[2]:
            continue
        row = mail_row(folder, content, marks_of_name(name))
        if row is not None:
            rows.append(row)
    return tuple(rows)
