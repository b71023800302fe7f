"""The event of a task of L5, as a subtask: something comes up, and that it did is a node of its own."""

from __future__ import annotations

from collections.abc import Iterator

from omnigym.actions import Action, Wait
from omnigym.evaluation.condition import Condition, any_of
from omnigym.tasks.setup.announce import Announce
from omnigym.tasks.subtask import UI, subtask

__all__ = ["EVENT_SUBTASK"]

EVENT_SUBTASK = "osmap-l5/event"
_MAILS, _NOTES = "content://mail/messages", "content://notifications/shown"
#: Two events that differ, as each subtask has a set that is held out; tasks of L5 bring their own.
_SETS = (
    {"app": "mail", "title": "Lunch", "text": "Shall we?", "sender": "Nora Lind <nora@contoso.com>", "after": 4.0},
    {"app": "todo", "title": "Reminder", "text": "Water the plants is due.", "sender": "", "after": 5.0},
)


@subtask(
    id=EVENT_SUBTASK,
    app="",
    category="Task Management",
    instruction="Watch over the desktop.",
    parameters=_SETS,
    conditions=(
        any_of(
            Condition("row_exists", {"uri": _MAILS, "columns": {"folder": "Inbox", "subject": "{title}"}}),
            Condition("row_exists", {"uri": _NOTES, "columns": {"title": "{title}", "text": "{text}"}}),
        ),
    ),
    capabilities=("content", "news", "apps", "a11y"),
    platforms=("windows",),
    setup=(Announce("{app}", "{title}", "{text}", "{sender}", "{after}"),),  # type: ignore[arg-type]  # a template
    implied=("app", "title", "text", "sender", "after"),
    collection="osmap-l5",
)
def watch(ui: UI, after: float, **_: object) -> Iterator[Action]:
    """Wait until it has come up."""
    del ui
    for _second in range(int(after) + 1):
        yield Wait(1.0)
