"""An instruction that is spoken is in no text that an agent observes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from omnigym.envs import OmniEnv
from omnigym.errors import ConfigError
from omnigym.sounds.spoken import say
from omnigym.tasks.subtask import Condition, Subtask
from omnigym.tasks.task import Task, TaskNode

MakeEnv = Callable[..., OmniEnv]
_SAID = "Answer the next call."


def _task(instruction: str = _SAID) -> Task:
    done = Condition("folder_exists", {"path": "Documents/{name}"})
    own = Subtask(
        id="test/spoken", app="text_editor", instruction="Do it.", parameters=({"name": "a"},), conditions=(done,)
    )
    return Task(id="t", nodes=(TaskNode("1", own.id, {"name": "a"}),), definitions=(own,), instruction=instruction)


def test_it_is_heard_and_not_read(make_env: MakeEnv) -> None:
    env = make_env(tasks=[_task()], spoken_instruction=True)
    own = say(_SAID)
    for observation, info in (env.reset(seed=0), env.step(env.action_space.sample())[::4]):
        assert observation in env.observation_space
        assert observation["spoken_instruction_length"] == [len(own)]
        np.testing.assert_array_equal(observation["spoken_instruction"][: len(own)], own)
        assert not observation["spoken_instruction"][len(own) :].any()
        assert not observation["instruction"].any() and info["instruction"] == ""
        assert not observation["a11y_overlap"].any()
        observation["spoken_instruction"][:] = 7  # what an agent does to it, the next one is without


def test_it_is_off_by_default(make_env: MakeEnv) -> None:
    observation, info = make_env(tasks=[_task()]).reset(seed=0)
    assert not [key for key in observation if key.startswith("spoken")]
    assert info["instruction"] == _SAID


@pytest.mark.parametrize(
    ("instruction", "more", "said"),
    [("Fetch the quokka.", {}, "'quokka'"), (_SAID, {"sizes": {"spoken_samples": 16_000}}, "spoken_samples")],
)
def test_what_cannot_be_given_is_refused(instruction: str, more: dict[str, Any], said: str, make_env: MakeEnv) -> None:
    env = make_env(tasks=[_task(instruction)], spoken_instruction=True, **more)
    with pytest.raises(ConfigError, match=said):
        env.reset(seed=0)
