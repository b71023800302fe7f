"""Episodes of MiniWoB++ in a real browser: its instruction, its reward, its end; beginning anew in the same page."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest

from omnigym.actions import Click, KeyDown, MouseDown, Press, Wait
from omnigym.benchmarks.miniwob import MiniWob, miniwob_task
from omnigym.devices.chromium.device import ChromiumDevice
from omnigym.envs.env import OmniEnv
from omnigym.spaces import decode_text

pytestmark = pytest.mark.chromium

Make = Callable[..., OmniEnv]


@pytest.fixture
def make(browser: ChromiumDevice) -> Iterator[Make]:
    """Environments on the session's browser, which none of them closes."""

    def env_of(name: str, **kwargs: Any) -> OmniEnv:
        hosted = {k: kwargs.pop(k) for k in ("decay", "mode") if k in kwargs}
        return OmniEnv(browser, tasks=miniwob_task(name, **hosted), **kwargs)

    yield env_of
    browser.reset(0)


def button(env: OmniEnv, name: str) -> Click:
    """A click on a button of the page, found in the tree as an agent would."""
    node = env.a11y().find(name=name)
    assert node is not None
    x, y = node.center
    return Click(((x + 0.5) / 160, (y + 0.5) / 210))


def test_its_utterance_is_the_instruction(make: Make) -> None:
    env = make("click-test-2")
    obs, info = env.reset(seed=0)
    assert info["instruction"] == "Click button ONE."
    assert decode_text(obs["instruction"]) == "Click button ONE."
    assert obs in env.observation_space


@pytest.mark.parametrize(("name", "reward", "end"), [("ONE", 1.0, "success"), ("TWO", -1.0, "task_over")])
def test_its_reward_and_end(make: Make, name: str, reward: float, end: str) -> None:
    env = make("click-test-2")
    env.reset(seed=0)
    _, got, terminated, truncated, info = env.step(button(env, name))
    assert (got, terminated, truncated) == (reward, True, False)
    assert info["end_reason"] == end and info["is_success"] == (reward > 0)


def test_time_costs_nothing_by_default(make: Make) -> None:
    env = make("click-test-2")
    env.reset(seed=0)
    _, _, terminated, truncated, _ = env.step(Wait(30.0))  # longer than the page's own limit
    assert not terminated and not truncated
    assert env.step(button(env, "ONE"))[1] == 1.0


def test_decay_is_by_the_pages_own_time(make: Make) -> None:
    env = make("click-test-2", decay=True)
    rewards = []
    for _ in range(2):
        env.reset(seed=0)
        env.step(Wait(4.0))
        rewards.append(env.step(button(env, "ONE"))[1])
    assert rewards[0] == rewards[1]
    assert 0.5 < rewards[0] < 0.61  # the limit is ten seconds
    env.reset(seed=0)
    _, reward, terminated, _, info = env.step(Wait(11.0))
    assert (reward, terminated, info["end_reason"]) == (-1.0, True, "task_over")


def test_a_seed_is_a_problem_whatever_came_before(browser: ChromiumDevice) -> None:
    def seen(seed: int) -> tuple[str, np.ndarray]:
        instruction = MiniWob("click-checkboxes").begin(browser, seed).instruction
        return instruction, browser.screenshot()

    browser.reset(0)
    first = seen(5)
    other = seen(6)
    again = seen(5)
    assert first[0] == again[0] != other[0]
    np.testing.assert_array_equal(first[1], again[1])


def test_a_seed_is_the_problem_of_miniwobs_own_environment(browser: ChromiumDevice) -> None:
    run = MiniWob("click-button").begin(browser, 3)
    own = browser.evaluate("(Math.seedrandom(3), core.endEpisode(0), core.startEpisodeReal(), core.getUtterance())")
    assert run.instruction == own


def test_the_next_episode_begins_in_the_same_page(browser: ChromiumDevice) -> None:
    MiniWob("click-test").begin(browser, 0)
    browser.evaluate("window.mark = 1")
    MiniWob("click-test").begin(browser, 1)
    assert browser.evaluate("window.mark") == 1
    MiniWob("click-test-2").begin(browser, 0)
    assert browser.evaluate("window.mark") is None


@pytest.mark.parametrize("held", [MouseDown((0.5, 0.9)), KeyDown("shift"), Press("c", ("ctrl",))])
def test_what_could_not_be_undone_loads_the_page_anew(browser: ChromiumDevice, held: Any) -> None:
    MiniWob("copy-paste").begin(browser, 0)
    browser.evaluate("(window.mark = 1, document.querySelector('textarea, input').select())")
    browser.act(held)
    MiniWob("copy-paste").begin(browser, 1)
    assert browser.evaluate("window.mark") is None


def test_a_broken_browser_is_replaced(browser: ChromiumDevice) -> None:
    from omnigym.errors import DeviceError

    MiniWob("click-test").begin(browser, 0)
    desk = browser._desk
    assert desk is not None
    desk.browser.process.kill()
    desk.browser.process._leash.wait(10)  # it is killed by the leash, in its own time
    with pytest.raises(DeviceError):
        browser.act(Wait(0.1))
    assert MiniWob("click-test").begin(browser, 0).instruction == "Click the button."


def test_an_episode_of_the_agents_own_does_not_count(make: Make) -> None:
    env = make("click-test-2")
    env.reset(seed=0)
    env.step(Press("f5"))
    env.step(Click((0.3, 0.5)))  # START
    _, reward, terminated, _, _ = env.step(button(env, "ONE"))
    assert (reward, terminated) == (0.0, False)
    assert "not there" in env.evaluator.verdicts["1"].message


def test_what_tells_the_reward_is_not_seen(make: Make) -> None:
    env = make("click-test-2")
    env.reset(seed=0)
    env.step(button(env, "ONE"))
    env.reset(seed=0)
    assert not any("reward" in node.name.lower() for node in env.a11y().nodes)


def test_it_needs_no_accessibility_to_be_observed(make: Make) -> None:
    env = make("click-test", observation="pixels", screenshot_size=(80, 105))
    obs, _ = env.reset(seed=0)
    assert obs["screenshot"].shape == (105, 80, 3)
