"""Wrong runs and other right ways of the subtasks of Skype."""

from __future__ import annotations

from collections.abc import Iterator

from omnigym.actions import Action, Wait
from omnigym.tasks.apps._commands import do
from omnigym.tasks.apps._steps import answer, name_file
from omnigym.tasks.apps._talk import say, to_message, to_room
from omnigym.tasks.apps._variations import before_it, besides, instead, padded, spelled
from omnigym.tasks.apps.skype.talking import at_chats
from omnigym.tasks.subtask import UI
from omnigym.tasks.trials import right_way, wrong_run

__all__: list[str] = []

_SENT = ("skype/send", "skype/paste", "skype/send-file", "skype/share-contact", "skype/forward")
_ALL = (*_SENT, "skype/new-group", "skype/call")
_HUT = "Is the hut open in March?"


def _another_deleted(ui: UI, **_: str) -> Iterator[Action]:
    """Another message of the user's goes first."""
    yield from at_chats(ui)
    yield from to_message(ui, "Sunday hike", _HUT)
    yield from do(ui, "delete", _HUT, via="menu")
    yield from answer(ui, "message.delete")


def _a_word_too_many(ui: UI, **_: str) -> Iterator[Action]:
    """Something else is said in a chat."""
    yield from at_chats(ui)
    yield from to_room(ui, "Helen Park")
    yield from say(ui, "Hello")


def _a_group_renamed(ui: UI, **_: str) -> Iterator[Action]:
    """A group gets another name."""
    yield from at_chats(ui)
    yield ui.right_click("room", name="Sunday hike")
    yield ui.click("menu.rename")
    yield ui.type("Hikers\n")


def _somebody_else_called(ui: UI, **_: str) -> Iterator[Action]:
    """Somebody is called by mistake, and calls back."""
    yield from at_chats(ui)
    yield from to_room(ui, "Sunday hike")
    yield ui.click("call")
    yield ui.click("call.hang_up")


def _a_look_around(ui: UI, **_: str) -> Iterator[Action]:
    """Calls, contacts, a search and a group that is not made, first."""
    yield from at_chats(ui)
    for page in ("calls", "contacts", "chats"):
        yield ui.click("page", name=page)
    yield ui.click("search")
    yield ui.type("umbrella")
    yield ui.click("group")
    yield ui.type("Nobody")
    yield ui.click("page", name="chats")


before_it("another_deleted", _another_deleted, *_ALL)
before_it("a_word_too_many", _a_word_too_many, *_ALL)
before_it("a_group_renamed", _a_group_renamed, "skype/new-group", "skype/call")
before_it("somebody_else_called", _somebody_else_called, *_ALL)
before_it("a_look_around", _a_look_around, *_ALL, harmless=True)
instead(*_SENT, values=("room",))
besides("skype/send", "skype/paste", "skype/share-contact", values=("room",))
instead("skype/send", values=("text",))
instead("skype/share-contact", "skype/call", values=("person",))
instead("skype/new-group", values=("name",))
instead("skype/new-group", values=("first",))
instead("skype/call", least=3)
instead("skype/call", what="longer", least=lambda values: values["least"] + 30)
spelled("with_a_space", padded, "text", "skype/send")
spelled("with_a_space", padded, "name", "skype/new-group")


@right_way("skype/send")
def by_the_contacts(ui: UI, room: str, text: str) -> Iterator[Action]:
    """Found by a search, and sent by the button."""
    yield from at_chats(ui)
    yield ui.click("search")
    yield ui.type(room)
    yield ui.click("room", name=room)
    yield ui.click("draft")
    yield ui.type(text)
    yield ui.click("send")


@wrong_run("skype/send-file")
def attaches_and_leaves(ui: UI, room: str, folder: str, name: str) -> Iterator[Action]:
    """It waits above the field, and is not sent."""
    yield from at_chats(ui)
    yield from to_room(ui, room)
    yield ui.click("attach")
    yield from name_file(ui, f"{folder}/{name}")


@wrong_run("skype/share-contact")
def writes_the_name(ui: UI, person: str, room: str) -> Iterator[Action]:
    """The name as a message, and no card."""
    yield from at_chats(ui)
    yield from to_room(ui, room)
    yield from say(ui, f"{person}.vcf")


@wrong_run("skype/new-group")
def with_one_more(ui: UI, name: str, first: str, second: str) -> Iterator[Action]:
    """Somebody is in it who was not asked for."""
    third = next(p for p in ("Tom Becker", "Sara Lind", "Priya Nair") if p not in (first, second))
    yield from at_chats(ui)
    yield ui.press("g", "ctrl")
    yield ui.type(name)
    for person in (first, second, third):
        yield ui.click("tick", name=person)
    yield ui.click("create")


@wrong_run("skype/new-group")
def is_not_created(ui: UI, name: str, first: str, second: str) -> Iterator[Action]:
    """The form is filled in and left."""
    yield from at_chats(ui)
    yield ui.press("g", "ctrl")
    yield ui.type(name)
    for person in (first, second):
        yield ui.click("tick", name=person)
    yield ui.click("page", name="chats")


@right_way("skype/new-group")
def by_enter(ui: UI, name: str, first: str, second: str) -> Iterator[Action]:
    """Ctrl+G, the people first, a tick too many taken back, and Enter in the name."""
    yield from at_chats(ui)
    yield ui.press("g", "ctrl")
    for person in (second, first, first, first):
        yield ui.click("tick", name=person)
    yield ui.click("group_name")
    yield ui.type(f"{name}\n")


@wrong_run("skype/call")
def gives_up(ui: UI, person: str, **_: object) -> Iterator[Action]:
    """Nobody is waited for; who calls back is not answered."""
    yield from at_chats(ui)
    yield from to_room(ui, person)
    yield ui.click("call")
    yield ui.click("call.hang_up")
    yield Wait(40.0)


@wrong_run("skype/call")
def does_not_hang_up(ui: UI, person: str, least: int, **_: object) -> Iterator[Action]:
    """The call goes on."""
    yield from at_chats(ui)
    yield from to_room(ui, person)
    yield ui.click("call")
    yield Wait(float(least) + 4)


@right_way("skype/call")
def with_a_picture(ui: UI, person: str, least: int, **_: object) -> Iterator[Action]:
    """A video call is a call; muted for a moment."""
    yield from at_chats(ui)
    yield from to_room(ui, person)
    yield ui.click("video")
    yield Wait(4.0)
    yield ui.press("m", "ctrl")
    yield ui.press("m", "ctrl")
    yield Wait(float(least))
    yield ui.click("call.hang_up")


@right_way("skype/forward")
def typed_anew(ui: UI, said: str, room: str, **_: str) -> Iterator[Action]:
    """Copied, and pasted into the other chat."""
    yield from at_chats(ui)
    yield from to_room(ui, room)
    yield from say(ui, said)
