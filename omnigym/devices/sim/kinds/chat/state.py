"""Where one is in a chat program: what its window knows and nobody else asks about."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import datetime
from typing import Any, NamedTuple, TypeAlias

from omnigym.devices.sim.app import Effect
from omnigym.devices.sim.kinds.chat.records import Message, Store
from omnigym.documents.mail import Attachment

__all__ = ["Kit", "Result", "State"]


class State(NamedTuple):
    """The window.

    Attributes:
        page: Which page of the program is shown; "" for that of the rooms.
        room: The name of the room that is shown.
        draft: What is typed into it.
        files: What goes with it.
        answers: The number of the message that is answered, or whose thread is shown; 0 for none.
        answer: What is typed into the thread.
        editing, edit: The number of the message that is changed, and its text as it is being changed.
        query: What is searched for.
        call: The number of the call that one is in, or 0.
        now_ms: The moment that its clock shows.
        form: What a form of the program's own holds while it is filled in, or None.
    """

    page: str = ""
    room: str = ""
    draft: str = ""
    files: tuple[Attachment, ...] = ()
    answers: int = 0
    answer: str = ""
    editing: int = 0
    edit: str = ""
    query: str = ""
    call: int = 0
    now_ms: int = 0
    form: Any = None


Result: TypeAlias = tuple[State, tuple[Effect, ...]]


class Kit(NamedTuple):
    """What a program says of itself.

    Attributes:
        prefix: What the keys of its controls begin with.
        title: Of its message boxes.
        store: What it keeps.
        app_for: Gives the app that opens a file of a name, or "".
        local: Gives a virtual moment in the zone that the settings say.
        threads: Whether answers are written beside the room, in a thread, and not quoted in it.
        recordings: The folder in which recorded calls are kept.
        calls_back: Whether somebody whom the user did not wait for calls back a little later.
    """

    prefix: str
    title: str
    store: Store
    app_for: Callable[[str], str]
    local: Callable[[int, Mapping[str, str]], datetime]
    threads: bool = True
    recordings: str = ""
    calls_back: bool = False

    def key(self, name: str) -> str:
        """The key of a control."""
        return f"{self.prefix}.{name}"

    def shown(self, state: State, messages: tuple[Message, ...]) -> tuple[Message, ...]:
        """The messages that the search leaves, the oldest first; () without one."""
        wanted = state.query.strip().casefold()
        return tuple([m for m in messages if wanted in f"{m.text} {m.file} {m.sender}".casefold()]) if wanted else ()
