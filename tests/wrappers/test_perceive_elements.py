"""Elements off the picture in the place of the tree: what wrappers and policies read, and that no tree is left."""

from __future__ import annotations

import pickle
from collections.abc import Callable
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.envs.registration import EnvSpec
from gymnasium.utils.env_checker import check_env
from gymnasium.vector import AsyncVectorEnv

import omnigym.envs  # noqa: F401 - registers the ids
from omnigym.a11y import Role, State
from omnigym.actions import Click, OpenApp, Wait
from omnigym.devices.sim.device import SimDevice
from omnigym.envs import snapshots
from omnigym.errors import CapabilityError, ConfigError, DeviceLostError, UnknownNameError
from omnigym.perception import Element
from omnigym.spaces.tree import TreeEncoder
from omnigym.wrappers import ElementActions, NodeActions, PerceiveElements, SetOfMarks, VisibleTexts
from tests.perception.test_detectors import BUTTONS, glass, of_two

WIN = "OmniBench-Win11-v0"
NAMED = "tests.wrappers.test_perceive_elements:stripes"
QUICK: dict[str, Any] = {"tasks": "suite:one-node", "disable_env_checker": True}
pytestmark = pytest.mark.filterwarnings("ignore:.*(unwrapped version|normalized space)")


def stripes(frame: np.ndarray) -> list[Element]:
    """A detector that costs nothing: sixteen rows of the screen, each with its mean colour for a text."""
    height, width, _ = frame.shape
    tall = height // 16
    rows = [(n, frame[n * tall : (n + 1) * tall].mean(dtype=np.float64)) for n in range(16)]
    return [Element((0, n * tall, width, tall), f"{mean:.6f}", source="text") for n, mean in rows]


def win(**kwargs: Any) -> gymnasium.Env:
    return gymnasium.make(WIN, **{**QUICK, "observation": "a11y", **kwargs})


def arrays(observation: dict[str, np.ndarray]) -> dict[str, bytes]:
    return {key: array.tobytes() for key, array in observation.items() if "a11y_" in key}


@pytest.mark.parametrize("observation", ["pixels", "a11y", "both"])
def test_the_arrays_are_those_of_what_was_perceived(observation: str) -> None:
    env = PerceiveElements(win(observation=observation), NAMED)
    seen, info = env.reset(seed=0)
    for _ in range(2):
        assert env.observation_space.contains(seen)
        tree = env.a11y()
        assert [n.name for n in tree] == [e.text for e in stripes(env.unwrapped.screenshot())]  # type: ignore[attr-defined]
        rows, length = seen["a11y_text"].shape
        for key, array in TreeEncoder(rows, length).encode(tree, info["instruction"]).items():
            np.testing.assert_array_equal(seen[key], array, key)
        seen, *_, info = env.step(OpenApp("text_editor"))
    assert ("screenshot" in seen) is (observation != "a11y")


def test_sizes_are_the_environments_own_or_those_that_are_given() -> None:
    given = PerceiveElements(win(observation="pixels"), of_two, {"nodes": 5, "text_length": 3})
    assert given.reset(seed=0)[0]["a11y_text"].shape == (5, 3)
    own = PerceiveElements(win(sizes={"nodes": 7, "text_length": 9}), of_two, {"nodes": 5})
    assert own.reset(seed=0)[0]["a11y_text"].shape == (7, 9)
    few = PerceiveElements(win(observation="pixels"), NAMED, {"nodes": 15}).reset(seed=0)[0]
    assert few["a11y_overflow"].tolist() == [1] and few["a11y_mask"].all()


def test_nothing_of_the_real_tree_is_left(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the tree cannot be read at all, all is the same: observations, infos, masks, and what wrappers do."""

    def play(hidden: bool) -> list[Any]:
        env: Any = ElementActions(VisibleTexts(PerceiveElements(win(observation="pixels"), NAMED)))
        with monkeypatch.context() as patch:
            observation, info = env.reset(seed=0)
            out = [observation, info]
            if hidden:  # a check of a task may look at the tree, so nothing is checked meanwhile
                patch.setattr(SimDevice, "tree", _no_tree)
            out += [env.action_masks(), env.actions(0), SetOfMarks(env.env)._marked(dict(observation), {})[1]]
        return out

    def _no_tree(_: object) -> None:
        raise CapabilityError("Somebody looked at the tree.")

    np.testing.assert_equal(play(True), play(False))
    env = PerceiveElements(win(), of_two)
    observation, info = env.reset(seed=0)
    said = str(info.pop("instruction"))  # which may well name what is there
    names = {node.name for node in env.unwrapped.a11y() if len(node.name) > 3}  # type: ignore[attr-defined]
    assert names and not any(name in str(info) for name in names), said
    told = observation["a11y_text"].tobytes().decode("latin1")
    assert not any(name in told for name in names)


@pytest.mark.parametrize("wrapper", [ElementActions, NodeActions])
def test_actions_reach_what_was_perceived_on_a_device_without_a_tree(wrapper: Callable[..., Any]) -> None:
    env = wrapper(PerceiveElements(glass(), of_two))
    _, info = env.reset(seed=0)
    row = list(BUTTONS).index("Cancel")
    if wrapper is ElementActions:
        number = row * len(env.layout.verbs) + env.layout.verbs.index("click")
        assert info["action_mask"][number]
        env.step(number)
    else:
        env.step(env.layout.vector(env.codec.named("click", node=row)))
    assert env.unwrapped.device.clicked == "Cancel"


def test_each_of_several_devices_has_its_own() -> None:
    plain = gymnasium.make("Crab-Cross-v0", observation="pixels", disable_env_checker=True)
    env = PerceiveElements(plain, NAMED)
    seen, _ = env.reset(seed=0)
    assert env.observation_space.contains(seen)
    sizes = {name: env.a11y(name).size for name in ("desktop", "phone")}
    assert sizes == {n: d.size for n, d in env.unwrapped.devices.items()}  # type: ignore[attr-defined]
    assert seen["desktop_a11y_text"].tobytes() != seen["phone_a11y_text"].tobytes()
    assert ElementActions(env).action_space.n > 0  # type: ignore[attr-defined]
    with pytest.raises(UnknownNameError, match="fridge"):
        env.a11y("fridge")


def test_an_unchanged_screen_is_not_looked_at_again() -> None:
    looked: list[int] = []

    def counting(frame: np.ndarray) -> list[Element]:
        looked.append(1)
        return stripes(frame)

    env = PerceiveElements(win(), counting)
    env.reset(seed=0)
    before = env.a11y()
    env.step(Wait(0.0))
    assert env.a11y() is before and len(looked) == 1


def test_the_last_elements_stay_when_the_device_fails() -> None:
    env = PerceiveElements(glass(), of_two)
    before, _ = env.reset(seed=0)
    env.unwrapped.device.broken = True  # type: ignore[attr-defined]
    after, *_, truncated, info = env.step(Click((0.1, 0.1)))
    assert truncated and info["device_error"] and arrays(after) == arrays(before)
    with pytest.raises(DeviceLostError):
        env.a11y()


def test_it_passes_gymnasiums_checker() -> None:
    check_env(PerceiveElements(win(observation="pixels"), NAMED), skip_render_check=True)


def test_copies_specs_and_processes_see_the_same() -> None:
    env = PerceiveElements(win(), NAMED)
    first, _ = env.reset(seed=3)
    assert arrays(pickle.loads(pickle.dumps(env)).reset(seed=3)[0]) == arrays(first)
    again = gymnasium.make(EnvSpec.from_json(env.spec.to_json()))  # type: ignore[union-attr]
    assert arrays(again.reset(seed=3)[0]) == arrays(first)
    several = gymnasium.make_vec(
        WIN, 1, "async", wrappers=[_perceiving], vector_kwargs={"shared_memory": True}, **QUICK, observation="a11y"
    )
    assert isinstance(several, AsyncVectorEnv)
    seen, _ = several.reset(seed=[3])
    assert {key: array[0].tobytes() for key, array in seen.items() if "a11y_" in key} == arrays(first)
    several.close()


def _perceiving(env: gymnasium.Env) -> gymnasium.Env:
    return PerceiveElements(env, NAMED)


def test_a_snapshot_brings_them_back() -> None:
    env = PerceiveElements(win(), NAMED)
    env.reset(seed=0)
    kept = snapshots.take(env)
    opened, *_ = env.step(OpenApp("text_editor"))
    back, _ = snapshots.restore(env, kept)
    assert arrays(back) != arrays(opened)
    assert arrays(env.step(OpenApp("text_editor"))[0]) == arrays(opened)


def test_other_environments_are_refused() -> None:
    with pytest.raises(ConfigError, match="observations of omnigym"):
        PerceiveElements(gymnasium.make("CartPole-v1"), of_two)


def test_perceived_fields_can_be_typed_into() -> None:
    field = Element((10, 10, 300, 30), source="panel")
    env = ElementActions(PerceiveElements(win(tasks="id:files/create-folder"), lambda _: [field]))
    env.reset(seed=0)
    (node,) = env.env.a11y()  # type: ignore[attr-defined]
    assert node.role is Role.TEXT_FIELD and node.has(State.EDITABLE)
    assert env.candidates and env.action_masks()[env.layout.text_start]
