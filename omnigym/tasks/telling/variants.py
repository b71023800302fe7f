"""Tasks, told in another manner: the same graph and device, another instruction."""

from __future__ import annotations

from dataclasses import replace

from omnigym.errors import ConfigError
from omnigym.tasks.task import Task
from omnigym.tasks.telling.manner import MARK, Manner
from omnigym.tasks.telling.orders import orders_of_telling
from omnigym.tasks.telling.steps import low_level
from omnigym.tasks.wording import write_instruction

__all__ = ["can_be_told", "tell"]


def can_be_told(task: Task, manner: Manner) -> bool:
    """Whether a task has so many orders to be told in, and an intent; one with a host is told by the host."""
    if task.host is not None or MARK in task.id:  # what is told in one manner is not told in another one of it
        return manner == Manner()
    return (not manner.intent or bool(task.intent)) and (
        not manner.order or manner.order < len(orders_of_telling(task.bound, task.dag))
    )


def tell(task: Task, manner: Manner) -> Task:
    """A task, told in a manner; its id says in which, and is another one than the task's.

    Args:
        task: The task, told as it is.
        manner: How to tell it; in the plain manner it is the task itself.

    Raises:
        ConfigError: It cannot be told in that manner.
        CapabilityError: It is to be told step by step, and nobody can play it on a simulated device.
        OracleError: An oracle of it failed there.
    """
    if manner == Manner():
        return task
    if not can_be_told(task, manner):
        raise ConfigError(
            f"The task {task.id!r} cannot be told in the manner {str(manner)!r}: it has no other order, no intent, or "
            "its instruction is not omnigym's. Choose another task or manner."
        )
    head = _told_before(task)
    body = task.instruction[len(head) :]
    if manner.low:
        head, body = "", low_level(task)
    elif manner.order:
        body = write_instruction(task.bound, task.dag, orders_of_telling(task.bound, task.dag)[manner.order])
    if manner.bare:
        head = ""
    elif manner.intent:
        head = _told_before(task) or f"Goal: {task.intent.rstrip('.')}. "
    return replace(task, id=f"{task.id}{MARK}{manner}", instruction=f"{head}{body}")


def _told_before(task: Task) -> str:
    """What an instruction says before the steps: the intent, of a task that tells it; "" of most."""
    steps = write_instruction(task.bound, task.dag)
    return task.instruction.removesuffix(steps) if task.instruction.endswith(steps) else ""
