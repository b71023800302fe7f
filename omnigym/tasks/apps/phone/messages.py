"""Text messages on the phone."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from omnigym.actions import Action
from omnigym.tasks.apps._milestones import written
from omnigym.tasks.apps.phone._milestones import asked, field, filled, named, offered
from omnigym.tasks.apps.phone._steps import PEOPLE, at_root, by_name, fill_in, hold, known, table
from omnigym.tasks.subtask import UI, AddRow, Condition, Need, Resource, all_of, subtask

__all__: list[str] = []

_MESSAGES: Mapping[str, object] = {**PEOPLE, "app": "messages"}
_SMS = "/data/data/com.android.providers.telephony/sms.json"
_COLUMNS = ("address", "body", "sent", "time_ms", "read")
#: When a message that setup puts there came: a quarter of an hour before the episode.
_CAME = 1_741_941_900_000
#: Another one that is unread and is to stay so: who opens all that there are reads it, too.
_ANOTHER = AddRow(_SMS, _COLUMNS, ("555-0263-4410", "Is the rehearsal on?", False, _CAME + 60_000, False))


def _received(value: str, body: str, *, read: bool = False, consumes: bool = False) -> Need:
    """A message from a number."""
    return Need(Resource("message", value), (AddRow(_SMS, _COLUMNS, (value, body, False, _CAME, read)),), consumes)


_PEOPLE = table(
    "name phone",
    ("Priya Nair", "555-014-2207"),
    ("Tom Becker", "555-014-9310"),
    ("Lena Fischer", "555-014-6641"),
    ("Omar Haddad", "555-014-3875"),
    ("Yuki Sato", "555-014-1298"),
    ("Chloe Martin", "555-014-5033"),
)
_TEXTS = (
    "See you at noon",
    "The parcel has arrived",
    "Can we move it to Friday?",
    "Happy birthday!",
    "I will be ten minutes late",
    "Please bring the keys",
)
_NUMBERS = tuple([f"555-01{n}-{5210 + 17 * n}" for n in (33, 44, 55, 66, 77, 88)])


def _with(who: str) -> Condition:
    """The conversation is open."""
    return all_of(named(who), field("Text message"))


def _writing(who: str) -> tuple[Condition, Condition]:
    """The conversation is open; and then the text is typed there."""
    return _with(who), all_of(_with(who), filled("Text message", "{text}"))


#: The conversation is among those on the screen.
_SEEN = written("{number}")


@subtask(
    **_MESSAGES,
    id="phone-messages/send",
    implied=("phone",),
    instruction="Text {name} this: {text}",
    parameters=tuple([{**person, "text": text} for person, text in zip(_PEOPLE, _TEXTS, strict=True)]),
    conditions=(Condition("message_exists", {"number": "{phone}", "text": "{text}"}),),
    needs=(known("{name}", "{phone}"),),
    produces=(Resource("sent_message", "{phone}"),),
    milestones=(field("To"), *_writing("{name}")),
    tags=("write",),
)
def send(ui: UI, name: str, text: str, **_: str) -> Iterator[Action]:
    """A new conversation with a person that is looked up."""
    yield from at_root(ui, "messages.new")
    yield ui.click("messages.new")
    yield from fill_in(ui, "messages.to", name)
    yield ui.press("enter")
    yield from _write(ui, text)


def _write(ui: UI, text: str) -> Iterator[Action]:
    yield from fill_in(ui, "messages.draft", text)
    yield ui.click("messages.send")


@subtask(
    **_MESSAGES,
    id="phone-messages/send-to-number",
    instruction="Send the text message '{text}' to the number {number}.",
    parameters=tuple([{"number": n, "text": t} for n, t in zip(_NUMBERS, reversed(_TEXTS), strict=True)]),
    draws={"number": "listed", "text": "sentence"},
    conditions=(Condition("message_exists", {"number": "{number}", "text": "{text}"}),),
    produces=(Resource("sent_message", "{number}"),),
    milestones=(field("To"), *_writing("{number}")),
    tags=("write",),
)
def send_to_number(ui: UI, number: str, text: str) -> Iterator[Action]:
    """A new conversation with a number."""
    yield from at_root(ui, "messages.new")
    yield ui.click("messages.new")
    yield from fill_in(ui, "messages.to", number)
    yield ui.press("enter")
    yield from _write(ui, text)


@subtask(
    **_MESSAGES,
    id="phone-messages/reply",
    instruction="Reply '{text}' to the message from {number}.",
    parameters=tuple([{"number": n, "text": t} for n, t in zip(_NUMBERS, _TEXTS, strict=True)]),
    draws={"number": "listed", "text": "sentence"},
    conditions=(Condition("message_exists", {"number": "{number}", "text": "{text}"}),),
    needs=(_received("{number}", "Hello, are you there?"),),
    produces=(Resource("sent_message", "{number}"),),
    milestones=(_SEEN, *_writing("{number}")),
    tags=("write",),
)
def reply(ui: UI, number: str, text: str) -> Iterator[Action]:
    """In its conversation."""
    yield from at_root(ui, "messages.new")
    yield from by_name(ui, number)
    yield from _write(ui, text)


@subtask(
    **_MESSAGES,
    id="phone-messages/read",
    instruction="There is an unread message from {number}. Open it, so that it is no longer unread.",
    parameters=tuple([{"number": f"555-02{n}-{6034 + 29 * n}"} for n in (12, 25, 38, 41, 57, 69)]),
    conditions=(Condition("messages_read", {"number": "{number}"}),),
    needs=(_received("{number}", "Your code is 4471."),),
    setup=(_ANOTHER,),
    milestones=(_SEEN,),
    tags=("read",),
)
def read(ui: UI, number: str) -> Iterator[Action]:
    """A look at it."""
    yield from at_root(ui, "messages.new")
    yield from by_name(ui, number)


@subtask(
    **_MESSAGES,
    id="phone-messages/mark-unread",
    instruction="Mark the conversation with {number} as unread.",
    parameters=tuple([{"number": n} for n in _NUMBERS]),
    conditions=(Condition("messages_read", {"number": "{number}", "read": False}),),
    needs=(_received("{number}", "Shall we meet on Monday?", read=True),),
    milestones=(_SEEN, offered("Mark as unread")),
    tags=("menu",),
)
def mark_unread(ui: UI, number: str) -> Iterator[Action]:
    """The menu of a long press."""
    yield from at_root(ui, "messages.new")
    yield from hold(ui, number)
    yield ui.click("messages.menu.read")


@subtask(
    **_MESSAGES,
    id="phone-messages/delete-conversation",
    instruction="Delete the whole conversation with {number}.",
    parameters=tuple([{"number": n} for n in _NUMBERS]),
    conditions=(Condition("conversation_absent", {"number": "{number}"}),),
    needs=(_received("{number}", "You have won a prize! Answer now.", consumes=True),),
    milestones=(_SEEN, asked("Delete this conversation?")),
    tags=("delete",),
)
def delete_conversation(ui: UI, number: str) -> Iterator[Action]:
    """The menu of a long press, and Delete once more."""
    yield from at_root(ui, "messages.new")
    yield from hold(ui, number)
    yield ui.click("messages.menu.delete")
    yield ui.click("ask.yes")


@subtask(
    # A shell over adb may not read the clipboard.
    **{**_MESSAGES, "capabilities": ("content", "files", "apps", "a11y", "clipboard")},
    id="phone-messages/copy-text",
    implied=("body",),
    instruction="Copy the text of the last message from {number} to the clipboard.",
    parameters=tuple(
        [
            {"number": n, "body": b}
            for n, b in zip(
                _NUMBERS,
                (
                    "The door code is 8841",
                    "Gate B17, boarding at 14:20",
                    "The recipe needs three eggs",
                    "Account 20-44-81 at the harbour branch",
                    "Room 512, second floor",
                    "Invoice 7719 is paid",
                ),
                strict=True,
            )
        ]
    ),
    conditions=(Condition("get_clipboard_text", {"equals": "{body}"}),),
    needs=(_received("{number}", "{body}", read=True),),
    produces=(Resource("clipboard_text", "{body}"),),
    milestones=(_SEEN, _with("{number}"), offered("Copy text")),
    tags=("clipboard",),
)
def copy_text(ui: UI, number: str, body: str) -> Iterator[Action]:
    """The menu of a long press on the message."""
    yield from at_root(ui, "messages.new")
    yield from by_name(ui, number)
    yield from hold(ui, body)
    yield ui.click("messages.menu.copy")
