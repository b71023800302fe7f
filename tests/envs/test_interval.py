"""Sound and video of the time between two steps, as environments observe them."""

from __future__ import annotations

import pickle
import warnings
from collections.abc import Callable
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

from omnigym.actions import Done, Invalid, On, OpenApp, Type, Wait
from omnigym.devices.fake import FakeDevice, Fault
from omnigym.devices.sim.config import SimConfig
from omnigym.envs import MultiDeviceEnv, OmniEnv, snapshots
from omnigym.errors import CapabilityError, ConfigError
from omnigym.tasks.task import Task, TaskNode

MakeEnv = Callable[..., OmniEnv]
BOTH: dict[str, Any] = {"audio": True, "video": True}
PHONE: dict[str, Any] = {
    "device": SimConfig((270, 600), "android", 0.75),
    "observation": "pixels",
    "sizes": {"audio_samples": 16_000, "video_frames": 3},
    **BOTH,
}
KEYS = {"audio", "audio_length", "video", "video_time"}


def _phone() -> OmniEnv:
    return OmniEnv(tasks="app:music nodes:1", **PHONE)


def test_nothing_is_observed_unasked(make_env: MakeEnv) -> None:
    env = make_env()
    observation, _ = env.reset(seed=0)
    assert not KEYS & observation.keys() and not KEYS & env.observation_space.keys()
    assert not any(env.device.calls[call] for call in ("listen", "watch", "next_interval"))  # type: ignore[attr-defined]
    with pytest.raises(ConfigError, match="audio=True"):
        env.audio()
    heard = make_env(audio=True)
    heard.reset(seed=0)
    with pytest.raises(ConfigError, match="video=True"):
        heard.video()


def test_each_step_has_its_own(make_env: MakeEnv) -> None:
    env = make_env(**BOTH)
    observation, _ = env.reset(seed=0)
    assert observation in env.observation_space
    assert not observation["audio"].any() and observation["audio_length"] == [0]
    lengths = []
    for action in (OpenApp("text_editor"), Type("a"), Invalid("x", "no"), Wait(1.0)):
        observation = env.step(action)[0]
        assert observation in env.observation_space
        (length,) = observation["audio_length"]
        lengths.append(int(length))
        assert not observation["audio"][: 32_000 - length].any()
        np.testing.assert_array_equal(env.audio(), observation["audio"][32_000 - length :])
        np.testing.assert_array_equal(env.video()[0], observation["video"])
    assert lengths == [1600, 1600, 0, 1600]


@pytest.mark.filterwarnings("ignore:.*we recommend using a symmetric")
def test_check_env_accepts_it(make_env: MakeEnv) -> None:
    check_env(make_env(**BOTH), skip_render_check=True)


def test_a_device_that_is_deaf_is_refused(make_env: MakeEnv) -> None:
    class Deaf(FakeDevice):
        audio = None  # type: ignore[assignment]

    with pytest.raises(CapabilityError, match="audio"):
        make_env(device=Deaf(), audio=True).reset()

    class Blind(FakeDevice):
        video = None  # type: ignore[assignment]

    with pytest.raises(CapabilityError, match="video"):
        make_env(device=Blind(), video=True).reset()


@pytest.mark.parametrize("sizes", [{"audio_samples": 0}, {"audio_samples": 960_001}, {"video_frames": 65}])
def test_sizes_have_limits(make_env: MakeEnv, sizes: dict[str, int]) -> None:
    with pytest.raises(ConfigError, match=next(iter(sizes))):
        make_env(sizes=sizes, **BOTH)


@pytest.mark.parametrize("call", ["audio", "video", "next_interval"])
def test_a_device_that_breaks_at_it_truncates(make_env: MakeEnv, call: str) -> None:
    env = make_env(Fault(call, 3), **BOTH)
    env.reset(seed=0)
    ends = [env.step(Type("a")) for _ in range(2)]
    observation, reward, _, truncated, info = ends[1]
    assert truncated and reward == 0.0 and info["end_reason"] == "device_error"
    assert observation in env.observation_space


@pytest.mark.parametrize(
    ("call", "value"),
    [
        ("audio", np.zeros(10, np.float32)),
        ("audio", np.zeros((10, 2), np.int16)),
        ("audio", np.zeros(99_999, np.int16)),
        ("video", (np.zeros((1, 2, 2, 3), np.uint8), np.zeros(4, np.float32))),
        ("video", (np.zeros((4, 60, 80, 3), np.uint8), np.full(4, np.nan, np.float32))),
    ],
)
def test_what_is_no_sound_or_video_is_a_device_error(make_env: MakeEnv, call: str, value: object) -> None:
    device = FakeDevice()
    env = make_env(device=device, **BOTH)
    env.reset(seed=0)
    setattr(device, call, lambda *_: value)
    info = env.step(Type("a"))[4]
    assert info["end_reason"] == "device_error" and f"fake.{call}" in info["device_error"]


def test_a_wait_is_seen_and_heard_with_the_same_bytes_again() -> None:
    seen = []
    for env in (_phone(), _phone()):
        env.reset(seed=3)
        env.step(OpenApp("music"))
        env.device.launch("music", "Music/Mara Vale - Golden Hour.wav")  # type: ignore[attr-defined]
        observation = env.step(Wait(1.5))[0]
        assert observation["audio_length"] == [16_000] and observation["audio"].any()
        assert observation["video_time"].tolist() == [1.5, 0.75, 0.0]
        assert env.step(Done())[0]["audio_length"] == [0]
        seen.append(observation)
    assert all(np.array_equal(seen[0][key], seen[1][key]) for key in seen[0])


def test_a_snapshot_has_the_interval() -> None:
    env, other = _phone(), _phone()
    env.reset(seed=0)
    env.device.launch("music", "Music/Mara Vale - Golden Hour.wav")  # type: ignore[attr-defined]
    observation = env.step(Wait(1.0))[0]
    kept = snapshots.take(env)
    after = env.step(Wait(0.5))[0]
    for fresh in (env, other):
        again, _ = snapshots.restore(fresh, pickle.loads(pickle.dumps(kept)))
        then = fresh.step(Wait(0.5))[0]
        for first, second in ((observation, again), (after, then)):
            assert all(np.array_equal(first[key], second[key]) for key in first)


def test_several_devices_share_the_time() -> None:
    devices = {"phone": SimConfig((270, 600), "android", 0.75), "desktop": SimConfig((640, 480))}
    folder = TaskNode("folder", "files/create-folder", {"name": "Reports", "folder": "Documents"}, "desktop")
    env = MultiDeviceEnv(devices, tasks=Task(id="one", nodes=(folder,)), **BOTH)
    env.reset(seed=0)
    observation = env.step(On("desktop", OpenApp("text_editor")))[0]
    assert observation in env.observation_space
    assert observation["phone_audio_length"] == observation["desktop_audio_length"] == [8_000]
    assert observation["desktop_video"].shape == (4, 120, 160, 3)
    assert env.audio("phone").shape == (8_000,) and env.video("desktop", 2)[0].shape == (2, 120, 160, 3)


def test_a_vector_of_them() -> None:
    envs = gymnasium.make_vec("OmniBench-Android-v0", num_envs=2, vectorization_mode="sync", **PHONE)
    observation, _ = envs.reset(seed=0)
    assert observation["audio"].shape == (2, 16_000) and observation["video"].shape == (2, 3, 120, 54, 3)
    assert envs.step(envs.action_space.sample())[0] in envs.observation_space
    envs.close()


def test_gymnasium_checks_a_phone_that_is_heard_and_watched() -> None:
    env: Any = gymnasium.make("OmniBench-Android-v0", tasks="phone-music/like@0", **BOTH)
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", message=".*normalized space.*")
        check_env(env.unwrapped, skip_render_check=True)
    env.close()


def test_ten_minutes_of_waiting_are_a_minute_of_sound_at_most() -> None:
    env: Any = gymnasium.make("OmniBench-Android-v0", tasks="phone-music/like@0", **BOTH)
    env.reset(seed=0)
    for _ in range(10):
        observation, *_ = env.step(Wait(60.0))
    assert observation["audio"].shape == (32_000,) and len(env.unwrapped.audio(60.0)) == 960_000
    assert observation["audio_length"][0] <= 960_000 and observation["video_time"][0] == pytest.approx(60.0)
    with pytest.raises(ConfigError):
        env.unwrapped.audio(600.0)
    env.close()
