"""Augmentation of tasks: other parameters, other words, and more items on the screen."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from omnigym.baselines.rephrasing import said_otherwise
from omnigym.tasks.split import split_of_parameters
from omnigym.tasks.task import Task

__all__ = ["in_company", "paraphrase_task", "variation"]

_TRIES = 8
#: How likely the task whose things are there besides is of the same app.
_SAME_APP = 0.6


def variation(task: Task, rng: np.random.Generator) -> Task | None:
    """Return a task like this one with random parameters from the training sets of its subtasks.

    It is none of the tasks that there are, and none that would be held out. Whether it can be done is for an oracle to
    see.

    Args:
        task: Of the suite ``one-node``.
        rng: Draws.

    Returns:
        None if there is none: for a task of another suite, of a subtask whose parameters follow from each other
        (`Subtask.implied`), or with too few of them.
    """
    (node, *more), (subtask, *_) = task.nodes, task.subtasks
    if more or task.suite != "one-node" or subtask.implied:
        return None
    shown = [p for p in subtask.parameters if split_of_parameters(subtask, p) == "train"]
    for _ in range(_TRIES):
        drawn = {name: shown[int(rng.integers(len(shown)))][name] for name in node.parameters}
        if drawn not in subtask.parameters and split_of_parameters(subtask, drawn) == "train":
            return replace(task, id=f"{task.id}~", nodes=(replace(node, parameters=drawn),), instruction="")
    return None


def paraphrase_task(task: Task, seed: int) -> Task:
    """Return a task in other words (`omnigym.baselines.rephrasing`); a task of several nodes stays as it is.

    Args:
        task: Of any suite.
        seed: Draws the words.
    """
    (node, *more), (subtask, *_) = task.nodes, task.subtasks
    if more:
        return task
    return replace(task, instruction=said_otherwise(subtask.instruction, node.parameters, random.Random(seed)))


def in_company(task: Task, tasks: Sequence[Task], rng: np.random.Generator) -> Task:
    """Return a task with the objects of another task present, so that the screen does not reveal the task.

    Args:
        task: Of any suite.
        tasks: The other one is drawn from these; most often it has an app of the task's.
        rng: Draws.

    Returns:
        The task itself if no other one fits.
    """
    own, apps = {s.id for s in task.subtasks}, set(task.apps)
    others = [t for t in tasks if not any(s.id in own or s.alone for s in t.subtasks)]
    near = [t for t in others if apps & set(t.apps)]
    found = near if near and rng.random() < _SAME_APP else others
    if not found or any(s.alone for s in task.subtasks):
        return task
    return replace(task, setup=(*found[int(rng.integers(len(found)))].setup_steps, *task.setup))
