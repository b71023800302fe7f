"""Set-of-marks: what gets a number, where the numbers are drawn, and what they do in actions."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

import omnigym.envs  # noqa: F401 - registers the ids
from omnigym.actions import Click, On, Press
from omnigym.devices.interval_recorder import area_averaged
from omnigym.errors import ConfigError, UnknownNameError
from omnigym.spaces import ACTION_TYPES, encode_action
from omnigym.wrappers import ElementActions, GrayscaleScreenshot, ResizeScreenshot, SetOfMarks
from omnigym.wrappers.marks import draw_marks

Env = SetOfMarks
# check_env would rather see the bare environment, and all Box actions in [-1, 1]
pytestmark = pytest.mark.filterwarnings("ignore:.*(unwrapped version|normalized space)")


@pytest.fixture(scope="module")
def env() -> Iterator[Env]:
    made = SetOfMarks(gymnasium.make("OmniBench-Win11-v0", observation="both"))
    yield made
    made.close()


def action(kind: str, **fields: Any) -> dict[str, Any]:
    return {**encode_action(Press("escape")), "type": ACTION_TYPES.index(kind), **fields}


def test_numbers_begin_with_one_and_stand_for_what_can_be_acted_on(env: Env) -> None:
    _, info = env.reset(seed=0)
    marks, tree = info["marks"], env.unwrapped.a11y()
    assert list(marks) == list(range(1, len(marks) + 1)) and len(marks) > 10
    for number, bounds in marks.items():
        node = tree.node(env.marks.rows[number - 1])
        assert node.bounds == bounds
        hit = tree.hit(*node.center)
        while hit.index != node.index:  # what is hit is it, or in it
            assert hit.parent >= 0
            hit = tree.node(hit.parent)


def test_every_number_is_drawn_where_it_can_be_read(env: Env) -> None:
    observation, info = env.reset(seed=0)
    plain = env.env.unwrapped.screenshot()
    changed = (observation["screenshot"] != plain).any(axis=2)
    width, height = env.unwrapped.a11y().size
    for x, y, w, h in info["marks"].values():
        if w * h < width * height / 2:
            assert changed[max(y, 0), max(x, 0) : x + w].all() and changed[max(y, 0) : y + h, max(x, 0)].all()
    assert observation["screenshot"] in env.observation_space["screenshot"]


def test_an_action_takes_a_number(env: Env) -> None:
    _, info = env.reset(seed=0)
    start = next(n for n, row in enumerate(env.marks.rows, 1) if env.unwrapped.a11y().node(row).name == "Start")
    _, _, _, _, info = env.step(action("click", mark=start))
    assert info["invalid_action"] == ""
    assert env.unwrapped.a11y().find(name="Pinned") is not None
    assert info["marks"] == env.marks.by_label()
    assert env.step(Click((0.5, 0.5)))[4]["invalid_action"] == ""


@pytest.mark.parametrize("fields", [{"mark": 200}, {"mark": -1}, {"kind": "drag", "mark": 1, "end_mark": 199}])
def test_a_number_that_is_not_there_is_an_invalid_action(env: Env, fields: dict[str, Any]) -> None:
    env.reset(seed=0)
    info = env.step(action(**{"kind": "click", **fields}))[4]
    assert "there is no element" in info["invalid_action"]


def test_numbers_that_an_action_does_not_read_do_nothing(env: Env) -> None:
    env.reset(seed=0)
    assert env.step(action("press", mark=200, end_mark=200))[4]["invalid_action"] == ""


def test_the_most_numbers_and_a_smaller_picture() -> None:
    inner = gymnasium.make("OmniBench-Android-v0", observation="both")
    env = SetOfMarks(ResizeScreenshot(inner, (270, 600)), limit=3)
    observation, info = env.reset(seed=0)
    assert (observation["screenshot"].shape, len(info["marks"])) == ((600, 270, 3), 3)
    assert env.action_space["mark"].n == 4
    env.close()


def test_without_drawing_and_without_a_screenshot() -> None:
    env = SetOfMarks(gymnasium.make("OmniBench-Win11-v0", observation="a11y"))
    observation, info = env.reset(seed=0)
    assert "screenshot" not in observation and info["marks"]
    plain = SetOfMarks(gymnasium.make("OmniBench-Win11-v0", observation="pixels"), draw=False)
    seen, _ = plain.reset(seed=0)
    assert np.array_equal(seen["screenshot"], plain.unwrapped.screenshot())
    env.close()
    plain.close()


def test_gymnasium_finds_nothing_wrong() -> None:
    env = SetOfMarks(gymnasium.make("OmniBench-Win11-v0", observation="a11y"))
    check_env(env, skip_render_check=True)
    env.close()


def test_wrong_arguments_are_refused() -> None:
    env = gymnasium.make("OmniBench-Win11-v0", observation="a11y")
    with pytest.raises(ConfigError, match="limit"):
        SetOfMarks(env, limit=0)
    with pytest.raises(ConfigError, match="own actions"):
        SetOfMarks(ElementActions(env))
    env.close()
    with pytest.raises(ConfigError, match="in colour"):
        SetOfMarks(GrayscaleScreenshot(gymnasium.make("OmniBench-Win11-v0", observation="pixels")))


# -- several devices ---------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def cross() -> Iterator[Env]:
    made = SetOfMarks(ResizeScreenshot(gymnasium.make("Crab-Cross-v0"), {"phone": (270, 600)}), limit=40)
    yield made
    made.close()


def test_devices_share_one_row_of_numbers(cross: Env) -> None:
    observation, info = cross.reset(seed=0)
    marks, devices = info["marks"], info["marks_on"]
    assert list(marks) == list(devices) == list(range(1, len(marks) + 1))
    assert sorted(set(devices.values())) == ["desktop", "phone"]
    assert list(devices.values()) == sorted(devices.values())  # those of one device come after those of the other
    for name in ("desktop", "phone"):
        tree, own = cross.unwrapped.a11y(name), cross.marks_on(name)
        assert len(own.rows) <= 40
        assert {n: tree.node(row).bounds for row, n in own.by_row().items()} == {
            n: marks[n] for n in devices if devices[n] == name
        }
    assert observation["phone_screenshot"].shape == (600, 270, 3)
    assert observation in cross.observation_space


def test_a_number_says_on_which_device(cross: Env) -> None:
    _, info = cross.reset(seed=0)
    chrome = cross.unwrapped.a11y("phone").find(name="Chrome")
    number = cross.marks_on("phone").by_row()[chrome.index]
    before = cross.unwrapped.a11y("desktop")
    _, _, _, _, info = cross.step({**action("click", mark=number), "device": 0})
    assert info["invalid_action"] == ""
    assert cross.unwrapped.a11y("phone").find(name="Chrome", key=chrome.key) is None
    assert cross.unwrapped.a11y("desktop") == before


@pytest.mark.parametrize(("ends", "says"), [((1, -1), "on different devices"), ((1, 81), "there is no element 81")])
def test_numbers_of_two_devices_are_an_invalid_action(cross: Env, ends: tuple[int, int], says: str) -> None:
    _, info = cross.reset(seed=0)
    first, last = (n if n > 0 else len(info["marks"]) for n in ends)
    info = cross.step({**action("drag", mark=first, end_mark=last), "device": 0})[4]
    assert says in info["invalid_action"]


def test_sizes_of_devices_that_are_not_there_are_refused() -> None:
    env = gymnasium.make("Crab-Cross-v0")
    with pytest.raises(UnknownNameError, match="tablet"):
        ResizeScreenshot(env, {"tablet": (270, 600)})
    env.close()


def test_what_was_drawn_before_is_what_would_be_drawn_now(cross: Env) -> None:
    cross.reset(seed=0)
    rng = np.random.default_rng(0)
    inner = gymnasium.make("Crab-Cross-v0")
    inner.reset(seed=0)
    for n in range(8):
        do = On(("phone", "desktop")[n // 2 % 2], Click((float(rng.random()), float(rng.random()))))
        seen, plain = cross.step(do)[0], inner.step(do)[0]
        for name in ("phone", "desktop"):
            key = f"{name}_screenshot"
            frame = area_averaged(plain[key], (270, 600)) if name == "phone" else plain[key]
            np.testing.assert_array_equal(seen[key], draw_marks(frame, cross.marks_on(name), cross.tree_on(name).size))
    inner.close()
