"""Checks of mails, which are files in a mailbox with a directory for each folder.

The mailbox is `omnigym.documents.mail.MAILBOX` on a simulated desktop and `omnigym.documents.mail.PHONE_MAILBOX` on a
phone. On a real desktop each folder in `omnigym.documents.mail.MAILDIR` is a maildir, with marks in the names of
files; there a mail was sent if the server in `omnigym.documents.mail.POST` has it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from omnigym.devices.userdata import Row
from omnigym.documents.mail import (
    MAILBOX,
    MAILDIR,
    PHONE_MAILBOX,
    POST,
    Attachment,
    Mail,
    MailMarks,
    address_of,
    marks_of_name,
    read_headers,
    read_mail,
    split_addresses,
)
from omnigym.evaluation.checks._initial_content import clipboard_before, clipboards, contents_ever
from omnigym.evaluation.condition import Verdict, not_yet, passed
from omnigym.evaluation.matching import same_text
from omnigym.evaluation.probe import Probe
from omnigym.evaluation.registry import check
from omnigym.evaluation.world.effects import Effect

__all__ = [
    "clipboard_holds_mail",
    "mail_answered",
    "mail_drafted",
    "mail_forwarded",
    "mail_in_folder",
    "mail_sent",
    "mail_with_clipboard",
    "mail_with_clipboard_image",
]

_MAILS = "content://mail/messages"


def _sends(subject: str) -> tuple[Effect, ...]:
    """A mail goes out; where it was a draft, that is gone."""
    return (
        Effect("add", _MAILS, row={"folder": "Sent", "subject": subject}, most=1),
        Effect("remove", _MAILS, row={"folder": "Drafts", "subject": subject}, most=1),
    )


def _drafts(subject: str) -> tuple[Effect, ...]:
    return (Effect("add", _MAILS, row={"folder": "Drafts", "subject": subject}, most=1),)


def _forwards(subject: str) -> tuple[Effect, ...]:
    return (*_sends(f"Fw: {subject}"), *_sends(f"Fwd: {subject}"), *_marks(subject, "answered"))


def _marks(subject: str, *marks: str) -> tuple[Effect, ...]:
    return (Effect("change", _MAILS, marks, row={"subject": subject, **dict.fromkeys(marks, True)}),)


def _moves(folder: str, subject: str, read: bool | None = None, flagged: bool | None = None) -> tuple[Effect, ...]:
    marks = {name: value for name, value in (("read", read), ("flagged", flagged)) if value is not None}
    return (Effect("change", _MAILS, (*marks, "folder"), row={"folder": folder, "subject": subject, **marks}),)


def _mailbox(probe: Probe) -> str:
    """The directory of the mailbox, which has a directory for each folder."""
    return {"linux": MAILDIR, "android": PHONE_MAILBOX}.get(probe.platform, MAILBOX)


def _found(probe: Probe, folder: str, subject: str) -> Iterator[Mail]:
    """The mails in a folder that have a subject."""
    if probe.platform == "linux":
        yield from _found_in_maildir(probe, folder, subject)
        return
    for entry in probe.list_dir(f"{_mailbox(probe)}/{folder}") or ():
        if entry.is_dir or not entry.path.lower().endswith(".eml"):
            continue
        content = probe.read_file(entry.path)
        if content is not None and same_text(subject, read_headers(content).subject):
            yield read_mail(content)


def _found_in_maildir(probe: Probe, folder: str, subject: str) -> Iterator[Mail]:
    """The mails in a maildir that have a subject, without those marked as trashed, whose files remain for a while."""
    for part in ("cur", "new"):
        for entry in probe.list_dir(f"{MAILDIR}/{folder}/{part}") or ():
            gone = entry.is_dir or "T" in entry.path.rpartition(":2,")[2]
            content = None if gone else probe.read_file(entry.path)
            if content is not None and same_text(subject, read_headers(content).subject):
                mail = read_mail(content)
                yield mail._replace(headers=mail.headers._replace(marks=marks_of_name(entry.path)))


def _sent(probe: Probe, subject: str) -> Iterator[Mail]:
    """The mails of a subject in the folder Sent that were sent: of a maildir those that the mail server has taken."""
    found = list(_found(probe, "Sent", subject))
    taken = _taken(probe) if found and probe.platform == "linux" else None
    yield from [mail for mail in found if taken is None or any(_is_copy(mail, other) for other in taken)]


def _taken(probe: Probe) -> list[Mail]:
    files = [entry.path for entry in probe.list_dir(POST) or () if entry.path.endswith(".eml")]
    return [read_mail(content) for path in files if (content := probe.read_file(path)) is not None]


def _is_copy(mail: Mail, other: Mail) -> bool:
    """Whether two mails say the same to the same people."""
    a, b = mail.headers, other.headers
    return (
        same_text(a.subject, b.subject)
        and _same_people(a.to, split_addresses(b.to))
        and _same_people(a.cc, split_addresses(b.cc))
        and same_text(mail.body, other.body)
        and _as_text(mail) == _as_text(other)
    )


def _as_text(mail: Mail) -> list[tuple[str, bytes]]:
    """The attachments with the line ends of a file: a text travels with those of SMTP."""
    return [(a.name, a.content.replace(b"\r\n", b"\n")) for a in mail.attachments]


def _everywhere(probe: Probe, subject: str) -> Iterator[Mail]:
    for entry in probe.list_dir(_mailbox(probe)) or ():
        if entry.is_dir:
            yield from _found(probe, entry.path.replace("\\", "/").rpartition("/")[2], subject)


def _rows_before(probe: Probe) -> Iterator[Row]:
    """The mails that there were; none where the device cannot tell."""
    for data in probe.earlier:
        if _MAILS in data.tables:
            yield from data.rows(_MAILS)


def _same_people(line: str, wanted: Sequence[str]) -> bool:
    return {address_of(a) for a in split_addresses(line)} == {address_of(w) for w in wanted}


def _attached(probe: Probe, attachments: Sequence[Attachment], paths: Sequence[str]) -> bool:
    """Whether exactly these files are attached, as they are or were; one that nobody saw is known by its name only."""
    held = [(a.name.casefold(), a.content) for a in attachments]
    wanted = [(path.replace("\\", "/").rpartition("/")[2].casefold(), contents_ever(probe, path)) for path in paths]
    for name, known in sorted(wanted, key=lambda file: not file[1]):
        match = next((h for h in held if h[0] == name and (not known or h[1] in known)), None)
        if match is None:
            return False
        held.remove(match)
    return not held


def _written(
    probe: Probe,
    folder: str,
    to: Sequence[str],
    subject: str,
    text: str | None,
    attachments: Sequence[str],
    cc: Sequence[str],
    contains: str = "",
) -> Verdict:
    """Whether a folder has a mail with these properties; see `mail_sent`."""
    problem = f"There is no mail {subject!r} in {folder}."
    for mail in _sent(probe, subject) if folder == "Sent" else _found(probe, folder, subject):
        if not _same_people(mail.headers.to, to) or not _same_people(mail.headers.cc, cc):
            problem = f"{subject!r} goes to {mail.headers.to!r}, in copy {mail.headers.cc!r}."
        elif text is not None and not (same_text(text, mail.body) and len(_lines(text)) <= len(_lines(mail.body))):
            problem = f"{subject!r} should say {text!r}, and says {mail.body[:80]!r}."
        elif contains not in mail.body:
            problem = f"{subject!r} should say {contains!r} among other things, and says {mail.body[:80]!r}."
        elif not _attached(probe, mail.attachments, attachments):
            names = [a.name for a in mail.attachments]
            problem = f"With {subject!r} should come {list(attachments)}, and {names} do, or others of these names."
        else:
            return passed()
    return not_yet(problem)


@check("mail_sent", effects=lambda subject, **_: _sends(subject))
def mail_sent(
    probe: Probe,
    to: Sequence[str],
    subject: str,
    text: str | None = None,
    attachments: Sequence[str] = (),
    cc: Sequence[str] = (),
    contains: str = "",
    draft: bool = False,
) -> Verdict:
    """A mail was sent.

    Args:
        probe: Reads the device.
        to: All addresses that it was sent to.
        subject: Its subject.
        text: Its whole text, white space apart; None for any.
        attachments: The paths of all attached files.
        cc: All addresses in copy.
        contains: Words that occur in its text.
        draft: Whether it was a draft before, which says what it says, and is none any more.
    """
    if draft:
        if any(_found(probe, "Drafts", subject)):
            return not_yet(f"{subject!r} is a draft still.")
        said = [row["text"] for row in _rows_before(probe) if row["folder"] == "Drafts" and row["subject"] == subject]
        sent = _sent(probe, subject)
        if said and not any(same_text(old, mail.body) for mail in sent for old in said):
            return not_yet(f"{subject!r} does not say what its draft said.")
    return _written(probe, "Sent", to, subject, text, attachments, cc, contains)


@check("mail_drafted", effects=lambda subject, **_: _drafts(subject))
def mail_drafted(
    probe: Probe, to: Sequence[str], subject: str, text: str | None = None, attachments: Sequence[str] = ()
) -> Verdict:
    """A mail was written and saved as a draft; the arguments are those of `mail_sent`."""
    return _written(probe, "Drafts", to, subject, text, attachments, ())


@check("mail_with_clipboard", effects=lambda subject, **_: _sends(subject))
def mail_with_clipboard(probe: Probe, to: Sequence[str], subject: str) -> Verdict:
    """A mail was sent whose text is the text that was on the clipboard."""
    verdict = not_yet("The clipboard held no text.")
    for text in clipboard_before(probe):
        if text.strip():
            verdict = _written(probe, "Sent", to, subject, text, (), ())
        if verdict:
            break
    return verdict


@check("mail_with_clipboard_image", effects=lambda subject, **_: _sends(subject))
def mail_with_clipboard_image(probe: Probe, to: Sequence[str], subject: str) -> Verdict:
    """A mail was sent with the picture that was on the clipboard, and no other file."""
    images = [content.image for content in clipboards(probe) if content.image]
    if not images:
        return not_yet("The clipboard held no picture.")
    sent = [m for m in _sent(probe, subject) if _same_people(m.headers.to, to) and not m.headers.cc]
    if any([a.content for a in mail.attachments] == [image] for mail in sent for image in images):
        return passed()
    return not_yet(f"No mail {subject!r} with the picture of the clipboard was sent to {list(to)}.")


@check("mail_answered", effects=lambda subject, **_: (*_sends(f"Re: {subject}"), *_marks(subject, "answered")))
def mail_answered(probe: Probe, subject: str, text: str) -> Verdict:
    """A mail was answered with ``text``, above or below its quotation.

    The answer goes to its sender, or to its recipients if the user sent it, and to nobody who had not the mail.
    """
    originals = list(_everywhere(probe, subject))
    if not originals:
        return not_yet(f"There is no mail {subject!r} to answer.")
    problem = f"{subject!r} has not been answered."
    for mail in _sent(probe, f"Re: {subject}"):
        if any(_answers(mail, original) for original in originals):
            if _begins_or_ends(mail.body, text):
                return passed()
            problem = f"The answer to {subject!r} should say {text!r}, and says {mail.body[:80]!r}."
    return not_yet(problem)


def _begins_or_ends(body: str, text: str) -> bool:
    said, lines = _lines(text), _lines(body)
    return lines[: len(said)] == said or lines[len(lines) - len(said) :] == said


def _lines(text: str) -> list[list[str]]:
    """The words of each line that has some."""
    return [line.split() for line in text.splitlines() if line.strip()]


def _answers(mail: Mail, original: Mail) -> bool:
    """Whether a mail answers another one: it names its id, or where that has none, the other is marked as answered."""
    theirs = original.headers
    ours = address_of(mail.headers.sender) == address_of(theirs.sender)
    if not _same_people(mail.headers.to, split_addresses(theirs.to if ours else theirs.sender)):
        return False
    had = {address_of(a) for line in (theirs.sender, theirs.to, theirs.cc) for a in split_addresses(line)}
    if not {address_of(a) for a in split_addresses(mail.headers.cc)} <= had:
        return False
    return mail.headers.in_reply_to == theirs.message_id if theirs.message_id else theirs.marks.answered


@check("mail_forwarded", effects=lambda subject, **_: _forwards(subject))
def mail_forwarded(probe: Probe, subject: str, to: Sequence[str]) -> Verdict:
    """A mail was forwarded to these addresses with its text and the files that came with it, and without own words."""
    originals = list(_everywhere(probe, subject))
    problem = f"{subject!r} has not been forwarded."
    for mail in (*_sent(probe, f"Fw: {subject}"), *_sent(probe, f"Fwd: {subject}")):
        if any(_passes_on(mail, o) and set(o.attachments) <= set(mail.attachments) for o in originals):
            if _same_people(mail.headers.to, to) and not mail.headers.cc:
                return passed()
            problem = f"{subject!r} was forwarded to {mail.headers.to!r}, not to {list(to)}."
    return not_yet(problem)


#: Lines that a program writes around a forwarded mail: the headers of that, and rules.
_FORWARDING = re.compile(
    r"[\s>_=-]*|[\s>*]*(?:from|to|cc|bcc|date|sent|subject|reply-to|message-id|begin forwarded message)\b[\s*]*:.*"
    r"|\s*-{3,}.*-{3,}\s*|(?:[^<>@]{0,60}<[^\s@]+@[^\s@]+>,?\s*)+",
    re.IGNORECASE,
)


#: A date as programs write it in front of a quotation.
_DATE = (
    r"(?:[\d/.:,+\s-]|\b(?:mon|tue|wed|thu|fri|sat|sun|jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]{0,6}\b"
    r"|\b(?:at|am|pm)\b)+"
)


def _begins_quotation(line: str, original: Mail) -> bool:
    """Whether a line says when the sender of a mail wrote it: "On 03/14/25 08:40:00, Nora Field wrote:"."""
    sender = original.headers.sender
    name = sender.partition("<")[0].strip(' "') or address_of(sender)
    by = rf"{re.escape(name)}(?:\s*<{re.escape(address_of(sender))}>)?"
    return re.fullmatch(rf"[\s>]*on\s{_DATE}{by}\s+wrote:\s*", line, re.IGNORECASE) is not None


def _passes_on(mail: Mail, original: Mail) -> bool:
    """Whether a mail has the text of another one, and around it what programs write."""
    text = original.body.strip()
    before, after = mail.body.split(text, 1) if text and text in mail.body else (mail.body, "")
    around = [line for line in (*before.splitlines(), *after.splitlines()) if not _FORWARDING.fullmatch(line)]
    return text in mail.body and all(_begins_quotation(line, original) for line in around)


@check("mail_in_folder", effects=lambda **given: _moves(**given))
def mail_in_folder(
    probe: Probe, folder: str, subject: str, read: bool | None = None, flagged: bool | None = None
) -> Verdict:
    """A mail is in a folder; if marks are required, no copy of it there has other marks.

    Args:
        probe: Reads the device.
        folder: The name of the folder's directory: "Inbox", "Archive", "Deleted"...
        subject: Its subject.
        read: Whether it must be marked as read (True) or unread (False); None for either.
        flagged: Whether it must have a flag (True) or none (False); None for either.
    """
    problem, others = f"There is no mail {subject!r} in {folder}.", set[Mail]()
    there = list(_found(probe, folder, subject))
    for mail in there:
        marks = mail.headers.marks
        if read is not None and marks.read != read:
            problem = f"{subject!r} is marked as {'read' if marks.read else 'unread'}."
        elif flagged is not None and marks.flagged != flagged:
            problem = f"{subject!r} has {'a' if marks.flagged else 'no'} flag."
        else:
            continue
        others.add(_unmarked(mail))
    return passed() if any(_unmarked(mail) not in others for mail in there) else not_yet(problem)


def _unmarked(mail: Mail) -> Mail:
    return mail._replace(headers=mail.headers._replace(marks=MailMarks()))


@check("clipboard_holds_mail")
def clipboard_holds_mail(probe: Probe, folder: str, subject: str) -> Verdict:
    """The clipboard holds the whole text of a mail in a folder, except for surrounding white space."""
    copied = probe.clipboard().text.replace("\r\n", "\n").strip()
    if copied and any(mail.body.strip() == copied for mail in _found(probe, folder, subject)):
        return passed()
    return not_yet(f"The clipboard does not hold the text of {subject!r} in {folder}.")
