"""Functions, texts and pictures of an environment."""

from __future__ import annotations

import io
from collections.abc import Iterator
from typing import Any

import gymnasium
import pytest
from PIL import Image

import omnigym  # noqa: F401 - registers the ids
from omnigym.agents.dialects import View, make_dialect
from omnigym.agents.tool_env import ToolEnv, ToolObservation
from omnigym.baselines.agent import make_agent
from omnigym.errors import ConfigError, DeviceLostError

_OPEN = "hello/phone-open-tool@1"


def made(**arguments: Any) -> gymnasium.Env:
    return gymnasium.make("OmniBench-Android-v0", tasks="suite:hello", **arguments)


@pytest.fixture
def env() -> Iterator[gymnasium.Env]:
    env = made()
    yield env
    env.close()


def test_an_episode_by_functions_alone(env: gymnasium.Env) -> None:
    """The oracle's actions, said as calls, are paid as the oracle is."""
    played, oracle, dialect = ToolEnv(env), make_agent("oracle"), make_dialect("omnigym", "android", False)
    seen = played.reset(seed=3, task=_OPEN)
    oracle.reset(env, seen.info)
    size = env.unwrapped.devices[""].size  # type: ignore[attr-defined]
    dialect.look(View(size, size))
    assert seen.text.startswith("Task: Open Calendar.\n")
    assert seen.picture is not None
    assert Image.open(io.BytesIO(seen.picture.data)).size == size
    while not seen.over:
        for name, arguments in dialect.say(oracle.act({}, seen.info)):
            seen = played.call(name, arguments)
    assert (played.score, played.is_success, played.running) == (1.0, True, False)
    assert seen.text.endswith("The episode is over: success, success. Sum of rewards: 1.")
    after = played.call("press", {"key": "home"})
    assert (after.over, after.reward, played.score) == (True, 0.0, 1.0)
    assert "nothing was done" in after.text


def test_elements_go_by_their_numbers(env: gymnasium.Env) -> None:
    played = ToolEnv(env)
    seen = played.reset(seed=3, task=_OPEN)
    (line,) = [line for line in seen.text.splitlines() if '"Calendar"' in line and "[" in line]
    seen = played.call("click", {"element": int(line[line.index("[") + 1 : line.index("]")])})
    assert seen.over
    assert seen.reward == 1.0


@pytest.mark.parametrize(
    ("name", "arguments", "said"),
    [
        ("click", {"element": 9999}, "there is no element 9999"),
        ("click", {"x": -1, "y": 5}, "is outside the screen"),
        ("click", "everywhere", "as a JSON object"),
        ("format", {"disk": "c"}, "there is no function 'format'"),
        ("press", {}, "lacks the argument 'key'"),
        ("type", {"text": "x" * 10_000_000}, ""),
    ],
)
def test_what_cannot_be_done_is_said(env: gymnasium.Env, name: str, arguments: object, said: str) -> None:
    played = ToolEnv(env)
    played.reset(seed=3, task=_OPEN)
    seen = played.call(name, arguments)
    assert seen.text.startswith("Nothing was done: ")
    assert said in seen.text
    assert (seen.reward, seen.over, played.score) == (0.0, False, 0.0)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('I go back.\n```json\n{"name": "press", "arguments": {"key": "escape"}}\n```', "Done."),
        ('```json\n{"name": "click", "arguments": {"element": 9999}}\n```', "there is no element 9999"),
        ("Just words.", "Nothing was done"),
        ("", "Nothing was done"),
    ],
)
def test_answers_in_words(env: gymnasium.Env, text: str, said: str) -> None:
    played = ToolEnv(env)
    played.reset(seed=3, task=_OPEN)
    seen = played.say(text)
    assert said in seen.text
    assert (played.score, played.running, seen.info["steps"]) == (0.0, True, 1)


@pytest.mark.parametrize(("observation", "picture", "elements"), [("pixels", True, False), ("a11y", False, True)])
def test_what_is_not_observed_is_not_shown(observation: str, picture: bool, elements: bool) -> None:
    env = made(observation=observation)
    seen = ToolEnv(env).reset(seed=3, task=_OPEN)
    env.close()
    assert (seen.picture is not None, "[1]" in seen.text) == (picture, elements)


@pytest.mark.parametrize("fails", ["act", "a11y"])
def test_what_says_nothing_about_the_agent_has_no_reward(
    env: gymnasium.Env, monkeypatch: pytest.MonkeyPatch, fails: str
) -> None:
    """Whether the device fails in the step or when it is to show what came of it."""
    with ToolEnv(env) as played:
        played.reset(seed=3, task=_OPEN)

        def lost(*_: object) -> None:
            raise DeviceLostError("sim", fails, "it is gone.", "Wait.")

        broken = env.unwrapped.devices[""] if fails == "act" else env.unwrapped  # type: ignore[attr-defined]
        monkeypatch.setattr(broken, fails, lost)
        seen: ToolObservation = played.call("press", {"key": "home"})
        assert (seen.over, seen.reward, played.score, played.is_success) == (True, None, None, False)
        assert "not scored" in seen.text
        assert played.say("Hello?").reward is None


def test_several_devices_are_refused() -> None:
    env = gymnasium.Env[Any, Any]()
    env.observation_space = gymnasium.spaces.Dict({"phone/screenshot": gymnasium.spaces.Discrete(2)})
    with pytest.raises(ConfigError, match="one device"):
        ToolEnv(env)
