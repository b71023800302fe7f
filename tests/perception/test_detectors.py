"""Marks off the picture: what is an element, in what order, what a detector may answer, and devices without a tree."""

from __future__ import annotations

import pickle
from collections.abc import Iterator
from typing import Any

import gymnasium
import numpy as np
import pytest
from PIL import Image, ImageDraw, ImageFont

import omnigym.envs  # noqa: F401 - registers the ids
from omnigym.a11y import Rect
from omnigym.actions import Action, Click
from omnigym.agents.chat import ChatAgent
from omnigym.errors import ConfigError, DeviceLostError, MissingDependencyError
from omnigym.perception import detact, detectors, rapid
from omnigym.perception.detact import DetACT
from omnigym.spaces import ACTION_TYPES, encode_action
from omnigym.tasks import Task, TaskNode
from omnigym.tasks.subtask import Condition, Subtask
from omnigym.wrappers import PerceiveElements, SetOfMarks
from tests.agents.conftest import ScriptedModel, call, config

pytest.importorskip("rapidocr", reason="the extra [ocr] is not installed")

BUTTONS: dict[str, Rect] = {"Send": (40, 180, 110, 40), "Cancel": (190, 180, 110, 40)}


def paper() -> tuple[np.ndarray, ImageDraw.ImageDraw]:
    image = Image.new("RGB", (420, 260), "#f3f3f3")
    return image, ImageDraw.Draw(image)


def form() -> np.ndarray:
    """A line to read, a blank field, two buttons, an icon before its word, a picture with a caption."""
    image, draw = paper()
    font = ImageFont.load_default(18)
    draw.text((40, 20), "Who shall get it", "black", font)
    draw.rounded_rectangle((40, 60, 300, 92), 6, "white", "#c0c0c0")
    for name, (x, y, w, h) in BUTTONS.items():
        draw.rounded_rectangle((x, y, x + w - 1, y + h - 1), 6, "#0f6cbd")
        draw.text((x + w / 2, y + h / 2), name, "white", font, anchor="mm")
    draw.rectangle((40, 120, 160, 152), "#dde8f4", "#888888")
    draw.polygon(((50, 128), (66, 136), (50, 144)), "#c83000")
    draw.text((84, 136), "Start", "black", font, anchor="lm")
    draw.ellipse((330, 110, 378, 158), "#7030a0")
    draw.text((354, 172), "Music", "black", font, anchor="mm")
    return np.asarray(image)


def test_a_form_is_read_in_reading_order_and_the_same_each_time() -> None:
    found = DetACT(icons=None, colours=False).elements(form())
    assert [s.text for s in found] == ["Who shall get it", "", "Start", "Music", "Send", "Cancel"]
    boxes = {s.text: s.bounds for s in found}
    for name, (x, y, w, h) in {**BUTTONS, "": (40, 60, 261, 33), "Start": (40, 120, 121, 33)}.items():
        assert np.allclose(boxes[name], (x, y, w, h), atol=4)
    assert boxes["Music"][1] <= 112 and boxes["Music"][3] > 60  # with its picture
    assert DetACT(icons=None, colours=False).elements(form().copy()) == found


def _dots(draw: ImageDraw.ImageDraw) -> None:
    for x in range(20, 400, 40):
        draw.point((x, 100), "#a0a0a0")


DRAWN = {
    "nothing": (lambda draw: None, 0),
    "what is too small": (_dots, 0),
    "a caret": (lambda draw: draw.line((100, 100, 100, 118), "black"), 0),
    "wallpaper to the edge": (lambda draw: draw.rectangle((0, 0, 180, 130), "#4060a0"), 0),
    "a page": (lambda draw: draw.rectangle((20, 20, 400, 240), "white"), 0),
    "the line that minimizes": (lambda draw: draw.line((100, 100, 111, 100), "black"), 1),
    "one panel in another": (
        lambda draw: (draw.rectangle((50, 50, 200, 120), "white"), draw.rectangle((60, 60, 190, 110), "#c0c0ff")),
        1,
    ),
    "cells side by side": (
        lambda draw: [draw.rectangle((50 + 60 * i, 50, 110 + 60 * i, 80), "white", "#999999") for i in range(4)],
        4,
    ),
}


@pytest.mark.parametrize("name", DRAWN)
def test_what_is_an_element(name: str) -> None:
    image, draw = paper()
    DRAWN[name][0](draw)
    assert len(DetACT(icons=None, colours=False).elements(np.asarray(image))) == DRAWN[name][1]


def of_two(frame: np.ndarray) -> list[tuple[Rect, str]]:
    """A detector; module:function names it."""
    assert frame.dtype == np.uint8 and frame.shape[2] == 3
    return [(bounds, name) for name, bounds in BUTTONS.items()]


class Glass:
    """A screen with two buttons and without a tree; what was clicked is written on it."""

    name, platform, size = "glass", "linux", (420, 260)

    def __init__(self) -> None:
        self.reset()

    def reset(self, seed: int | None = None) -> None:
        self.clicked, self.broken = "", False

    def screenshot(self) -> np.ndarray:
        if self.broken:
            raise DeviceLostError("glass", "screenshot", "It broke.")
        image = Image.fromarray(form())
        ImageDraw.Draw(image).text((320, 20), self.clicked, "black", ImageFont.load_default(18))
        return np.array(image)

    def act(self, action: Action) -> None:
        if isinstance(action, Click):
            x, y = action.at[0] * 420, action.at[1] * 260
            hit = (n for n, (left, top, w, h) in BUTTONS.items() if left <= x < left + w and top <= y < top + h)
            self.clicked = next(hit, self.clicked)

    def close(self) -> None:
        pass


def glass() -> gymnasium.Env:
    say = Subtask(
        id="glass/send",
        app="terminal",
        category="",
        instruction="Send it.",
        parameters=({},),
        conditions=(Condition("check_text_exists", {"text": "Send Send"}),),
        platforms=("linux",),
        capabilities=(),
    )
    task = Task(id="send", nodes=(TaskNode("1", say.id),), definitions=(say,))
    return gymnasium.make("OmniBench-Linux-v0", device=Glass(), tasks=task, observation="pixels")


@pytest.fixture(params=["pixels", "tests.perception.test_detectors:of_two", of_two], ids=["pixels", "named", "given"])
def env(request: Any) -> Iterator[SetOfMarks]:
    made = SetOfMarks(PerceiveElements(glass(), request.param))
    yield made
    made.close()


def test_a_device_without_a_tree_is_acted_on_by_numbers(env: SetOfMarks) -> None:
    observation, info = env.reset(seed=0)
    assert (observation["screenshot"] != env.unwrapped.screenshot()).any()
    number = next(n for n, row in enumerate(env.marks.rows, 1) if env.tree_on("").node(row).name == "Send")
    before = env.tree_on("")
    click = {**encode_action(Click((0.0, 0.0))), "type": ACTION_TYPES.index("click"), "mark": number}
    observation, _, _, _, info = env.step(click)
    assert env.unwrapped.device.clicked == "Send" and info["invalid_action"] == ""
    assert env.tree_on("") is not before and info["marks"] == env.marks.by_label()
    again = env.tree_on("")
    env.step(click)
    assert env.tree_on("") is again  # the same screen is not looked at again
    env.unwrapped.device.broken = True
    assert env.step(click)[4]["device_error"] and env.tree_on("") is again


def test_a_model_names_what_was_found() -> None:
    model = ScriptedModel(call("click", '{"element": 6}'))
    agent = ChatAgent(config(screenshot=True, marks="pixels", tree=500), model)
    made = agent.wrap(glass())
    observation, info = made.reset(seed=0)
    agent.reset(made, info)
    made.step(agent.act(observation, info))
    assert made.unwrapped.device.clicked == "Cancel"
    text = model.asked[0][1].parts[1]
    assert text.splitlines()[:1] == ['[1] list_item "Who shall get it"'] and '[6] button "Cancel"' in text
    made.close()


def test_a_copy_is_made_with_the_same_source(env: SetOfMarks) -> None:
    with pytest.raises(ConfigError, match="no copy"):
        pickle.dumps(env)  # of the live device
    assert SetOfMarks(PerceiveElements(gymnasium.make("OmniBench-Win11-v0"), of_two)).spec is not None


@pytest.mark.parametrize("answer", [[1], [((1, 2, 3), "x")], [(("a", 1, 2, 3), "x")], [((float("nan"), 1, 2, 3), "x")]])
def test_a_detector_that_answers_something_else_is_told_what_is_expected(answer: Any) -> None:
    with pytest.raises(ConfigError, match=r"\(\(x, y, width, height\), text\)"):
        detectors.PixelTrees(lambda _: answer).tree(form())


def test_what_is_outside_of_the_screen_is_cut_off() -> None:
    answer = [((-5, -5, 20, 20), "a"), ((410, 250, 50, 50.4), "b"), ((500, 0, 9, 9), "c")]
    found = detectors.PixelTrees(lambda _: answer)
    assert [(n.name, n.bounds) for n in found.tree(form())] == [("a", (0, 0, 15, 15)), ("b", (410, 250, 10, 10))]


@pytest.mark.parametrize(
    ("source", "match"),
    [("contours", "MODULE:NAME"), ("no.such.module:f", "no plugin"), ("omnigym.a11y:nothing", "no function nothing")],
)
def test_an_unknown_source_is_refused(source: str, match: str) -> None:
    with pytest.raises(ConfigError, match=match):
        detectors.detector_of(source)


@pytest.mark.parametrize(("name", "hidden"), [("load_vision", "cv2"), ("load_engine", "rapidocr")])
def test_without_the_extra_it_is_said_when_it_is_made(monkeypatch: pytest.MonkeyPatch, name: str, hidden: str) -> None:
    monkeypatch.setitem(__import__("sys").modules, hidden, None)
    owner = detact if name == "load_vision" else rapid
    monkeypatch.setattr(owner, name, getattr(getattr(owner, name), "__wrapped__", getattr(owner, name)))
    with pytest.raises(MissingDependencyError, match=r"omnigym\[ocr\]"):
        detectors.detector_of("pixels")
