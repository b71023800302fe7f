"""Steps, oracles and runs of chat that are no plain data."""

from __future__ import annotations

from collections.abc import Iterator

from omnigym.actions import Action
from omnigym.tasks.counterexamples import right_way
from omnigym.tasks.step_library.chat import to_message
from omnigym.tasks.subtask import UI


@right_way("chat/reply")
def by_the_dots(ui: UI, room: str, said: str, text: str) -> Iterator[Action]:
    """The menu of the three dots, and the button that sends."""
    yield from to_message(ui, room, said)
    found = ui.find("record", name=said)
    yield ui.click("more", name=found.key.rpartition(".")[2] if found is not None else "")
    yield ui.click("menu.reply")
    yield ui.type(text)
    yield ui.click("send_answer")
