"""Pictures with padding or a second screen, positions in them, and OmniBench's trajectory prompt (D.2.1, D.3, E.1)."""

from __future__ import annotations

import io
import json
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from PIL import Image

from omnigym.actions import Action, Click, Done, Drag, Fail, Invalid, Press, Scroll, Submit, Type, Wait, pixel
from omnigym.agents.answer_reading import form_of
from omnigym.agents.dialects import View, calls_in, make_dialect
from omnigym.agents.model import Answer, PromptPicture
from omnigym.agents.observing import size_of_picture
from omnigym.agents.picture_layout import PictureComposer, PictureLayout
from omnigym.errors import ActionError, ConfigError
from omnigym.serve.trainer_episodes import TrainerEpisodes
from tests.agents.conftest import Playing
from tests.agents.test_demonstrator import demonstrated

Begin = Callable[..., tuple[Playing, Any]]
RED = (255, 0, 0)
QWEN = (
    '<tool_call>\n{{"name": "computer_use", "arguments": {{"action": "left_click", "coordinate": [500, {}]}}}}\n'
    "</tool_call>"
)


def picture_in(messages: Any) -> np.ndarray[Any, Any]:
    """The picture of the last message."""
    (picture,) = [p for p in messages[-1].parts if isinstance(p, PromptPicture)]
    return np.asarray(Image.open(io.BytesIO(picture.data)))


@pytest.mark.parametrize(
    "layout",
    [
        PictureLayout((1024, 1024), (0, 128, 1024, 768), (1024, 768)),
        PictureLayout((1024, 1024), (282, 0, 461, 1024), (1080, 2400)),
        PictureLayout((2048, 1024), (1024, 128, 1024, 768), (1920, 1440)),
        PictureLayout((1280, 400), (640, 0, 640, 400), (1280, 800)),
    ],
)
def test_positions_come_back_and_those_beside_the_screen_are_invalid(layout: PictureLayout) -> None:
    for at in ((0.0, 0.0), (0.5, 0.25), (0.999, 0.001), (1.0, 1.0)):
        action = Drag(at, (0.3, 0.7), "right", ("ctrl",))
        found = layout.on_screen(layout.on_picture(action))
        assert isinstance(found, Drag) and (found.button, found.modifiers) == ("right", ("ctrl",))
        assert np.allclose((found.at, found.to), (action.at, action.to), atol=1e-9)
    x, y, width, height = layout.content
    for place in ((x + width / 2, y - 9), (x - 9, y + height / 2), (x + width + 9, y + height / 2)):
        share = place[0] / layout.picture[0], place[1] / layout.picture[1]
        if all(0 <= n <= 1 for n in share):
            assert isinstance(layout.on_screen(Scroll(share, 1.0)), Invalid)
    assert layout.on_screen(Type("x")) == layout.on_picture(Type("x")) == Type("x")


def test_a_picture_that_is_the_screen_changes_nothing() -> None:
    whole = PictureLayout((640, 480), (0, 0, 640, 480), (1024, 768))
    action = Click((1 / 3, 2 / 3))
    assert whole.on_screen(action) is action is whole.on_picture(action)
    view = whole.view({1: (5, 6, 7, 8)}, {})
    assert (view.picture, view.screen, view.marks) == ((640, 480), (1024, 768), {1: (5, 6, 7, 8)})


def test_a_number_is_the_same_place_in_the_picture() -> None:
    layout = PictureLayout((2048, 1024), (1024, 128, 1024, 768), (1920, 1440))
    view = layout.view({4: (100, 200, 31, 41)}, {})
    at = layout.on_screen(Click(view.center(4)))
    assert isinstance(at, Click) and pixel(at.at, (1920, 1440)) == (115, 220)
    assert view.labelled(view.center(4)) == 4


def test_the_last_click_is_boxed_in_both_screens() -> None:
    composer = PictureComposer(None, "before")
    first, second = np.full((100, 200, 3), 40, np.uint8), np.full((100, 200, 3), 90, np.uint8)
    picture, layout = composer.compose(first, (200, 100))
    assert picture.shape == (100, 400, 3) and layout.content == (200, 0, 200, 100)
    assert not picture[:, :200].any() and (picture[:, 200:] == 40).all()
    composer.click(first, (0.25, 0.5))
    picture, _ = composer.compose(second, (200, 100))
    for left, ground in ((0, 40), (200, 90)):
        half = picture[:, left : left + 200]
        assert tuple(half[50, 42]) == tuple(half[42, 50]) == tuple(half[57, 57]) == RED
        assert (half[50, 50] == ground).all() and (half[10, 10] == ground).all()
    assert (first == 40).all() and (second == 90).all()


def test_a_box_at_the_edge_stays_inside() -> None:
    composer = PictureComposer(None, "before")
    frame = np.zeros((100, 200, 3), np.uint8)
    composer.click(frame, (1.0, 0.0))
    picture, _ = composer.compose(frame, (200, 100))
    assert picture.shape == (100, 400, 3) and tuple(picture[0, 199]) == RED


def test_the_picture_of_d_2_1_is_bicubic_and_padded(begin: Begin) -> None:
    plain, seen = begin(Answer("no"), screenshot=True, tree=0)
    plain.step()
    screen = picture_in(seen.asked[0])
    padded, asked = begin(Answer("no"), screenshot=True, tree=0, fit="pad", size=(1000, 1000))
    padded.step()
    picture = picture_in(asked.asked[0])
    assert picture.shape == (1000, 1000, 3)
    assert not picture[:125].any() and not picture[875:].any()
    assert (picture[125:875] == np.asarray(Image.fromarray(screen).resize((1000, 750), Image.Resampling.BICUBIC))).all()
    assert "screen of 1000 x 1000" in asked.asked[0][0].text and "padding" in asked.asked[0][0].text


@pytest.mark.parametrize(
    ("space", "said", "at"),
    [
        ("omnigym", '```json\n{"name": "click", "arguments": {"x": 500, "y": 500}}\n```', (0.5, 0.5)),
        ("omnigym", '```json\n{"name": "click", "arguments": {"x": 500, "y": 100}}\n```', None),
        ("qwen", QWEN.format(500), (0.5, 0.5)),
        ("qwen", QWEN.format(100), None),
        ("pyautogui", "```python\npyautogui.click(250, 312)\n```", (0.25, 0.25)),
        ("pyautogui", "```python\npyautogui.click(250, 12)\n```", None),
    ],
)
def test_a_position_is_one_of_the_whole_picture(begin: Begin, space: str, said: str, at: Any) -> None:
    options: Any = {"space": space, "form": form_of(space), "fit": "pad", "size": (1000, 1000)}
    playing, _ = begin(Answer(said), screenshot=True, tree=0, **options)
    action = playing.step()
    assert isinstance(action, Invalid if at is None else Click)
    assert at is None or np.allclose(action.at, at, atol=1e-3)


@pytest.mark.parametrize(
    "options",
    [
        "space=qwen,fit=pad,size=1024x1024",
        "space=qwen2.5,stitch=before",
        "space=pyautogui,fit=pad,size=900x900,stitch=before",
        "space=omnigym,marks=true,stitch=unmarked",
        "preset=omnibench",
        "preset=omnibench-history",
        "preset=omnibench-trajectory",
    ],
)
def test_the_oracle_does_its_task_by_such_pictures(options: str) -> None:
    told = demonstrated(options)
    assert told.success and not any(e.approximate for e in told.exchanges if isinstance(e.action, Click))
    sizes = {size_of_picture(p) for e in told.exchanges for p in e.messages[-1].parts if isinstance(p, PromptPicture)}
    assert len(sizes) == 1


def test_the_trajectory_prompt_has_both_screens_history_and_controls() -> None:
    told = demonstrated("preset=omnibench-trajectory", "settings/display-name@0")
    first, second = told.exchanges[:2]
    picture, text = picture_in(second.messages), second.messages[-1].parts[1]
    left, right = np.hsplit(picture, 2)
    assert 0.001 < (left != right).any(axis=2).mean() < 0.2  # numbers and frames
    assert isinstance(text, str) and [m.role for m in second.messages] == ["system", "user"]
    assert 0 < text.index(first.answer.text) < text.index('{"label": "1", "control_text": ')
    assert text.endswith(f"<Task instruction:>\n{told.instruction}")
    said = json.loads(first.answer.text)
    assert list(said) == ["Status", "Observation", "Thought", "ControlLabel", "ControlText", "Function", "Args"]
    shown = str(first.messages[-1].parts[1])
    assert f'{{"label": "{said["ControlLabel"]}", "control_text": "{said["ControlText"]}"' in shown
    assert said["Thought"] and said["Observation"] and said["Function"] == "click_input"


def answer(status: str = "CONTINUE", label: object = "", function: object = "", **arguments: object) -> str:
    told = {"Status": status, "ControlLabel": label, "Function": function, "Args": arguments}
    return json.dumps({"Observation": "", "Thought": "", "ControlText": "", **told})


@pytest.mark.parametrize(
    ("said", "expected"),
    [
        (answer(label="7", function="click_input", button="left", double=True), [Click((0.155, 0.255), count=2)]),
        (answer(label=7, function="wheel_mouse_input", wheel_dist=-2), [Scroll((0.155, 0.255), 2.0)]),
        (answer(function="keyboard_input", keys="^a{DEL}"), [Press("a", ("ctrl",)), Press("delete")]),
        (answer("FINISH"), [Done()]),
        (answer("finish", label="7", function="click_input"), [Click((0.155, 0.255)), Done()]),
        (answer(), [Wait()]),
        (answer(function="fail"), [Fail()]),
        (answer(function="submit", answer="42"), [Submit("42")]),
        ("```json\n" + answer("FINISH") + "\n```", [Done()]),
        (answer(label="8", function="click_input"), "no element"),
        (answer(function="click_input"), "rect"),
        (answer(function="fly"), "no function 'fly'"),
        (answer(function=["click_input"]), "Status"),
        (answer("DONE"), "Status"),
        ('{"Function": "click_input"}', "Status"),
        ('{"Status": "CONTINUE", "Function": "click_input", "Args": [1]}', "JSON object"),
        ("I click on Save.", "no JSON object"),
        ("", "no JSON object"),
    ],
)
def test_an_answer_of_the_trajectory_prompt(said: str, expected: list[Action] | str) -> None:
    dialect = make_dialect("omnibench", "windows", marked=True)
    dialect.look(View((100, 100), (100, 100), {7: (10, 20, 11, 11)}))
    found = [a for one in calls_in(Answer(said), dialect, "own") for a in one.actions]
    if isinstance(expected, str):
        (action,) = found
        assert isinstance(action, Invalid) and expected in action.reason
    else:
        assert found == expected


def test_a_place_that_is_no_control_has_no_words() -> None:
    dialect = make_dialect("omnibench", "windows", marked=True)
    dialect.look(View((100, 100), (100, 100), {7: (10, 20, 11, 11)}))
    with pytest.raises(ActionError, match="numbered control"):
        dialect.speak(dialect.say(Click((0.9, 0.9))))


def test_tools_refuse_pictures_that_hold_more_than_the_screen() -> None:
    for options in ("fit=pad,size=640x640", "stitch=before"):
        with pytest.raises(ConfigError, match="fit=pad and stitch"):
            TrainerEpisodes(observation="pixels", options=options).tools()
