"""The subtasks of films, clips, radio and memos: they are proved, and what is heard or watched decides alone.

Of a critical one two settings are played side by side: all that an agent without ears, or with screenshots alone, gets
is the same, byte by byte, up to the step at which the right actions differ.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping
from typing import Any

import pytest

from omnigym.actions import Action
from omnigym.devices.config import build_device
from omnigym.tasks.proofs.verify import verify
from omnigym.tasks.registry import all_subtasks
from omnigym.tasks.rollout import Stage
from omnigym.tasks.subtask import Subtask
from omnigym.tasks.task import Task, TaskNode

APPS = ("films", "clips", "radio", "recorder")
SUBTASKS = [s for s in all_subtasks("omnigui") if s.app in APPS]
CRITICAL = [s for s in SUBTASKS if "level:critical" in s.tags]


def _task(subtask: Subtask, number: int) -> Task:
    return Task(id=f"{subtask.id}@{number}", nodes=(TaskNode("1", subtask.id, subtask.parameters[number]),))


def _group(subtask: Subtask, values: Mapping[str, Any]) -> tuple[object, ...]:
    """What twins have in common; where names are dealt out to sounds, they are the same names."""
    hidden = {*subtask.heard, *subtask.watched, *subtask.implied}
    dealt = sorted(str(v) for v in values.values()) if "second" in hidden else ()
    return (*dealt, *[v for name, v in values.items() if name not in hidden])


def _twins(subtask: Subtask) -> tuple[int, int]:
    groups: dict[object, list[int]] = {}
    for number, values in enumerate(subtask.parameters):
        groups.setdefault(_group(subtask, values), []).append(number)
    assert all(len(group) > 1 for group in groups.values()), "each setting has a twin"
    first = next(iter(groups.values()))
    return first[0], first[1]


def _seen(task: Task) -> tuple[list[Action], list[object]]:
    device = build_device("phone")
    stage, actions, seen = Stage(task, device), list[Action](), list[object]()

    def look() -> None:
        seen.append((device.tree().nodes, device.screenshot().tobytes()))  # type: ignore[attr-defined]

    def said(run: Iterator[Action]) -> Iterator[Action]:
        for action in run:
            actions.append(action)
            yield action

    stage.begin()
    look()
    outcome = stage.play(said(stage.oracle()), every=look)
    device.close()
    assert outcome.coverage == 1.0
    return actions, seen


def test_there_are_enough_of_them_of_each_kind() -> None:
    assert len(SUBTASKS) >= 24 and all(8 <= len(s.parameters) <= 16 for s in SUBTASKS)
    count = {level: len([s for s in SUBTASKS if f"level:{level}" in s.tags]) for level in ("supportive", "present")}
    assert 2 * len(CRITICAL) >= len(SUBTASKS) - 1 and count["supportive"] >= 7 and count["present"] >= 4
    for dimension in ("localization", "semantic", "crossmodal", "temporal", "instant"):
        assert len([s for s in SUBTASKS if f"dimension:{dimension}" in s.tags]) >= 3, dimension


@pytest.mark.parametrize("subtask", CRITICAL, ids=lambda s: s.id)
def test_nothing_but_the_sense_tells_twins_apart(subtask: Subtask) -> None:
    assert subtask.heard or subtask.watched
    (one, seen), (other, looked) = (_seen(_task(subtask, number)) for number in _twins(subtask))
    decides = next(n for n, (a, b) in enumerate(itertools.zip_longest(one, other)) if a != b)
    assert decides < min(len(one), len(other)), "the right actions differ"
    assert seen[: decides + 1] == looked[: decides + 1]


def test_they_are_proved() -> None:
    tasks = [_task(subtask, 0) for subtask in SUBTASKS]
    proofs = verify(tasks, lambda: build_device("phone"))
    assert [(proof.task_id, proof.failures) for proof in proofs if not proof.holds] == []
