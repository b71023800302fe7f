"""Wrong runs and other right ways of the subtasks of Chat."""

from __future__ import annotations

from collections.abc import Iterator

from omnigym.actions import Action
from omnigym.tasks.apps._commands import do
from omnigym.tasks.apps._steps import answer, in_front, name_file
from omnigym.tasks.apps._talk import attach, say, to_message, to_room
from omnigym.tasks.apps._variations import before_it, besides, instead, padded, spelled
from omnigym.tasks.apps.chat import messages  # noqa: F401 - it declares the subtasks
from omnigym.tasks.subtask import UI
from omnigym.tasks.trials import right_way, wrong_run

__all__: list[str] = []

_WRITTEN = ("chat/send", "chat/send-direct")
_ALL = (
    *_WRITTEN,
    *("chat/paste", "chat/reply", "chat/share-file", "chat/download", "chat/react", "chat/edit", "chat/delete"),
)
_OLD, _MINE = "The second oven is 4 degrees too hot. Please use the first one.", "Thank you, I will read it tonight."


def _another_deleted(ui: UI, **_: str) -> Iterator[Action]:
    """Another message of the user's goes first."""
    yield from to_message(ui, "lab", _MINE)
    yield from do(ui, "delete", _MINE, via="menu")
    yield from answer(ui, "message.delete")


def _another_kept(ui: UI, **_: str) -> Iterator[Action]:
    """Another message is saved for later, which nobody asked for."""
    yield from to_message(ui, "lab", _OLD)
    yield from do(ui, "pin", _OLD, via="menu")


def _a_room_with_a_star(ui: UI, **_: str) -> Iterator[Action]:
    """A channel gets a star."""
    yield from in_front(ui)
    yield ui.right_click("room", name="random")
    yield ui.click("menu.star")


def _a_word_too_many(ui: UI, **_: str) -> Iterator[Action]:
    """Something else is said in a channel."""
    yield from to_room(ui, "random")
    yield from say(ui, "Hello")


def _a_call_too_many(ui: UI, **_: str) -> Iterator[Action]:
    """A huddle is started, and left."""
    yield from to_room(ui, "random")
    yield ui.click("huddle")
    yield ui.click("call.hang_up")


def _a_look_around(ui: UI, **_: str) -> Iterator[Action]:
    """Other rooms, the saved messages and a search first, and something half written."""
    yield from to_room(ui, "announcements")
    yield ui.click("page", name="saved")
    yield ui.click("search")
    yield ui.type("oven")
    yield from to_room(ui, "design")
    yield ui.type("Dear all")


for _name, _first in (
    ("another_deleted", _another_deleted),
    ("another_kept", _another_kept),
    ("a_room_with_a_star", _a_room_with_a_star),
    ("a_word_too_many", _a_word_too_many),
    ("a_call_too_many", _a_call_too_many),
):
    before_it(_name, _first, *_ALL)
before_it("a_look_around", _a_look_around, *_ALL, "chat/copy-text", harmless=True)
instead(*_WRITTEN, values=("room",))
instead(*_WRITTEN, "chat/reply", "chat/edit", values=("text",))
besides(*_WRITTEN, values=("text",))
instead("chat/paste", "chat/share-file", values=("room",))
besides("chat/paste", values=("room",))
instead("chat/react", values=("sign",))
besides("chat/react", values=("sign",))
spelled("with_a_space", padded, "text", *_WRITTEN, "chat/reply", "chat/edit")


@right_way(*_WRITTEN)
def by_the_button(ui: UI, room: str, text: str) -> Iterator[Action]:
    """The button that sends."""
    yield from to_room(ui, room)
    yield ui.click("draft")
    yield ui.type(text)
    yield ui.click("send")


@wrong_run(*_WRITTEN)
def is_not_sent(ui: UI, room: str, text: str) -> Iterator[Action]:
    """It is written, and stands in the field."""
    yield from to_room(ui, room)
    yield ui.click("draft")
    yield ui.type(text)


@wrong_run("chat/paste")
def types_something_else(ui: UI, room: str, **_: str) -> Iterator[Action]:
    """A text that was not copied."""
    yield from to_room(ui, room)
    yield from say(ui, "The copied text")


@wrong_run("chat/reply")
def beside_the_thread(ui: UI, room: str, said: str, text: str) -> Iterator[Action]:
    """In the channel, as a message of its own."""
    yield from to_message(ui, room, said)
    yield from say(ui, text)


@wrong_run("chat/reply")
def in_another_thread(ui: UI, room: str, said: str, text: str) -> Iterator[Action]:
    """As an answer to another message, of another channel where it has to be."""
    del room, said
    yield from to_message(ui, "lab", _OLD)
    yield from do(ui, "reply", _OLD, via="menu")
    yield ui.type(f"{text}\n")


@right_way("chat/reply")
def by_the_dots(ui: UI, room: str, said: str, text: str) -> Iterator[Action]:
    """The menu of the three dots, and the button that sends."""
    yield from to_message(ui, room, said)
    found = ui.find("record", name=said)
    yield ui.click("more", name=found.key.rpartition(".")[2] if found is not None else "")
    yield ui.click("menu.reply")
    yield ui.type(text)
    yield ui.click("send_answer")


@wrong_run("chat/share-file")
def only_names_it(ui: UI, room: str, name: str, **_: str) -> Iterator[Action]:
    """The name of the file as a message."""
    yield from to_room(ui, room)
    yield from say(ui, name)


@wrong_run("chat/share-file")
def attaches_and_leaves(ui: UI, room: str, folder: str, name: str) -> Iterator[Action]:
    """It waits above the field, and is not sent."""
    yield from to_room(ui, room)
    yield ui.click("attach")
    yield from name_file(ui, f"{folder}/{name}")


@wrong_run("chat/share-file")
def shares_another_one(ui: UI, room: str, folder: str, name: str) -> Iterator[Action]:
    """A file that the user had before."""
    del folder, name
    yield from to_room(ui, room)
    yield from attach(ui, "Documents/notes.txt")


@right_way("chat/share-file")
def with_a_word(ui: UI, room: str, folder: str, name: str) -> Iterator[Action]:
    """A few words go with it."""
    yield from to_room(ui, room)
    yield ui.click("attach")
    yield from name_file(ui, f"{folder}/{name}")
    yield ui.type("Here it is\n")


@wrong_run("chat/download")
def saves_it_elsewhere(ui: UI, room: str, name: str, **_: str) -> Iterator[Action]:
    """Into Music."""
    yield from to_message(ui, room, name)
    yield from do(ui, "save", name, via="menu")
    yield from name_file(ui, f"Music/{name}")


@wrong_run("chat/download")
def saves_the_plan(ui: UI, name: str, folder: str, **_: str) -> Iterator[Action]:
    """Another shared file under that name."""
    plan = "Here is the plan for the new bench."
    yield from to_message(ui, "lab", plan)
    yield from do(ui, "save", plan, via="menu")
    yield from name_file(ui, f"{folder}/{name}")


@wrong_run("chat/edit")
def writes_another_one(ui: UI, room: str, text: str, **_: str) -> Iterator[Action]:
    """The right text as a message more."""
    yield from to_room(ui, room)
    yield from say(ui, text)


@wrong_run("chat/edit")
def deletes_and_writes(ui: UI, room: str, said: str, text: str) -> Iterator[Action]:
    """The message is deleted, and a new one is sent."""
    yield from to_message(ui, room, said)
    yield from do(ui, "delete", said, via="menu")
    yield from answer(ui, "message.delete")
    yield from say(ui, text)


@right_way("chat/edit")
def by_save(ui: UI, room: str, said: str, text: str) -> Iterator[Action]:
    """The button Save instead of Enter."""
    yield from to_message(ui, room, said)
    yield from do(ui, "edit", said, via="menu")
    yield ui.type(text)
    yield ui.click("edit_save")


@wrong_run("chat/delete")
def thinks_better_of_it(ui: UI, room: str, said: str) -> Iterator[Action]:
    """The question is answered with Cancel."""
    yield from to_message(ui, room, said)
    yield from do(ui, "delete", said, via="menu")
    yield ui.press("escape")


@wrong_run("chat/delete")
def makes_it_a_dot(ui: UI, room: str, said: str) -> Iterator[Action]:
    """Its text becomes a dot, and the message stays."""
    yield from to_message(ui, room, said)
    yield from do(ui, "edit", said, via="menu")
    yield ui.type(".\n")


@wrong_run("chat/copy-text")
def copies_another_one(ui: UI, **_: str) -> Iterator[Action]:
    """A message of another channel, or an older one."""
    yield from to_message(ui, "lab", _OLD)
    yield from do(ui, "copy", _OLD, via="menu")


@right_way("chat/copy-text")
def found_by_a_search(ui: UI, said: str, **_: str) -> Iterator[Action]:
    """Looked for by its words."""
    yield from in_front(ui)
    yield ui.click("search")
    yield ui.press("a", "ctrl")
    yield ui.type(said)
    yield from do(ui, "copy", said, via="menu")
