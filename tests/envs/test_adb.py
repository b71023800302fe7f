"""`OmniBench-Android-v0` over adb: the same environment, the same score."""

from __future__ import annotations

import socket
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from itertools import groupby, zip_longest
from operator import attrgetter
from typing import Any

import gymnasium
import numpy as np
import pytest

import omnigym  # noqa: F401 - registers the ids
from omnigym.actions import Action, Press, Wait
from omnigym.devices.adb.config import AdbConfig
from omnigym.devices.adb.device import AdbDevice
from omnigym.devices.config import build_device
from omnigym.devices.phone.process import PhoneProcess
from omnigym.devices.protocol import Frame, Sound
from omnigym.spaces import encode_action
from omnigym.tasks.registry import all_subtasks, get_subtask
from omnigym.tasks.rollout import Stage
from omnigym.tasks.setup.launch import Launch
from omnigym.tasks.subtask import Subtask
from omnigym.tasks.suites import list_tasks
from omnigym.tasks.task import Task, TaskNode

ID = "OmniBench-Android-v0"


@pytest.fixture(scope="module")
def phone() -> Iterator[PhoneProcess]:
    with PhoneProcess() as process:
        yield process


@pytest.fixture(scope="module")
def config(phone: PhoneProcess) -> AdbConfig:
    return AdbConfig(serial="omnigym", port=phone.smart_port)


def first_of_each() -> list[str]:
    """One task of each subtask that runs over adb."""
    tasks = {task.subtasks[0].id: task.id for task in reversed(list_tasks("suite:one-node", device="adb"))}
    return sorted(tasks.values())


def test_there_are_at_least_twenty() -> None:
    assert len(first_of_each()) >= 20


@pytest.mark.parametrize("task_id", first_of_each())
def test_same_task_same_oracle_same_score(task_id: str, config: AdbConfig, devices: tuple[Any, Any]) -> None:
    (task,) = list_tasks(f"id:{task_id}", device="adb")
    outcomes = []
    for device in devices:
        stage = Stage(task, device)
        outcomes.append(stage.play(stage.oracle()))
    here, there = outcomes
    assert here.coverage == there.coverage == 1.0, (there.problem, stage.evaluator.verdicts)
    assert here.steps == there.steps


# -- tasks that need ears, or eyes between two screenshots ------------------------------------------------------------

_ADD = get_subtask("phone-music/add-to-playlist")
#: The song plays already. It has its title on the screen, too.
ADD_WHAT_PLAYS = replace(
    _ADD,
    id="phone-music/add-what-plays",
    instruction="Add the song that is playing to the playlist '{playlist}' of the phone.",
    parameters=tuple(
        {**p, "playlist": "Morning"} for p in _ADD.parameters if p["title"] in ("Golden Hour", "Campfire")
    ),
    setup=(*_ADD.setup, Launch("music", "{path}")),
    capabilities=(*_ADD.capabilities, "audio"),
    implied=(*_ADD.implied, "title"),
    heard=("title",),
    collection="omnigui",
)
_MOST = 10


def of_ears() -> list[Subtask]:
    """Subtasks that are heard or watched, of as many apps as there are, and one of this file."""
    found = [s for s in all_subtasks("omnigui") if (s.heard or s.watched) and "adb" in s.devices and s.oracle]
    found.sort(key=lambda s: (s.app, not s.watched, s.id))
    turns = [list(group) for _, group in groupby(found, attrgetter("app"))]
    spread = [s for turn in zip_longest(*turns) for s in turn if s is not None]
    return [ADD_WHAT_PLAYS, *spread[:_MOST]]


@pytest.mark.parametrize("subtask", of_ears(), ids=attrgetter("id"))
def test_what_is_heard_and_seen_in_process_is_so_over_adb(
    subtask: Subtask, devices: tuple[Any, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two parameter sets are solved in as many steps, and each step sounds and looks the same."""
    watched = bool(subtask.watched)
    for n in range(2):
        node = TaskNode("1", subtask.id, subtask.parameters[n])
        task = Task(id=f"{subtask.id}@{n}", nodes=(node,), definitions=(subtask,))
        both: list[list[tuple[Sound, Frame]]] = []
        for device in devices:
            met: list[tuple[Sound, Frame]] = []
            device.listen(True)
            device.watch(watched)
            with monkeypatch.context() as patch:
                patch.setattr(device, "act", partial(_met, device, device.act, met, watched))
                stage = Stage(task, device)
                outcome = stage.play(stage.oracle())
            device.listen(False)
            device.watch(False)
            assert outcome.coverage == 1.0, (outcome.problem, stage.evaluator.verdicts)
            both.append(met)
        assert len(both[0]) == len(both[1])
        for (sound, frames), (same, coded) in zip(*both, strict=True):
            np.testing.assert_array_equal(sound, same)
            assert np.abs(frames.astype(int) - coded).max(initial=0) <= 1
        assert any(sound.any() for sound, _ in both[0]) or not subtask.heard


def _met(
    device: Any, act: Callable[[Action], None], met: list[tuple[Sound, Frame]], watched: bool, action: Action
) -> None:
    """Do an action, and keep what was heard and seen of it."""
    device.next_interval()
    act(action)
    frames = device.video(5, (135, 300))[0] if watched else np.empty(0, np.uint8)
    met.append((device.audio(60.0), frames))


@pytest.fixture(scope="module")
def devices(config: AdbConfig) -> Iterator[tuple[Any, Any]]:
    both = build_device("phone"), build_device(config)
    yield both
    for device in both:
        device.close()


def test_an_episode(config: AdbConfig) -> None:
    env = gymnasium.make(ID, device=config, tasks="suite:one-node", max_steps=20)
    observation, info = env.reset(seed=0)
    assert observation in env.observation_space
    assert observation["screenshot"].shape == (1200, 540, 3)
    env.action_space.seed(0)
    for _ in range(20):
        observation, _, terminated, truncated, info = env.step(env.action_space.sample())
        assert observation in env.observation_space
        assert info["device_error"] == ""
        if terminated or truncated:
            break
    env.close()


def test_a_stream_that_breaks_is_never_a_score(config: AdbConfig) -> None:
    env = gymnasium.make(ID, device=config, tasks="suite:one-node", audio=True, video=True)
    env.reset(seed=0)
    observation, *_, info = env.step(encode_action(Wait(1.0)))
    assert observation in env.observation_space and info["device_error"] == ""
    assert observation["audio_length"] == 16_000 and observation["video_time"][0] == pytest.approx(1.0, abs=1e-3)
    device: Any = env.unwrapped.device  # type: ignore[attr-defined]
    device._session._cast._open[-1].shutdown(socket.SHUT_RDWR)
    _, reward, terminated, truncated, info = env.step(encode_action(Wait(1.0)))
    assert (reward, terminated, truncated) == (0.0, False, True)
    assert "stream broke" in str(info["device_error"])
    env.reset(seed=0)
    observation, *_, info = env.step(encode_action(Wait(0.5)))
    assert info["device_error"] == "" and observation["audio_length"] == 8000
    env.close()


def test_it_looks_as_in_process(config: AdbConfig) -> None:
    seen = []
    for device in ("sim", config):
        env = gymnasium.make(ID, device=device, tasks="suite:one-node")
        observation, _ = env.reset(seed=3)
        seen.append(observation["screenshot"])
        env.close()
    np.testing.assert_array_equal(*seen)


def test_a_fault_is_never_a_score(config: AdbConfig, phone: PhoneProcess) -> None:
    env = gymnasium.make(ID, device={"backend": "adb", "serial": "omnigym", "port": phone.smart_port, "timeout": 1.0})
    env.reset(seed=0)
    other = AdbDevice(serial="omnigym", port=phone.smart_port)
    other.run(["cmd", "omnigym", "fault", "stall", "1", "input"])
    _, reward, terminated, truncated, info = env.step(encode_action(Press("home")))
    assert (reward, terminated, truncated) == (0.0, False, True)
    assert "no answer within 1 s" in str(info["device_error"])
    env.reset(seed=0)
    *_, info = env.step(encode_action(Press("home")))
    assert info["device_error"] == ""
    env.close()
