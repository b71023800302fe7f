"""Vector environments of several devices: what they give is what the single environments give."""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.vector import SyncVectorEnv
from gymnasium.wrappers.vector import RecordEpisodeStatistics

from omnigym.actions import On, Type
from omnigym.devices.fake import FakeDevice, Fault
from omnigym.devices.fake.config import FakeConfig
from omnigym.envs import MultiDeviceEnv, snapshots
from omnigym.envs.vector import OmniVectorEnv, make_vector
from omnigym.errors import ConfigError
from omnigym.spaces import encode_on
from omnigym.wrappers import MultiDiscreteActions
from tests.envs.test_multi_device import CROSS, DESKTOP, PHONE, task
from tests.envs.test_vector_env import same

SHOTS = ("desk_screenshot", "phone_screenshot")
DEVICES = {"desk": FakeConfig(), "phone": FakeConfig((200, 320))}


def vector(num_envs: int = 2, **kwargs: Any) -> OmniVectorEnv:
    made: Any = gymnasium.make_vec(
        "Crab-Cross-v0", num_envs, **({"devices": DEVICES, "platforms": None, "tasks": task(), "max_steps": 4} | kwargs)
    )
    assert isinstance(made, OmniVectorEnv)
    return made


@pytest.mark.parametrize(("mode", "workers"), [("NextStep", 0), ("SameStep", 2), ("Disabled", 0)])
def test_it_gives_what_gymnasiums_own_gives(mode: str, workers: int) -> None:
    ours = vector(num_workers=workers, autoreset_mode=mode)
    theirs = SyncVectorEnv([lambda: MultiDeviceEnv(DEVICES, task(), max_steps=4)] * 2, autoreset_mode=mode)
    assert (ours.observation_space, ours.action_space) == (theirs.observation_space, theirs.action_space)
    ours.action_space.seed(3)
    got, expected = ours.reset(seed=5), theirs.reset(seed=5)
    same((got[0], got[-1]), (expected[0], expected[-1]))
    for _ in range(11):
        actions = ours.action_space.sample()
        got, expected = ours.step(actions), theirs.step(actions)
        same((*got[:4], got[-1]), (*expected[:4], expected[-1]))
        ended = got[2] | got[3]
        if mode == "Disabled" and ended.any():
            same(ours.reset(options={"reset_mask": ended})[0], theirs.reset(options={"reset_mask": ended})[0])
    ours.close()
    theirs.close()


def test_screenshots_of_all_devices_are_lent() -> None:
    for writable in (False, True):
        envs = vector(num_workers=0, writable_screenshots=writable)
        kept, _ = envs.reset(seed=0)
        before = {key: kept[key].copy() for key in SHOTS}
        assert [kept[key].flags.writeable for key in SHOTS] == [writable] * 2
        act = encode_on(On("phone", Type("hello")), ("desk", "phone"))
        seen, *_ = envs.step([act, act])
        for key in SHOTS:
            np.testing.assert_array_equal(kept[key], before[key])
        np.testing.assert_array_equal(seen["desk_screenshot"], before["desk_screenshot"])
        assert (seen["phone_screenshot"] != before["phone_screenshot"]).any()
        envs.close()


def test_the_simulated_ones_and_their_snapshots() -> None:
    own: dict[str, Any] = {"devices": {"phone": PHONE, "desktop": DESKTOP}, "tasks": CROSS, "observation": "pixels"}
    envs = vector(num_workers=0, wrap=MultiDiscreteActions, max_steps=6, **own)
    single = MultiDiscreteActions(MultiDeviceEnv(**own, max_steps=6))
    observations, info = envs.reset(seed=4)
    envs.action_space.seed(0)
    seen, told = single.reset(seed=4)
    same({k: v[0] for k, v in observations.items()}, seen)
    assert info["task_id"][0] == told["task_id"]
    played = [envs.action_space.sample() for _ in range(4)]
    kept, steps = (), []
    for n, actions in enumerate(played):
        if n == 2:
            kept = envs.call(snapshots.take)
        steps.append(envs.step(actions)[:4])
        seen, *rest, _ = single.step(actions[0])
        same({k: v[0] for k, v in steps[-1][0].items()}, seen)
        assert [part[0] for part in steps[-1][1:]] == rest
    for n, snapshot in enumerate(kept):  # each comes back by itself, the other one stays as it is
        envs.reset(options={"snapshot": snapshot, "reset_mask": np.arange(2) == n})
    for actions, before in zip(played[2:], steps[2:], strict=True):
        same(envs.step(actions)[:4], before)
    envs.close()


def test_statistics_and_a_device_that_breaks() -> None:
    broken = {**DEVICES, "phone": FakeConfig(DEVICES["phone"].size, faults=(Fault("act", 2),))}
    plain = vector(each={"devices": [DEVICES, broken]}, num_workers=0, max_steps=6)
    envs = RecordEpisodeStatistics(plain)
    envs.reset(seed=0)
    act = encode_on(On("phone", Type("x")), ("desk", "phone"))
    ended = []
    for _ in range(7):
        *_, truncated, info = envs.step([act, act])
        if truncated[1]:
            assert info["failed_device"].tolist()[1] == "phone" and info["device_error"][1].startswith("phone")
            assert not truncated[0]
        ended.append(truncated.tolist())
        if truncated[0]:
            break
    assert ended[1] == [False, True] and ended[-1][0] and len(ended) == 6
    assert list(envs.length_queue)[:1] == [2]
    envs.close()


def test_the_id_has_its_own() -> None:
    envs = gymnasium.make_vec("Crab-Cross-v0", 1, observation="a11y")
    assert isinstance(envs, OmniVectorEnv) and envs.get_attr("device_names") == (("desktop", "phone"),)
    envs.close()


def test_live_devices_cannot_be_shared_out() -> None:
    live = {"desk": FakeDevice(), "phone": FakeDevice((200, 320))}
    with pytest.raises(ConfigError, match="builds its devices itself"):
        make_vector(2, devices=live, tasks=task())
