"""CRAB: actions of both platforms, read and written."""

from __future__ import annotations

from typing import Any

import pytest

from omnigym.actions import Action, Click, Done, Drag, Invalid, OpenApp, Press, Scroll, Submit, Type, Wait
from omnigym.codecs import CrabDesktopCodec
from omnigym.codecs.crab import CrabAndroidCodec
from omnigym.errors import ActionError

# -- CRAB's actions on Android ----------------------------------------------------------------------------------------

SIZE = (100, 200)
ANDROID = CrabAndroidCodec(SIZE, [(0, 0, 100, 200), (40, 100, 20, 20)])


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
    (action,) = ANDROID.decode(call)
    assert not isinstance(action, Invalid)
    assert ANDROID.encode(action) == call


def test_swipes_go_as_far_as_crabs() -> None:
    (action,) = ANDROID.decode({"name": "swipe", "arguments": {"element": 1, "direction": "up", "dist": "medium"}})
    assert isinstance(action, Drag)
    # 2 x 2 tenths of the width, which is 100 of the 200 pixels that the screen is high
    assert action.to == pytest.approx((0.505, 0.5525 - 40 / 200))
    (action,) = ANDROID.decode({"name": "swipe", "arguments": {"element": 1, "direction": "right", "dist": "long"}})
    assert isinstance(action, Drag)
    assert action.to == pytest.approx((0.505 + 30 / 100, 0.5525))


def test_the_app_drawer_takes_two() -> None:
    home, up = ANDROID.decode('{"name": "open_app_drawer", "arguments": "{}"}')
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
    assert ANDROID.decode(call) == (action,)


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
    (action,) = ANDROID.decode(call)
    assert isinstance(action, Invalid)


def test_what_cannot_be_said() -> None:
    with pytest.raises(ActionError, match="no action"):
        ANDROID.encode(OpenApp("maps"))
    with pytest.raises(ActionError, match="no element"):
        CrabAndroidCodec(SIZE).encode(Click((0.5, 0.5)))


# -- CRAB's actions on a desktop --------------------------------------------------------------------------------------

DESKTOP = CrabDesktopCodec((100, 200), [(0, 0, 20, 20), (40, 100, 20, 20)])
AT = (0.505, 0.5525)


@pytest.mark.parametrize(
    ("name", "arguments", "action"),
    [
        ("click", {"element": 1}, Click(AT)),
        ("right_click", {"element": 1}, Click(AT, "right")),
        ("double_click", {"element": 1}, Click(AT, count=2)),
        ("write_text", {"text": "hi"}, Type("hi")),
        ("press", {"key": "enter"}, Press("enter")),
        ("hotkey", {"keys": ["ctrl", "s"]}, Press("s", ("ctrl",))),
        ("search_app", {"name": "files"}, OpenApp("files")),
        ("submit", {"answer": "4"}, Submit("4")),
        ("complete", {}, Done()),
        ("wait", {}, Wait()),
    ],
)
def test_calls_and_actions_are_each_others_inverse(name: str, arguments: dict[str, object], action: Action) -> None:
    call = {"name": name, "arguments": arguments}
    assert DESKTOP.decode(call) == (action,)
    assert DESKTOP.encode(action) == call


def test_the_names_of_crabs_own_functions_are_read() -> None:
    assert DESKTOP.decode('{"name": "mouse_scroll", "arguments": {"direction": "down"}}') == (Scroll((0.5, 0.5), 3.0),)
    assert DESKTOP.decode({"name": "key_press", "arguments": '{"key": "Return"}'}) == (Press("enter"),)
    assert DESKTOP.decode({"name": "search_application", "arguments": {"name": "files"}}) == (OpenApp("files"),)


@pytest.mark.parametrize(
    "said",
    [
        *("", "[]", '{"name": "tap"}', {"name": "click"}, {"name": "click", "arguments": {"element": 2}}),
        {"name": "click", "arguments": {"element": "one"}},
        {"name": "click", "arguments": {"element": float("inf")}},
        {"name": "scroll", "arguments": {"direction": "left"}},
        {"name": "hotkey", "arguments": {"keys": None}},
        {"name": "press", "arguments": [1]},
    ],
)
def test_what_cannot_be_read_on_the_desktop_is_invalid(said: str | dict[str, object]) -> None:
    (action,) = DESKTOP.decode(said)
    assert isinstance(action, Invalid)


@pytest.mark.parametrize("action", [Click((0.9, 0.9)), Click(AT, count=3), Drag(AT, AT), Press("a", (), 2)])
def test_what_crab_has_no_action_for_is_refused(action: Action) -> None:
    with pytest.raises(ActionError):
        DESKTOP.encode(action)
