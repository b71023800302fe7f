"""Every registered id: Gymnasium's own checks, specs, vector environments, determinism."""

from __future__ import annotations

import copy
import hashlib
import json
import os
import runpy
import subprocess
import sys
import warnings
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.envs.registration import EnvSpec
from gymnasium.utils.env_checker import check_env

import omnigym
import omnigym.actions
from omnigym.baselines.env_specs import places_of
from omnigym.devices.config import to_dict
from omnigym.devices.sim.config import SimConfig
from omnigym.devices.x11.config import X11Config
from omnigym.envs import OmniEnv
from omnigym.envs.arguments import ArraySizes, EpisodeLimits, device_source
from omnigym.errors import ConfigError
from omnigym.spaces import encode_action
from omnigym.tasks.task import Task, TaskNode
from omnigym.tasks.task_file import dumps_task
from omnigym.wrappers import ElementActions

WIN, LINUX, ANDROID = "OmniBench-Win11-v0", "OmniBench-Linux-v0", "OmniBench-Android-v0"
IDS = [WIN, ANDROID, LINUX]
REAL = pytest.param(LINUX, "x11", marks=pytest.mark.x11)
CRAB_UBUNTU, CRAB_ANDROID, CRAB_CROSS = "Crab-Ubuntu-v0", "Crab-Android-v0", "Crab-Cross-v0"
CRAB_IDS = [CRAB_ANDROID, CRAB_CROSS, CRAB_UBUNTU]
OSMAP, OMNIGUI = "OSMap-Desktop-v0", "OmniGUI-Phone-v0"
QUICK: dict[str, Any] = {"tasks": "suite:one-node"}
CROSS = Task(
    id="cross",
    nodes=(
        TaskNode("1", "phone-messages/send-to-number", {"number": "555-0133-5771", "text": "Hello"}, "phone"),
        TaskNode("2", "files/create-folder", {"name": "Reports", "folder": "Documents"}, "desktop"),
    ),
)


def test_importing_omnigym_registers_the_ids() -> None:
    assert omnigym.__name__ == "omnigym"
    ours = {i for i, s in gymnasium.registry.items() if str(s.entry_point).startswith("omnigym.")}
    assert {WIN, LINUX, ANDROID} <= ours


def test_ids_default_to_what_runs_everywhere() -> None:
    """In a process that has nothing but the core: no program, no package of an extra."""
    program = (
        "import sys, gymnasium\n"
        "sys.modules |= dict.fromkeys(('mss', 'Xlib', 'pypdf', 'ppadb', 'lxml', 'miniwob', 'torch'))\n"
        "import omnigym\n"
        "for name, spec in list(gymnasium.registry.items()):\n"
        "    if str(spec.entry_point).startswith('omnigym.') and not {'Web', 'OSWorld'} & set(name.split('-')):\n"
        "        env = gymnasium.make(name, **({} if 'OmniACT' in name else {'observation': 'a11y'}))\n"
        "        env.reset(seed=0)\n"
        "        env.step(env.action_space.sample())\n"
        "        assert not env.spec.nondeterministic, name\n"
    )
    done = subprocess.run([sys.executable, "-W", "ignore", "-c", program], env=os.environ | {"PATH": ""}, check=False)
    assert done.returncode == 0


def test_a_spec_says_of_its_own_device_whether_it_repeats_itself() -> None:
    phone = gymnasium.make(ANDROID, device={"backend": "adb", "serial": "no such phone"})
    assert phone.spec is not None and phone.spec.nondeterministic
    assert copy.deepcopy(phone).spec == phone.spec
    assert not gymnasium.make(ANDROID, **QUICK).spec.nondeterministic  # type: ignore[union-attr]


@pytest.mark.parametrize(("env_id", "device"), [*[(i, None) for i in (*IDS, *CRAB_IDS, OSMAP, OMNIGUI)], REAL])
def test_check_env(env_id: str, device: str | None) -> None:
    chosen = {"device": device} if device else {}
    env = gymnasium.make(env_id, **(QUICK | chosen | ({"tasks": CROSS} if env_id == CRAB_CROSS else {})))
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        # scroll is in notches and duration in seconds; the learner's wrappers normalise them
        warnings.filterwarnings("ignore", message=".*normalized space.*")
        check_env(env.unwrapped, skip_render_check=True)
    env.close()


def test_the_phone_of_omnigui_is_heard_and_watched() -> None:
    env = gymnasium.make(OMNIGUI)
    observation, info = env.reset(seed=0)
    assert {"audio", "audio_length", "video", "video_time"} <= observation.keys()
    assert info["task_id"].startswith("omnigui/")
    assert "audio" not in gymnasium.make(OMNIGUI, audio=False, video=False).observation_space  # type: ignore[attr-defined]
    env.close()


@pytest.mark.parametrize(("env_id", "device"), [*[(i, "sim") for i in IDS], REAL])
@pytest.mark.parametrize("observation", ["both", "a11y"])
def test_observations_lie_in_their_space(env_id: str, device: str, observation: str) -> None:
    env = gymnasium.make(env_id, device=device, observation=observation, max_steps=20, node_status=True, **QUICK)
    env.action_space.seed(0)
    obs, _ = env.reset(seed=0)
    for _ in range(200 if env_id == WIN else 15):
        assert obs in env.observation_space
        obs, _, terminated, truncated, info = env.step(env.action_space.sample())
        assert info["device_error"] == ""
        if terminated or truncated:
            obs, _ = env.reset()
    env.close()


def test_specs_survive_json() -> None:
    for device in ("sim", SimConfig(scale=1.25), to_dict(SimConfig(scale=1.25))):
        env = gymnasium.make(WIN, device=device, resolution=(800, 600), **QUICK)
        spec = EnvSpec.from_json(env.spec.to_json())  # type: ignore[union-attr]
        again = gymnasium.make(spec)
        assert again.observation_space == env.observation_space
        assert again.unwrapped._slots[""]._config == env.unwrapped._slots[""]._config  # type: ignore[attr-defined]
        a, b = env.reset(seed=3)[0], again.reset(seed=3)[0]
        np.testing.assert_array_equal(a["screenshot"], b["screenshot"])


def test_groups_of_arguments_survive_json() -> None:
    limits = EpisodeLimits(max_invalid=2, reset_retries=0)
    env = gymnasium.make(WIN, sizes=ArraySizes(nodes=9), limits=limits, **QUICK)
    again = gymnasium.make(EnvSpec.from_json(env.spec.to_json()))  # type: ignore[union-attr]
    assert again.observation_space == env.observation_space
    assert again.unwrapped._limits == limits  # type: ignore[attr-defined]


def test_each_id_has_its_own_devices() -> None:
    with pytest.raises(ConfigError, match="'sim'"):
        gymnasium.make(WIN, device="x11")


def test_the_desktop_of_a_cross_task_may_be_any(tmp_path: Path) -> None:
    file = tmp_path / "cross.json"
    file.write_text(dumps_task(CROSS))
    desktop = {"backend": "sim", "platform": "windows", "size": [800, 600]}
    env = gymnasium.make(CRAB_CROSS, tasks=str(file), devices={"phone": "sim", "desktop": desktop})
    assert env.unwrapped.device_names == ("phone", "desktop")  # type: ignore[attr-defined]
    again = gymnasium.make(EnvSpec.from_json(env.spec.to_json()))  # type: ignore[union-attr]
    assert again.observation_space == env.observation_space
    assert again.observation_space["desktop_screenshot"].shape == (600, 800, 3)  # type: ignore[index]
    with pytest.raises(ConfigError, match="android"):
        gymnasium.make(CRAB_CROSS, tasks=CROSS, devices={"phone": "x11", "desktop": "sim"})


@pytest.mark.parametrize(("env_id", "count"), [(CRAB_ANDROID, 29), (CRAB_UBUNTU, 73), (CRAB_CROSS, 18)])
def test_crabs_ids_draw_from_crabs_suite(env_id: str, count: int) -> None:
    env = gymnasium.make(env_id)
    found = env.unwrapped.tasks  # type: ignore[attr-defined]
    assert (len(found), {t.suite for t in found}) == (count, {"crab"})
    obs, _ = env.reset(seed=0)
    assert obs in env.observation_space
    env.close()


def test_splits_are_disjoint_and_whole() -> None:
    ids = {
        split: {t.id for t in gymnasium.make(WIN, split=split, **QUICK).unwrapped.tasks}  # type: ignore[attr-defined]
        for split in (None, "train", "heldout")
    }
    assert ids["train"]
    assert ids["heldout"]
    assert not ids["train"] & ids["heldout"]
    assert ids["train"] | ids["heldout"] == ids[None]


@pytest.mark.parametrize("query", ["app:nosuchapp", "suite:nosuchsuite", "colour:red", "nodes:x"])
def test_queries_that_select_nothing(query: str) -> None:
    with pytest.raises(ConfigError):
        gymnasium.make(WIN, tasks=query)


def _run(make: Any, steps: int = 6) -> None:
    envs = make()
    envs.action_space.seed(0)
    obs, infos = envs.reset(seed=0)
    for _ in range(steps):
        obs, rewards, _, _, infos = envs.step(envs.action_space.sample())
        assert obs["a11y_bounds"].shape == (2, 128, 4)
        assert rewards.shape == (2,)
        assert "coverage_rate" in infos
    envs.close()


@pytest.mark.parametrize("mode", ["sync", "async"])
def test_vector_environments(mode: str) -> None:
    _run(lambda: gymnasium.make_vec(WIN, 2, vectorization_mode=mode, observation="a11y", max_steps=3, **QUICK))


def test_vector_environments_of_element_actions() -> None:
    _run(
        lambda: gymnasium.make_vec(
            WIN, 2, vectorization_mode="sync", wrappers=[ElementActions], observation="a11y", max_steps=3, **QUICK
        )
    )


ROLLOUT = """
import hashlib, sys
import gymnasium, numpy as np, omnigym
env = gymnasium.make("OmniBench-Win11-v0", tasks="suite:one-node", screenshot_size=(160, 120), max_steps=40)
env.action_space.seed(7)
digest = hashlib.sha256()
obs, info = env.reset(seed=7)
for _ in range(120):
    for key in sorted(obs):
        digest.update(np.ascontiguousarray(obs[key]).tobytes())
    digest.update(repr(sorted(info.items())).encode())
    obs, reward, terminated, truncated, info = env.step(env.action_space.sample())
    digest.update(repr(reward).encode())
    if terminated or truncated:
        obs, info = env.reset()
sys.stdout.write(digest.hexdigest())
"""


def test_rollouts_are_byte_equal_across_processes(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    program = tmp_path / "program.py"
    program.write_text(ROLLOUT)
    done = subprocess.run(  # the hashes of this process are others, by chance, and it has kept more of what it made
        [sys.executable, program], env={"PYTHONHASHSEED": "1"}, capture_output=True, text=True, check=True
    )
    runpy.run_path(str(program))
    assert done.stdout == capsys.readouterr().out
    assert len(done.stdout) == len(hashlib.sha256().hexdigest())


def test_info_is_plain_data() -> None:
    env = gymnasium.make(WIN, observation="a11y", **QUICK)
    _, info = env.reset(seed=0)
    json.dumps(info)
    json.dumps(env.step(encode_action(omnigym.actions.Wait()))[4])


def test_sb3_takes_the_observations() -> None:
    sb3 = pytest.importorskip("stable_baselines3.common.env_checker")
    env = ElementActions(OmniEnv(observation="both", screenshot_size=(64, 48), **QUICK), nodes=16)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        sb3.check_env(env)


def test_making_an_environment_composes_no_task() -> None:
    """With all tasks selected: the composed ones are read, which takes milliseconds instead of seconds."""
    program = (
        "import sys, gymnasium, omnigym\n"
        f"env = gymnasium.make({WIN!r})\n"
        "assert any(len(t.nodes) > 1 for t in env.unwrapped.tasks)\n"
        "assert 'omnigym.tasks.compose' not in sys.modules\n"
    )
    subprocess.run([sys.executable, "-W", "ignore", "-c", program], check=True)


@pytest.mark.parametrize(
    ("device", "resolution", "size"),
    [
        ("x11", None, (1920, 1080)),
        ("sim", None, (1920, 1080)),
        ("x11", (800, 600), (800, 600)),
        (X11Config(), None, (1024, 768)),
        ({"backend": "x11", "size": [640, 480]}, None, (640, 480)),
        ("guest", None, (1024, 768)),
        ("host", None, (1024, 768)),
    ],
)
def test_an_ids_screen_is_that_of_named_devices(device: Any, resolution: Any, size: tuple[int, int]) -> None:
    source = device_source(device, resolution, "linux", (1920, 1080))
    assert source.size == size


def test_osworld_has_the_screen_of_its_authors() -> None:
    (place,) = places_of("OSWorld-Linux-v0", "x11")
    assert place.devices[""].size == (1920, 1080)
    assert gymnasium.spec("OSWorld-Linux-v0").kwargs["screen"] == [1920, 1080]
