"""Other right ways and wrong runs with the real desktop's mails, which are files that commands can move too."""

from __future__ import annotations

from collections.abc import Iterator

from omnigym.actions import Action, Wait
from omnigym.tasks.apps._real import entries, right, typed, typed_before, unfinished, wrong
from omnigym.tasks.apps._steps import window_opens
from omnigym.tasks.apps._variations import as_asked, besides, instead, spelled
from omnigym.tasks.apps.mail._maildir_steps import mailbox, open_mail, send, write_mail
from omnigym.tasks.subtask import UI

__all__: list[str] = []

_WRITING = ("maildir/send", "maildir/write-draft")
instead(*_WRITING, values=("to",))
instead(*_WRITING, values=("subject",))
instead(*_WRITING, values=("text",))
instead("maildir/reply", values=("text",))
instead("maildir/forward", "maildir/send-file", "maildir/send-clipboard", values=("to",))
instead("maildir/send-file", "maildir/send-clipboard", values=("subject",))
besides("maildir/send", "maildir/send-clipboard", values=("to",))
spelled("with_a_line_break", lambda text: f"{text}\n", "text", "maildir/send", "maildir/write-draft")
spelled("with_a_name", lambda address: f"Someone <{address}>", "to", "maildir/send", "maildir/send-clipboard")

#: What is one mail of a folder, for a shell: its marks are in its name.
_THE = "Mail/{folder}/cur/{subject}.eml"
_INBOX = "Mail/Inbox/cur/{subject}.eml"


@wrong("maildir/send", "maildir/send-clipboard", "maildir/send-file")
def only_written(ui: UI, to: str, subject: str, text: str = "", **_: str) -> Iterator[Action]:
    """It is open still."""
    yield from write_mail(ui, to, subject, text)


@wrong("maildir/send-clipboard", "maildir/send-file")
def sent_without_it(ui: UI, to: str, subject: str, **_: str) -> Iterator[Action]:
    """Some other words instead of what was to be sent."""
    yield from write_mail(ui, to, subject, "Here it is")
    yield from send(ui)


@wrong("maildir/write-draft")
def sent_at_once(ui: UI, to: str, subject: str, text: str) -> Iterator[Action]:
    """A draft was asked for."""
    yield from as_asked("maildir/send", ui, to=to, subject=subject, text=text)


@wrong("maildir/reply")
def a_new_mail(ui: UI, subject: str, text: str, **_: str) -> Iterator[Action]:
    """The text goes to somebody else."""
    yield from write_mail(ui, "someone@example.org", f"Re: {subject}", text)
    yield from send(ui)


@right("maildir/reply")
def answered_by_menu(ui: UI, folder: str, subject: str, text: str) -> Iterator[Action]:
    """The menu Message."""
    yield from open_mail(ui, folder, subject)
    yield from entries(ui, "Message", "Reply…")
    yield from ui.wait_for("send")
    yield ui.type(text + "\n\n")
    yield from send(ui)


@wrong("maildir/forward")
def without_its_text(ui: UI, subject: str, to: str, **_: str) -> Iterator[Action]:
    """A mail of that subject."""
    yield from write_mail(ui, to, f"Fw: {subject}", "See below")
    yield from send(ui)


# -- moving and marking -----------------------------------------------------------------------------------------------

for _subtask, _source, _target in (
    ("maildir/archive", _INBOX, "Archive"),
    ("maildir/report-junk", _INBOX, "Junk"),
    ("maildir/delete", _INBOX, "Deleted"),
    ("maildir/restore", _THE, "Inbox"),
):
    typed("right", _subtask, by_a_command=f"mv {_source}* Mail/{_target}/cur/")
    typed(
        "wrong",
        _subtask,
        copied_only=f"cp {_source}* Mail/{_target}/cur/",
        removed=f"rm {_source}*",
        to_another_folder=f"mv {_source}* Mail/Drafts/cur/",
        an_empty_one_there=f"rm {_source}*; touch Mail/{_target}/cur/{{subject}}.eml:2,S",
        another_of_its_subject=f"rm {_source}*; printf 'Subject: %s\\n\\nHello\\n' {{subject}} > "
        f"Mail/{_target}/cur/{{subject}}.eml:2,S",
        marked_as_gone=f"mv {_source}* {_source}:2,ST",
    )


@right("maildir/delete")
def deleted_by_menu(ui: UI, subject: str) -> Iterator[Action]:
    """Message, Move to Trash."""
    yield from open_mail(ui, "Inbox", subject)
    yield from entries(ui, "Message", "Move to Trash")


typed(
    "wrong",
    "maildir/send",
    written_into_sent="printf 'From: alex.morgan@outlook.com\\nTo: %s\\nSubject: %s\\n\\n%s\\n' {to} {subject} {text} "
    "> Mail/Sent/cur/1.desktop:2,S",
)
typed_before(
    *("right", "maildir/archive", "maildir/restore", "maildir/report-junk", "maildir/mark-unread", "maildir/copy-text"),
    *("maildir/forward", "maildir/reply", "maildir/send-file", "maildir/send-clipboard", "maildir/write-draft"),
    after_a_look_at_files="ls -l Mail",
)


def _begun(subtask: str) -> None:
    @right(subtask)
    def after_another_was_begun(ui: UI, **given: str) -> Iterator[Action]:
        """A new mail is opened first, and closed with nothing in it."""
        yield from mailbox(ui)
        opened = len(ui.app_windows())
        yield ui.click("compose")
        yield from window_opens(ui, opened)
        yield ui.press("f4", "alt")
        yield Wait(0.5)
        yield from as_asked(subtask, ui, **given)


for _subtask in ("maildir/forward", "maildir/send-file", "maildir/copy-text"):
    _begun(_subtask)


@wrong("maildir/forward", "maildir/reply")
def begun_and_left(ui: UI, folder: str, subject: str, **_: str) -> Iterator[Action]:
    """The answer is open still."""
    yield from open_mail(ui, folder, subject)
    yield ui.click("reply")
    yield from ui.wait_for("send")


@wrong("maildir/copy-text")
def its_subject_copied(ui: UI, subject: str, **_: str) -> Iterator[Action]:
    """Typed into a new mail, and copied there."""
    yield from write_mail(ui, "", subject, subject)
    yield ui.press("a", "ctrl")
    yield ui.press("c", "ctrl")


@right("maildir/flag")
def flagged_by_menu(ui: UI, folder: str, subject: str) -> Iterator[Action]:
    """Message, Toggle Flag."""
    yield from open_mail(ui, folder, subject)
    yield from entries(ui, "Message", "Toggle Flag", "Flagged")


typed("right", "maildir/flag", by_a_command=f"mv {_THE}* {_THE}:2,FS")
typed(
    "wrong",
    "maildir/flag",
    answered_instead=f"mv {_THE}* {_THE}:2,RS",
    flagged_elsewhere=f"mv {_THE}* Mail/Archive/cur/{{subject}}.eml:2,FS",
    a_flagged_copy=f"cp {_THE}* {_THE}:2,FS",
)
typed("right", "maildir/mark-unread", by_a_command=f"mv {_INBOX}* {_INBOX}:2,")
typed(
    "wrong",
    "maildir/mark-unread",
    flagged_instead=f"mv {_INBOX}* {_INBOX}:2,FS",
    flagged_too=f"mv {_INBOX}* {_INBOX}:2,F",
    removed=f"rm {_INBOX}*",
)


@wrong("maildir/flag", "maildir/mark-unread", "maildir/archive", "maildir/report-junk", "maildir/delete")
def only_chosen(ui: UI, subject: str, folder: str = "Inbox") -> Iterator[Action]:
    """Looked at, and nothing was done with it."""
    yield from open_mail(ui, folder, subject)


unfinished(
    "without_copying",
    lambda action: getattr(action, "key", "") == "c",
    "maildir/copy-text",
)
unfinished("without_selecting", lambda action: getattr(action, "key", "") == "a", "maildir/copy-text")
