"""COMPUTER_13 with CALL_USER."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from omnigym.actions import (
    BUTTONS,
    KEYS,
    MODIFIERS,
    Action,
    CallUser,
    Click,
    Done,
    Drag,
    Fail,
    Invalid,
    KeyDown,
    KeyUp,
    MouseDown,
    Move,
    OpenApp,
    Press,
    Scroll,
    Type,
    Wait,
)
from omnigym.codecs import Computer13Codec
from omnigym.errors import ActionError

SIZE = (100, 50)


def at(x: int, y: int) -> tuple[float, float]:
    return (x + 0.5) / 100, (y + 0.5) / 50


@pytest.mark.parametrize(
    ("name", "parameters", "expected"),
    [
        ("MOVE_TO", {"x": 10, "y": 20}, Move(at(10, 20))),
        ("CLICK", {}, Click((0.5, 0.5))),
        ("CLICK", {"button": "right", "x": 1, "y": 2, "num_clicks": 2}, Click(at(1, 2), "right", 2)),
        ("RIGHT_CLICK", {"x": 1, "y": 2}, Click(at(1, 2), "right")),
        ("DOUBLE_CLICK", {"x": 99, "y": 49}, Click(at(99, 49), count=2)),
        ("MOUSE_DOWN", {"button": "left"}, MouseDown((0.5, 0.5))),
        ("DRAG_TO", {"x": 1, "y": 2}, Drag((0.5, 0.5), at(1, 2))),
        ("SCROLL", {"dx": 2, "dy": -3}, Scroll((0.5, 0.5), 3, 2)),
        ("TYPING", {"text": "hi"}, Type("hi")),
        ("PRESS", {"key": "return"}, Press("enter")),
        ("PRESS", {"key": "?"}, Press("/", ("shift",))),
        ("KEY_DOWN", {"key": "ctrlleft"}, KeyDown("ctrl")),
        ("KEY_UP", {"key": "SHIFT"}, KeyUp("shift")),
        ("HOTKEY", {"keys": ["ctrl", "shift", "s"]}, Press("s", ("ctrl", "shift"))),
        ("HOTKEY", {"keys": ["win"]}, Press("meta")),
        ("WAIT", {}, Wait(2.0)),
        ("MOUSE_MOVE", {"x": 10, "y": 20}, Move(at(10, 20))),
        ("MOVE_TO", {"x": 100, "y": 50}, Move(at(99, 49))),
        ("FAIL", {}, Fail()),
        ("DONE", {}, Done()),
        ("CALL_USER", {"call_type": "email"}, CallUser("email")),
    ],
)
def test_decode(name: str, parameters: dict[str, Any], expected: Action) -> None:
    said = {"action_type": name, "parameters": parameters}
    assert Computer13Codec(SIZE).decode(said) == expected
    assert Computer13Codec(SIZE).decode(json.dumps(said)) == expected
    assert Computer13Codec(SIZE).decode({"action_type": name.lower(), **parameters}) == expected


def test_actions_without_a_place_happen_at_the_pointer() -> None:
    codec = Computer13Codec(SIZE)
    codec.decode({"action_type": "MOVE_TO", "parameters": {"x": 3, "y": 4}})
    assert codec.decode({"action_type": "CLICK", "parameters": {}}) == Click(at(3, 4))
    assert codec.decode({"action_type": "DRAG_TO", "parameters": {"x": 9, "y": 9}}) == Drag(at(3, 4), at(9, 9))
    assert codec.decode({"action_type": "SCROLL", "parameters": {"dy": 1}}) == Scroll(at(9, 9), -1)
    codec.reset()
    assert codec.decode({"action_type": "CLICK", "parameters": {}}) == Click((0.5, 0.5))


@pytest.mark.parametrize("word", ["WAIT", "DONE", "FAIL"])
def test_bare_words(word: str) -> None:
    assert Computer13Codec(SIZE).decode(f" {word}\n") == Computer13Codec(SIZE).decode({"action_type": word})


@pytest.mark.parametrize(
    "said",
    [
        *("", "click(1, 2)", "[1, 2]", "null", '{"action_type": "TAP"}', "{", '{"action_type": null}'),
        {"action_type": "MOVE_TO", "parameters": {"x": 3}},
        {"action_type": "MOVE_TO", "parameters": {"x": 101, "y": 0}},
        {"action_type": "MOVE_TO", "parameters": {"x": 10**400, "y": 0}},
        {"action_type": "CLICK", "parameters": {"num_clicks": float("inf")}},
        {"action_type": "WAIT", "parameters": {"duration": float("inf")}},
        {"action_type": "CLICK", "parameters": {"x": "left", "y": 0}},
        {"action_type": "CLICK", "parameters": {"button": "x"}},
        {"action_type": "CLICK", "parameters": {"num_clicks": 9}},
        {"action_type": "TYPING", "parameters": {"text": 5}},
        {"action_type": "PRESS", "parameters": {"key": "any"}},
        {"action_type": "HOTKEY", "parameters": {"keys": ["a", "b"]}},
        {"action_type": "HOTKEY", "parameters": {"keys": []}},
        {"action_type": "HOTKEY", "parameters": {"keys": 5}},
        {},
    ],
)
def test_what_cannot_be_read_is_invalid(said: Any) -> None:
    action = Computer13Codec(SIZE).decode(said)
    assert isinstance(action, Invalid)
    assert action.reason


@given(st.text())
def test_any_text_gives_an_action(said: str) -> None:
    assert isinstance(Computer13Codec(SIZE).decode(said), Invalid | Wait | Done | Fail | CallUser)


places = st.tuples(st.integers(0, 99), st.integers(0, 49)).map(lambda p: at(*p))


@given(
    st.one_of(
        st.builds(Move, places),
        st.builds(Click, places, st.sampled_from(BUTTONS), st.integers(1, 3)),
        st.builds(Press, st.sampled_from(KEYS), st.lists(st.sampled_from(MODIFIERS), unique=True).map(tuple)),
        st.builds(Type, st.text()),
        st.builds(Wait, st.floats(0, 10)),
        st.sampled_from([Done(), Fail(), CallUser("password"), KeyDown("shift"), KeyUp("a")]),
    )
)
def test_encode_then_decode(action: Action) -> None:
    codec = Computer13Codec(SIZE)
    (entry,) = codec.encode(action)
    assert codec.decode(entry) == action


def test_encode_in_several() -> None:
    codec = Computer13Codec(SIZE)
    entries = codec.encode(Drag(at(1, 2), at(3, 4)))
    assert [codec.decode(e) for e in entries] == [Move(at(1, 2)), Drag(at(1, 2), at(3, 4))]
    entries = codec.encode(Scroll(at(1, 2), 3))
    assert [codec.decode(e) for e in entries][-1] == Scroll(at(1, 2), 3)
    names = [e["action_type"] for e in codec.encode(Click(at(1, 2), modifiers=("ctrl",)))]
    assert names == ["KEY_DOWN", "CLICK", "KEY_UP"]
    with pytest.raises(ActionError, match="OpenApp"):
        codec.encode(OpenApp("word"))
