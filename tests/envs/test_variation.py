"""``variation=`` and ``parameters=`` of the environments."""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
from typing import Any

import gymnasium
import numpy as np
import pytest

from omnigym.baselines.oracle import OracleAgent
from omnigym.devices.config import device_config
from omnigym.devices.protocol import LAYOUTS
from omnigym.envs.arguments import parameters_of, variation_of
from omnigym.envs.env import OmniEnv
from omnigym.envs.multi_device import MultiDeviceEnv
from omnigym.errors import CapabilityError, UnknownNameError
from omnigym.tasks.episode_variation import Variety, split_of_layout
from omnigym.tasks.split import Split, split_of

#: A task of each simulated device that launches nothing, so that its first screen is that of the device.
TASKS = {"sim": "files/create-folder@0", "ubuntu": "files/create-folder@0", "phone": "phone-keep/create@0"}


def screen(env: OmniEnv, seed: int, task: str | None = None) -> str:
    observation, _ = env.reset(seed=seed, options={"task": task} if task else None)
    return hashlib.sha256(observation["screenshot"].tobytes()).hexdigest()


@pytest.mark.parametrize("device", TASKS)
@pytest.mark.parametrize("variation", ["layout", "all"])
def test_first_screens_differ(device: str, variation: Any) -> None:
    env = OmniEnv(device=device, tasks=TASKS[device], variation=variation, screenshot_size=(256, 192))
    assert len({screen(env, seed) for seed in range(12)}) >= 10


@pytest.mark.parametrize("device", TASKS)
def test_without_variation_the_seed_changes_no_screen(device: str) -> None:
    env = OmniEnv(device=device, tasks=TASKS[device], screenshot_size=(256, 192))
    assert len({screen(env, seed) for seed in range(3)}) == 1


def test_a_seed_gives_the_same_bytes_in_another_process() -> None:
    code = (
        "import tests.envs.test_variation as t; from omnigym.envs.env import OmniEnv\n"
        "print(t.screen(OmniEnv(tasks='app:file_manager', variation='all'), 5))"
    )
    env = {**os.environ, "PYTHONHASHSEED": "7", "PYTHONPATH": os.pathsep.join(p for p in sys.path if p)}
    other = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, env=env, check=True)
    own = OmniEnv(tasks="app:file_manager", variation="all")
    screen(own, 4)
    assert screen(own, 5) == other.stdout.strip()


def test_a_snapshot_keeps_the_layout() -> None:
    env = OmniEnv(tasks="app:file_manager", variation="all", observation="both")
    observation, _ = env.reset(seed=3)
    kept, task = env.snapshot(), env.task
    env.reset(seed=4)
    again, _ = env.restore(kept)
    np.testing.assert_array_equal(observation["screenshot"], again["screenshot"])
    assert env.task == task


def test_what_a_task_is_about_does_not_vary() -> None:
    env = OmniEnv(tasks="settings/mode-and-accent@0", variation="layout", observation="a11y")
    found = set()
    for seed in range(12):
        env.reset(seed=seed)
        found.add((env.device.setting("theme"), env.device.setting("wallpaper")))  # type: ignore[attr-defined]
    assert {theme for theme, _ in found} == {"light"} and len(found) > 2


@pytest.mark.parametrize("split", ["train", "heldout"])
def test_splits_have_layouts_and_values_of_their_own(split: Split) -> None:
    drawn = {Variety("layout", split).layout(seed) for seed in range(200)}
    assert all(split_of_layout(n) == split for n in drawn if n is not None) and len(drawn) > 100
    env = OmniEnv(tasks="app:file_manager", variation="all", split=split, observation="a11y")
    for seed in range(8):
        env.reset(seed=seed)
        assert split_of(env.task) == split


def test_a_quarter_of_the_layouts_is_held_out() -> None:
    held = sum(split_of_layout(n) == "heldout" for n in range(LAYOUTS))
    assert 0.2 < held / LAYOUTS < 0.3
    assert Variety().layout(3) is None
    assert Variety("layout", "test").layout(3) == Variety("layout", "heldout").layout(3)


def test_parameters_are_drawn_and_their_task_can_be_chosen_again() -> None:
    env = OmniEnv(tasks="files/rename", parameters="drawn", observation="a11y")
    env.reset(seed=1)
    task = env.task
    assert "@drawn-" in task.id and task.id not in {t.id for t in env.tasks}
    env.reset(seed=2)
    assert env.task != task
    env.reset(seed=2, options={"task": task.id})
    assert env.task == task
    env.reset(seed=2, options={"task": env.tasks[0]})  # a task itself is taken as it is
    assert env.task is env.tasks[0]


@pytest.mark.parametrize(
    ("given", "variation", "expected"),
    [(None, "none", "fixed"), (None, "layout", "fixed"), (None, "all", "drawn"), ("fixed", "all", "fixed")],
)
def test_parameters_follow_from_the_variation(given: str | None, variation: Any, expected: str) -> None:
    assert parameters_of(given, variation) == expected


def test_wrong_values_are_refused() -> None:
    with pytest.raises(UnknownNameError, match="Unknown variation 'everything'"):
        OmniEnv(variation="everything")  # type: ignore[arg-type]
    with pytest.raises(UnknownNameError, match="Unknown parameters 'random'"):
        OmniEnv(parameters="random")  # type: ignore[arg-type]
    with pytest.raises(CapabilityError, match=r"'x11' has no layouts.*parameters='drawn' works"):
        variation_of("layout", [device_config("x11")])
    assert variation_of("none", [device_config("x11")]) == "none"


def test_every_device_of_several_varies() -> None:
    env = MultiDeviceEnv({"desktop": "sim", "phone": "phone"}, tasks="suite:crab", variation="layout")
    seen = set()
    for seed in range(6):
        observation, _ = env.reset(seed=seed)
        seen.add((observation["desktop_screenshot"].tobytes(), observation["phone_screenshot"].tobytes()))
    assert len({d for d, _ in seen}) > 3 and len({p for _, p in seen}) > 3


def test_gymnasium_makes_it() -> None:
    env = gymnasium.make("OmniBench-Win11-v0", variation="layout", parameters="drawn", tasks="app:file_manager")
    env.reset(seed=0)
    assert env.unwrapped.parameters == "drawn" and env.unwrapped.variation == "layout"  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("device", "query"),
    [
        ("sim", "app:excel"),
        ("sim", "app:mail"),
        ("ubuntu", "app:writer"),
        ("phone", "app:gmail"),
        ("phone", "app:keep"),
    ],
)
def test_oracles_score_in_any_layout(device: str, query: str) -> None:
    env = OmniEnv(device=device, tasks=f"suite:one-node {query}", variation="all", observation="a11y")
    agent = OracleAgent()
    for seed in range(3):
        observation, info = env.reset(seed=seed)
        agent.reset(env, info)
        over = False
        while not over:
            observation, _, terminated, truncated, info = env.step(agent.act(observation, info))
            over = terminated or truncated
        assert info["is_success"], (env.task.id, seed, info["end_reason"])
