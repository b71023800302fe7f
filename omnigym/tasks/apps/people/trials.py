"""Other right ways and wrong runs in People."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from omnigym.actions import Action
from omnigym.tasks.apps._commands import do, pick
from omnigym.tasks.apps._steps import answer, in_front, name_file
from omnigym.tasks.apps._variations import another, before_it, besides, instead, padded, spelled
from omnigym.tasks.apps.people.persons import edited, listed
from omnigym.tasks.subtask import UI
from omnigym.tasks.trials import right_way, wrong_run

__all__: list[str] = []


_ALL = ("add", "change-phone", "favourite", "delete", "export", "import", "write")


def _a_look(ui: UI, **_: Any) -> Iterator[Action]:
    """Somebody else is looked at first, and the form opened for nothing."""
    yield from edited(ui, "Helen Park")
    yield ui.click("people.cancel")


def _another_starred(ui: UI, **_: Any) -> Iterator[Action]:
    """Somebody else becomes a favourite first."""
    yield from listed(ui)
    yield from do(ui, "star", "Helen Park")


before_it("after_a_look", _a_look, *[f"people/{name}" for name in _ALL], harmless=True)
before_it("another_starred", _another_starred, *[f"people/{name}" for name in _ALL])
spelled("in_capitals", str.upper, "name", "people/add")
spelled("with_a_space", padded, "phone", "people/add", "people/change-phone")
instead("people/add")
another("people/add", "phone", phone="555-099-1234")
another("people/add", "name", name="Somebody Else")
instead("people/change-phone", values=("new",))
instead("people/change-phone", name="Tom Becker")
besides("people/change-phone", what="number", harmless=True, new="555-099-1234")
instead("people/export", file="other.vcf")
instead("people/export", name="Tom Becker")
instead("people/favourite", "people/delete", "people/write", name="Tom Becker")
instead("people/write", values=("subject",))
instead("people/write", values=("text",))


@right_way("people/favourite")
def starred_by_menu(ui: UI, name: str, **_: str) -> Iterator[Action]:
    """The context menu."""
    yield from listed(ui)
    yield from do(ui, "star", name, via="menu")


@right_way("people/delete")
def deleted_by_key(ui: UI, name: str, **_: str) -> Iterator[Action]:
    """Found by the search, and deleted by a key."""
    yield from listed(ui)
    yield ui.click("people.search")
    yield ui.type(name)
    yield from do(ui, "delete", name, via="key")
    yield from answer(ui, "message.delete")


@right_way("people/export")
def exported_by_menu(ui: UI, name: str, folder: str, file: str, **_: str) -> Iterator[Action]:
    """The context menu."""
    yield from listed(ui)
    yield from do(ui, "export", name, via="menu")
    yield from name_file(ui, f"{folder}/{file}")
    yield from answer(ui, "overwrite_confirm")


@wrong_run("people/export")
def all_exported(ui: UI, folder: str, file: str, **_: str) -> Iterator[Action]:
    """Everybody is in the file."""
    yield from listed(ui)
    yield ui.click("people.export_all")
    yield from name_file(ui, f"{folder}/{file}")
    yield from answer(ui, "overwrite_confirm")


@right_way("people/import")
def opened_in_explorer(ui: UI, folder: str, file: str, **_: str) -> Iterator[Action]:
    """A double click on the file opens People with it."""
    explorer = ui.of("file_manager")
    yield from in_front(explorer)
    yield explorer.press("d", "alt")
    yield explorer.type(f"{explorer.native_path(f'{folder}/{file}')}\n")
    yield ui.click("people.take")


@wrong_run("people/import")
def only_looked_at(ui: UI, folder: str, file: str, **_: str) -> Iterator[Action]:
    """The file is opened, and not taken over."""
    yield from listed(ui)
    yield from do(ui, "import")
    yield from name_file(ui, f"{folder}/{file}")
    yield ui.click("people.cancel")


@wrong_run("people/import")
def only_by_name(ui: UI, name: str, **_: str) -> Iterator[Action]:
    """Written by hand, and half of it."""
    yield from listed(ui)
    yield from do(ui, "new")
    yield ui.type(name)
    yield ui.click("people.save")


@right_way("people/write")
def from_outlook(ui: UI, name: str, email: str, subject: str, text: str, **_: str) -> Iterator[Action]:
    """A new mail to their address."""
    mail = ui.of("mail")
    yield from in_front(mail)
    yield mail.press("n", "ctrl")
    yield mail.type(f"{name} <{email}>\t\t{subject}\t{text}")
    yield mail.press("enter", "ctrl")


@wrong_run("people/write")
def left_as_a_draft(ui: UI, name: str, subject: str, text: str, **_: str) -> Iterator[Action]:
    """Written and not sent."""
    yield from listed(ui)
    yield from pick(ui, name)
    yield ui.click("people.card.mail")
    mail = ui.of("mail")
    yield mail.type(f"{subject}\t{text}")
    yield mail.press("s", "ctrl")
