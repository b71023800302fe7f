"""Dependence of subtasks on the network (OmniBench, Figure 3: "network-dependent real-world tasks")."""

from __future__ import annotations

from omnigym.tasks.subtask import Subtask
from omnigym.tasks.task import Task

__all__ = ["NETWORK_APPS", "needs_network", "uses_network"]

#: Apps that show or change what is kept elsewhere: on the web, on a server, with other people.
NETWORK_APPS = frozenset(
    {"browser", "chrome", "chromium", "deepl", "evernote", "mail", "notion", "skype", "spotify", "store", "todoist"}
    | {"tunein", "wikipedia", "zoom"}
)


def uses_network(subtask: Subtask) -> bool:
    """Return whether the subtask runs in an app that is of little use without the network."""
    return not NETWORK_APPS.isdisjoint(subtask.apps) or "network" in subtask.capabilities


def needs_network(task: Task) -> bool:
    """Return whether any subtask of the task depends on the network."""
    return any(map(uses_network, task.subtasks))
