"""Several devices as a PettingZoo environment."""

from __future__ import annotations

import subprocess
import sys
import warnings
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from gymnasium.error import ResetNeeded

from omnigym.actions import Done, On, OpenApp, Type, Wait
from omnigym.devices.fake.config import FakeConfig
from omnigym.envs import OmniEnv
from omnigym.errors import ActionError, UnknownNameError
from omnigym.recording import read_trajectory
from omnigym.tasks.task import TaskNode
from omnigym.wrappers import RecordTrajectory, ResizeScreenshot
from tests.conftest import make_task

pytest.importorskip("pettingzoo")

from omnigym.envs.parallel import ParallelDevices

TYPED = (
    TaskNode("1", "fake/save", {"name": "untitled", "text": "hello"}, "desk"),
    TaskNode("2", "fake/copy", {"text": "hello"}, "phone"),
)


def make_parallel(**kwargs: Any) -> ParallelDevices:
    devices = {"desk": FakeConfig(), "phone": FakeConfig((200, 320))}
    tasks = make_task(nodes=TYPED, edges=(("1", "2"),))
    return ParallelDevices(**{"devices": devices, "tasks": tasks, "node_status": True, "max_steps": 40, **kwargs})


@pytest.fixture
def env() -> Iterator[ParallelDevices]:
    made = make_parallel()
    yield made
    made.close()


def test_the_api(env: ParallelDevices) -> None:
    from pettingzoo.test import parallel_api_test

    for agent in env.possible_agents:
        env.action_space(agent).seed(0)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        parallel_api_test(env, num_cycles=60)


def test_the_same_seed_is_the_same_episode() -> None:
    from pettingzoo.test import parallel_seed_test

    parallel_seed_test(lambda: make_parallel(max_steps=9), num_cycles=30)


def test_each_agent_has_the_spaces_of_its_device_alone(env: ParallelDevices) -> None:
    alone = OmniEnv(FakeConfig((200, 320)), make_task(), node_status=True)
    assert env.observation_space("phone") == alone.observation_space
    assert env.action_space("phone") == alone.action_space
    observations, infos = env.reset(seed=0)
    assert all(env.observation_space(a).contains(observations[a]) for a in env.possible_agents)
    assert infos["desk"]["instruction"] == infos["phone"]["instruction"]


def test_a_round_pays_all_alike(env: ParallelDevices) -> None:
    env.reset(seed=0)
    env.env.devices["desk"].write_file("Documents/untitled.txt", b"x")  # type: ignore[attr-defined]
    _, rewards, terminated, _, infos = env.step({"desk": Type("x"), "phone": OpenApp("wrod")})
    assert rewards == {"desk": pytest.approx(1 / 3), "phone": pytest.approx(1 / 3)}
    assert not any(terminated.values())
    assert infos["phone"]["newly_completed"] == infos["desk"]["newly_completed"] == "1"
    assert infos["desk"]["invalid_action"] == ""
    assert "wrod" in infos["phone"]["invalid_action"]
    assert infos["desk"]["steps"] == 2


def test_who_is_done_ends_it_for_all_and_nobody_acts_after_that(env: ParallelDevices) -> None:
    env.reset(seed=0)
    _, _, terminated, _, infos = env.step({"phone": Type("x"), "desk": Done()})
    assert terminated == {"desk": True, "phone": True}
    assert env.agents == []
    assert infos["phone"]["steps"] == 1
    with pytest.raises(ResetNeeded):
        env.step({})


def test_who_gives_no_action_stands_by(env: ParallelDevices) -> None:
    env.reset(seed=0)
    env.step({"phone": Type("x")})
    calls = {name: d.calls["act"] for name, d in env.env.devices.items()}  # type: ignore[attr-defined]
    assert calls == {"desk": 0, "phone": 1}
    *_, infos = env.step({})
    assert infos["desk"]["steps"] == 2


@pytest.mark.parametrize(("actions", "error"), [({"tablet": Done()}, UnknownNameError), ({"desk": {}}, ActionError)])
def test_wrong_actions_leave_nothing_half_done(env: ParallelDevices, actions: Any, error: type[Exception]) -> None:
    env.reset(seed=0)
    with pytest.raises(error):
        env.step({"phone": Type("x"), **actions})
    assert env.env.devices["phone"].calls["act"] == 0  # type: ignore[attr-defined]


def test_a_round_is_recorded_action_by_action(tmp_path: Path) -> None:
    env = make_parallel(wrap=lambda e: ResizeScreenshot(RecordTrajectory(e, tmp_path), (40, 30)))
    observations, _ = env.reset(seed=0)
    assert observations["phone"]["screenshot"].shape == (30, 40, 3)
    env.step({"phone": Type("x"), "desk": Type("y")})
    env.step({})
    env.step({"phone": Done(), "desk": Type("z")})
    t = read_trajectory(next(tmp_path.iterdir()))
    done = [On("desk", Type("y")), On("phone", Type("x")), Wait(0.0), On("desk", Type("z")), Done()]
    assert t.complete and [s.value for s in t.steps] == done


def test_without_the_package_its_name_is_said() -> None:
    program = (
        "import sys; sys.modules['pettingzoo'] = None\n"
        "from omnigym.errors import MissingDependencyError\n"
        "try:\n    import omnigym.envs.parallel\n"
        "except MissingDependencyError as e:\n    assert 'omnigym[multi-agent]' in str(e)\n"
        "else:\n    sys.exit(1)"
    )
    subprocess.run([sys.executable, "-c", program], check=True)
