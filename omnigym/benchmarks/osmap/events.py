"""The event of a task of L5, as a subtask: something comes up, and that it did is a node of its own."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from omnigym.actions import Action, Wait
from omnigym.benchmarks.osmap.metrics.proactivity import QUIET
from omnigym.evaluation.condition import Condition, all_of, any_of
from omnigym.tasks.parts import Part
from omnigym.tasks.setup.announce import Announce
from omnigym.tasks.subtask import UI, subtask

__all__ = ["COLLECTION", "EVENT_SUBTASK", "came_up"]

COLLECTION: Final = QUIET.rstrip("/")
EVENT_SUBTASK: Final = f"{COLLECTION}/event"
_MAILS, _NOTES = "content://mail/messages", "content://notifications/shown"
#: Two events that differ, as each subtask has a set that is held out; tasks of L5 bring their own.
_SETS = (
    {
        "app": "mail",
        "title": "Lunch",
        "text": "Shall we?",
        "sender": "Nora Lind <nora@contoso.com>",
        "after": 4.0,
        "twin": "",
    },
    {"app": "todo", "title": "Reminder", "text": "Water the plants is due.", "sender": "", "after": 5.0, "twin": ""},
)


def came_up(title: str, **note: str) -> Condition:
    """The condition that something has come up: a new mail, or a notification.

    Args:
        title: The mail's subject, or the notification's title.
        note: Further columns of the notification.
    """
    return any_of(
        Condition("row_exists", {"uri": _MAILS, "columns": {"folder": "Inbox", "subject": title}}),
        Condition("row_exists", {"uri": _NOTES, "columns": {"title": title, **note}}),
    )


@subtask(
    id=EVENT_SUBTASK,
    app="",
    category="Task Management",
    instruction="Watch over the desktop.",
    parameters=_SETS,
    # Who helps before anything came up has not watched. Afterwards the help changes what was unchanged then.
    parts=(Part("up", (all_of(came_up("{title}", text="{text}"), Condition("nothing_changed")),), passing=True),),
    capabilities=("content", "news", "apps", "a11y"),
    platforms=("windows",),
    setup=(Announce("{app}", "{title}", "{text}", "{sender}", "{after}"),),  # type: ignore[arg-type]  # a template
    implied=("app", "title", "text", "sender", "after", "twin"),
    collection=COLLECTION,
)
def watch(ui: UI, after: float, **_: object) -> Iterator[Action]:
    """Wait until it has come up."""
    del ui
    for _second in range(int(after) + 1):
        yield Wait(1.0)
