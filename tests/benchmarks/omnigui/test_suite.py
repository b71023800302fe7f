"""The suite as it is stored: `python scripts/compose_omnigui.py` made and proved it."""

from __future__ import annotations

from collections import Counter

import gymnasium
import numpy as np
import pytest

from omnigym.benchmarks.omnigui import LEVELS
from omnigym.benchmarks.omnigui.making import counts, neutral_numbers, offers
from omnigym.benchmarks.omnigui.suite import census, omnigui_suite
from omnigym.devices.config import build_device
from omnigym.sounds.spoken import say
from omnigym.tasks.modality_levels import NAMES, twins_of
from omnigym.tasks.proofs.modality import fault_of_level
from omnigym.tasks.rollout import Stage
from omnigym.tasks.setup import PlaySound
from omnigym.tasks.split import split_of
from omnigym.tasks.suites import list_tasks, load_task
from omnigym.tasks.task import Task

SUITE = omnigui_suite("android")


def test_it_has_the_counts_of_table_7() -> None:
    assert len({task.id for task in SUITE}) == len(SUITE) == 709
    table = census(SUITE)
    assert {d: sum(table[d].values()) for d in NAMES} == {d: counts()[d] for d in NAMES}
    assert {v: sum(table[d][v] for d in NAMES) for v in LEVELS} == {v: counts()[v] for v in LEVELS}


def test_it_is_of_many_subtasks_and_apps() -> None:
    assert len({node.subtask for task in SUITE for node in task.nodes}) >= 60
    assert len({app for task in SUITE for app in task.apps}) >= 15
    assert max(Counter(task.nodes[0].subtask for task in SUITE if len(task.nodes) == 1).values()) <= 14
    assert omnigui_suite("windows") == ()


def test_each_is_judged_at_its_end_and_is_what_the_maker_offers_today() -> None:
    offered = {task.id: task for offer in offers() for task in offer.tasks}
    for task in SUITE:
        own = offered[task.id]
        assert (task.nodes, task.setup, task.instruction) == (own.nodes, own.setup, own.instruction), task.id
        assert task.evaluate == ("at_end" if len(task.nodes) == 1 else "each_step") and task.suite == "omnigui"


def test_what_decides_has_twins_and_what_is_present_a_sound() -> None:
    for task in SUITE:
        if task.level == "present":
            assert task.subtasks[0].collection or any(isinstance(step, PlaySound) for step in task.setup), task.id
        else:
            assert next(twins_of(task), None) is not None, task.id


def test_the_number_in_an_id_does_not_say_which_twin_it_is() -> None:
    """Of each set of twins the order of the numbers is another one, not that of the parameter sets."""
    numbers = [
        neutral_numbers(own)
        for own in {t.nodes[0].subtask: t.subtasks[0] for t in SUITE if t.level == "critical"}.values()
    ]
    assert all(sorted(found) == list(range(len(found))) for found in numbers)
    assert sum(found == sorted(found) for found in numbers) <= len(numbers) / 10
    assert 0.3 < sum(found[0] % 2 for found in numbers) / len(numbers) < 0.7
    for task in (task for task in SUITE if task.level == "critical"):
        twins = list(twins_of(task))
        told = {
            str(v)
            for twin in twins
            for n, v in twin.task.nodes[0].parameters.items()
            if v != task.nodes[0].parameters[n]
        }
        assert not any(f"='{value}'" in twin.task.id for twin in twins for value in told)


@pytest.mark.parametrize("task", [t for t in SUITE if t.level == "critical"][::15], ids=lambda t: t.id)
def test_twins_are_equal_at_the_reset(task: Task) -> None:
    """Of what an agent sees there: info but for the neutral id, observation, spaces."""
    seen = []
    for one in (task, *(twin.task for twin in twins_of(task))):
        env = gymnasium.make("OmniGUI-Phone-v0", tasks=[one], observation="both", audio=True, disable_env_checker=True)
        observation, info = env.reset(seed=1)
        shown = {name: np.asarray(part).tobytes() for name, part in observation.items()}
        seen.append(({**info, "task_id": ""}, shown, env.observation_space, env.action_space))
        env.close()
    assert all(one == seen[0] for one in seen)


def test_splits_and_queries() -> None:
    assert Counter(map(split_of, SUITE)).keys() >= {"train", "heldout"}
    assert len(list_tasks("suite:omnigui level:critical")) == 211
    assert len(list_tasks("suite:omnigui dimension:temporal")) == 156
    assert load_task(SUITE[5].id) == SUITE[5]


def test_every_instruction_can_be_spoken() -> None:
    longest = max(len(say(text)) for text in {task.instruction for task in SUITE})
    assert longest <= 640_000


@pytest.mark.proof
@pytest.mark.parametrize("task", [SUITE[n] for n in range(0, len(SUITE), 71)], ids=lambda t: t.id)
def test_levels_are_proved(task: Task) -> None:
    """One in 71; the maker proves all."""
    device = build_device("phone")
    stage = Stage(task, device)
    try:
        assert fault_of_level(stage) == ""
    finally:
        stage.end()
        device.close()
