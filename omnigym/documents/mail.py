r"""Mails as they are kept in files: RFC 5322 messages, read and written with the standard library.

What a mail program knows of a mail besides (that it was read, flagged or answered) is in the file too, in the header
fields ``Status`` and ``X-Status`` that mbox readers agree on: ``R`` is read, ``F`` flagged, ``A`` answered. A mail
without them is a new one.
"""

from __future__ import annotations

import re
from datetime import UTC, datetime
from email import message_from_bytes
from email.header import decode_header, make_header
from email.message import EmailMessage, Message
from email.policy import SMTP, default
from email.utils import format_datetime, getaddresses, parsedate_to_datetime
from functools import lru_cache
from typing import NamedTuple
from zlib import crc32

__all__ = [
    "Attachment",
    "Headers",
    "Mail",
    "Marks",
    "address_of",
    "name_of",
    "read_headers",
    "read_mail",
    "with_marks",
    "write_mail",
]

_FIELD = re.compile(rb"^([!-9;-~]+):[ \t]*(.*(?:\r?\n[ \t].*)*)", re.MULTILINE)
_END_OF_HEAD = re.compile(rb"\r?\n(?=\r?\n)")
_MARK_FIELD = re.compile(rb"^(?:X-)?Status:.*\r?\n", re.MULTILINE | re.IGNORECASE)
_TYPES = {
    "csv": "text/csv",
    "docx": "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
    "gif": "image/gif",
    "jpg": "image/jpeg",
    "pdf": "application/pdf",
    "png": "image/png",
    "txt": "text/plain",
    "xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
}


class Attachment(NamedTuple):
    """A file that comes with a mail."""

    name: str
    content: bytes


class Marks(NamedTuple):
    """What a mail program notes on a mail."""

    read: bool = False
    flagged: bool = False
    answered: bool = False


class Headers(NamedTuple):
    """What a list of mails shows: cheap to read.

    Attributes:
        sender: As the mail has it: ``Anna Keller <anna@example.com>``.
        to, cc: Addresses separated by commas.
        subject: One line.
        date_ms: When it was written, in milliseconds since the epoch; 0 where that cannot be read.
        message_id, in_reply_to: Its own identity, and that of the mail that it answers, or "".
        attached: Whether something comes with it.
        marks: What was noted on it.
    """

    sender: str = ""
    to: str = ""
    cc: str = ""
    subject: str = ""
    date_ms: int = 0
    message_id: str = ""
    in_reply_to: str = ""
    attached: bool = False
    marks: Marks = Marks()


class Mail(NamedTuple):
    """A whole mail: its headers, its text, and what comes with it."""

    headers: Headers
    body: str = ""
    attachments: tuple[Attachment, ...] = ()


def name_of(address: str) -> str:
    """What a person is called: the name before the address, or the address.

    >>> name_of("Anna Keller <anna@example.com>"), name_of("bob@example.com")
    ('Anna Keller', 'bob@example.com')
    """
    return next((name or plain for name, plain in getaddresses([address])), "")


def address_of(address: str) -> str:
    """The address without the name, in small letters; "" where there is none.

    >>> address_of("Anna Keller <Anna@example.com>")
    'anna@example.com'
    """
    found = next((plain for _, plain in getaddresses([address])), "")
    return found.casefold() if "@" in found else ""


@lru_cache(maxsize=8192)
def read_headers(content: bytes) -> Headers:
    """The headers of a mail; what is missing is empty. Never fails."""
    end = _END_OF_HEAD.search(content)
    head = content[: end.start()] if end is not None else content
    fields: dict[str, str] = {}
    for name, value in _FIELD.findall(head):
        fields.setdefault(name.decode("ascii").lower(), _unfolded(value))
    return Headers(
        fields.get("from", ""),
        fields.get("to", ""),
        fields.get("cc", ""),
        fields.get("subject", ""),
        _milliseconds(fields.get("date", "")),
        fields.get("message-id", ""),
        fields.get("in-reply-to", ""),
        fields.get("content-type", "").lower().startswith("multipart/mixed"),
        _marks(fields.get("status", ""), fields.get("x-status", "")),
    )


def _unfolded(value: bytes) -> str:
    text = re.sub(r"\r?\n[ \t]", " ", value.decode("utf-8", "replace")).strip()
    return str(make_header(decode_header(text))) if "=?" in text else text


def _milliseconds(date: str) -> int:
    try:
        return int(parsedate_to_datetime(date).timestamp()) * 1000
    except ValueError:
        return 0


def _marks(status: str, more: str) -> Marks:
    return Marks("R" in status, "F" in more, "A" in more)


@lru_cache(maxsize=256)
def read_mail(content: bytes) -> Mail:
    """A mail; what cannot be read of it is left out. Never fails."""
    message = message_from_bytes(content, policy=default)
    text = message.get_body(("plain",))
    body = _text(text) if text is not None else ""
    files = tuple(
        [
            Attachment(part.get_filename() or "attachment", _payload(part))
            for part in message.walk()
            if part.get_content_disposition() == "attachment"
        ]
    )
    return Mail(read_headers(content), body, files)


def _payload(part: Message) -> bytes:
    payload = part.get_payload(decode=True)
    return payload if isinstance(payload, bytes) else b""


def _text(part: Message) -> str:
    payload = _payload(part)
    try:
        text = payload.decode(part.get_content_charset("utf-8"), "replace")
    except LookupError:  # a character set that nobody knows
        text = payload.decode("utf-8", "replace")
    return text.replace("\r\n", "\n").removesuffix("\n")


def write_mail(mail: Mail, *, draft: bool = False) -> bytes:
    """A mail as a file; the same mail always gives the same bytes.

    Args:
        mail: The mail.
        draft: Whether it was not sent yet (``X-Unsent``, as Outlook marks it).
    """
    h = mail.headers
    message = EmailMessage(policy=SMTP)
    for name, value in (("From", h.sender), ("To", h.to), ("Cc", h.cc), ("Subject", h.subject)):
        if value or name in ("From", "Subject"):
            message[name] = " ".join(value.split())
    message["Date"] = format_datetime(datetime.fromtimestamp(h.date_ms // 1000, UTC))
    message["Message-ID"] = h.message_id or f"<{h.date_ms}.{crc32(f'{h.to} {h.subject} {mail.body}'.encode())}@mail>"
    if h.in_reply_to:
        message["In-Reply-To"] = h.in_reply_to
    if draft:
        message["X-Unsent"] = "1"
    message.set_content(mail.body + "\n")
    for name, content in mail.attachments:
        main, _, sub = _TYPES.get(name.rpartition(".")[2].lower(), "application/octet-stream").partition("/")
        message.add_attachment(content, maintype=main, subtype=sub, filename=name)
    if mail.attachments:
        message.set_boundary(f"=_{crc32(repr(mail.attachments).encode()):08x}_{h.date_ms:x}")
    return with_marks(message.as_bytes(), h.marks)


def with_marks(content: bytes, marks: Marks) -> bytes:
    r"""The same mail with other marks, not another byte changed.

    >>> with_marks(b"Status: O\nFrom: a@b\n\nHi", Marks(read=True, flagged=True))
    b'Status: RO\nX-Status: F\nFrom: a@b\n\nHi'
    """
    end = _END_OF_HEAD.search(content)
    at = end.end() if end is not None else len(content)
    newline = b"\r\n" if b"\r\n" in content[:at] else b"\n"
    head = _MARK_FIELD.sub(b"", content[:at])
    more = ("A" if marks.answered else "") + ("F" if marks.flagged else "")
    status = b"Status: " + (b"RO" if marks.read else b"O") + newline
    if more:
        status += b"X-Status: " + more.encode() + newline
    return status + head + content[at:]
