"""Checks of data transferred from one app of a phone to another: attachments, notes in mails, lines of documents."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from omnigym.documents import Document, read_docx
from omnigym.documents.mail import PHONE_MAILBOX, Mail, address_of, read_mail, split_addresses
from omnigym.evaluation.checks._effects import changes, makes
from omnigym.evaluation.checks.documents import read_document
from omnigym.evaluation.condition import Verdict, not_yet, passed
from omnigym.evaluation.matching import json_in, same_text
from omnigym.evaluation.probe import Probe
from omnigym.evaluation.registry import check
from omnigym.evaluation.text import contains
from omnigym.evaluation.world.effects import Effect

__all__ = ["attachment_saved", "document_line_added", "mail_tells", "mail_tells_note"]

_MAILS = "content://mail/messages"
_NOTES = "content://keep/notes"
#: What an item of a checklist begins with, ticked or not.
_BOX = len("[ ] ")


def _mails(probe: Probe, subject: str, folder: str = "") -> Iterator[Mail]:
    """The mails with a subject, in one folder or in all."""
    for where in probe.list_dir(PHONE_MAILBOX) or ():
        if folder not in ("", where.path.rpartition("/")[2]):
            continue
        for entry in probe.list_dir(where.path) or ():
            mail = None if entry.is_dir else probe.read(entry.path, read_mail)
            if mail is not None and same_text(mail.headers.subject, subject):
                yield mail


@check("attachment_saved", effects=lambda path, **_: makes(path))
def attachment_saved(probe: Probe, path: str, subject: str, name: str) -> Verdict:
    """A file equals, byte for byte, the attachment of that name in a mail of that subject."""
    content = probe.read_file(path)
    if content is None:
        return not_yet(f"There is no file {path!r}.")
    came = [a for mail in _mails(probe, subject) for a in mail.attachments if same_text(a.name, name, True)]
    if any(a.content == content for a in came):
        return passed()
    return not_yet(f"{path!r} is not the file {name!r} that came with {subject!r}.")


@check("mail_tells_note")
def mail_tells_note(probe: Probe, subject: str, title: str) -> Verdict:
    """A mail with that subject was sent that contains all of a Keep note: its title, its text and its items."""
    moments = [data.rows(_NOTES) for data in probe.earlier if _NOTES in data.tables] or [probe.content(_NOTES)]
    notes = [row for rows in moments for row in rows if same_text(row["title"], title, True)]
    said = [" ".join(mail.body.split()) for mail in _mails(probe, subject, "Sent")]
    for row in notes:
        items = json_in(row["items"])
        lines = [row["title"], *row["body"].splitlines(), *[i[_BOX:] for i in items or () if isinstance(i, str)]]
        if any(all(" ".join(line.split()) in text for line in lines) for text in said):
            return passed()
    return not_yet(f"No mail {subject!r} was sent that says what the note {title!r} says.")


def _sent_to(to: str) -> tuple[Effect, ...]:
    """A mail to somebody goes out; what it was as a draft is gone."""
    return (
        Effect("add", _MAILS, row={"folder": "Sent", "to": to}, most=1),
        Effect("remove", _MAILS, row={"folder": "Drafts", "to": to}, most=1),
    )


@check("mail_tells", effects=lambda to, **_: _sent_to(to))
def mail_tells(probe: Probe, to: str, text: str) -> Verdict:
    """A new mail went to one address alone, with a text in its subject or body (CRAB's ``check_mail_sent``)."""
    before = [_key(row) for data in probe.earlier if _MAILS in data.tables for row in data.rows(_MAILS)]
    problem = f"Nothing was sent to {to}."
    for row in probe.content(_MAILS):
        if row["folder"] != "Sent" or _key(row) in before:
            continue
        if {address_of(a) for a in split_addresses(row["to"])} != {address_of(to)} or row.get("cc"):
            continue
        if contains(f"{row['subject']} {row['text']}", text):
            return passed()
        problem = f"The mail to {to} does not say {text!r}."
    return not_yet(problem)


def _key(row: Mapping[str, str]) -> tuple[str, ...]:
    return tuple(row[name] for name in ("folder", "to", "subject", "text"))


@check("document_line_added", effects=lambda path, line: changes(path, f"text/added/{line}*"))
def document_line_added(probe: Probe, path: str, line: str) -> Verdict:
    """A .docx document ends with that line after its former lines, in their order; empty lines are ignored."""
    document = read_document(probe, path)
    if document is None:
        return not_yet(f"There is no document {path!r}.")
    lines = _lines(document)
    if not lines or not same_text(lines[-1], line):
        return not_yet(f"{path!r} ends with {lines[-1:]}, not with {line!r}.")
    contents = [data.read(data.place(path)) for data in probe.earlier]
    olds = [_lines(read_docx(content)) for content in contents if content is not None]
    if not olds or any(_within(old, lines[:-1]) for old in olds):
        return passed()
    return not_yet(f"{path!r} has lost some of the lines that it had.")


def _lines(document: Document) -> list[str]:
    return [" ".join(p.text.split()) for p in document.paragraphs if p.text.strip()]


def _within(some: list[str], lines: list[str]) -> bool:
    """Whether lines are among others, in the same order."""
    rest = iter(lines)
    return all(line in rest for line in some)
