"""Steps, oracles and runs of mail that are no plain data."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from omnigym.a11y import Node
from omnigym.actions import Action, Key, Modifier
from omnigym.errors import OracleError
from omnigym.tasks.counterexamples import right_way, wrong_run
from omnigym.tasks.step_library.steps import in_front, name_file
from omnigym.tasks.step_library.variations import before_it
from omnigym.tasks.step_registry import word
from omnigym.tasks.subtask import UI


@word
def new_mail(ui: UI, to: str, subject: str, text: str = "", cc: str = "") -> Iterator[Action]:
    """A new mail, all its fields filled."""
    yield from in_front(ui)
    yield ui.click("mail.new")
    yield ui.type(f"{to}\t{cc}\t{subject}\t{text}")


@word
def attach_in_mail(ui: UI, path: str) -> Iterator[Action]:
    """A file attached by the dialog."""
    yield ui.click("mail.attach")
    yield from name_file(ui, path)


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


@wrong_run("mail/file", "mail/report-junk", "mail/restore")
def into_another_folder(ui: UI, subject: str, folder: str = "Inbox", **_: str) -> Iterator[Action]:
    """It is moved, but not to where it was to go."""
    yield from open_mail(ui, folder, subject)
    yield ui.click("mail.move")
    yield ui.click("mail.move.archive" if ui.find("mail.move.archive") is not None else "mail.move.deleted")


@word
def one_of_the_inbox(ui: UI, subject: str = "", **_: str) -> Iterator[Action]:
    """Another mail is archived first."""
    yield from in_front(ui)
    yield ui.click("folder", name="inbox")
    yield ui.click(_neighbour(ui, subject))
    yield ui.press("backspace")


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


@word
def a_look(ui: UI, **_: str) -> Iterator[Action]:
    """Mails are looked at first, and who opens one has read it."""
    yield from in_front(ui)
    yield ui.click("folder", name="inbox")
    yield ui.click(_neighbour(ui, ""))
    yield ui.click("folder", name="sent")


@wrong_run("mail/send", "mail/send-file", "mail/write-draft")
def in_copy_to_a_stranger(
    ui: UI, to: str, subject: str, text: str = "", folder: str = "", name: str = ""
) -> Iterator[Action]:
    """Somebody else gets it too."""
    yield from new_mail(ui, to, subject, text, _STRANGER)
    if name:
        yield from attach_in_mail(ui, f"{folder}/{name}")
    yield ui.click("mail.send")


@wrong_run("mail/forward", "mail/forward-sent", "mail/reply")
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


@wrong_run("mail/copy-text")
def of_a_neighbour(ui: UI, folder: str, subject: str) -> Iterator[Action]:
    """Another mail's text."""
    yield from open_mail(ui, folder, subject)
    yield ui.click(_neighbour(ui, subject))
    yield ui.click("body")
    yield ui.press("a", "ctrl")
    yield ui.press("c", "ctrl")


@word
def open_mail(ui: UI, folder: str, subject: str) -> Iterator[Action]:
    """A mail selected in its folder; where it is too far down, it is searched for."""
    yield from in_front(ui)
    yield ui.click("folder", name=folder.lower().replace(" ", "_"))
    if ui.find("message", name=f"{subject}.eml") is None:
        yield ui.click("search")
        yield ui.type(subject)
    yield ui.click("message", name=f"{subject}.eml")
