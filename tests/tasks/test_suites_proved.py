"""The shipped suites on the simulated desktop: what `omnigym tasks verify` proves of all tasks, here of a sample."""

from __future__ import annotations

import pytest

from omnigym.devices.sim.device import SimDevice
from omnigym.tasks.suites import suite_tasks
from omnigym.tasks.verify import verify


def test_one_task_of_every_subtask_is_proved() -> None:
    every = suite_tasks("one-node", "sim")
    sample = list({t.nodes[0].subtask: t for t in every}.values())
    assert len(sample) >= 16
    assert [(r.task_id, r.failures) for r in verify(sample, SimDevice) if not r.holds] == []


@pytest.mark.slow
def test_all_one_node_tasks_are_proved() -> None:
    every = suite_tasks("one-node", "sim")
    assert [(r.task_id, r.failures) for r in verify(every, SimDevice) if not r.holds] == []


@pytest.mark.slow
def test_all_composed_tasks_are_proved() -> None:
    every = suite_tasks("composed-2", "sim")
    assert [(r.task_id, r.failures) for r in verify(every, SimDevice) if not r.holds] == []


def test_one_composed_task_of_every_shape_is_proved() -> None:
    sample = {
        (len(t.nodes), t.dag.width, t.dag.depth): t for t in suite_tasks("composed-2", "sim") if len(t.nodes) <= 6
    }
    assert len(sample) >= 10
    assert [(r.task_id, r.failures) for r in verify(list(sample.values()), SimDevice) if not r.holds] == []


def test_at_least_four_subtasks_are_the_same_on_both_desktops() -> None:
    both = {t.nodes[0].subtask for t in suite_tasks("one-node", "sim")} & {
        t.nodes[0].subtask for t in suite_tasks("one-node", "x11")
    }
    assert len(both) >= 4
