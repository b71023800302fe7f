"""What another window covers is not read, and what can be seen is."""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
import pytest

import omnigym.envs  # noqa: F401 - registers the ids
from omnigym.a11y import Tree
from omnigym.actions import OpenApp
from omnigym.spaces.tree import TreeEncoder
from omnigym.wrappers import NodeActions, VisibleTexts
from omnigym.wrappers.devices import tree_on


def _covered(tree: Tree) -> set[int]:
    """The rows of nodes with a text whose middle is under another layer, one hit test at a time."""
    width, height = tree.size
    found = set()
    for node in tree.nodes:
        x, y = node.center
        hit = tree.hit(x, y) if 0 <= x < width and 0 <= y < height else None
        if node.text and hit is not None and hit.layer != node.layer:
            found.add(node.index)
    return found


@pytest.mark.parametrize("env_id", ["OmniBench-Win11-v0", "Crab-Ubuntu-v0"])
def test_texts_under_a_window_are_blank(env_id: str) -> None:
    made = gymnasium.make(env_id, tasks="suite:one-node", observation="a11y", disable_env_checker=True)
    env = VisibleTexts(made)
    env.reset(seed=0)
    for app in ("file_manager", "calculator"):
        observation, *_ = env.step(OpenApp(app))
    whole, seen = tree_on(made, ""), env.a11y()
    hidden = _covered(whole)
    assert hidden and not _covered(seen)
    for before, after in zip(whole.nodes, seen.nodes, strict=True):
        assert (after.role, after.bounds, after.states, after.parent) == (
            before.role, before.bounds, before.states, before.parent,
        )  # fmt: skip
        assert after.text == ("" if before.index in hidden else before.text)
    rows, length = observation["a11y_text"].shape
    told = env.unwrapped.task.instruction  # type: ignore[attr-defined]
    for key, array in TreeEncoder(rows, length).encode(seen, told).items():
        np.testing.assert_array_equal(observation[key], array, key)
    assert env.observation_space.contains(observation)
    assert env.a11y() is seen, "as long as nothing changes it is the same tree"


def test_node_actions_around_it_say_no_covered_text() -> None:
    made = gymnasium.make("OmniBench-Win11-v0", tasks="suite:one-node", observation="a11y", disable_env_checker=True)
    env = NodeActions(VisibleTexts(made))
    env.reset(seed=0)
    for app in ("file_manager", "calculator"):
        env.step(OpenApp(app))
    assert not _covered(env.codec.tree) and _covered(tree_on(made, ""))
    np.testing.assert_array_equal(env.codec.nodes, _nodes_of(made), "what can be done stays")


def _nodes_of(made: gymnasium.Env[Any, Any]) -> object:
    whole = NodeActions(made)
    return NodeActions.codec.fget(whole).nodes  # type: ignore[attr-defined]
