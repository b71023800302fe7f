"""What is in the way at L3 stops whoever does not look, and not the oracle, which does."""

from __future__ import annotations

from dataclasses import replace

import pytest

from omnigym.benchmarks.osmap.adversity import adversities, adversity_of, played, with_adversity
from omnigym.benchmarks.osmap.levels import goals, told_at
from omnigym.benchmarks.osmap.making import obstructed
from omnigym.benchmarks.osmap.suite import osmap_suite
from omnigym.devices.config import build_device
from omnigym.devices.protocol import Device
from omnigym.errors import TaskFileError, UnknownNameError
from omnigym.tasks.suites import list_tasks, load_task
from omnigym.tasks.task_file import dumps_task, loads_task

ADVERSE = {t.id: t for t in osmap_suite("windows") if t.level == "L3"}


@pytest.mark.parametrize("name", list(adversities()))
def test_an_adversity_stops_a_blind_run_and_not_the_oracle(desktop: Device, name: str) -> None:
    """With five seeds: the actions of the oracle of the same task at L2, played as they are."""
    own = [t for t in ADVERSE.values() if adversity_of(t) == name]
    assert len(own) >= 3
    plain = {t.id: load_task(t.id.replace("/L3/", "/L2/")) for t in own}
    assert [t.id for t in own if not obstructed(t, plain[t.id], desktop)] == []


def test_no_goal_is_told_otherwise_where_something_is_in_its_way() -> None:
    plain = {t.id: t for t in (told_at("L3", goal) for goal in goals() if "L3" in goal.levels)}
    assert plain.keys() == ADVERSE.keys()
    also = {i: adversities()[adversity_of(t)].says for i, t in ADVERSE.items()}
    assert [i for i, t in ADVERSE.items() if t.instruction != f"{plain[i].instruction} {also[i]}".strip()] == []
    assert [i for i, t in ADVERSE.items() if not t.disturbances or not t.setup] == []


def test_what_is_not_in_the_way_obstructs_nothing(desktop: Device) -> None:
    plain = load_task("osmap/L2/files/rename")
    assert not obstructed(plain, plain, desktop)


def test_an_interruption_that_undoes_the_oracles_work_makes_it_begin_anew(desktop: Device) -> None:
    """Seed 2: a dialog takes the focus from a name that is being typed."""
    goal = next(g for g in goals() if g.node.subtask == "files/rename")
    task = with_adversity(told_at("L3", goal), adversities()["locked"])
    outcome = played(task, desktop, 2)
    assert outcome.coverage == 1.0
    assert outcome.steps > played(task, desktop, 0).steps


def test_disturbances_are_the_tasks_own_and_stand_in_its_file() -> None:
    task = load_task("osmap/L2/files/rename")
    disturbed = replace(task, disturbances=("toast",))
    assert loads_task(dumps_task(disturbed)).disturbances == ("toast",)
    assert "disturbances" in disturbed.capabilities
    assert "disturbances" not in task.capabilities
    assert (disturbed.adverse, task.adverse) == (True, False)
    with pytest.raises(TaskFileError, match=r"Unknown disturbance 'tost'.*toast"):
        replace(task, disturbances=("tost",))
    with pytest.raises(TaskFileError, match=r"disturbances.*Unknown disturbance 'tost'"):
        loads_task(dumps_task(disturbed).replace('"toast"', '"tost"'))


def test_a_device_without_the_disturbance_says_so() -> None:
    phone = build_device("phone")
    task = replace(list_tasks("phone-keep/*")[0], disturbances=("update",))
    with pytest.raises(UnknownNameError, match="disturbance of this device"):
        task.begin(phone, 0)
