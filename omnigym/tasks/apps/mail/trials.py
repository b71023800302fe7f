"""Wrong runs and other right ways of the mail program's subtasks (`omnigym.tasks.trials`)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from omnigym.a11y import Node
from omnigym.actions import Action, Key, Modifier
from omnigym.errors import OracleError
from omnigym.tasks.apps._steps import in_front
from omnigym.tasks.apps._variations import before_it, besides, instead, padded, spelled
from omnigym.tasks.apps.file_manager._steps import go
from omnigym.tasks.apps.mail._steps import attach, new_mail, open_mail
from omnigym.tasks.subtask import UI
from omnigym.tasks.trials import right_way, wrong_run

__all__: list[str] = []

_STRANGER = "stranger@example.org"
#: What is done to a mail, by subtask: its folder, the buttons, and the entries of the context menu.
_DONE: Mapping[str, tuple[str, tuple[str, ...], tuple[str, ...]]] = {
    "mail/delete": ("Inbox", ("mail.delete",), ("mail.menu.delete",)),
    "mail/archive": ("Inbox", ("mail.archive",), ("mail.menu.archive",)),
    "mail/restore": ("{folder}", ("mail.move", "mail.move.inbox"), ("mail.menu.move", "mail.move.inbox")),
    "mail/report-junk": ("Inbox", ("mail.move", "mail.move.junk"), ("mail.menu.move", "mail.move.junk")),
    "mail/file": ("Inbox", ("mail.move", "mail.move.{name}"), ("mail.menu.move", "mail.move.{name}")),
    "mail/flag": ("{folder}", ("mail.flag",), ("mail.menu.flag",)),
    "mail/flag-sent": ("Sent", ("mail.flag",), ("mail.menu.flag",)),
    "mail/delete-sent": ("Sent", ("mail.delete",), ("mail.menu.delete",)),
    "mail/mark-unread": ("Inbox", ("mail.unread",), ("mail.menu.unread",)),
}
_KEYS: Mapping[str, tuple[Key, tuple[Modifier, ...]]] = {
    "mail/delete": ("delete", ()),
    "mail/archive": ("backspace", ()),
    "mail/flag": ("insert", ()),
    "mail/flag-sent": ("insert", ()),
    "mail/delete-sent": ("d", ("ctrl",)),
    "mail/mark-unread": ("u", ("ctrl",)),
}


def _filled(template: str, values: Mapping[str, str]) -> str:
    return template.format(**{n: v.lower() if n == "name" else v for n, v in values.items()})


def _neighbour(ui: UI, subject: str) -> Node:
    """Another mail of the list that is shown.

    Raises:
        OracleError: There is none.
    """
    for node in ui.tree.nodes:
        if node.key.startswith("mail.list.") and node.key.endswith(".eml") and node.key != f"mail.list.{subject}.eml":
            return node
    raise OracleError("The run expected another mail in the list.")


def _sure(ui: UI) -> Iterator[Action]:
    """Yes to the question that comes where a deletion is for good, as that of a mail that was deleted before."""
    yes = ui.tree.find(key="message.yes")
    if yes is not None:
        yield ui.click(yes)


def _to_a_neighbour(ui: UI, subtask: str, values: Mapping[str, str]) -> Iterator[Action]:
    folder, buttons, _ = _DONE[subtask]
    yield from open_mail(ui, _filled(folder, {"folder": "Inbox", **values}), values["subject"])
    yield ui.click(_neighbour(ui, values["subject"]))
    for key in buttons:
        yield ui.click(_filled(key, values))


def _register(subtask: str) -> None:
    folder, _, entries = _DONE[subtask]
    if subtask != "mail/restore":  # where the folder may hold nothing else
        _register_neighbours(subtask)

    @right_way(subtask)
    def by_the_context_menu(ui: UI, **values: str) -> Iterator[Action]:
        """The mail's own menu."""
        yield from open_mail(ui, _filled(folder, values), values["subject"])
        yield ui.right_click("message", name=f"{values['subject']}.eml")
        for key in entries:
            yield ui.click(_filled(key, values))

    if subtask in _KEYS:
        key, modifiers = _KEYS[subtask]

        @right_way(subtask)
        def by_key(ui: UI, **values: str) -> Iterator[Action]:
            """A shortcut."""
            yield from open_mail(ui, _filled(folder, values), values["subject"])
            yield ui.press(key, *modifiers)


def _register_neighbours(subtask: str) -> None:
    @wrong_run(subtask)
    def to_a_neighbour(ui: UI, **values: str) -> Iterator[Action]:
        """Another mail of the same folder."""
        yield from _to_a_neighbour(ui, subtask, values)

    def a_neighbour_too(ui: UI, **values: str) -> Iterator[Action]:
        """Another mail of the same folder first; one that is unread again is as it was, so that is flagged."""
        yield from _to_a_neighbour(ui, "mail/flag" if subtask == "mail/mark-unread" else subtask, values)

    before_it("a_neighbour_too", a_neighbour_too, subtask)


for _subtask in _DONE:
    _register(_subtask)


@wrong_run("mail/restore", "mail/report-junk", "mail/file")
def into_another_folder(ui: UI, subject: str, folder: str = "Inbox", **_: str) -> Iterator[Action]:
    """It is moved, but not to where it was to go."""
    yield from open_mail(ui, folder, subject)
    yield ui.click("mail.move")
    yield ui.click("mail.move.archive" if ui.find("mail.move.archive") is not None else "mail.move.deleted")


def _one_of_the_inbox(ui: UI, subject: str = "", **_: str) -> Iterator[Action]:
    """Another mail is archived first."""
    yield from in_front(ui)
    yield ui.click("folder", name="inbox")
    yield ui.click(_neighbour(ui, subject))
    yield ui.press("backspace")


def _something_sent(ui: UI, **_: str) -> Iterator[Action]:
    """Somebody gets a mail that nobody asked for."""
    yield from new_mail(ui, _STRANGER, "Hello", "Something.")
    yield ui.click("mail.send")


def _a_folder_made(ui: UI, **_: str) -> Iterator[Action]:
    """A mail folder that nobody asked for."""
    yield from in_front(ui)
    yield ui.click("mail.new_folder")
    yield ui.type("Rubbish\n")


before_it("something_sent", _something_sent, *_DONE, "mail/create-folder", "mail/save-attachment")
before_it("a_folder_made", _a_folder_made, *_DONE, "mail/create-folder", "mail/reply", "mail/send-draft")
before_it("one_of_the_inbox", _one_of_the_inbox, "mail/restore", "mail/create-folder", "mail/save-attachment")


def _deletes(subtask: str, folder: str) -> None:
    """To delete or archive what was only to be marked, answered or copied is damage."""

    def deletes_it(ui: UI, **values: str) -> Iterator[Action]:
        """A neighbour is deleted first."""
        yield from open_mail(ui, _filled(folder, values), values["subject"])
        yield ui.click(_neighbour(ui, values["subject"]))
        yield ui.press("delete")
        yield from _sure(ui)

    before_it("a_neighbour_deleted", deletes_it, subtask)


for _subtask, _folder in (
    ("mail/reply", "{folder}"),
    ("mail/forward", "{folder}"),
    ("mail/forward-sent", "Sent"),
    ("mail/copy-text", "{folder}"),
    ("mail/save-attachment", "Inbox"),
    ("mail/send-draft", "Drafts"),
    ("mail/complete-draft", "Drafts"),
):
    _deletes(_subtask, _folder)


def _a_look(ui: UI, **_: str) -> Iterator[Action]:
    """Mails are looked at first, and who opens one has read it."""
    yield from in_front(ui)
    yield ui.click("folder", name="inbox")
    yield ui.click(_neighbour(ui, ""))
    yield ui.click("folder", name="sent")


before_it(
    "after_a_look",
    _a_look,
    *(s for s in _DONE if s not in _KEYS),
    "mail/complete-draft",
    "mail/copy-text",
    "mail/create-folder",
    "mail/save-attachment",
    "mail/send-clipboard",
    "mail/send-copied-image",
    "mail/send-draft",
    "mail/send-file",
    "mail/send-three-files",
    harmless=True,
)


def _a_draft_left(ui: UI, **_: str) -> Iterator[Action]:
    """A draft of something else is left behind."""
    yield from new_mail(ui, _STRANGER, "Left behind", "Something.")
    yield ui.click("mail.save_draft")


before_it("a_draft_left", _a_draft_left, "mail/create-folder", "mail/save-attachment", "mail/copy-text", *_DONE)
instead("mail/save-attachment", values=("folder",))


@right_way("mail/save-attachment")
def copied_and_pasted(ui: UI, name: str, subject: str, folder: str) -> Iterator[Action]:
    """By the clipboard, into the folder."""
    yield from open_mail(ui, "Inbox", subject)
    yield ui.click("attachment", name=name)
    yield ui.click("mail.menu.copy_attachment")
    explorer = ui.of("file_manager")
    yield from go(explorer, folder)
    yield explorer.press("v", "ctrl")


@right_way("mail/create-folder")
def spelled_in_capitals(ui: UI, name: str) -> Iterator[Action]:
    """Names of folders have no case."""
    yield from in_front(ui)
    yield ui.click("mail.new_folder")
    yield ui.type(f"{name.upper()}\n")


@right_way("mail/copy-text")
def by_dragging(ui: UI, folder: str, subject: str) -> Iterator[Action]:
    """Selected from its end to its beginning."""
    yield from open_mail(ui, folder, subject)
    yield ui.click("body")
    yield ui.press("end", "ctrl")
    yield ui.press("home", "ctrl", "shift")
    yield ui.press("c", "ctrl")


_SENT = ("mail/send", "mail/send-in-copy", "mail/send-file", "mail/send-two-files", "mail/send-three-files")
_PASTED = ("mail/send-clipboard", "mail/send-copied-file", "mail/send-copied-image")
instead(*_SENT, *_PASTED, values=("to",))
instead(*_SENT, *_PASTED, values=("subject",))
instead("mail/send", "mail/send-in-copy", "mail/write-draft", "mail/reply", values=("text",))
instead("mail/write-draft", "mail/forward", "mail/forward-sent", values=("to",))
instead("mail/write-draft", values=("subject",))
instead("mail/send-in-copy", values=("cc",))
instead("mail/create-folder")
besides(*_SENT, *_PASTED, "mail/write-draft", "mail/forward", "mail/forward-sent", values=("to",))
besides("mail/reply", values=("text",))
spelled("in_capitals", str.upper, "to", *_SENT, *_PASTED, "mail/forward", "mail/forward-sent", "mail/write-draft")
spelled("with_a_space", padded, "text", "mail/send", "mail/reply", "mail/write-draft")
spelled("with_an_empty_line", lambda text: f"{text}\n", "text", "mail/send", "mail/reply", "mail/send-in-copy")


@right_way("mail/send")
def by_keys(ui: UI, to: str, subject: str, text: str) -> Iterator[Action]:
    """Ctrl+N, the fields one by one, Ctrl+Enter."""
    yield from new_mail(ui, to, subject, text)
    yield ui.press("enter", "ctrl")


@wrong_run("mail/send", "mail/send-in-copy")
def only_drafted(ui: UI, to: str, subject: str, text: str, cc: str = "") -> Iterator[Action]:
    """Saved and not sent."""
    yield from new_mail(ui, to, subject, text, cc)
    yield ui.click("mail.save_draft")


@wrong_run("mail/send", "mail/send-file", "mail/write-draft")
def in_copy_to_a_stranger(
    ui: UI, to: str, subject: str, text: str = "", folder: str = "", name: str = ""
) -> Iterator[Action]:
    """Somebody else gets it too."""
    yield from new_mail(ui, to, subject, text, _STRANGER)
    if name:
        yield from attach(ui, f"{folder}/{name}")
    yield ui.click("mail.send")


@wrong_run("mail/send-file")
def without_the_file(ui: UI, to: str, subject: str, folder: str, name: str) -> Iterator[Action]:
    """The path of the file in the text, and no file."""
    yield from new_mail(ui, to, subject, f"{folder}/{name}")
    yield ui.click("mail.send")


@wrong_run("mail/send-two-files", "mail/send-three-files")
def with_the_first_alone(ui: UI, to: str, subject: str, first: str, first_folder: str, **_: str) -> Iterator[Action]:
    """One of the files."""
    yield from new_mail(ui, to, subject)
    yield from attach(ui, f"{first_folder}/{first}")
    yield ui.click("mail.send")


@right_way("mail/send-two-files")
def the_other_way_round(
    ui: UI, to: str, subject: str, first: str, first_folder: str, second: str, second_folder: str
) -> Iterator[Action]:
    """The second file first."""
    yield from new_mail(ui, to, subject)
    yield from attach(ui, f"{second_folder}/{second}")
    yield from attach(ui, f"{first_folder}/{first}")
    yield ui.press("enter", "ctrl")


@wrong_run("mail/send-clipboard")
def of_another_text(ui: UI, to: str, subject: str, **_: str) -> Iterator[Action]:
    """Another text is copied first, and pasted."""
    yield from new_mail(ui, to, subject, "Something else")
    yield ui.press("a", "ctrl")
    yield ui.press("c", "ctrl")
    yield ui.click("mail.send")


@wrong_run("mail/send-copied-file", "mail/send-copied-image", "mail/complete-draft")
def without_it(ui: UI, to: str, subject: str, **_: str) -> Iterator[Action]:
    """A mail with nothing attached."""
    yield from new_mail(ui, to, subject, "See attached.")
    yield ui.click("mail.send")


@right_way("mail/send-copied-file")
def by_the_dialog(ui: UI, to: str, subject: str, folder: str, name: str) -> Iterator[Action]:
    """The same file, attached by the dialog."""
    yield from new_mail(ui, to, subject)
    yield from attach(ui, f"{folder}/{name}")
    yield ui.click("mail.send")


@wrong_run("mail/reply", "mail/forward", "mail/forward-sent")
def as_a_new_mail(
    ui: UI, subject: str, text: str = "", to: str = "nora.field@example.com", **_: str
) -> Iterator[Action]:
    """A mail of a subject that looks like it."""
    yield from new_mail(ui, to, f"{'Re' if text else 'Fw'}: {subject}", text or "See below.")
    yield ui.click("mail.send")


@wrong_run("mail/reply")
def to_a_neighbour(ui: UI, folder: str, subject: str, text: str) -> Iterator[Action]:
    """Another mail is answered."""
    yield from open_mail(ui, folder, subject)
    yield ui.click(_neighbour(ui, subject))
    yield ui.press("r", "ctrl")
    yield ui.type(text)
    yield ui.click("mail.send")


@right_way("mail/reply")
def by_ctrl_r(ui: UI, folder: str, subject: str, text: str) -> Iterator[Action]:
    """Ctrl+R and Ctrl+Enter."""
    yield from open_mail(ui, folder, subject)
    yield ui.press("r", "ctrl")
    yield ui.type(text)
    yield ui.press("enter", "ctrl")


@right_way("mail/reply")
def to_all(ui: UI, folder: str, subject: str, text: str) -> Iterator[Action]:
    """Reply all, where there is nobody else."""
    yield from open_mail(ui, folder, subject)
    yield ui.press("r", "ctrl", "shift")
    yield ui.type(text)
    yield ui.click("mail.send")


@right_way("mail/reply")
def below_the_quotation(ui: UI, folder: str, subject: str, text: str) -> Iterator[Action]:
    """The text at the end of what is quoted."""
    yield from open_mail(ui, folder, subject)
    yield ui.press("r", "ctrl")
    yield ui.press("end", "ctrl")
    yield ui.type(f"\n{text}")
    yield ui.click("mail.send")


@right_way("mail/forward", "mail/forward-sent")
def by_ctrl_f(ui: UI, subject: str, to: str, folder: str = "Sent") -> Iterator[Action]:
    """Ctrl+F, with a word above."""
    yield from open_mail(ui, folder, subject)
    yield ui.press("f", "ctrl")
    yield ui.type(to)
    yield ui.press("enter", "ctrl")


@wrong_run("mail/write-draft")
def sent_at_once(ui: UI, to: str, subject: str, text: str) -> Iterator[Action]:
    """It goes out."""
    yield from new_mail(ui, to, subject, text)
    yield ui.click("mail.send")


@right_way("mail/write-draft")
def by_ctrl_s(ui: UI, to: str, subject: str, text: str) -> Iterator[Action]:
    """Ctrl+S."""
    yield from new_mail(ui, to, subject, text)
    yield ui.press("s", "ctrl")


@wrong_run("mail/send-draft")
def written_anew(ui: UI, subject: str, to: str) -> Iterator[Action]:
    """The draft goes, and another mail of its subject goes out."""
    yield from open_mail(ui, "Drafts", subject)
    yield ui.click("mail.discard")
    yes = ui.tree.find(key="message.yes")
    if yes is not None:
        yield ui.click(yes)
    yield from new_mail(ui, to, subject, "Hello.")
    yield ui.click("mail.send")


@wrong_run("mail/send-draft", "mail/complete-draft")
def with_another_text(ui: UI, subject: str, **_: str) -> Iterator[Action]:
    """What the draft says is replaced first."""
    yield from open_mail(ui, "Drafts", subject)
    yield ui.click("mail.writing")
    yield ui.press("a", "ctrl")
    yield ui.type("Never mind.")
    yield ui.click("mail.send")


@right_way("mail/send-draft")
def by_ctrl_enter(ui: UI, subject: str, **_: str) -> Iterator[Action]:
    """Ctrl+Enter."""
    yield from open_mail(ui, "Drafts", subject)
    yield ui.press("enter", "ctrl")


@right_way("mail/complete-draft")
def sent_by_key(ui: UI, folder: str, name: str, subject: str, **_: str) -> Iterator[Action]:
    """Alt+S."""
    yield from open_mail(ui, "Drafts", subject)
    yield from attach(ui, f"{folder}/{name}")
    yield ui.press("s", "alt")


@wrong_run("mail/copy-text")
def of_a_neighbour(ui: UI, folder: str, subject: str) -> Iterator[Action]:
    """Another mail's text."""
    yield from open_mail(ui, folder, subject)
    yield ui.click(_neighbour(ui, subject))
    yield ui.click("body")
    yield ui.press("a", "ctrl")
    yield ui.press("c", "ctrl")
