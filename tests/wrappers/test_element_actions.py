"""Element actions: numbering, mask, candidates, and what they do."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from hypothesis import given
from hypothesis import strategies as st

from omnigym.a11y import BlockBuilder, Role, State, Tree
from omnigym.actions import Click, Press, Type
from omnigym.envs.env import OmniEnv
from omnigym.errors import ActionError, ConfigError
from omnigym.spaces import decode_text
from omnigym.wrappers import ElementActions, ElementLayout
from omnigym.wrappers.element_masks import element_mask, reachable
from omnigym.wrappers.text_candidates import text_candidates

MakeEnv = Callable[..., OmniEnv]
# check_env would rather see the bare environment, and all Box actions in [-1, 1]
pytestmark = pytest.mark.filterwarnings("ignore:.*(unwrapped version|normalized space)")
SHOWN = State.ENABLED | State.VISIBLE


@pytest.fixture
def env(make_env: MakeEnv) -> ElementActions:
    env = ElementActions(make_env(observation="a11y"), nodes=16)
    env.reset(seed=0)
    return env


def number(env: ElementActions, verb: str, key: str = "", candidate: int = -1) -> int:
    layout = env.layout
    if not key:
        return layout.key_start + layout.keys.index(verb)
    node = next(n for n in env.get_wrapper_attr("a11y")() if n.key == key)
    if candidate < 0:
        return node.index * len(layout.verbs) + layout.verbs.index(verb)
    return layout.text_start + (node.index * len(layout.text_verbs) + layout.text_verbs.index(verb)) * 8 + candidate


@given(st.integers(1, 200), st.integers(1, 9), st.data())
def test_numbers_and_choices_are_inverse(nodes: int, candidates: int, data: st.DataObject) -> None:
    layout = ElementLayout(nodes, candidates=candidates)
    n = data.draw(st.integers(0, layout.size - 1))
    assert layout.number(layout.choice(n)) == n


def test_layout_as_documented() -> None:
    layout = ElementLayout(64)
    verbs, text_verbs, keys = len(layout.verbs), len(layout.text_verbs), len(layout.keys)
    assert layout.size == 64 * verbs + 64 * text_verbs * 8 + keys
    assert layout.choice(5 * verbs + 2) == ("node", 5, layout.verbs[2], -1)
    assert layout.choice(64 * verbs + (5 * text_verbs + 1) * 8 + 3) == ("text", 5, layout.text_verbs[1], 3)
    assert layout.choice(layout.size - 1) == ("key", -1, layout.keys[-1], -1)
    with pytest.raises(ActionError, match="from 0 to"):
        layout.choice(layout.size)


def test_done_and_fail_are_off_by_default(make_env: MakeEnv) -> None:
    assert not {"done", "fail"} & set(ElementActions(make_env()).layout.keys)
    env = ElementActions(make_env(), end_actions=True)
    env.reset()
    assert env.step(env.layout.size - 2)[4]["end_reason"] == "false_completion"
    env.reset()
    assert env.step(env.layout.size - 1)[4]["end_reason"] == "fail_declared"


def test_check_env(make_env: MakeEnv) -> None:
    check_env(ElementActions(make_env()), skip_render_check=True)


def test_candidates_are_observed(env: ElementActions) -> None:
    obs, _ = env.reset()
    assert env.candidates == ("hello", "untitled")
    texts = [decode_text(row) for row in obs["text_candidates"]]
    assert texts == ["hello", "untitled", "", "", "", "", "", ""]
    assert obs in env.observation_space
    obs["text_candidates"][:] = 1
    assert decode_text(env.step(number(env, "escape"))[0]["text_candidates"][0]) == "hello"


def test_typing_clicks_replaces_and_types(env: ElementActions) -> None:
    _, reward, terminated, _, info = env.step(number(env, "type", "text_editor.document", 0))
    assert info["steps"] == 1, "the document has the focus: no click is needed"
    assert not terminated
    _, reward, *_ = env.step(number(env, "ctrl+s"))
    assert reward == pytest.approx(1 / 3)
    env.step(number(env, "ctrl+a"))
    _, reward, terminated, _, info = env.step(number(env, "ctrl+c"))
    assert terminated
    assert info["is_success"]


def test_single_line_fields_are_replaced() -> None:
    from omnigym.wrappers.element_steps import _typing

    def field(states: State, value: str) -> object:
        builder = BlockBuilder()
        builder.add(Role.TEXT_FIELD, "Name", (0, 0, 10, 10), SHOWN | State.EDITABLE | states, value=value)
        return Tree((builder.build(),), (100, 100)).node(0)

    at = (0.5, 0.5)
    assert _typing(field(State.NONE, "old"), at, "x") == (Click(at), Press("a", ("ctrl",)), Type("x"))
    assert _typing(field(State.FOCUSED, ""), at, "x") == (Type("x"),)


def test_masked_actions_are_invalid(env: ElementActions) -> None:
    mask = env.action_masks()
    masked = int(np.flatnonzero(~mask)[0])
    info = env.step(masked)[4]
    assert "masked" in info["invalid_action"]
    mask[:] = True
    assert not env.action_masks().all(), "the mask that is returned is the caller's"


def test_random_masked_play_is_never_invalid(env: ElementActions) -> None:
    rng = np.random.default_rng(0)
    for _ in range(500):
        obs, _, terminated, truncated, info = env.step(rng.choice(np.flatnonzero(env.action_masks())))
        assert info["invalid_action"] == ""
        assert obs in env.observation_space
        if terminated or truncated:
            env.reset()


def test_the_mask_knows_what_a_verb_is_for(env: ElementActions) -> None:
    mask = env.action_masks()
    assert mask[number(env, "click", "text_editor.save")]
    assert not mask[number(env, "double_click", "text_editor.save")]
    assert mask[number(env, "type", "text_editor.document", 1)]
    assert not mask[number(env, "type", "text_editor.document", 2)], "there are two candidates"
    assert not mask[number(env, "type", "text_editor.save", 0)]
    assert mask[env.layout.key_start :].all()


def overlapping() -> Tree:
    """A dialog over half of a window: it covers button B, not button A; its label lies in its button."""
    dialog, window = BlockBuilder(0), BlockBuilder(1)
    root = dialog.add(Role.DIALOG, "Dialog", (50, 0, 50, 100), SHOWN)
    ok = dialog.add(Role.BUTTON, "OK", (60, 60, 20, 20), SHOWN | State.CLICKABLE, parent=root)
    dialog.add(Role.TEXT, "OK", (62, 62, 16, 16), SHOWN, parent=ok)
    root = window.add(Role.WINDOW, "Window", (0, 0, 100, 100), SHOWN)
    window.add(Role.BUTTON, "A", (10, 10, 20, 20), SHOWN | State.CLICKABLE, parent=root)
    window.add(Role.BUTTON, "B", (60, 10, 20, 20), SHOWN | State.CLICKABLE, parent=root)
    window.add(Role.BUTTON, "Off", (10, 50, 20, 20), State.VISIBLE | State.CLICKABLE, parent=root)
    window.add(Role.BUTTON, "Nothing to see", (10, 80, 0, 0), SHOWN | State.CLICKABLE, parent=root)
    return Tree((dialog.build(), window.build()), (100, 100))


def test_covered_nodes_are_masked() -> None:
    tree = overlapping()
    layout = ElementLayout(8, verbs=("click",))
    clickable = {tree.nodes[n].name for n in np.flatnonzero(element_mask(tree, layout, 0)[:8])}
    assert clickable == {"OK", "A"}


rects = st.tuples(st.integers(0, 40), st.integers(0, 40), st.integers(0, 30), st.integers(0, 30))


@given(st.lists(st.lists(st.tuples(rects, st.integers(0, 5)), min_size=1, max_size=6), min_size=1, max_size=4))
def test_reachable_agrees_with_the_hit_test(layers: list[list[tuple[tuple[int, int, int, int], int]]]) -> None:
    blocks = []
    for layer, rows in enumerate(layers):
        builder = BlockBuilder(layer)
        for n, (rect, parent) in enumerate(rows):
            builder.add(Role.BUTTON, f"{layer}.{n}", rect, parent=min(parent, n - 1))
        blocks.append(builder.build())
    tree = Tree(tuple(blocks), (100, 100))
    for node, got in zip(tree.nodes, reachable(tree, len(tree)), strict=True):
        hit = tree.hit(*node.center)
        seen = set()
        while hit is not None:
            seen.add(hit.index)
            hit = tree.nodes[hit.parent] if hit.parent >= 0 else None
        expected = node.index in seen and node.bounds[2] > 0 and node.bounds[3] > 0
        assert bool(got) is expected, node


@pytest.mark.parametrize(
    ("instruction", "expected"),
    [
        ("Create a folder named 'Reports 2025' in Documents.", ("Reports 2025",)),
        ('Type "it\'s done" into notes.txt', ("it's done", "notes.txt")),
        ("Move 'a.txt' from Documents/Old to Pictures", ("a.txt", "Documents/Old")),
        ("Set the font size to 24.", ("24",)),
        ("Don't touch it, don't.", ()),
    ],
)
def test_text_candidates(instruction: str, expected: tuple[str, ...]) -> None:
    assert text_candidates(instruction, 8) == expected


def test_needs_the_tree(make_env: MakeEnv) -> None:
    with pytest.raises(ConfigError, match="a11y_"):
        ElementActions(make_env(observation="pixels"))
    with pytest.raises(ConfigError, match="128"):
        ElementActions(make_env(), nodes=999)


def test_maskable_ppo_learns_from_it(make_env: MakeEnv) -> None:
    sb3_contrib = pytest.importorskip("sb3_contrib")
    env = ElementActions(make_env(observation="a11y", max_steps=20), nodes=8)
    model = sb3_contrib.MaskablePPO("MultiInputPolicy", env, n_steps=64, batch_size=32, n_epochs=1, seed=0)
    model.learn(128)
    assert model.num_timesteps == 128


@pytest.mark.parametrize(
    ("env_id", "device"),
    [("OmniBench-Win11-v0", "sim"), pytest.param("OmniBench-Linux-v0", "x11", marks=pytest.mark.x11)],
)
def test_masked_play_on_real_and_simulated_apps(env_id: str, device: str) -> None:
    made = gymnasium.make(env_id, device=device, tasks="suite:one-node", observation="a11y", max_steps=15)
    env = ElementActions(made, nodes=64)
    rng = np.random.default_rng(0)
    env.reset(seed=0)
    verbs = set()
    for _ in range(300 if "Win11" in env_id else 12):
        number = rng.choice(np.flatnonzero(env.action_masks()))
        verbs.add(env.layout.choice(int(number)).verb)
        obs, _, terminated, truncated, info = env.step(number)
        assert info["invalid_action"] == ""
        assert info["device_error"] == ""
        assert obs in env.observation_space
        if terminated or truncated:
            env.reset()
    env.close()
    assert verbs, "on an empty desktop there may be keys alone"
    if "Win11" in env_id:
        assert {"click", "double_click", "right_click"} <= verbs


@pytest.mark.parametrize("action", [2.5, "click", None, np.array([1]), np.array(1.0)])
def test_what_is_no_number_is_refused(make_env: MakeEnv, action: Any) -> None:
    env = ElementActions(make_env())
    env.reset()
    with pytest.raises(ActionError, match="number of an element action"):
        env.step(action)
