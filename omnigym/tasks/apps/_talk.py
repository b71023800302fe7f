"""What the subtasks of chat programs share: messages that somebody has sent, and the steps of oracles."""

from __future__ import annotations

from collections.abc import Iterator

from omnigym.a11y import State
from omnigym.actions import Action
from omnigym.devices.sim.kinds.chat.records import ME
from omnigym.tasks.apps._rows import row_is
from omnigym.tasks.apps._steps import in_front, name_file, scroll_to
from omnigym.tasks.subtask import UI, AddRow, Condition, Need, Resource, WriteFile
from omnigym.tasks.worlds import contents

__all__ = ["ME", "Talk", "attach", "say", "to_message", "to_room"]

#: When a message that a setup puts there was sent: a quarter of an hour before the episode.
_CAME = 1_741_941_900_000


class Talk:
    """A program, as its subtasks see it.

    Args:
        app: Its name, and that in the addresses of its tables.
        folder: Of its files, below those of all programs.
    """

    def __init__(self, app: str, folder: str) -> None:
        self.uri = f"{app}/messages"
        self.files = f"AppData/Local/{folder}/files"
        self._app, self._path = app, f"AppData/Local/{folder}/messages.json"

    def message(self, text: str = "{said}", *, room: str = "{room}", sender: str = ME, consumes: bool = False) -> Need:
        """A message that was sent: one that another subtask has written, or one of the setup's."""
        row = AddRow(self._path, ("room", "sender", "text", "time_ms"), (room, sender, text, _CAME))
        return Need(self.makes(text), (row,), consumes)

    def file(self, name: str = "{name}", *, room: str = "{room}", sender: str = "{person}") -> Need:
        """A message with a file."""
        row = AddRow(self._path, ("room", "sender", "file", "time_ms"), (room, sender, name, _CAME))
        kept = WriteFile(f"{self.files}/{name}", contents(name))
        return Need(self.sends(name), (kept, row))

    def makes(self, text: str = "{text}") -> Resource:
        """A message that a subtask has written."""
        return Resource("chat_message", f"{self._app}: {text}")

    def sends(self, name: str = "{name}") -> Resource:
        """A message with a file that a subtask has sent."""
        return Resource("chat_file", f"{self._app}: {name}")

    def says(self, text: str = "{text}", *, room: str = "{room}") -> Condition:
        """The user has said so in a room, in answer to nobody."""
        return row_is(self.uri, room=room, sender=ME, text=text, answers=0, file="")

    def shares(self, path: str = "{folder}/{name}", *, room: str = "{room}") -> Condition:
        """The user has shared a file in a room, in answer to nobody."""
        columns = {"room": room, "sender": ME, "file": path.rpartition("/")[2], "answers": 0}
        return Condition("message_with_file", {"uri": f"content://{self.uri}", "columns": columns, "path": path})


def to_room(ui: UI, room: str) -> Iterator[Action]:
    """A room on the screen, with nothing written in it."""
    yield from in_front(ui)
    yield from scroll_to(ui, "room", "rooms", name=room) if ui.find("room", name=room) is None else ()
    yield ui.click("room", name=room)
    draft = ui.find("draft")
    if draft is not None and draft.value:
        yield ui.click(draft)
        yield ui.press("a", "ctrl")
        yield ui.press("delete")


def to_message(ui: UI, room: str, text: str) -> Iterator[Action]:
    """A message on the screen."""
    yield from to_room(ui, room)
    if ui.find("record", name=text) is None:
        yield from scroll_to(ui, "record", "records", name=text)


def say(ui: UI, text: str) -> Iterator[Action]:
    """Something said in the room that is shown."""
    draft = ui.find("draft")
    if draft is not None and not draft.has(State.FOCUSED):
        yield ui.click(draft)
    yield ui.type(f"{text}\n")


def attach(ui: UI, path: str) -> Iterator[Action]:
    """A file shared in the room that is shown."""
    yield ui.click("attach")
    yield from name_file(ui, path)
    yield ui.press("enter")
