"""The workflows of L4: what stands in a briefing stands nowhere else, and it has to be read."""

from __future__ import annotations

from dataclasses import replace

import pytest

from omnigym.benchmarks.osmap.adversity import blind_run, played, recorded
from omnigym.benchmarks.osmap.suite import osmap_suite
from omnigym.devices.protocol import Device
from omnigym.errors import OracleError, TaskFileError
from omnigym.tasks.briefing import briefing_text, read_briefing
from omnigym.tasks.oracle import UI
from omnigym.tasks.proofs.instruction_check import faults_of_telling
from omnigym.tasks.rollout import Stage
from omnigym.tasks.setup import WriteFile
from omnigym.tasks.suites import load_task
from omnigym.tasks.task import Task
from omnigym.tasks.task_file import dumps_task, loads_task

FLOWS = [t for t in osmap_suite("windows") if t.level == "L4"]


def test_a_workflow_goes_over_two_to_four_apps_within_its_limit(desktop: Device) -> None:
    for task in FLOWS:
        assert 2 <= len(task.apps) <= 4, task.id
        assert len(task.apps) == len(task.nodes), task.id
        outcome = played(task, desktop)
        assert outcome.coverage == 1.0, (task.id, outcome)
        assert outcome.steps <= 0.7 * task.step_limit, (task.id, outcome)


@pytest.mark.parametrize("task", FLOWS, ids=lambda t: t.id.rpartition("/")[2])
def test_the_instruction_says_no_value_and_the_briefing_all(task: Task) -> None:
    assert list(faults_of_telling(task, None)) == []
    text = briefing_text(task)
    assert text not in task.instruction
    # An agent that has only the instruction lacks at least a value of every node.
    for node in task.bound.values():
        unsaid = [v for v in node.parameters.values() if isinstance(v, str) and v and v not in task.instruction]
        assert unsaid, (task.id, node.id)


def test_an_instruction_that_says_a_value_is_a_fault() -> None:
    task = next(t for t in FLOWS if t.id.endswith("calls-list"))
    told = replace(task, instruction=f"{task.instruction} It is about calls.txt.")
    assert "before the briefing does" in next(faults_of_telling(told, None))


def test_a_briefing_that_leaves_out_a_value_is_a_fault() -> None:
    task = next(t for t in FLOWS if t.id.endswith("warning-sign"))
    (step,) = task.setup
    assert isinstance(step, WriteFile)
    assert isinstance(step.content, str)
    short = replace(task, setup=(replace(step, content=step.content.replace("stop.png", "it")),))
    assert list(faults_of_telling(short, None))


def test_a_briefing_is_written_by_the_setup() -> None:
    task = replace(FLOWS[0], setup=())
    with pytest.raises(TaskFileError, match="no WriteFile of its setup"):
        briefing_text(task)
    with pytest.raises(TaskFileError, match="no WriteFile of its setup"):
        loads_task(dumps_task(task))


def test_the_oracle_fails_if_the_screen_does_not_show_the_briefing(desktop: Device) -> None:
    """The file was written over after the setup: whoever reads it reads something else."""
    task = next(t for t in FLOWS if t.briefing.endswith(".txt"))
    Stage(task, desktop).begin()
    desktop.write_file(task.briefing, b"Nothing to do.")  # type: ignore[attr-defined]
    with pytest.raises(OracleError, match="is not read"):
        _read(task, desktop)


def _read(task: Task, desktop: Device) -> None:
    for action in read_briefing(UI(desktop), task):
        desktop.act(action)


def test_a_run_that_does_something_else_in_the_same_apps_is_not_paid(desktop: Device) -> None:
    """The same goals with other parameters: what an agent does that guesses instead of reading."""
    task = load_task("osmap/L4/map-navigation/lake-weekend")
    others = tuple(replace(n, parameters=s.parameters[-1]) for n, s in zip(task.nodes, task.subtasks, strict=True))
    guessed = replace(task, id="guessed", nodes=others, instruction="", setup=(), briefing="", definitions=())
    assert blind_run(task, recorded(guessed, desktop), desktop).coverage == 0.0


def test_leaving_one_goal_out_is_not_the_whole(desktop: Device) -> None:
    task = load_task("osmap/L4/emailing/calls-list")
    stage = Stage(task, desktop)
    assert stage.play(stage.oracle(leave_out=["3"])).coverage < 1.0
