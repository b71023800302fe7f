"""CRAB's actions on a desktop."""

from __future__ import annotations

import pytest

from omnigym.actions import Action, Click, Done, Drag, Invalid, OpenApp, Press, Scroll, Submit, Type, Wait
from omnigym.codecs import CrabDesktopCodec
from omnigym.errors import ActionError

CODEC = CrabDesktopCodec((100, 200), [(0, 0, 20, 20), (40, 100, 20, 20)])
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
    assert CODEC.decode(call) == (action,)
    assert CODEC.encode(action) == call


def test_the_names_of_crabs_own_functions_are_read() -> None:
    assert CODEC.decode('{"name": "mouse_scroll", "arguments": {"direction": "down"}}') == (Scroll((0.5, 0.5), 3.0),)
    assert CODEC.decode({"name": "key_press", "arguments": '{"key": "Return"}'}) == (Press("enter"),)
    assert CODEC.decode({"name": "search_application", "arguments": {"name": "files"}}) == (OpenApp("files"),)


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
def test_what_cannot_be_read_is_invalid(said: str | dict[str, object]) -> None:
    (action,) = CODEC.decode(said)
    assert isinstance(action, Invalid)


@pytest.mark.parametrize("action", [Click((0.9, 0.9)), Click(AT, count=3), Drag(AT, AT), Press("a", (), 2)])
def test_what_crab_has_no_action_for_is_refused(action: Action) -> None:
    with pytest.raises(ActionError):
        CODEC.encode(action)
