"""OmniGUI's thirteen actions."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from omnigym.actions import Action, Click, Done, Drag, Fail, Invalid, Press, Type, Wait
from omnigym.codecs.omnigui import OMNIGUI_ACTIONS, decode_omnigui, encode_omnigui
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


@pytest.mark.parametrize(
    ("said", "action"),
    [
        ({"result_action_type": -1}, Wait()),
        ({"result_action_type": 2, "result_touch_yx": [0.1, 0.2]}, Click((0.2, 0.1), duration=1.0)),
        ({"result_action_type": 0, "result_touch_yx": "[0.1, 0.2]"}, Click((0.2, 0.1))),
        ('{"action": "tap", "x": 0.2, "y": 0.1}', Click((0.2, 0.1))),
        ('{"action": "INPUT", "text": "hi"}', Type("hi")),
        ({"result_action_type": "7", "result_action_text": "hi"}, Type("hi")),
        ({"result_action_type": "TASK_IMPOSSIBLE"}, Fail()),
        ({"action": "SWIPE_LEFT"}, Drag((0.8, 0.5), (0.2, 0.5))),
        ({"result_action_type": 3, "result_touch_yx": [-1, -1]}, Drag((0.5, 0.7), (0.5, 0.3))),
    ],
)
def test_rows_and_answers(said: Any, action: Action) -> None:
    assert decode_omnigui(said) == action


def test_a_swipe_from_a_point_stays_on_the_screen() -> None:
    action = decode_omnigui({"action": "SWIPE_UP", "x": 0.3, "y": 0.2})
    assert action == Drag((0.3, 0.2), (0.3, 0.0))


@pytest.mark.parametrize(
    "said",
    [
        "no JSON",
        "[1]",
        "{}",
        {"action": "JUMP"},
        {"action": 12},
        {"action": True},
        {"action": "TAP"},
        {"action": "TAP", "x": 3, "y": 0},
        {"action": "TAP", "x": "left", "y": 0},
        {"action": "INPUT"},
        {"result_action_type": 0, "result_touch_yx": [0.5]},
    ],
)
def test_what_cannot_be_read_is_invalid(said: Any) -> None:
    assert isinstance(decode_omnigui(said), Invalid)


@pytest.mark.parametrize("action", [Press("enter"), Press("back", ("shift",)), Invalid("x", "y")])
def test_what_it_has_no_action_for(action: Action) -> None:
    with pytest.raises(ActionError, match="OmniGUI has"):
        encode_omnigui(action)
