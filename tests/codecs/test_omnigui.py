"""OmniGUI's thirteen actions."""

from __future__ import annotations

import json
import re
import time
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from omnigym.actions import Action, Click, Done, Drag, Fail, Invalid, Press, Type, Wait
from omnigym.codecs.omnigui import (
    OMNIGUI_ACTIONS,
    decode_omnigui,
    encode_omnigui,
    encode_omnigui_row,
    read_omnigui,
    read_place,
)
from omnigym.errors import ActionError

HALF = st.integers(0, 1000).map(lambda n: n / 1000)
POINT = st.tuples(HALF, HALF)
SAYABLE = st.one_of(
    st.just(Wait()),
    st.just(Done()),
    st.just(Fail()),
    st.sampled_from([Press("back"), Press("home")]),
    st.builds(Type, st.text()),
    st.builds(Click, POINT),
    st.builds(lambda p: Click(p, count=2), POINT),
    st.builds(lambda p: Click(p, duration=1.0), POINT),
    st.tuples(POINT, POINT).filter(lambda ends: ends[0] != ends[1]).map(lambda ends: Drag(*ends)),
)


def test_there_are_thirteen() -> None:
    assert len(OMNIGUI_ACTIONS) == 13
    assert min(OMNIGUI_ACTIONS) == -1
    assert max(OMNIGUI_ACTIONS) == 11


@given(SAYABLE)
def test_what_is_written_is_read_back(action: Action) -> None:
    assert decode_omnigui(encode_omnigui(action)) == action
    assert decode_omnigui(json.dumps(encode_omnigui(action))) == action
    assert (
        decode_omnigui(encode_omnigui_row(action, (1000, 1000)) | {"image_width": 1000, "image_height": 1000}) == action
    )


SIZE = {"image_width": 720, "image_height": 1600}
BOX = "[[210,786],[351,850]]"
TAP = Click((0.5, 0.25))


@pytest.mark.parametrize(
    ("said", "action"),
    [
        # rows of the older set, and our dialect
        ({"result_action_type": -1}, Wait()),
        ({"result_action_type": 2, "result_touch_yx": [0.1, 0.2]}, Click((0.2, 0.1), duration=1.0)),
        ({"result_action_type": 0, "result_touch_yx": "[0.1, 0.2]"}, Click((0.2, 0.1))),
        ({"result_action_type": 3, "result_touch_yx": [-1, -1]}, Drag((0.5, 0.7), (0.5, 0.3))),
        ({"result_action_type": "7", "result_action_text": "hi"}, Type("hi")),
        ({"result_action_type": "TASK_IMPOSSIBLE"}, Fail()),
        ('{"action": "tap", "x": 0.2, "y": 0.1}', Click((0.2, 0.1))),
        ('{"action": "INPUT", "text": "hi"}', Type("hi")),
        ({"action": "SWIPE_LEFT"}, Drag((0.8, 0.5), (0.2, 0.5))),
        # the published row: a box stands for its middle, several for the first
        ({"result_action_type": 0, "result_touch_xy": BOX, **SIZE}, Click((280.5 / 720, 818 / 1600))),
        (
            {"result_action_type": 0, "result_touch_xy": "[[351,850],[210,786]]", **SIZE},
            Click((280.5 / 720, 818 / 1600)),
        ),
        (
            {"result_action_type": 0, "result_touch_xy": f"[{BOX},[[0,0],[2,2]]]", **SIZE},
            Click((280.5 / 720, 818 / 1600)),
        ),
        ({"result_action_type": 1, "result_touch_xy": "[360, 400]", **SIZE}, Click((0.5, 0.25), count=2)),
        (
            {
                "result_action_type": 4,
                "result_touch_xy": "[360,400]",
                "result_lift_xy": "[[300,700],[420,900]]",
                **SIZE,
            },
            Drag((0.5, 0.25), (0.5, 0.5)),
        ),
        ({"result_action_type": -1, "result_touch_xy": "", "result_lift_xy": "", **SIZE}, Wait()),
        # the published answer
        ('{"action_type": 0, "coordinate": [500, 250]}', TAP),
        ('{"action_type": "TAP", "coordinate": "[500, 250]"}', TAP),
        ('{"action_type": 0.0, "point": [500.0, 250.0]}', TAP),
        ('{"action_type": 2, "coordinate": [1000, 0]}', Click((1.0, 0.0), duration=1.0)),
        (
            '{"action_type": 4, "start_coordinate": [500, 300], "end_coordinate": [500, 700]}',
            Drag((0.5, 0.3), (0.5, 0.7)),
        ),
        ('{"action_type": 7, "text": ""}', Type("")),
        ('{"action_type": 7, "text": 2024}', Type("2024")),
        ('{"action_type": 0, "coordinate": {"x": 500, "y": 250}}', TAP),
        ('{"action_type": 3, "start_coordinate": [500, 800]}', Drag((0.5, 0.8), (0.5, 0.4))),
        ('{"action_type": 10}', Done()),
        # in Markdown, after thoughts, by name, as a tool call
        ('```json\n{"action_type": 0, "coordinate": [500, 250]}\n```', TAP),
        ('```{"action_type": 0, "coordinate": [500, 250]}```', TAP),
        ('Not {"action_type": -1}, but {"action_type": 8}. {"name": "Bob"}', Press("back")),
        ("HOME", Press("home")),
        ("tap(500, 250)", TAP),
        (
            '<tool_call>{"name": "click", "arguments": {"coordinate": [500, 250]}}</tool_call> {"action_type": 9}',
            TAP,
        ),
        ('{"name": "act", "arguments": "{\\"action_type\\": 0, \\"coordinate\\": [500, 250]}"}', TAP),
        ({"tool_calls": [{"function": {"name": "TAP", "arguments": '{"coordinate": [500, 250]}'}}]}, TAP),
        (
            {"name": "swipe", "arguments": {"coordinate": [500, 700], "coordinate2": [500, 300]}},
            Drag((0.5, 0.7), (0.5, 0.3)),
        ),
        ({"name": "system_button", "arguments": {"button": "Back"}}, Press("back")),
        ({"name": "terminate", "arguments": {"status": "failure"}}, Fail()),
        ({"name": "wait"}, Wait()),
    ],
)
def test_rows_and_answers(said: Any, action: Action) -> None:
    assert decode_omnigui(said) == action


def test_a_swipe_from_a_point_stays_on_the_screen() -> None:
    action = decode_omnigui({"action": "SWIPE_UP", "x": 0.3, "y": 0.2})
    assert action == Drag((0.3, 0.2), (0.3, 0.0))


@pytest.mark.parametrize(
    ("said", "why"),
    [
        ("no JSON", "no JSON object"),
        ("", "empty"),
        ("[1]", "no JSON object"),
        ("{}", "no JSON object"),
        (None, "got None"),
        ([1], "as text or JSON"),
        ({"action": "JUMP"}, "unknown action"),
        ({"action": 12}, "expected -1 to 11"),
        ({"action": True}, "number or name"),
        ({"action": "TAP"}, "needs a position"),
        ({"action": "TAP", "x": 3, "y": 0}, "shares of the screen"),
        ({"action": "TAP", "x": "left", "y": 0}, "expected a number"),
        ({"action": "TAP", "x": float("nan"), "y": 0}, "expected a number"),
        ({"action": "INPUT"}, "needs a text"),
        ({"result_action_type": 0, "result_touch_yx": [0.5]}, "two numbers"),
        ({"action_type": 0, "coordinate": [500, 1001]}, r"lies in \[0, 1000\]"),
        ({"action_type": 0, "coordinate": [10**400, 0]}, "expected a number"),
        ({"action_type": 0, "coordinate": [[1, 2], [3, 4]]}, "expected a number"),
        ({"action_type": 0, "coordinate": "here"}, "not JSON"),
        ({"action_type": 3, "end_coordinate": [500, 300]}, "an end and no start"),
        ({"action_type": 3, "start_coordinate": [500, 300], "end_coordinate": [500]}, "two numbers"),
        ({"action_type": 3, "start_coordinate": [500, 300], "end_coordinate": [500, 300]}, "ends where it starts"),
        ({"action_type": 3, "start_coordinate": [500, 0]}, "edge"),
        ({"result_action_type": 0, "result_touch_xy": "[1, 2]"}, "image_width"),
        ({"result_action_type": 0, "result_touch_xy": "", **SIZE}, "needs a position"),
        ({"result_action_type": 0, "result_touch_xy": "[[1,2],[3]]", **SIZE}, "two numbers"),
        ({"result_action_type": 0, "result_touch_xy": "[721, 2]", **SIZE}, "on the screen of 720 x 1600"),
        ({"result_action_type": 0, "result_touch_xy": "{}", **SIZE}, "a point"),
        ({"name": "swipe", "arguments": {"coordinate": [1, 2]}}, "a start and an end"),
        ({"name": "system_button", "arguments": {"button": "Menu"}}, "one of back, home"),
        ({"name": "terminate", "arguments": {}}, "one of success, failure"),
        ({"name": "click", "arguments": "[1]"}, "as a JSON object"),
        ({"name": "scroll_up", "arguments": {}}, "number or name"),
        ({"tool_calls": [{}, {}]}, "one tool call"),
        ('{"action_type": 0, "coordinate": [500, 2', "no JSON object"),
        ('{"a":' * 50_000, "no JSON object"),
    ],
)
def test_what_cannot_be_read_is_invalid(said: Any, why: str) -> None:
    action = decode_omnigui(said)
    assert isinstance(action, Invalid)
    assert re.search(why, action.reason)


@given(st.one_of(st.text(), st.recursive(st.none() | st.floats() | st.text(), lambda s: st.lists(s), max_leaves=6)))
def test_no_place_breaks_it(value: Any) -> None:
    row = {"result_action_type": 0, "result_touch_xy": value, **SIZE}
    assert isinstance(decode_omnigui(row), Click | Invalid)


def test_the_type_is_known_where_the_position_cannot_be_read() -> None:
    read = read_omnigui({"action_type": 0, "coordinate": "there"})
    assert read.name == "TAP" and read.start is None and "not JSON" in read.problem


def test_places() -> None:
    assert read_place("") is None and read_place(None) is None and read_place("[]") is None
    several = read_place("[[[1,2],[3,4]],[[9,8],[7,6]]]")
    assert several is not None and several.boxes == ((1, 2, 3, 4), (7, 6, 9, 8)) and several.center == (2, 3)
    corners = read_place("[[1,2],[3,4],[9,8],[7,6]]")
    assert corners == several
    with pytest.raises(ActionError, match="two corners"):
        read_place("[[1,2],[3,4],[5,6]]")
    point = read_place([5, 6])
    assert point is not None and point.point == point.center == (5, 6)


@pytest.mark.parametrize("action", [Press("enter"), Press("back", ("shift",)), Invalid("x", "y")])
def test_what_it_has_no_action_for(action: Action) -> None:
    with pytest.raises(ActionError, match="OmniGUI has"):
        encode_omnigui(action)


@pytest.mark.parametrize(
    "said",
    [
        "```" + " " * 200_000,
        "```\n{" * 50_000,
        "{" * 1_000_000,
        '{"a":' * 50_000,
        "<tool_call>" * 100_000,
        "<tool_call>" * 50_000 + "</tool_call>" * 50_000,
        '{"action_type": ' + "9" * 50_000 + "}",
        "`" * 500_000,
    ],
)
def test_a_hostile_answer_takes_no_time(said: str) -> None:
    began = time.process_time()
    assert isinstance(decode_omnigui(said), Invalid)
    assert time.process_time() - began < 3


def test_an_action_after_many_braces_is_read() -> None:
    assert decode_omnigui("{x} " * 300 + '{"action_type": 8}') == Press("back")
