"""Checking a task from outside completely, so that no mistake in it is found only in the middle of an episode."""

from __future__ import annotations

from collections.abc import Sequence

from omnigym.errors import ConfigError, MissingDependencyError, TaskFileError
from omnigym.evaluation.bound_check import bind
from omnigym.evaluation.condition import Condition
from omnigym.tasks.briefing import briefing_text
from omnigym.tasks.node_binding import BoundNode, bind_node
from omnigym.tasks.setup import check_step
from omnigym.tasks.subtask import Subtask
from omnigym.tasks.task import Task

__all__ = ["check_task"]


def check_task(task: Task) -> None:
    """Check that the graph, parameters, checks and setup of a task are valid and within their limits.

    Raises:
        TaskFileError: Something is not; the message names the place.
        MissingDependencyError: A check needs a package that is not installed.
    """
    ids = {d.id for d in task.definitions}
    if len(ids) < len(task.definitions):
        raise TaskFileError(f"subtasks: ids must differ, got {len(ids)} for {len(task.definitions)}. Rename one.")
    for n, definition in enumerate(task.definitions):
        _check_definition(definition, f"subtasks[{n}]")
    for node in task.graph.nodes:
        _ = node.milestone_checks
    _ = task.setup_steps, briefing_text(task)
    for n, step in enumerate(task.post_config):
        check_step(step, f"post_config[{n}]")


def _check_definition(subtask: Subtask, place: str) -> None:
    """Check the conditions and steps of a subtask with each of its parameter sets, including sets that no node uses."""
    for n, values in enumerate(subtask.parameters):
        at = f"{place}.parameters[{n}]" if n else place
        try:
            bound = bind_node(subtask.id, subtask, values)
        except TaskFileError as e:
            raise TaskFileError(f"{place}.parameters[{n}]: {e}") from None
        for p, part in enumerate(bound.parts):
            where = f"{at}.parts[{p}]" if subtask.parts else at
            _check_conditions(part.conditions, f"{where}.conditions")
            _check_conditions(part.milestones, f"{where}.milestones")
        _check_effects(bound, at)
        for k, need in enumerate(bound.needs):
            for m, step in enumerate(need.unless_provided):
                check_step(step, f"{at}.needs[{k}].unless_provided[{m}]")
        for k, step in enumerate(bound.setup):
            check_step(step, f"{at}.setup[{k}]")


def _check_effects(bound: BoundNode, place: str) -> None:
    try:
        _ = bound.effects
    except TaskFileError as e:
        raise TaskFileError(f"{place}.effects: {e}") from None


def _check_conditions(conditions: Sequence[Condition], place: str) -> None:
    for k, condition in enumerate(conditions):
        try:
            bind(condition)
        except MissingDependencyError:
            raise
        except (TaskFileError, ConfigError) as e:
            raise TaskFileError(f"{place}[{k}]: {e}") from None
