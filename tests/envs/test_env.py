"""The environment, on the fake device."""

from __future__ import annotations

import warnings
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.error import ResetNeeded
from gymnasium.utils.env_checker import check_env

from omnigym.actions import Click, Done, Fail, Invalid, OpenApp, Press, Submit, Type, Wait
from omnigym.devices.fake import FakeDevice, Fault
from omnigym.devices.fake.config import FakeConfig
from omnigym.envs.arguments import EpisodeLimits
from omnigym.envs.env import OmniEnv
from omnigym.envs.episode import INFO_KEYS
from omnigym.errors import ActionError, CapabilityError, ConfigError, DeviceLostError, UnknownNameError
from omnigym.evaluation.condition import Condition
from omnigym.spaces import decode_text, encode_action
from omnigym.tasks.setup import WriteFile
from omnigym.tasks.task import Task
from omnigym.tasks.task_file import dumps_task, loads_task

MakeEnv = Callable[..., OmniEnv]
SAVE, COPY_ALL = Press("s", ("ctrl",)), (Press("a", ("ctrl",)), Press("c", ("ctrl",)))
SOLUTION = (Type("hello"), SAVE, *COPY_ALL)


def play(env: OmniEnv, *actions: Any) -> list[tuple[Any, ...]]:
    return [env.step(a) for a in actions]


def assert_same(a: dict[str, np.ndarray], b: dict[str, np.ndarray]) -> None:
    assert a.keys() == b.keys()
    for key in a:
        np.testing.assert_array_equal(a[key], b[key], err_msg=key)


@pytest.mark.parametrize("observation", ["both", "pixels", "a11y"])
def test_check_env(make_env: MakeEnv, observation: str) -> None:
    env = make_env(observation=observation, node_status=True)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        # scroll is in notches and duration in seconds; the learner's wrappers normalise them
        warnings.filterwarnings("ignore", message=".*normalized space.*")
        check_env(env, skip_render_check=True)


def test_an_instruction_is_observed_whole_or_flagged(make_env: MakeEnv) -> None:
    for length, whole in ((2048, True), (4, False)):
        env = make_env(sizes={"instruction_length": length})
        obs, info = env.reset(seed=0)
        assert info["instruction_overflow"] is not whole
        assert decode_text(obs["instruction"]) == info["instruction"][:length]
        assert env.step(Wait())[4]["instruction_overflow"] is not whole


@pytest.mark.parametrize("writable", [True, False])
@pytest.mark.parametrize("size", [None, (32, 24)])
def test_screenshots_that_may_be_written_to(make_env: MakeEnv, writable: bool, size: tuple[int, int] | None) -> None:
    env = make_env(writable_screenshots=writable, screenshot_size=size)
    first = env.reset(seed=0)[0]["screenshot"]
    kept = first.copy()
    if writable:
        first[:] = 7
        assert not np.array_equal(env.step(Wait())[0]["screenshot"], first), "the device's own frame stays as it is"
        assert np.array_equal(env.reset(seed=0)[0]["screenshot"], kept)
    assert env.reset(seed=0)[0]["screenshot"].flags.writeable or not writable


def test_a_random_agent_ends_no_episode_by_saying_so(make_env: MakeEnv) -> None:
    def said(end_actions: bool) -> set[str]:
        env = make_env(end_actions=end_actions, max_steps=60)
        env.action_space.seed(0)
        ends = set()
        for n in range(8):
            env.reset(seed=n)
            info = {"end_reason": ""}
            while info["end_reason"] == "":
                info = env.step(env.action_space.sample())[4]
            ends.add(info["end_reason"])
        return ends & {"false_completion", "fail_declared"}

    assert not said(end_actions=False)
    assert said(end_actions=True) == {"false_completion", "fail_declared"}


@pytest.mark.parametrize("end_actions", [False, True])
def test_done_and_fail_end_an_episode_whatever_is_sampled(make_env: MakeEnv, end_actions: bool) -> None:
    env = make_env(end_actions=end_actions)
    for action, reason in ((Done(), "false_completion"), (encode_action(Fail()), "fail_declared")):
        env.reset(seed=0)
        _, _, terminated, _, info = env.step(action)
        assert terminated and info["end_reason"] == reason


@pytest.mark.parametrize("observation", ["both", "pixels", "a11y"])
def test_random_actions_stay_in_the_space(make_env: MakeEnv, observation: str) -> None:
    env = make_env(observation=observation, sizes={"nodes": 4}, node_status=True)
    env.action_space.seed(0)
    obs, info = env.reset(seed=0)
    for _ in range(300):
        assert obs in env.observation_space
        assert tuple(info) == INFO_KEYS
        obs, reward, terminated, truncated, info = env.step(env.action_space.sample())
        assert 0.0 <= reward <= 1.0
        if terminated or truncated:
            assert info["end_reason"] != ""
            obs, info = env.reset()


def test_the_return_is_the_coverage_rate(make_env: MakeEnv) -> None:
    env = make_env()
    _, info = env.reset()
    assert info["node_status"] == ("evaluating", "waiting")
    steps = play(env, *SOLUTION)
    rewards = [s[1] for s in steps]
    assert rewards == pytest.approx([0, 1 / 3, 0, 2 / 3])
    assert [s[2] for s in steps] == [False, False, False, True]
    info = steps[-1][4]
    assert info["end_reason"] == "success"
    assert info["is_success"] is True
    assert info["coverage_rate"] == 1.0
    assert info["newly_completed"] == "copy"
    assert info["node_status"] == ("completed", "completed")
    assert steps[1][4]["newly_completed"] == "save"
    assert steps[1][4]["coverage_rate"] == pytest.approx(1 / 3)


def test_dict_actions_do_the_same_as_values(make_env: MakeEnv) -> None:
    one, two = make_env(), make_env()
    one.reset(seed=1)
    two.reset(seed=1)
    for a, b in zip(play(one, *SOLUTION), play(two, *map(encode_action, SOLUTION)), strict=True):
        assert_same(a[0], b[0])
        assert a[1:] == b[1:]


@pytest.mark.parametrize(
    ("reward", "solved", "truncated"), [("sparse", [0, 0, 0, 1], [0, 0]), ("coverage", [0, 0, 0, 1], [0, 1 / 3])]
)
def test_rewards_without_the_moments(
    make_env: MakeEnv, reward: str, solved: list[float], truncated: list[float]
) -> None:
    env = make_env(reward=reward)
    env.reset()
    assert [s[1] for s in play(env, *SOLUTION)] == solved
    env = make_env(reward=reward, max_steps=2)
    env.reset()
    assert [s[1] for s in play(env, *SOLUTION[:2])] == pytest.approx(truncated)


@pytest.mark.parametrize("gamma", [1.0, 0.9])
def test_progress_reward_is_potential_based(make_env: MakeEnv, gamma: float) -> None:
    env = make_env(reward="progress", gamma=gamma)
    env.reset()
    start = env.evaluator.progress
    assert start == pytest.approx(1 / 3 / 2), "the editor is open: half of the way to the first node"
    rewards = [s[1] for s in play(env, *SOLUTION)]
    discounted = sum(gamma**n * r for n, r in enumerate(rewards))
    plain = sum(gamma**n * r for n, r in enumerate([0, 1 / 3, 0, 2 / 3]))
    assert discounted == pytest.approx(plain - start), "shaping changes the return of every episode by the same"


@pytest.mark.parametrize("reward", ["completion", "progress"])
def test_milestones_shape_the_reward_and_never_the_score(make_env: MakeEnv, fake_task: Task, reward: str) -> None:
    gamma = 0.9
    (save, copy) = fake_task.definitions
    save = replace(save, milestones=(Condition("check_text_exists_via_control", {"text": "{text}"}),))
    task = replace(fake_task, definitions=(save, copy))
    assert {n.subtask for n in task.nodes} >= {save.id}
    env = make_env(tasks=task, reward=reward, gamma=gamma)
    env.reset()
    start = env.evaluator.progress if reward == "progress" else 0.0
    back = (Press("backspace"), Type("o"))  # a way round
    steps = play(env, SOLUTION[0], *back, *SOLUTION[1:])
    discounted = sum(gamma**n * s[1] for n, s in enumerate(steps))
    plain = sum(gamma**n * r for n, r in enumerate([0, 0, 0, 1 / 3, 0, 2 / 3]))
    assert discounted == pytest.approx(plain - start)
    assert [s[4]["coverage_rate"] for s in steps] == pytest.approx([0, 0, 0, 1 / 3, 1 / 3, 1])
    if reward == "progress":
        assert steps[0][1] > 0 > steps[1][1], "typed, and taken back"


def test_an_episode_that_begins_on_the_way_gains_nothing_by_staying(make_env: MakeEnv, fake_task: Task) -> None:
    (save, copy) = fake_task.definitions
    save = replace(save, milestones=(Condition("file_exists", {"path": "there.txt"}),))
    task = replace(fake_task, definitions=(save, copy), setup=(WriteFile("there.txt", ""),))
    env = make_env(tasks=task, reward="progress", gamma=1.0)
    env.reset()
    assert env.step(Wait())[1] == 0.0
    assert env.step(Done())[1] == pytest.approx(-2 / 3 / 3), "the end has no potential"


def test_done_too_early_is_false_completion(make_env: MakeEnv) -> None:
    env = make_env()
    env.reset()
    _, reward, terminated, truncated, info = env.step(Done())
    assert (reward, terminated, truncated) == (0.0, True, False)
    assert info["end_reason"] == "false_completion"
    assert not info["is_success"]


def test_fail_is_declared(make_env: MakeEnv) -> None:
    env = make_env()
    env.reset()
    assert env.step(Fail())[4]["end_reason"] == "fail_declared"


def test_stepping_an_ended_episode(make_env: MakeEnv) -> None:
    env = make_env()
    for ask in (lambda: env.step(Wait()), lambda: env.task, lambda: env.evaluator):
        with pytest.raises(ResetNeeded, match="reset"):
            ask()
    env.reset()
    env.step(Done())
    with pytest.raises(ResetNeeded):
        env.step(Wait())


def test_step_limit_and_success_on_the_last_step(make_env: MakeEnv) -> None:
    env = make_env(max_steps=4)
    env.reset()
    assert play(env, *SOLUTION)[-1][2:4] == (True, False), "success wins the tie with the step limit"
    env.reset()
    last = play(env, *[Wait()] * 4)[-1]
    assert last[2:4] == (False, True)
    assert last[4]["end_reason"] == "reach_step_limit"


def test_the_tasks_own_step_limit(make_env: MakeEnv) -> None:
    env = make_env()
    env.reset()
    ends = [s[3] for s in play(env, *[Wait()] * 20)]
    assert ends == [False] * 19 + [True]


def test_no_progress(make_env: MakeEnv) -> None:
    env = make_env(limits={"max_idle_steps": 3})
    env.reset()
    play(env, Type("hello"), SAVE)
    steps = play(env, Wait(), Wait(), Wait())
    assert [s[3] for s in steps] == [False, False, True]
    assert steps[-1][4]["end_reason"] == "no_progress"


def test_a_task_may_limit_idle_steps(make_env: MakeEnv, fake_task: Task) -> None:
    task = replace(fake_task, max_idle_steps=2)
    for limits, steps in ((None, 2), (EpisodeLimits(max_idle_steps=3), 3)):
        env = make_env(tasks=task, limits=limits)
        env.reset()
        ends = [s[4]["end_reason"] for s in play(env, *[Wait()] * steps)]
        assert ends == [""] * (steps - 1) + ["no_progress"]
    assert loads_task(dumps_task(task)).max_idle_steps == 2


def test_invalid_actions_count_and_touch_nothing(make_env: MakeEnv) -> None:
    env = make_env(limits={"max_invalid": 2})
    obs, _ = env.reset()
    after, reward, _, _, info = env.step(Invalid("clik(3)", "unknown function"))
    assert_same(after, obs)
    assert reward == 0
    assert info["invalid_action"] == "unknown function"
    assert env.step(Wait())[4]["invalid_action"] == ""
    env.step(Invalid("x", "y"))
    assert env.step(Invalid("x", "y"))[4]["end_reason"] == "invalid_action"


def test_actions_outside_the_space_change_nothing(make_env: MakeEnv) -> None:
    env = make_env()
    env.reset()
    bad = encode_action(Click((0.5, 0.5))) | {"position": np.array([2.0, 0.0])}
    with pytest.raises(ActionError, match=r"\[0, 1\]"):
        env.step(bad)
    with pytest.raises(ActionError, match="Expected a value of"):
        env.step("click")
    assert env.step(Wait())[4]["steps"] == 1


@pytest.mark.parametrize("as_dict", [True, False])
def test_opening_an_app_that_does_not_exist_is_invalid(make_env: MakeEnv, as_dict: bool) -> None:
    env = make_env()
    env.reset()
    action = OpenApp("text_editr")
    info = env.step(encode_action(action) if as_dict else action)[4]
    assert "text_editor" in info["invalid_action"]
    assert env.step(OpenApp("text_editor"))[4]["invalid_action"] == ""


def test_submit_is_an_ordinary_action(make_env: MakeEnv) -> None:
    env = make_env()
    env.reset()
    assert env.step(Submit("42"))[4]["answer"] == "42"
    assert env.step(Wait())[4]["answer"] == "42"
    assert env.reset()[1]["answer"] == ""


# -- devices that fail ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("call", ["act", "screenshot", "tree"])
def test_a_broken_device_truncates_and_is_not_scored(make_env: MakeEnv, call: str) -> None:
    env = make_env(Fault(call, 3))
    obs, _ = env.reset()
    for _ in range(5):
        last = {k: v.copy() for k, v in obs.items()}
        obs["screenshot"][:] = 0  # the observation is the caller's
        obs, reward, terminated, truncated, info = env.step(Type("a"))
        if truncated:
            break
    assert (reward, terminated, truncated) == (0.0, False, True)
    assert info["end_reason"] == "device_error"
    assert info["unscored"] is True
    assert info["steps"] <= 3
    assert f"fake.{call}" in info["device_error"]
    assert_same(obs, last)
    _, info = env.reset()
    assert info["device_error"] == ""


def test_reset_rebuilds_the_device(make_env: MakeEnv) -> None:
    env = make_env(Fault("reset", 2))
    env.reset()
    first = env.device
    _, info = env.reset()
    assert info["device_restarts"] == 1
    assert env.device is not first
    assert first.closed  # type: ignore[attr-defined]


def test_reset_gives_up_after_bounded_tries(make_env: MakeEnv) -> None:
    env = make_env(Fault("launch", 1, repeat=9), limits={"reset_retries": 2})
    with pytest.raises(DeviceLostError, match=r"fake\.launch"):
        env.reset()
    with pytest.raises(ResetNeeded):
        env.step(Wait())


def test_a_live_device_is_kept(fake_task: Task) -> None:
    device = FakeDevice(faults=[Fault("reset", 2)])
    env = OmniEnv(device=device, tasks=fake_task)
    env.reset()
    assert env.reset()[1]["device_restarts"] == 1
    assert env.device is device


def test_a_check_that_cannot_tell_leaves_the_episode_unscored(make_env: MakeEnv) -> None:
    env = make_env(Fault("stat", 1, repeat=99), max_steps=3)
    env.reset()
    info = play(env, Wait(), Wait(), Wait())[-1][4]
    assert info["unscored"] is True
    assert info["end_reason"] == "reach_step_limit"


# -- observations ----------------------------------------------------------------------------------------------------


def test_every_array_is_new(make_env: MakeEnv) -> None:
    env = make_env(node_status=True)
    obs, _ = env.reset()
    later = env.step(Wait())[0]
    for key in obs:
        assert not np.shares_memory(obs[key], later[key]), key
        assert obs[key].flags.writeable, key
        obs[key][...] = 1
    assert_same(env.step(Wait())[0], later)


def test_the_tree_is_a_snapshot_of_its_step(make_env: MakeEnv) -> None:
    for observation in ("both", "pixels"):
        env = make_env(observation=observation)
        env.reset()
        before = env.a11y()
        env.step(Type("later"))
        assert before.find(text="later") is None
        assert env.a11y().find(text="later") is not None


def test_a11y_paints_nothing(make_env: MakeEnv) -> None:
    env = make_env(observation="a11y")
    env.reset()
    play(env, Wait(), Type("a"))
    assert env.device.calls["screenshot"] == 0  # type: ignore[attr-defined]


def test_sizes(make_env: MakeEnv) -> None:
    env = make_env(resolution=(640, 480), screenshot_size=(160, 120))
    obs, _ = env.reset()
    assert env.device.size == (640, 480)
    assert obs["screenshot"].shape == (120, 160, 3)
    assert obs in env.observation_space


def test_instruction_and_node_status(make_env: MakeEnv, fake_task: Task) -> None:
    env = make_env(node_status=True)
    obs, info = env.reset()
    assert decode_text(obs["instruction"]) == fake_task.instruction == info["instruction"]
    assert obs["node_status"][:3].tolist() == [2, 1, 0]
    obs = play(env, Type("hello"), SAVE)[-1][0]
    assert obs["node_status"][:3].tolist() == [3, 2, 0]


def test_render(make_env: MakeEnv) -> None:
    env = make_env(render_mode="rgb_array", observation="a11y")
    env.reset()
    frame = env.render()
    assert frame is not None
    assert frame.shape == (240, 320, 3)


# -- tasks and configuration -----------------------------------------------------------------------------------------


def test_tasks_are_drawn_by_the_seed(make_env: MakeEnv, fake_task: Task) -> None:
    tasks = [replace(fake_task, id=f"t{n}") for n in range(8)]
    drawn = []
    for _ in range(2):
        env = make_env(tasks=tasks)
        drawn.append([env.reset(seed=5)[1]["task_id"]] + [env.reset()[1]["task_id"] for _ in range(20)])
    assert drawn[0] == drawn[1]
    assert len(set(drawn[0])) > 4
    env = make_env(tasks=tasks)
    assert env.reset(options={"task": "t3"})[1]["task_id"] == "t3"
    with pytest.raises(UnknownNameError, match="t3"):
        env.reset(options={"task": "t33"})
    with pytest.raises(ConfigError, match="taks"):
        env.reset(options={"taks": "t3"})


@pytest.mark.parametrize(
    "kwargs",
    [
        {"observation": "pixel"},
        {"reward": "dense"},
        {"split": "test"},
        {"device": "fakee"},
        {"resolution": (0, 4)},
        {"screenshot_size": (4,)},
        {"resolution": "abc"},
        {"resolution": (64.5, 48)},
        {"resolution": (10**6, 10**6)},
        {"max_steps": "ten"},
        {"sizes": {"nodes": 0}},
        {"sizes": {"text_length": 0}},
        {"sizes": {"instruction_length": -1}},
        {"sizes": {"node": 3}},
        {"sizes": 3},
        {"limits": {"max_idle_steps": 0}},
        {"limits": {"max_invalid": "two"}},
        {"limits": {"max_steps": 3}},
        {"limits": [3]},
        {"tasks": 3},
        {"max_steps": 0},
        {"gamma": 2.0},
        {"gamma": "high"},
        {"render_mode": "ansi"},
        {"limits": {"reset_retries": -1}},
        {"device": FakeConfig(), "platform": "windows"},
    ],
)
def test_wrong_arguments(make_env: MakeEnv, kwargs: dict[str, Any]) -> None:
    with pytest.raises(ConfigError):
        make_env(**kwargs)


def test_tasks_of_another_device_are_refused(fake_task: Task) -> None:
    with pytest.raises(CapabilityError, match="done on linux"):
        OmniEnv(device="sim", tasks=fake_task)


def test_capabilities_are_checked_when_the_environment_is_built(fake_task: Task) -> None:
    class Bare:
        name, platform, size = "fake", "linux", (64, 48)
        reset = screenshot = act = close = lambda self, *args: None

    with pytest.raises(CapabilityError, match="needs a11y, apps, clipboard, files"):
        OmniEnv(device=Bare(), tasks=fake_task)  # type: ignore[arg-type]


def test_close_twice(make_env: MakeEnv) -> None:
    env = make_env()
    env.reset()
    env.close()
    env.close()
    env.reset()
    assert env.step(Wait())[4]["steps"] == 1


def test_unknown_ids_suggest_close_ones() -> None:
    with pytest.raises(gymnasium.error.Error, match="OmniBench-Win11"):
        gymnasium.make("OmniBench-Win1-v0")


def test_reward_and_coverage_are_floats_from_the_start(make_env: MakeEnv) -> None:
    env = make_env()
    _, info = env.reset()
    assert type(info["coverage_rate"]) is float
    _, reward, _, _, info = env.step(Wait())
    assert type(reward) is float
    assert type(info["coverage_rate"]) is float


def test_fail_is_success_where_the_task_cannot_be_done(make_env: MakeEnv, fake_task: Task) -> None:
    env = make_env(tasks=replace(fake_task, infeasible=True))
    env.reset()
    *_, info = env.step(Fail())
    assert (info["end_reason"], info["is_success"]) == ("fail_declared", True)


def test_fail_on_a_right_final_state_is_paid_and_no_success(make_env: MakeEnv, fake_task: Task) -> None:
    env = make_env(tasks=replace(fake_task, evaluate="at_end"))
    returns = {}
    for last in (Done(), Fail()):
        env.reset()
        play(env, *SOLUTION)
        _, reward, terminated, _, info = env.step(last)
        assert terminated
        returns[type(last)] = (reward, info["coverage_rate"], info["end_reason"], info["is_success"])
    assert returns == {Done: (1.0, 1.0, "success", True), Fail: (1.0, 1.0, "fail_declared", False)}
