"""OmniACT-v0: what is shown, what an answer earns, what is told when, and what hostile answers and broken data do."""

from __future__ import annotations

import json
import pickle
from collections.abc import Callable
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.envs.registration import EnvSpec
from gymnasium.error import ResetNeeded
from gymnasium.utils.env_checker import check_env
from PIL import Image

import omnigym.envs  # noqa: F401 - registers the ids
from omnigym.benchmarks.omniact import env
from omnigym.benchmarks.omniact.collecting import run_script
from omnigym.benchmarks.omniact.env import OmniActEnv
from omnigym.benchmarks.omniact.live import LiveSet
from omnigym.benchmarks.omniact.outcomes import outcome_holds, outcome_to_plain
from omnigym.benchmarks.omniact.recipe import ScreenPlan, ScreenRecipe
from omnigym.benchmarks.omniact.screens import Screen
from omnigym.codecs.pyautogui_script import MAX_SCRIPT, read_script
from omnigym.errors import ActionError, CapabilityError, ConfigError, DeviceLostError, UnknownNameError, UnreadableError
from omnigym.pictures import write_picture
from omnigym.wrappers import PerceiveElements
from tests.wrappers.test_perceive_elements import stripes

GOLD = 'pyautogui.click(100.0,50.0)\npyautogui.write("Paris")\npyautogui.press("enter")\n'
ONE = Screen("one", "sim", "calculator/compute@0", steps=1)
SMALL = ScreenRecipe(
    0, (ScreenPlan(ONE, "train", {"click": 3, "press": 1}, first=5), ScreenPlan(ONE, "val", {"click": 99}, 50))
)


def put(path: Path, content: str | bytes) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content if isinstance(content, bytes) else content.encode())


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """Four points, of which one can be read: an image is broken, a script a loop, a click beside all boxes."""
    index = {}
    for name, script in (("a", GOLD), ("b", GOLD), ("c", "while True: pass"), ("d", "pyautogui.click(5, 5)")):
        put(tmp_path / f"tasks/{name}.txt", f"Task: Search for Paris – “{name}”\nOutput Script:\n{script}")
        shot = write_picture(Image.fromarray(np.full((100, 200, 3), 7 + ord(name), np.uint8)))
        put(tmp_path / f"data/{name}.png", shot if name != "b" else shot[:40])
        put(
            tmp_path / f"box/{name}.json",
            '{"1": {"top_left": [80, 40], "bottom_right": [120, 60], "label": "search"}, '
            '"2": {"top_left": [10, 10], "bottom_right": [20, 30], "label": 7}}',
        )
        index[name] = {"task": f"tasks/{name}.txt", "image": f"data/{name}.png", "box": f"box/{name}.json"}
    put(tmp_path / "train.json", json.dumps(index))
    return tmp_path


@pytest.fixture
def make(data: Path) -> Callable[..., OmniActEnv]:
    return lambda **kwargs: gymnasium.make("OmniACT-v0", **{"data": str(data), **kwargs}).unwrapped  # type: ignore[return-value]


def test_gymnasiums_checker_is_content(make: Callable[..., OmniActEnv]) -> None:
    for kwargs in ({}, {"elements": "boxes"}):
        check_env(make(**kwargs), skip_render_check=True)


def test_the_same_seed_shows_the_same_bytes(data: Path) -> None:
    shown = []
    for _ in range(2):
        env = gymnasium.make("OmniACT-v0", data=str(data), split="train")
        observation, info = env.reset(seed=4)
        shown.append((*[np.asarray(value).tobytes() for value in observation.values()], info["skipped"]))
        assert env.observation_space.contains(observation)
    assert shown[0] == shown[1]
    again = gymnasium.make(EnvSpec.from_json(env.spec.to_json()))  # type: ignore[union-attr]
    assert again.reset(seed=4)[1] == env.reset(seed=4)[1] == pickle.loads(pickle.dumps(env.unwrapped)).reset(seed=4)[1]


@pytest.mark.parametrize(
    ("size", "scale", "shown"), [((300, 300), 1.0, (200, 100)), ((100, 80), 0.5, (100, 50)), ((40, 10), 0.1, (20, 10))]
)
def test_the_screenshot_has_a_fixed_size_and_its_scale(
    make: Callable[..., OmniActEnv], size: tuple[int, int], scale: float, shown: tuple[int, int]
) -> None:
    env = make(screenshot_size=size)
    observation, info = env.reset(options={"point": "a"})
    shot = observation["screenshot"]
    assert shot.shape == (size[1], size[0], 3) and observation["size"].tolist() == [200, 100] == list(info["size"])
    assert observation["scale"][0] == pytest.approx(scale) and info["scale"] == pytest.approx(scale)
    assert (shot[: shown[1], : shown[0]] == 7 + ord("a")).all() and shot.sum() == 3 * shown[0] * shown[1] * 104
    assert env.screenshot().shape == (100, 200, 3)


ANSWERS = {
    "gold": (GOLD, 1.0, ""),
    "in a fence": (f"Sure.\n```python\nimport pyautogui\n{GOLD}```", 1.0, ""),
    "nothing": ("", 0.0, ""),
    "another": ("pyautogui.press('tab')", 0.0, ""),
    "a loop": ("while True:\n    pyautogui.click(100, 50)", 0.0, "Expected a call"),
    "an import": (f"import os\n{GOLD}", 0.0, "Only pyautogui and pyperclip and time"),
    "a call of something else": ("__import__('os').system('touch /tmp/omniact')", 0.0, "Only functions of pyautogui"),
    "no Python": ("Click on the button.", 0.0, "no Python"),
    "a megabyte": ("pyautogui.click(1, 1)\n" * 50_000, 0.0, "at most"),
    "brackets": ("(" * 5000, 0.0, "nested"),
    "a NUL": ("\0", 0.0, ""),
}


@pytest.mark.parametrize("name", ANSWERS)
@pytest.mark.parametrize("rule", ["published", "paper"])
def test_what_an_answer_earns(make: Callable[..., OmniActEnv], name: str, rule: str) -> None:
    answer, earned, problem = ANSWERS[name]
    env = make(rule=rule)
    _, before = env.reset(options={"point": "a"})
    observation, reward, terminated, truncated, info = env.step(answer)
    assert terminated and not truncated and env.observation_space.contains(observation)
    assert reward == info["score"] == pytest.approx(earned)
    assert info["is_success"] is (earned == 1.0) and not info["unscored"]
    assert (problem or "") in (info["problem"] or "") and bool(problem) <= bool(info["problem"])
    assert info["answer"] == answer[:MAX_SCRIPT] and read_script(info["gold"]) == read_script(GOLD)
    assert info.keys() == before.keys() and info["end_reason"] == ("success" if earned else "answered")
    assert {"gold", "score"} <= {key for key, value in before.items() if value is None}, "not told before the answer"
    assert "Paris" not in str({**before, "instruction": ""})


def test_a_point_is_answered_once_and_with_a_text(make: Callable[..., OmniActEnv]) -> None:
    env = make()
    for call in (lambda: env.step(GOLD), env.screenshot):
        with pytest.raises(ResetNeeded):
            call()
    env.reset(seed=0)
    with pytest.raises(ActionError, match="text of a script"):
        env.step(7)  # type: ignore[arg-type]
    env.step(GOLD)
    with pytest.raises(ResetNeeded):
        env.step(GOLD)


def test_what_cannot_be_read_is_skipped_or_named(make: Callable[..., OmniActEnv]) -> None:
    env = make()
    drawn = [env.reset(seed=seed)[1] for seed in range(12)]
    assert {info["point"] for info in drawn} == {"train/a"} and any(info["skipped"] for info in drawn)
    for name, match in (("b", "data/b.png"), ("train/c", "gold script cannot be read"), ("d", "no box has 1")):
        with pytest.raises(UnreadableError, match=match):
            env.reset(options={"point": name})
    with pytest.raises(UnknownNameError):
        env.reset(options={"point": "e"})
    with pytest.raises(ConfigError, match="task"):
        env.reset(options={"task": "a"})


def test_a_set_of_which_nothing_can_be_read_is_an_error(data: Path) -> None:
    (data / "data/a.png").unlink()
    with pytest.raises(UnreadableError, match="in a row"):
        gymnasium.make("OmniACT-v0", data=data).reset(seed=0)


@pytest.mark.parametrize(
    ("kwargs", "error"),
    [
        ({"split": "all"}, UnknownNameError),
        ({"split": "test"}, ConfigError),
        ({"rule": "strict"}, UnknownNameError),
        ({"elements": "pixels"}, UnknownNameError),
        ({"screenshot_size": (0, 1)}, ConfigError),
        ({"execute": True}, UnreadableError),
        ({"data": "no such folder"}, ConfigError),
    ],
)
def test_bad_arguments(make: Callable[..., OmniActEnv], kwargs: dict[str, Any], error: type[Exception]) -> None:
    with pytest.raises(error):
        make(**kwargs)


def test_marked_boxes_are_seen_only_if_they_are_asked_for(make: Callable[..., OmniActEnv]) -> None:
    env = make()
    observation, _ = env.reset(options={"point": "a"})
    assert not any(key.startswith("a11y_") for key in observation)
    with pytest.raises(CapabilityError, match="PerceiveElements"):
        env.a11y()
    env = make(elements="boxes", sizes={"nodes": 4})
    observation, _ = env.reset(options={"point": "a"})
    assert [(n.name, n.bounds) for n in env.a11y()] == [("search", (80, 40, 40, 20)), ("7", (10, 10, 10, 20))]
    np.testing.assert_allclose(observation["a11y_bounds"][0], (0.4, 0.4, 0.2, 0.2))
    assert observation["a11y_mask"].tolist() == [1, 1, 0, 0]


def test_elements_are_perceived_by_the_wrapper_of_all_environments(data: Path) -> None:
    env = PerceiveElements(gymnasium.make("OmniACT-v0", data=data), stripes)
    observation, _ = env.reset(seed=0)
    assert env.observation_space.contains(observation) and observation["a11y_mask"].sum() == 16
    assert env.a11y().size == (200, 100)


def test_a_vector_of_them(data: Path) -> None:
    envs = gymnasium.make_vec("OmniACT-v0", 2, "sync", data=str(data))
    observation, _ = envs.reset(seed=0)
    assert observation["screenshot"].shape == (2, 800, 1280, 3) and len(observation["instruction"]) == 2
    _, rewards, terminated, _, _ = envs.step((GOLD, ""))
    assert rewards.tolist() == [1.0, 0.0] and terminated.all()


# -- without data: points of simulated devices ------------------------------------------------------------------------


@pytest.fixture(scope="module")
def alive() -> OmniActEnv:
    """Points of one screen, whose scripts are executed."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(env, "LiveSet", lambda: LiveSet(SMALL))
        return OmniActEnv(execute=True)


def test_without_data_points_are_of_simulated_devices(alive: OmniActEnv) -> None:
    observation, info = alive.reset(seed=1)
    assert alive.observation_space.contains(observation) and info["split"] == "train"
    again, same = alive.reset(options={"point": info["point"]})
    assert same == info and (again["screenshot"] == observation["screenshot"]).all()
    assert {alive.reset(seed=n)[1]["point"] for n in range(4)} != {info["point"]}
    for bad in ("train/4", "4", "x", "", "train/", "-1", "9" * 5000, "val/" + info["point"].partition("/")[2]):
        with pytest.raises(UnknownNameError):
            alive.reset(options={"point": bad})


def test_a_script_is_executed_and_what_it_brings_about_is_judged(alive: OmniActEnv) -> None:
    for seed in range(3):
        alive.reset(seed=seed)
        gold = alive.step("")[4]["gold"]
        alive.reset(seed=seed)
        _, reward, terminated, _, info = alive.step(gold)
        assert reward == 1.0 and terminated and info["reached"] and info["score"] == pytest.approx(1.0)
        alive.reset(seed=seed)
        _, reward, _, _, info = alive.step("pyautogui.moveTo(3, 3)")
        assert reward == 0.0 and info["reached"] is False and info["end_reason"] == "answered"


def test_a_script_that_does_more_than_the_gold_one_is_not_paid(monkeypatch: pytest.MonkeyPatch) -> None:
    """The gold script and a deletion: the outcome holds, and the text is gone. To move the pointer is no change."""
    screen = Screen("windows/word-3", "sim", "word/write-document@5", steps=2, seed=2)
    recipe = ScreenRecipe(0, (ScreenPlan(screen, "train", {"click": 5, "press": 2}, first=0),))
    monkeypatch.setattr(env, "LiveSet", lambda: LiveSet(recipe))
    made = OmniActEnv(execute=True)
    spoiled = "\npyautogui.hotkey('ctrl', 'a')\npyautogui.press('delete')"
    held = 0
    for n in range(7):
        point = {"point": f"train/{n}"}
        _, info = made.reset(options=point)
        gold, check = made.step("")[4]["gold"], made._shown().check
        assert check is not None
        device = env.open_screen(check.screen)
        run_script(device, gold)
        right = device.screenshot().copy()
        device = env.open_screen(check.screen, device)
        run_script(device, gold + spoiled)
        harm = bool((device.screenshot() != right).any())
        held += harm and outcome_holds(check.outcome, device)
        answers = {gold: 1.0, gold + "\npyautogui.moveTo(3, 3)": 1.0, gold + spoiled: float(not harm)}
        for answer, paid in answers.items():
            made.reset(options=point)
            assert made.step(answer)[1] == paid, (n, answer, info["instruction"])
    assert held >= 2  # so it was paid as long as the outcome alone counted


@pytest.mark.parametrize(
    ("answer", "problem"),
    [
        ("pyautogui.click(1, 1)\n" * 201, "200 actions"),
        ("pyautogui.press('a', presses=1000)\n" * 2, "1000 clicks and presses"),
        (f"pyautogui.write('{'a' * 9_000}')\n" * 2, "letters"),
        ("import time\n" + "time.sleep(30)\n" * 3, "60 s"),
        ("pyautogui.click(9999, 9999)", "outside"),
        ("DONE", "Expected a call"),
        ("import os\nos.system('ls')", "imported"),
    ],
)
def test_what_is_not_executed(alive: OmniActEnv, monkeypatch: pytest.MonkeyPatch, answer: str, problem: str) -> None:
    alive.reset(seed=0)
    done: list[object] = []
    device = env.open_screen(ONE)
    monkeypatch.setattr(type(device), "act", lambda _, action: done.append(action))
    monkeypatch.setattr(env, "open_screen", lambda _: device)
    _, reward, terminated, _, info = alive.step(answer)
    assert reward == 0.0 and terminated and not done and info["reached"] is False
    assert problem in info["problem"], info["problem"]


@pytest.mark.parametrize("when", ["opened", "act"])
def test_a_device_that_fails_is_no_score(alive: OmniActEnv, monkeypatch: pytest.MonkeyPatch, when: str) -> None:
    def fail(*_: object) -> None:
        raise DeviceLostError("sim", when, "It broke.")

    alive.reset(seed=0)
    if when == "opened":
        monkeypatch.setattr(env, "open_screen", fail)
    else:
        device = env.open_screen(ONE)
        monkeypatch.setattr(type(device), "act", fail)
        monkeypatch.setattr(env, "open_screen", lambda _: device)
    _, reward, terminated, truncated, info = alive.step("pyautogui.click(5, 5)")
    assert (reward, terminated, truncated) == (0.0, False, True)
    assert info["unscored"] and info["end_reason"] == "device_error" and "broke" in info["device_error"]
    alive.reset(seed=0)


def test_a_stored_set_with_screens_is_executed(alive: OmniActEnv, data: Path) -> None:
    """A set as `omnigym omniact collect` writes it: what is executed is told by screens.json."""
    _, info = alive.reset(seed=0)
    gold = alive.step("")[4]["gold"]
    point = alive._shown()
    assert point.check is not None
    put(data / "tasks/a.txt", f"Task: {point.instruction}\nOutput Script:\n{gold}\n")
    edges = [box[:4] for box in point.boxes]
    boxes = {str(n): {"top_left": b[:2], "bottom_right": b[2:], "label": "x"} for n, b in enumerate(edges)}
    put(data / "box/a.json", json.dumps(boxes))
    put(data / "data/a.png", write_picture(Image.fromarray(point.frame)))
    checks = [{"screen": "one", "points": ["a"], "outcome": outcome_to_plain(point.check.outcome), "also": []}]
    put(data / "screens.json", json.dumps({"screens": {"one": ONE.to_plain()}, "checks": checks}))
    env = OmniActEnv(data, execute=True)
    for answer, reached in ((gold, True), ("", False)):
        env.reset(options={"point": "a"})
        _, reward, *_, told = env.step(answer)
        assert (reward, told["reached"]) == (float(reached), reached), info
    put(data / "tasks/d.txt", "Task: Press it\nOutput Script:\npyautogui.press('a')")
    with pytest.raises(UnreadableError, match="json does not say"):
        env.reset(options={"point": "d"})
