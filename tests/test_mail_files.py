"""Mail files: what is written is read, what others wrote is read, and marks change nothing else."""

from __future__ import annotations

from email import message_from_bytes
from email.policy import default

import pytest
from hypothesis import given
from hypothesis import strategies as st

from omnigym.documents.mail import (
    Attachment,
    Headers,
    Mail,
    MailMarks,
    address_of,
    name_of,
    read_headers,
    read_mail,
    with_marks,
    write_mail,
)

_PRINTED = st.characters(exclude_categories=("Cs", "Cc", "Zs", "Zl", "Zp"), exclude_characters="\ufffe\uffff")
_WORD = st.text(_PRINTED, min_size=1, max_size=8)
_LINE = st.lists(_WORD, max_size=5).map(" ".join)
_MAILS = st.builds(
    Mail,
    st.builds(
        Headers,
        sender=st.just("Anna Keller <anna@example.com>"),
        to=st.sampled_from(["bob@example.com", "Bob <bob@example.com>, cy@example.com"]),
        cc=st.sampled_from(["", "dee@example.com"]),
        subject=_LINE,
        date_ms=st.integers(0, 4_000_000).map(lambda s: s * 1_000_000),
        message_id=st.just("<1@example.com>"),
        attached=st.just(False),
        in_reply_to=st.sampled_from(["", "<0@example.com>"]),
        marks=st.builds(MailMarks, st.booleans(), st.booleans(), st.booleans()),
    ),
    body=st.lists(_LINE, max_size=6).map("\n".join),
    attachments=st.lists(
        st.builds(Attachment, st.sampled_from(["a.txt", "b.png", "ü b.xlsx", "c"]), st.binary(max_size=200)), max_size=3
    ).map(tuple),
)


@given(_MAILS)
def test_what_is_written_is_read(mail: Mail) -> None:
    content = write_mail(mail)
    got = read_mail(content)
    assert got.body == mail.body
    assert got.attachments == mail.attachments
    assert got.headers == mail.headers._replace(attached=bool(mail.attachments))
    assert write_mail(mail) == content


@given(_MAILS, st.builds(MailMarks, st.booleans(), st.booleans(), st.booleans()))
def test_marks_change_nothing_else(mail: Mail, marks: MailMarks) -> None:
    content = write_mail(mail)
    marked = with_marks(content, marks)
    assert read_headers(marked).marks == marks
    assert with_marks(marked, mail.headers.marks) == content


def test_the_standard_library_reads_it_as_meant() -> None:
    mail = Mail(
        Headers("Anna <anna@example.com>", "bob@example.com", "cy@example.com", "Größe", 1_741_942_800_000),
        "Grüße",
        (Attachment("table.csv", b"a,b\r\n"), Attachment("picture.png", b"\x89PNG")),
    )
    message = message_from_bytes(write_mail(mail, draft=True), policy=default)
    assert [str(message[n]) for n in ("From", "To", "Cc", "Subject", "X-Unsent")] == [
        "Anna <anna@example.com>",
        "bob@example.com",
        "cy@example.com",
        "Größe",
        "1",
    ]
    assert message["Date"].datetime.isoformat() == "2025-03-14T09:00:00+00:00"
    assert message.get_body(("plain",)).get_content() == "Grüße\r\n"  # type: ignore[union-attr]
    files = [(p.get_filename(), p.get_content_type()) for p in message.iter_attachments()]
    assert files == [("table.csv", "text/csv"), ("picture.png", "image/png")]


@pytest.mark.parametrize(
    ("content", "body"),
    [
        (b"From: a@b.c\nSubject: Hi\n\none\ntwo\n", "one\ntwo"),
        (b"From: a@b.c\r\nSubject:\r\n Hi\r\nStatus: RO\r\n\r\none\r\ntwo", "one\ntwo"),
        ("From: a@b.c\nSubject: Hi\nContent-Type: text/plain; charset=utf-8\n\nä".encode(), "ä"),
        (b"From: a@b.c\nSubject: Hi\nContent-Type: text/plain; charset=none-such\n\nx", "x"),
        (b"Subject: Hi\nContent-Type: text/html\n\n<p>x</p>", ""),
        (b"Subject: =?utf-8?b?SGk=?=\nDate: some day", ""),
    ],
)
def test_what_others_write_is_read(content: bytes, body: str) -> None:
    mail = read_mail(content)
    assert (mail.headers.subject, mail.headers.date_ms, mail.body, mail.attachments) == ("Hi", 0, body, ())


@pytest.mark.parametrize("content", [b"", b"\n\n", b"no colon", b"\xff\xfe\n\n\xff"])
def test_what_is_no_mail_has_empty_headers(content: bytes) -> None:
    assert read_headers(content) == Headers()
    assert read_headers(with_marks(content, MailMarks(read=True))).marks == MailMarks(read=True)


def test_people() -> None:
    assert name_of('"Keller, Anna" <anna@example.com>') == "Keller, Anna"
    assert address_of("Anna") == name_of("") == ""


@pytest.mark.parametrize("to", ["anna@", "bob@example.com, anna@", '"q" <x@'])
def test_an_address_that_is_still_being_typed_is_kept(to: str) -> None:
    content = write_mail(Mail(Headers("Me <me@example.com>", to, "", "Half", 0), "Text"), draft=True)
    assert read_headers(content).to.strip('"') == to.replace('"', "")
