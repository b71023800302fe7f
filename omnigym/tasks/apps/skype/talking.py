"""Skype: writing, files, contact cards, groups, calls."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from omnigym.actions import Action, Wait
from omnigym.tasks.apps._commands import do
from omnigym.tasks.apps._needs import copied_text_need, file_need
from omnigym.tasks.apps._rows import row_is
from omnigym.tasks.apps._steps import in_front
from omnigym.tasks.apps._talk import ME, Talk, attach, say, to_message, to_room
from omnigym.tasks.apps.phone._steps import table
from omnigym.tasks.subtask import UI, Condition, Need, Resource, all_of, subtask

__all__ = ["TALK", "at_chats"]

TALK = Talk("skype", "Skype")
_SKYPE: Mapping[str, Any] = {
    "app": "skype",
    "platforms": ("windows",),
    "capabilities": ("content", "files", "apps", "a11y"),
}


def at_chats(ui: UI) -> Iterator[Action]:
    """Skype in front, in no call, with its chats at the left."""
    yield from in_front(ui)
    if ui.find("call.hang_up") is not None:
        yield ui.click("call.hang_up")
    yield ui.click("page", name="chats")


@subtask(
    **_SKYPE,
    id="skype/send",
    instruction="Send {room} a message in Skype: {text}",
    parameters=table(
        "room text",
        ("Tom Becker", "I have a second drill"),
        ("Sara Lind", "Your umbrella is dry again"),
        ("Sunday hike", "The hut opens in April"),
        ("Maria Santos", "See you at the station"),
        ("Priya Nair", "Have a good flight"),
        ("Helen Park", "The keys are with the neighbour"),
    ),
    conditions=(TALK.says(),),
    produces=(TALK.makes(),),
    tags=("write",),
)
def send(ui: UI, room: str, text: str) -> Iterator[Action]:
    """The chat, the text, Enter."""
    yield from at_chats(ui)
    yield from to_room(ui, room)
    yield from say(ui, text)


@subtask(
    **{**_SKYPE, "capabilities": (*_SKYPE["capabilities"], "clipboard")},
    id="skype/paste",
    implied=("source",),
    instruction="Send {room} the copied text in Skype.",
    parameters=table(
        "room source",
        ("Tom Becker", "letter"),
        ("Sara Lind", "web page"),
        ("Sunday hike", "map"),
        ("Jonas Weber", "calendar"),
        ("Priya Nair", "phone book"),
        ("Helen Park", "terminal"),
    ),
    conditions=(
        Condition(
            "row_with_clipboard",
            {
                "uri": f"content://{TALK.uri}",
                "columns": {"room": "{room}", "sender": ME, "answers": 0},
                "column": "text",
            },
        ),
    ),
    needs=(copied_text_need(),),
    tags=("paste",),
)
def paste(ui: UI, room: str, **_: str) -> Iterator[Action]:
    """Ctrl+V in the field."""
    yield from at_chats(ui)
    yield from to_room(ui, room)
    yield ui.press("v", "ctrl")
    yield ui.press("enter")


@subtask(
    **_SKYPE,
    id="skype/send-file",
    instruction="Send {room} the file {name} from {folder} in Skype.",
    parameters=table(
        "room folder name",
        ("Sara Lind", "Pictures", "umbrella.jpg"),
        ("Tom Becker", "Documents", "shelves.docx"),
        ("Sunday hike", "Downloads", "route.txt"),
        ("Priya Nair", "Documents", "hotel.txt"),
        ("Jonas Weber", "Pictures", "frame.png"),
        ("Maria Santos", "Desktop", "figures.xlsx"),
    ),
    conditions=(TALK.shares(),),
    needs=(file_need(),),
    produces=(Resource("skype_file", "{name}"),),
    tags=("attach",),
)
def send_file(ui: UI, room: str, folder: str, name: str) -> Iterator[Action]:
    """Attach file, and Enter."""
    yield from at_chats(ui)
    yield from to_room(ui, room)
    yield from attach(ui, f"{folder}/{name}")


@subtask(
    **_SKYPE,
    id="skype/share-contact",
    instruction="Share the contact of {person} with {room} in Skype.",
    parameters=table(
        "person room",
        ("Tom Becker", "Sunday hike"),
        ("Priya Nair", "Maria Santos"),
        ("Helen Park", "Tom Becker"),
        ("Sara Lind", "Jonas Weber"),
        ("Maria Santos", "Helen Park"),
        ("Jonas Weber", "Priya Nair"),
    ),
    conditions=(
        all_of(
            row_is(TALK.uri, room="{room}", sender=ME, file="{person}.vcf", answers=0),
            Condition("file_content_contains", {"path": f"{TALK.files}/{{person}}.vcf", "text": "FN:{person}"}),
        ),
    ),
    produces=(Resource("skype_file", "{person}.vcf"),),
    tags=("attach",),
)
def share_contact(ui: UI, person: str, room: str) -> Iterator[Action]:
    """The button with the card."""
    yield from at_chats(ui)
    yield from to_room(ui, room)
    yield ui.click("card")
    yield ui.click("card_of", name=person)


@subtask(
    **_SKYPE,
    id="skype/new-group",
    instruction="Create the group '{name}' in Skype with {first} and {second}.",
    parameters=table(
        "name first second",
        ("Choir", "Sara Lind", "Tom Becker"),
        ("Birthday of Maria", "Jonas Weber", "Priya Nair"),
        ("Tuesday lunch", "Helen Park", "Maria Santos"),
        ("Bicycle repair", "Tom Becker", "Jonas Weber"),
        ("House sitting", "Priya Nair", "Helen Park"),
        ("Chess", "Maria Santos", "Sara Lind"),
    ),
    conditions=(
        Condition(
            "row_exists",
            {
                "uri": "content://skype/rooms",
                "columns": {"name": "{name}", "kind": "group", "members": ["{first}", "{second}"]},
                "only": True,
            },
        ),
    ),
    produces=(Resource("skype_group", "{name}"),),
    tags=("create",),
)
def new_group(ui: UI, name: str, first: str, second: str) -> Iterator[Action]:
    """The form with everybody's name."""
    yield from at_chats(ui)
    yield ui.click("group")
    yield ui.type(name)
    yield ui.click("tick", name=first)
    yield ui.click("tick", name=second)
    yield ui.click("create")


@subtask(
    **_SKYPE,
    id="skype/call",
    implied=("least",),
    instruction="Call {person} in Skype, talk for {seconds} seconds, and hang up.",
    parameters=tuple(
        [
            {"person": p, "seconds": str(s), "least": s}
            for p, s in (
                *(("Tom Becker", 20), ("Maria Santos", 45), ("Helen Park", 12)),
                *(("Jonas Weber", 30), ("Priya Nair", 60), ("Sara Lind", 15)),
            )
        ]
    ),
    conditions=(Condition("call_lasted", {"uri": "content://skype/calls", "room": "{person}", "seconds": "{least}"}),),
    tags=("call",),
)
def call(ui: UI, person: str, least: int, **_: str) -> Iterator[Action]:
    """It rings for three seconds; then the time counts."""
    yield from at_chats(ui)
    yield from to_room(ui, person)
    yield ui.click("call")
    yield Wait(3.5)
    yield Wait(float(least))
    yield ui.click("call.hang_up")


@subtask(
    **_SKYPE,
    id="skype/forward",
    instruction="Forward the message '{said}', which {person} sent you in Skype, to {room}.",
    parameters=table(
        "person said room",
        ("Tom Becker", "The market moves to the church square", "Maria Santos"),
        ("Sara Lind", "The library is open on Sunday", "Jonas Weber"),
        ("Helen Park", "Bus 9 does not run this week", "Sunday hike"),
        ("Priya Nair", "The visa office needs two photos", "Helen Park"),
        ("Maria Santos", "The concert begins at eight", "Sara Lind"),
        ("Jonas Weber", "Somebody sells a tent for four", "Sunday hike"),
    ),
    conditions=(TALK.says("{said}"),),
    needs=(
        Need(Resource("skype_received", "{said}"), TALK.message(room="{person}", sender="{person}").unless_provided),
    ),
    produces=(TALK.makes("{said}"),),
    tags=("write",),
)
def forward(ui: UI, person: str, said: str, room: str) -> Iterator[Action]:
    """By the message's menu."""
    yield from at_chats(ui)
    yield from to_message(ui, person, said)
    yield from do(ui, "forward", said, via="menu")
    yield ui.click("forward_to", name=room)
