"""CRAB's actions on Android."""

from __future__ import annotations

from typing import Any

import pytest

from omnigym.actions import Action, Click, Done, Drag, Invalid, OpenApp, Press, Submit, Type, Wait
from omnigym.codecs.crab_android import CrabAndroidCodec
from omnigym.errors import ActionError

SIZE = (100, 200)
CODEC = CrabAndroidCodec(SIZE, [(0, 0, 100, 200), (40, 100, 20, 20)])


@pytest.mark.parametrize(
    "call",
    [
        {"name": "tap", "arguments": {"element": 1}},
        {"name": "long_tap", "arguments": {"element": 1}},
        {"name": "write_text", "arguments": {"text": "it's"}},
        {"name": "key_press", "arguments": {"key": "back"}},
        {"name": "submit", "arguments": {"content": "42"}},
        {"name": "complete", "arguments": {}},
        {"name": "wait", "arguments": {}},
        *[
            {"name": "swipe", "arguments": {"element": 1, "direction": way, "dist": dist}}
            for way in ("up", "down", "left", "right")
            for dist in ("short", "medium", "long")
        ],
    ],
)
def test_what_is_read_is_written_back(call: dict[str, Any]) -> None:
    (action,) = CODEC.decode(call)
    assert not isinstance(action, Invalid)
    assert CODEC.encode(action) == call


def test_swipes_go_as_far_as_crabs() -> None:
    (action,) = CODEC.decode({"name": "swipe", "arguments": {"element": 1, "direction": "up", "dist": "medium"}})
    assert isinstance(action, Drag)
    # 2 x 2 tenths of the width, which is 100 of the 200 pixels that the screen is high
    assert action.to == pytest.approx((0.505, 0.5525 - 40 / 200))
    (action,) = CODEC.decode({"name": "swipe", "arguments": {"element": 1, "direction": "right", "dist": "long"}})
    assert isinstance(action, Drag)
    assert action.to == pytest.approx((0.505 + 30 / 100, 0.5525))


def test_the_app_drawer_takes_two() -> None:
    home, up = CODEC.decode('{"name": "open_app_drawer", "arguments": "{}"}')
    assert home == Press("home")
    assert isinstance(up, Drag)
    assert up.at[1] > up.to[1]


@pytest.mark.parametrize(
    ("call", "action"),
    [
        ({"name": "press", "arguments": {"key": "home"}}, Press("home")),
        ({"name": "complete"}, Done()),
        ({"name": "wait", "arguments": None}, Wait()),
        ({"name": "submit", "arguments": {"content": "Japan"}}, Submit("Japan")),
        ({"name": "write_text", "arguments": '{"text": "a"}'}, Type("a")),
    ],
)
def test_other_spellings(call: Any, action: Action) -> None:
    assert CODEC.decode(call) == (action,)


@pytest.mark.parametrize(
    "call",
    [
        "no JSON",
        "[]",
        {"name": "rm"},
        {"name": "tap", "arguments": {}},
        {"name": "tap", "arguments": {"element": 2}},
        {"name": "tap", "arguments": {"element": -1}},
        {"name": "key_press", "arguments": {"key": "enter"}},
        {"name": "write_text", "arguments": {"text": 5}},
        {"name": "swipe", "arguments": {"element": 0, "direction": "in", "dist": "long"}},
    ],
)
def test_what_cannot_be_read_is_invalid(call: Any) -> None:
    (action,) = CODEC.decode(call)
    assert isinstance(action, Invalid)


def test_what_cannot_be_said() -> None:
    with pytest.raises(ActionError, match="no action"):
        CODEC.encode(OpenApp("maps"))
    with pytest.raises(ActionError, match="no element"):
        CrabAndroidCodec(SIZE).encode(Click((0.5, 0.5)))
