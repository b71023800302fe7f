"""The rules of writing mails, which all mail programs share."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from omnigym.documents.mail import Mail, MailMarks, read_headers, read_mail
from omnigym.sim.common import mail as mailbox
from omnigym.sim.common.mail import MAILBOX, addressed, answer_to, composed, draft_kept, draft_removed, sent
from omnigym.sim.files.kinds import is_hidden
from omnigym.sim.files.operations import search
from omnigym.sim.vfs import HOME, Vfs, VfsError
from omnigym.sim.windows.initial import initial_files

# -- the mailbox's files ----------------------------------------------------------------------------------------------


def _mail(subject: str, day: int = 1, status: str = "O") -> bytes:
    date = f"Sat, {day:02} Mar 2025 10:00:00 +0000"
    return f"Status: {status}\nFrom: a@b.c\nSubject: {subject}\nDate: {date}\n\nText".encode()


@pytest.fixture
def vfs() -> Vfs:
    made = Vfs()
    for day, subject in ((1, "One"), (3, "Three"), (2, "Two")):
        made, _ = mailbox.keep(made, "Inbox", mailbox.file_name(subject), _mail(subject, day), 0)
    return made


def test_the_latest_mail_is_first_and_other_files_are_no_mails(vfs: Vfs) -> None:
    vfs = vfs.write(f"{mailbox.MAILBOX}/Inbox/notes.txt", b"").make_dir(f"{mailbox.MAILBOX}/Inbox/x.eml")
    assert [m.data.headers.subject for m in mailbox.listed(vfs, "Inbox")] == ["Three", "Two", "One"]
    assert mailbox.listed(vfs, "Sent") == mailbox.listed(vfs, "None such") == ()


def test_what_arrives_is_listed_and_counted(vfs: Vfs) -> None:
    assert mailbox.unread(vfs, "Inbox") == 3
    more = vfs.write(f"{mailbox.MAILBOX}/Inbox/new.eml", _mail("New", 4)).write("Documents/a.txt", b"")
    assert mailbox.listed(more, "Inbox")[0].data.headers.subject == "New"
    assert (mailbox.unread(more, "Inbox"), mailbox.unread(vfs, "Inbox")) == (4, 3)


def test_two_mails_of_one_subject_have_two_files(vfs: Vfs) -> None:
    vfs, first = mailbox.keep(vfs, "Sent", "One.eml", _mail("One"), 0)
    vfs, moved = mailbox.move(vfs, f"{mailbox.MAILBOX}/Inbox/One.eml", "Sent", 0)
    assert (first, moved) == (f"{mailbox.MAILBOX}/Sent/One.eml", f"{mailbox.MAILBOX}/Sent/One (2).eml")
    assert [m.id for m in mailbox.listed(vfs, "Inbox")] == ["Three.eml", "Two.eml"]
    with pytest.raises(VfsError, match="no longer there"):
        mailbox.move(vfs, f"{mailbox.MAILBOX}/Inbox/One.eml", "Sent", 0)


def test_marks(vfs: Vfs) -> None:
    path = f"{mailbox.MAILBOX}/Inbox/One.eml"
    read = mailbox.mark(vfs, path, 0, read=True)
    assert read_headers(mailbox.mark(read, path, 0, flagged=True).read(path)).marks == MailMarks(True, True)
    assert mailbox.unread(read, "Inbox") == 2
    assert mailbox.mark(read, path, 0, read=True) is read


def test_folders_of_ones_own_come_last(vfs: Vfs) -> None:
    vfs = vfs.make_dir(f"{mailbox.MAILBOX}/Travel").write(f"{mailbox.MAILBOX}/x.txt", b"")
    assert mailbox.folders(vfs) == (*mailbox.FOLDERS, "Travel")
    assert mailbox.folders(Vfs()) == tuple(mailbox.FOLDERS)
    assert mailbox.folder_of(f"{mailbox.MAILBOX}/Travel/a.eml") == "Travel"
    assert mailbox.folder_of(f"{HOME}/Documents/a.eml") == ""


@pytest.mark.parametrize(
    ("subject", "name"),
    [
        ('Re: "a/b" <c>|d\\e*f?', "Re a b c d e f.eml"),
        ("con", "Mail con.eml"),
        ("...", "No subject.eml"),
        (". .", "No subject.eml"),
        ("x" * 200, "x" * 80 + ".eml"),
    ],
)
def test_names_of_files_are_allowed_ones(subject: str, name: str) -> None:
    assert mailbox.file_name(subject) == name


def test_at_first_there_is_some_mail_that_file_searches_do_not_find() -> None:
    vfs = initial_files()
    assert len(mailbox.listed(vfs, "Inbox")) >= 10
    assert 0 < mailbox.unread(vfs, "Inbox") < 10
    assert mailbox.listed(vfs, "Drafts")
    assert search(vfs, HOME, "*.eml") == ()
    assert [s.name for s in vfs.list(HOME) if is_hidden(s)] == ["AppData"]


_CHANGES = st.lists(
    st.tuples(st.sampled_from("abcdefghijkl"), st.integers(1, 28), st.sampled_from(["O", "RO", ""]), st.booleans()),
    max_size=40,
)


@given(_CHANGES)
def test_what_is_kept_of_a_folder_gives_the_same_as_reading_it_anew(
    changes: list[tuple[str, int, str, bool]],
) -> None:
    mailbox._LISTED.clear()
    vfs = Vfs().make_dir(f"{mailbox.MAILBOX}/Inbox")
    for name, day, status, looked in changes:
        path = f"{mailbox.MAILBOX}/Inbox/{name}.eml"
        if status:
            vfs = vfs.write(path, _mail(name, day, status))
        elif vfs.is_file(path):
            vfs = vfs.delete(path)
        if looked:
            kept = mailbox.listed(vfs, "Inbox"), mailbox.unread(vfs, "Inbox")
            known = dict(mailbox._LISTED)
            mailbox._LISTED.clear()
            assert kept == (mailbox.listed(vfs, "Inbox"), mailbox.unread(vfs, "Inbox"))
            mailbox._LISTED.update(known)


# -- test writing -----------------------------------------------------------------------------------------------------

ME, ANN, BOB = "Me <me@example.com>", "Ann <ann@example.com>", "Bob <bob@example.com>"


def _written_mail(to: str = ANN, cc: str = "", subject: str = " Plan ", sender: str = ME, answers: str = "") -> Mail:
    return composed(sender, to, cc, subject, "Hello", (), answers, 7)


def _names(vfs: Vfs, folder: str) -> list[str]:
    path = f"{MAILBOX}/{folder}"
    return [s.name for s in vfs.list(path)] if vfs.is_dir(path) else []


@pytest.mark.parametrize(
    ("typed", "found", "strange"),
    [
        ("", (), ""),
        ("ann@example.com; ANN", ("ann@example.com", ANN), ""),
        ("ann, Carl, Dora", (ANN, "Carl", "Dora"), "Carl"),
        ("Eve", ("no address",), "Eve"),
    ],
)
def test_people_are_known_by_name(typed: str, found: tuple[str, ...], strange: str) -> None:
    assert addressed(typed, {"ann": ANN, "eve": "no address"}) == (found, strange)


def test_an_answer_goes_to_the_sender_or_to_everybody() -> None:
    mail = _written_mail(to=f"{ME}, {BOB}", sender=ANN, subject="Re: Plan")
    assert answer_to(mail, ME, False)[:3] == (ANN, "", "Re: Plan")
    assert answer_to(mail, ME, True)[:2] == (ANN, BOB)


def test_a_draft_keeps_its_file_and_no_other_mail_is_written_over() -> None:
    vfs, first = draft_kept(Vfs(), _written_mail(), "", 1)
    vfs, second = draft_kept(vfs, _written_mail(), "", 1)
    assert first != second and len(_names(vfs, "Drafts")) == 2
    vfs, again = draft_kept(vfs, _written_mail(subject="Other"), first, 2)
    assert again == first and read_mail(vfs.read(first)).headers.subject == "Other"
    vfs = draft_removed(vfs, first, 3)
    assert draft_removed(vfs, first, 3) is vfs and draft_removed(vfs, "", 3) is vfs
    vfs, moved = draft_kept(vfs, _written_mail(), first, 4)
    assert moved not in (first, second) or moved == first, "what is gone gets a free name"


def test_what_sending_leaves() -> None:
    vfs, draft = draft_kept(Vfs(), _written_mail(), "", 1)
    vfs = vfs.write(f"{MAILBOX}/Inbox/Old.eml", b"From: ann@example.com\nSubject: Old\n\nx\n", 1)
    after = sent(
        vfs,
        _written_mail(to=f"{ANN}, me@example.com"),
        2,
        draft=draft,
        original=f"{MAILBOX}/Inbox/Old.eml",
        returns=ME,
    )
    assert (_names(after, "Drafts"), _names(after, "Sent")) == ([], ["Plan.eml"])
    assert sorted(_names(after, "Inbox")) == ["Old.eml", "Plan.eml"], "it was to oneself, too"
    assert read_mail(after.read(f"{MAILBOX}/Sent/Plan.eml")).headers.marks.read
    assert not read_mail(after.read(f"{MAILBOX}/Inbox/Plan.eml")).headers.marks.read
    assert read_mail(after.read(f"{MAILBOX}/Inbox/Old.eml")).headers.marks.answered
    elsewhere = sent(vfs, _written_mail(), 2, original=f"{MAILBOX}/Inbox/Gone.eml", returns=ME)
    assert _names(elsewhere, "Inbox") == ["Old.eml"] and _names(elsewhere, "Drafts")
