"""Writing in Chat: to a channel, to a person, in a thread, with a file; changing what one has written."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from omnigym.actions import Action
from omnigym.tasks.apps._commands import command_subtask, do
from omnigym.tasks.apps._needs import copied_text_need, file_need
from omnigym.tasks.apps._rows import row_gone, row_is
from omnigym.tasks.apps._steps import name_file
from omnigym.tasks.apps._talk import ME, Talk, attach, say, to_message, to_room
from omnigym.tasks.apps.phone._steps import table
from omnigym.tasks.subtask import UI, Condition, Need, Resource, subtask

__all__ = ["CHAT", "TALK"]

TALK = Talk("chat", "Chat")
CHAT: Mapping[str, Any] = {
    "app": "chat",
    "platforms": ("linux",),
    "capabilities": ("content", "files", "apps", "a11y"),
}


@subtask(
    **CHAT,
    id="chat/send",
    instruction="Write in the channel {room} of Chat: {text}",
    parameters=table(
        "room text",
        ("general", "The lift works again"),
        ("design", "I have ordered the blue paper"),
        ("lab", "The scale is calibrated until June"),
        ("random", "There is cake on the windowsill"),
        ("announcements", "The fire drill is on Monday at ten"),
        ("general", "Who has the ladder?"),
        ("lab", "Please label your samples"),
    ),
    draws={"text": "sentence"},
    conditions=(TALK.says(),),
    produces=(TALK.makes(),),
    tags=("write",),
)
def send(ui: UI, room: str, text: str) -> Iterator[Action]:
    """The channel, and what is said there."""
    yield from to_room(ui, room)
    yield from say(ui, text)


@subtask(
    **CHAT,
    id="chat/send-direct",
    instruction="Send {room} a direct message in Chat that says: {text}",
    parameters=table(
        "room text",
        ("Maria Santos", "The room is booked for nine"),
        ("Tom Becker", "Your parcel is at the reception"),
        ("Priya Nair", "We can sign on Thursday"),
        ("Jonas Weber", "Photo 17 is my favourite"),
        ("Sara Lind", "I will take over your class on Monday"),
        ("Tom Becker", "I am in the workshop until four"),
    ),
    draws={"text": "sentence"},
    conditions=(TALK.says(),),
    produces=(TALK.makes(),),
    tags=("write",),
)
def send_direct(ui: UI, room: str, text: str) -> Iterator[Action]:
    """As in a channel."""
    yield from to_room(ui, room)
    yield from say(ui, text)


@subtask(
    **{**CHAT, "capabilities": (*CHAT["capabilities"], "clipboard")},
    id="chat/paste",
    implied=("source",),
    instruction="Paste the copied text into the channel {room} of Chat as a message.",
    parameters=table(
        "room source",
        ("general", "letter"),
        ("design", "web page"),
        ("lab", "terminal"),
        ("random", "calendar"),
        ("announcements", "map"),
        ("lab", "phone book"),
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
    yield from to_room(ui, room)
    yield ui.press("v", "ctrl")
    yield ui.press("enter")


@subtask(
    **CHAT,
    id="chat/reply",
    instruction="Reply in a thread to the message '{said}' in the channel {room} of Chat: {text}",
    parameters=table(
        "room said text",
        ("general", "Who can open the gate on Sunday?", "I have a key"),
        ("design", "Which of the two logos is the newer one?", "The one with the round corners"),
        ("lab", "The pump makes a strange noise", "The filter has to be changed"),
        ("random", "Does anybody want two tickets for Saturday?", "I would take both"),
        ("announcements", "The heating will be off tomorrow", "Until when?"),
        ("lab", "Where are the long gloves?", "In the drawer below the sink"),
    ),
    draws={"room": "listed", "text": "sentence"},
    conditions=(
        Condition(
            "message_answers",
            {
                "uri": f"content://{TALK.uri}",
                "columns": {"room": "{room}", "sender": ME, "text": "{text}", "file": ""},
                "to": {"room": "{room}", "text": "{said}"},
            },
        ),
    ),
    needs=(TALK.message(sender="Sara Lind"),),
    produces=(TALK.makes(),),
    tags=("write",),
)
def reply(ui: UI, room: str, said: str, text: str) -> Iterator[Action]:
    """By the message's menu."""
    yield from to_message(ui, room, said)
    yield from do(ui, "reply", said, via="menu")
    yield ui.type(f"{text}\n")


@subtask(
    **CHAT,
    id="chat/share-file",
    instruction="Share the file {name} from {folder} in the channel {room} of Chat.",
    parameters=table(
        "room folder name",
        ("general", "Documents", "seating.txt"),
        ("design", "Pictures", "poster.png"),
        ("lab", "Downloads", "readings.csv"),
        ("random", "Documents", "recipe.txt"),
        ("announcements", "Desktop", "rules.txt"),
        ("design", "Downloads", "sketch.jpg"),
    ),
    draws={"name": "file_name", "room": "listed"},
    conditions=(TALK.shares(),),
    needs=(file_need(),),
    produces=(TALK.sends(),),
    tags=("attach",),
)
def share_file(ui: UI, room: str, folder: str, name: str) -> Iterator[Action]:
    """Attach file, and Enter."""
    yield from to_room(ui, room)
    yield from attach(ui, f"{folder}/{name}")


@subtask(
    **CHAT,
    id="chat/download",
    instruction="Download the file {name}, which {person} has shared in the channel {room} of Chat, to {folder}.",
    parameters=table(
        "room person name folder",
        ("general", "Tom Becker", "keys.txt", "Downloads"),
        ("design", "Jonas Weber", "cover.png", "Pictures"),
        ("lab", "Sara Lind", "protocol.txt", "Documents"),
        ("random", "Priya Nair", "pond.jpg", "Pictures"),
        ("announcements", "Maria Santos", "holidays.csv", "Documents"),
        ("lab", "Tom Becker", "pressures.csv", "Desktop"),
    ),
    draws={"name": "file_name"},
    conditions=(Condition("same_content", {"path": f"{TALK.files}/{{name}}", "other": "{folder}/{name}"}),),
    needs=(TALK.file(),),
    produces=(Resource("file", "{folder}/{name}"),),
    tags=("save",),
)
def download(ui: UI, room: str, name: str, folder: str, **_: str) -> Iterator[Action]:
    """By the message's menu."""
    yield from to_message(ui, room, name)
    yield from do(ui, "save", name, via="menu")
    yield from name_file(ui, f"{folder}/{name}")


def _there(ui: UI, values: Mapping[str, Any]) -> Iterator[Action]:
    return to_message(ui, values["room"], values["said"])


command_subtask(
    "react",
    record="{said}",
    via="menu",
    then=("chat.react.{sign}",),
    begin=_there,
    **CHAT,
    id="chat/react",
    instruction="React with the sign '{sign}' to the message '{said}' in the channel {room} of Chat.",
    parameters=table(
        "room said sign",
        ("general", "The new chairs have come", "heart"),
        ("design", "The brochure is at the printer", "done"),
        ("lab", "Can somebody check the fume hood?", "looking"),
        ("random", "My cat has learnt to open the fridge", "laugh"),
        ("announcements", "From April on the gate closes at eight", "like"),
        ("random", "It is snowing on the roof terrace", "heart"),
        ("lab", "The first samples are dry", "like"),
    ),
    conditions=(
        row_is(
            TALK.uri, was={"text": "{said}"}, room="{room}", text="{said}", reactions=["{sign}: " + ME], edited=False
        ),
    ),
    needs=(TALK.message(sender="Jonas Weber"),),
    tags=("react",),
)


@subtask(
    **CHAT,
    id="chat/edit",
    instruction="Change my message '{said}' in the channel {room} of Chat to '{text}'.",
    parameters=table(
        "room said text",
        ("general", "The tour begins at three", "The tour begins at half past three"),
        ("design", "Please send me the large fiel", "Please send me the large file"),
        ("lab", "Oven 2 is free", "Oven 3 is free"),
        ("random", "I found a green scarf", "I found a green scarf in room 9"),
        ("announcements", "The meeting is in room 5", "The meeting is in room 15"),
        ("design", "Let us take the grey one", "Let us take the red one"),
    ),
    draws={"text": "sentence"},
    conditions=(row_is(TALK.uri, was={"text": "{said}"}, room="{room}", sender=ME, text="{text}", edited=True),),
    needs=(TALK.message(consumes=True),),
    produces=(TALK.makes(),),
    tags=("change",),
)
def edit(ui: UI, room: str, said: str, text: str) -> Iterator[Action]:
    """By the message's menu, in its place."""
    yield from to_message(ui, room, said)
    yield from do(ui, "edit", said, via="menu")
    yield ui.type(f"{text}\n")


command_subtask(
    "delete",
    record="{said}",
    via="menu",
    then=("message.delete",),
    begin=_there,
    **CHAT,
    id="chat/delete",
    instruction="Delete my message '{said}' from the channel {room} of Chat.",
    parameters=table(
        "room said",
        ("general", "Forget what I said about the bus"),
        ("design", "Wrong channel, sorry"),
        ("lab", "The alarm was only a test"),
        ("random", "Selling my old bicycle"),
        ("announcements", "Test message number two"),
        ("general", "I will be late today"),
    ),
    conditions=(row_gone(TALK.uri, others=True, room="{room}", text="{said}"),),
    needs=(TALK.message(consumes=True),),
    tags=("delete",),
)


@subtask(
    **{**CHAT, "capabilities": (*CHAT["capabilities"], "clipboard")},
    id="chat/copy-text",
    implied=("said",),
    instruction="Copy the text of the last message that {person} has written in the channel {room} of Chat.",
    parameters=table(
        "room person said",
        ("general", "Priya Nair", "The taxi comes to the back entrance"),
        ("design", "Maria Santos", "The title is too close to the edge"),
        ("lab", "Sara Lind", "Batch 7 has to stay in the dark"),
        ("random", "Tom Becker", "The swimming pool opens on Sunday"),
        ("announcements", "Jonas Weber", "The group photo is on the stairs at noon"),
        ("lab", "Jonas Weber", "The lens is in the second cupboard"),
    ),
    conditions=(Condition("get_clipboard_text", {"equals": "{said}"}),),
    needs=(Need(Resource("chat_last", "{said}"), TALK.message(sender="{person}").unless_provided),),
    produces=(Resource("clipboard_text", "the message of {person}"),),
    disturbs=("clipboard",),
    tags=("copy",),
)
def copy_text(ui: UI, room: str, said: str, **_: str) -> Iterator[Action]:
    """By the message's menu."""
    yield from to_message(ui, room, said)
    yield from do(ui, "copy", said, via="menu")
