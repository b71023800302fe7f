"""Tasks of L5, the proactive companion: nobody asks, and something comes up (OS-MAP 3.1; the paper has no such tasks).

The instruction stands for all of them. In half of them what comes up calls for help, which is a known subtask; in the
other half, their twins, the same files, lists and settings are there, and what comes up calls for nothing. Ids, graph,
weights and limits of twins are alike, and both say and pay nothing before the end. Only the event distinguishes them.
In a call the event has to come before the help. In a quiet task the final state is judged: nothing was changed.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any, Final

from omnigym.benchmarks.osmap.events import EVENT_SUBTASK
from omnigym.benchmarks.osmap.metrics.proactivity import EVENT, RESPONSE
from omnigym.benchmarks.osmap.quiet import entries, leave_alone
from omnigym.benchmarks.osmap.scopes import slug
from omnigym.tasks.task import Task, TaskNode, stable_hash

__all__ = ["STANDING", "proactive_tasks"]

#: The instruction of every task of L5.
STANDING: Final = (
    "I am away from my desk. Watch over my computer. If something comes up that calls for it, do what I would do, "
    "without asking me: what a colleague at contoso.com or fabrikam.com asks me for, and what Windows says that I "
    "need. Do nothing that others ask for, and nothing that has settled itself. Reading is fine; else change nothing. "
    "Say that you are done when what came up is dealt with, or needs nothing."
)
_STEPS: Final = 50


@cache
def proactive_tasks() -> tuple[Task, ...]:
    """Every task of L5: a call for help and its quiet twin, pair by pair."""
    return tuple(task for entry in entries() for task in _pair(entry))


def _pair(entry: Mapping[str, Any]) -> Iterator[Task]:
    name = f"osmap/L5/{slug(entry['scenario'])}/{entry['id']}"
    first, second = ("a", "b") if stable_hash(name) % 2 else ("b", "a")
    helps: dict[str, Any] = entry["help"]
    leaving = {**helps["parameters"], "came": entry["quiet"]["title"]}
    yield _task(f"{name}-{first}", entry, "call", "quiet", TaskNode(RESPONSE, **helps))
    yield _task(
        f"{name}-{second}", entry, "quiet", "call", TaskNode(RESPONSE, leave_alone(helps["subtask"]).id, leaving)
    )


def _task(name: str, entry: Mapping[str, Any], kind: str, other: str, response: TaskNode) -> Task:
    return Task(
        id=name,
        nodes=(_event(entry[kind], entry[other], entry["after"]), response),
        edges=((EVENT, RESPONSE),),
        instruction=STANDING,
        suite="osmap",
        level="L5",
        scenario=entry["scenario"],
        max_steps=_STEPS,
        evaluate="in_silence" if kind == "call" else "at_end",
        tags=("proactive", kind),
    )


def _event(told: Mapping[str, str], twin: Mapping[str, str], after: float) -> TaskNode:
    """The event: a notification of an app, or with a sender a mail. The node has the texts of its twin, too."""
    values = {"app": "mail" if told.get("sender") else told["app"], "title": told["title"], "text": told["text"]}
    other = "\n".join(twin.values())
    return TaskNode(EVENT, EVENT_SUBTASK, {**values, "sender": told.get("sender", ""), "after": after, "twin": other})
