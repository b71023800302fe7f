"""Through a blindfold nothing is seen, by whatever way it is looked at."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from omnigym.actions import OpenApp
from omnigym.envs import OmniEnv
from omnigym.wrappers import Blindfold, ElementActions, NodeActions, SetOfMarks

MakeEnv = Callable[..., OmniEnv]


def test_observations_are_empty_and_lie_in_their_space(make_env: MakeEnv) -> None:
    env = Blindfold(make_env(observation="both"))
    for observation in (env.reset(seed=0)[0], env.step(OpenApp("text_editor"))[0]):
        assert env.observation_space.contains(observation)
        seen = {key for key, array in observation.items() if np.any(array)}
        assert seen == {"instruction"}
    assert len(env.a11y()) == 0 and env.a11y().size == env.unwrapped.a11y().size  # type: ignore[attr-defined]
    assert not env.screenshot().any()


def test_wrappers_around_it_see_nothing(make_env: MakeEnv) -> None:
    base = make_env(observation="both")
    elements, nodes, marks = ElementActions(Blindfold(base)), NodeActions(Blindfold(base)), SetOfMarks(Blindfold(base))
    elements.reset(seed=0)
    assert not elements.action_masks()[: elements.layout.key_start].any()
    nodes.reset(seed=0)
    assert len(nodes.codec.tree) == 0
    _, info = marks.reset(seed=0)
    assert info["marks"] == {}
    open_eyed = NodeActions(base)
    open_eyed.reset(seed=0)
    assert len(open_eyed.codec.tree) > 0
