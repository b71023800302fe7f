"""Ranked elements: order, features, mask, what the actions do, and that they fit other libraries."""

from __future__ import annotations

import copy
import pickle
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from gymnasium.vector import AsyncVectorEnv, SyncVectorEnv
from gymnasium.wrappers import FlattenObservation, RecordEpisodeStatistics, TimeLimit

import omnigym.envs  # noqa: F401 - registers the ids
from omnigym.a11y import BlockBuilder, Role, State, Tree
from omnigym.actions import Click, Press, Scroll, Type, Wait
from omnigym.devices.fake import Fault
from omnigym.envs import snapshots
from omnigym.envs.env import OmniEnv
from omnigym.errors import ActionError, ConfigError
from omnigym.wrappers import ClickOnly, RankedElements, RecordTrajectory

MakeEnv = Callable[..., OmniEnv]
ID, TASKS = "OmniBench-Win11-v0", "suite:hello level:1"
# check_env would rather see the bare environment, and all Box observations as a vector
pytestmark = pytest.mark.filterwarnings(
    "ignore:.*(unwrapped version|normalized space|unconventional shape|outside the expected)"
)
SHOWN = State.ENABLED | State.VISIBLE
FIELD = SHOWN | State.EDITABLE | State.FOCUSABLE
SIZE = (100, 100)


def screen() -> Tree:
    """A window of mail over another window, and a taskbar."""
    front, back, bar = BlockBuilder(0), BlockBuilder(1), BlockBuilder(2)
    mail = front.add(Role.WINDOW, "New mail - Post", (0, 0, 50, 80), SHOWN)
    for n, (role, name, states) in enumerate(
        [
            (Role.BUTTON, "Close", SHOWN),
            (Role.BUTTON, "Send", SHOWN),
            (Role.TEXT_FIELD, "To", FIELD),
            (Role.TEXT_FIELD, "Subject", FIELD | State.FOCUSED),
            (Role.TAB, "Layout", SHOWN | State.SELECTED),
            (Role.BUTTON, "Layout", SHOWN),
            (Role.LIST_ITEM, "Night city.jpg", SHOWN),
            (Role.SCROLL_PANE, "Folders", SHOWN | State.SCROLLABLE),
            (Role.TEXT, "Report", SHOWN),
        ]
    ):
        front.add(role, name, (0, 5 + 8 * n, 40, 8), states, parent=mail)
    word = back.add(Role.WINDOW, "Report - Word", (50, 0, 50, 80), SHOWN)
    back.add(Role.BUTTON, "Close", (60, 5, 10, 8), SHOWN, parent=word)
    bar.add(Role.BUTTON, "Word - 1 running window", (0, 90, 10, 10), SHOWN)
    return Tree((front.build(), back.build(), bar.build()), SIZE)


class Shows(gymnasium.Wrapper):
    """An environment as if it had this screen and instruction."""

    def __init__(self, env: gymnasium.Env, instruction: str, tree: Tree) -> None:
        super().__init__(env)
        self.instruction, self.tree = instruction, tree
        self.done: list[object] = []

    def reset(self, **kwargs: Any) -> tuple[Any, dict[str, Any]]:
        observation, info = self.env.reset(**kwargs)
        return observation, {**info, "instruction": self.instruction}

    def step(self, action: Any) -> tuple[Any, Any, bool, bool, dict[str, Any]]:
        self.done.append(action)
        return self.env.step(action)

    def a11y(self) -> Tree:
        return self.tree


@pytest.fixture
def make(make_env: MakeEnv) -> Callable[..., RankedElements]:
    def make(instruction: str, **kwargs: Any) -> RankedElements:
        env = RankedElements(Shows(make_env(observation="a11y"), instruction, screen()), **kwargs)
        env.reset(seed=0)
        return env

    return make


def hello(**kwargs: Any) -> gymnasium.Env:
    return gymnasium.make(ID, tasks=TASKS, observation="a11y", disable_env_checker=True, **kwargs)


def number(env: RankedElements, rank: int, verb: str) -> int:
    return rank * len(env.verbs) + env.verbs.index(verb)


def column(env: RankedElements, name: str) -> list[float]:
    """A column of the elements, without padding."""
    rows = env._observed()["elements"][: len(env.nodes)]
    return [round(float(value), 2) for value in rows[:, env.features.index(name)]]


@pytest.mark.parametrize(
    ("instruction", "first"),
    [
        ("Choose the Layout tab in Word.", [(Role.TAB, "Layout"), (Role.BUTTON, "Layout")]),
        ("Type 'moon' into the To field.", [(Role.TEXT_FIELD, "To")]),
        # quoted comes before said, said before a share, and the share of Word's button is a quarter
        (
            "Send 'Night city.jpg' with Word.",
            [(Role.LIST_ITEM, "Night city.jpg"), (Role.BUTTON, "Send"), (Role.BUTTON, "Word - 1 running window")],
        ),
        ("Pick night in the city.", [(Role.LIST_ITEM, "Night city.jpg")]),
        # all that is not said keeps the order of the tree
        ("", [(Role.BUTTON, "Close"), (Role.BUTTON, "Send"), (Role.TEXT_FIELD, "To")]),
        ("Close Word.", [(Role.BUTTON, "Close"), (Role.BUTTON, "Close"), (Role.BUTTON, "Word - 1 running window")]),
    ],
)
def test_the_order_of_a_screen(make: Callable[..., RankedElements], instruction: str, first: list[object]) -> None:
    env = make(instruction)
    assert [(node.role, node.name) for node in env.nodes[: len(first)]] == first
    assert len(env.nodes) == 10, "neither windows nor the text: nothing can be done to them"
    assert [(node.role, node.name) for node in make(instruction, k=2).nodes] == [
        (node.role, node.name) for node in env.nodes[:2]
    ]


@pytest.mark.parametrize(
    ("instruction", "name", "values"),
    [
        ("Choose the Layout tab in Word.", "said", [1, 1, 0]),
        ("Choose the Layout tab in Word.", "share", [1, 1, 0.25]),
        ("Choose the Layout tab in Word.", "kind", [1, 0, 0]),
        ("Choose the Layout tab in Word.", "asked_click", [1, 1, 1]),
        ("Send 'Night city.jpg'.", "quoted", [1, 0, 0]),
        ("Send 'Night city.jpg'.", "early", [0.75, 1, 0]),
        ("Close Word.", "window", [0, 0.5, 0]),
        ("Type 'moon' into the To field.", "can_type", [1, 0, 0]),
        ("Type 'moon' into the To field.", "asked_type", [1, 0, 0]),
        ("Type 'moon' into the To field. Then press Send.", "asked_click", [1, 0, 0]),
        ("Scroll down in Folders.", "asked_scroll_down", [1, 0, 0]),
        ("Scroll down in Folders.", "asked_scroll_up", [0, 0, 0]),
        ("Scroll the Folders.", "asked_scroll_up", [1, 0, 0]),
        ("Right-click Night city.jpg.", "asked_right_click", [1, 0, 0]),
        ("Choose the Layout tab.", "role_tab", [1, 0, 0]),
        ("Choose the Layout tab.", "is_selected", [1, 0, 0]),
        ("Choose the Layout tab.", "width", [0.4, 0.4, 0.4]),
        ("Choose the Layout tab.", "y", [0.37, 0.45, 0.05]),
    ],
)
def test_features(make: Callable[..., RankedElements], instruction: str, name: str, values: list[float]) -> None:
    assert column(make(instruction), name)[:3] == pytest.approx(values, abs=0.011)


def test_the_columns_are_as_documented(make: Callable[..., RankedElements]) -> None:
    for texts in (1, 3):
        env = make("", texts=texts)
        table = re.findall(r"^ {4}\w+[\w, ]* {2,}(\d+|V) {2,}\w", RankedElements.__doc__ or "", re.M)
        verbs = len(env.verbs)
        assert len(table) == 13
        assert len(env.features) == sum(verbs if n == "V" else int(n) for n in table) == 51 + 2 * verbs
        assert len(set(env.features)) == len(env.features)
        assert env.observation_space["elements"].shape == (32, len(env.features))


def test_what_was_done_is_remembered_until_the_next_episode(make: Callable[..., RankedElements]) -> None:
    env = make("Send it to Word.")
    env.step(number(env, 0, "click"))
    assert (column(env, "acted")[:2], column(env, "last")[:2]) == ([0.5, 0], [1, 0])
    for _ in range(2):
        env.step(number(env, 1, "click"))
    assert (column(env, "acted")[:2], column(env, "last")[:2]) == ([0.5, 1], [0, 1])
    env.step(env.k * len(env.verbs) + env.extras.index("wait"))
    assert column(env, "last") == [0] * 10
    env.reset()
    assert column(env, "acted") == [0] * 10


def test_a_snapshot_has_what_was_done() -> None:
    env = RankedElements(hello())
    env.reset(seed=0)
    first = env.step(number(env, 3, "click"))[0]["elements"]
    kept = snapshots.take(env)
    env.reset(seed=1)
    np.testing.assert_array_equal(snapshots.restore(env, kept)[0]["elements"], first)
    assert kept.layers == snapshots.Snapshot.from_bytes(bytes(kept)).layers
    assert kept.layers[-1].state != ((), None)


@pytest.mark.parametrize(
    ("instruction", "rank", "verb", "expected"),
    [
        ("Send it.", 0, "click", [Click((0.205, 0.175))]),
        ("Open Night city.jpg.", 0, "double_click", [Click((0.205, 0.575), count=2)]),
        ("Open Night city.jpg.", 0, "right_click", [Click((0.205, 0.575), "right")]),
        ("Scroll the Folders.", 0, "scroll_up", [Scroll((0.205, 0.655), -3.0)]),
        ("Type 'moon' into the To field.", 0, "type", [Click((0.205, 0.255)), Type("moon")]),
        ("Type 'moon' into Subject.", 0, "type", [Type("moon")]),
    ],
)
def test_actions(
    make: Callable[..., RankedElements], instruction: str, rank: int, verb: str, expected: list[object]
) -> None:
    env = make(instruction)
    assert env.action_masks()[number(env, rank, verb)]
    env.step(number(env, rank, verb))
    assert env.env.done == expected  # type: ignore[attr-defined]


def test_the_second_text_and_extras(make: Callable[..., RankedElements]) -> None:
    env = make("Type 'moon' or 'sun' into Subject.", texts=2, keys=("ctrl+s",), end_actions=True)
    assert env.verbs[-2:] == ("type", "type_2") and env.extras == ("ctrl+s", "wait", "done", "fail")
    env.step(number(env, 0, "type_2"))
    for extra in ("ctrl+s", "wait"):
        env.step(env.k * len(env.verbs) + env.extras.index(extra))
    assert env.env.done == [Type("sun"), Press("s", ("ctrl",)), Wait()]  # type: ignore[attr-defined]
    assert env.step(int(env.action_space.n) - 1)[4]["end_reason"] == "fail_declared"


def test_the_mask(make: Callable[..., RankedElements]) -> None:
    env = make("Send it.")
    can = env.action_masks()[: env.k * len(env.verbs)].reshape(env.k, -1)
    assert not can[len(env.nodes) :].any(), "there is no element"
    possible = {node.name: tuple(np.flatnonzero(row)) for node, row in zip(env.nodes, can, strict=False)}
    assert possible["Send"] == (0,)
    assert possible["Folders"] == (3, 4)
    assert possible["Night city.jpg"] == (0, 1, 2)
    assert not can[:, env.verbs.index("type")].any(), "there is no text to type"
    columns = [env.features.index(f"can_{verb}") for verb in env.verbs]
    np.testing.assert_array_equal(env._observed()["elements"][:, columns], can)
    typing = make("Type 'moon'.").action_masks()[: env.k * len(env.verbs)].reshape(env.k, -1)[:, -1]
    assert typing.sum() == 2
    env.action_masks()[:] = False
    assert env.action_masks().any(), "the mask that is returned is the caller's"


def test_keys_are_masked_where_only_clicks_are_allowed() -> None:
    env = RankedElements(ClickOnly(hello()))
    _, info = env.reset(seed=0)
    assert info["action_mask"][-len(env.extras) :].tolist() == [False, False, True]


def test_what_is_not_possible_is_refused(make: Callable[..., RankedElements]) -> None:
    env = make("Send it.")
    assert "masked" in env.step(number(env, 0, "type"))[4]["invalid_action"]
    assert "masked" in env.step(number(env, 31, "click"))[4]["invalid_action"]
    for wrong in (env.action_space.n, -1, 0.5, "click"):
        with pytest.raises(ActionError, match="from 0 to 194"):
            env.step(wrong)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [({"k": 0}, "at least one rank"), ({"texts": 0}, "at least one rank"), ({"keys": ("hyper+a",)}, "hyper")],
)
def test_wrong_arguments(make_env: MakeEnv, arguments: dict[str, Any], message: str) -> None:
    with pytest.raises(ConfigError, match=message):
        RankedElements(make_env(observation="a11y"), **arguments)


def test_environments_that_it_cannot_wrap() -> None:
    with pytest.raises(ConfigError, match="a11y_"):
        RankedElements(gymnasium.make(ID, tasks=TASKS, observation="pixels"))
    with pytest.raises(ConfigError, match="one device"):
        RankedElements(gymnasium.make("Crab-Cross-v0", tasks="crab/cross-3-0", observation="a11y"))


def test_only_waiting_is_possible_where_the_device_failed(make_env: MakeEnv) -> None:
    env = RankedElements(make_env(Fault("tree", 2, repeat=9), observation="a11y"))
    env.reset(seed=0)
    observation, _, _, truncated, info = env.step(0)
    assert truncated and info["device_error"]
    assert env.extras[np.flatnonzero(info["action_mask"])[-1] - env.k * len(env.verbs)] == "wait"
    assert observation in env.observation_space


def test_gymnasium_and_stable_baselines_check_it() -> None:
    check_env(RankedElements(hello()), skip_render_check=True)
    checker = pytest.importorskip("stable_baselines3.common.env_checker")
    checker.check_env(RankedElements(hello()))


def test_random_play_is_valid_and_deterministic() -> None:
    def played() -> bytes:
        env, rng, seen = RankedElements(hello(variation="all")), np.random.default_rng(0), []
        observation, info = env.reset(seed=0)
        for _ in range(60):
            assert observation in env.observation_space
            np.testing.assert_array_equal(info["action_mask"], env.action_masks())
            seen.append(observation["elements"].tobytes() + info["action_mask"].tobytes())
            observation, _, terminated, truncated, info = env.step(rng.choice(np.flatnonzero(info["action_mask"])))
            assert info["invalid_action"] == ""
            if terminated or truncated:
                observation, info = env.reset()
        return b"".join(seen)

    assert played() == played()


def test_vector_environments_agree() -> None:
    ours = gymnasium.make_vec(ID, 2, tasks=TASKS, observation="a11y", wrap=RankedElements, num_workers=1)
    theirs = [
        SyncVectorEnv([lambda: RankedElements(hello())] * 2),
        AsyncVectorEnv([lambda: RankedElements(hello())] * 2),
    ]
    first, told = ours.reset(seed=3)
    assert first["elements"].shape == (2, 32, 63) and told["action_mask"].shape == (2, 195)
    stepped = ours.step(np.array([0, 6]))[0]
    for vector in theirs:
        observation, info = vector.reset(seed=3)
        np.testing.assert_array_equal(observation["elements"], first["elements"])
        np.testing.assert_array_equal(info["action_mask"], told["action_mask"])
        np.testing.assert_array_equal(vector.step(np.array([0, 6]))[0]["elements"], stepped["elements"])
        vector.close()
    ours.close()


@pytest.mark.parametrize("again", [copy.deepcopy, lambda env: pickle.loads(pickle.dumps(env))])
def test_copies(again: Callable[[gymnasium.Env], gymnasium.Env]) -> None:
    env = RankedElements(hello(), k=5, keys=("f2",))
    other = again(env)
    assert (other.observation_space, other.action_space) == (env.observation_space, env.action_space)
    np.testing.assert_array_equal(other.reset(seed=1)[0]["elements"], env.reset(seed=1)[0]["elements"])


def test_with_other_wrappers(tmp_path: Path) -> None:
    env = RankedElements(RecordTrajectory(hello(), tmp_path, screenshots=False))
    env = FlattenObservation(RecordEpisodeStatistics(TimeLimit(env, 3)))
    observation, _ = env.reset(seed=0)
    assert observation.shape == (32 * 63,)
    wait = int(env.action_space.n) - 1  # type: ignore[attr-defined]
    for _ in range(3):
        *_, truncated, info = env.step(wait)
    assert truncated and info["episode"]["l"] == 3
    assert len(list(tmp_path.iterdir())) == 1
