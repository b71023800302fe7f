r"""Mails in files: RFC 5322 messages, read and written with the standard library.

What a mail program knows of a mail besides (that it was read, flagged or answered) is in the file too, in the header
fields ``Status`` and ``X-Status`` that mbox readers agree on: ``R`` is read, ``F`` flagged, ``A`` answered. A mail
without them is a new one.
"""

from __future__ import annotations

import re
from datetime import UTC, datetime
from email import message_from_bytes
from email.errors import HeaderParseError
from email.header import decode_header, make_header
from email.message import EmailMessage, Message
from email.policy import SMTP, EmailPolicy
from email.utils import format_datetime, getaddresses, parsedate_to_datetime
from functools import lru_cache
from typing import NamedTuple, cast
from zlib import crc32

from omnigym.errors import UnreadableError
from omnigym.foreign import convert_errors, remember_contents, sound_text, within
from omnigym.foreign.limits import HEADER_TEXT, MAIL_BYTES, MAIL_PARTS, PART_HEADER_TEXT

__all__ = [
    "MAILBOX",
    "MAILDIR",
    "OWN_ADDRESSES",
    "PHONE_MAILBOX",
    "POST",
    "Attachment",
    "Headers",
    "Mail",
    "MailMarks",
    "address_of",
    "marks_of_name",
    "name_of",
    "prefix_subject",
    "preview",
    "read_headers",
    "read_mail",
    "reply_recipients",
    "split_addresses",
    "with_marks",
    "write_mail",
]

#: Folding a long header between encoded words may lose a space, so they go up to RFC 5322's limit.
_UNFOLDED = SMTP.clone(max_line_length=998)


class _Bounded(EmailPolicy):
    """Reads the beginning of a header field alone: the standard library takes the square of its length."""

    def header_fetch_parse(self, name: str, value: str) -> str:
        parsed: str = super().header_fetch_parse(name, value[:PART_HEADER_TEXT])
        return parsed


_BOUNDED = _Bounded()
_WITH_PARTS = re.compile(rb"(?:multipart|message)/", re.IGNORECASE)

#: The mailbox of a simulated desktop, a portable path: each directory in it is a folder of mails.
MAILBOX = "AppData/Local/Mail"
#: The mailbox of a simulated phone.
PHONE_MAILBOX = "/data/data/com.google.android.gm/mail"
#: The mailbox of a real Linux desktop: each directory in it is a maildir, with its mails in ``cur`` and ``new``.
MAILDIR = "Mail"
#: The addresses of the user of a device that has mails.
OWN_ADDRESSES = ("alex.morgan@outlook.com", "alex.morgan@gmail.com")
#: Where the mail server of a real Linux desktop keeps what was sent, an .eml file each: a cache, no data of the user's.
POST = ".cache/post"

_FIELD = re.compile(rb"^([!-9;-~]+):[ \t]*(.*(?:\r?\n[ \t].*)*)", re.MULTILINE)
_END_OF_HEAD = re.compile(rb"\r?\n(?=\r?\n)")
_PERSON = re.compile(r'(?:"[^"]*"?|[^",;])+')
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
    """A file attached to a mail."""

    name: str
    content: bytes


class MailMarks(NamedTuple):
    """The marks of a mail program on a mail."""

    read: bool = False
    flagged: bool = False
    answered: bool = False


class Headers(NamedTuple):
    """The fields of a mail that a list shows; they are cheap to read.

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
    marks: MailMarks = MailMarks()


class Mail(NamedTuple):
    """A whole mail: its headers, its text, and its attachments."""

    headers: Headers
    body: str = ""
    attachments: tuple[Attachment, ...] = ()


@lru_cache(maxsize=4096)
def name_of(address: str) -> str:
    """Return the name of a person: the name before the address, or the address.

    >>> name_of("Anna Keller <anna@example.com>"), name_of("bob@example.com")
    ('Anna Keller', 'bob@example.com')
    """
    return next((name or plain for name, plain in _people(address)), "")


@lru_cache(maxsize=4096)
def address_of(address: str) -> str:
    """Return the address without the name, in lower case; "" if there is none.

    >>> address_of("Anna Keller <Anna@example.com>")
    'anna@example.com'
    """
    found = next((plain for _, plain in _people(address)), "")
    return found.casefold() if "@" in found else ""


def _people(line: str) -> list[tuple[str, str]]:
    """Name and address of each; none where the line cannot be read."""
    try:
        with convert_errors("line of addresses"):
            return getaddresses([line[:HEADER_TEXT]])
    except UnreadableError:
        return []


def split_addresses(typed: str) -> tuple[str, ...]:
    """Return the people of a line separated by commas or semicolons; a comma in quotes is part of a name.

    >>> split_addresses('"Keller, Anna" <anna@example.com>; Bob')
    ('"Keller, Anna" <anna@example.com>', 'Bob')
    """
    return tuple([part.strip() for part in _PERSON.findall(typed) if part.strip()])


@lru_cache(maxsize=8192)
def prefix_subject(prefix: str, subject: str) -> str:
    """Return the subject of an answer, with "Re:" before it unless it is there.

    >>> prefix_subject("Re:", "re: lunch"), prefix_subject("Re:", "Lunch")
    ('re: lunch', 'Re: Lunch')
    """
    return subject if subject.casefold().startswith(prefix.casefold()) else f"{prefix} {subject}".strip()


def reply_recipients(mail: Mail, account: str) -> tuple[str, str]:
    """Return the recipients of an answer: the sender, or one's own recipient; and the others for an answer to all."""
    h = mail.headers
    known = {address_of(account), address_of(h.sender)}
    others = [a for a in (*split_addresses(h.to), *split_addresses(h.cc)) if address_of(a) not in known]
    return h.to if address_of(h.sender) == address_of(account) else h.sender, ", ".join(others)


def _head(content: bytes) -> tuple[dict[str, str], int]:
    """The header fields by name in small letters, the first of each, and where the text begins."""
    end = _END_OF_HEAD.search(content)
    fields: dict[str, str] = {}
    for name, value in _FIELD.findall(content[: end.start()] if end is not None else content):
        fields.setdefault(name.decode("ascii").lower(), _unfolded(value[:HEADER_TEXT]))
    return fields, content.index(b"\n", end.end()) + 1 if end is not None else len(content)


@remember_contents(8192)
def read_headers(content: bytes) -> Headers:
    """Return the headers of a mail; missing headers are empty. Never fails."""
    fields, _ = _head(content)
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
    if "=?" not in text:
        return text
    try:
        with convert_errors("header field"):
            # Words in UTF-16 may spell half a pair, or a line end.
            return " ".join(sound_text(str(make_header(decode_header(text)))).splitlines())
    except UnreadableError:
        return text


def _milliseconds(date: str) -> int:
    try:
        with convert_errors("date"):
            return max(0, int(parsedate_to_datetime(date).timestamp())) * 1000
    except UnreadableError:
        return 0


def _marks(status: str, more: str) -> MailMarks:
    return MailMarks("R" in status, "F" in more, "A" in more)


def marks_of_name(path: str) -> MailMarks:
    """Return the marks of a mail in a maildir: letters at the end of its file's name.

    >>> marks_of_name("Mail/Inbox/cur/1700000000.a.host:2,FS")
    MailMarks(read=True, flagged=True, answered=False)
    """
    _, _, letters = path.rpartition("/")[2].partition(":2,")
    return MailMarks("S" in letters, "F" in letters, "R" in letters)


def _is_simple(fields: dict[str, str]) -> bool:
    """Whether the text is what follows the head, as it is."""
    kind = fields.get("content-type", "text/plain").lower().replace('"', "")
    coding = fields.get("content-transfer-encoding", "7bit").lower()
    plain = kind.startswith("text/plain") and ("charset" not in kind or "utf-8" in kind or "ascii" in kind)
    return plain and coding in ("7bit", "8bit", "binary")


@remember_contents(1024, lambda content, _: len(content))
def read_mail(content: bytes) -> Mail:
    """Return a mail; unreadable parts are left out. Never fails."""
    fields, start = _head(content)
    if _is_simple(fields):
        return Mail(read_headers(content), _lines(content[start:].decode("utf-8", "replace")))
    try:
        with convert_errors("mail of several parts"):
            body, files = _parts(content)
    except UnreadableError:
        body, files = _lines(content[start:].decode("utf-8", "replace")), ()
    return Mail(read_headers(content), body, files)


def _parts(content: bytes) -> tuple[str, tuple[Attachment, ...]]:
    """The text, and the files that come with it."""
    within(len(content), MAIL_BYTES, "bytes in a mail of several parts")
    within(len(_WITH_PARTS.findall(content)), MAIL_PARTS, "parts of a mail with parts")
    message = cast(EmailMessage, message_from_bytes(content, policy=_BOUNDED))
    text = message.get_body(("plain",))
    files = [
        Attachment(sound_text(part.get_filename() or "attachment"), _payload(part))
        for part in message.walk()
        if part.get_content_disposition() == "attachment"
    ]
    return _text(text) if text is not None else "", tuple(files)


def _payload(part: Message) -> bytes:
    payload = part.get_payload(decode=True)
    return payload if isinstance(payload, bytes) else b""


def _text(part: Message) -> str:
    payload = _payload(part)
    try:
        text = sound_text(payload.decode(part.get_content_charset("utf-8"), "replace"))
    except (LookupError, ValueError):  # a character set that nobody knows
        text = payload.decode("utf-8", "replace")
    return _lines(text)


def _lines(text: str) -> str:
    return text.replace("\r\n", "\n").removesuffix("\n")


def preview(content: bytes, length: int) -> str:
    """Return the beginning of a mail's text, on one line."""
    return " ".join(read_mail(content).body[: 2 * length].split())[:length]


def write_mail(mail: Mail, *, draft: bool = False) -> bytes:
    """Return a mail as a file; the same mail always gives the same bytes.

    Args:
        mail: The mail.
        draft: Whether it was not sent yet (``X-Unsent``, as Outlook marks it).
    """
    h = mail.headers
    message = EmailMessage(policy=_UNFOLDED)
    for name, value in (("From", h.sender), ("To", h.to), ("Cc", h.cc), ("Subject", h.subject)):
        if value or name in ("From", "Subject"):
            _set_header(message, name, " ".join(value.split()))
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


def _set_header(message: EmailMessage, name: str, value: str) -> None:
    """A header field; people that the standard library cannot read are kept as a name in quotes."""
    try:
        message[name] = value
    except (IndexError, HeaderParseError):  # of "anna@", an address without a domain that is still being typed
        message[name] = '"' + value.replace('"', "").replace("\\", "") + '"'


def with_marks(content: bytes, marks: MailMarks) -> bytes:
    r"""Return the same mail with other marks and no other changed byte.

    >>> with_marks(b"Status: O\nFrom: a@b\n\nHi", MailMarks(read=True, flagged=True))
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
