"""Tasks, told in another manner: the same graph and device, another instruction."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import lru_cache, partial
from itertools import groupby
from typing import cast

from omnigym.actions import Action
from omnigym.devices.app_names import Devices, by_name, title_of
from omnigym.devices.backend import Wants
from omnigym.devices.config import build_device, named_configs
from omnigym.devices.protocol import Device, HasAccessibilityTree
from omnigym.errors import CapabilityError, ConfigError
from omnigym.tasks.instruction_styles.acts import in_front, in_words
from omnigym.tasks.instruction_styles.manner import MARK, Manner, orders_of_telling
from omnigym.tasks.instructions import write_instruction
from omnigym.tasks.rollout import Stage
from omnigym.tasks.task import Task

__all__ = ["can_be_told", "low_level", "rehearsal_device", "tell"]


# -- steps ------------------------------------------------------------------------------------------------------------

# The low-level instruction of a task: how it is done, step by step, as its oracles do it (OmniBench 3.4, Table 1).

#: So many orders are told in a sentence at most.
_A_SENTENCE = 4
#: What the sentence begins with that says what one sees after an order.
_NOW = "now "


def low_level(task: Task, devices: Devices | None = None) -> str:
    """The instruction that says each step: what of the task is done, and for it every click, key and text, in order.

    Where another window or dialog is in front after a step, that is said, too.

    The order of the nodes is that of the oracle; a person who does what is said, and nothing else, succeeds.

    Args:
        task: The task.
        devices: Where it is played, a device or all by the names of its nodes; they are reset. By default a simulated
            one is made, and kept for the next task.

    Raises:
        CapabilityError: There is no simulated device for the task, or a subtask of it has no oracle.
        OracleError: An oracle failed.
    """
    if devices is None:
        devices = {name: rehearsal_device(task.on(name)) for name in task.device_names}
    stage, said = Stage(task, by_name(devices, task.device_names)), list[tuple[str, str]]()
    try:
        stage.play(_listened(stage, said))
    finally:
        stage.end()
    out = []
    for number, (node, orders) in enumerate(groupby(said, key=lambda pair: pair[0]), 1):
        goal = task.bound[node].instruction.strip()
        head = f"{number}. {goal}" if len(task.nodes) > 1 else goal
        out += [head if head.endswith((".", "!", "?", "'")) else f"{head}.", *_sentences([o for _, o in orders])]
    return " ".join(out)


def _listened(stage: Stage, said: list[tuple[str, str]]) -> Iterator[Action]:
    """The oracles' actions, while what each of them is in words is added to ``said``, with its node."""
    at = list[str]()
    for action in stage.oracle(before=at.append):
        device = stage.acting
        tree, touch = cast(HasAccessibilityTree, device).tree(), device.platform == "android"
        said += [(at[-1], order) for order in in_words(action, tree, partial(title_of, device), touch)]
        before = in_front(tree, touch)
        yield action
        after = in_front(cast(HasAccessibilityTree, device).tree(), touch)
        if after and after != before:
            said.append((at[-1], f"{_NOW}{after} is in front"))


def _sentences(every: Sequence[str]) -> Iterator[str]:
    """Orders as sentences of some orders each, and what is seen after them as a sentence of its own.

    The same order again and again is told once, with how often.
    """
    for seen, run in groupby(every, key=lambda order: order.startswith(_NOW)):
        counted = [(order, len(list(same))) for order, same in groupby(run)]
        orders = [order if n == 1 else f"{order} {'twice' if n == 2 else f'{n} times'}" for order, n in counted]
        size = 1 if seen else _A_SENTENCE
        for n in range(0, len(orders), size):
            *most, last = orders[n : n + size]
            text = f"{', '.join(most)} and {last}" if most else last
            yield f"{text[:1].upper()}{text[1:]}."


@lru_cache(maxsize=16)
def rehearsal_device(wants: Wants) -> Device:
    """A simulated device on which something can be done, made once.

    Raises:
        CapabilityError: There is none.
    """
    for config in named_configs().values():
        if config.IN_PROCESS and not config.FOR_TESTS and config.target.runs(wants):
            return build_device(config)
    raise CapabilityError(
        f"Low-level instructions are written while oracles play on a simulated device, and none is for "
        f"{', '.join(sorted(wants.apps)) or 'this'} on {', '.join(sorted(wants.platforms)) or 'no platform'}. Tell "
        "these tasks in the high-level way."
    )


# -- variants ---------------------------------------------------------------------------------------------------------


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
