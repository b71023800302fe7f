"""What follows a restored snapshot is what followed the moment itself, byte for byte, wherever it is restored."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from multiprocessing import get_context
from pathlib import Path
from typing import Any, NamedTuple

import gymnasium
import numpy as np
import pytest
from gymnasium.error import ResetNeeded
from gymnasium.wrappers import RecordEpisodeStatistics, TimeLimit

from omnigym.actions import Wait
from omnigym.devices.fake import FakeDevice
from omnigym.devices.sim.device import SimDevice
from omnigym.envs import snapshots
from omnigym.envs.env import OmniEnv
from omnigym.envs.snapshots import Snapshot
from omnigym.errors import CapabilityError, ConfigError, UnreadableError
from omnigym.foreign import dump_plain
from omnigym.sim.platform import platform_of
from omnigym.tasks.task import Task
from omnigym.wrappers import (
    ElementActions,
    FlatBoxActions,
    GrayscaleScreenshot,
    NoProgressLimit,
    RecordTrajectory,
    StepLimit,
)

WINDOWS, ANDROID = "OmniBench-Win11-v0", "OmniBench-Android-v0"
#: What follows a moment: the action, and the bytes of all that the step returned.
Trace = list[tuple[int, bytes]]


class Case(NamedTuple):
    id: str
    arguments: dict[str, Any]

    def make(self) -> Any:
        env = gymnasium.make(self.id, screenshot_size=(128, 96), **self.arguments)
        return StepLimit(NoProgressLimit(ElementActions(env), 60), 70)


CASES = (
    Case(WINDOWS, {"reward": "progress", "disturbances": True, "node_status": True}),
    Case(WINDOWS, {"tasks": "suite:composed-2", "limits": {"max_invalid": 3}}),
    Case(ANDROID, {"reward": "progress"}),
    Case(ANDROID, {"reward": "sparse", "disturbances": ("toast", "mail")}),
)


class _Bare(FakeDevice):
    """A device that cannot be brought back, as real ones."""

    snapshot = None  # type: ignore[assignment]


def _bytes(result: tuple[Any, ...]) -> bytes:
    observation, *rest = result
    return pickle.dumps([(k, v.dtype.str, v.tobytes()) for k, v in observation.items()]) + repr(rest).encode()


def _follow(env: Any, rng: np.random.Generator, steps: int) -> Trace:
    """Random actions, at the end of an episode in the next one, so that what is drawn next is compared, too."""
    trace: Trace = []
    for _ in range(steps):
        action = int(rng.choice(np.flatnonzero(env.get_wrapper_attr("action_masks")())))
        result = env.step(action)
        trace.append((action, _bytes(result)))
        if result[2] or result[3]:
            trace.append((-1, _bytes(env.reset())))
    return trace


def _again(env: Any, trace: Trace) -> Iterator[tuple[int, bytes]]:
    for action, _ in trace:
        yield action, _bytes(env.reset() if action < 0 else env.step(action))


def _elsewhere(case: Case, content: bytes, trace: Trace) -> tuple[bytes, bool]:
    """In a process that knows nothing but these bytes: the moment, and whether the same follows."""
    env = case.make()
    moment = _bytes(snapshots.restore(env, Snapshot.from_bytes(content)))
    return moment, list(_again(env, trace)) == trace


@pytest.fixture(scope="module")
def elsewhere() -> Iterator[ProcessPoolExecutor]:
    """A process that has seen none of what is kept here."""
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as pool:
        yield pool


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case.id} {case.arguments}")
def test_the_same_follows_here_there_and_in_another_process(case: Case, elsewhere: ProcessPoolExecutor) -> None:
    env, other, rng = case.make(), case.make(), np.random.default_rng(5)
    env.reset(seed=int(rng.integers(1000)))
    kept = []
    for _ in range(4):
        _follow(env, rng, int(rng.integers(1, 25)))
        snapshot = snapshots.take(env)
        kept.append((snapshot, _bytes(snapshots.restore(env, snapshot)), _follow(env, rng, 20)))
    for snapshot, moment, trace in reversed(kept):  # also back and forth in time
        for again in (env, other):
            assert _bytes(snapshots.restore(again, snapshot)) == moment
            assert list(_again(again, trace)) == trace
    for snapshot, moment, trace in kept:
        assert elsewhere.submit(_elsewhere, case, bytes(snapshot), trace).result() == (moment, True)


def test_a_snapshot_never_changes_and_goes_by_value() -> None:
    env = OmniEnv(observation="a11y", max_steps=3)
    env.reset(seed=1)
    start = env.snapshot()
    content = bytes(start)
    for _ in range(3):
        *_, truncated, _info = env.step(Wait())
    assert truncated
    assert bytes(start) == content == bytes(pickle.loads(pickle.dumps(start)))
    assert copy.deepcopy(start) is copy.copy(start) is start
    ended = env.snapshot()
    env.restore(start)
    assert env.restore(ended)[1]["end_reason"] == "reach_step_limit"
    with pytest.raises(ResetNeeded):
        env.step(Wait())
    env.reset(seed=7, options={"snapshot": start})
    drawn = env.reset()[1]["task_id"]
    env.restore(start)
    env.reset(seed=7, options={"snapshot": ended})
    assert env.reset()[1]["task_id"] == drawn  # the seed, and not the snapshot, says what comes


def test_limits_go_on_where_they_were() -> None:
    make = partial(gymnasium.make, WINDOWS, observation="a11y", max_episode_steps=9)
    env: Any = StepLimit(make(), 6)
    assert isinstance(env.env, TimeLimit)
    env.reset(seed=0)
    env.step(Wait())
    early = snapshots.take(env)
    for _ in range(4):
        env.step(Wait())
    late = snapshots.take(env)
    snapshots.restore(env, early)
    assert [env.step(Wait())[3] for _ in range(5)] == [False] * 4 + [True]
    env.reset(options={"snapshot": late})  # so do vector environments
    assert env.step(Wait())[3]
    inner = make()
    snapshots.restore(inner, late)  # a limit that is not there any more does not matter
    assert [inner.step(Wait())[3] for _ in range(4)] == [False] * 3 + [True]
    inner.reset(options={"snapshot": late})  # Gymnasium's own limit knows nothing of the option
    assert not any(inner.step(Wait())[3] for _ in range(8))
    outer: Any = StepLimit(inner, 2)
    snapshots.restore(outer, snapshots.take(inner))  # and one that was not there begins anew
    assert [outer.step(Wait())[3] for _ in range(1)] == [True]  # by the inner one, at its ninth step


@pytest.mark.parametrize("wrap", [lambda env: GrayscaleScreenshot(FlatBoxActions(env)), ElementActions])
def test_wrappers_without_a_count_take_part(wrap: Any) -> None:
    env = wrap(gymnasium.make(WINDOWS, screenshot_size=(64, 48)))
    env.reset(seed=2)
    env.action_space.seed(0)
    env.step(env.action_space.sample())
    snapshot = snapshots.take(env)
    action = env.action_space.sample()
    then = _bytes(env.step(action))
    snapshots.restore(env, snapshot)
    assert _bytes(env.step(action)) == then


def test_what_cannot_be_is_said(tmp_path: Path, fake_task: Task) -> None:
    env = gymnasium.make(WINDOWS, observation="a11y", tasks="app:todo nodes:1")  # of content, which the fake has not
    with pytest.raises(ResetNeeded):
        env.unwrapped.snapshot()  # type: ignore[attr-defined]
    env.reset(seed=0)
    snapshot = snapshots.take(env)
    with pytest.raises(ConfigError, match="RecordEpisodeStatistics keeps"):
        snapshots.take(RecordEpisodeStatistics(env))
    recording = RecordTrajectory(env, tmp_path)
    recording.reset(seed=0)
    with pytest.raises(ConfigError, match="from their beginning"):
        snapshots.take(recording)
    with pytest.raises(ConfigError, match="from their beginning"):
        snapshots.restore(recording, snapshot)
    with pytest.raises(ConfigError, match="must be a Snapshot"):
        env.reset(options={"snapshot": bytes(snapshot)})
    with pytest.raises(ConfigError, match="takes one"):
        env.reset(options={"snapshot": snapshot, "task": snapshot.task})
    limited: Any = StepLimit(env, 5)
    limited.reset(seed=0)
    with pytest.raises(ConfigError, match="through a StepLimit"):
        snapshots.restore(NoProgressLimit(env, 5), snapshots.take(limited))
    with pytest.raises(ConfigError, match="windows of 1024x768"):
        OmniEnv(observation="a11y", resolution=(800, 600)).restore(snapshot)
    fake = OmniEnv(FakeDevice((64, 48)), fake_task)
    with pytest.raises(CapabilityError, match="needs content"):
        fake.restore(snapshot)
    with pytest.raises(ConfigError, match=r"what FakeDevice.snapshot\(\) returned, got Snapshot"):
        fake.restore(snapshot._replace(task=fake_task))
    fake.reset()
    assert fake.restore(fake.snapshot())[1]["steps"] == 0
    again = Snapshot.from_bytes(bytes(fake.snapshot()))  # any device's plain values will do
    assert fake.restore(again)[1]["steps"] == 0
    with pytest.raises(ConfigError, match="Only plain values"):
        bytes(fake.snapshot()._replace(device=object()))
    bare = OmniEnv(_Bare((64, 48)), fake_task)
    bare.reset()
    with pytest.raises(CapabilityError, match="no snapshots"):
        bare.snapshot()
    with pytest.raises(CapabilityError, match="no snapshots"):
        bare.restore(fake.snapshot())
    with pytest.raises(ConfigError, match="Only environments of omnigym"):
        snapshots.take(gymnasium.make("CartPole-v1"))


def test_apps_of_ones_own_do_not_go_to_another_process() -> None:
    env = OmniEnv(SimDevice(apps=platform_of("windows").apps()), observation="a11y")
    env.reset(seed=0)
    snapshot = env.snapshot()
    env.restore(snapshot)
    with pytest.raises(ConfigError, match="apps of its own"):
        bytes(snapshot)


def test_bytes_that_are_no_snapshot_are_refused() -> None:
    env = OmniEnv(observation="a11y")
    env.reset(seed=0)
    snapshot = env.snapshot()
    for value in ((), ("omnigym-snapshot/1", "{}", 1, 2, 3, 4, 5), tuple(snapshot[1:])):
        with pytest.raises(UnreadableError):
            Snapshot.from_bytes(dump_plain(value))
    random = {**snapshot.random, "state": {"state": "x"}}
    with pytest.raises(UnreadableError):
        Snapshot.from_bytes(bytes(snapshot._replace(random=random)))
    forged = Snapshot.from_bytes(bytes(snapshot._replace(device=snapshot.device._replace(made_for=()))))
    with pytest.raises(ConfigError, match="not of such a device"):
        env.restore(forged)
