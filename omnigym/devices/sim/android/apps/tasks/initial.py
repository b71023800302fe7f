"""The lists of tasks that are on the phone when an episode starts."""

from __future__ import annotations

from omnigym.devices.sim.android.apps.tasks.store import TASK_LISTS, TASKS, Task, TaskList
from omnigym.devices.sim.vfs import Vfs

__all__ = ["with_tasks"]

_LISTS = (TaskList(1, "My Tasks"), TaskList(2, "Home"))
_TASKS = (
    Task(1, 1, "Renew the passport", "Photos are in the drawer", "2025-03-21"),
    Task(2, 1, "Book a table for Sunday", "", "2025-03-15", starred=True),
    Task(3, 1, "Send the invoice to Northwind"),
    Task(4, 1, "Return the library books", "", "2025-03-18"),
    Task(5, 1, "Pay the electricity bill", done=True),
    Task(6, 2, "Water the plants", "", "2025-03-14"),
    Task(7, 2, "Fix the kitchen shelf"),
)


def with_tasks(vfs: Vfs, now: int) -> Vfs:
    """The files with the tasks of a user, as of the virtual moment ``now``."""
    return TASKS.written(TASK_LISTS.written(vfs, _LISTS, now), _TASKS, now)
