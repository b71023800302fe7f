"""The levels of automation of one goal (OS-MAP 3.1, Figure 3): told step by step, as a goal, and amid adversity.

* L1, the reactive executor: every click, key and text is said, and controls are named; no pixel is.
* L2, the deterministic planner: the goal alone.
* L3, the adaptive agent: the same words; the start misleads, and things happen meanwhile (`adversities.toml`).

A task is judged by its final state, within the paper's limit of steps (D.1).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple

from omnigym.benchmarks.osmap.scopes import slug
from omnigym.foreign import parse_toml
from omnigym.tasks.instruction_styles.variants import low_level
from omnigym.tasks.registry import get_subtask
from omnigym.tasks.task import Task, TaskNode

__all__ = ["LEVELS", "LIMITS", "SUITE", "Goal", "goal_node", "goals", "told_at"]

SUITE = "osmap"
#: The levels at which a goal is told, unless it says otherwise.
LEVELS: tuple[str, ...] = ("L1", "L2", "L3")
#: The step limit of each level (OS-MAP D.1); the paper gives none for L5.
LIMITS: Mapping[str, int] = {"L1": 15, "L2": 15, "L3": 30, "L4": 50}


def goal_node(node_id: str, said: str | Mapping[str, object]) -> TaskNode:
    """The node of a goal: "mail/forward@1", or a table whose ``of`` is that and whose other keys are parameters.

    Raises:
        UnknownNameError: There is no such subtask.
    """
    own = {"of": said} if isinstance(said, str) else dict(said)
    subtask, _, number = str(own.pop("of")).partition("@")
    changed = {name: value for name, value in own.items() if name not in ("levels", "adversity")}
    return TaskNode(node_id, subtask, {**get_subtask(subtask).parameters[int(number or 0)], **changed})


def told_at(level: str, goal: Goal, number: int = 1) -> Task:
    """The task of a goal at the level L1 or L2, or at L3 without what is in its way.

    Args:
        level: The level.
        goal: The goal.
        number: Which of several goals of one name in the scenario it is.

    Raises:
        OracleError: At L1: its oracle failed, so that nobody knows the operations.
    """
    scenario, node = goal.scenario, goal.node
    name = node.subtask.rpartition("/")[2]
    task = Task(
        id=f"{SUITE}/{level}/{slug(scenario)}/{name}{'' if number == 1 else f'-{number}'}",
        nodes=(node,),
        intent=name.replace("-", " "),
        suite=SUITE,
        max_steps=LIMITS[level],
        evaluate="at_end",
        level=level,
        scenario=scenario,
    )
    return replace(task, instruction=_operations(task)) if level == "L1" else task


def _operations(task: Task) -> str:
    """The instruction that says the operations alone, without the goal that they reach."""
    goal = task.plain_instruction.strip()
    head = goal if goal.endswith((".", "!", "?", "'")) else f"{goal}."
    return low_level(task).removeprefix(head).strip()


class Goal(NamedTuple):
    """A goal of ``goals.toml``: its scenario, its node, the levels at which it is told, and its adversity or ""."""

    scenario: str
    node: TaskNode
    levels: tuple[str, ...] = LEVELS
    adversity: str = ""


def goals() -> list[Goal]:
    """Every goal, in the file's order."""
    said = parse_toml(Path(__file__).with_name("goals.toml").read_text("utf-8"))
    return [_goal(scenario, goal) for scenario, its in said.items() for goal in its]


def _goal(scenario: str, said: str | Mapping[str, Any]) -> Goal:
    node = goal_node("1", said)
    if isinstance(said, str):
        return Goal(scenario, node)
    return Goal(scenario, node, tuple(said.get("levels", LEVELS)), said.get("adversity", ""))
